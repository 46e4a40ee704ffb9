"""Small drives, pumps, valves and stands, and what a text says of products that were drawn without it."""

from math import hypot

import pytest

from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structures.compared_parts import ComparedStructure
from partwright.drafter.structures.mass import is_kept, reckoned, stated_mass
from partwright.drafter.structures.placed_parts import box_of_whole, placed_parts
from partwright.drafter.verification.stated_facts import unkept
from tests.drafter.drafted import drafted


def _count(root: BomNodeDraft, name: str) -> int:
    """Number of parts whose name begins so, at any depth."""

    def below(node: BomNodeDraft) -> int:
        own = 1 if node.name.startswith(name) else sum(map(below, node.children))
        return own * int(node.quantity)

    return below(root)


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        (
            "Timing belt drive with 20 and 60 tooth GT2 pulleys, belt 6 mm wide, centre distance 120 mm, on a 5 mm base plate",
            "timing belt drive",
            {"Driving pulley GT2, 20 teeth": 1, "Driven pulley GT2, 60 teeth": 1},
        ),
        ("Zahnriementrieb mit 15 und 30 Zähnen, Achsabstand 150 mm", "timing belt drive", {"Shaft, ": 2}),
        ("A wall-mounted knife rack of walnut, 450 mm long, with ten magnets", "knife rack", {"Neodymium": 10}),
        ("Compost tumbler, 180 litres, on a steel frame with a crank", "compost tumbler", {"Frame leg": 4}),
        (
            "Dial gauge stand with a granite base 200 x 150 x 40 mm, column 20 mm diameter, 250 mm high",
            "gauge stand",
            {"Column, diameter 20 mm": 1, "Dial gauge, diameter": 1},
        ),
        ("Handheld anemometer with a 70 mm impeller and a 9 V battery", "handheld anemometer", {"Impeller, diameter 70": 1, "Carrying handle": 0}),
        ("Pressure relief valve with G1/2 threads, brass body, 6 bar", "relief valve", {"Inlet thread G1/2": 1}),
        ("Hand-operated diaphragm pump, 0.5 l per stroke, 38 mm hose connections", "hand diaphragm pump", {"Hose spigot, diameter 38": 2}),
        ("Wi-Fi router with six antennas, 220 x 150 x 40 mm, black ABS", "wi-fi router", {"Antenna, ": 6}),
        ("Workshop floor lamp on a tripod with two 50 W LED floodlights, height 1.8 m", "tripod work light", {"Tripod leg": 3, "LED floodlight": 2}),
        ("Floor lamp with a tripod of beech, 1500 mm high", "floor lamp", {"Leg, bar": 3}),
        ("Two-channel peristaltic pump with two heads, 24 V stepper motors", "peristaltic pump", {"Pump head": 2, "Stepper motor": 2}),
        ("Garden gate of steel, 1000 x 1200 mm, with 8 pickets and a latch", "gate", {"Infill bar": 8, "Gate latch": 1}),
        ("Ball valve DN25 with a lever handle and flanged ends", "valve", {"Flange DN 25": 2}),
        ("Walking frame of aluminium tubes, 22 mm, 600 mm wide, 850 mm high, with two wheels", "walking frame", {"Side bow, tube 22 mm": 2, "Front wheel": 2, "Rubber foot": 2}),
        ("Tracked rover, 400 x 300 x 150 mm, with two geared motors", "mobile robot", {"Rubber track": 2, "Gearmotor": 2, "Wheel, diameter": 0}),
        (
            "Test bench frame from 45 x 45 mm aluminium extrusion, 1200 x 800 x 900 mm, with four levelling feet",
            "work platform frame",
            {"Upright, aluminium profile 45 x 45": 4},
        ),
        (
            "Enclosure for a PLC, 400 x 300 x 200 mm, steel, with a hinged door, two locks and six M20 cable glands",
            "control cabinet",
            {"Door 400": 1, "Cam lock": 2, "Cable gland M20": 6},
        ),
        ("Welding fixture table 1000 x 600 mm, 850 mm high", "welding table", {}),
        ("Worm gearbox, ratio 30:1, 60 Nm, hollow output shaft 25 mm", "worm gearbox", {"Hollow output shaft, bore 25 mm": 1}),
        ("Bevel gearbox 1:1, module 3, 20 teeth, shafts of 15 mm at right angles", "bevel gearbox", {"Input shaft, diameter 15 mm": 1, "Output shaft, diameter 15 mm": 1}),
        ("Toggle clamp, 120 mm long, with a rubber-tipped M8 spindle", "toggle clamp", {"Spindle M8, rubber-tipped": 1, "Rubber-tipped": 0}),
    ],
)  # fmt: skip
def test_a_product_has_what_the_text_says(text: str, kind: str, parts: dict[str, int]) -> None:
    brief, root = drafted(text)
    assert brief.kind == kind
    assert {name: _count(root, name) for name in parts} == parts
    assert list(layout.problems(root)) == []
    assert unkept(brief, root, box_of_whole(root)) == []


@pytest.mark.parametrize(
    "text",
    [
        "IV pole on five castors, stainless steel, height 2100 mm, four hooks, 6 kg",
        "Walking frame of aluminium, 600 mm wide, 850 mm high, with two wheels, 2.8 kg",
        "Bearing puller with three jaws, 150 mm reach, spans 40 to 160 mm, about 2.5 kg",
        "Worm gearbox, ratio 30:1, output torque 60 Nm, aluminium housing, 4 kg",
        "Pasta machine with two rollers 150 mm wide, hand crank, table clamp, 3 kg",
        "SCARA robot with 400 mm reach, 1 kg payload, 14 kg",
    ],
)
def test_a_mass_between_commas_is_kept(text: str) -> None:
    brief, root = drafted(text)
    stated = stated_mass(brief)
    assert stated is not None
    assert is_kept(stated, reckoned(root).kg, 0.2)


def test_the_first_side_of_a_size_is_no_grade_of_its_material() -> None:
    _, root = drafted("Bedside table in birch plywood, 420 x 380 x 550 mm, with one drawer")
    assert "Birch plywood" in {node.material for node in root.walk()}
    assert not any("1.4021" in (node.material or "") for node in root.walk())
    _, bar = drafted("Bench of stainless steel 316 with a seat of 1200 mm")
    assert "Stainless steel 1.4401" in {node.material for node in bar.walk()}


def test_bushings_of_a_jig_stand_on_the_circle_that_is_told() -> None:
    _, root = drafted(
        "Drill jig for four 8 mm holes on a 60 mm bolt circle, plate 120 x 120 x 20 mm"
    )
    plate = next(
        part
        for part in ComparedStructure(root, None).parts
        if part.method == "plate" and 20 in part.sides
    )
    assert plate.figures["hole_circle_1.circle_diameter"] == 60
    guides = [part.box for part in placed_parts(root) if part.name.startswith("Drill bushing")]
    middles = [[(a + b) / 2 for a, b in zip(box.low, box.high, strict=True)] for box in guides]
    assert [hypot(x, y) for x, y, _ in middles] == pytest.approx([30] * 4, abs=0.01)


def test_a_housing_is_large_enough_for_its_display() -> None:
    brief, root = drafted("Desktop enclosure for a 7 inch display and a Raspberry Pi 5, ABS")
    box = box_of_whole(root)
    assert brief.kind == "enclosure"
    assert box is not None
    assert box[0] > 155
    window = next(node for node in root.walk() if node.name.startswith("Display window"))
    assert window.form is not None
    seen = layout.parameters_of(window.form, layout.dimensions_below(root)[window.temp_id])
    assert seen["length"] == pytest.approx(155, abs=1)
