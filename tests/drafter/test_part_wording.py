"""Single parts in unusual words: fits, inch threads, grids, pipe flanges, fins, coils; all told is made."""

import pytest

from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.verification.stated_facts import unkept
from partwright.drafter.verification.unread import unread


def draft(text: str) -> tuple[BomNodeDraft, list[str]]:
    """The part, and what is told of the text as not kept or not read."""
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    missed = unkept(brief, root)
    return root, [*(one.words for one in missed), *unread(brief, root, missed)]


@pytest.mark.parametrize(
    ("text", "method", "figures"),
    [
        (
            "Bearing housing block 120 x 60 x 80, bore 52 H7 x 15 deep, through hole 40",
            "box",
            {
                "hole_1.diameter": 40,
                "hole_1.counterbore_diameter": 52,
                "hole_1.counterbore_depth": 15,
            },
        ),
        (
            "Shaft 30h6 x 250 with keyway 8x7x40 at one end, M20x1.5 thread 30 long on other end",
            "shaft",
            {
                "diameter_1": 30,
                "length_1": 220,
                "diameter_2": 20,
                "length_2": 30,
                "keyway_1.length": 40,
                "keyway_1.z": 25,
            },
        ),
        (
            "Stainless flat bar 40 x 8 x 500 with slots 9 x 30, 3 off at 150 mm spacing",
            "plate",
            {"slot_grid_1.count_x": 3, "slot_grid_1.spacing_x": 150},
        ),
        (
            "Cap Ø80 outside, 70 inside, 40 deep",
            "cup",
            {"outer_diameter": 80, "wall": 5, "height": 40},
        ),
        (
            "Manifold block 120 x 80 x 60, 4 ports G1/2, 2 ports G1/4",
            "box",
            {
                "hole_grid_1.diameter": 19,
                "hole_grid_1.spacing_y": 34.4,
                "hole_grid_2.diameter": 11.8,
            },
        ),
        (
            "Lever arm 180 long 30 wide 10 thick, bores 20 and 12",
            "arm",
            {"bore_1": 20, "bore_2": 12},
        ),
        (
            "Worm wheel module 2 40 teeth width 20 bore 15",
            "gear",
            {"module": 2, "teeth": 40, "width": 20, "bore": 15},
        ),
        (
            "Z-Winkel 40 x 30 x 40, 3 mm, Breite 50, je 1 Bohrung 6,5",
            "z_bracket",
            {"hole_10.diameter": 6.5, "hole_11.diameter": 6.5},
        ),
        (
            "Plate 200 x 100 x 10, two M6 tapped holes in the left edge and one 20 mm hole on the right",
            "box",
            {"hole_grid_1.face": 2, "hole_2.face": 0, "hole_2.x": 60},
        ),
        (
            "Angle bracket 100 x 75 x 6, 50 wide, three 9 mm holes in the long leg and one 13 mm hole in the short leg",
            "l_bracket",
            {"hole_grid_1.face": 0, "hole_grid_1.count_x": 3, "hole_2.face": 1},
        ),
        (
            "U-channel bracket 60 wide, 40 high, 100 long, 3 mm, 8 mm slot 20 long in the base and 10 mm holes in both sides",
            "u_bracket",
            {"slot_1.length": 20, "slot_1.face": 0, "hole_11.face": 2},
        ),
        (
            "Sheet metal tray 250 x 150 x 40, 1.5 mm, with a 50 x 20 cut-out in the front wall and 4 mm drain holes in the bottom",
            "enclosure",
            {"pocket_1.face": 1, "hole_1.face": 0},
        ),
        (
            "Block 100 x 60 x 40, 10 mm hole in the right side 12 mm from the bottom",
            "box",
            {"hole_1.face": 1, "hole_1.y": -8},
        ),
        (
            "Hydraulic manifold 120 x 80 x 60 aluminium, four G3/8 ports on top, main bore 16 mm through the length",
            "box",
            {"hole_2.face": 1, "hole_grid_1.face": 0},
        ),
        (
            "Square tube 40 x 40 x 3, 600 long, 11 mm hole through both walls 50 mm from each end",
            "square_tube",
            {"hole_grid_10.spacing_x": 500, "hole_grid_11.face": 1},
        ),
        (
            "Plate 200 x 80 x 6 with a slot 8 x 30 on the left and a 12 mm hole on the right",
            "plate",
            {"slot_1.x": -70, "hole_1.x": 76},
        ),
        (
            "Bushing 40 OD 30 ID 50 long with an oil hole 4 mm in the middle",
            "tube",
            {"inner_diameter": 30, "cross_hole_1.diameter": 4, "cross_hole_1.z": 25},
        ),
        (
            "Clevis pin, 12 mm diameter, 45 mm under head, head 18 x 4, with a 3 mm split pin hole 5 mm from the end",
            "shaft",
            {"diameter_1": 18, "length_2": 45, "cross_hole_1.z": 44},
        ),
        (
            "Disc 120 dia, 12 thick, 40 bore with keyway 12 x 3.3",
            "disc",
            {"diameter": 120, "keyway_width": 12, "keyway_depth": 3.3},
        ),
        (
            "Bushing 20 x 26 x 30 with flange 32 x 3",
            "bushing",
            {"length": 30, "collar_diameter": 32, "collar_thickness": 3},
        ),
        (
            "Lever 120 mm between centres, eyes 40 and 24 mm, 8 mm thick, bores 16 and 8 mm",
            "arm",
            {"width": 40, "width_2": 24},
        ),
        (
            "Clevis, fork 40 mm wide, slot 16 mm, pin hole 14 mm, 60 mm long",
            "fork_head",
            {"width": 40, "slot_width": 16},
        ),
        (
            "Sheet metal box 200 x 120 x 60 mm, 1.5 mm",
            "enclosure",
            {"height": 60, "wall": 1.5},
        ),
        (
            "Hub 80 dia 50 long, bore 30 H7 keyway, flange 120 x 12 with six 9 mm holes on 100 PCD",
            "flange",
            {"bore": 30, "hub_height": 38, "keyway_width": 8, "bolt_circle": 100},
        ),
        (
            "Round bar 25 mm, 300 long, threaded M16 x 40 on one end, M20 x 50 on the other",
            "shaft",
            {"diameter_1": 16, "length_1": 40, "length_2": 210, "diameter_3": 20},
        ),
        (
            "Mounting block 90 x 50 x 30, two M6 tapped holes in the left end 20 mm apart",
            "box",
            {"hole_grid_1.face": 2},
        ),
        ("Cover plate 180 x 120 x 4, window 80 x 40 on the right", "plate", {"pocket_1.x": 26}),
        (
            "Tie rod 20 mm, 500 long, M16 x 60 both ends",
            "shaft",
            {"length_1": 60, "length_2": 380, "diameter_3": 16},
        ),
        (
            "Round bar 16 x 200, M10 tapped 25 deep both ends",
            "rod",
            {"hole_1.depth": 25, "hole_2.face": 1},
        ),
        (
            "Spacer 20 OD, 8.5 ID, 35 long with a counterbore 14 x 5 at one end",
            "rod",
            {"hole_1.diameter": 8.5, "hole_1.counterbore_diameter": 14},
        ),
        (
            "Stepped shaft, diameter 30 h6 x 60, diameter 40 x 80, diameter 25 k6 x 35, keyway 8 x 4 x 30 on the 25 end",
            "shaft",
            {"keyway_1.z": 157.5, "keyway_1.depth": 4},
        ),
        (
            "Gear module 3, 30 teeth, 30 wide, bore 25 with keyway 8x3.3, hub one side 50 x 15",
            "gear",
            {"hub_diameter": 50, "hub_height": 15, "keyway_depth": 3.3},
        ),
        (
            "Knurled knob 40 dia x 20 thick M8 blind tapped 12 deep",
            "knob",
            {"bore": 6.75, "bore_depth": 12},
        ),
        (
            "Adapter ring OD 150, ID 100, 15 thick, 3x 9 countersunk on PCD 125",
            "ring",
            {"hole_circle_1.count": 3, "hole_circle_1.diameter": 9},
        ),
        (
            "Disc 120 x 20, 4x D9 deep 10 on PCD 90",
            "disc",
            {"hole_circle_1.diameter": 9, "hole_circle_1.depth": 10},
        ),
        (
            "Bushing 40 od 30 id 35 long",
            "bushing",
            {"outer_diameter": 40, "inner_diameter": 30, "length": 35},
        ),
        (
            "Sleeve 1 1/2 in OD 1 in ID 2 in long",
            "bushing",
            {"outer_diameter": 38.1, "inner_diameter": 25.4, "length": 50.8},
        ),
        (
            "Ring 80 OD x 60 ID x 10 long, steel",
            "ring",
            {"outer_diameter": 80, "inner_diameter": 60, "thickness": 10},
        ),
        ("Shaft 25 dia x 300 long", "shaft", {"diameter_1": 25, "length_1": 300}),
        (
            "Angle profile 40 x 40 x 4, 500 long, with 3 holes 9 mm",
            "angle_profile",
            {"hole_grid_1.diameter": 9, "hole_grid_1.count_x": 3},
        ),
        (
            "Angle section 60x40x5 length 800 with two 13 mm holes 50 from the ends",
            "angle_profile",
            {"hole_grid_1.spacing_x": 700},
        ),
        (
            "U channel 80 x 40 x 4, 400 long, four 11 mm holes in the web, 100 apart",
            "u_bracket",
            {"hole_grid_1.count_y": 4, "hole_grid_1.spacing_y": 100},
        ),
        (
            (
                "Plate 220 x 140 mm, 6 mm thick, aluminium 5083, four countersunk holes for M5 at 200 x 120 mm spacing"
                " and a centre bore of 32 mm"
            ),
            "plate",
            {
                "hole_grid_1.spacing_x": 200,
                "hole_grid_1.countersink_diameter": 10,
                "hole_2.diameter": 32,
            },
        ),
        (
            (
                "Stepped shaft in 42CrMo4: Ø20 h6 over 45 mm, then Ø30 over 80 mm, then Ø25 over 60 mm,"
                " keyway 8 mm wide in the middle step"
            ),
            "shaft",
            {
                "diameter_1": 20,
                "length_1": 45,
                "diameter_2": 30,
                "length_3": 60,
                "keyway_1.width": 8,
                "keyway_1.z": 97.5,
            },
        ),
        (
            "Blind flange DN50 PN16 in 1.4404",
            "flange",
            {
                "outer_diameter": 165,
                "bolt_circle": 125,
                "bolt_count": 4,
                "bolt_hole": 18,
                "bore": 0,
            },
        ),
        (
            "Flange DN100 PN40",
            "flange",
            {
                "outer_diameter": 235,
                "bolt_circle": 190,
                "bolt_count": 8,
                "bolt_hole": 22,
                "bore": 100,
            },
        ),
        (
            "Perforated plate 300 x 200 x 2 mm, holes of 8 mm in a grid of 12 by 8 with a pitch of 20 mm",
            "plate",
            {"hole_grid_1.count_x": 12, "hole_grid_1.count_y": 8, "hole_grid_1.spacing_x": 20},
        ),
        (
            "Flanged bronze bushing, 20 mm bore, 28 mm outside, 30 mm long, collar 35 mm diameter and 4 mm thick",
            "bushing",
            {
                "inner_diameter": 20,
                "outer_diameter": 28,
                "collar_diameter": 35,
                "collar_thickness": 4,
            },
        ),
        (
            "Hex standoff female-female M3, 12 mm, brass",
            "spacer",
            {"sides": 6, "outer_diameter": 5.5, "length": 12},
        ),
        (
            "Star knob with M8 thread, 50 mm across, five lobes, black nylon",
            "knob",
            {"diameter": 50, "bore": 6.75, "flute_count": 5},
        ),
        (
            'Penny washer 1/4" x 1-1/2", 1/16" thick, zinc plated steel',
            "ring",
            {"inner_diameter": 6.35, "outer_diameter": 38.1, "thickness": 1.5875},
        ),
        (
            "U-channel bracket from 3 mm steel sheet, base 100 mm, flanges 40 mm, length 250 mm, two slots 7 x 20 mm",
            "u_bracket",
            {
                "length": 100,
                "height": 40,
                "width": 250,
                "slot_grid_1.length": 20,
                "slot_grid_1.width": 7,
            },
        ),
        (
            "Compression spring, wire 2.5 mm, mean diameter 22 mm, free length 60 mm, 8 coils",
            "spring",
            {"outer_diameter": 24.5, "wire_diameter": 2.5, "turns": 8},
        ),
        (
            "Extension spring, wire 1 mm, outer diameter 10 mm, body 40 mm, hooks at both ends",
            "spring",
            {"outer_diameter": 10, "wire_diameter": 1, "free_length": 40, "turns": 35},
        ),
        (
            "Heat sink 80 x 60 mm, base 5 mm, 9 fins 25 mm tall and 2 mm thick, aluminium 6063",
            "heat_sink",
            {"height": 30, "base_thickness": 5, "fin_count": 9, "fin_thickness": 2},
        ),
        (
            "Threaded bushing M8x1.25, 20 mm long, 14 mm outside diameter, with 1 mm chamfer on both ends",
            "tube",
            {"inner_diameter": 6.75, "outer_diameter": 14, "length": 20, "chamfer_1.size": 1},
        ),
        (
            "Spacer tube, 3/4 in OD, 1/2 in ID, 2 1/4 in long, from acetal",
            "tube",
            {"outer_diameter": 19.05, "inner_diameter": 12.7, "length": 57.15},
        ),
        (
            "Disc of 120 mm with 10 holes M6 tapped on a 95 mm bolt circle and a 50 H7 bore, 12 mm thick, C45",
            "disc",
            {"diameter": 120, "bore": 50, "hole_circle_1.count": 10, "hole_circle_1.diameter": 5},
        ),
        (
            (
                "Plate with 1/4-20 tapped holes in the four corners, 4 x 3 inch, 3/8 inch thick,"
                " holes 1/2 inch from the edges"
            ),
            "plate",
            {
                "hole_grid_1.diameter": 5.08,
                "hole_grid_1.count_x": 2,
                "hole_grid_1.spacing_x": 76.2,
                "hole_grid_1.spacing_y": 50.8,
            },
        ),
    ],
)
def test_a_part_has_every_figure_that_its_words_tell(
    text: str, method: str, figures: dict[str, float]
) -> None:
    root, told = draft(text)
    assert not root.children
    assert root.form is not None
    assert root.form.method == method
    assert {name: root.form.parameters.get(name) for name in figures} == figures
    assert set(told) <= {"body"}


@pytest.mark.parametrize(
    ("text", "method", "figures"),
    [
        (
            'Base plate 12" x 8" x 1/2", four 3/8-16 tapped holes 1 inch from the edges',
            "plate",
            {"hole_grid_1.diameter": 7.94, "hole_grid_1.spacing_x": 254},
        ),
        (
            "Cover plate Ø180 x 6 mm, six holes Ø9 on a bolt circle of 150 mm, centre hole Ø60",
            "disc",
            {"diameter": 180, "thickness": 6, "bore": 60, "hole_circle_1.count": 6},
        ),
        (
            "Plate 100 x 100 x 10 with a 40 mm hole in the centre and M6 tapped holes in each corner 12 mm from the edges",
            "plate",
            {"hole_1.diameter": 40, "hole_grid_2.diameter": 5, "hole_grid_2.spacing_x": 76},
        ),
        ("Knob Ø32 x 18 mm, M6 tapped hole 12 mm deep", "knob", {"bore": 5, "bore_depth": 12}),
        (
            "Un resorte de compresión, alambre 3 mm, diámetro exterior 30 mm, longitud libre 90 mm, 9 espiras",
            "spring",
            {"outer_diameter": 30, "wire_diameter": 3, "free_length": 90, "turns": 9},
        ),
        (
            "法兰盘，外径150毫米，内径60毫米，厚度16毫米，8个直径11毫米的孔，分布圆直径120毫米",
            "flange",
            {
                "outer_diameter": 150,
                "bore": 60,
                "bolt_count": 8,
                "bolt_hole": 11,
                "bolt_circle": 120,
            },
        ),
        ("Dowel pin ISO 2338 - 8 m6 x 30", "standard:ISO 2338 8x30", {}),
    ],
)
def test_such_parts_too(text: str, method: str, figures: dict[str, float]) -> None:
    root, told = draft(text)
    assert root.form is not None
    assert root.form.method == method
    assert {name: root.form.parameters.get(name) for name in figures} == figures
    assert not told


def test_a_leaf_spring_is_no_compression_spring() -> None:
    root, _ = draft("Leaf spring 5 mm thick, 60 mm wide, 800 mm long")
    assert root.form is not None
    assert root.form.method == "plate"
    assert "drawn flat" in (root.rationale or "")


def test_a_rack_has_whole_teeth_and_its_whole_length() -> None:
    root, told = draft("Rack gear module 1.5, 300 mm long, 15 mm wide and 20 mm high")
    assert root.form is not None
    assert (root.form.parameters["teeth"], root.form.parameters["length"]) == (63, 300)
    assert told == []


@pytest.mark.parametrize(
    ("text", "material"),
    [
        ("Plate 200 x 100 x 5 mm in 1.4404", "Stainless steel 1.4404"),
        ("Plate 200 x 100 x 5 mm, aluminium 5754", "EN AW-5754"),
        ("Plate 200 x 100 x 5 mm, AlMg3", "EN AW-5754"),
        ("Plate 200 x 100 x 5 mm, EN AW-2017", "EN AW-2017A T4"),
        ("Plate 200 x 100 x 5 mm, 6061-T6", "EN AW-6061 T6"),
        ("Plate 200 x 100 x 5 mm, GG25", "EN-GJL-250"),
        ("Plate 200 x 100 x 5 mm, PA6-GF30", "PA6-GF30"),
        ("Plate 200 x 100 x 5 mm, St52-3", "Steel S355J2"),
        ("Plate 200 x 100 x 5 mm, 1.2379", "Tool steel 1.2379"),
        ("Plate 1018 x 60 x 10 mm", "Steel S235JR"),
        ("Rod 20 mm diameter, 6061 mm long", "C45"),
    ],
)
def test_a_grade_is_taken_as_it_is_written(text: str, material: str) -> None:
    assert draft(text)[0].material == material


def test_a_module_is_no_part_of_a_gear_that_is_not_drawn() -> None:
    root, _ = draft("I need a bevel gear, module 2.5, 32 teeth, bore 15 mm, steel")
    assert "module" not in {node.name.casefold() for node in root.walk()}


def test_a_single_part_meets_what_is_required_of_it() -> None:
    brief = engine.understand("Adapter plate 160 x 90 mm, 8 mm thick, four holes for M5", {}, [])
    needed = engine.requirements(brief)
    root = engine.structure(brief, needed, {})
    assert set(root.requirement_temp_ids) == {one.temp_id for one in needed}


def test_screws_through_a_plate_are_holes_and_screws_of_it_are_there() -> None:
    through, _ = draft("Adapter plate 160 x 90 mm, 8 mm thick, for four M5 screws")
    assert not through.children
    assert through.form is not None
    assert through.form.parameters["hole_grid_1.diameter"] == 5.5
    beside, told = draft("Adapter plate 160 x 90 mm, 8 mm thick, four M5 screws")
    assert [int(node.quantity) for node in beside.children] == [1, 4]
    assert not told
