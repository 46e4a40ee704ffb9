"""Steps of turned parts and sections of profiles on a sheet; pure."""

from typing import Final

from partwright.cad.sheets.model import Point, ProjectedView, SectionNote, SheetText, StepNote
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure

STACK: Final = 7.0
"""Between dimension lines beside each other."""
FIRST: Final = 9.0
_SAME: Final = 0.01
_MOST: Final = 6
_BIGGEST: Final = 5.0


def levels_of(steps: tuple[StepNote, ...]) -> tuple[float, ...]:
    """The ends of all steps but the last, which are told from the lower end."""
    return tuple(sorted({step.high for step in steps})[:-1])


def draw_steps(
    drawing: SheetDrawing, front: PlacedView, steps: tuple[StepNote, ...]
) -> list[float]:
    """The lengths of the steps on the left, their diameters on the right; of one step nothing but a thread.

    Gives the heights where words stand.
    """
    low = min((step.low for step in steps), default=0.0)
    widest = front.size[0]
    middle = front.low[0] + widest / 2
    for number, level in enumerate(levels_of(steps)):
        high = front.point(front.low[0], level)
        words = figure(level - low)
        drawing.upwards(front.at, high, front.at[0] - FIRST - STACK * number, words)
    heights: list[float] = []
    for step in steps:
        if step.is_told_by(widest):
            continue
        at = front.point(middle + step.middle / 2, (step.low + step.high) / 2)
        y = max(at[1] + 3, heights[-1] + 6 if heights else -1e9)
        drawing.leader(at, (front.far[0] + 6, y), step.words)
        heights.append(y)
    return heights


def draw_section(
    drawing: SheetDrawing,
    view: ProjectedView,
    note: SectionNote,
    box: tuple[Point, Point],
    room: tuple[Point, Point],
    scales: tuple[float, ...],
) -> bool:
    """The section of a profile, as large as the room allows, with its sizes and the places of its corners.

    Nothing, and False, where there is no room.
    """
    (left, low), (right, high) = room
    size = (box[1][0] - box[0][0], box[1][1] - box[0][1])
    along, up = note.along[:_MOST], note.up[:_MOST]
    margin = (FIRST + STACK * len(up) + 8, FIRST + STACK * len(along) + 8)
    fits = ((right - left - margin[0]) / size[0], (high - low - margin[1] - 8) / size[1])
    scale = next((s for s in scales if s <= min(*fits, _BIGGEST)), 0.0)
    if not scale:
        return False
    at = (left + margin[0], high - 8 - size[1] * scale)
    placed = PlacedView(box[0], size, at, scale)
    drawing.view(ProjectedView(view.strong, view.fine), placed)
    told = f"{scale:g}:1" if scale >= 1 else f"1:{1 / scale:g}"
    drawing.texts.append(SheetText((at[0], placed.far[1] + 4), f"Section ({told})", 3.5))
    for number, place in enumerate((*along, size[0])):
        end = (at[0] + place * scale, at[1])
        drawing.across(at, end, at[1] - FIRST - STACK * number, figure(place))
    for number, place in enumerate((*up, size[1])):
        end = (at[0], at[1] + place * scale)
        drawing.upwards(at, end, at[0] - FIRST - STACK * number, figure(place))
    return True
