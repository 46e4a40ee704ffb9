"""Plates, discs, rings, frames, circuit boards, arms; blocks, enclosures, housings."""

from typing import Final

from partwright.cad.kernel.parts.library import Plane, Pos, Rotation, Shape
from partwright.cad.kernel.parts.shapes import Builder, block, bored, one, prism, rod, section
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.boxes import foot_holes, inner_corner

LIP_OF_OWN_LID = 3.0


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


def _box(v: ParameterValues) -> Shape:
    return prism(v.length, v.width, v.height, corner=v.corner_radius)


def _hollow(v: ParameterValues) -> Shape:
    cavity = prism(
        v.length - 2 * v.wall,
        v.width - 2 * v.wall,
        v.height,
        corner=inner_corner(v, v.wall),
        z=v.wall,
    )
    return _box(v) - cavity


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


def _lid(v: ParameterValues) -> Shape:
    return lipped(v, thickness=v.thickness, lip=v.lip_height, clearance=v.clearance)


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


def _heat_sink(v: ParameterValues) -> Shape:
    half, number = v.width / 2, int(v.fin_count)
    pitch = (v.width - v.fin_thickness) / (number - 1)
    outline = [(-half, 0.0)]
    for fin in range(number):
        start = -half + fin * pitch
        foot, end = (v.base_thickness, v.height), start + v.fin_thickness
        outline += [(start, foot[0])] if fin else []
        outline += [(start, foot[1]), (end, foot[1])]
        outline += [(end, foot[0])] if fin < number - 1 else []
    outline += [(half, 0.0)]
    return Plane.YZ.offset(-v.length / 2).location * section(outline, v.length)


BUILDERS: Final[dict[str, Builder]] = {
    "plate": _plate,
    "disc": lambda v: bored(rod(v.diameter, v.thickness), v.bore, 0, v.thickness),
    "ring": lambda v: bored(rod(v.outer_diameter, v.thickness), v.inner_diameter, 0, v.thickness),
    "frame": _frame,
    "pcb": _pcb,
    "arm": _arm,
    "box": _box,
    "enclosure": _hollow,
    "lid": _lid,
    "housing": _housing,
    "heat_sink": _heat_sink,
    "envelope_box": _box,
}
