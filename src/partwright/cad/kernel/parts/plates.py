"""Flat bodies: plates, discs, rings, frames, boards, arms."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Pos,
    Shape,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    bored,
    keyed,
    prism,
    rod,
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


def _arm(v: ParameterValues) -> Shape:
    body = prism(v.distance + v.width, v.width, v.thickness, corner=v.width / 2)
    half = v.distance / 2
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
