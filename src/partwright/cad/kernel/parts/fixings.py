"""Levers of two arms, and straps that hold a pipe: bell cranks, pipe saddles."""

from typing import Final

from partwright.cad.kernel.parts.library import Pos, Rotation, Shape
from partwright.cad.kernel.parts.shapes import Builder, block, one, prism, rod
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.fixings import (
    clevis_holes,
    crank_ends,
    lug_centre,
    saddle_half,
)


def _bell_crank(v: ParameterValues) -> Shape:
    half, made = v.width / 2, rod(v.hub_diameter, v.thickness)
    for turn, long in ((0.0, v.arm_1), (v.angle, v.arm_2)):
        arm = block((0, -half, 0), (long, half, v.thickness)) + Pos(long, 0, 0) * rod(v.width, v.thickness)  # fmt: skip
        made += Rotation(0, 0, turn) * arm
    bores = [(0.0, 0.0, v.bore)]
    bores += [(x, y, v[f"bore_{n}"]) for n, (x, y) in enumerate(crank_ends(v), 1)]
    return made - [Pos(x, y, 0) * rod(d, v.thickness + 2, z=-1) for x, y, d in bores]


def _saddle(v: ParameterValues) -> Shape:
    half, side, inside = saddle_half(v), v.width / 2, v.inner_diameter / 2

    def along(diameter: float, beyond: float) -> Shape:
        long = v.width + 2 * beyond
        return Pos(0, long / 2, v.rise) * Rotation(90, 0, 0) * rod(diameter, long)

    arch = along(2 * half, 0.0)
    if v.rise:
        arch += block((-half, -side, 0), (half, side, v.rise))
    arch -= [
        along(2 * inside, 1.0),
        block((-inside, -side - 1, -1 - half), (inside, side + 1, v.rise)),
        block((-half - 1, -side - 1, -1 - 2 * half), (half + 1, side + 1, 0)),
    ]
    end = half + v.ear_length
    for way in (1, -1)[: int(v.ears)]:
        low, high = sorted((way * inside, way * end))
        arch += block((low, -side, 0), (high, side, v.thickness))
    holes = [
        Pos(way * (half + v.ear_length / 2), 0, 0) * rod(v.hole_diameter, v.thickness + 2, z=-1)
        for way in (1, -1)[: int(v.ears)]
    ]
    return arch - holes


def _clevis_bracket(v: ParameterValues) -> Shape:
    half, centre = v.lug_width / 2, lug_centre(v)
    outer = v.gap / 2 + v.lug_thickness
    made = prism(v.length, v.width, v.thickness)
    across = Pos(-outer, 0, centre) * Rotation(0, 90, 0)
    lugs = block((-outer, -half, 0), (outer, half, centre)) + across * rod(v.lug_width, 2 * outer)
    lugs -= [
        block((-v.gap / 2, -half - 1, v.thickness), (v.gap / 2, half + 1, centre + half + 1)),
        across * rod(v.pin_diameter, 2 * outer + 2, z=-1),
    ]
    made = one([made, lugs])
    holes = [Pos(x, y, 0) * rod(v.hole_diameter, v.thickness + 2, z=-1) for x, y in clevis_holes(v)]
    return made - holes if holes else made


BUILDERS: Final[dict[str, Builder]] = {
    "bell_crank": _bell_crank,
    "saddle": _saddle,
    "clevis_bracket": _clevis_bracket,
}
