"""Sentences of customers: sizes of two things together, a part by a closer word, sides of a cube."""

from collections.abc import Mapping

import pytest

from partwright.drafter import engine, layout
from partwright.drafter.verification.stated_facts import unkept
from tests.drafter.drafted import counted, drafted


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Spur gear reducer, module 2.5, 20 teeth on the pinion and 70 on the wheel",
            {
                "Pinion, spur, module 2.5, 20 teeth": 1,
                "Gear wheel, spur, module 2.5, 70 teeth": 1,
            },
        ),
        (
            "Helical gear unit with ratio 2.5, 60 Nm at the output, shafts 25 and 35 mm",
            {"Input shaft, diameter 25 mm": 1, "Output shaft, diameter 35 mm": 1},
        ),
        (
            "Circulation pump, 12 m3/h at 15 m head, flanges DN50 and DN40, 1.1 kW",
            {"Suction flange DN 50": 1, "Delivery flange DN 40": 1},
        ),
        (
            "Core XY 3D printer, 350 mm cube build volume",
            {"Heated bed plate 365 x 365": 1, "Upright, aluminium profile 20 x 20, 526 mm": 4},
        ),
        ("Hopper on a stand, 150 l, square top 700 mm", {"Hopper wall 700 x": 2}),
        (
            "Pill dispenser with 14 compartments on a carousel, 2.8 inch screen",
            {"Display module 2.8 in": 1},
        ),
    ],
)
def test_figures_said_together_go_each_to_its_own(text: str, parts: Mapping[str, int]) -> None:
    brief, root = drafted(text)
    assert {name: counted(root, name) for name in parts} == parts
    assert unkept(brief, root) == []


@pytest.mark.parametrize(
    ("text", "drawn", "beside"),
    [
        ("Camera slider, 1200 mm long, hand crank", "Crank arm", "Hand crank"),
        ("Hose pump with four rollers, tube 4.8 x 8 mm, 24 V", "Silicone hose 4.8 x 8", "Tube"),
        ("Fruit press, 20 litres, threaded spindle and a T handle", "Spindle", "Trapezoidal"),
        ("Fruit press, 20 litres, threaded spindle and a T handle", "Lever handle", "Handle"),
        (
            "Housing of polycarbonate for an Arduino Uno, clear lid",
            "Clear enclosure lid",
            "Transparent cover",
        ),
        ("Workshop press, 30 t, 1700 mm high, adjustable table", "Table beam", "Adjusting joint"),
    ],
)
def test_a_part_that_is_drawn_is_not_listed_again(text: str, drawn: str, beside: str) -> None:
    _, root = drafted(text)
    assert counted(root, drawn) > 0
    assert counted(root, beside) == 0


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Bench stand for a soldering iron, cast base 120 x 90 mm", "soldering stand"),
        ("Desk holder for a phone", "phone stand"),
        ("Mât météo de 4 m avec anémomètre et pluviomètre", "weather station"),
        ("Piano bench, 550 x 330 mm, height 480 mm", "piano bench"),
        ("Bench grinder", "machine tool"),
    ],
)
def test_where_a_thing_stands_does_not_hide_what_it_is(text: str, kind: str) -> None:
    assert engine.understand(text, {}, []).kind == kind


def test_shelves_of_another_wood_are_its_boards() -> None:
    brief, root = drafted("Open shelving unit, 920 wide, six shelves of spruce")
    boards = [node for node in root.walk() if node.name.startswith("Board ") and node.form]
    assert {board.material for board in boards} == {"Spruce, solid"}
    assert unkept(brief, root) == []


def test_a_gooseneck_carries_its_lamp_to_the_stated_height() -> None:
    brief, root = drafted("Reading lamp with a round foot of 180 mm, one gooseneck, 520 mm tall")
    neck = next(node for node in root.walk() if node.name.startswith("Gooseneck"))
    assert neck.form is not None
    figures = layout.parameters_of(neck.form, layout.dimensions_below(root)[neck.temp_id])
    assert figures["z_2"] == pytest.approx(520 - 22 - 24 - 15)
    assert [one for one in unkept(brief, root) if one.kind == "part"] == []


def test_a_french_handle_stands_where_it_is_said() -> None:
    _, root = drafted("Chariot 1000 x 650 mm, quatre roulettes de 125 mm, poignée à 950 mm")
    post = next(node for node in root.walk() if node.name.startswith("Handle post"))
    assert layout.dimensions_below(root)[post.temp_id]["high"] == 950
    assert engine.understand("Tabouret, hauteur de 45 à 60 cm", {}, []).figures[0].high == 600.0


def test_an_incubator_is_a_warm_box_and_no_heater() -> None:
    _, root = drafted("Egg incubator with a fan and heater, 230 V")
    assert counted(root, "Front grille") == 0
    assert counted(root, "Door") > 0
