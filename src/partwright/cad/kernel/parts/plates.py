"""Flat bodies: plates, discs, rings, frames, boards, arms."""

from math import asin, cos, sin
from typing import Final

from partwright.cad.kernel.parts.library import (
    Pos,
    Shape,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    bored,
    keyed,
    one,
    prism,
    rod,
    section,
)
from partwright.cad.language.feature import ParameterValues


def _plate(v: ParameterValues) -> Shape:
    return prism(v.length, v.width, v.thickness, corner=v.corner_radius)


def _frame(v: ParameterValues) -> Shape:
    hole = prism(
        v.length - 2 * v.border,
        v.width - 2 * v.border,
        v.thickness + 2,
        corner=max(v.corner_radius - v.border, 0),
        z=-1,
    )
    return _plate(v) - hole


def _pcb(v: ParameterValues) -> Shape:
    x, y = v.length / 2 - v.hole_inset, v.width / 2 - v.hole_inset
    return _plate(v) - [
        Pos(sx * x, sy * y, 0) * rod(v.hole_diameter, v.thickness + 2, z=-1)
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]


def _arm_body(v: ParameterValues, half: float) -> Shape:
    """A bar with equal ends, or two round ends with the lines that touch both."""
    if abs(v.width - v.width_2) < _EQUAL:
        return prism(v.distance + v.width, v.width, v.thickness, corner=v.width / 2)
    first, second = v.width / 2, v.width_2 / 2
    lean = asin((first - second) / v.distance)
    x, y = sin(lean), cos(lean)
    corners = [
        (-half + first * x, -first * y), (half + second * x, -second * y),
        (half + second * x, second * y), (-half + first * x, first * y),
    ]  # fmt: skip
    rounds = [
        Pos(at, 0, 0) * rod(wide, v.thickness) for at, wide in ((-half, v.width), (half, v.width_2))
    ]
    return one([section(corners, v.thickness), *rounds])


_EQUAL: Final = 1e-6


def _arm(v: ParameterValues) -> Shape:
    half = v.distance / 2
    body = _arm_body(v, half)
    holes = [
        Pos(x, 0, 0) * rod(diameter, v.thickness + 2, z=-1)
        for x, diameter in ((-half, v.bore_1), (half, v.bore_2))
        if diameter
    ]
    return body - holes if holes else body


BUILDERS: Final[dict[str, Builder]] = {
    "plate": _plate,
    "disc": lambda v: keyed(
        bored(rod(v.diameter, v.thickness), v.bore, 0, v.thickness), v, v.thickness
    ),
    "ring": lambda v: bored(rod(v.outer_diameter, v.thickness), v.inner_diameter, 0, v.thickness),
    "frame": _frame,
    "pcb": _pcb,
    "arm": _arm,
}
