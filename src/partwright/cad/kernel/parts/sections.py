"""Profiles, springs, screw flights."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Circle,
    Helix,
    Plane,
    Pos,
    Rectangle,
    Rotation,
    Shape,
    sweep,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    block,
    prism,
    rod,
    section,
)
from partwright.cad.language.feature import ParameterValues


def _angle(v: ParameterValues) -> Shape:
    x, y, t = v.width / 2, v.height / 2, v.thickness
    outline = [(-x, -y), (x, -y), (x, -y + t), (-x + t, -y + t), (-x + t, y), (-x, y)]
    return section(outline, v.length)


def _u_section(v: ParameterValues) -> Shape:
    x, y, t = v.width / 2, v.height / 2, v.thickness
    inside = [(x - t, y), (x - t, -y + t), (-x + t, -y + t), (-x + t, y)]
    return section([(-x, -y), (x, -y), (x, y), *inside, (-x, y)], v.length)


def _t_section(v: ParameterValues) -> Shape:
    x, y, t = v.width / 2, v.height / 2, v.thickness
    web = [(t / 2, y - t), (t / 2, -y), (-t / 2, -y), (-t / 2, y - t)]
    return section([(-x, y), (x, y), (x, y - t), *web, (-x, y - t)], v.length)


def _i_section(v: ParameterValues) -> Shape:
    x, y, t = v.width / 2, v.height / 2, v.thickness
    right = [(x, -y), (x, -y + t), (t / 2, -y + t), (t / 2, y - t), (x, y - t), (x, y)]
    left = [(-a, b) for a, b in reversed(right)]
    return section([*right, *left], v.length)


def _z_section(v: ParameterValues) -> Shape:
    x, y, t = v.width / 2, v.height / 2, v.thickness
    outline = [(-t / 2, -y), (x, -y), (x, -y + t), (t / 2, -y + t)]
    return section([*outline, *((-a, -b) for a, b in outline)], v.length)


def _square_tube(v: ParameterValues) -> Shape:
    t = v.thickness
    inside = prism(
        v.width - 2 * t,
        v.height - 2 * t,
        v.length + 2,
        corner=max(v.corner_radius - t, 0),
        z=-1,
    )
    return prism(v.width, v.height, v.length, corner=v.corner_radius) - inside


def _slot_profile(v: ParameterValues) -> Shape:
    half, end = v.size / 2, v.length + 1
    shape = prism(v.size, v.size, v.length)
    cuts: list[Shape] = []
    for side in range(4):
        opening = block(
            (half - v.slot_depth, -v.slot_width / 2, -1), (half + 1, v.slot_width / 2, end)
        )
        room = block(
            (half - v.slot_depth, -v.slot_inner / 2, -1), (half - v.lip, v.slot_inner / 2, end)
        )
        cuts.append(Rotation(0, 0, 90 * side) * (opening + room))
    if v.core_hole:
        cuts.append(rod(v.core_hole, v.length + 2, z=-1))
    return shape - cuts


def _spring(v: ParameterValues) -> Shape:
    radius = (v.outer_diameter - v.wire_diameter) / 2
    rise = v.free_length - v.wire_diameter
    path = Helix(pitch=rise / v.turns, height=rise, radius=radius)
    start = Plane(path @ 0, z_dir=path % 0)
    coil = sweep(start * Circle(v.wire_diameter / 2), path=path, is_frenet=True)
    return Pos(0, 0, v.wire_diameter / 2) * coil


def _screw_flight(v: ParameterValues) -> Shape:
    inner, outer = v.inner_diameter / 2, v.outer_diameter / 2
    rise = v.length - v.thickness
    path = Helix(pitch=v.pitch, height=rise, radius=(inner + outer) / 2)
    blade = Rotation(90, 0, 0) * Rectangle(outer - inner, v.thickness)
    flight = sweep(Pos((inner + outer) / 2, 0, 0) * blade, path=path, is_frenet=True)
    return Pos(0, 0, v.thickness / 2) * flight


BUILDERS: Final[dict[str, Builder]] = {
    "angle_profile": _angle,
    "u_profile": _u_section,
    "t_profile": _t_section,
    "i_profile": _i_section,
    "z_profile": _z_section,
    "square_tube": _square_tube,
    "slot_profile": _slot_profile,
    "spring": _spring,
    "screw_flight": _screw_flight,
}
