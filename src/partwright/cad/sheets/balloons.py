"""Item numbers in circles around the view of an assembly, whose leaders cross nowhere; pure."""

from collections.abc import Sequence
from itertools import combinations
from math import cos, dist, sin, tau
from typing import Final

from partwright.cad.sheets.model import FilledShape, PenStroke, Point, SheetText
from partwright.cad.sheets.pen import SheetDrawing

RADIUS: Final = 4.0
AROUND: Final = 14.0
"""Of room that the numbers take on each side of the view."""
_APART: Final = 10.5
_TEXT: Final = 3.5
_CHORDS: Final = 36
_DOT: Final = 0.6
_LEAST: Final = 1e-9
Box = tuple[Point, Point]


def draw_balloons(drawing: SheetDrawing, spots: Sequence[tuple[int, Point]], box: Box) -> None:
    """Each number beside the box of the view, with a line to the place of its part."""
    places = _places(box, len(spots))
    for (number, spot), place in zip(spots, _shared(spots, places), strict=True):
        away = dist(spot, place)
        share = RADIUS / away if away > RADIUS else 0.0
        rim = tuple(a + (b - a) * share for a, b in zip(place, spot, strict=True))
        drawing.lines(((rim[0], rim[1]), spot))
        drawing.shapes.append(FilledShape(_round(spot, _DOT)))
        circle = _round(place, RADIUS)
        edges = tuple(zip(circle, (*circle[1:], circle[0]), strict=True))
        drawing.strokes.append(PenStroke(edges, 0.25))
        below = (place[0], place[1] - _TEXT * 0.36)
        drawing.texts.append(SheetText(below, f"{number}", _TEXT, "middle"))


def _places(box: Box, wanted: int) -> list[Point]:
    """Places around the box, evenly and at least as many as are wanted, none below it."""
    (left, low), (right, high) = box
    off = AROUND - RADIUS - 1
    left, right, top = left - off, right + off, high + off
    upright = [low + RADIUS + n * _APART for n in range(max(1, int((high - low) / _APART)))]
    level = [left + n * _APART for n in range(max(1, int((right - left) / _APART) + 1))]
    found = [(left, y) for y in upright] + [(right, y) for y in upright]
    found += [(x, top) for x in level]
    more = wanted - len(found)
    return found + [(left - _APART * (1 + n // 4), low + _APART * (n % 4)) for n in range(more)]


def _shared(spots: Sequence[tuple[int, Point]], places: Sequence[Point]) -> list[Point]:
    """A place for each spot; of the sharings that exchanges reach that with the shortest lines, so that none cross."""
    free = list(places)
    taken: list[Point] = []
    for _, spot in spots:
        best = min(free, key=lambda place: dist(spot, place))
        free.remove(best)
        taken.append(best)
    is_better = True
    while is_better:
        is_better = _exchanged(spots, taken) or _moved(spots, taken, free)
    return taken


def _exchanged(spots: Sequence[tuple[int, Point]], taken: list[Point]) -> bool:
    """Exchange two places where that makes both lines together shorter: two that cross always do."""
    for a, b in combinations(range(len(taken)), 2):
        now = dist(spots[a][1], taken[a]) + dist(spots[b][1], taken[b])
        then = dist(spots[a][1], taken[b]) + dist(spots[b][1], taken[a])
        if then < now - _LEAST:
            taken[a], taken[b] = taken[b], taken[a]
            return True
    return False


def _moved(spots: Sequence[tuple[int, Point]], taken: list[Point], free: list[Point]) -> bool:
    """Move a number to a free place that is nearer to its part."""
    for number, (_, spot) in enumerate(spots):
        near = min(free, key=lambda place: dist(spot, place), default=taken[number])
        if dist(spot, near) < dist(spot, taken[number]) - _LEAST:
            free.remove(near)
            free.append(taken[number])
            taken[number] = near
            return True
    return False


def _round(at: Point, radius: float) -> tuple[Point, ...]:
    turns = [tau * n / _CHORDS for n in range(_CHORDS)]
    return tuple((at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns)
