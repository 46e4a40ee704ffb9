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
        for end, _ in _ends(at, hole):
            yield placed.point(*in_view(end, way)), hole.diameter / 2 * placed.scale


def rims_of(hole: HoleNote, way: str, placed: PlacedView) -> list[Point]:
    """Places on the edges of equal holes, the rightmost of these first; of slots on their round ends."""
    radius = hole.diameter / 2 * placed.scale
    found: list[tuple[Point, Point]] = []
    for at in (hole.at, *hole.others):
        for end, side in _ends(at, hole):
            middle, outer = placed.point(*in_view(end, way)), in_view(hole.half, way)
            found.append((middle, (outer[0] * side, outer[1] * side)))
    found.sort(key=lambda pair: -pair[0][0])
    return [
        spot
        for middle, outer in found[:_MOST]
        for spot in _rim((middle, radius))
        if (spot[0] - middle[0]) * outer[0] + (spot[1] - middle[1]) * outer[1] >= 0
    ]


def _ends(at: Vector, hole: HoleNote) -> Iterator[tuple[Vector, int]]:
    """The middle of a hole, or those of the round ends of a slot with the side that each is on."""
    if not any(hole.half):
        yield at, 0
        return
    for way in (-1, 1):
        x, y, z = (a + way * b for a, b in zip(at, hole.half, strict=True))
        yield (x, y, z), way


def best_leader(
    spots: Iterable[Point],
    ends: Sequence[Point],
    circles: Sequence[_Circle],
    drawn: Sequence[Leader],
) -> Leader:
    """The line from a rim of equal holes to a free end that crosses no other hole or leader.

    It is oblique where it can be, so that it is told from centre lines and edges.
    """
    lines = ((spot, end) for spot in spots for end in ends)

    def worth(line: Line) -> tuple[int, bool, float]:
        (ax, ay), (bx, by) = line
        met = sum(_distance(middle, *line) < radius * 0.98 for middle, radius in circles)
        met += sum(leaders_cross(line, other) for other in drawn)
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


def leaders_cross(one: Line, other: Line) -> bool:
    """Whether two lines meet between their ends."""
    return _side(one, other[0]) * _side(one, other[1]) < 0 and (
        _side(other, one[0]) * _side(other, one[1]) < 0
    )


def _side(line: Line, at: Point) -> float:
    (ax, ay), (bx, by) = line
    return (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)
