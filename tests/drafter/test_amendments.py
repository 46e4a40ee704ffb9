"""Later words that change what was said: instead of, longer by, two more, another number."""

import time

import pytest

from partwright.drafter import engine
from partwright.drafter.effects import without_effect
from partwright.drafter.messages.amendments import amended
from partwright.drafter.parts.stated_features import features_of
from partwright.drafter.verification.stated_facts import unkept
from partwright.drafter.verification.unread import unread

TABLE = "A table of oak, 1600 x 800 mm, 740 mm high, four legs, with a drawer"
SHELF = "Wall shelf 900 x 220 mm, 1100 mm high with three boards"
BRACKET = "L-bracket 80 x 60 x 40 mm, 4 mm thick, steel, two 6 mm holes in each leg"
RACK = "Shelf unit 1800 mm high, 800 mm wide, 300 mm deep, five shelves, pine"
BENCH = "Workbench 1500 x 700 x 900 mm, steel frame, beech top 40 mm"
GEAR = "Spur gear module 2, 24 teeth, bore 12 mm, 20 mm wide"
BOX = "Enclosure for a board 90 x 60 mm, aluminium, four M3 screws in the lid"


@pytest.mark.parametrize(
    ("text", "messages", "as_if"),
    [
        (TABLE, ["make the legs 50 mm longer"], TABLE.replace("740", "790")),
        (TABLE, ["Make it 10 cm longer and 5 cm lower"], "A table of oak, 1700 x 800 mm, 690 mm high, four legs, with a drawer"),
        (TABLE, ["increase the height by 30 mm"], TABLE.replace("740", "770")),
        (TABLE, ["reduce the length by 20 cm", "make it 10 mm higher"], "A table of oak, 1400 x 800 mm, 750 mm high, four legs, with a drawer"),
        (SHELF, ["add two more shelves"], SHELF.replace("three", "five")),
        (SHELF, ["one board fewer please"], SHELF.replace("three", "two")),
        ("Chest of drawers, 800 x 450 x 1000 mm, four drawers", ["remove one drawer", "add two more drawers"], "Chest of drawers, 800 x 450 x 1000 mm, five drawers"),
        (SHELF, ["four boards please", "make it six boards", "undo that"], SHELF.replace("three", "four")),
        (BENCH, ["make it 950 mm high", "no, back to what it was"], BENCH),
        ("Plate 140 x 80 mm, 6 mm thick", ["actually 8 mm"], "Plate 140 x 80 mm, 8 mm thick"),
        ("Plate 140 x 80 mm", ["6 mm thick", "sorry, 8 mm"], "Plate 140 x 80 mm. 8 mm thick"),
        (SHELF, ["four boards please"], SHELF.replace("three", "four")),
        ("Wall shelf 900 x 220 mm, 1100 mm high", ["add another board"], None),
        (BRACKET, ["8 mm holes instead of 6 mm"], BRACKET.replace("6 mm holes", "8 mm holes")),
        (GEAR, ["30 teeth instead of 24"], GEAR.replace("24", "30")),
        (BRACKET, ["stainless steel 316 instead of steel"], BRACKET.replace("steel", "stainless steel 316")),
        (BRACKET, ["Aluminium statt Stahl", "make it 5 mm thick"], BRACKET.replace("steel", "aluminium").replace("4 mm", "5 mm")),
        (TABLE, ["walnut instead of oak"], TABLE.replace("oak", "walnut")),
        (GEAR, ["module 3 instead of 2"], GEAR.replace("module 2", "module 3")),
        ("Gearbox ratio 2, module 2", ["module 3 instead of 2"], "Gearbox ratio 2, module 3"),
        (GEAR, ["bore 15 mm"], GEAR.replace("12", "15")),
        (GEAR, ["replace 24 teeth by 40 teeth", "bore 16 mm instead of 12 mm"], "Spur gear module 2, 40 teeth, bore 16 mm, 20 mm wide"),
        ("Regal aus Eiche, 900 mm breit, 1800 mm hoch, mit vier Böden", ["mach es 200 mm höher"], "Regal aus Eiche, 900 mm breit, 2000 mm hoch, mit vier Böden"),
        (RACK, ["remove the second shelf"], RACK.replace("five", "four")),
        (RACK, ["take away a shelf", "mach sie 100 mm niedriger"], RACK.replace("five", "four").replace("1800", "1700")),
        (BENCH, ["top 50 mm thick"], BENCH.replace("top 40", "top 50")),
        (BENCH, ["make it 950 mm high"], BENCH.replace("900", "950")),
        ("Plate 140 x 80 x 6 mm, steel, with four M6 holes", ["8 mm dick"], "Plate 140 x 80 x 8 mm, steel, with four M6 holes"),
        ("Conveyor 2000 mm long, 400 mm wide", ["300 mm shorter and 100 mm wider"], "Conveyor 1700 mm long, 500 mm wide"),
        ("Shaft 25 mm diameter, 200 mm long", ["make it 30 mm in diameter"], "Shaft 30 mm diameter, 200 mm long"),
        ("Flange DN50 PN16", ["make it PN40"], "Flange DN50 PN40"),
        ("Plate 140 x 80 x 6 mm with four M6 clearance holes", ["use M8 instead"], "Plate 140 x 80 x 6 mm with four M8 clearance holes"),
        ("Linear axis, stroke 500 mm, NEMA 17 motor", ["use NEMA 23"], "Linear axis, stroke 500 mm, NEMA 23 motor"),
        ("CNC router, work area 400 x 300 x 100 mm, NEMA 17 motors", ["replace the motors by NEMA 23"], "CNC router, work area 400 x 300 x 100 mm, NEMA 23 motors"),
        ("Plate 150 x 100 x 8 mm, four 9 mm holes 12 mm from the edges and a 30 mm central hole", ["remove the holes"], "Plate 150 x 100 x 8 mm"),
        ("Shaft 25 mm diameter, 200 mm long, keyway 8 x 40 mm", ["no keyway"], "Shaft 25 mm diameter, 200 mm long"),
        ("Cart 800 x 500 mm with four wheels of 125 mm", ["use 160 mm wheels"], "Cart 800 x 500 mm with four wheels of 160 mm"),
        (RACK, ["paint it white"], f"{RACK}, white"),
        (RACK, ["add four feet 50 mm high"], f"{RACK}, four feet 50 mm high"),
        (TABLE, ["change oak to walnut"], TABLE.replace("oak", "walnut")),
        (TABLE, ["please change the material from oak to beech"], TABLE.replace("oak", "beech")),
        (TABLE, ["replace the oak with ash wood"], TABLE.replace("oak", "ash wood")),
        ("Cabinet 800 mm high, 400 mm wide, with one door", ["swap the door for two drawers"], "Cabinet 800 mm high, 400 mm wide, with two drawers"),
        ("Plate 140 x 80 x 10 mm, steel, with four 9 mm holes", ["the four holes should be M8 tapped"], "Plate 140 x 80 x 10 mm, steel, with four M8 tapped holes"),
        ("Plate 140 x 80 x 10 mm with 4 holes of 9 mm diameter and a 30 mm central hole", ["tap the 4 holes M8"], "Plate 140 x 80 x 10 mm with 4 M8 tapped holes and a 30 mm central hole"),
        ("Plate 140 x 80 x 20 mm with four M6 clearance holes", ["make all holes M8 threaded, 12 mm deep"], "Plate 140 x 80 x 20 mm with four M8 tapped holes 12 mm deep"),
        ("Workbench 1500 x 700 x 900 mm, steel frame, on four castors", ["castors should be feet"], "Workbench 1500 x 700 x 900 mm, steel frame, on four feet"),
        ("Workbench 1500 x 700 x 900 mm, steel frame, four castors 100 mm", ["I want M12 levelling feet instead of the castors"], "Workbench 1500 x 700 x 900 mm, steel frame, four M12 levelling feet"),
        ("Workbench 1500 x 700 x 900 mm, steel frame", ["replace the feet with castors"], "Workbench 1500 x 700 x 900 mm, steel frame, castors"),
        ("Rolling cabinet 600 x 500 x 800 mm, three drawers", ["without castors, on feet"], "Cabinet 600 x 500 x 800 mm, three drawers, four feet"),
        ("Shaft 30 mm diameter, 300 mm long", ["shorten it by a third"], "Shaft 30 mm diameter, 200 mm long"),
        ("Shaft 30 mm diameter, 300 mm long", ["half as long"], "Shaft 30 mm diameter, 150 mm long"),
        ("Plate 200 x 100 x 10 mm", ["twice as wide and 10 % longer"], "Plate 220 x 200 x 10 mm"),
        (BENCH, ["make the top twice as thick"], BENCH.replace("top 40", "top 80")),
        ("Plate 200 x 100 x 10 mm, four 9 mm holes 15 mm from the edges", ["make it 50 mm longer but keep the holes where they are"], "Plate 250 x 100 x 10 mm, four 9 mm holes 170 x 70 mm apart"),
        ("Plate 200 x 100 x 10 mm, four 9 mm holes and a 30 mm central hole", ["move the holes 5 mm inwards"], "Plate 200 x 100 x 10 mm, four 9 mm holes 154 x 54 mm apart and a 30 mm central hole"),
        ("Plate 200 x 100 x 10 mm, four 9 mm holes 15 mm from the edges", ["countersink the holes for M8"], "Plate 200 x 100 x 10 mm, four M8 countersunk holes 15 mm from the edges"),
        ("Plate 200 x 100 x 20 mm, four 9 mm holes and a 40 mm bore", ["counterbore all four holes"], "Plate 200 x 100 x 20 mm, four 9 mm counterbored holes and a 40 mm bore"),
        (BRACKET, ["add a 5 mm gusset"], f"{BRACKET}, gusset 5 mm thick"),
        (BRACKET, ["add a 6 mm thick gusset in the middle"], f"{BRACKET}, gusset 6 mm thick"),
        (BRACKET, ["weld in a gusset, 30 x 20 x 5 mm"], f"{BRACKET}, with a gusset 30 x 20 x 5 mm"),
        ("Table of oak, 1600 x 800 mm, 740 mm high", ["legs 80 x 80 mm"], "Table of oak, 1600 x 800 mm, 740 mm high, legs 80 x 80 mm"),
        ("Plate 200 x 100 x 10 mm", ["round the corners 10 mm"], "Plate 200 x 100 x 10 mm, 10 mm corner radius"),
        ("Plate 140 x 80 x 6 mm with four 9 mm holes 15 mm from the edges", ["slots 9 x 20 mm instead of the holes"], "Plate 140 x 80 x 6 mm with four slots 9 x 20 mm 15 mm from the edges"),
        ("Plate 150 x 80 x 5 mm with two 9 mm holes 100 mm apart", ["replace the holes by slots and add a 12 mm hole in the middle"], "Plate 150 x 80 x 5 mm with two slots 9 x 18 mm 100 mm apart and a 12 mm central hole"),
        ("Platte 200 x 100 x 6 mm, vier Bohrungen 9 mm, 15 mm vom Rand", ["ersetze die Bohrungen durch Langlöcher 9 x 20"], "Plate 200 x 100 x 6 mm, four slots 9 x 20 mm, 15 mm from the edges"),
        ("Plate 200 x 100 x 6 mm, one 9 mm hole 20 mm from the left and 15 mm from the bottom edge", ["left-hand version please"], "Plate 200 x 100 x 6 mm, one 9 mm hole 20 mm from the right and 15 mm from the bottom edge"),
        (BRACKET, ["use 5 mm stainless instead"], BRACKET.replace("4 mm thick, steel", "5 mm thick, stainless")),
        ("U-bolt M10 for 60 mm pipe, 95 mm high", ["for a 76 mm tube instead"], "U-bolt M10 for 76 mm pipe, 95 mm high"),
        ("Square tube 40 x 40 x 3 mm, 600 mm long", ["cut it to 450"], "Square tube 40 x 40 x 3 mm, 450 mm long"),
        ("Cart 800 x 500 mm, steel frame, four castors 100 mm", ["two swivel castors and two fixed ones"], "Cart 800 x 500 mm, steel frame, two swivel castors and two fixed castors 100 mm"),
        ("Bookshelf 800 x 300 x 1800 mm, five shelves, oak", ["make it 20 cm wider"], "Bookshelf 1000 x 300 x 1800 mm, five shelves, oak"),
        ("Bookshelf 800 x 300 x 1800 mm, five shelves, oak", ["make it 1000 mm wide"], "Bookshelf 1000 x 300 x 1800 mm, five shelves, oak"),
        ("Shaft 30 x 250 mm, keyway 8x7x40", ["100 mm longer"], "Shaft 30 x 350 mm, keyway 8 x 7 x 40"),
        ("Shaft Ø30 x 250, keyway 8x7x40", ["100 mm longer"], "Shaft diameter 30 x 350 mm, keyway 8 x 7 x 40"),
        (BRACKET, ["10 mm wider"], BRACKET.replace("60 x 40", "60 x 50")),
        (TABLE, ["100 mm wider"], TABLE.replace("x 800", "x 900")),
        ("Una mesa de roble, 1600 x 800 mm, altura 740 mm", ["10 cm más larga"], "Una mesa de roble, 1700 x 800 mm, altura 740 mm"),
    ],
)  # fmt: skip
def test_a_message_changes_what_was_said_before(
    text: str, messages: list[str], as_if: str | None
) -> None:
    brief = engine.understand(text, {}, messages)
    root = engine.structure(brief, [], {})
    if as_if is None:
        boards = [
            sum(int(n.quantity) for n in one.walk() if n.name.startswith("Board ") and n.form)
            for one in (engine.structure(engine.understand(text, {}, []), [], {}), root)
        ]
        assert boards[1] == boards[0] + 1
        return
    said = engine.structure(engine.understand(as_if, {}, []), [], {})
    assert [(n.name, n.quantity, n.material) for n in root.walk()] == [
        (n.name, n.quantity, n.material) for n in said.walk()
    ]
    assert [n.form for n in root.walk()] == [n.form for n in said.walk()]
    told = unkept(brief, root)
    assert not told
    assert not unread(brief, root, told)
    assert brief.description == text


@pytest.mark.parametrize(
    ("message", "figures"),
    [
        ("add a cutout 40 x 20 mm in the lid", ("pocket_1.length", "pocket_1.width")),
        ("put a 22 mm hole in the middle of the lid", ("hole_1.diameter",)),
    ],
)
def test_what_is_cut_into_the_lid_of_an_enclosure_leaves_its_size(
    message: str, figures: tuple[str, ...]
) -> None:
    brief = engine.understand("Enclosure 160 x 90 x 60 mm, with lid", {}, [message])
    root = engine.structure(brief, [], {})
    lid = next(node for node in root.walk() if node.name.startswith("Enclosure lid 160 x 90"))
    assert lid.form is not None
    assert {*figures} <= {*lid.form.parameters}
    assert unkept(brief, root) == []


def test_other_screws_take_none_away_and_are_told_where_they_are_not_to_be_had() -> None:
    brief = engine.understand(BOX, {}, ["use M5 instead of M3 screws"])
    root = engine.structure(brief, [], {})
    assert any("screw" in node.name for node in root.walk())
    assert not any("Snap-fit" in node.name for node in root.walk())
    assert "M5" in {one.words for one in unkept(brief, root)}
    brief = engine.understand(BOX, {}, ["use M4 instead of M3 screws"])
    root = engine.structure(brief, [], {})
    assert any("ISO 4762 M4" in node.name for node in root.walk())
    assert unkept(brief, root) == []


def test_what_cannot_be_reckoned_changes_nothing_and_is_told() -> None:
    brief = engine.understand(TABLE, {}, ["make the drawer 50 mm deeper"])
    root = engine.structure(brief, [], {})
    plain = engine.structure(engine.understand(TABLE, {}, []), [], {})
    assert [n.name for n in root.walk()] == [n.name for n in plain.walk()]
    assert "deeper" in unread(brief, root, unkept(brief, root))


@pytest.mark.parametrize(
    ("text", "message", "told"),
    [
        ("Table of oak, 1600 x 800 mm, 740 mm high", "rails 100 mm high", "100 mm high"),
        ("Workbench 1500 mm long, 700 mm wide, 900 mm high, with a drawer", "drawer 400 mm wide, 150 mm high", "150 mm high"),
        ("Saddle clamp for a 48 mm pipe, 3 mm steel, two 9 mm holes", "for a 60 mm rail", "a 60 mm rail"),
        (BRACKET, "make the mirror image", "mirror image"),
        ("Plate 150 x 80 x 5 mm with two 9 mm holes 100 mm apart", "add a 6 mm hole beside each", "hole beside each"),
    ],
)  # fmt: skip
def test_what_is_told_of_a_part_leaves_the_whole_as_it_is(
    text: str, message: str, told: str
) -> None:
    brief = engine.understand(text, {}, [message])
    root = engine.structure(brief, [], {})
    plain = engine.structure(engine.understand(text, {}, []), [], {})
    heights = [
        [n.name for n in one.walk() if n.name.startswith(("Leg", "Table top", "Bench top"))]
        for one in (plain, root)
    ]
    assert heights[0] == heights[1]
    assert told in {one.words for one in unkept(brief, root)}


@pytest.mark.parametrize("message", ["make the top thicker", "thicker top", "make it longer"])
def test_a_change_that_says_not_by_how_much_is_told(message: str) -> None:
    brief = engine.understand(TABLE, {}, [message])
    root = engine.structure(brief, [], {})
    asked = next(word for word in message.split() if word.endswith("er"))
    assert asked in unread(brief, root, unkept(brief, root))


@pytest.mark.parametrize(
    "words",
    ["make the " * 3000, "two more x " * 3000, "9 mm longer " * 2000, "a" * 20000, "increase the " * 2000, "replace the a with b " * 1500, "mirror the mirror " * 1500, "castors instead of " * 1500, "a third longer by half " * 1000, "keep the holes move the holes 5 mm " * 800, "tap the holes " * 2000, "3 instead of 4 " * 1500, "add a gusset " * 1500, "countersink the holes for M8 " * 1000, "slot 8 mm wide, 9 mm long " * 1000],
)  # fmt: skip
def test_messages_without_end_are_soon_read(words: str) -> None:
    began = time.process_time()
    engine.understand(TABLE, {}, [words])
    assert time.process_time() - began < 6


@pytest.mark.parametrize("piece", ["0", "a", "make the it ", "5 x ", "1.1", "increase overall "])
def test_a_long_message_costs_no_more_than_its_length(piece: str) -> None:
    message = (piece * 20_000)[:20_000]
    began = time.process_time()
    amended("A table 1200 x 800 mm", [message], lambda _: lambda _: 0)
    features_of(f"A hole {message}")
    # Half a minute where each digit was the first of another number.
    assert time.process_time() - began < 3


CABINET = "Cabinet 800 mm high, 400 mm wide, oak, with one door and a handle"
DRILLED = "Plate 140 x 80 x 10 mm with four 9 mm holes and a 30 mm central hole"


@pytest.mark.parametrize(
    ("text", "message", "words"),
    [
        (CABINET, "replace the handle with a knob", "replace the handle with a knob"),
        (CABINET.replace(" and a handle", ""), "swap the handle for a knob", "swap the handle for a knob"),
        (CABINET, "mirror the door", "mirror the door"),
        (CABINET, "Please mirror it left to right.", "mirror it left to right"),
        (DRILLED, "the holes should be M8 tapped", "M8 tapped"),
        (DRILLED, "move the holes to the left", "move the holes to the left"),
        ("Cart 800 x 500 mm with four castors 100 mm", "feet instead of castors", "feet instead of castors"),
    ],
)  # fmt: skip
def test_a_change_that_is_not_made_is_told_and_adds_nothing(
    text: str, message: str, words: str
) -> None:
    brief = engine.understand(text, {}, [message])
    root = engine.structure(brief, [], {})
    plain = engine.structure(engine.understand(text, {}, []), [], {})
    assert [(n.name, n.material) for n in root.walk()] == [
        (n.name, n.material) for n in plain.walk()
    ]
    assert words in {one.words for one in unkept(brief, root)}


def test_messages_are_read_each_by_itself() -> None:
    brief = engine.understand(BRACKET, {}, ["two blue dots", "steel please", "round corners"])
    told = [one.words for one in unkept(brief, engine.structure(brief, [], {}))]
    assert not [words for words in told if "dots steel" in words or "please round" in words]


def test_a_grade_behind_its_material_is_no_second_material() -> None:
    text = "Enclosure 150 x 100 x 60 mm, stainless steel 316"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert {n.material for n in root.walk() if n.name.startswith("Enclosure base 150")} == {
        "Stainless steel 1.4401"
    }


def test_a_further_one_of_what_is_there_is_asked_for() -> None:
    text = "Cabinet 800 mm high, 400 mm wide, with one door and a handle"
    before = engine.structure(engine.understand(text, {}, []), [], {})
    brief = engine.understand(text, {}, ["add a handle"])
    after = engine.structure(brief, [], {})
    assert after != before or unkept(brief, after)
    drawers = engine.understand(text, {}, ["add a drawer"])
    assert "2" not in drawers.text.partition("handle")[2]


@pytest.mark.parametrize("said", ["drop the back", "remove the back panel", "leave out the back"])
def test_a_part_that_a_message_takes_out_is_gone(said: str) -> None:
    brief = engine.understand(_SHELF, {}, [said])
    root = engine.structure(brief, [], {})
    assert not any(node.name.startswith("Back") for node in root.walk())
    assert any(node.name.startswith("Side panel") for node in root.walk())
    assert unkept(brief, root) == []


def test_a_figure_of_which_nothing_tells_what_it_is_changes_nothing() -> None:
    text = "Plate 140 x 80 mm, 6 mm thick, with four 9 mm holes"
    assert amended(text, ["actually 8 mm"], lambda _: lambda _: 0).description == text


def test_a_message_leaves_the_drawers_that_nobody_spoke_of() -> None:
    brief = engine.understand("Workbench 1500 x 700 x 900 mm", {}, ["add a lower shelf"])
    names = {node.name for node in engine.structure(brief, [], {}).walk()}
    assert "Drawer unit" in names


def test_a_part_that_stays_and_a_message_without_effect_are_told() -> None:
    brief = engine.understand(_SHELF, {}, ["remove the shelves"])
    told = unkept(brief, engine.structure(brief, [], {}))
    assert any("it stays" in one.why for one in told)
    cart = "Platform cart 1000 x 600 mm, load 300 kg"
    assert without_effect(engine.understand(cart, {}, ["handle on both sides"]))
    assert not without_effect(engine.understand(cart, {}, ["castors 160 mm"]))


_SHELF = "Bookshelf 800 x 300 x 1800 mm, 5 shelves, birch plywood"


@pytest.mark.parametrize(
    ("text", "material"),
    [
        ("Plate 100 x 50 x 8 mm, steel S235", "EN AW-6082 T6"),
        ("Plate 100 x 50 x 8 mm of steel C45", "EN AW-6082 T6"),
        ("Plate 100 x 50 x 8 mm, steel", "EN AW-6082 T6"),
    ],
)
def test_a_material_gives_way_with_its_grade(text: str, material: str) -> None:
    brief = engine.understand(text, {}, ["aluminium instead of steel"])
    assert engine.structure(brief, [], {}).material == material
