"""Turned parts drawn as they lie in the lathe: their axis level, lengths below, diameters above; pure."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from partwright.cad.model import Vector
from partwright.cad.sheets.model import Point, SheetTitle, StepNote
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure, width_of
from partwright.cad.sheets.sections import FIRST, STACK
from partwright.cad.sheets.spans import draw_spans, in_rows, spans_from_above, spans_of_front

ABOVE: Final = 8.0
"""From the front to the first row of diameters."""
_ROW: Final = 6.5
_MOST_ROWS: Final = 4
_SAME: Final = 0.01
_SLANT: Final = 4.0
_LEADER: Final = 5.0


def laid(title: SheetTitle) -> SheetTitle:
    """The notes of a part with its axis turned from z to x, and its x from there to z."""
    holes = tuple(
        replace(
            hole, at=_turned(hole.at), axis=_turned(hole.axis), half=_turned(hole.half),
            others=tuple(map(_turned, hole.others)),
        )
        for hole in title.holes
    )  # fmt: skip
    return replace(title, holes=holes)


def _turned(one: Vector) -> Vector:
    x, y, z = one
    return (z, -y, x)


def shows_above(title: SheetTitle) -> bool:
    """Whether a lying part is drawn from above too: where it has holes or keyways on that side."""
    return title.is_worked_above or any(abs(hole.axis[2]) > _SAME for hole in title.holes)


def rows_of(title: SheetTitle) -> float:
    """The height that diameters and grooves take above the front."""
    grooves = sum(note.is_all_round for note in title.worked)
    return ABOVE + _ROW * min(len(_told(title)) + grooves, _MOST_ROWS)


def rows_above(title: SheetTitle) -> float:
    """The height that the words of keyways and flats take over the view from above."""
    count = len({note.words for note in title.worked if not note.is_all_round})
    return ABOVE + _ROW * min(count, _MOST_ROWS) if count else 0.0


def _told(title: SheetTitle) -> list[StepNote]:
    """The steps whose diameters stand above: those that the size of the whole does not tell."""
    widest = max((step.widest for step in title.steps), default=0.0)
    return [step for step in title.steps if not step.is_told_by(widest)]


def draw_lengths(drawing: SheetDrawing, front: PlacedView, title: SheetTitle) -> None:
    """The lengths of the steps and to the grooves below the front, and the length of the whole."""
    spans = spans_of_front(title)
    draw_spans(drawing, front, spans)
    x, y = front.at
    away = FIRST + STACK * len(in_rows(spans)) + 3
    drawing.across((x, y), (front.far[0], y), y - away, figure(front.size[0]))


def draw_worked(drawing: SheetDrawing, top: PlacedView, title: SheetTitle) -> None:
    """The keyways and flats in the view from above: their lengths and places below it, their words over it."""
    draw_spans(drawing, top, spans_from_above(title))
    middle = top.low[1] + top.size[1] / 2
    spots = {
        note.words: top.point((note.low + note.high) / 2, middle + note.across / 2)
        for note in title.worked
        if not note.is_all_round
    }
    _lead_upwards(drawing, [(at, words) for words, at in spots.items()], top.far[1])


def draw_diameters(drawing: SheetDrawing, front: PlacedView, title: SheetTitle) -> None:
    """The widest diameter beside the front, those of the other steps and of grooves above them."""
    wide = title.diameter or front.size[1]
    step = next((one for one in title.steps if abs(one.diameter - wide) < _SAME), None)
    is_own = step is not None and step.words.startswith("Ø") and not step.end
    words = step.words if step is not None and is_own else f"Ø{figure(wide)}"
    drawing.upwards(front.at, (front.at[0], front.far[1]), front.at[0] - 12, words)
    middle = front.low[1] + front.size[1] / 2
    spots = [
        (front.point((one.low + one.high) / 2, middle + one.middle / 2), one.words)
        for one in _told(title)
    ]
    spots += [
        (front.point((one.low + one.high) / 2, middle + one.across / 2), one.words)
        for one in title.worked
        if one.is_all_round
    ]
    _lead_upwards(drawing, spots, front.far[1])


def _lead_upwards(drawing: SheetDrawing, spots: Iterable[tuple[Point, str]], top: float) -> None:
    """Leaders to words above a view, from the right, so that none crosses the words of one on its left."""
    starts: list[float] = []
    for at, words in sorted(spots, reverse=True):
        left = at[0] + _SLANT
        right = left + _LEADER + width_of(words) + 2
        row = next((n for n, start in enumerate(starts) if right < start), len(starts))
        starts[row : row + 1] = [at[0]]
        drawing.leader(at, (left, top + ABOVE + _ROW * row), words)
