"""Bodies of revolution: rods, shafts, flanges, bushings, cones, domes, motors."""

from math import sqrt
from typing import Any, Final

from partwright.cad.kernel.parts.library import (
    Axis,
    Line,
    Pos,
    Shape,
    Sphere,
    ThreePointArc,
    Torus,
    make_face,
    revolve,
)
from partwright.cad.kernel.parts.shapes import Builder, bored, hexagon, prism, rod, turned
from partwright.cad.language.feature import ParameterValues, TurnedStep
from partwright.cad.language.features.envelopes import motor_holes
from partwright.cad.language.features.turned import shaft_steps
from partwright.cad.language.features.vessels import cap_radius, flange_bolts


def stepped(steps: tuple[TurnedStep, ...]) -> Shape:
    """Cylinders on each other, bored through; neighbours of one diameter are one."""
    outline: list[tuple[float, float]] = []
    for step in steps:
        radius = step.diameter / 2
        if outline and abs(outline[-1][0] - radius) < 1e-9:
            outline[-1] = (radius, step.high)
        else:
            outline += [(radius, step.low), (radius, step.high)]
    inner = steps[0].bore / 2
    return turned([(inner, 0.0), *outline, (inner, steps[-1].high)])


def _tube(outer: float, inner: float, length: float) -> Shape:
    return stepped((TurnedStep(0.0, length, outer, inner),))


def _flange(v: ParameterValues) -> Shape:
    steps = [TurnedStep(0.0, v.thickness, v.outer_diameter, v.bore)]
    if v.hub_diameter:
        steps.append(TurnedStep(v.thickness, v.thickness + v.hub_height, v.hub_diameter, v.bore))
    return stepped(tuple(steps)) - [
        Pos(hole.position[0], hole.position[1], 0) * rod(v.bolt_hole, v.thickness + 2, z=-1)
        for hole in flange_bolts(v)
    ]


def _bushing(v: ParameterValues) -> Shape:
    inner = v.inner_diameter
    if not v.collar_diameter:
        return _tube(v.outer_diameter, inner, v.length)
    return stepped(
        (
            TurnedStep(0.0, v.collar_thickness, v.collar_diameter, inner),
            TurnedStep(v.collar_thickness, v.length, v.outer_diameter, inner),
        )
    )


def _spacer(v: ParameterValues) -> Shape:
    if v.sides == 6:
        return bored(hexagon(v.outer_diameter, v.length), v.inner_diameter, 0, v.length)
    return _tube(v.outer_diameter, v.inner_diameter, v.length)


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


def _motor(v: ParameterValues) -> Shape:
    top = v.body_length
    body = rod(v.size, top) if v.round else prism(v.size, v.size, top, corner=v.size * 0.1)
    body += [
        rod(v.pilot_diameter, v.pilot_height + 0.5, z=top - 0.5),
        rod(v.shaft_diameter, v.shaft_length + 0.5, z=top - 0.5),
    ]
    if not v.hole_diameter:
        return body
    return body - [
        Pos(x, y, 0) * rod(v.hole_diameter, v.hole_depth + 1, z=top - v.hole_depth)
        for x, y in motor_holes(v)
    ]


BUILDERS: Final[dict[str, Builder]] = {
    "rod": lambda v: rod(v.diameter, v.length),
    "tube": lambda v: _tube(v.outer_diameter, v.inner_diameter, v.length),
    "shaft": lambda v: stepped(shaft_steps(v)),
    "flange": _flange,
    "bushing": _bushing,
    "spacer": _spacer,
    "cone": _cone,
    "dome": _dome,
    "o_ring": lambda v: Pos(0, 0, v.cord / 2) * Torus((v.inner_diameter + v.cord) / 2, v.cord / 2),
    "cup": _cup,
    "sphere": _sphere,
    "envelope_cylinder": lambda v: rod(v.diameter, v.length),
    "envelope_motor": _motor,
}
