"""The few solids that everything is made of."""

from collections.abc import Callable, Iterable, Sequence
from math import radians, sqrt, tan
from typing import Any

from partwright.cad.kernel.parts.library import (
    Align,
    Axis,
    Box,
    Circle,
    Cone,
    Cylinder,
    Face,
    Plane,
    Polyline,
    Pos,
    RectangleRounded,
    RegularPolygon,
    Shape,
    SlotOverall,
    Wire,
    extrude,
    fillet,
    make_face,
    revolve,
)
from partwright.cad.language.feature import ParameterValues, TurnedStep

Builder = Callable[[ParameterValues], Shape]

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def prism(
    length: float, width: float, height: float, *, corner: float = 0.0, z: float = 0.0
) -> Shape:
    """A block around the z axis that begins at z, its upright corners rounded."""
    if corner <= 0:
        return Pos(0, 0, z) * Box(length, width, height, align=_UP)
    if corner >= min(length, width) / 2 - 1e-6:
        return Pos(0, 0, z) * _rounded_off(length, width, height)
    return Pos(0, 0, z) * extrude(RectangleRounded(length, width, corner), height)


def _rounded_off(length: float, width: float, height: float) -> Shape:
    if abs(length - width) < 1e-6:
        return Cylinder(length / 2, height, align=_UP)
    turn = 0 if length > width else 90
    return extrude(SlotOverall(max(length, width), min(length, width), rotation=turn), height)


def block(low: Sequence[float], high: Sequence[float]) -> Shape:
    """A block from corner to corner."""
    size = [high[axis] - low[axis] for axis in range(3)]
    return Pos(*low) * Box(*size, align=(Align.MIN, Align.MIN, Align.MIN))


def rod(diameter: float, height: float, *, z: float = 0.0) -> Shape:
    """A cylinder about the z axis that begins at z."""
    return Pos(0, 0, z) * Cylinder(diameter / 2, height, align=_UP)


def bored(shape: Shape, diameter: float, low: float, high: float) -> Shape:
    """The shape with a bore about the z axis, right through; as it is when the diameter is 0."""
    return shape - rod(diameter, high - low + 2, z=low - 1) if diameter > 0 else shape


def keyed(shape: Shape, v: ParameterValues, height: float, *, bore: str = "bore") -> Shape:
    """The bored shape with a keyway along its bore; as it is where its width is 0."""
    if not v.keyway_width:
        return shape
    half = v.keyway_width / 2
    return shape - block((0, -half, -1), (v[bore] / 2 + v.keyway_depth, half, height + 1))


def hexagon(across: float, height: float) -> Shape:
    """A hexagonal prism on z = 0 with corners on the x axis."""
    return extrude(RegularPolygon(across / sqrt(3), 6), height)


def turned(points: Iterable[tuple[float, float]]) -> Shape:
    """A body of revolution from the outline of its half section: radius and z of each corner."""
    corners = [(radius, 0.0, z) for radius, z in points]
    return revolve(make_face(Polyline(*corners, close=True)), Axis.Z)


def upright(
    points: Iterable[tuple[float, float]], depth: float, *, rounded: dict[int, float]
) -> Shape:
    """An outline in x and z, extruded to half the depth on both sides along y.

    `rounded` gives the radius of some of its corners by their number.
    """
    corners = list(points)
    face = make_face(Polyline(*corners, close=True))
    for number, radius in rounded.items():
        if radius > 0:
            x, y = corners[number]
            vertex = min(face.vertices(), key=lambda v: (v.X - x) ** 2 + (v.Y - y) ** 2)
            face = fillet(vertex, radius)
    return extrude(Plane.XZ * face, depth / 2, both=True)


def section(points: Iterable[tuple[float, float]], length: float) -> Shape:
    """An outline in x and y, extruded along z."""
    return extrude(make_face(Polyline(*points, close=True)), length)


def across(outline: Any, height: float) -> Shape:
    """A wire or a face in x and y, extruded along z."""
    face = Face(outline) if isinstance(outline, Wire) else outline
    if face.normal_at().Z < 0:
        face = -face
    return extrude(face, height)


def countersink(diameter: float, hole: float) -> Shape:
    """A cone of 90° with its wide end at z = 0, down to the hole's diameter."""
    depth = (diameter - hole) / 2 / tan(radians(45))
    return Pos(0, 0, -depth) * Cone(hole / 2, diameter / 2, depth, align=_UP)


def annulus(outer: float, inner: float) -> Shape:
    """A ring as a sketch."""
    return Circle(outer / 2) - Circle(inner / 2) if inner > 0 else Circle(outer / 2)


def one(shapes: Iterable[Shape]) -> Shape:
    """The union of shapes."""
    first, *rest = shapes
    return first.fuse(*rest).clean() if rest else first


def upright_box(v: ParameterValues) -> Shape:
    return prism(v.length, v.width, v.height, corner=v.corner_radius)


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
