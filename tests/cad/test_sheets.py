"""Drawings of parts: sizes as the part has them, and the places of its holes; no kernel."""

from math import cos, dist, sin, tau

from partwright.cad.model import Bounds
from partwright.cad.sheets.layout import sheet
from partwright.cad.sheets.model import HoleNote, ProjectedView, SheetTitle, SheetViews

CHORD = ProjectedView((((0.02, 0.02), (99.98, 59.98)),))
"""The edges of a round part, which are drawn by chords."""


def test_sizes_and_places_of_holes_are_those_of_the_part() -> None:
    views = SheetViews(CHORD, CHORD, CHORD, CHORD, Bounds((0.0, 0.0, 0.0), (100.0, 60.0, 60.0)))
    holes = [
        HoleNote((x, y, 60.0), (0.0, 0.0, 1.0), "Ø8 through")
        for x, y in ((12.0, 12.0), (80.0, 12.0), (12.0, 50.0))
    ]
    words = {one.words for one in sheet(views, SheetTitle("Lever", holes=tuple(holes))).texts}
    assert {"100", "60", "12", "80", "50"} <= words
    assert not {"99.96", "59.96"} & words


def test_a_pattern_on_a_circle_is_told_by_it_and_has_its_middle_lines() -> None:
    seen = ProjectedView((((-60.0, -60.0), (60.0, 60.0)),))
    views = SheetViews(seen, seen, seen, seen, Bounds((-60.0, -60.0, 0.0), (60.0, 60.0, 15.0)))
    spots = [(47.5 * cos(tau * n / 6), 47.5 * sin(tau * n / 6), 15.0) for n in range(6)]
    up = (0.0, 0.0, 1.0)
    bore = HoleNote((0.0, 0.0, 15.0), up, "Ø40 through", diameter=40)
    ring = HoleNote(spots[0], up, "6 x Ø9", diameter=9, others=tuple(spots[1:]), circle=95)
    title = SheetTitle("Flange", is_round=True, holes=(bore, ring))
    drawn = sheet(views, title)
    words = {one.words for one in drawn.texts}
    assert {"Ø120", "6 x Ø9", "Ø40 through"} <= words
    assert not {"60", "107.5"} & words
    crosses = [one for one in drawn.strokes if one.width == 0.18 and len(one.lines) == 1]
    # Of the front and the left one each, of the view from above two, and two of each hole.
    assert len(crosses) == 1 + 1 + 2 + 2 * 6
    (circle,) = (one for one in drawn.strokes if len(one.lines) > 90)
    middle = [sum(point[way] for line in circle.lines for point in line) for way in (0, 1)]
    at = [one / (2 * len(circle.lines)) for one in middle]
    radii = {round(dist(at, point), 1) for line in circle.lines for point in line}
    assert radii == {47.5}
