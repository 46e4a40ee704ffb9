"""Sections, screens and figures of parts, drawn as their text states them."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.structures.materials import materials_meant
from partwright.drafter.structures.placed_parts import box_of_whole
from partwright.drafter.verification.stated_facts import unkept
from partwright.drafter.verification.unread import unread
from tests.drafter.test_nouns import Read


def test_the_tube_a_product_is_built_of_is_no_size_of_the_whole() -> None:
    for text in (
        "Werkbank 1600 x 650 mm, Höhe 850 mm, Untergestell aus Stahlrohr 50 x 50 x 4, mit 2 Schubladen",
        "Workbench 1600 x 650 mm, 850 mm high, legs of steel tube 50 x 50 x 4 mm, with 2 drawers",
    ):
        bench = Read(text)
        assert bench.told == []
        (leg,) = [n for n in bench.root.walk() if n.name.startswith("Leg 50 x 50 mm")]
        assert leg.form is not None
        assert bench.root.layout is not None
        assert bench.root.layout.dimensions["leg_wall"] == 4
    frame = Read("Machine frame of steel tube 45 x 45 x 2 mm, 1000 x 600 x 800 mm")
    assert frame.told == []
    assert frame.names("Upright, square tube 45 x 45 x 2 mm, 780 mm long")


def test_legs_of_tube_have_its_wall_where_the_recipe_is_of_wood() -> None:
    table = Read("Table 1500 x 800 mm, 750 mm high, legs of square steel tube 60 x 60 x 5")
    (leg,) = [n for n in table.root.walk() if n.name.startswith("Leg 60 x 60 mm")]
    assert leg.form is not None
    assert leg.form.parameters["thickness"] == 5


def test_screens_are_what_their_arm_holds_and_no_display_of_it() -> None:
    arm = Read("Dual monitor arm on a pole of 400 mm, VESA 75, two screens of 6 kg each")
    assert arm.told == []
    assert arm.names("Post, diameter 38 mm, 400 mm long")
    assert not [n for n in arm.root.walk() if n.name.startswith(("Display", "DC "))]
    assert Read("Monitor arm with three screens").told == ["three screens"]


def test_figures_of_parts_reach_the_recipe() -> None:
    press = Read("Arbor press, 1 ton, throat 100 mm, ram 25 mm square, lever 300 mm")
    assert press.names("Ram, square 25 mm")
    assert press.names("Hand lever, diameter 18 mm, 300 mm long")
    slider = Read("Camera slider of 600 mm with two carbon tubes of 16 mm, NEMA 14 motor")
    assert slider.names("Guide tube 16 mm")
    assert slider.names("Stepper motor NEMA 14")
    assert Read("Robot arm, reach 450 mm, base plate 150 x 150 mm").names("Base plate 150 x 150")
    portal = Read("CNC portal, work area 800 x 500 x 120 mm, ball screws SFU1605")
    assert portal.told == []
    assert any(n.name.startswith("Ball screw 16x5") for n in portal.root.walk())
    pump = Read("Centrifugal pump, 6 m³/h, head 32 m, suction port DN50, delivery port DN32")
    assert pump.names("Suction flange DN 50")
    assert pump.names("Delivery flange DN 32")


def test_a_tripod_has_as_many_sections_in_a_leg_as_the_text_says() -> None:
    tripod = Read("Tripod of aluminium, 1700 mm high, 3 sections per leg")
    assert len(tripod.names("Leg tube")) == 3
    assert len(Read("Tripod of aluminium, 1700 mm high").names("Leg tube")) == 2
    five = engine.understand("Tripod 1700 mm high, 5 sections per leg", {}, [])
    assert any("section" in one for one in contradictions(five))


def test_a_bevel_gear_is_no_spur_gear_and_a_blind_flange_has_no_bore() -> None:
    for text in ("Bevel gear, module 2.5, 20 teeth, bore 15 mm", "Kegelrad Modul 2, 20 Zähne"):
        bevel = Read(text).root.form
        assert bevel is not None
        assert bevel.method == "bevel_gear"
    blind = Read("Blind flange DN80, 200 mm outside diameter, 20 mm thick, 8 holes 18 mm on 160 mm")
    assert blind.told == []
    assert blind.root.form is not None
    assert blind.root.form.parameters["bore"] == 0


def test_the_drain_of_a_conical_tank_closes_its_tip() -> None:
    tank = Read("Tank of 500 l on three legs, diameter 800 mm, conical bottom")
    assert tank.root.layout is not None
    assert tank.root.layout.dimensions["drain"] == 60


def test_a_box_of_three_sides_is_the_form_of_a_tank_and_stands_on_its_legs() -> None:
    tank = Read("Stainless tank 900 x 500 x 600 mm on four legs")
    assert tank.told == []
    assert sum(n.quantity for n in tank.root.walk() if n.name.startswith("Leg ")) == 4
    assert box_of_whole(tank.root) == pytest.approx((900, 500, 600), abs=0.1)


def test_a_tank_that_is_round_or_under_pressure_is_no_box_of_sheets() -> None:
    assert Read("Rain barrel 600 x 600 x 900 mm").names("Barrel, diameter")
    assert Read("Pressure vessel 10 bar, 1500 x 600 x 600 mm").names("Vessel shell")
    assert Read("Pressure vessel rectangular 600 x 400 x 300 mm, 6 bar").names("Tank 588 x 388")
    assert Read("Round tank 1000 x 800 x 600 mm").names("Vessel shell")


def test_the_base_plate_of_a_robot_is_no_smaller_than_what_stands_on_it() -> None:
    assert Read("Robot arm, reach 900 mm, base diameter 80 mm").names("Base plate 288 x 288")
    assert Read("Robot arm, reach 450 mm, base plate 150 x 150 mm").names("Base plate 150 x 150")


def test_an_aquarium_is_of_panes_as_thick_as_stated() -> None:
    glass = Read("Ein Aquarium 800 x 350 x 400 mm aus 8 mm Glas")
    assert glass.told == []
    assert len(glass.names("pane")) == 3
    assert glass.names("Bottom pane 800 x 350 x 8 mm")
    assert box_of_whole(glass.root) == pytest.approx((800, 350, 400))


def test_legs_with_a_diameter_are_round() -> None:
    table = Read("Coffee table with an oval top 1200 x 650 mm, 430 mm high, legs 40 mm diameter")
    assert table.names("Leg, diameter 40 mm")
    assert Read("Coffee table 1200 x 650 mm, legs 40 mm").names("Leg 40 x 40 mm")


def test_single_parts_take_the_figures_that_their_words_name() -> None:
    for text, figures in (
        ("V-belt pulley SPA, two grooves, 125 mm pitch diameter, bore 28 mm", {"diameter": 130.5, "grooves": 2, "bore": 28}),
        ("Distanzscheibe, 40 mm außen, 20 mm innen, 5 mm dick", {"outer_diameter": 40, "inner_diameter": 20, "length": 5}),
        ("Stepped shaft: 30 mm diameter over 80 mm, then 25 mm over 60 mm, keyway 8 x 4 x 40", {"length_2": 60, "keyway_1.depth": 4}),
    ):  # fmt: skip
        part = Read(text)
        assert part.told == []
        assert part.root.form is not None
        assert part.root.form.parameters.items() >= figures.items()


def test_the_figure_of_a_part_is_not_kept_by_another_part_that_has_it_by_chance() -> None:
    cart = Read("Platform cart 1000 x 550 mm, handle 50 mm diameter")
    assert cart.names("Castor")
    assert cart.told == ["handle 50 mm diameter"]
    assert Read("Agitator 300 l with outlet 50 mm diameter").names("Outlet pipe DN 50")


def test_what_a_message_replaces_is_neither_missed_nor_unread() -> None:
    brief = engine.understand(
        "Side table, 400 mm wide, 500 mm high, oak", {}, ["Make it 550 mm high", "use walnut"]
    )
    root = engine.structure(brief, [], {})
    missed = list(unkept(brief, root))
    assert missed == []
    assert unread(brief, root, missed) == []
    assert {n.material for n in root.walk() if n.form} == {"Walnut, solid, oiled"}
    kept = engine.understand("Workbench of oak and steel", {}, ["make it beech"])
    assert [m.key for m in materials_meant(kept)] == ["steel", "beech"]
