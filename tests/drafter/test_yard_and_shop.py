"""Products of yards and workshops, and parts that take the figures that the text says of them."""

from collections.abc import Mapping

import pytest

from partwright.drafter import engine, layout
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.verification.stated_facts import unkept
from tests.drafter.drafted import drafted


def _part(root: BomNodeDraft, name: str) -> BomNodeDraft:
    return next(node for node in root.walk() if node.name.startswith(name))


def _figures(root: BomNodeDraft, name: str) -> Mapping[str, float]:
    part = _part(root, name)
    assert part.form is not None
    return layout.parameters_of(part.form, layout.dimensions_below(root)[part.temp_id])


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        (
            "Ein Hubwagen für Europaletten, Gabellänge 1150 mm, 2000 kg",
            "pallet truck",
            {"Fork 1080 x 160 x 50": 2, "Steering wheel": 2, "Tiller tube": 1},
        ),
        (
            "Spreader beam for 2 t, 2.4 m long, three hooks",
            "lifting beam",
            {"I beam": 1, "Load lug": 3, "Load hook": 3, "Suspension shackle": 1},
        ),
        (
            "Bearing puller with three jaws, spread 150 mm, reach 120 mm, M16 spindle",
            "bearing puller",
            {"Jaw, 120 mm reach": 3, "Spindle M16": 1},
        ),
        (
            "Cable reel jack stand, pair, for reels of 1200 mm diameter, 1.5 t",
            "cable reel stand",
            {"Jack column": 2, "Spindle bar": 1},
        ),
        (
            "Manual sheet metal bending brake, 1000 mm wide, on a stand",
            "bending brake",
            {"Bending leaf 1000": 1, "Clamping beam 1000": 1, "Stand leg": 4},
        ),
        (
            "Bench top fume hood of acrylic, 800 x 600 x 700 mm with sliding sash and fan",
            "fume hood",
            {"Work tray 800 x 600": 1, "Sliding sash": 1, "Duct fan": 1},
        ),
        ("Glove box 1200 x 600 x 700 mm", "glove box", {"Glove with sleeve": 2, "Chamber door": 1}),
        ("Sandblasting cabinet, 900 mm wide", "glove box", {"Abrasive hopper": 1, "Blast gun": 1}),
        (
            "Welding positioner, 300 mm round table, 100 kg, foot pedal",
            "welding positioner",
            {"Turning table, diameter 300": 1, "Pedal plate": 1},
        ),
        (
            "Wheel balancer for motorcycle wheels, static, shaft 12 mm on bearings",
            "wheel balancer",
            {"Shaft, diameter 12": 1, "Deep groove ball bearing": 4},
        ),
        (
            "Kinematic mirror mount for 1 inch optics with two adjusters",
            "mirror mount",
            {"Adjuster knob": 2, "Mirror, diameter 25.4": 1},
        ),
        (
            "Plant grow rack, four tiers, LED bars, 1200 x 500 x 1900 mm",
            "grow rack",
            {"Shelf board": 4, "LED grow light bar": 8},
        ),
        (
            "Universal joint, 20 mm bore, 100 mm long",
            "universal joint",
            {"Yoke hub": 2, "Yoke ear": 4, "Cross pin": 4},
        ),
        (
            "Hopper for plastic granulate, 200 l, sheet 2 mm, outlet 150 mm",
            "hopper",
            {"Hopper cone": 1, "Leg": 4, "Gate plate": 1},
        ),
        (
            "Fume extraction arm with hood, 150 mm pipe, wall bracket, reach 2 m",
            "extraction arm",
            {"Duct tube, diameter 150": 1, "Hood, diameter 150": 1, "Wall plate": 1},
        ),
        (
            "Vacuum chamber 300 mm diameter, 300 mm high, acrylic lid 20 mm, three KF25 ports",
            "vacuum chamber",
            {"Port flange": 3, "Lid, diameter": 1, "Chamber shell, inner diameter 300": 1},
        ),
        (
            "Hydraulic power unit, 40 litre tank, 4 kW motor, two-spool valve block",
            "hydraulic power unit",
            {"Electric motor IEC 112M": 1, "4/3-way solenoid valve": 2, "Oil tank, 40 l": 1},
        ),
        (
            "Schneckengetriebe 40:1, Achsabstand 63 mm",
            "worm gearbox",
            {"Worm wheel, module 2.52, 40 teeth": 1, "Gearbox housing": 1},
        ),
        (
            "Shell and tube heat exchanger, 19 tubes of 16 mm, shell 168 mm, 1500 long, flanges DN50",
            "heat exchanger",
            {"Exchanger tube 16 x 1.5": 19, "Nozzle flange DN 50": 4},
        ),
        (
            "Chariot d'atelier à trois plateaux, 900 x 500 mm, hauteur 950 mm",
            "cart",
            {"Deck panel 900 x 500": 3},
        ),
        (
            "Pill dispenser with 28 compartments, driven by a 28BYJ-48 stepper",
            "pill dispenser",
            {"Stepper motor": 1},
        ),
        ("Hand plane, iron 50 mm, sole 245 mm", "hand plane", {"Sole 245 x 66": 1, "Iron 50": 1}),
        ("Vierbackenfutter 200 mm", "lathe chuck", {"Hard jaw": 4, "Body, diameter 200": 1}),
        ("Hydraulic pipe bender 12 t, 2 inch", "pipe bender", {"Roller,": 2, "Ram, diameter": 1}),
        (
            "Pont roulant 5 t, portée 12 m",
            "bridge crane",
            {"End carriage": 2, "Girder, I section 540 x 270 mm, 6000 mm long, span 12000": 2},
        ),
        ("Vacuum lifter 500 kg, six suction cups", "vacuum lifter", {"Suction cup": 6}),
        ("Schlauchheber für Kartons, 35 kg", "vacuum tube lifter", {"Lifting hose": 1}),
        ("Wheel dolly for cars, 450 kg", "wheel dolly", {"Swivel castor wheel": 4, "Tray": 1}),
        ("Wall rack for three kayaks", "kayak rack", {"Arm, tube": 6}),
        ("Fume extractor, arm 1 m, 80 m3/h", "fume extractor", {"Hood": 1, "Radial fan 80": 1}),
        (
            "tank level sensor 4-20 mA, 2 m",
            "level probe",
            {"Probe rod, diameter 12 mm, 2000 mm": 1, "Head housing": 1},
        ),
        ("Balance bike, 12 inch", "balance bike", {"Front fork": 1}),
        ("Stainless 316L dosing tank, 300 litres, on four legs", "tank", {"Leg": 4}),
        ("Six-legged workbench, 3000 mm long", "workbench", {"Leg": 6}),
        ("Round bistro table, top 70 cm, 73 cm high", "table", {"Column": 1}),
        ("Three-legged table, round 600 mm", "table", {"Leg, diameter": 3}),
        ("Tank of 304 stainless steel, 500 l, four-legged", "tank", {"Leg tube": 4}),
        ("四足储水罐，容积 500 升，304 不锈钢，出口 DN25", "tank", {"Leg tube": 4}),
        (
            "Pince parallèle pneumatique, course 20 mm par mors, force 150 N",
            "gripper",
            {"Finger": 2},
        ),
        (
            "Pipe vise on tripod, pipes up to 2 inch",
            "pipe vise",
            {"Lower jaw": 1, "Yoke": 1, "Leg, tube": 3},
        ),
        (
            "Screw jack with base plate, 5 t, stroke 200 mm",
            "screw jack",
            {"Jack body": 1, "Base plate": 1, "Tommy bar": 1},
        ),
        (
            "Spindelhubgetriebe 25 kN, Hub 300 mm",
            "screw jack",
            {"Gear housing": 1, "Input shaft": 2},
        ),
        ("Boîtier étanche IP65 en polycarbonate, 160 x 120 x 90 mm", "enclosure", {"Lid": 1}),
        (
            "A belt grinder for knife makers, 50 x 1500 mm belt, 1.5 kW motor",
            "belt grinder",
            {"Abrasive belt 50 x 1500 mm": 1, "Contact wheel": 1, "Motor 1500 W": 1, "Platen 257": 1},
        ),
        (
            "Gravity roller conveyor, 3 m long, 500 mm wide, rollers of 50 mm, 80 mm pitch",
            "roller track",
            {"Side profile 70 x 40 x 3 mm, 3000": 2, "Roller, diameter 50 mm": 37},
        ),
        (
            "Grinder pedestal, base plate 400 x 350 x 8 mm, top plate 250 x 200 x 10 with four M10 holes",
            "machine stand",
            {"Base plate 400 x 350 x 8": 1, "Top plate 250 x 200 x 10 mm, 4 holes": 1},
        ),
        (
            "Battery box for two 12 V 100 Ah batteries, sheet 2 mm, inside 700 x 200 x 250 mm, two handles",
            "battery box",
            {"Box 704 x 204 x 252 mm, wall 2": 1, "Battery 12 V, 100": 2, "Handle,": 2},
        ),
        (
            "Wall lamp with a swing arm 400 mm, brass, fabric shade 200 mm diameter, E27",
            "wall lamp",
            {"Swing arm, tube 14 mm, 356": 1, "Shade, diameter 200": 1, "Lamp holder E27": 1},
        ),
        (
            "Router sled for slabs, rails 1500 mm long, 900 mm wide, router plate 200 x 200 x 10 mm",
            "router sled",
            {"Rail 40 x 40 mm, 1500 mm": 2, "Cross beam 40 x 40 mm, 900": 2, "Router plate 200 x 200 x 10": 1},
        ),
        (
            "Wooden swing, A-frame from 90 mm round posts, 2.2 m high, beam 3 m, two seats",
            "swing",
            {"Cross beam 90 x 90 mm, 3000": 1, "Rope, diameter 12 mm, 1666": 2},
        ),
        (
            "Cable drum of plywood, flanges 500 mm diameter, core 200 mm diameter, 300 mm wide",
            "cable drum",
            {"Flange, diameter 500": 2, "Core, outer diameter 200": 1},
        ),
        (
            "Cold frame, 1000 x 600 mm, 400 mm high at the back, hinged polycarbonate lid",
            "cold frame",
            {"Side board": 2, "Lid pane": 1},
        ),
        (
            "Cube shelf with 3 x 3 compartments, 1100 x 1100 x 350 mm, birch plywood 18 mm",
            "cube shelf",
            {"Side panel 1100 x 350 x 18": 2, "Upright divider": 2, "Column of boards": 3},
        ),
        (
            "Dust collector cyclone on a 60 l drum, 100 mm inlet, 1.5 kW fan, on castors",
            "dust separator",
            {"Cyclone cone": 1, "Inlet stub, diameter 100": 1, "Fan motor 1.5 kW": 1},
        ),
        (
            "Toggle clamp, horizontal, 2 kN, base plate with four 5.5 mm holes",
            "toggle clamp",
            {"Clamping arm": 1, "Spindle": 1},
        ),
        (
            "Welding table 1200 x 800 mm, plate 12 mm with 28 mm holes in a 100 mm grid, legs 80x80x4",
            "welding table",
            {"Table plate 1200 x 800 x 12 mm, 96 holes 28 mm": 1, "Leg, square tube 80 x 80 x 4": 4},
        ),
        (
            "Trolley for two 50 l gas cylinders, 230 mm diameter, two 250 mm wheels and safety chain",
            "cylinder trolley",
            {"Cylinder cradle 230": 4, "Wheel 250": 2, "Safety chain": 1},
        ),
        (
            "Retort stand, base 200 x 130 mm, rod 12 mm diameter, 700 mm long, with one three-finger clamp",
            "retort stand",
            {"Base plate 200 x 130": 1, "Rod, diameter 12 mm, 700": 1, "Clamp finger": 3},
        ),
        (
            "Concrete mixer, 140 l drum, 230 V 550 W motor, two wheels",
            "concrete mixer",
            {"Drum, 140 l": 1, "Side leg, tube 40 x 3": 4, "Wheel 200": 2},
        ),
        (
            "Beam trolley for IPE 200, 1 t capacity, hand chain, four wheels, side plates 10 mm",
            "beam trolley",
            {"Side plate 220 x 200 x 10": 2, "Flanged wheel 70": 4, "Hand chain wheel": 1},
        ),
        (
            "Height gauge 0-300 mm with granite base 160 x 100 x 60 mm, digital readout",
            "height gauge",
            {"Base 160 x 100 x 60": 1, "Column 28 x 10 mm, 390": 1, "Display unit": 1},
        ),
        (
            "Rack for 8 paper rolls on axles, 1000 mm wide, rolls up to 200 mm diameter",
            "roll rack",
            {"Roll axle": 8, "Upright, square tube 30 x 30": 2},
        ),
        (
            "Wall-mounted folding table, beech top 800 x 500 x 22 mm, two folding brackets",
            "wall folding table",
            {"Table top 800 x 500 x 22": 1, "Folding bracket, strut": 2},
        ),
        (
            "Pipe bender for 15 mm copper tube, handles 600 mm long",
            "tube bender",
            {"Bending former, radius 60 mm, groove 15": 1, "Lever, diameter 28 mm, 600": 1},
        ),
        (
            "Desk with hairpin legs 710 mm high, oak top 1400 x 700 x 27 mm, two drawers",
            "table",
            {"Hairpin leg, wire 12 mm, 710": 4, "Table top 1400 x 700 x 27": 1, "Drawer front": 2},
        ),
        (
            "Test rig for springs: hand wheel, load cell 5 kN, column height 800 mm, base plate 400 x 300 x 25 mm",
            "test rig",
            {"Base plate 400 x 300 x 25": 1, "Column, diameter 25 mm, 800": 2, "Hand wheel": 1},
        ),
        (
            "Garden shredder, 2.5 kW electric motor, two wheels 200 mm, 45 l collection box",
            "garden shredder",
            {"Feed hopper": 1, "Bin 430 x 350 x 300": 1, "Wheel 200": 2},
        ),
        (
            "Stand for a bench lathe, 40x40x3 square tube, 1100 mm long, 450 mm deep, 700 mm high",
            "work platform frame",
            {"Upright, square tube 40 x 40 x 3 mm, 680": 4},
        ),
        (
            "Potting bench of larch, 1200 wide, 500 deep, back board 300 mm high, zinc tray, one drawer",
            "workbench",
            {"Leg 70 x 70": 4, "Back board 1200 x 18 x 300": 1, "Zinc tray": 1, "Drawer front": 1},
        ),
        (
            "Linear axis on 40x80 profile, stroke 600 mm, two HGR15 rails with four carriages",
            "linear stage",
            {"Base profile 80 x 40 mm, 800": 1, "Linear carriage": 4},
        ),
        (
            "Stirred tank 200 l, inner diameter 600 mm, agitator with propeller 200 mm, 60 rpm",
            "agitator",
            {"Vessel, inner diameter 600": 1, "Impeller, diameter 200": 1},
        ),
        (
            "3D printer, build volume 300 x 300 x 350 mm, outer size 480 x 480 x 620 mm",
            "3d printer",
            {"Frame 480 x 480 x 620": 1},
        ),
        (
            "Camera tripod, max height 1500 mm, folded to 480 mm, three leg sections",
            "tripod",
            {"Leg tube 28": 3},
        ),
        (
            "Plastic enclosure IP65 for a control board 120 x 80 mm",
            "enclosure",
            {"Enclosure base 134 x 94": 1},
        ),
        (
            "Junction box IP 67, aluminium, 120 x 80 x 60 mm, four M20 cable glands",
            "enclosure",
            {"Enclosure base 120 x 80": 1, "Cable gland M20": 4},
        ),
        (
            "Rollenbahn 2 m lang, 500 mm breit, Höhe 750 mm",
            "roller track",
            {"Roller, diameter 50 mm, 420": 25},
        ),
        (
            "Wandschrank 600 x 800 x 250 mm aus Stahlblech 1,5 mm, zwei Türen",
            "cabinet",
            {"Side panel 800": 2, "Door 296 x 796": 2, "Back panel 600 x 800": 1},
        ),
        (
            "Drill stand, 600 mm high, cast iron base 250 x 200 mm, column diameter 40 mm",
            "drill stand",
            {"Base plate 250 x 200": 1, "Column, diameter 40": 1},
        ),
        (
            "Toy crane with winch and hook, plywood 6 mm, 400 mm high",
            "toy crane",
            {"Jib beam": 2, "Winch drum": 1, "Hook": 1},
        ),
        (
            "Double pulley block for 12 mm rope, 60 mm sheaves, swivel hook, 500 kg",
            "rope block",
            {"Sheave, diameter 60": 2, "Cheek": 3, "Hook": 1},
        ),
        (
            "Solar panel ground mount for two modules 1722 x 1134 mm, concrete footings",
            "solar mount",
            {"Solar panel frame 1722 x 1134": 2, "Concrete footing": 4},
        ),
        (
            "Tool trolley with three trays, 700 x 400 x 850 mm, sheet steel 1 mm, four castors",
            "tool cart",
            {"Tray 600": 3, "Upright": 4},
        ),
        (
            "Beehive with 10 frames, two supers, sheet metal roof",
            "beehive",
            {"Brood box": 1, "Super": 2},
        ),
        (
            "Ladder shelf leaning on the wall with five steps, 1800 mm high, 600 mm wide, pine",
            "ladder shelf",
            {"Stile 1800": 2, "Step board": 5},
        ),
        (
            "Flower stand with three steps, spruce, 800 x 600 x 700 mm",
            "flower stand",
            {"Side panel 600 x 700": 2, "Step 760": 3},
        ),
        (
            "Swivel stool, padded seat 350 mm diameter, height 450 to 600 mm, five-star base",
            "swivel stool",
            {"Star arm": 5, "Seat cushion, diameter 350": 1},
        ),
        (
            "Trestle table with two A-shaped legs, top 1600 x 800 x 24 mm, 740 mm high",
            "table",
            {"A-frame leg": 2, "Table top 1600 x 800 x 24": 1},
        ),
        (
            "Bar table 700 x 700 mm, single steel column 76 mm, base plate 450 x 450 x 10 mm",
            "table",
            {"Table top 700 x 700": 1, "Column, diameter 76": 1, "Base plate 450 x 450 x 10": 1},
        ),
        (
            "Picture frame for A3 prints, oak moulding 25 x 15 mm, acrylic glass 2 mm",
            "picture frame",
            {"Frame 458 x 335 mm": 1, "Glass 408 x 285 x 2 mm": 1},
        ),
        (
            "Floor stand for one bicycle, 550 mm wide",
            "bicycle stand",
            {"Wheel hoop": 2},
        ),
    ],
)  # fmt: skip
def test_a_product_has_the_parts_that_it_is_known_by(
    text: str, kind: str, parts: dict[str, int]
) -> None:
    brief, root = drafted(text)
    assert (brief.kind, root.gap) == (kind, None)
    assert {name: _part(root, name).quantity for name in parts} == parts
    assert unkept(brief, root) == []


@pytest.mark.parametrize(
    ("text", "name", "figures"),
    [
        (
            "Vacuum gripper with four 40 mm suction cups on an aluminium plate 200 x 180 x 8 mm",
            "Carrier plate",
            {"length": 200, "width": 180, "thickness": 8},
        ),
        (
            "Vacuum gripper with four 40 mm suction cups on an aluminium plate 200 x 180 x 8 mm",
            "Suction cup",
            {"bottom_diameter": 40},
        ),
        ("Hose pump with 2 rollers, tube 10 mm outer diameter", "Silicone hose", {
            "outer_diameter": 10,
        }),
        ("Butt hinge 100 x 70 mm, brass 3 mm, 8 mm pin, four countersunk holes per leaf",
         "Hinge leaf", {"hole_grid_1.count_y": 4}),
        ("Table 900 x 600 mm, corners rounded 8 mm", "Table top 900", {"corner_radius": 8}),
        ("Workbench 1500 x 700 mm, rounded corners 20 mm", "Bench top", {"corner_radius": 20}),
        ("Butt hinge 100 x 70 mm, brass 3 mm, 8 mm pin", "Hinge pin", {"diameter": 8}),
        ("Housing for a Raspberry Pi Pico, wall 2 mm", "Raspberry Pi Pico board", {
            "length": 51, "width": 21,
        }),
        ("Picture frame for A3 prints, oak moulding 25 x 15 mm", "Glass", {
            "length": 408, "width": 285,
        }),
        ("Picture frame 100 x 80 x 5 mm", "Back panel", {"thickness": 1.25}),
        ("Coat stand, 1750 mm tall, round base 350 mm, oak post 45 mm", "Round base", {
            "diameter": 350,
        }),
        ("Coat stand, 1750 mm tall, round base 350 mm, oak post 45 mm", "Post", {"diameter": 45}),
        ("Linear axis, 800 mm travel, NEMA 23, carriage plate 150 x 140 x 10", "Carriage plate", {
            "length": 150, "width": 140, "thickness": 10,
        }),
        ("G-clamp with 75 mm opening, spindle Tr12x3", "Clamping screw Tr12x3", {"diameter": 12}),
        ("Wheelbarrow with two wheels 400 mm, steel tube frame 30 mm", "Frame tube", {
            "outer_diameter": 30,
        }),
        ("Robot arm with 4 axes, reach 320 mm, round base 150 mm", "Base plate", {"diameter": 150}),
        ("Wall-mounted weather mast 1.5 m with wind vane", "Mast tube", {"length": 1500}),
        ("Frame of square tube 60x40x3, 1200 x 800 x 750 mm", "Cross member", {
            "width": 40, "height": 60,
        }),
        ("Machine frame 1200 x 800 x 900 mm with a 10 mm aluminium plate on top", "Top plate", {
            "thickness": 10,
        }),
        ("Cable reel with crank, drum 300 mm diameter, 250 mm wide", "Drum core", {"length": 250}),
        ("H-frame shop press 30 t, 800 mm between columns, 1800 mm high", "Head beam 800", {
            "length": 900,
        }),
        ("Base cabinet with three drawers, 400 mm wide, chipboard 16 mm", "Side panel", {
            "length": 16,
        }),
        ("Butt hinge, leaf 60 x 40 x 2 mm, steel", "Hinge leaf", {"length": 40, "width": 60, "thickness": 2}),
        ("Hinge 80 mm long, leaves 40 mm wide, 2 mm thick, 6 mm pin", "Hinge leaf", {"length": 40, "width": 80, "thickness": 2}),
        ("A butt hinge with leaves 200 x 60 mm", "Hinge leaf", {"length": 60, "width": 200}),
        ("Raised bed 1200 x 600 x 400 mm, corner posts 70 x 70 mm", "Corner post", {"length": 70}),
    ],
)  # fmt: skip
def test_a_part_takes_the_figures_that_are_said_of_it(
    text: str, name: str, figures: dict[str, float]
) -> None:
    _, root = drafted(text)
    own = _figures(root, name)
    assert {key: own[key] for key in figures} == pytest.approx(figures)


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("Dining table 2200 x 950 x 760 mm, stretcher between the legs", "Long stretcher", 1),
        ("Mobile workbench 1500 x 600 mm, four castors 100 mm", "Castor fork", 4),
        ("Nightstand 450 x 400 x 500 mm, a drawer, open compartment", "Board above the open", 1),
        ("Wall-mounted weather mast 1.5 m", "Wall plate", 2),
        ("Raised bed 1200 x 600 x 400 mm, larch boards 27 mm", "Long side board", 6),
    ],
)
def test_what_is_named_is_drawn(text: str, name: str, number: int) -> None:
    _, root = drafted(text)
    part = _part(root, name)
    assert part.quantity == number
    assert part.form is not None


def test_profiles_by_their_size_are_not_counted() -> None:
    brief, root = drafted("Machine frame of 4040 aluminium profiles, 1200 x 800 x 900 mm")
    assert not brief.counts
    assert unkept(brief, root) == []


@pytest.mark.parametrize(
    ("text", "feet", "is_length"),
    [
        ("Coat stand, 1800 mm high, six hooks, four feet", 4, False),
        ("Shelf, four feet wide", 0, True),
        ("Rope, twenty feet", 0, True),
    ],
)
def test_a_few_feet_between_commas_are_stood_on(text: str, feet: int, *, is_length: bool) -> None:
    brief = engine.understand(text, {}, [])
    assert brief.counted("foot") == feet
    assert any(figure.unit == "ft" for figure in brief.figures) == is_length


def test_legs_in_sections_are_the_legs() -> None:
    _, root = drafted("Photo tripod with four-section legs, 1600 mm high, ball head")
    assert [node.quantity for node in root.walk() if node.name.startswith("Leg tube")] == [3] * 4
    assert not [node for node in root.walk() if node.name.startswith("Four")]


@pytest.mark.parametrize(
    "text",
    [
        "Arbor press 1 ton, throat 150 mm, ram 25 x 25 mm, 420 mm high",
        "Grinder pedestal 830 mm tall, top plate 250 x 200 x 10 with four M10 holes",
        "Garden wheelbarrow with two wheels 400 mm, steel tube frame 30 mm",
    ],
)
def test_the_section_of_a_part_is_no_size_of_the_whole(text: str) -> None:
    assert not list(contradictions(engine.understand(text, {}, [])))


def test_a_tabletop_without_stretchers_has_none() -> None:
    _, root = drafted("Dining table 2200 x 950 x 760 mm")
    assert not [node for node in root.walk() if "stretcher" in node.name]
