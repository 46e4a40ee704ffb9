"""Distances in a plane, and how far toothed and bladed wheels reach; pure."""

from math import cos, hypot, pi, radians, sin

import msgspec

Point = tuple[float, float]


class Capsule(msgspec.Struct, frozen=True):
    """All points within `radius` of a segment: a disc when its ends are one point."""

    start: Point
    end: Point
    radius: float


def to_rim(at: Point, *, half_x: float, half_y: float, corner: float) -> float:
    """The distance of a point inside a rectangle with rounded corners from its rim; negative outside."""
    x = abs(at[0]) - (half_x - corner)
    y = abs(at[1]) - (half_y - corner)
    outside = hypot(max(x, 0.0), max(y, 0.0))
    return corner - outside - min(max(x, y), 0.0)


def to_point(at: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    along = 0.0
    if square > 0:
        along = min(max(((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / square, 0.0), 1.0)
    return hypot(at[0] - start[0] - along * dx, at[1] - start[1] - along * dy)


def apart(a: Capsule, b: Capsule) -> float:
    """The gap between two capsules; not positive when they touch."""
    if _cross(a, b):
        return -(a.radius + b.radius)
    nearest = min(
        to_point(a.start, b.start, b.end),
        to_point(a.end, b.start, b.end),
        to_point(b.start, a.start, a.end),
        to_point(b.end, a.start, a.end),
    )
    return nearest - a.radius - b.radius


def _cross(a: Capsule, b: Capsule) -> bool:
    return (
        _side(a.start, a.end, b.start) * _side(a.start, a.end, b.end) < 0
        and _side(b.start, b.end, a.start) * _side(b.start, b.end, a.end) < 0
    )


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def turned(at: Point, degrees: float) -> Point:
    """A point turned about the origin."""
    angle = radians(degrees)
    return (
        at[0] * cos(angle) - at[1] * sin(angle),
        at[0] * sin(angle) + at[1] * cos(angle),
    )


def reach(
    radius: float, *, teeth: int, half: float, inside: float = 0.0, first: float = 0.0
) -> tuple[float, float, float, float]:
    """The extent of arcs at a radius, spread evenly round the origin: -x, +x, -y, +y.

    `half` is half the angle of one arc, `first` the middle of the first, both in radians;
    `inside` the radius of the full disc within.
    """

    def towards(direction: float) -> float:
        pitch = 2 * pi / teeth
        off = (direction - first) % pitch
        nearest = max(min(off, pitch - off) - half, 0.0)
        return max(radius * cos(nearest), inside)

    return towards(pi), towards(0.0), towards(1.5 * pi), towards(0.5 * pi)
