"""Lines through the middles of holes and of turned parts, as ISO 128 has them; pure."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

from partwright.cad.sheets.leaders import axis_seen_along, in_view
from partwright.cad.sheets.model import Line, PenStroke, Point, SheetTitle
from partwright.cad.sheets.pen import PlacedView, SheetDrawing

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


def draw_centre_lines(
    drawing: SheetDrawing, views: dict[str, PlacedView], title: SheetTitle
) -> None:
    """The middle lines of holes, of the circles they stand on, and of a turned part."""
    if title.is_round:
        end = views["x" if title.lies else "z"]
        for placed in views.values():
            if placed is end:
                drawing.strokes += centre_cross(middle_of(end), end.size[0] * end.scale / 2)
                continue
            x, y = middle_of(placed)
            across = (placed.at[0], y), (placed.far[0], y)
            up = (x, placed.at[1]), (x, placed.far[1])
            drawing.strokes.append(middle_line(*(across if title.lies else up)))
    for hole in title.holes:
        way = axis_seen_along(hole)
        if way not in views:
            continue
        placed = views[way]
        spots = [placed.point(*in_view(at, way)) for at in (hole.at, *hole.others)]
        for at in spots:
            if not (title.is_round and is_turned_about(at, placed, title)):
                drawing.strokes += centre_cross(at, hole.diameter / 2 * placed.scale)
        if hole.circle and hole.words:
            x, y = (sum(one) / len(spots) for one in zip(*spots, strict=True))
            drawing.strokes.append(pitch_circle((x, y), hole.circle / 2 * placed.scale))
    drawing.strokes += [middle_line(*line) for line in sorted(_lengthwise(views, title))]


def _lengthwise(views: dict[str, PlacedView], title: SheetTitle) -> set[Line]:
    """The middles of holes where these are seen from the side, each once."""
    found: set[Line] = set()
    for hole in title.holes if title.shows_hidden else ():
        for way, placed in views.items():
            if way == axis_seen_along(hole) or not hole.deep:
                continue
            for at in (hole.at, *hole.others):
                ends = [placed.point(*in_view(one, way)) for one in (at, hole.ground(at))]
                low, high = sorted((round(x, 3), round(y, 3)) for x, y in ends)
                is_told = title.is_round and _is_middle(low, high, placed, lies=title.lies)
                if not is_told and _is_straight(low, high):
                    found.add((low, high))
    return found


def _is_middle(low: Point, high: Point, placed: PlacedView, *, lies: bool) -> bool:
    """Whether a line runs along the middle of a turned part, which has one already."""
    x, y = middle_of(placed)
    if lies:
        return abs(low[1] - y) + abs(high[1] - y) < _SAME
    return abs(low[0] - x) + abs(high[0] - x) < _SAME


def _is_straight(low: Point, high: Point) -> bool:
    return min(abs(low[0] - high[0]), abs(low[1] - high[1])) < _SAME


_SAME: Final = 0.01


def middle_of(placed: PlacedView) -> Point:
    """The middle of a view."""
    return (placed.at[0] + placed.far[0]) / 2, (placed.at[1] + placed.far[1]) / 2


def is_turned_about(at: Point, placed: PlacedView, title: SheetTitle) -> bool:
    """Whether the place is the middle of a turned or hexagonal part."""
    x, y = middle_of(placed)
    is_turned = title.is_round or title.flats > 0
    return is_turned and abs(at[0] - x) + abs(at[1] - y) < _SAME


def _stroke(a: Point, b: Point) -> PenStroke:
    line: Line = (a, b)
    is_short = abs(a[0] - b[0]) + abs(a[1] - b[1]) < _SHORTEST
    return PenStroke((line,), _WIDTH, () if is_short else _CHAIN)
