"""Turned parts drawn as they lie in the lathe: their axis level, lengths below, diameters above; pure."""

from typing import Final

from msgspec.structs import replace

from partwright.cad.model import Vector
from partwright.cad.sheets.model import SheetTitle, StepNote
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure, width_of
from partwright.cad.sheets.sections import FIRST, STACK, levels_of

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
    """The height that diameters take above the front."""
    return ABOVE + _ROW * min(len(_told(title)), _MOST_ROWS)


def _told(title: SheetTitle) -> list[StepNote]:
    """The steps whose diameters stand above: those that the size of the whole does not tell."""
    widest = max((step.widest for step in title.steps), default=0.0)
    return [step for step in title.steps if not step.is_told_by(widest)]


def draw_lengths(drawing: SheetDrawing, front: PlacedView, title: SheetTitle) -> None:
    """The ends of the steps below the front, each from its left end, and the length of the whole."""
    low = min((step.low for step in title.steps), default=front.low[0])
    levels = levels_of(title.steps)
    x, y = front.at
    for number, level in enumerate(levels):
        end = front.point(level, front.low[1])
        drawing.across((x, y), end, y - FIRST - STACK * number, figure(level - low))
    away = FIRST + STACK * len(levels) + 3
    drawing.across((x, y), (front.far[0], y), y - away, figure(front.size[0]))


def draw_diameters(drawing: SheetDrawing, front: PlacedView, title: SheetTitle) -> None:
    """The widest diameter beside the front, those of the other steps above them."""
    wide = title.diameter or front.size[1]
    step = next((one for one in title.steps if abs(one.diameter - wide) < _SAME), None)
    is_own = step is not None and step.words.startswith("Ø") and not step.end
    words = step.words if step is not None and is_own else f"Ø{figure(wide)}"
    drawing.upwards(front.at, (front.at[0], front.far[1]), front.at[0] - 12, words)
    middle = front.low[1] + front.size[1] / 2
    starts: list[float] = []
    # From the right, so that no leader crosses the words of a step on its left.
    for one in reversed(_told(title)):
        at = front.point((one.low + one.high) / 2, middle + one.middle / 2)
        left = at[0] + _SLANT
        right = left + _LEADER + width_of(one.words) + 2
        row = next((n for n, start in enumerate(starts) if right < start), len(starts))
        starts[row : row + 1] = [at[0]]
        drawing.leader(at, (left, front.far[1] + ABOVE + _ROW * row), one.words)
