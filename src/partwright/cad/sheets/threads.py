"""Threads as ISO 6410 draws them: thin lines beside the strong ones, three quarters of a circle; pure."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

from partwright.cad.model import Vector
from partwright.cad.sheets.centre_lines import middle_of
from partwright.cad.sheets.leaders import axis_seen_along, in_view
from partwright.cad.sheets.model import HoleNote, Line, PenStroke, Point, SheetTitle, StepNote
from partwright.cad.sheets.pen import PlacedView, SheetDrawing

_THIN: Final = 0.18
_HIDDEN: Final = (2.0, 1.0)
_FROM, _TO, _STEP = 100, 350, 5
"""Degrees of the circle that is drawn, the upper right quarter left open; and of each chord."""
_SAME: Final = 0.01


def draw_threads(drawing: SheetDrawing, views: dict[str, PlacedView], title: SheetTitle) -> None:
    """The lines of tapped holes and of threads on the steps of a turned part."""
    for hole in title.holes:
        if hole.thread:
            drawing.strokes += _tapped(hole, views, shows_hidden=title.shows_hidden)
    axis = views["x" if title.lies else "z"]
    nearest = min(title.steps, key=lambda s: s.low if title.lies else -s.high, default=None)
    for step in title.steps:
        if not step.core:
            continue
        for placed in views.values():
            if placed is not axis:
                lines = _on_step(step, placed, lies=title.lies)
                drawing.strokes.append(PenStroke(lines, _THIN))
        if step is nearest:
            drawing.strokes.append(_open_circle(middle_of(axis), step.core / 2 * axis.scale))


def _on_step(step: StepNote, placed: PlacedView, *, lies: bool) -> tuple[Line, ...]:
    """The two lines at the core of a thread outside, seen from the side."""
    way = 1 if lies else 0
    middle = placed.low[way] + placed.size[way] / 2

    def spot(side: int, along: float) -> Point:
        across = middle + side * step.core / 2
        return placed.point(along, across) if lies else placed.point(across, along)

    return tuple((spot(side, step.low), spot(side, step.high)) for side in (-1, 1))


def _tapped(
    hole: HoleNote, views: dict[str, PlacedView], *, shows_hidden: bool
) -> Iterator[PenStroke]:
    seen = axis_seen_along(hole)
    if seen not in views:
        return
    is_towards = hole.axis["xyz".index(seen)] * _TOWARDS[seen] > 0
    for at in (hole.at, *hole.others):
        placed = views[seen]
        if is_towards or shows_hidden:
            spot = placed.point(*in_view(at, seen))
            yield _open_circle(spot, hole.thread / 2 * placed.scale)
        if shows_hidden:
            for way, view in views.items():
                if way != seen:
                    yield PenStroke(tuple(_beside(hole, at, way, view)), _THIN, _HIDDEN)


_TOWARDS: Final = {"x": -1, "y": -1, "z": 1}
"""Which way along its axis each view looks from: left, front, above."""


def _beside(hole: HoleNote, at: Vector, way: str, placed: PlacedView) -> Iterator[Line]:
    """The two lines at the nominal diameter along the hole, seen from the side."""
    a, b = in_view(at, way), in_view(hole.ground(at), way)
    half = hole.thread / 2
    is_upright = abs(a[0] - b[0]) < _SAME
    for side in (-half, half):
        x, y = (side, 0.0) if is_upright else (0.0, side)
        yield placed.point(a[0] + x, a[1] + y), placed.point(b[0] + x, b[1] + y)


def _open_circle(at: Point, radius: float) -> PenStroke:
    def spot(angle: float) -> Point:
        return at[0] + radius * cos(radians(angle)), at[1] + radius * sin(radians(angle))

    return PenStroke(
        tuple((spot(one), spot(one + _STEP)) for one in range(_FROM, _TO, _STEP)), _THIN
    )
