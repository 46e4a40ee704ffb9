import time

import pytest

from partwright.drafter import engine
from partwright.drafter.text.conversions import with_units
from partwright.drafter.text.figures import figures_of
from partwright.drafter.text.words import normalised


@pytest.mark.parametrize(
    ("text", "dimension", "values"),
    [
        ("300 mm", "length", (300,)),
        ("2,5 kg", "mass", (2.5,)),
        ("1,500 rpm", "rotation", (1500,)),
        ("10k rpm", "rotation", (10_000,)),
        ("1/2 inch", "length", (12.7,)),
        ("1 1/2 in pipe", "length", (38.1,)),
        ("-20...+60 °C", "temperature", (-20, 60)),
        ("between 5 and 10 bar", "pressure", (5, 10)),
        ("12–24 V", "voltage", (12, 24)),
        ("200x120x60mm", "length", (200, 120, 60)),
        ("600 mm by 400 mm", "length", (600, 400)),
        ("50 ± 0.5 mm", "length", (50,)),
        ("gear 1:25", "ratio", (25,)),
        ("$40", "money", (40,)),
        ("DN 50", "length", (50,)),
        ("100 lbs", "mass", (45.359237,)),
        ("20 N·m", "torque", (20,)),
        ("80 °F", "temperature", (26.666667,)),
        ("500 mAh", "charge", (0.5,)),
        ("45 dB(A)", "noise", (45,)),
    ],
)
def test_a_figure_is_reckoned(text: str, dimension: str, values: tuple[float, ...]) -> None:
    (figure,) = figures_of(normalised(f"It has {text}, no more"))
    assert figure.dimension == dimension
    assert figure.values == pytest.approx(values)


@pytest.mark.parametrize(
    "text",
    [
        "M8 screws",
        "a 6204-2RS bearing",
        "two in the box",
        "USB 3.0",
        "the 18650 cell",
        "24/7",
        "8 holes, 4 in top and 4 in base",
    ],
)
def test_a_name_is_no_figure(text: str) -> None:
    assert figures_of(normalised(text)) == []


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("weighs less than 3 kg", "mass"),
        ("carries up to 3 kg", "load"),
        ("for bikes up to 25 kg", "load"),
        ("400 mm long", "length"),
        ("runs for 6 hours on one charge", "runtime"),
        ("made for 10 years", "life"),
        ("an input speed of 1400 rpm", "input speed"),
        ("in wind of 8 m/s", "wind"),
        ("delivers an output voltage of 5 V", "output voltage"),
        ("works at 0 to 40 °C", "operating temperature"),
        ("heats water to 90 °C", "process temperature"),
        ("accurate to ±0.05 mm", "accuracy"),
        ("with a 3 m cable", "cable length"),
        ("emits 3000 K light", "color temperature"),
        ("Gewicht maximal 4 kg", "mass"),
        ("costs less than 30 €", "cost"),
    ],
)
def test_what_a_figure_speaks_of(text: str, quantity: str) -> None:
    (figure,) = engine.understand(f"A machine that {text}", {}, []).figures
    assert figure.quantity == quantity


@pytest.mark.parametrize(
    ("text", "bound", "words"),
    [
        ("weighs at most 3 kg", "most", "at most 3 kg"),
        ("carries at least 20 kg", "least", "at least 20 kg"),
        ("carries about 20 kg", "about", "about 20 kg"),
        ("carries 20 kg or more", "least", "at least 20 kg"),
        ("must not weigh more than 75 kg", "most", "at most 75 kg"),
        ("should never be longer than 900 mm", "most", "at most 900 mm"),
    ],
)
def test_bounds_come_into_the_requirement(text: str, bound: str, words: str) -> None:
    brief = engine.understand(f"A cart that {text}", {}, [])
    assert brief.figures[0].bound == bound
    assert any(words in r.description for r in engine.requirements(brief))


def test_what_each_level_bears_is_no_mass_of_the_whole() -> None:
    brief = engine.understand("Shelf with 4 levels à 200 kg, 2 m high", {}, [])
    assert [(f.quantity, f.high) for f in brief.figures if f.dimension == "mass"] == [("load", 200)]


def test_numbers_without_a_unit_are_lengths_where_the_word_says_so() -> None:
    brief = engine.understand("Bookcase, 800 wide, 1800 tall, two wide, seat at 740 mm", {}, [])
    said = [(figure.quantity, figure.values) for figure in brief.figures]
    assert said == [("width", (800,)), ("height", (1800,)), ("height", (740,))]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Design a compact desk lamp for students", "Compact desk lamp", "desk lamp"),
        ("We need a solar powered phone charging station, please", "", "power supply unit"),
        ("Hello! I would like a bench vise.", "Bench vise", "bench vise"),
        ("Shell and tube heat exchanger for oil", "", "heat exchanger"),
        ("something to hold my phone", "Something to hold phone", "holder"),
        ("a motor mount", "Motor mount", "bracket"),
        ("zwei Kilo schwere Wasserpumpe", "", "pump"),
        ("hello", "", ""),
    ],
)
def test_the_product_is_named_and_known(text: str, name: str, kind: str) -> None:
    brief = engine.understand(text, {}, [])
    assert brief.kind == kind
    if name:
        assert brief.name in (name, name.replace("Something", "Device"))


def test_what_is_handled_is_no_part_and_no_supply() -> None:
    brief = engine.understand("A machine that tests batteries, 24 V, with a display", {}, [])
    assert [c.key for c in brief.components] == ["display"]
    assert brief.supply == "dc"


def test_what_is_denied_is_left_out() -> None:
    brief = engine.understand("A 3d printer without display and no screws", {}, [])
    names = [n.name for n in engine.structure(brief, [], {}).walk()]
    assert not [n for n in names if "isplay" in n or "screw ISO" in n]
    assert any("Snap-fit" in n for n in names)


def test_flow_head_and_power_are_read_in_chinese() -> None:
    brief = engine.understand("离心泵，流量50升/分钟，扬程15米，电机0.75千瓦，1450转/分钟", {}, [])
    said = [brief.given(name) for name in ("flow", "head", "motor power")]
    assert [one.written for one in said if one] == ["50 l/min", "15 m", "0.75 kW"]


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("TV wall mount, VESA 400 x 200", [(400, 200)]),
        ("Monitor arm VESA 75/100", [(75, 75), (100, 100)]),
        ("Monitor stand VESA 100 x 100 and 400 x 400", [(100, 100), (400, 400)]),
        ("100 x 100 mm VESA bracket, 3 mm", [(100, 100)]),
        ("VESA mount, 30 kg", []),
        ("A VESA mount with 50 kg load", []),
        ("VESA mount, 200 mm long", []),
        ("VESA mount for 75 inch screens", []),
        ("VESA 100 and 20 screws", [(100, 100)]),
        ("Monitor arm VESA 100, 50 mm pipe", [(100, 100)]),
    ],
)
def test_vesa_patterns_are_read_as_such(text: str, patterns: list[tuple[int, int]]) -> None:
    brief = engine.understand(text, {}, [])
    assert [f.values for f in brief.figures if f.quantity == "vesa"] == patterns
    assert brief.given("size") is None


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Enclosure for an LCD 480 x 272", ()),
        ("Enclosure, wall mounted, e-paper 250 x 122", ()),
        ("TV stand for a 3440 x 1440 monitor", ()),
        ("Phone stand, 1080 x 2400 phone", ()),
        ("Vise for 100 x 150 parts", ()),
        ("Label number 100 x 150", ()),
        ("Desk 1600 x 800 with monitor arm", (1600, 800)),
        ("Monitor stand 600 x 250", (600, 250)),
    ],
)
def test_bare_sides_are_a_size_only_of_the_product(text: str, values: tuple[float, ...]) -> None:
    assert [f.values for f in figures_of(normalised(text))] == ([values] if values else [])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bore 1 in on a plate", "bore 25.4 mm on a plate"),
        ("diameter 12 in steel", "diameter 12 mm in steel"),
        ("wall 1/8 in steel", "wall 3.175 mm steel"),
        ("5 in the box", "5 in the box"),
    ],
)
def test_in_is_inches_unless_a_material_or_a_place_follows(text: str, read: str) -> None:
    assert with_units(text) == read


@pytest.mark.parametrize("text", ["1" * 8000, "1 x " * 4000])
def test_long_rows_of_figures_take_no_time(text: str) -> None:
    begun = time.process_time()
    with_units(text)
    assert time.process_time() - begun < 0.5
