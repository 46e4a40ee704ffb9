"""Texts that are read as one part, with its figures; and what numbers count."""

import time

import pytest

from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.part_sentences.shaft_steps import steps_of
from partwright.drafter.verification.stated_facts import unkept

GRID = "hole_grid_1"


def draft(text: str) -> BomNodeDraft:
    return engine.structure(engine.understand(text, {}, []), [], {})


@pytest.mark.parametrize(
    ("text", "method", "figures"),
    [
        ("Push rod 20 mm diameter 300 mm long", "rod", {"diameter": 20, "length": 300}),
        (
            "Tube 30 mm diameter 2 mm wall 400 mm long",
            "tube",
            {"outer_diameter": 30, "inner_diameter": 26, "length": 400},
        ),
        (
            "Bushing 20 mm bore 30 mm outer diameter 25 mm long",
            "bushing",
            {"outer_diameter": 30, "inner_diameter": 20, "length": 25},
        ),
        (
            "A sprocket for 1/2 inch chain with 18 teeth and a 15 mm bore",
            "sprocket",
            {"pitch": 12.7, "teeth": 18, "bore": 15},
        ),
        (
            "Kettenrad 06B-1, 30 Zähne, Bohrung 16 mm",
            "sprocket",
            {"pitch": 9.525, "teeth": 30, "bore": 16},
        ),
        (
            "Spur gear, m=1.5, z=40, 15 mm wide, 10 mm bore, hub 25 x 12 mm, grub screw M4",
            "gear",
            {
                "module": 1.5,
                "teeth": 40,
                "width": 15,
                "bore": 10,
                "hub_diameter": 25,
                "hub_height": 12,
            },
        ),
        (
            "Stepped shaft, 25 mm x 60, then 20 mm x 40, then 15 mm x 30, 1 mm chamfers",
            "shaft",
            {
                "diameter_1": 25,
                "length_1": 60,
                "diameter_2": 20,
                "length_2": 40,
                "diameter_3": 15,
                "length_3": 30,
                "chamfer_1.size": 1,
            },
        ),
        (
            "Flange 120 mm with six M8 holes on 90 mm, 12 thick",
            "flange",
            {
                "outer_diameter": 120,
                "thickness": 12,
                "bolt_circle": 90,
                "bolt_count": 6,
                "bolt_hole": 9,
            },
        ),
        (
            "Plate 100 x 50 x 5 in aluminium",
            "plate",
            {"length": 100, "width": 50, "thickness": 5},
        ),
        (
            "Shaft 200 mm long, diameter 12 in stainless steel",
            "shaft",
            {"diameter_1": 12, "length_1": 200},
        ),
        (
            "Plate 4 in x 2 in, 1/4 in aluminium sheet",
            "plate",
            {"length": 101.6, "width": 50.8, "thickness": 6.35},
        ),
        (
            "T-slot nut for 30 profiles, M6",
            "plate",
            {
                "length": 17.6,
                "width": 15,
                "thickness": 4,
                "boss_1.diameter": 7.7,
                "boss_1.height": 4,
                "boss_1.hole_diameter": 5,
            },
        ),
        ("GT2 pulley 20 teeth 5 mm bore", "timing_pulley", {"pitch": 2, "teeth": 20, "bore": 5}),
        (
            "a spur gear module 2, 24 teeth",
            "gear",
            {"module": 2, "teeth": 24},
        ),
        (
            "Flange DN50, outside diameter 165 mm, 18 mm thick, four holes of 18 mm, PCD 125 mm",
            "flange",
            {
                "outer_diameter": 165,
                "bore": 50,
                "thickness": 18,
                "bolt_count": 4,
                "bolt_hole": 18,
                "bolt_circle": 125,
            },
        ),
        (
            "shaft 20 mm diameter 150 long with a keyway",
            "shaft",
            {
                "diameter_1": 20,
                "length_1": 150,
                "keyway_1.width": 6,
                "keyway_1.length": 30,
                "keyway_1.z": 130,
            },
        ),
        (
            "Stepped shaft: 20 mm diameter for 50 mm, then 16 mm diameter for 30 mm",
            "shaft",
            {"diameter_1": 20, "length_1": 50, "diameter_2": 16, "length_2": 30},
        ),
        (
            "Plate 200 x 100 x 10 mm with four M6 tapped holes spaced 160 x 60 mm",
            "plate",
            {
                "length": 200,
                "width": 100,
                "thickness": 10,
                f"{GRID}.diameter": 5,
                f"{GRID}.count_x": 2,
                f"{GRID}.count_y": 2,
                f"{GRID}.face": 0,
                f"{GRID}.spacing_x": 160,
                f"{GRID}.spacing_y": 60,
            },
        ),
        (
            "Pulley for a GT2 belt with 36 teeth and an 8 mm bore",
            "timing_pulley",
            {"teeth": 36, "bore": 8, "pitch": 2},
        ),
        ("Lead screw Tr16x4, 500 mm long", "rod", {"diameter": 16, "length": 500}),
        (
            "Compression spring, 2 mm wire, 20 mm outer diameter, 60 mm long, 10 coils",
            "spring",
            {"wire_diameter": 2, "outer_diameter": 20, "free_length": 60, "turns": 10},
        ),
        (
            "A plate 4 in x 2 in x 1/4 in (102 x 51 x 6.4 mm) of 316L",
            "plate",
            {"length": 101.6, "width": 50.8, "thickness": 6.35},
        ),
        (
            "Zahnrad Modul 2, 24 Zähne, Breite 20 mm, Bohrung 12 mm",
            "gear",
            {"module": 2, "teeth": 24, "width": 20, "bore": 12},
        ),
        (
            "Hex standoff M3, brass, 5.5 mm across flats, 20 mm long",
            "spacer",
            {"sides": 6, "outer_diameter": 5.5, "inner_diameter": 3, "length": 20},
        ),
        (
            "M4 hex spacer, 15 mm long",
            "spacer",
            {"sides": 6, "outer_diameter": 7, "inner_diameter": 4, "length": 15},
        ),
        (
            "VESA 200 x 100 plate, 4 mm steel",
            "plate",
            {"length": 220, "width": 120, "thickness": 4, "corner_radius": 5}
            | {f"{GRID}.diameter": 5, f"{GRID}.spacing_x": 200, f"{GRID}.spacing_y": 100},
        ),
        (
            "VESA 200 x 200 plate, 4 mm steel",
            "plate",
            {"length": 220, "width": 220, "thickness": 4, "corner_radius": 5}
            | {f"{GRID}.diameter": 6.6, f"{GRID}.spacing_x": 200, f"{GRID}.spacing_y": 200},
        ),
        (
            "Round spacer 10 mm long, 8 mm outside, for M4 hex socket screws",
            "spacer",
            {"outer_diameter": 8, "inner_diameter": 4, "length": 10},
        ),
        (
            "Spacer 10 mm long, 14 mm outside diameter, 6.5 mm bore for hexagon head bolts",
            "spacer",
            {"outer_diameter": 14, "inner_diameter": 6.5, "length": 10},
        ),
    ],
)
def test_a_sentence_becomes_one_part(text: str, method: str, figures: dict[str, float]) -> None:
    root = draft(text)
    assert root.children == ()
    assert root.form is not None
    assert (root.form.method, dict(root.form.parameters)) == (method, figures)
    assert root.confidence >= 0.8
    assert engine.questions(engine.understand(text, {}, [])) == []


@pytest.mark.parametrize("text", ["A gear pump", "A robot arm", "A hydraulic cylinder, 40 mm bore"])
def test_a_product_is_no_single_part(text: str) -> None:
    assert draft(text).children


def test_ratings_and_grades_count_nothing_and_screws_are_counted() -> None:
    text = "A quadcopter with four 920 KV brushless motors, 10 inch propellers, 4S battery"
    brief = engine.understand(text, {}, [])
    assert [(one.number, one.noun) for one in brief.counts] == [(4, "motor")]
    plate, screws = draft("A plate 200 x 100 x 10 mm of 316L with 4 M8 screws").children
    assert (plate.quantity, plate.material) == (1, "Stainless steel 1.4404")
    assert (screws.quantity, screws.name) == (4, "Hexagon socket head cap screw ISO 4762 M8x20")
    names = [node.name for node in draft("A gearbox with a 24-tooth gear and M12 bolts").walk()]
    assert not any("connector" in name.casefold() for name in names)
    assert all(node.quantity < 24 for node in draft("A gearbox with a 24-tooth gear").walk())


def test_a_pattern_wider_than_its_plate_is_told_and_not_drilled() -> None:
    text = "VESA 100 x 100 plate, 80 x 80 x 3 mm"
    root = draft(text)
    assert root.form is not None
    assert not any(name.startswith(GRID) for name in root.form.parameters)
    assert "does not fit: the holes 100 x 100 mm apart" in root.rationale
    told = [one.why for one in unkept(engine.understand(text, {}, []), root)]
    assert told == ["no figure of a part is 100 x 100"]


def test_a_hose_barb_is_as_wide_as_its_hose_and_thread() -> None:
    root = draft("Hose barb for 10 mm hose with G1/4 thread, brass")
    figures = {} if root.form is None else root.form.parameters
    assert (root.name, root.material) == ("Hose barb, G1/4", "Brass CW614N")
    assert (figures["r_2"], figures["z_3"], figures["r_6"]) == (6.58, 12, 5)


def test_a_shaft_has_no_more_steps_than_its_form() -> None:
    for count, most in ((8, 8), (10, 1)):
        across = "/".join(str(60 - 2 * step) for step in range(count))
        brief = engine.understand(f"Shaft {across} mm, length 300 mm", {}, [])
        form = engine.structure(brief, [], {}).form
        assert form is not None
        assert len([name for name in form.parameters if name.startswith("diameter")]) == most
    # Five seconds where each number was looked at with all behind it.
    began = time.process_time()
    assert steps_of("12 / " * 6_000, {"length": 300.0}) == {}
    assert time.process_time() - began < 1
