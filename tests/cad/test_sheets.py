"""Drawings of parts: sizes as the part has them, and the places of its holes; no kernel."""

from itertools import combinations
from math import cos, dist, sin, tau

from hypothesis import given
from hypothesis import strategies as st

from partwright.cad.model import Bounds
from partwright.cad.sheets.balloons import draw_balloons
from partwright.cad.sheets.layout import sheet
from partwright.cad.sheets.leaders import leaders_cross, rims_of
from partwright.cad.sheets.lying import laid
from partwright.cad.sheets.model import (
    DrawnSheet,
    HoleNote,
    Line,
    ListedChild,
    ProjectedView,
    SectionNote,
    SheetTitle,
    SheetViews,
    StepNote,
    WorkedNote,
)
from partwright.cad.sheets.pen import PlacedView, SheetDrawing
from partwright.cad.sheets.spans import in_rows

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


def _of_plate(*holes: HoleNote) -> DrawnSheet:
    """The drawing of a plate 180 x 90 x 8 mm with its corner in the origin."""
    seen = ProjectedView((((0.0, 0.0), (180.0, 90.0)),))
    views = SheetViews(seen, seen, seen, seen, Bounds((0.0, 0.0, 0.0), (180.0, 90.0, 8.0)))
    return sheet(views, SheetTitle("Plate", holes=holes))


def _hole(words: str, *spots: tuple[float, float], diameter: float = 6.0) -> HoleNote:
    first, *others = ((x, y, 8.0) for x, y in spots)
    return HoleNote(
        first, (0.0, 0.0, 1.0), words, diameter=diameter, others=tuple(others), deep=8.0
    )


def _leaders(drawn: DrawnSheet, *words: str) -> list[Line]:
    """The lines from the holes to their words."""
    lines = [one for stroke in drawn.strokes for one in stroke.lines]
    found: list[Line] = []
    for text in (one for one in drawn.texts if one.words in words):
        bend = (text.at[0] - 1, text.at[1] + 1.2)
        (level,) = (one for one in lines if dist(one[1], bend) < 0.1)
        found += [one for one in lines if dist(one[1], level[0]) < 0.1]
    return found


def test_a_leader_crosses_neither_holes_nor_leaders_where_it_can() -> None:
    corners = [(x, y) for y in (10.0, 80.0) for x in (10.0, 170.0)]
    drawn = _of_plate(
        _hole("4 x M8", *corners, diameter=6.75), _hole("slot", (90.0, 45.0), diameter=8.0)
    )
    of_corner, of_slot = sorted(_leaders(drawn, "4 x M8", "slot"), key=lambda line: dist(*line))
    assert dist(*of_corner) < 60
    low, high = of_slot
    crosses = [(at, one) for stroke in drawn.strokes if stroke.width == 0.18 for at, one in stroke.lines]  # fmt: skip
    middles = {(round((a[0] + b[0]) / 2, 1), round(a[1], 1)) for a, b in crosses if a[1] == b[1]}
    for x, y in middles:
        if low[0] + 5 < x < high[0]:
            on_line = low[1] + (high[1] - low[1]) * (x - low[0]) / (high[0] - low[0])
            assert abs(on_line - y) > 6.75 / 2


def test_the_nearest_hole_is_placed_nearest_and_what_has_no_room_in_words() -> None:
    spots = [(150.0, 75.0), (70.0, 40.0), (20.0, 75.0), (120.0, 60.0)]
    drawn = _of_plate(*(_hole(f"hole {n}", spot) for n, spot in enumerate(spots)))
    heights = {one.words: one.at[1] for one in drawn.texts}
    assert heights["20"] < heights["70"] < heights["150"]
    assert "hole 3 at 120, 60 from the left and below" in heights
    assert "hole 0" in heights


def test_a_hexagon_is_told_by_its_flats_and_a_profile_by_its_section_alone() -> None:
    seen = ProjectedView((((-4.04, -3.5), (4.04, 3.5)),))
    views = SheetViews(seen, seen, seen, seen, Bounds((-4.04, -3.5, 0.0), (4.04, 3.5, 25.0)))
    bore = HoleNote((0.0, 0.0, 25.0), (0.0, 0.0, 1.0), "M4 through", diameter=3.3)
    words = [one.words for one in sheet(views, SheetTitle("Post", flats=7, holes=(bore,))).texts]
    assert "(8.08)" in words
    assert not {"4.04", "3.5"} & set(words)
    words = [one.words for one in sheet(views, SheetTitle("Bar", section=SectionNote())).texts]
    assert [words.count(one) for one in ("8.08", "7", "25")] == [1, 1, 1]


def test_the_list_of_parts_has_a_head_and_tells_what_it_leaves_out() -> None:
    seen = ProjectedView((((0.0, 0.0), (100.0, 60.0)),))
    views = SheetViews(seen, seen, seen, seen, Bounds((0.0, 0.0, 0.0), (100.0, 60.0, 60.0)))
    parts = tuple(ListedChild("2", f"Part {n}", "Steel") for n in range(1, 31))
    drawn = sheet(views, SheetTitle("Frame", parts=parts))
    words = [one.words for one in drawn.texts]
    assert {"Qty", "Material", "Steel", "and 12 more, which the structure lists"} <= set(words)
    top = max(one.at[1] for one in drawn.texts if one.words == "Qty")
    views_of_part = [
        line for stroke in drawn.strokes if stroke.width == 0.5 for line in stroke.lines
    ]
    assert min(y for line in views_of_part for x, y in line if x < 230) > top


def test_tapped_holes_and_threads_have_their_thin_lines() -> None:
    hole = HoleNote((90.0, 45.0, 8.0), (0.0, 0.0, 1.0), "M8", diameter=6.75, deep=8.0, thread=8.0)
    strokes = _of_plate(hole).strokes
    circle = next(one for one in strokes if len(one.lines) == 50)
    at = [sum(point[way] for line in circle.lines for point in line) / 100 for way in (0, 1)]
    (scale,) = {round(dist(a, b) / (8 * sin(tau / 144)), 2) for (a, b), *_ in [circle.lines]}
    assert scale in (0.5, 1.0, 2.0)
    assert circle.width < 0.25
    beside = [one for one in strokes if one.dashes == (2.0, 1.0) and len(one.lines) == 2]
    # Two lines in the front, two in the view from the left.
    assert {round(abs(a[0][0] - b[0][0]) / scale, 2) for a, b in (one.lines for one in beside)} == {8}  # fmt: skip
    assert len(beside) == 2
    assert at[0] > 0


def test_a_lying_shaft_has_its_lengths_below_and_its_diameters_above() -> None:
    seen = ProjectedView((((0.0, -15.0), (200.0, 15.0)),))
    bounds = Bounds((0.0, -15.0, -15.0), (200.0, 15.0, 15.0))
    steps = (StepNote(0, 100, 30, "Ø30"), StepNote(100, 200, 16, "M16", core=13.5))
    hole = HoleNote((0.0, 0.0, 200.0), (0.0, 0.0, 1.0), "Ø5 deep 10", diameter=5, deep=10.0)
    title = laid(SheetTitle("Shaft", is_round=True, lies=True, steps=steps, holes=(hole,)))
    assert (title.holes[0].at, title.holes[0].axis) == ((200.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    drawn = sheet(SheetViews(seen, seen, seen, seen, bounds), title)
    at = {one.words: one for one in drawn.texts}
    assert at["100"].at[1] > at["200"].at[1]
    assert at["M16"].at[1] > at["100"].at[1]
    assert (at["Ø30"].is_upright, at["200"].is_upright) == (True, False)
    # The end of the shaft is drawn beside the front, and nothing from above.
    assert len([one for one in drawn.strokes if one.width == 0.5]) == 3


def test_the_leader_of_a_slot_begins_on_its_round_ends() -> None:
    slot = HoleNote((90.0, 45.0, 8.0), (0.0, 0.0, 1.0), "slot 10 x 40", diameter=10, half=(15.0, 0.0, 0.0))  # fmt: skip
    spots = rims_of(slot, "z", PlacedView((0.0, 0.0), (180.0, 90.0), (0.0, 0.0), 1.0))
    ends = [(75.0, 45.0), (105.0, 45.0)]
    assert {round(min(dist(spot, end) for end in ends), 3) for spot in spots} == {5.0}
    assert all(x <= 75.01 or x >= 104.99 for x, _ in spots)


def test_the_block_tells_the_roughness_of_surfaces() -> None:
    words = {one.words for one in _of_plate().texts}
    assert {"Surface", "Ra 3.2"} <= words


def test_no_leader_of_a_lying_shaft_crosses_the_words_of_another() -> None:
    seen = ProjectedView((((0.0, -20.0), (280.0, 20.0)),))
    bounds = Bounds((0.0, -20.0, -20.0), (280.0, 20.0, 20.0))
    steps = (StepNote(0, 20, 24, "M24 x 1.5"), StepNote(20, 65, 32, "Ø32"), StepNote(65, 280, 40, "Ø40"))  # fmt: skip
    title = SheetTitle("Shaft", is_round=True, lies=True, steps=steps)
    drawn = sheet(SheetViews(seen, seen, seen, seen, bounds), title)
    high = {one.words: one.at[1] for one in drawn.texts}
    assert high["M24 x 1.5"] > high["Ø32"]


def test_keyways_and_grooves_of_a_lying_shaft_are_placed_by_dimensions() -> None:
    seen = ProjectedView((((0.0, -11.0), (160.0, 11.0)),))
    bounds = Bounds((0.0, -11.0, -11.0), (160.0, 11.0, 11.0))
    worked = (
        WorkedNote(11.35, 12.65, 21.0, "groove 1.3 x Ø21", is_all_round=True),
        WorkedNote(125.0, 150.0, 6.0, "keyway 6 wide, 3.5 deep"),
    )
    title = SheetTitle("Shaft", is_round=True, lies=True, is_worked_above=True, steps=(StepNote(0, 160, 22, "Ø22"),), worked=worked)  # fmt: skip
    drawn = sheet(SheetViews(seen, seen, seen, seen, bounds), title)
    at = {one.words: one.at for one in drawn.texts}
    # From the nearer end: the middle of the groove below the front, the keyway below the view from above.
    assert at["groove 1.3 x Ø21"][1] > at["12"][1] > at["160"][1] > at["keyway 6 wide, 3.5 deep"][1]
    assert at["keyway 6 wide, 3.5 deep"][1] > at["25"][1] == at["10"][1]
    assert at["10"][0] > at["25"][0] > at["12"][0]


def test_lengths_that_overlap_stand_in_rows_of_their_own() -> None:
    spans = [(0.0, 60.0), (0.0, 140.0), (175.0, 180.0), (60.0, 80.0)]
    assert in_rows(spans) == [[(175.0, 180.0), (60.0, 80.0), (0.0, 60.0)], [(0.0, 140.0)]]


_SPOT = st.tuples(st.floats(0, 150), st.floats(0, 90))


@given(st.lists(_SPOT, min_size=1, max_size=18, unique=True))
def test_item_numbers_stand_beside_the_view_and_their_leaders_cross_nowhere(
    spots: list[tuple[float, float]],
) -> None:
    drawing = SheetDrawing()
    draw_balloons(drawing, list(enumerate(spots, 1)), ((0.0, 0.0), (150.0, 90.0)))
    lines = [one.lines[0] for one in drawing.strokes if len(one.lines) == 1]
    assert [one.words for one in drawing.texts] == [f"{n}" for n in range(1, len(spots) + 1)]
    assert {spot for _, spot in lines} == set(spots)
    for one, other in combinations(lines, 2):
        assert not leaders_cross(one, other)
    for one, other in combinations([text.at for text in drawing.texts], 2):
        assert dist(one, other) > 8


def test_a_list_of_parts_is_led_to_and_what_is_hidden_is_told() -> None:
    seen = ProjectedView((((0.0, 0.0), (100.0, 60.0)),))
    bounds = Bounds((0.0, 0.0, 0.0), (100.0, 60.0, 60.0))
    parts = tuple(ListedChild("1", name) for name in ("Plate", "Leg", "Bolt"))
    spots = ((50.0, 50.0), (10.0, 5.0), None)
    drawn = sheet(SheetViews(seen, seen, seen, seen, bounds, spots), SheetTitle("Table", parts=parts))  # fmt: skip
    words = [one.words for one in drawn.texts]
    assert "not seen: 3" in words
    assert (words.count("1"), words.count("3")) == (5, 1)
