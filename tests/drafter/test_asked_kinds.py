"""Products that people ask for in other words and languages, and the mass that is said alone."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.structures.mass import reckoned
from partwright.drafter.structures.placed_parts import around, placed_parts
from partwright.drafter.verification.stated_facts import unkept
from partwright.drafter.verification.unread import others_wanted
from tests.drafter.drafted import drafted


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Lagertank 1000 Liter, Edelstahl, Durchmesser 1000 mm, drei Beine", "tank"),
        ("Aluminium housing for an 100 x 80 mm circuit board, four cable glands", "enclosure"),
        ("Presse hydraulique d'atelier 20 tonnes, course 150 mm", "press machine"),
        ("Boîtier pour carte électronique 100 x 80 mm avec deux presse-étoupes M16", "enclosure"),
        ("Impresora 3D con volumen de impresión de 220 x 220 x 250 mm", "3d printer"),
        ("Carretilla con cuatro ruedas giratorias, plataforma de 900 x 600 mm", "cart"),
        ("四足凳，高450毫米，山毛榉", "stool"),
        ("行星减速机，减速比5:1，输出扭矩30牛米，三个行星轮", "planetary gearbox"),
        ("平板手推车，900 x 600毫米，四个脚轮，承重250公斤", "cart"),
        ("烙铁架，带弹簧支架和海绵", "soldering stand"),
        ("Euro pallet 1200 x 800 x 144 mm", "pallet"),
        ("Pneumatic bench press 3 kN", "press machine"),
        ("Hydraulic bench press 10 t", "press machine"),
        ("Bench press with 250 kg", "weight bench"),
        ("Kleine Hundehütte, 700 mm breit, 850 mm hoch", "dog house"),
        ("Four-wheeled flatbed trolley, 1200 x 800 mm, 500 kg, with push bar", "cart"),
        ("Server rack, 42U, 600 x 1000 mm", "server rack"),
        ("24U network rack", "server rack"),
        ("Pompe péristaltique à trois galets pour tuyau 5 x 8 mm", "peristaltic pump"),
        ("Reduction gear 4:1 with spur gears module 1.5, pinion of 18 teeth", "gearbox"),
        ("Un support pour ordinateur portable, 260 mm de large, hauteur 150 mm", "phone stand"),
        ("一个风力发电机,塔高6米,三个叶片,叶片长1.5米", "energy machine"),
        ("Chaise à bascule en frêne, largeur 620 mm", "rocking chair"),
        ("Mesa de picnic de 1800 mm de largo", "picnic table"),
        ("Kettentrieb mit 17 Zähnen, Übersetzung 2:1", "chain drive"),
        ("Binocular microscope with LED light", "microscope"),
        ("Macro pad with 9 keys", "keyboard"),
        ("ABS box for a 90 x 60 mm PCB with a USB-C port, wall 2.5 mm", "enclosure"),
        ("Three-legged milking stool of pine, 330 mm across and 300 mm high, max. 2 kg", "stool"),
        ("Étau d'établi, mors de 100 mm, ouverture 120 mm, 8 kg", "bench vise"),
        ("Raised garden bed 1800 x 900 x 400 mm, larch planks 28 mm", "planter"),
        ("Heavy shelf bracket 300 x 200 mm, steel 5 mm, gusset, four holes of 8 mm", "bracket"),
        ("Chest of drawers, pine, five drawers, 1 m high", "chest of drawers"),
        ("Lamp clamped to a desk, two arms of 350 mm", "desk lamp"),
        ("Wall-mounted shelf, 1200 mm long, 250 mm deep, three brackets", "shelf"),
        ("Bookshelf 1800 x 800", "shelf"),
        ("toy car for my kid, 200 mm long", "wooden toy vehicle"),
        ("RC toy car, 200 mm long", "model vehicle"),
        ("Stainless steel tank 500 L, three legs", "tank"),
        ("Schaltschrank 600 x 800 x 250 mm", "control cabinet"),
        ("Déambulateur à roulettes, hauteur 900 mm", "rollator"),
        ("Case for a Jetson Orin Nano", "enclosure"),
        ("Walker with wheels, 900 mm high", "rollator"),
        ("Tin toy car", "model vehicle"),
        ("Toy car with LEDs", "model vehicle"),
        ("Pillendose mit 14 Fächern", "pill dispenser"),
        ("3D-Drucker, Bauraum 300 x 300 x 400 mm, CoreXY, beheiztes Bett", "3d printer"),
        ("Quadcopter 250 mm, 5 inch propellers, carbon frame 3 mm", "drone"),
        ("Kitchen cabinet with one door, 600 wide, white melamine 18 mm", "cabinet"),
        ("Coffee table, glass top 1000 x 600 x 10 mm, steel legs, 42 cm high", "table"),
        ("200 liter tank, stainless, on 4 legs with drain valve 1 inch and lid", "tank"),
        ("钢制工作台,长1500毫米,宽700毫米", "workbench"),
        ("Die grinder, pneumatic, 6 mm collet, 25000 rpm", "die grinder"),
        ("Druckluft-Geradschleifer, Spannzange 6 mm", "die grinder"),
        ("Fendeuse à bûches 8 t, bûches de 500 mm", "log splitter"),
        ("Magnetrührer mit Heizplatte 135 mm, 5 Liter", "magnetic stirrer"),
        ("Fassheber für 200-Liter-Fässer, Tragkraft 350 kg, Hubhöhe 500 mm", "drum lifter"),
        ("Becherwerk 5 m hoch, 8 t/h", "bucket elevator"),
        ("Elevador de motos, 450 kg", "motorcycle lift"),
        ("Cave à vin 36 bouteilles", "wine cooler"),
        ("Klappflügeltisch, Eiche, 1300 x 800 mm", "gateleg table"),
        ("Spektrometer 150 x 100 x 50 mm", "spectrometer"),
    ],
)
def test_the_kind_and_its_figures_are_kept(text: str, kind: str) -> None:
    brief, root = drafted(text)
    assert (brief.kind, root.gap) == (kind, None)
    assert unkept(brief, root) == []


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("Dumbbell of 10 kg", "mass"),
        ("Kettlebell, 16 kg", "mass"),
        ("Kettlebell 24 kg", "mass"),
        ("A table of 30 kg", "mass"),
        ("Electric parallel gripper, stroke 60 mm, 80 N, 0.8 kg", "mass"),
        ("A winch of 500 kg", "load"),
        ("Platform cart 250 kg", "load"),
        ("Milking stool of pine, 300 mm high, max. 2 kg", "mass"),
        ("A workbench for 300 kg", "load"),
        ("Platform cart 900 x 600 mm, 250 kg", "load"),
        ("Bookcase 800 x 300 x 1800 mm, max 24 kg", "mass"),
        ("Kitchen cabinet 600 x 500 x 800 mm, max. 30 kg", "mass"),
        ("Bookcase 1.8 m high, max 24 kg per shelf", "load"),
        ("Bookcase for max 30 kg", "load"),
        ("Wall shelf 600 mm, max 10 kg", "load"),
    ],
)
def test_a_mass_said_alone_is_the_product_s_where_it_may_well_weigh_that(
    text: str, quantity: str
) -> None:
    brief = engine.understand(text, {}, [])
    masses = [f.quantity for f in brief.figures if f.unit == "kg"]
    assert masses == [quantity]


@pytest.mark.parametrize(
    ("text", "kg"),
    [("Dumbbell of 10 kg", 10), ("Dumbbell, 4 kg", 4), ("Kettlebell of 16 kg", 16)],
)
def test_weights_weigh_what_is_said(text: str, kg: float) -> None:
    _, root = drafted(text)
    assert reckoned(root).kg == pytest.approx(kg, rel=0.03)


def test_the_wall_of_a_tube_is_a_figure_of_it() -> None:
    brief, root = drafted("Aluminium tube 60 x 3 mm, 500 mm long")
    assert unkept(brief, root, (60, 60, 500)) == []


def test_a_size_of_what_a_product_serves_is_no_size_of_a_part() -> None:
    brief, root = drafted("Dual monitor arm, desk clamp, two 27 inch monitors of 6 kg each")
    assert not [one for one in unkept(brief, root) if one.kind == "size"]


def test_the_housing_s_material_is_not_the_shafts_() -> None:
    _, root = drafted("Schrägverzahntes Getriebe, Übersetzung 4:1, 60 Nm, Gehäuse aus Grauguss")
    shafts = [n for n in root.walk() if n.name.startswith(("Input shaft,", "Output shaft,"))]
    assert shafts
    assert not [n.name for n in shafts if "GJL" in (n.material or "")]


def test_the_longer_of_two_sides_of_a_bookshelf_is_its_height() -> None:
    figures = engine.understand("A bookshelf 1800 x 800", {}, []).figures
    assert {(one.quantity, one.high) for one in figures} == {("height", 1800), ("width", 800)}
    for text, wide, high in (
        ("Cabinet 1200 x 1000 mm (width x height)", 1200, 1000),
        ("Low cabinet 1800 x 950", 1800, 950),
        ("Wide cabinet 1600 x 1000", 1600, 1000),
        ("Wall shelf 1500 x 600", 1500, 600),
        ("Low shelf 2000 x 600", 2000, 600),
        ("Wardrobe 240 x 220 cm", 2400, 2200),
    ):
        sides = {(f.quantity, f.high) for f in engine.understand(text, {}, []).figures}
        assert sides == {("width", wide), ("height", high)}, text
    figures = engine.understand("A shelf 1200 x 300", {}, []).figures
    assert [one.quantity for one in figures] == ["size"]


@pytest.mark.parametrize(
    ("text", "litres"),
    [
        ("Tank of 500 L", 500),
        ("Wheelbarrow, tray of 3 cubic feet", 84.95),
        ("Jug, 2 quarts", 1.893),
        ("A frame of 4 L profiles", None),
        ("Shelf with 4 L brackets", None),
        ("2 L-shaped brackets", None),
        ("Box 300 L x 200 W x 100 H mm", None),
    ],
)
def test_volumes_are_read_as_people_write_them(text: str, litres: float | None) -> None:
    volumes = [
        one.high for one in engine.understand(text, {}, []).figures if one.dimension == "volume"
    ]
    assert volumes == ([] if litres is None else [pytest.approx(litres, rel=1e-3)])


@pytest.mark.parametrize(
    "text",
    [
        "Hopper with weighing scale",
        "Elevator with rack and pinion drive",
        "Vehicle with shock absorbers",
        "Hydraulic unit with gear pump and 40 l tank",
        "Kitchen drawer unit with cabinet handles",
        "Baby walker with wheels",
        "Fuse box for a car",
        "Hand crank generator radio",
    ],
)
def test_a_product_is_not_called_by_a_part_of_it(text: str) -> None:
    brief = engine.understand(text, {}, [])
    parts = {"scale", "rack and pinion", "shock absorber", "gear pump", "pull handle", "rollator"}
    assert brief.kind not in parts | {"control cabinet", "hand generator", "walking frame"}


def test_an_axis_stands_where_it_is_called_vertical() -> None:
    _, lying = drafted("Linear axis, 300 mm travel, NEMA 17")
    _, standing = drafted("Vertical linear axis, 300 mm travel, NEMA 17")
    sizes = [around([one.box for one in placed_parts(root)]).size for root in (lying, standing)]
    assert sizes[0][0] == pytest.approx(sizes[1][2])
    # Of several axes not all stand because one of them does.
    _, both = drafted("Linear axis with 2 axes, one of them vertical, 300 mm travel, NEMA 17")
    size = around([one.box for one in placed_parts(both)]).size
    assert size[0] == pytest.approx(sizes[0][0])


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("A pair of sawhorses, 800 mm high", 2),
        ("Set of 4 chairs of oak", 4),
        ("Set of three nesting tables", 0),
        ("A stool with four legs", 0),
        ("Tool box for 24 boxes", 0),
        ("Candle holder with 3 candle holders", 0),
        ("Bottle rack, 4 racks", 0),
        ("Lamp with three lamps", 0),
        ("A pair of scissors", 0),
        ("A pair of pliers", 0),
    ],
)
def test_pieces_wanted_are_told_and_not_mistaken_for_what_it_holds(text: str, number: int) -> None:
    brief = engine.understand(text, {}, [])
    names = [one.name for one in engine.requirements(brief)]
    assert [name for name in names if "Pieces wanted" in name] == [
        f"Pieces wanted: {number}"
    ] * bool(number)
    assert not [name for name in names if "pair" in name or "chairs" in name]
    assert ("are wanted" in engine.summary("bom_drafting", brief, 1)) == bool(number)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Bar stool with footrest, seat height 75 cm, steel tube 25 mm, plywood seat 350 x 350 x 18 mm",
            {
                "Seat panel 350 x 350 x 18 mm": (1, "Birch plywood"),
                "Leg tube 25 x 25 x 2 mm, 732 mm long": (4, "Steel S235JR, powder coated"),
                "Footrest 265 x 12 x 25 mm": (1, "Steel S235JR, powder coated"),
            },
        ),
        (
            "Spur gear reducer ratio 4:1, module 1, pinion 16 teeth, shaft 8 mm, 6 mm wide gears",
            {
                "Pinion, spur, module 1, 16 teeth, width 6 mm, bore 8 mm": (
                    *(1, "16MnCr5, case hardened"),
                ),
                "Input shaft, diameter 8 mm, 62 mm long": (1, "16MnCr5, case hardened"),
                "Output shaft, diameter 8 mm, 62 mm long": (1, "42CrMo4"),
            },
        ),
        (
            "200 liter tank stainless on 4 legs with drain valve 1 inch",
            {"Top, dished, diameter 596 x 3 mm": (1, "Stainless steel 1.4301")},
        ),
        (
            "Soldering station holder with sponge and four spools",
            {"Solder spool, diameter 55 x 38 mm": (4, "PS, solder wire")},
        ),
    ],
)
def test_figures_and_materials_go_to_the_parts_they_are_said_of(
    text: str, parts: dict[str, tuple[int, str]]
) -> None:
    _, root = drafted(text)
    made = {node.name: (node.quantity, node.material) for node in root.walk()}
    assert {name: made.get(name) for name in parts} == parts


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("Two stools, oak", "Stools", ["Two stools"]),
        ("2 x tripod, 1.5 m", "Tripod", ["2 x tripod"]),
        ("two 3D printers", "3D printers", ["two 3D printers"]),
        ("Zwei Hocker aus Eiche", "Stool", ["two stool"]),
        ("Three floating shelves 600 mm", "Floating shelves", []),
        ("Two-stage gearbox 10:1", "Two-stage gearbox", []),
        ("Workbench with two drawers", "Workbench", []),
        ("Three drawers cabinet", "Three drawers cabinet", []),
        ("Two seat bench 1200 mm", "Two seat bench", []),
        ("Four wheeled cart 800 x 500 mm", "Four wheeled cart", []),
        ("Pump two-stage", "Pump two-stage", []),
        ("六关节机械臂，臂展800毫米", "Six joint robot arm", []),
        ("Zwei runde Tische", "Round table", ["two round table"]),
        ("6 gears module 2", "Gears", ["6 gears"]),
    ],
)
def test_several_of_a_product_are_told_and_no_part_of_its_name(
    text: str, name: str, told: list[str]
) -> None:
    brief, root = drafted(text)
    assert (root.name, others_wanted(brief, root)) == (name, told)


def test_the_size_of_a_tray_is_that_of_the_whole() -> None:
    tray = engine.understand("Tray 400 x 300 x 50 mm, 80 mm high", {}, [])
    assert list(contradictions(tray)) == ["the size is 400 x 300 x 50 mm and the height 80 mm"]


def test_a_size_of_the_top_says_nothing_of_the_height() -> None:
    coffee = engine.understand("Coffee table, top 1000 x 600 x 10 mm, 42 cm high", {}, [])
    box = engine.understand("Coffee table, 1000 x 600 x 10 mm, 42 cm high", {}, [])
    assert [list(contradictions(brief)) for brief in (coffee, box)] == [
        [],
        ["the size is 1000 x 600 x 10 mm and the height 42 cm"],
    ]


@pytest.mark.parametrize(
    ("text", "rope"),
    [
        ("900 kg winch, 12 m rope of 6 mm", "6 mm, 14 m, wound"),
        ("900 kg winch with 12 m of 6 mm rope", "6 mm, 14 m, wound"),
        ("900 kg winch, wire rope 6 mm x 12 m", "6 mm, 14 m, wound"),
        ("900 kg winch, rope diameter 12 m", "10 mm, 7 m, wound"),
    ],
)
def test_a_rope_of_a_winch_has_the_length_and_diameter_said(text: str, rope: str) -> None:
    _, root = drafted(text)
    assert [n.name for n in root.walk() if n.name == f"Wire rope EN 12385-4 6x19, {rope}"]


def test_a_winch_called_electric_is_not_cranked_by_hand() -> None:
    names = [
        [n.name for n in drafted(f"{one} 900 kg")[1].walk()] for one in ("Electric winch", "Winch")
    ]
    assert [any("Electric motor" in name for name in one) for one in names] == [True, False]
    assert [any("Crank grip" in name for name in one) for one in names] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        "Electric scooter charger dock",
        "Robot vacuum docking station",
        "Coffee table top 1200 x 600",
        "Dish rack cover",
        "Drone landing pad 750 mm",
        "Table lamp shade",
    ],
)
def test_what_goes_with_a_product_is_not_drawn_as_the_product(text: str) -> None:
    assert drafted(text)[0].kind == ""
