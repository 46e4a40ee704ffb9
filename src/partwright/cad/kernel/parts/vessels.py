"""Flanges, cones, domes, spheres and cups."""

from math import sqrt
from typing import Any, Final

from partwright.cad.kernel.parts.library import (
    Axis,
    Line,
    Pos,
    Shape,
    Sphere,
    ThreePointArc,
    make_face,
    revolve,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    bored,
    keyed,
    rod,
    stepped,
    turned,
)
from partwright.cad.language.feature import ParameterValues, TurnedStep
from partwright.cad.language.features.vessels import cap_radius, flange_bolts


def _flange(v: ParameterValues) -> Shape:
    steps = [TurnedStep(0.0, v.thickness, v.outer_diameter, v.bore)]
    if v.hub_diameter:
        steps.append(TurnedStep(v.thickness, v.thickness + v.hub_height, v.hub_diameter, v.bore))
    height = steps[-1].high
    return keyed(stepped(tuple(steps)), v, height) - [
        Pos(hole.position[0], hole.position[1], 0) * rod(v.bolt_hole, v.thickness + 2, z=-1)
        for hole in flange_bolts(v)
    ]


def _cone(v: ParameterValues) -> Shape:
    bottom, top = v.bottom_diameter / 2, v.top_diameter / 2
    if not v.wall:
        return turned([(0, 0), (bottom, 0), (top, v.height), (0, v.height)])
    # The wall is measured across, so along the radius it is thicker the flatter the cone.
    wall = v.wall * sqrt(v.height**2 + (bottom - top) ** 2) / v.height
    return turned([(bottom - wall, 0), (bottom, 0), (top, v.height), (top - wall, v.height)])


def _dome(v: ParameterValues) -> Shape:
    radius, half = cap_radius(v), v.diameter / 2
    middle = v.height - radius
    outer = _arc(radius, middle, half)
    if not v.wall:
        lines = [Line((0, 0, 0), (half, 0, 0)), Line((0, 0, 0), (0, 0, v.height))]
        return revolve(make_face([outer, *lines]), Axis.Z)
    inner_radius = radius - v.wall
    inner_half = sqrt(inner_radius**2 - middle**2)
    lines = [
        Line((inner_half, 0, 0), (half, 0, 0)),
        Line((0, 0, v.height - v.wall), (0, 0, v.height)),
    ]
    inner = _arc(inner_radius, middle, inner_half)
    return revolve(make_face([outer, inner, *lines]), Axis.Z)


def _arc(radius: float, middle: float, half: float) -> Any:
    """From the point on z = 0 up to the axis, about the axis point at the height `middle`."""
    return ThreePointArc((half, 0, 0), _on_arc(radius, middle, half), (0, 0, middle + radius))


def _on_arc(radius: float, middle: float, half: float) -> tuple[float, float, float]:
    """The point half way along the arc from the rim to the apex."""
    x, z = half / 2, (0.0 + middle + radius) / 2 - middle
    scale = radius / sqrt(x * x + z * z)
    return (x * scale, 0.0, middle + z * scale)


def _sphere(v: ParameterValues) -> Shape:
    height = sqrt(v.diameter**2 - v.bore**2)
    ball = Pos(0, 0, height / 2) * Sphere(v.diameter / 2)
    return bored(ball, v.bore, -v.diameter, 2 * v.diameter)


def _cup(v: ParameterValues) -> Shape:
    outer, inner, bore = v.outer_diameter / 2, v.outer_diameter / 2 - v.wall, v.bore / 2
    return turned(
        [
            (bore, 0),
            (outer, 0),
            (outer, v.height),
            (inner, v.height),
            (inner, v.wall),
            (bore, v.wall),
        ]
    )


BUILDERS: Final[dict[str, Builder]] = {
    "flange": _flange,
    "cone": _cone,
    "dome": _dome,
    "sphere": _sphere,
    "cup": _cup,
}
