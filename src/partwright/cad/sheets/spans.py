"""Lengths along a lying part: of its steps, from its ends to keyways and grooves, in rows that meet nowhere; pure."""

from collections.abc import Iterable, Iterator
from typing import Final

from partwright.cad.sheets.model import SheetTitle, WorkedNote
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure
from partwright.cad.sheets.sections import FIRST, STACK, levels_of

Span = tuple[float, float]
"""From and to, along the axis."""
_SAME: Final = 0.01


def spans_of_front(title: SheetTitle) -> list[Span]:
    """The lengths below the front: each step from the left end, each groove from the nearer one."""
    low, high = _ends(title)
    found = [(low, level) for level in levels_of(title.steps)]
    for note in title.worked:
        if note.is_all_round:
            found += _to_end(note, low, high)
    return sorted(set(found))


def spans_from_above(title: SheetTitle) -> list[Span]:
    """The lengths below the view from above: of keyways and flats, and from the nearer end to each."""
    low, high = _ends(title)
    found: set[Span] = set()
    for note in title.worked:
        if not note.is_all_round:
            found |= {(note.low, note.high), *_to_end(note, low, high)}
    return sorted(found)


def _ends(title: SheetTitle) -> Span:
    ends = [end for step in title.steps for end in (step.low, step.high)]
    return min(ends, default=0.0), max(ends, default=0.0)


def _to_end(note: WorkedNote, low: float, high: float) -> Iterator[Span]:
    """From the nearer end of the part to a keyway, or to the middle of a groove; none where it begins there."""
    half = (note.high - note.low) / 2 if note.is_all_round else 0.0
    near, far = note.low + half, note.high - half
    if min(near - low, high - far) > _SAME:
        yield (low, near) if near - low <= high - far else (far, high)


def in_rows(spans: Iterable[Span]) -> list[list[Span]]:
    """The spans in rows, the short ones in the first: those of one row do not overlap."""
    rows: list[list[Span]] = []
    for span in sorted(spans, key=lambda one: (round(one[1] - one[0], 3), one)):
        row = next((row for row in rows if _has_room(span, row)), None)
        if row is None:
            rows.append([span])
        else:
            row.append(span)
    return rows


def _has_room(span: Span, row: Iterable[Span]) -> bool:
    return all(span[1] <= low + _SAME or span[0] >= high - _SAME for low, high in row)


def room_of(spans: Iterable[Span]) -> float:
    """The height that the rows take below a view."""
    count = len(in_rows(spans))
    return FIRST + STACK * count if count else 0.0


def draw_spans(drawing: SheetDrawing, placed: PlacedView, spans: Iterable[Span]) -> None:
    """The lengths below a view, the short ones nearest to it."""
    for number, row in enumerate(in_rows(spans)):
        y = placed.at[1] - FIRST - STACK * number
        for span in row:
            a, b = (placed.point(one, placed.low[1]) for one in span)
            drawing.across(a, b, y, figure(span[1] - span[0]))
