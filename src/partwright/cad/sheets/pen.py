"""Strokes and words of a sheet: views where they stand, dimensions, leaders; pure."""

from typing import Final, NamedTuple

from partwright.cad.sheets.model import (
    FilledShape,
    Line,
    PenStroke,
    Point,
    ProjectedView,
    SheetText,
)

_ARROW: Final = 2.5
_TEXT: Final = 3.5
_LETTER: Final = 2.0
"""Of the width of a letter."""
_HIDDEN: Final = (2.0, 1.0)


class PlacedView(NamedTuple):
    """A view on the sheet: its scale, and where its lower left corner stands."""

    low: Point
    """Of the part."""
    size: Point
    at: Point
    scale: float

    def point(self, x: float, y: float) -> Point:
        return (
            self.at[0] + (x - self.low[0]) * self.scale,
            self.at[1] + (y - self.low[1]) * self.scale,
        )

    @property
    def far(self) -> Point:
        """The upper right corner on the sheet."""
        return (self.at[0] + self.size[0] * self.scale, self.at[1] + self.size[1] * self.scale)


class SheetDrawing:
    """Collects what is drawn."""

    def __init__(self) -> None:
        self.strokes: list[PenStroke] = []
        self.shapes: list[FilledShape] = []
        self.texts: list[SheetText] = []

    def view(self, view: ProjectedView, placed: PlacedView) -> None:
        for lines, width, dashes in (
            (view.hidden, 0.18, _HIDDEN), (view.fine, 0.18, ()), (view.strong, 0.5, ())
        ):  # fmt: skip
            moved = tuple((placed.point(*a), placed.point(*b)) for a, b in lines)
            if moved:
                self.strokes.append(PenStroke(moved, width, dashes))

    def lines(self, *lines: Line) -> None:
        self.strokes.append(PenStroke(lines))

    def across(self, a: Point, b: Point, y: float, words: str) -> None:
        """A level dimension of two points, with its line at some height."""
        side = 2.0 if y > max(a[1], b[1]) else -2.0
        self.lines(*(((p[0], p[1] + side / 2), (p[0], y + side)) for p in (a, b)))
        self.lines(((a[0], y), (b[0], y)))
        self._arrows((a[0], y), (b[0], y), is_upright=False)
        middle = (_middle_of_words(a[0], b[0], words, -1), y + 1)
        self.texts.append(SheetText(middle, words, _TEXT, "middle"))

    def upwards(self, a: Point, b: Point, x: float, words: str) -> None:
        """An upright dimension of two points, with its line at some place."""
        side = 2.0 if x > max(a[0], b[0]) else -2.0
        self.lines(*(((p[0] + side / 2, p[1]), (x + side, p[1])) for p in (a, b)))
        self.lines(((x, a[1]), (x, b[1])))
        self._arrows((x, a[1]), (x, b[1]), is_upright=True)
        middle = (x - 1, _middle_of_words(a[1], b[1], words, 1))
        self.texts.append(SheetText(middle, words, _TEXT, "middle", is_upright=True))

    def leader(self, at: Point, to: Point, words: str) -> None:
        self.lines((at, to), (to, (to[0] + 4, to[1])))
        self.shapes.append(_dot(at))
        self.texts.append(SheetText((to[0] + 5, to[1] - 1.2), words, _TEXT))

    def _arrows(self, a: Point, b: Point, *, is_upright: bool) -> None:
        axis = 1 if is_upright else 0
        low, high = (a, b) if a[axis] <= b[axis] else (b, a)
        inward = 1.0 if high[axis] - low[axis] > 3 * _ARROW else -1.0
        for tip, way in ((low, inward), (high, -inward)):
            long, half = way * _ARROW, _ARROW / 6
            ends = (
                ((tip[0] - half, tip[1] + long), (tip[0] + half, tip[1] + long))
                if is_upright
                else ((tip[0] + long, tip[1] - half), (tip[0] + long, tip[1] + half))
            )
            self.shapes.append(FilledShape((tip, *ends)))


def _middle_of_words(a: float, b: float, words: str, side: int) -> float:
    """Between the two ends; beyond one of them (-1 the lower, 1 the upper) where there is no room."""
    low, high = min(a, b), max(a, b)
    half = _LETTER * len(words) / 2
    if high - low > 2 * half + 1:
        return (low + high) / 2
    return low - 2 * _ARROW - half if side < 0 else high + 2 * _ARROW + half


def width_of(words: str) -> float:
    """Of words beside a view, on the sheet."""
    return _LETTER * len(words)


def _dot(at: Point) -> FilledShape:
    x, y = at
    return FilledShape(((x - 0.5, y), (x, y - 0.5), (x + 0.5, y), (x, y + 0.5)))


def figure(value: float) -> str:
    return f"{round(value, 2):.10g}"
