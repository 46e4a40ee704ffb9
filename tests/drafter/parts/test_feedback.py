import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.cad.language import validator
from partwright.cad.language.flat import flat, spec_of
from partwright.cad.model import NotDrawn, PartSpec
from partwright.drafter.parts.feedback import apply_feedback
from partwright.drafter.parts.part_context import PartContext
from partwright.drafter.parts.rules import choose_form

PLATE = "Base plate 200 x 120 x 6 mm"
SCREW = "Socket head cap screw ISO 4762 M5x16"
GEAR = "Spur gear, 24 teeth, module 1.5"
BEARING = "Ball bearing 6204-2RS"
ENCLOSURE = "Enclosure 120 x 80 x 40 mm, wall 2 mm"
SHAFT = "Shaft Ø20 x 150"
FLANGE = "Flange, outer diameter 100 mm"
BRACKET = "Bracket 60 x 60 x 3 mm"


def part(name: str) -> PartSpec:
    spec = choose_form(PartContext(name))
    assert isinstance(spec, PartSpec)
    return spec


@pytest.mark.parametrize(
    ("name", "words", "figures"),
    [
        (PLATE, "8 mm thick", {"thickness": 8, "length": 200}),
        (PLATE, "make it 8 mm thick please", {"thickness": 8}),
        (PLATE, "Dicke 8 mm", {"thickness": 8}),
        (PLATE, "300 mm long and 10 mm thick", {"length": 300, "thickness": 10}),
        (PLATE, "make it 20% longer", {"length": 240, "width": 120}),
        (PLATE, "Make it stiffer - 8 mm thick", {"thickness": 8}),
        (PLATE, "-8 mm thick\n-90 mm wide", {"thickness": 8, "width": 90}),
        (PLATE, "10 % thinner", {"thickness": 5.4}),
        (PLATE, "2 mm thicker", {"thickness": 8}),
        (PLATE, "thicker by 0.5 cm", {"thickness": 11}),
        (PLATE, "mach es 5 mm dicker", {"thickness": 11}),
        (PLATE, "twice as wide", {"width": 240}),
        (PLATE, "halve the thickness", {"thickness": 3}),
        (PLATE, "10% bigger", {"length": 220, "width": 132, "thickness": 6.6}),
        (PLATE, "corner_radius = 4", {"corner_radius": 4}),
        (PLATE, "rounded corners 5 mm", {"corner_radius": 5}),
        (PLATE, "fillet 3 mm", {"fillet_1.radius": 3}),
        (PLATE, "chamfer the edges, 1 mm chamfer", {"chamfer_1.size": 1}),
        (PLATE, "four M5 holes", {"hole_grid_1.count_x": 2, "hole_grid_1.diameter": 5.5}),
        (PLATE, "hole pattern 31 mm", {"hole_grid_1.spacing_x": 31, "hole_grid_1.spacing_y": 31}),
        (PLATE, "20 mm hole", {"hole_1.diameter": 20}),
        (PLATE, "six 6 mm holes on a bolt circle of 80 mm", {"hole_circle_1.count": 6}),
        (PLATE, "slot 40 x 8 mm", {"slot_1.length": 40, "slot_1.width": 8}),
        (PLATE, "engrave the name 6 mm high", {"text_1.size": 6}),
        (SCREW, "M6x20", {"diameter": 6, "length": 20}),
        (SCREW, "20 mm long", {"diameter": 5, "length": 20}),
        (BEARING, "bore 25 mm", {"bore": 25, "outer_diameter": 52}),
        (GEAR, "30 teeth", {"teeth": 30, "module": 1.5}),
        (GEAR, "60 mm outer diameter", {"teeth": 38, "module": 1.5}),
        (GEAR, "hub diameter 20 mm", {"hub_diameter": 20}),
        (GEAR, "twice as large", {"module": 3, "teeth": 24}),
        (ENCLOSURE, "wall thickness 3 mm", {"wall": 3}),
        (ENCLOSURE, "lid thickness 2 mm", {"lid_thickness": 2}),
        (SHAFT, "keyway 6 x 3 x 20", {"keyway_1.width": 6, "keyway_1.length": 20}),
        (SHAFT, "25 mm diameter", {"diameter_1": 25}),
        (FLANGE, "six M8 holes", {"bolt_count": 6, "bolt_hole": 9}),
        (FLANGE, "bolt circle 75 mm", {"bolt_circle": 75}),
        (BRACKET, "fillet 4 mm", {"inner_radius": 4}),
    ],
)
def test_words_change_the_figure_that_they_speak_of(
    name: str, words: str, figures: dict[str, float]
) -> None:
    changed = apply_feedback(part(name), words)
    assert isinstance(changed, PartSpec), changed
    assert figures.items() <= flat(changed).items()
    assert validator.problems(changed) == []


@pytest.mark.parametrize(
    ("name", "words", "reason"),
    [
        (PLATE, "lighter", "say which figure should be smaller"),
        (PLATE, "make it thicker", "say how much thicker"),
        (PLATE, "please make it blue", "a plate has length, width, thickness"),
        (PLATE, "", "names a figure"),
        (PLATE, "6 mm thick", "already is as asked"),
        (PLATE, "remove the holes", "has no holes"),
        (PLATE, "100 % shorter", "nothing would be left"),
        (PLATE, "-5 mm thick", "a size is not below zero: '-5 mm thick'"),
        (PLATE, "make it -5 mm thick", "a size is not below zero"),
        (PLATE, "500 mm hole", "the holes do not fit"),
        (PLATE, "fillet 30 mm", "for these edges, got 30 mm"),
        (BRACKET, "chamfer 1 mm", "cannot be rounded or chamfered"),
        (GEAR, "bore 40 mm", "the bore is less than the root diameter"),
        (SCREW, "M7", "ISO 4762 has the sizes"),
        (SCREW, "20 % bigger", "comes in its sizes"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(name: str, words: str, reason: str) -> None:
    outcome = apply_feedback(part(name), words)
    assert isinstance(outcome, NotDrawn), outcome
    assert reason in outcome.reason


def test_another_standard_or_bearing_takes_the_place() -> None:
    other = apply_feedback(part(SCREW), "use ISO 4017 M8x30 instead")
    assert isinstance(other, PartSpec)
    assert other.method == "standard:ISO 4017 M8x30"
    smaller = apply_feedback(part(BEARING), "608")
    assert isinstance(smaller, PartSpec)
    assert smaller.method == "standard:608"


def test_a_material_is_changed_without_touching_the_figures() -> None:
    changed = apply_feedback(part(PLATE), "make it from stainless steel")
    assert isinstance(changed, PartSpec)
    assert (changed.material, flat(changed)) == ("stainless steel", flat(part(PLATE)))


@pytest.mark.parametrize(
    ("words", "figure", "change"),
    [
        ("increase the length by 30 mm", "length", 30),
        ("25 mm off the length", "length", -25),
        ("reduce the width by 1 cm", "width", -10),
        ("add 2 mm to the thickness", "thickness", 2),
    ],
)
def test_a_figure_grows_by_what_is_said_and_not_to_it(
    words: str, figure: str, change: float
) -> None:
    made = apply_feedback(part(PLATE), words)
    assert isinstance(made, PartSpec)
    assert flat(made)[figure] == flat(part(PLATE))[figure] + change


DRILLED = spec_of(
    name="Plate",
    method="plate",
    parameters={
        "length": 120, "width": 80, "thickness": 6, "hole_grid_1.diameter": 6.6, "hole_grid_1.spacing_x": 100,
        "hole_grid_1.spacing_y": 60, "hole_2.diameter": 20,
    },
    material="Steel S235JR",
)  # fmt: skip
TURNED = spec_of(
    name="Shaft", method="shaft", parameters={"diameter_1": 25, "length_1": 200}, material="C45"
)
SINK = spec_of(
    name="Heat sink",
    method="heat_sink",
    parameters={"length": 100, "width": 60, "height": 30, "base_thickness": 5, "fin_count": 10},
)
PIPE = spec_of(
    name="Tube", method="tube", parameters={"outer_diameter": 40, "inner_diameter": 36, "length": 500}
)  # fmt: skip
RING = spec_of(
    name="Flange", method="flange", parameters={"outer_diameter": 120, "bore": 40, "bolt_hole": 9, "bolt_count": 6}
)  # fmt: skip
ODD = spec_of(name="Gear", method="gear", parameters={"module": 2, "teeth": 31})
WHEEL = spec_of(name="Gear", method="gear", parameters={"module": 2, "teeth": 30, "bore": 12})


@pytest.mark.parametrize(
    ("before", "words", "figures"),
    [
        (DRILLED, "M8 instead of M6", {"hole_grid_1.diameter": 9, "hole_2.diameter": 20}),
        (DRILLED, "Bohrungen M8 statt M6", {"hole_grid_1.diameter": 9}),
        (DRILLED, "replace the M6 holes by M5", {"hole_grid_1.diameter": 5.5}),
        (
            DRILLED,
            "move the holes 8 mm from the edge",
            {"length": 120, "hole_grid_1.spacing_x": 104, "hole_grid_1.spacing_y": 64},
        ),
        (DRILLED, "Löcher 12 mm vom Rand", {"hole_grid_1.spacing_x": 96, "hole_2.diameter": 20}),
        (DRILLED, "tap the holes M5", {"hole_grid_1.diameter": 4.2, "hole_grid_1.count_x": 2}),
        (
            DRILLED,
            "hole spacing 50 mm",
            {"hole_grid_1.spacing_x": 50, "hole_grid_1.spacing_y": 50, "hole_2.diameter": 20},
        ),
        (
            DRILLED,
            "countersink the M6 holes",
            {"hole_grid_1.countersink_diameter": 11.88, "hole_2.countersink_diameter": 0},
        ),
        (DRILLED, "6 holes instead of 4", {"hole_grid_1.count_x": 3, "hole_2.diameter": 20}),
        (
            DRILLED,
            "two more holes of 4 mm",
            {"hole_grid_1.diameter": 6.6, "hole_grid_2.count_x": 2},
        ),
        (TURNED, "chamfer both ends 1 mm", {"length_1": 200, "chamfer_1.size": 1}),
        (TURNED, "Fase 2 mm an beiden Enden", {"length_1": 200, "chamfer_1.size": 2}),
        (
            TURNED,
            "M8 thread in both ends",
            {"diameter_1": 25, "hole_1.diameter": 6.75, "hole_2.face": 1, "hole_2.depth": 20},
        ),
        (TURNED, "add a keyway 8 x 30 mm", {"keyway_1.width": 8, "keyway_1.length": 30}),
        (
            TURNED,
            "step down to 20 mm over the last 40 mm",
            {"length_1": 160, "diameter_2": 20, "length_2": 40},
        ),
        (
            TURNED,
            "a 5 mm cross hole 20 mm from the end",
            {"length_1": 200, "cross_hole_1.diameter": 5, "cross_hole_1.z": 20},
        ),
        (WHEEL, "bore 15 mm with keyway", {"bore": 15, "keyway_width": 5}),
        (WHEEL, "twice as many teeth", {"teeth": 60}),
        (WHEEL, "six teeth fewer", {"teeth": 24}),
        (SINK, "twice as many fins", {"fin_count": 20, "length": 100}),
        (SINK, "fins 1 mm thick", {"fin_thickness": 1, "base_thickness": 5}),
        (SINK, "base 8 mm", {"base_thickness": 8, "length": 100}),
        (PIPE, "wall 3 mm", {"outer_diameter": 40, "inner_diameter": 34}),
        (RING, "bore 45", {"outer_diameter": 120, "bore": 45}),
        (RING, "M10 instead of M8", {"bolt_hole": 11}),
    ],
)
def test_words_change_what_they_speak_of_and_nothing_else(
    before: PartSpec, words: str, figures: dict[str, float]
) -> None:
    made = apply_feedback(before, words)
    assert isinstance(made, PartSpec), made
    assert figures.items() <= flat(made).items()
    assert validator.problems(made) == []


@pytest.mark.parametrize(
    ("before", "words", "reason"),
    [
        (DRILLED, "M8 instead of M4", "no holes for M4"),
        (DRILLED, "move it 5 mm to the left", "names a figure"),
        (DRILLED, "a cutout 20 x 30 mm", "names a figure"),
        (DRILLED, "holes 45 mm from the edges", "cannot all stand 45 mm"),
        (TURNED, "retaining ring groove 10 mm from the end", "names a figure"),
        (TURNED, "step down to 20 mm over the last 300 mm", "not longer than 300 mm"),
        (ODD, "half as many teeth", "whole number"),
    ],
)
def test_sizes_of_other_things_change_no_part(before: PartSpec, words: str, reason: str) -> None:
    outcome = apply_feedback(before, words)
    assert isinstance(outcome, NotDrawn), outcome
    assert reason in outcome.reason


def test_paint_goes_on_the_material_that_the_part_has() -> None:
    red = apply_feedback(DRILLED, "paint it red")
    assert isinstance(red, PartSpec)
    black = apply_feedback(red, "lackiere es schwarz")
    assert isinstance(black, PartSpec)
    assert (red.material, black.material) == ("Steel S235JR, red", "Steel S235JR, black")
    assert flat(black) == flat(DRILLED)


def test_the_middle_hole_alone_is_taken_away() -> None:
    made = apply_feedback(DRILLED, "remove the central hole")
    assert isinstance(made, PartSpec)
    assert [one.name for one in made.operations] == ["hole_grid_1"]


def test_other_holes_stay_where_they_are_in_both_legs() -> None:
    bracket = spec_of(
        name="Bracket",
        method="l_bracket",
        parameters={
            "length": 70, "height": 50, "width": 40, "thickness": 5, "hole_grid_1.diameter": 5.5, "hole_grid_1.face": 0,
            "hole_grid_1.spacing_x": 30, "hole_grid_1.count_y": 1, "hole_2.diameter": 5.5, "hole_2.face": 1,
        },
    )  # fmt: skip
    made = apply_feedback(bracket, "6.6 mm holes instead of 5.5 mm")
    assert isinstance(made, PartSpec)
    assert flat(made) == flat(bracket) | {"hole_grid_1.diameter": 6.6, "hole_2.diameter": 6.6}


def test_a_leg_is_made_longer_the_way_it_is_long() -> None:
    leg = spec_of(
        name="Leg",
        method="box",
        parameters={"length": 60, "width": 60, "height": 700},
        material="Oak",
    )
    made = apply_feedback(leg, "make the legs 50 mm longer")
    assert isinstance(made, PartSpec)
    assert flat(made) == flat(leg) | {"height": 750}


@pytest.mark.parametrize(
    ("words", "added"),
    [
        ("add a hole of 20 mm", {"hole_1.diameter": 20, "hole_1.x": 0, "hole_1.y": 0}),
        ("add two holes of 6 mm", {"hole_grid_2.diameter": 6, "hole_grid_2.count_x": 2}),
        ("noch zwei Bohrungen 6 mm", {"hole_grid_2.diameter": 6}),
        ("one more hole of 8 mm in the middle", {"hole_1.diameter": 8}),
    ],
)
def test_holes_are_added_to_those_there_are(words: str, added: dict[str, float]) -> None:
    drilled = apply_feedback(part(PLATE), "four M5 holes")
    assert isinstance(drilled, PartSpec)
    made = apply_feedback(drilled, words)
    assert isinstance(made, PartSpec), made
    assert {**flat(drilled), **added}.items() <= flat(made).items()
    assert validator.problems(made) == []
    assert "from the middle" in " ".join(made.notes)


def test_holes_of_one_size_are_taken_away_or_widened_for_screws() -> None:
    made = part(PLATE)
    for words in ("four M5 holes", "add a 20 mm hole", "remove the 20 mm hole", "use M8 screws"):
        after = apply_feedback(made, words)
        assert isinstance(after, PartSpec), words
        made = after
    assert {o.name: o.parameters["diameter"] for o in made.operations} == {"hole_grid_1": 9}
    bare = apply_feedback(made, "ohne Löcher")
    assert isinstance(bare, PartSpec)
    assert not bare.operations
    refused = apply_feedback(bare, "use M8 screws")
    assert isinstance(refused, NotDrawn)
    assert "no holes" in refused.reason


def test_a_hole_of_an_enclosure_is_not_its_length() -> None:
    made = apply_feedback(part(ENCLOSURE), "add a hole of 12 mm for a cable gland")
    assert isinstance(made, PartSpec)
    assert {"length": 120, "hole_1.diameter": 12}.items() <= flat(made).items()


def test_corners_are_rounded_without_a_figure() -> None:
    made = apply_feedback(part(PLATE), "round the corners")
    assert isinstance(made, PartSpec)
    assert flat(made)["corner_radius"] == 10
    assert "assumed" in made.notes[-1]


@pytest.mark.parametrize(
    ("words", "material"),
    [
        ("stainless steel 316", "stainless steel 316"),
        ("make it of 316 stainless please", "316 stainless"),
        ("Edelstahl 1.4404 statt Stahl, 8 mm dick", "Edelstahl 1.4404"),
        ("Aluminium EN AW-7075", "Aluminium EN AW-7075"),
        ("walnut please", "walnut"),
    ],
)
def test_the_grade_of_a_material_is_kept(words: str, material: str) -> None:
    made = apply_feedback(part(PLATE), words)
    assert isinstance(made, PartSpec)
    assert made.material == material


def test_holes_keep_what_the_words_leave_open() -> None:
    four = apply_feedback(part(PLATE), "four M5 holes")
    assert isinstance(four, PartSpec)
    wider = apply_feedback(four, "8 mm holes")
    assert isinstance(wider, PartSpec)
    assert flat(wider)["hole_grid_1.diameter"] == 8
    assert flat(wider)["hole_grid_1.spacing_x"] == flat(four)["hole_grid_1.spacing_x"]
    none = apply_feedback(wider, "remove all holes")
    assert isinstance(none, PartSpec)
    assert none.operations == ()


TRADE = """make it 8 mm thick thicker longer 20 % M5 holes four hole pattern 31 x fillet chamfer
    round corners teeth module bore 0 9999 lighter steel from slot keyway engrave remove the by
    twice as wide = wall corner_radius hole_grid_1.diameter ISO 4762 608 no without lid"""


@given(
    st.sampled_from([PLATE, SCREW, GEAR, BEARING, ENCLOSURE, SHAFT, FLANGE, BRACKET]),
    st.lists(st.sampled_from(TRADE.split()), max_size=8).map(" ".join) | st.text(max_size=30),
)
@settings(max_examples=250, deadline=None)
def test_any_words_give_a_part_that_can_be_built_or_a_reason(name: str, words: str) -> None:
    outcome = apply_feedback(part(name), words)
    if isinstance(outcome, PartSpec):
        assert validator.problems(outcome) == []
    else:
        assert outcome.reason


@pytest.mark.parametrize("words", ["1" * 5000, "5" * 4900 + " mm longer", "x" * 5000, "\n" * 5000])
def test_words_without_end_are_soon_read(words: str) -> None:
    began = time.process_time()
    apply_feedback(part(PLATE), f"8 mm thick, {words}")
    assert time.process_time() - began < 2


ROWS = {"hole_1.diameter": 20.0, "hole_grid_1.diameter": 7.0, "hole_grid_1.spacing_x": 90.0, "hole_grid_1.spacing_y": 50.0}  # fmt: skip
LEGS = {
    "length": 80.0, "height": 60.0, "width": 40.0, "thickness": 4.0, "hole_1.diameter": 6.0,
    "hole_2.diameter": 6.0, "hole_2.face": 1.0,
}  # fmt: skip
EYE = {"shank_diameter": 10.0, "inner_diameter": 25.0, "outer_diameter": 45.0, "length": 62.5}


@pytest.mark.parametrize(
    ("method", "before", "words", "figures"),
    [
        ("plate", ROWS, "move the holes 5 mm inwards", {"hole_grid_1.spacing_x": 80, "hole_1.diameter": 20}),
        ("plate", ROWS, "remove the corner holes", {"hole_grid_1.diameter": None, "hole_1.diameter": 20}),
        ("plate", ROWS, "corners rounded 6 mm", {"corner_radius": 6}),
        ("l_bracket", LEGS, "no holes in the upright leg", {"hole_1.diameter": 6, "hole_2.diameter": None}),
        ("l_bracket", LEGS, "make both legs 20 mm longer", {"length": 100, "height": 80}),
        ("l_bracket", LEGS, "bigger holes 8 mm", {"hole_1.diameter": 8, "hole_2.diameter": 8}),
        ("eye_bolt", EYE, "eye 30 mm", {"inner_diameter": 30, "outer_diameter": 50, "length": 65}),
        ("eye_bolt", EYE, "shank 60 mm long", {"shank_diameter": 10, "length": 82.5}),
        ("shaft", {"hole_1.diameter": 5.0, "hole_1.depth": 9.0}, "make it hollow, 6 mm bore", {"bore": 6, "hole_1.diameter": None}),
        ("shaft", {"diameter_1": 20.0, "length_1": 150.0}, "turn down one end to 15 mm over 25 mm", {"length_1": 125, "diameter_2": 15}),
    ],
)  # fmt: skip
def test_legs_eyes_and_rows_of_holes_change_alone(
    method: str, before: dict[str, float], words: str, figures: dict[str, float | None]
) -> None:
    made = apply_feedback(spec_of(name="Part", method=method, parameters=before), words)
    assert isinstance(made, PartSpec)
    assert {name: flat(made).get(name) for name in figures} == figures


def test_one_size_told_twice_changes_nothing() -> None:
    answer = apply_feedback(part(PLATE), "make it 5 mm thick and 10 mm thick")
    assert isinstance(answer, NotDrawn)
    assert "cannot both be" in answer.reason
