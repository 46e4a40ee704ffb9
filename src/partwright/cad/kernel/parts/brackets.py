"""Bent and clamping bodies: brackets, clamps, grips, elbows."""

from collections.abc import Callable
from typing import Any, Final

from partwright.cad.kernel.parts.library import (
    Axis,
    Circle,
    FilletPolyline,
    Pos,
    Rotation,
    Shape,
    fillet,
    revolve,
    sweep,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    annulus,
    block,
    rod,
    upright,
)
from partwright.cad.language.feature import ParameterValues


def _l_bracket(v: ParameterValues) -> Shape:
    half, t = v.length / 2, v.thickness
    outline = [(-half, 0), (half, 0), (half, t), (-half + t, t), (-half + t, v.height)]
    made = upright([*outline, (-half, v.height)], v.width, rounded={3: v.inner_radius})
    return _cornered(made, v, lambda c: abs(c.X - half) < _SAME or abs(c.Z - v.height) < _SAME)


def _u_bracket(v: ParameterValues) -> Shape:
    half, t, h = v.length / 2, v.thickness, v.height
    outline = [(-half, 0), (half, 0), (half, h), (half - t, h), (half - t, t), (-half + t, t)]
    made = upright(
        [*outline, (-half + t, h), (-half, h)],
        v.width,
        rounded={4: v.inner_radius, 5: v.inner_radius},
    )
    return _cornered(made, v, lambda c: abs(c.Z - h) < _SAME)


def _z_bracket(v: ParameterValues) -> Shape:
    half, t, h = v.thickness / 2, v.thickness, v.height
    low, high = half - v.lower_leg, v.upper_leg - half
    outline = [(low, 0), (half, 0), (half, h - t), (high, h - t), (high, h), (-half, h)]
    made = upright([*outline, (-half, t), (low, t)], v.width, rounded={})
    return _cornered(made, v, lambda c: abs(c.X - low) < _SAME or abs(c.X - high) < _SAME)


_SAME = 1e-6


def _cornered(shape: Shape, v: ParameterValues, is_end: Callable[[Any], bool]) -> Shape:
    """The shape with the corners of its legs rounded: the edges through them at both sides."""
    if not v.corner_radius:
        return shape
    middles = [(edge, edge.center()) for edge in shape.edges()]
    side = v.width / 2
    wanted = [edge for edge, c in middles if abs(abs(c.Y) - side) < _SAME and is_end(c)]
    return fillet(wanted, v.corner_radius)


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


BUILDERS: Final[dict[str, Builder]] = {
    "l_bracket": _l_bracket,
    "u_bracket": _u_bracket,
    "z_bracket": _z_bracket,
    "clamp": _clamp,
    "grip": _grip,
    "elbow": _elbow,
}
