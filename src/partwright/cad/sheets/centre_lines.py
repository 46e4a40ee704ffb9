"""Lines through the middles of holes and of turned parts, as ISO 128 has them; pure."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

from partwright.cad.sheets.model import Line, PenStroke, Point

_BEYOND: Final = 2.5
"""Millimetres of the sheet by which they leave what they are the middle of."""
_WIDTH: Final = 0.18
_CHAIN: Final = (6.0, 1.2, 1.0, 1.2)
_SHORTEST: Final = 12.0
"""A line below it shows no dash: it is drawn through."""
_PARTS: Final = ((0, 3), (3, 6), (6, 9), (11, 12))
"""Degrees of each fourteen that are drawn along a circle: a dash in three pieces, and a dot."""
_EACH: Final = 14.4


def middle_line(low: Point, high: Point) -> PenStroke:
    """A line along the middle of a body, level or upright, from its one end to the other."""
    is_level = abs(low[1] - high[1]) < abs(low[0] - high[0])
    x, y = (_BEYOND, 0.0) if is_level else (0.0, _BEYOND)
    return _stroke((low[0] - x, low[1] - y), (high[0] + x, high[1] + y))


def centre_cross(at: Point, radius: float) -> Iterator[PenStroke]:
    """The two lines through the middle of a round."""
    x, y = at
    yield middle_line((x - radius, y), (x + radius, y))
    yield middle_line((x, y - radius), (x, y + radius))


def pitch_circle(at: Point, radius: float) -> PenStroke:
    """The circle that the holes of a pattern stand on."""

    def spot(angle: float) -> Point:
        return at[0] + radius * cos(radians(angle)), at[1] + radius * sin(radians(angle))

    starts = [number * _EACH for number in range(round(360 / _EACH))]
    return PenStroke(
        tuple((spot(one + a), spot(one + b)) for one in starts for a, b in _PARTS), _WIDTH
    )


def _stroke(a: Point, b: Point) -> PenStroke:
    line: Line = (a, b)
    is_short = abs(a[0] - b[0]) + abs(a[1] - b[1]) < _SHORTEST
    return PenStroke((line,), _WIDTH, () if is_short else _CHAIN)
