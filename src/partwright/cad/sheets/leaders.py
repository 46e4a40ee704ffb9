"""Leaders from holes to their words, by where they cross as little as can be; pure."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, dist, radians, sin
from typing import Final

from partwright.cad.model import Vector
from partwright.cad.sheets.model import HoleNote, Line, Point
from partwright.cad.sheets.pen import PlacedView

_EACH: Final = 15
_MOST: Final = 8
"""Of equal holes, those that a leader may begin at."""
_OBLIQUE: Final = 0.25
"""The tangent of the least angle of a leader."""
_Circle = tuple[Point, float]
Leader = Line
"""From a hole to where its words begin."""


def axis_seen_along(hole: HoleNote) -> str:
    """Of the view that shows the hole as a circle."""
    return max(zip("xyz", hole.axis, strict=True), key=lambda pair: abs(pair[1]))[0]


def in_view(at: Vector, way: str) -> Point:
    """The place in the view along that axis."""
    x, y, z = at
    return {"x": (-y, z), "y": (x, z), "z": (x, y)}[way]


def circles_of(hole: HoleNote, way: str, placed: PlacedView) -> Iterator[_Circle]:
    """The holes of a pattern on the sheet, each with its radius."""
    for at in (hole.at, *hole.others):
        yield placed.point(*in_view(at, way)), hole.diameter / 2 * placed.scale


def best_leader(
    own: Iterable[_Circle],
    ends: Sequence[Point],
    circles: Sequence[_Circle],
    drawn: Sequence[Leader],
) -> Leader:
    """The line from the rim of one of equal holes to a free end that crosses no other hole or leader.

    It is oblique where it can be, so that it is told from centre lines and edges.
    """
    nearest = sorted(own, key=lambda circle: -circle[0][0])[:_MOST]
    lines = ((spot, end) for circle in nearest for spot in _rim(circle) for end in ends)

    def worth(line: Line) -> tuple[int, bool, float]:
        (ax, ay), (bx, by) = line
        met = sum(_distance(middle, *line) < radius * 0.98 for middle, radius in circles)
        met += sum(_cross(line, other) for other in drawn)
        return met, abs(by - ay) < _OBLIQUE * abs(bx - ax), dist(*line)

    return min(lines, key=worth)


def _rim(circle: _Circle) -> Iterator[Point]:
    (x, y), radius = circle
    for angle in range(0, 360, _EACH):
        yield x + radius * cos(radians(angle)), y + radius * sin(radians(angle))


def _distance(at: Point, a: Point, b: Point) -> float:
    """From a place to the line between two."""
    x, y = b[0] - a[0], b[1] - a[1]
    long = x * x + y * y
    part = ((at[0] - a[0]) * x + (at[1] - a[1]) * y) / long if long else 0.0
    part = min(1.0, max(0.0, part))
    return dist(at, (a[0] + part * x, a[1] + part * y))


def _cross(one: Line, other: Line) -> bool:
    """Whether two lines meet between their ends."""
    return _side(one, other[0]) * _side(one, other[1]) < 0 and (
        _side(other, one[0]) * _side(other, one[1]) < 0
    )


def _side(line: Line, at: Point) -> float:
    (ax, ay), (bx, by) = line
    return (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)
