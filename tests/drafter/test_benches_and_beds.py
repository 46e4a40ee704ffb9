"""Products of laboratories, wards and small shops, and what recipes take from the words of a text."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.kinds import is_larger_than_said, stands_beyond
from partwright.drafter.drafts import BomNodeDraft, FoundPart
from partwright.drafter.verification.stated_facts import unkept
from partwright.kit.ids import ItemId
from tests.drafter.drafted import drafted


def _number(root: BomNodeDraft, name: str) -> int:
    """How many of a part the whole has."""
    found, pending = 0, [(root, 1)]
    while pending:
        node, around = pending.pop()
        number = around * int(node.quantity)
        found += number if node.name.startswith(name) and not node.children else 0
        pending += [(child, number) for child in node.children]
    return found


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("Optical bench for a school lab: aluminium rail 600 mm long, three sliding carriers with lens holders for 50 mm lenses, and a lamp at one end", "optical bench", {"Rail 60 x 35 mm, 600": 1, "Sliding carrier": 3, "Lens holder": 3, "Lens, diameter 50": 3, "Lamp housing": 1}),
        ("PCB holder for soldering: two rails, one sprung jaw, holds boards up to 200 x 140 mm, base 250 x 150 mm", "pcb holder", {"Base plate 250 x 150": 1, "Rail, diameter": 2, "Sprung jaw": 1, "Compression spring": 2}),
        ("Sine bar 200 mm centre distance with two rollers of 25 mm, hardened steel", "sine bar", {"Roller, diameter 25": 2, "Sine bar body": 1}),
        ("Parts organizer with 24 small drawers, 380 mm wide 160 deep 470 high, sheet steel", "drawer organizer", {"Drawer 9": 24, "Drawer grip": 24, "Upright divider": 3}),
        ("Medical trolley with three drawers, IV hook, push handle, four antistatic castors dia 125 (two braked), 600x450x950 mm", "medical trolley", {"Drawer front": 3, "Castor wheel 125": 4, "Castor brake": 2, "IV hook": 1, "Push handle": 1}),
        ("Single row push seeder with a hopper of 3 litres, a 300 mm drive wheel, coulter and handle bars", "push seeder", {"Drive wheel, diameter 300": 1, "Hopper 1": 1, "Coulter": 1, "Handle bar": 2}),
        ("XY linear stage, travel 50 x 50 mm, micrometer heads, aluminium, 125 x 125 mm, 2.2 kg", "micrometer stage", {"Base plate 125 x 125": 1, "Micrometer head, travel 50": 1, "Micrometer head, upper": 1, "Top plate": 1}),
        ("Rotary table 6 inch with worm drive 90:1, hand wheel, four T slots, MT2 centre, cast iron, 14 kg", "milling rotary table", {"Hand wheel": 1, "Worm gear set, ratio 90:1": 1, "Table, diameter 152": 1}),
        ("Rotary table 300 mm, 12 V motor, for photographs", "turntable", {"Turntable plate": 1}),
        ("Wall mounted bike rack for 3 bicycles, steel tube 25 mm, 900 mm wide", "bicycle stand", {"Wall rail": 1, "Bicycle hook, tube 25": 3}),
        ("Bike rack for 4 bicycles", "bicycle stand", {"Wheel hoop": 8}),
        ("Gooseneck reading lamp with a clip, 400 mm neck, 5 W LED, USB powered", "desk lamp", {"Clip upper jaw": 1, "Gooseneck": 1, "Base plate": 0}),
        ("Toy crane made of beech, 300 mm tall, with a crank, string and hook, and four wheels", "toy crane", {"Wheel, diameter": 4, "Wheel axle": 2}),
        ("Test rig: two columns dia 30, 500 mm between crossheads, load cell 5 kN, ball screw, servo motor", "test rig", {"Column, diameter 30": 2, "Ball screw nut": 1, "Loading screw": 0}),
        ("Hand winch, 500 kg, 8 m of webbing, gear ratio 4:1, crank 200 mm", "winch", {"Webbing strap 50 x 2.5 mm, 8 m": 1, "Crank arm 26 x 8 x 200": 1, "Gear wheel, module 2, 92 teeth": 1, "Pinion, module 2, 23 teeth": 1}),
        ("Lab jack 200 x 200 mm plates, 75 to 275 mm height, 20 kg, with knob", "jack", {"Rotary knob": 1, "Crank 14": 0}),
        ("Router table 24 x 32 inches, 35 in high, aluminum fence, lift with crank", "router table", {"Router motor": 1}),
        ("Pair of forearm crutches", "crutches", {"Forearm cuff": 2, "Pair clip": 1}),
    ],
)  # fmt: skip
def test_a_text_makes_the_product_with_its_parts(
    text: str, kind: str, parts: dict[str, int]
) -> None:
    brief, root = drafted(text)
    assert brief.kind == kind
    assert {name: _number(root, name) for name in parts} == parts
    assert list(unkept(brief, root)) == []


def test_an_end_that_is_a_place_is_no_count() -> None:
    """A lamp at one end; both threaded ends of a rod are two all the same."""
    counts = engine.understand("Optical rail with a lamp at one end and a screen", {}, []).counts
    assert not [one for one in counts if one.noun == "end"]


def test_what_stands_out_beyond_a_size_is_told_by_its_kind() -> None:
    assert stands_beyond("medical trolley", "Medical trolley with an IV hook")
    assert not stands_beyond("medical trolley", "Medical trolley with three drawers")
    assert is_larger_than_said("micrometer stage", "XY stage 125 x 125 mm with micrometers")
    assert not is_larger_than_said("", "A thing")


def test_a_part_of_the_same_thread_and_another_length_is_not_taken() -> None:
    """A clamp screw M8 of another product has its own length; the very same one is taken."""
    text = "Pasta maker with hand crank and two rollers 150 mm wide"
    brief, root = drafted(text)
    own = next(node.name for node in root.walk() if node.name.startswith("Clamp screw M8"))
    for name, is_taken in (("Clamping screw M8, 80 mm long", False), (own, True)):
        found = FoundPart(
            item_id=ItemId("00000000-0000-7000-8000-000000000001"),
            item_number="PN-1",
            name=name,
            revision="A",
            state="released",
            part_type="Manufacture",
        )
        tree = engine.structure(brief, [], {"clamp screw": [found]})
        assert any(node.existing_item_id for node in tree.walk()) == is_taken
