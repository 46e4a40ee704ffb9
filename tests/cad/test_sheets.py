"""Drawings of parts: sizes as the part has them, and the places of its holes; no kernel."""

from math import cos, dist, sin, tau

from partwright.cad.model import Bounds
from partwright.cad.sheets.layout import sheet
from partwright.cad.sheets.model import (
    HoleNote,
    ProjectedView,
    SectionNote,
    SheetTitle,
    SheetViews,
    StepNote,
)

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


def test_each_step_of_a_shaft_and_the_section_of_a_profile_are_dimensioned() -> None:
    seen = ProjectedView((((-15.0, 0.0), (15.0, 200.0)),))
    views = SheetViews(seen, seen, seen, seen, Bounds((-15.0, -15.0, 0.0), (15.0, 15.0, 200.0)))
    steps = (
        StepNote(0, 100, 30, "Ø30"),
        StepNote(100, 160, 25, "Ø25"),
        StepNote(160, 200, 16, "M16 x 1.5"),
    )
    words = [one.words for one in sheet(views, SheetTitle("Shaft", is_round=True, steps=steps)).texts]  # fmt: skip
    assert sorted(one for one in words if one in {"100", "160", "200", "Ø30", "Ø25", "M16 x 1.5"}) == sorted({"100", "160", "200", "Ø30", "Ø25", "M16 x 1.5"})  # fmt: skip
    section = SectionNote(along=(6, 24))
    words = [one.words for one in sheet(views, SheetTitle("Hat", section=section)).texts]
    assert {"6", "24", "Section (2:1)"} <= set(words)


def test_a_leader_crosses_no_other_hole_where_it_can() -> None:
    seen = ProjectedView((((0.0, 0.0), (100.0, 60.0)),))
    views = SheetViews(seen, seen, seen, seen, Bounds((0.0, 0.0, 0.0), (100.0, 60.0, 10.0)))
    spots = [(x, y, 10.0) for y in (10.0, 50.0) for x in (10.0, 90.0)]
    hole = HoleNote(spots[0], (0.0, 0.0, 1.0), "4 x M8", diameter=6.75, others=tuple(spots[1:]))
    drawn = sheet(views, SheetTitle("Plate", holes=(hole,)))
    (told,) = (one for one in drawn.texts if one.words == "4 x M8")
    bend = (told.at[0] - 1, told.at[1] + 1.2)
    lines = [one for stroke in drawn.strokes for one in stroke.lines]
    (level,) = (one for one in lines if dist(one[1], bend) < 0.1)
    (line,) = (one for one in lines if dist(one[1], level[0]) < 0.1)
    assert dist(*line) < 60
