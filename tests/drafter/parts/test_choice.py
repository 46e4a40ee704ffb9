import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.cad import materials
from partwright.cad.language import interfaces, validator
from partwright.cad.language.flat import flat
from partwright.cad.model import NotDrawn, PartSpec
from partwright.drafter.parts.name_sizes import NameSizes, sizes_in
from partwright.drafter.parts.part_context import NeighbourPart, PartContext
from partwright.drafter.parts.rules import choose_form


def chosen(name: str, part_type: str = "Manufacture", **more: object) -> PartSpec:
    outcome = choose_form(PartContext(name, part_type, **more))  # type: ignore[arg-type]
    assert isinstance(outcome, PartSpec), outcome
    assert validator.problems(outcome) == []
    return outcome


def refused(name: str, part_type: str = "Manufacture") -> str:
    outcome = choose_form(PartContext(name, part_type))
    assert isinstance(outcome, NotDrawn), outcome
    return outcome.reason


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("200 x 120 x 6 mm", NameSizes(group=(200, 120, 6))),
        ("8 x 4 x 0.25 in", NameSizes(group=(203.2, 101.6, 6.35))),
        ("Ø20 x 150", NameSizes(group=(20, 150), round=True)),
        ("diameter 90 x 10 mm", NameSizes(group=(90, 10), round=True)),
        ("M4x12", NameSizes(thread=(4, 12))),
        ("M8x1.25x40", NameSizes(thread=(8, 40))),
        ("cable gland M16x1.5", NameSizes(thread=(16, None))),
        ("24 teeth, module 1,5", NameSizes(named={"teeth": 24, "module": 1.5})),
        ("z=40 m=2", NameSizes(named={"teeth": 40, "module": 2})),
        ("wall 2 mm", NameSizes(named={"wall": 2})),
        ("2 mm thick, 60 mm wide", NameSizes(named={"thickness": 2, "width": 60})),
        ("Durchmesser 12 mm, Länge 18 cm", NameSizes(named={"diameter": 12, "length": 180})),
        ("inner diameter 80 mm, 1 m high", NameSizes(named={"inner_diameter": 80, "height": 1000})),
        ("wire 1.2 mm, 8 turns", NameSizes(named={"wire_diameter": 1.2, "turns": 8})),
        ("bend 90°", NameSizes(named={"angle": 90})),
        ("Tr16x4, 500 mm long", NameSizes(named={"diameter": 16, "length": 500})),
        ("loudspeaker 40 mm, 3 W", NameSizes(lone=(40,))),
        ("lead 3 x 0.75 mm², 24 V, 130 °C, 12 kg", NameSizes()),
    ],
)
def test_sizes_are_read_from_text(text: str, found: NameSizes) -> None:
    assert sizes_in(text) == found


@pytest.mark.parametrize(
    ("name", "method", "figures"),
    [
        ("Base plate 200 x 120 x 6 mm", "plate", {"length": 200, "width": 120, "thickness": 6}),
        ("Base plate, diameter 200 x 10 mm", "disc", {"diameter": 200, "thickness": 10}),
        ("Grundplatte 80x60x4", "plate", {"length": 80, "width": 60, "thickness": 4}),
        ("Thermal pad 1 mm", "plate", {"thickness": 1}),
        ("Enclosure base 120 x 80 x 28 mm, wall 2.5 mm", "enclosure", {"height": 28, "wall": 2.5}),
        (
            "Enclosure lid 120 x 80 x 12 mm, wall 2.5 mm",
            "lid",
            {"thickness": 2.5, "lip_height": 9.5},
        ),
        ("Shaft coupling, bore 10 mm", "bushing", {"inner_diameter": 10, "outer_diameter": 22}),
        ("Ball screw 12x5, 470 mm, with nut", "shaft", {"diameter_1": 12, "length_1": 470}),
        ("Drain and vent plug", "disc", {}),
        ("Back brace 30 x 3 mm, 600 mm", "plate", {"length": 600, "width": 30, "thickness": 3}),
        ("Lower housing 120 x 80 x 40 mm, wall 2.5 mm", "enclosure", {"wall": 2.5, "height": 40}),
        ("Gearbox housing cover 120 x 80 x 5 mm", "lid", {"thickness": 5}),
        ("Lower arm tube 16 x 1 mm, 300 mm long", "tube", {"inner_diameter": 14, "length": 300}),
        ("Stretcher tube 20 x 20 x 1.5 mm", "square_tube", {"width": 20, "thickness": 1.5}),
        ("Upright profile 40x40, 600 mm", "slot_profile", {"size": 40, "length": 600}),
        ("Output shaft Ø20 x 150", "shaft", {"diameter_1": 20, "length_1": 150}),
        ("Spur gear, 24 teeth, module 1.5, bore 8 mm", "gear", {"teeth": 24, "bore": 8}),
        ("Gear wheel, bore 30 mm", "gear", {"module": 3}),
        ("Zahnrad z=30 m=2", "gear", {"teeth": 30, "module": 2}),
        ("Timing pulley HTD 5M, 18 teeth", "timing_pulley", {"pitch": 5, "teeth": 18}),
        ("Camera bracket 50 x 40 x 3 mm", "l_bracket", {"height": 40, "thickness": 3}),
        ("Motorhalter", "l_bracket", {}),
        ("Shade housing, diameter 120 mm, 60 mm high", "cup", {"outer_diameter": 120}),
        ("Vessel, inner diameter 80 mm, 96 mm high", "cup", {"height": 96}),
        ("Shade, diameter 350 mm, 250 mm high", "cone", {"bottom_diameter": 350}),
        ("Compression spring 1.2 x 12 x 40", "spring", {"wire_diameter": 1.2, "free_length": 40}),
        ("Heat sink 60 x 40 x 20 mm", "heat_sink", {"height": 20}),
        ("Printed circuit board, 4 layers, 80 x 60 x 1.6 mm", "pcb", {"width": 60}),
        ("Propeller, 3 blades, 254 mm diameter", "propeller", {"blade_count": 3}),
        ("Clamping ring, bore 30 mm, outer diameter 54 mm", "clamp", {"thickness": 12}),
        ("O-ring 60 x 3 mm", "o_ring", {"inner_diameter": 60, "cord": 3}),
        ("Bolt, diameter 10 mm, 60 mm long", "rod", {"diameter": 10, "length": 60}),
        ("Hexagon socket head cap screw ISO 4762 M5x16", "standard:ISO 4762 M5x16", {}),
        ("Countersunk screw M5x12", "standard:ISO 10642 M5x12", {}),
        ("M4 lock nut", "standard:DIN 985 M4", {}),
        ("Deep groove ball bearing 6204-2RS", "standard:6204-2RS", {}),
        ("Bearing 8 x 22 x 7 mm", "standard:608", {}),
        ("Threaded insert M3", "standard:heat-set insert M3", {}),
    ],
)
def test_form_and_sizes_follow_from_a_name(
    name: str, method: str, figures: dict[str, float]
) -> None:
    spec = chosen(name)
    assert spec.method == method
    assert figures.items() <= flat(spec).items()


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("NEMA 17 stepper motor", "envelope_motor"),
        ("Lithium-ion cell 18650, 3.6 V, 3 Ah", "envelope_cylinder"),
        ("Temperature sensor NTC 10 kΩ", "envelope_cylinder"),
        ("Battery connector, locking, 5 A", "envelope_box"),
        ("Stepper driver 1 A, 24 V", "envelope_box"),
        ("Electric motor IEC 71 B5, 250 W", "envelope_motor"),
        ("Linear guide rail 15 mm, 450 mm", "envelope_box"),
        ("Flux capacitor", "envelope_box"),
        ("USB-C cable 1.5 m", "cable"),
    ],
)
def test_a_bought_part_is_an_envelope_that_says_so(name: str, method: str) -> None:
    spec = chosen(name, "Purchase")
    assert spec.method == method
    assert any("as an envelope" in note or "assumed" in note for note in spec.notes)


@pytest.mark.parametrize(
    ("name", "part_type", "reason"),
    [
        ("Motor control firmware", "Software", "it is software"),
        ("Bearing grease", "Purchase", "a lubricant has no form"),
        ("Operating instructions", "Purchase", "it is a document"),
        ("Gear oil ISO VG 220, 1.2 l", "Purchase", "a lubricant has no form"),
        ("Liquid gasket", "Purchase", "an adhesive or sealant"),
        ("Thread locker", "Purchase", "an adhesive or sealant"),
        ("Timing belt GT2", "Purchase", "the form of a belt"),
        ("Quantum entangler", "Manufacture", "nothing is known of the form"),
        ("Hex nut ISO 4032 M7", "Purchase", "ISO 4032 has the sizes M1.6"),
        ("Tube, outer diameter 20 mm, inner diameter 30 mm", "Manufacture", "do not fit together"),
        ("Frame group", "Phantom", "a phantom"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_reason(
    name: str, part_type: str, reason: str
) -> None:
    assert reason in refused(name, part_type)


@pytest.mark.parametrize(
    "name",
    [
        "Steering link 60 mm",
        "Heat sink 60 x 40 x 20",
        "Oil pan 200 x 120 x 40",
        "Memory slot plate",
    ],
)
def test_words_within_others_do_not_make_a_thing_a_fluid(name: str) -> None:
    assert chosen(name).method


def beside(*names: str, **quantities: float) -> tuple[NeighbourPart, ...]:
    kinds = {"Purchase": ("screw", "bearing", "motor", "nut", "battery", "insert")}
    return tuple(
        NeighbourPart(
            name,
            "Purchase"
            if any(word in name.lower() for word in kinds["Purchase"])
            else "Manufacture",
            quantity=quantities.get(name.split()[-1], 4),
        )
        for name in names
    )


def test_a_lid_takes_its_outline_from_the_enclosure_and_both_take_the_screws() -> None:
    screws = "Screw ISO 4762 M3x10"
    enclosure = chosen("Enclosure 120 x 80 x 40 mm", neighbours=beside("Lid", screws))
    lid = chosen("Lid", neighbours=beside("Enclosure 120 x 80 x 40 mm", screws))
    assert {"length": 120, "width": 80}.items() <= flat(lid).items()
    assert flat(lid)["wall"] == flat(enclosure)["wall"]
    posts = [i for i in interfaces.connections(enclosure).interfaces if i.pattern]
    holes = [i for i in interfaces.connections(lid).interfaces if i.pattern]
    assert len(posts) == len(holes) == 4
    assert {i.position[:2] for i in posts} == {i.position[:2] for i in holes}
    assert {i.diameter for i in posts} == {2.5}
    assert {i.diameter for i in holes} == {3.4}


def test_a_shaft_gets_seats_for_its_bearings_and_the_gear_a_bore_for_the_shaft() -> None:
    shaft = chosen("Shaft, 160 mm long", neighbours=beside("Ball bearing 6204-2RS"))
    assert flat(shaft)["diameter_1"] == flat(shaft)["diameter_3"] == 20
    assert interfaces.bounding_box(shaft).size[2] == pytest.approx(160)
    gear = chosen("Spur gear module 2, 40 teeth", neighbours=beside("Shaft Ø25 x 160"))
    assert flat(gear)["bore"] == 25


def test_a_bearing_a_key_and_a_circlip_follow_the_shaft() -> None:
    around = beside("Shaft Ø20 x 150")
    assert chosen("Ball bearing", "Purchase", neighbours=around).method == "standard:6204-2RS"
    assert chosen("Parallel key", neighbours=around).method == "standard:DIN 6885 A 6x6x25"
    assert chosen("Circlip", "Purchase", neighbours=around).method == "standard:DIN 471 20"


def test_a_housing_holds_the_bearings_beside_it() -> None:
    housing = chosen(
        "Gearbox housing", neighbours=beside("Ball bearing 6204-2RS", "Shaft Ø20 x 150")
    )
    assert housing.method == "housing"
    assert flat(housing)["bore_diameter"] == 47


def test_the_ratio_of_the_requirements_gives_the_wheel_its_teeth() -> None:
    wheel = chosen(
        "Output gear",
        neighbours=beside("Pinion module 1.5"),
        requirements=("The gearbox shall have a ratio of 4:1",),
    )
    assert {"teeth": 80, "module": 1.5}.items() <= flat(wheel).items()


def test_a_plate_gets_the_holes_of_the_motor_or_of_the_screws_beside_it() -> None:
    plate = chosen("Motor plate 80 x 80 x 5 mm", neighbours=beside("NEMA 17 stepper motor"))
    assert flat(plate)["hole_grid_1.spacing_x"] == 31
    assert flat(plate)["hole_grid_1.diameter"] == 3.4
    other = chosen("Base plate 200 x 120 x 6 mm", neighbours=beside("Screw ISO 4762 M5x16"))
    holes = [i for i in interfaces.connections(other).interfaces if i.pattern]
    assert [hole.diameter for hole in holes] == [5.5] * 4


def test_a_screw_without_a_size_gets_one_and_says_so() -> None:
    screw = chosen("Socket head cap screw", "Purchase", neighbours=beside("Plate 100 x 60 x 6"))
    assert screw.method == "standard:ISO 4762 M4x12"
    assert "M4 is assumed" in screw.notes[-1]
    nut = chosen("Nut", "Purchase", neighbours=beside("Screw ISO 4762 M6x30"))
    assert nut.method == "standard:ISO 4032 M6"


def test_an_enclosure_has_room_for_what_it_holds() -> None:
    spec = chosen("Enclosure", neighbours=beside("PCB 90 x 60 x 1.6 mm", "Battery 70 x 40 x 20 mm"))
    size = interfaces.bounding_box(spec).size
    assert size[0] >= 94
    assert size[1] >= 64
    assert size[2] >= 24


def test_sizes_in_the_product_and_the_requirements_are_used() -> None:
    plate = chosen(
        "Shelf", product="A wall shelf. The shelf is 600 mm wide, 200 mm deep, 18 mm thick"
    )
    assert interfaces.bounding_box(plate).size == (600, 200, 18)
    scaled = chosen("Base plate", product="A desk lamp, 450 mm high")
    assert any("450" in note for note in scaled.notes)


@given(st.text(max_size=60), st.sampled_from(["Manufacture", "Purchase"]))
@settings(max_examples=200, deadline=None)
def test_any_name_gives_a_part_that_can_be_built_or_a_reason(name: str, part_type: str) -> None:
    outcome = choose_form(PartContext(name, part_type))
    if isinstance(outcome, PartSpec):
        assert validator.problems(outcome) == []
    else:
        assert outcome.reason


TRADE = """plate gear shaft housing lid tube Ø20 M6 x 150 mm 0 1e9 wall bore 24 teeth module 9999
    ISO 4762 608 screw for with diameter 0.01 -5 spring 3 x 2 x 1 holes inch 20000"""
WORDS = st.sampled_from(TRADE.split())


@given(st.lists(WORDS, max_size=8).map(" ".join), st.lists(WORDS, max_size=6).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_any_sentence_of_the_trade_gives_a_part_or_a_reason(name: str, other: str) -> None:
    outcome = choose_form(
        PartContext(name, neighbours=(NeighbourPart(other), NeighbourPart("Screw M4x10")))
    )
    if isinstance(outcome, PartSpec):
        assert validator.problems(outcome) == []


@pytest.mark.parametrize(
    ("name", "kind", "density"),
    [
        ("EN AW-6082 T6", "aluminium", 2700),
        ("Steel S235JR, powder coated", "steel", 7850),
        ("1.4301", "stainless steel", 7900),
        ("A2-70", "stainless steel", 7900),
        ("PA12 (SLS)", "polyamide", 1140),
        ("FR4", "glass fibre laminate", 1900),
        ("Messing", "brass", 8500),
        ("Birch plywood", "plywood", 680),
        ("Silicone foam", "silicone", 1150),
    ],
)
def test_materials_are_known_by_their_names_and_grades(
    name: str, kind: str, density: float
) -> None:
    known = materials.of(name, "plate")
    assert (known.kind, known.density, known.assumed) == (kind, density, False)


def test_an_unknown_material_is_reckoned_as_steel_and_says_so() -> None:
    assert materials.of("unobtainium", "plate").assumed
    assert materials.of("", "envelope_motor").density == 4500


@pytest.mark.parametrize(
    ("text", "thickness"),
    [("thickness 5 in aluminium", 5.0), ("5 in thick steel", 127.0), ("thickness 5 in", 127.0)],
)
def test_in_ahead_of_a_material_is_no_inch(text: str, thickness: float) -> None:
    assert sizes_in(text).named == {"thickness": thickness}
