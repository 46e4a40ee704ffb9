"""Enclosures, lids and housings."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Pos,
    Rotation,
    Shape,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    block,
    one,
    prism,
    rod,
    upright_box,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.housings import foot_holes, inner_corner

LIP_OF_OWN_LID = 3.0


def _hollow(v: ParameterValues) -> Shape:
    cavity = prism(
        v.length - 2 * v.wall,
        v.width - 2 * v.wall,
        v.height,
        corner=inner_corner(v, v.wall),
        z=v.wall,
    )
    return upright_box(v) - cavity


def lipped(v: ParameterValues, *, thickness: float, lip: float, clearance: float) -> Shape:
    """A lid: its plate on z = 0, its lip below."""
    plate = prism(v.length, v.width, thickness, corner=v.corner_radius)
    if not lip:
        return plate
    inset = v.wall + clearance
    outside = prism(
        v.length - 2 * inset,
        v.width - 2 * inset,
        lip,
        corner=inner_corner(v, inset),
        z=-lip,
    )
    inside = prism(
        v.length - 2 * (inset + v.wall),
        v.width - 2 * (inset + v.wall),
        lip + 1,
        corner=inner_corner(v, inset + v.wall),
        z=-lip - 1,
    )
    return plate + (outside - inside)


def own_lid(v: ParameterValues) -> list[Shape]:
    """The lid that an enclosure is made with: a second body on its rim."""
    if not v.lid_thickness:
        return []
    lid = lipped(v, thickness=v.lid_thickness, lip=LIP_OF_OWN_LID, clearance=0.2)
    return [Pos(0, 0, v.height) * lid]


def _housing(v: ParameterValues) -> Shape:
    shapes: list[Shape] = [_hollow(v)]
    along = Pos(0, 0, v.bore_height) * Rotation(0, 90, 0)
    if v.boss_length:
        reach = v.length / 2 + v.boss_length
        boss = rod(
            v.boss_diameter, v.boss_length + v.wall / 2, z=reach - v.boss_length - v.wall / 2
        )
        shapes += [along * boss, along * Rotation(180, 0, 0) * boss]
    if v.foot_width:
        inside, outside = v.width / 2 - v.wall / 2, v.width / 2 + v.foot_width
        half = v.length / 2
        for low, high in ((inside, outside), (-outside, -inside)):
            shapes.append(block((-half, low, 0), (half, high, v.foot_thickness)))
    cuts = [
        along
        * rod(
            v.bore_diameter, v.length + 2 * v.boss_length + 2, z=-v.length / 2 - v.boss_length - 1
        )
    ]
    cuts += [Pos(x, y, 0) * rod(v.foot_hole_diameter, z + 2, z=-1) for x, y, z in foot_holes(v)]
    return one(shapes) - cuts


BUILDERS: Final[dict[str, Builder]] = {
    "housing": _housing,
    "enclosure": _hollow,
    "lid": lambda v: lipped(v, thickness=v.thickness, lip=v.lip_height, clearance=v.clearance),
}
