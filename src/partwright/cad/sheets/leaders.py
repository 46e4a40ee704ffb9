"""Ends of leaders at holes, from where they cross as few others as can be; pure."""

from collections.abc import Iterator
from math import cos, dist, radians, sin
from typing import Final

from partwright.cad.model import Vector
from partwright.cad.sheets.model import HoleNote, Point
from partwright.cad.sheets.pen import PlacedView

_EACH: Final = 15
_Circle = tuple[Point, float]


def axis_seen_along(hole: HoleNote) -> str:
    """Of the view that shows the hole as a circle."""
    return max(zip("xyz", hole.axis, strict=True), key=lambda pair: abs(pair[1]))[0]


def in_view(at: Vector, way: str) -> Point:
    """The place in the view along that axis."""
    x, y, z = at
    return {"x": (-y, z), "y": (x, z), "z": (x, y)}[way]


def free_end(hole: HoleNote, holes: tuple[HoleNote, ...], placed: PlacedView, to: Point) -> Point:
    """The place at the rim of one of equal holes from where the line to its words crosses no other."""
    way = axis_seen_along(hole)
    seen = [one for one in holes if axis_seen_along(one) == way]
    circles = [circle for one in seen for circle in _circles(one, way, placed)]
    ends = (spot for circle in _circles(hole, way, placed) for spot in _rim(circle))
    return min(ends, key=lambda end: (_crossed(end, to, circles), dist(end, to)))


def _circles(hole: HoleNote, way: str, placed: PlacedView) -> Iterator[_Circle]:
    for at in (hole.at, *hole.others):
        yield placed.point(*in_view(at, way)), hole.diameter / 2 * placed.scale


def _rim(circle: _Circle) -> Iterator[Point]:
    (x, y), radius = circle
    for angle in range(0, 360, _EACH):
        yield x + radius * cos(radians(angle)), y + radius * sin(radians(angle))


def _crossed(end: Point, to: Point, circles: list[_Circle]) -> int:
    """The number of circles that the line comes into."""
    return sum(_distance(middle, end, to) < radius * 0.98 for middle, radius in circles)


def _distance(at: Point, a: Point, b: Point) -> float:
    """From a place to the line between two."""
    x, y = b[0] - a[0], b[1] - a[1]
    long = x * x + y * y
    part = ((at[0] - a[0]) * x + (at[1] - a[1]) * y) / long if long else 0.0
    part = min(1.0, max(0.0, part))
    return dist(at, (a[0] + part * x, a[1] + part * y))
