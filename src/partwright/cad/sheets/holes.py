"""Words and places of holes on a sheet: leaders that cross nothing, the nearest place told first; pure."""

from typing import Final, NamedTuple

from partwright.cad.sheets.centre_lines import is_turned_about
from partwright.cad.sheets.leaders import (
    Leader,
    axis_seen_along,
    best_leader,
    circles_of,
    in_view,
    rims_of,
)
from partwright.cad.sheets.model import HoleNote, Point, SheetTitle
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure, width_of

Spots = list[tuple[float, Point]]
"""Distances from an edge, each with the place on the sheet that it is told of."""

_SAME: Final = 0.01
_STACKED: Final = (3, 2)
"""Places of holes that are told along and up, one above the other; there is no room for more."""
_APART: Final = 7.0


class _ViewOfHoles(NamedTuple):
    """The holes that one view shows as circles."""

    way: str
    placed: PlacedView
    holes: list[HoleNote]


def draw_holes(
    drawing: SheetDrawing,
    views: dict[str, PlacedView],
    title: SheetTitle,
    taken: dict[str, list[float]],
) -> Point:
    """Each pattern's words, and where its first hole stands from the corner.

    Gives the lower right end of the words beside the view from above. What stands on a circle
    is told by it, and what is in the middle of a turned part is seen there.
    `taken` are the heights beside a view where other words stand.
    """
    main = "x" if title.lies else "z"
    end = (0.0, views[main].far[1])
    for way, placed in views.items():
        holes = [hole for hole in title.holes if axis_seen_along(hole) == way]
        view = _ViewOfHoles(way, placed, holes)
        untold = _places(drawing, view, title)
        words = _leaders(drawing, view, untold, taken.get(way, []))
        end = words if way == main else end
    return end


def _leaders(
    drawing: SheetDrawing, view: _ViewOfHoles, untold: dict[int, str], taken: list[float]
) -> Point:
    """One leader for each pattern, those of the uppermost holes first: the lower right end of their words."""
    circles = [c for hole in view.holes for c in circles_of(hole, view.way, view.placed)]
    numbered = list(enumerate(view.holes))
    numbered.sort(key=lambda pair: -max(y for (_, y), _ in _of(pair[1], view)))
    drawn: list[Leader] = []
    heights = list(taken)
    right, low = 0.0, view.placed.far[1]
    for number, hole in numbered:
        at = view.placed.far[0] + 6
        top = view.placed.far[1] + 6
        lowest = min(view.placed.at[1] - 6, top - _APART * len(view.holes))
        steps = range(int((top - lowest) / _APART) + 1)
        free = [top - _APART * n for n in steps if _is_free(top - _APART * n, heights)]
        ends = [(at, y) for y in free] or [(at, lowest - _APART * len(drawn))]
        if not hole.words:
            continue
        leader = best_leader(rims_of(hole, view.way, view.placed), ends, circles, drawn)
        words = hole.words + untold.get(number, "")
        drawing.leader(*leader, words)
        drawn.append(leader)
        heights.append(leader[1][1])
        right = max(right, leader[1][0] + 5 + width_of(words))
        low = min(low, leader[1][1])
    return right, low


def _of(hole: HoleNote, view: _ViewOfHoles) -> list[tuple[Point, float]]:
    return list(circles_of(hole, view.way, view.placed))


def _is_free(height: float, taken: list[float]) -> bool:
    return all(abs(height - one) > _APART - 1 for one in taken)


def _places(drawing: SheetDrawing, view: _ViewOfHoles, title: SheetTitle) -> dict[int, str]:
    """Draw the distances from the left and the lower edge: the words for those that have no room."""
    placed = view.placed
    found: tuple[Spots, Spots] = ([], [])
    untold: dict[int, str] = {}
    for number, hole in enumerate(view.holes):
        spot = in_view(hole.at, view.way)
        at = placed.point(*spot)
        if hole.circle or is_turned_about(at, placed, title):
            continue
        off = (spot[0] - placed.low[0], spot[1] - placed.low[1])
        lacks = [not _takes(found[way], off[way], at, _STACKED[way]) for way in (0, 1)]
        if any(lacks):
            untold[number] = f" at {figure(off[0])}, {figure(off[1])} from the left and below"
    for way in (0, 1):
        for number, (away, at) in enumerate(sorted(found[way])):
            # The height of the front and the left stands nearer than the places.
            first = (7, 9 if view.way == "z" else 21)[way]
            _place(drawing, placed, at, way, figure(away), first + _APART * number)
    return untold


def _takes(spots: Spots, away: float, at: Point, most: int) -> bool:
    """Whether a distance is among those told, or has room beside them."""
    if away < _SAME or any(abs(away - one) < _SAME for one, _ in spots):
        return True
    if len(spots) < most:
        spots.append((away, at))
        return True
    return False


def _place(
    drawing: SheetDrawing, placed: PlacedView, at: Point, way: int, words: str, beyond: float
) -> None:
    """The distance of a hole from the left or the lower edge, beyond those told before."""
    if way == 0:
        top = placed.far[1]
        drawing.across((placed.at[0], top), (at[0], top), top + beyond, words)
    else:
        left = placed.at[0]
        drawing.upwards(placed.at, (left, at[1]), left - beyond, words)
