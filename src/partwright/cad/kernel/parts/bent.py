"""Brackets, clamps, grips, elbows; profiles, springs."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Axis,
    Circle,
    FilletPolyline,
    Helix,
    Plane,
    Pos,
    Rotation,
    Shape,
    extrude,
    revolve,
    sweep,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    annulus,
    block,
    prism,
    rod,
    section,
    upright,
)
from partwright.cad.language.feature import ParameterValues


def _l_bracket(v: ParameterValues) -> Shape:
    half, t = v.length / 2, v.thickness
    outline = [(-half, 0), (half, 0), (half, t), (-half + t, t), (-half + t, v.height)]
    return upright([*outline, (-half, v.height)], v.width, rounded={3: v.inner_radius})


def _u_bracket(v: ParameterValues) -> Shape:
    half, t, h = v.length / 2, v.thickness, v.height
    outline = [(-half, 0), (half, 0), (half, h), (half - t, h), (half - t, t), (-half + t, t)]
    return upright(
        [*outline, (-half + t, h), (-half, h)],
        v.width,
        rounded={4: v.inner_radius, 5: v.inner_radius},
    )


def _clamp(v: ParameterValues) -> Shape:
    outside = v.inner_diameter / 2 + v.thickness
    far, half = outside + v.ear_length, v.gap / 2 + v.thickness
    ears = block((0, -half, 0), (far, half, v.width))
    bolt = Rotation(90, 0, 0) * rod(v.hole_diameter, 2 * half + 2, z=-half - 1)
    return (rod(2 * outside, v.width) + ears) - [
        rod(v.inner_diameter, v.width + 2, z=-1),
        block((0, -v.gap / 2, -1), (far + 1, v.gap / 2, v.width + 1)),
        Pos(outside + v.ear_length / 2, 0, v.width / 2) * bolt,
    ]


def _grip(v: ParameterValues) -> Shape:
    half, top = v.span / 2, v.height - v.diameter / 2
    path = FilletPolyline(
        (-half, 0, 0), (-half, 0, top), (half, 0, top), (half, 0, 0), radius=v.bend_radius
    )
    return sweep(Pos(-half, 0, 0) * Circle(v.diameter / 2), path=path)


def _elbow(v: ParameterValues) -> Shape:
    axis = Axis((v.bend_radius, 0, 0), (0, 1, 0))
    return revolve(annulus(v.outer_diameter, v.inner_diameter), axis, v.angle)


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


def _cable(v: ParameterValues) -> Shape:
    return extrude(Circle(v.diameter / 2), v.length)


BUILDERS: Final[dict[str, Builder]] = {
    "l_bracket": _l_bracket,
    "u_bracket": _u_bracket,
    "clamp": _clamp,
    "grip": _grip,
    "elbow": _elbow,
    "angle_profile": _angle,
    "u_profile": _u_section,
    "t_profile": _t_section,
    "i_profile": _i_section,
    "z_profile": _z_section,
    "square_tube": _square_tube,
    "slot_profile": _slot_profile,
    "spring": _spring,
    "cable": _cable,
}
