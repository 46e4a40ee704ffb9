"""Sentences as customers write them: lists, clauses, inches, and parts with their figures in other words."""

from collections.abc import Mapping

import pytest

from partwright.drafter import engine, layout
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.verification.stated_facts import unkept
from partwright.drafter.verification.unread import undrawn, unread, unused
from tests.drafter.drafted import counted


def _drafted(text: str) -> BomNodeDraft:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    assert unkept(brief, root) == []
    return root


def _figures(root: BomNodeDraft) -> Mapping[str, float]:
    assert root.form is not None
    return layout.parameters_of(root.form, {})


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        (
            "We need eight people to sit around it: an ash dining table, 2400 x 1000 mm",
            "table",
            "Ash dining table",
        ),
        (
            "Requirements: - free-standing rack for boxes - 5 shelves - width 47 in",
            "shelf",
            "Free-standing rack",
        ),
        (
            "A dispenser that hands my mother her tablets three times a day",
            "pill dispenser",
            "Dispenser",
        ),
        ("Arm holding two monitors of 5.5 kg each, VESA 100", "monitor arm", "Arm"),
        ("We're a startup making a smart plant pot: 180 mm diameter", "planter", "Smart plant pot"),
        ("I'm from Leeds. Need a workbench", "workbench", "Workbench"),
        ("Desktop 4-axis robot arm, reach 320 mm", "robot arm", "Desktop 4-axis robot arm"),
        ("CoreXY printer for parts up to 300 x 300 x 350 mm", "3d printer", "CoreXY printer"),
        ("Pillow block for a 25 mm shaft", "pillow block", "Pillow block"),
        ("I need something to sit on: a counter stool in oak", "stool", "Counter stool"),
        ("Cider press with a 12 l basket", "fruit press", "Cider press"),
        ("Optical table 1800 x 1200 mm on four isolators", "optical table", "Optical table"),
        ("Golf push cart, three wheels of 300 mm", "golf trolley", "Golf push cart"),
        ("Golf cart, 48 V, two seats", "golf buggy", "Golf cart"),
        ("Hospital bed, height 400 to 800 mm", "hospital bed", "Hospital bed"),
        ("AODD pump, 1 inch", "diaphragm pump", "AODD pump"),
        ("Dosing diaphragm pump, 5 l/h", "", "Dosing diaphragm pump"),
        ("S-type load cell, 500 kg", "load cell", "S-type load cell"),
        ("Klappbarer E-Scooter, 36 V, 25 km/h", "electric scooter", "Klappbarer E-Scooter"),
        ("Track pump, 11 bar", "floor pump", "Track pump"),
        ("Belt and disc sander, 100 x 915 mm belt", "belt sander", "Belt and disc sander"),
        ("Pedelec with a mid-drive motor, 28 inch wheels", "e-bike", "Pedelec"),
        ("Electric bicycle with 250 W hub motor and battery", "e-bike", "Electric bicycle"),
        ("Charger for an e-bike, 36 V", "power supply unit", "Charger"),
        ("Power wheelchair, seat width 450 mm", "electric wheelchair", "Power wheelchair"),
        ("Go-kart with 6.5 hp petrol engine", "go-kart", "Go-kart"),
        ("Pedal go-kart for children", "", "Pedal go-kart"),
        ("Electric go-kart, 48 V, 3 kW", "electric go-kart", "Electric go-kart"),
        ("Golf buggy with two seats, 48 V", "golf buggy", "Golf buggy"),
        ("Golf cart for two people", "golf buggy", "Golf cart"),
        ("Golf trolley for two bags", "golf trolley", "Golf trolley"),
        ("Electric golf trolley, 24 V", "golf trolley", "Electric golf trolley"),
        ("Scooter, mobility, three wheels", "mobility scooter", "Mobility scooter"),
        ("Rotary shaver, three heads", "personal care", "Rotary shaver"),
        ("Shaver head", "", "Shaver head"),
        ("Folding e-bike hinge for a 40 mm tube", "", "Folding e-bike hinge"),
        ("Laboratory shaker for six flasks", "orbital shaker", "Laboratory shaker"),
        ("Rotary vane vacuum pump, 100 l/min", "vacuum pump", "Rotary vane vacuum pump"),
        ("Handrührgerät 300 W", "electric hand mixer", "Handrührgerät"),
        ("Sonic toothbrush with charging base", "electric toothbrush", "Sonic toothbrush"),
        ("Cordless stick vacuum, 25 V", "handheld vacuum", "Cordless stick vacuum"),
        ("Pump sprayer, 5 l", "pressure sprayer", "Pump sprayer"),
        ("Vortex mixer, 3000 rpm", "vortex mixer", "Vortex mixer"),
        ("Fret saw with a throat of 405 mm", "scroll saw", "Fret saw"),
        ("Pair of forearm crutches, 130 kg", "crutches", "Forearm crutches"),
        ("Rear paddock stand for motorcycles", "paddock stand", "Rear paddock stand"),
        ("Post hole auger, 200 mm", "earth auger", "Post hole auger"),
        ("Petrol earth auger, 52 cc", "power auger", "Petrol earth auger"),
        ("Earth auger, petrol", "power auger", "Petrol earth auger"),
        ("Chair, office, with armrests", "office chair", "Office chair"),
        ("Grinder, coffee, manual", "hand mill", "Coffee grinder"),
        ("Table, oak, 1200 x 600 mm", "table", "Table"),
        ("Truck, pallet, 2 t", "pallet truck", "Pallet truck"),
        ("Log splitter, manual", "", "Manual log splitter"),
        ("Truck, pallet, electric", "", "Electric pallet truck"),
        ("Fan, hand operated", "fan", "Fan"),
        ("Electric chain hoist, 1 t", "chain hoist", "Electric chain hoist"),
        ("Chain block 500 kg", "chain hoist", "Chain block"),
        ("Leaf blower, petrol", "leaf blower", "Leaf blower"),
        ("High pressure cleaner 140 bar", "pressure washer", "High pressure cleaner"),
        ("Beer bottle filler, 4 spouts", "bottle filler", "Beer bottle filler"),
        ("Pasta roller, 150 mm", "pasta machine", "Pasta roller"),
    ],
)
def test_products_are_known_by_what_clauses_say(text: str, kind: str, name: str) -> None:
    brief = engine.understand(text, {}, [])
    assert (brief.kind, brief.name) == (kind, name)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Single-stage helical reducer; pinion 19 teeth, wheel 57 teeth, module 2.5",
            {"Pinion, helical, module 2.5, 19 teeth": 1, "Gear wheel, helical, module 2.5, 57": 1},
        ),
        (
            "Spur gearbox, ratio 4, centre distance 75 mm",
            {"Pinion, spur, module 2, 15 teeth": 1, "Gear wheel, spur, module 2, 60 teeth": 1},
        ),
        (
            "Dosing pump with 4 rollers, hose of 4.8 mm bore and 8 mm outside, NEMA 17 stepper",
            {"Silicone hose 4.8 x 8 mm, bend": 1, "Stepper motor NEMA 17": 1, "Roller, ": 4},
        ),
        (
            "Machine base of 45 x 45 aluminium extrusion, 1500 mm long x 750 mm wide x 900 mm tall, six adjustable feet, with an aluminium plate of 12 mm on top",
            {"Levelling foot": 6, "Top plate 1500 x 750 x 12": 1, "Adjusting joint": 0},
        ),
        (
            "Hobby router: travels X 400 mm, Y 500 mm, Z 80 mm, HIWIN rails",
            {"Table plate 450 x 550": 1, "Z plate 180 x 230": 1},
        ),
        (
            "Hexacopter frame, motor-to-motor 550 mm, arms of 16 mm tube, 10x4.5 propellers",
            {"Arm tube 16 x 1 mm": 6, "Propeller 10 in": 6},
        ),
        (
            "Garden wheelbarrow: poly tray holding 100 liters, single 16 inch pneumatic tyre, overall length 1400 mm",
            {"Pneumatic wheel, diameter 406": 1, "Frame tube": 2, "Poly tray": 0},
        ),
        (
            "Bird table on a post: roofed feeding platform 400 x 400 mm, post 1500 mm",
            {"Feeding platform 400 x 400": 1, "Post 60 x 60 mm, 1500 mm": 1},
        ),
        ("Hand truck with two pneumatic 260 mm wheels", {"Wheel 260 mm": 2}),
        (
            "E-bike, hub motor 500 W, 48 V, 26 inch wheels",
            {"Hub motor 500 W, 48 V": 1, "Tyre 660 x 48 mm": 2, "Battery case": 2, "Mid-drive": 0},
        ),
        ("An e-bike, 22 kg", {"Seat tube 36 x 3 mm": 1}),
        ("Folding e-bike, 20 inch wheels, 36 V 10 Ah", {"Battery case 210 x 98 x 72 mm": 1}),
        ("LiFePO4 battery 12 V 100 Ah, 12 kg", {"Housing 172 x": 0, "Compression plate 131 x 201 x 3": 0}),
        (
            "LiFePO4 battery pack 12 V 100 Ah",
            {"Lithium iron phosphate cell, prismatic, 3.2 V, 100 Ah": 4, "Battery management board 4S": 1},
        ),
        ("LFP battery 24 V 12 Ah", {"Lithium iron phosphate cell 32700": 16, "Cell holder for 16 cells 32700": 2}),
        ("Battery pack 36 V 15 Ah", {"Lithium-ion cell 18650": 50, "Cell holder for 50 cells 18650": 2}),
        ("Scroll saw, throat 400 mm", {"Lower arm 36 x 34 mm, throat 400 mm": 1}),
        ("Bicycle, 28 inch wheels", {"Chain 1/2": 1, "Battery": 0, "motor": 0, "Spoked rim": 2}),
        (
            "Stick vacuum cleaner with floor head, 0.6 l",
            {"Dust container, 0.6 l": 1, "Wand tube": 1, "Brush roller": 1, "Nozzle 110": 0},
        ),
        ("Handheld vacuum cleaner, 500 ml", {"Dust container, 0.5 l": 1, "Wand tube": 0}),
        (
            "Planetary stage: sun 15T, planets 21T, ring 57T, module 1",
            {"Sun gear, module 1, 15 teeth": 1, "Ring gear housing, module 1, 57 teeth": 1},
        ),
        ("Actuator with a stroke of 24 in, ball screw 16x5", {"Ball screw 16x5": 1}),
        ("Slider for my DSLR: 80 cm travel, two 15 mm rods", {"Guide rod 15 mm, 950 mm long": 2}),
        ("Tripod, three legs, max. height 5 ft 2 in", {"Leg tube 28": 3}),
        (
            "Holder for a soldering iron with a brass wool tin of 60 mm, sponge tray 80 x 50 mm, base plate 150 x 100 x 10 mm",
            {"Base plate 150 x 100 x 10": 1, "Sponge tray 80 x 50": 1, "Brass wool cup, diameter 60": 1},
        ),
        ("A cart with three wheels", {"Swivel castor wheel 125": 3, "Castor fork 125": 3}),
        ("Load cell in S shape, 500 kg, threads M12", {"Threaded insert M12": 2}),
        (
            "Pt100 probe with 3 m cable, 4 x 60 mm",
            {"Closed protection sheath, diameter 4 mm, 60": 1, "Connecting cable, 3000": 1},
        ),
        (
            "Optical breadboard 600 x 450 x 60 mm, M6 threads at 25 mm",
            {"Top skin 600 x 450 x 5 mm, 24 x 18 threads M6 at 25 mm": 1},
        ),
        ("Espresso tamper 58.5 mm", {"Base, diameter 58.5": 1}),
        (
            "Fruit press of 12 litres with 18 staves, spindle 22 mm",
            {"Basket stave": 18, "Spindle Tr 22x5": 1},
        ),
        (
            "Nursing bed, mattress 2000 x 900 mm, four castors of 125 mm",
            {"Mattress 2000 x 900": 1, "Castor wheel 125": 4},
        ),
        (
            "Rack-and-pinion axis, stroke 2500 mm, module 3",
            {"Rack, module 3, 134 teeth": 2, "Guide rail 20 x 2546": 1},
        ),
        ("Golf pull cart with two wheels of 280 mm", {"Wheel 280": 2, "Fork blade": 0}),
        ("Air-operated diaphragm pump, 2 inch, aluminium", {"Manifold tube, inner diameter 51": 4}),
        ("Centrifugal pump DN50, 20 m3/h", {"Delivery flange DN 50": 1, "Suction flange DN 50": 1}),
        ("Three-wheeled cart, 800 x 500 mm", {"Castor wheel 125": 0, "Swivel castor wheel 125": 3}),
        (
            "Cart with three wheels, two fixed and one swivel",
            {"Fixed castor wheel 125": 2, "Swivel castor wheel 125": 1, "Castor axle": 3},
        ),
        (
            "Platform cart, deck 1200x700, 500 kg, two fixed wheels and two swivel castors of 200 mm, push handle 950 mm high",
            {"Swivel castor wheel 200": 2, "Fixed castor wheel 200": 2, "Castor fork 200": 4, "Stand leg": 0},
        ),
        (
            "Transportwagen 800 x 500 mm, 150 kg, zwei Lenkrollen und zwei Bockrollen 125 mm",
            {"Swivel castor wheel 125": 2, "Fixed castor wheel 125": 2},
        ),
        (
            "Packing table 1600 x 800 mm, 900 mm high, steel frame 40x40x2, beech top, with four 100 mm castors instead of feet, two of them braked",
            {"Swivel castor with brake, 100 mm": 2, "Swivel castor, 100 mm": 2},
        ),
        (
            "Workbench: 6 ft long, 30 in deep, 36 in high, 2x4 frame, 1.5 in maple top",
            {"Leg 38 x 89": 4, "Bench top 1829 x 762 x 38.1": 1},
        ),
        ("Bike rack for 5 bicycles, galvanised tube 42 mm, 1.8 m long", {"Wheel hoop, tube 42": 10}),
        ("Wall shelf, 3 boards of 18 mm birch ply 900 x 250", {"Board 900 x 250 x 18": 3}),
        (
            "Table 9 ft long, 4 ft wide. The top is 1 1/4 in walnut on two steel trestle bases instead of four legs",
            {"Trestle base": 2, "Table top 2743 x 1219 x 31.8 mm": 1, "Leg": 0},
        ),
        (
            "Tabouret pivotant, assise ronde de 35 cm, hauteur de 45 à 60 cm par une vis, trois pieds",
            {"Lifting spindle Tr 24x5, 290 mm": 1, "Leg, diameter 32 mm, 400 mm": 3},
        ),
        ("Corner shelf, five tiers, 250 x 250 mm, 1400 mm tall", {"Corner board 232 x 232": 5}),
        ("Armario metálico, chapa de 0,8 mm, 1000 x 500 x 1950 mm", {"Side panel 1890 x 468 x 0.8": 2}),
        (
            "Workbench on casters, 72 x 30 inch ESD top, height 36 inch, perforated back panel",
            {"Perforated back panel 1829": 1, "Esd top": 0, "Bench top 1829 x 762": 1},
        ),
        ("Schreibtischleuchte mit Klemmfuß, zwei Arme von je 400 mm", {"Desk clamp": 1, "Base plate": 0}),
        (
            "Gestell aus Aluprofilen 45x45, 1,8 m lang, 2 m hoch, mit einer Zwischenebene auf 900 mm Höhe",
            {"Intermediate level at 900 mm, long": 2, "Intermediate level at 900 mm, cross": 2},
        ),
        ("SCARA robot, arm length 400 mm (225 + 175 mm), stroke 200 mm", {"First arm 225": 1, "Second arm 175": 1}),
        ("Belt grinder 2 x 72 inch, 1.5 kW motor", {"Abrasive belt 50.8 x 1829 mm": 2}),
        (
            "Mixing tank on three legs, 500 l, diameter 800 mm, conical bottom, jacketed, manhole",
            {"Vessel shell, inner diameter 800": 1, "Conical bottom": 1, "Manhole cover": 1, "Jacket ring": 2},
        ),
        ("Presse d'établi à crémaillère, 2 tonnes, col de cygne 150 mm", {"C frame": 1, "Ram, square": 1}),
        ("Bicycle trailer for two children, tow bar", {"Tow bar": 1, "Child harness": 2, "Side board": 0}),
        ("Coffee grinder with ceramic burr, 40 g, 190 mm tall, 55 mm diameter", {"Grounds cup, diameter 55 x 57 mm, 40 g": 1}),
        ("Hexacopter for crop spraying, 10 litre tank, 1600 mm wheelbase", {"Spray tank, 10": 1, "Landing skid": 2}),
        ("Linear axis with rack and pinion, 2000 mm travel, 50 kg", {"Rack, module 2": 3, "Ball screw": 0, "Gear set": 0}),
        ("Foot pump with pressure gauge, 7 bar", {"Pedal arm": 2, "Pressure gauge": 1}),
        ("Three-wheeled mobility scooter, 120 kg", {"Front fork arm": 2, "Axle bearer, front": 0}),
        ("Helical gearbox, ratio 3, 40 Nm, driven by a 2.2 kW motor", {"Bearing pedestal": 4, "DC connector": 0}),
        (
            "Weather station, 3 m mast on a concrete base plate, radiation shield",
            {"Shield plate": 7},
        ),
        ("Hand-cranked winch, 600 kg, two speeds", {"Speed controller": 0}),
        ("Fish smoker cabinet, 400 x 400 x 900 mm, four racks", {"Rack": 4, "Shelf board": 0}),
        ("Serving cart with three trays, 860 x 540 x 940 mm", {"Tray 860 x 540": 3, "Deck panel": 0}),
        ("IV pole, telescopic from 1300 to 2200 mm, four hooks", {"Telescopic inner tube": 1, "Clamp piece": 0}),
        ("LTE router housing, die-cast aluminium, 150 x 100 x 45 mm, IP67", {"Enclosure base 150 x 100": 1}),
        ("F-clamp, throat depth 120 mm, rail 27x11 mm", {"Clamp rail 27 x 11 x 240": 1}),
        (
            "Pill dispenser with 14 compartments, stepper motor, Ø 220 x 90 mm",
            {"Round housing, diameter 220 mm, 90": 1},
        ),
        ("Weather station on a 3 m mast, mast Ø 48.3 with three guy wires", {"Mast tube, diameter 48.3": 1}),
        (
            "CNC Portalfräse: Arbeitsbereich 600x400x120 mm, Rahmen aus Profil 40x80, Kugelgewinde 1605, NEMA23",
            {"Base profile 40 x 80": 2, "Ball screw 16x5": 3, "Stepper motor NEMA 23": 3},
        ),
        (
            "Tank 500 liters, stainless steel, 4 legs, clearance 400 mm, cone bottom 60°, manhole 400 mm",
            {"Manway neck, diameter 400": 1, "Bottom, conical, diameter 796 x 3 mm, 635": 1},
        ),
        (
            "8 inch Dobsonian telescope, tube 230 mm dia and 1200 long",
            {"Tube, diameter 230 mm, 1200": 1, "Primary mirror, diameter 203": 1},
        ),
        (
            "Kaminholzregal, 2 m hoch, 1,5 m breit, 40 cm tief, mit Dach, Stahlrohr 30x30",
            {"Post 30 x 30": 4, "Roof 1500 x 400": 1, "Back slat": 0},
        ),
        (
            "3D-Drucker, Bauraum 200x200x200, Rahmen aus 3030 Profil, geschlossen",
            {"Upright, aluminium profile 30 x 30": 4, "Door": 1},
        ),
        (
            "Heavy shelf: 4 levels à 200 kg, 2000 high x 1500 wide x 600 deep, galvanised",
            {"Post, angle 40 x 40": 4, "Shelf tray 1496": 4, "Side panel": 0},
        ),
        (
            "Carrito de taller con tres bandejas, 700 x 450 x 850 mm, cuatro ruedas de 100 mm",
            {"Tray 600 x 450": 3, "Castor wheel 100": 4},
        ),
        ("Rainwater tank 300 l on four legs, lid 400 mm", {"Manway neck, diameter 400": 1}),
        (
            "machine frame from 45x45 profile: L=800, W=500, H=900",
            {"Upright, aluminium profile 45 x 45": 4},
        ),
        ("Belt axis, stroke 800, NEMA23", {"Base profile 120 x 40 mm, 1000": 1}),
        ("4 kg quadcopter, 15 inch props, arms 25 mm carbon tube", {"Arm tube 25 x 1 mm": 4}),
        (
            "Laborwagen, zwei Ablagen, 90 x 50 cm, Höhe 90 cm, vier Lenkrollen Ø 75, davon zwei gebremst",
            {"Swivel castor wheel 75 mm": 4, "Deck panel 900 x 500": 2},
        ),
        (
            "Lampe d'architecte, deux bras de 400 mm, pince de table, abat-jour Ø 160, noir",
            {"Shade housing, diameter 160": 1, "Lower arm tube 16 x 1 mm, 400": 1, "Gripper body": 0},
        ),
        ("Housing, lid fixed with four M2.5 screws", {"Hexagon socket head cap screw ISO 4762 M2.5": 4}),
    ],
)  # fmt: skip
def test_figures_in_customers_words_are_kept(text: str, parts: Mapping[str, int]) -> None:
    root = _drafted(text)
    assert {name: counted(root, name) for name in parts} == parts


@pytest.mark.parametrize(
    ("text", "part", "number"),
    [
        ("G-clamp, opening 150 mm, spindle M14", "Clamping screw M14,", 1),
        ("Battery pack 12S4P of 21700 cells", "Lithium-ion cell 21700", 48),
        ("Battery pack 13S, 15 Ah", "Battery management board 13S", 1),
        ("Battery pack 13s4p of 18650 cells, BMS 40 A", "Battery management board 13S, 40 A", 1),
        ("G-clamp M14, jaw opening 150 mm, jaw depth 80 mm, plz", "Clamping screw M14,", 1),
        (
            "Centrifugal pump, 5 blade closed impeller 180 mm dia",
            "Impeller, diameter 180 mm, 5 blades",
            1,
        ),
        ("Self-priming pump, DN50, 10 m3/h", "Priming chamber", 1),
        ("Screw jack 5 ton, trapezoidal screw Tr40x7", "Threaded spindle Tr40x7", 1),
        ("Hand truck, steel tube 30 mm, toe plate 450x220", "Toe plate 450 x 220", 1),
        ("Pergola 3 x 4 m, six posts 120x120, 8 rafters 60x120", "Rafter 60 x 120 mm", 8),
        ("Gate valve DN100, handwheel 250 mm", "Hand wheel, diameter 250 mm", 1),
        ("Belt conveyor 2 m long, legs 900 mm high", "Stand 40 x 40 mm, 803 mm", 4),
        ("Server rack 24U, 19 inch, 800 deep", "Front panel of a unit", 24),
        ("L bracket 100 x 60 x 50, 5 mm, with a gusset", "L-bracket 100 x 60 x 50 mm, 5 mm", 1),
        ("Workbench 1.5 m x 700 x 850", "Bench top 1500 x 700", 1),
        ("Dining table 1100 mm diameter", "Table top, round, diameter 1100", 1),
        ("Table 1200 x 800 with legs 60 mm diameter", "Table top 1200 x 800", 1),
        ("Side table 400 dia x 500 high", "Table top, round, diameter 400", 1),
        ("Desk lamp, 9 W LED, arm 400 mm", "LED module 9 W", 1),
        ("Six-seater round table", "Table top, round, diameter 1146", 1),
        ("Dining table with eight seats, oak", "Table top 2400 x 1200", 1),
        ("Server rack on castors", "Front panel of a unit", 42),
        ("Server rack on castors, 24U", "Castor wheel 75 mm", 4),
        ("Router table with castors, 800 x 600 mm", "Fork of a castor", 4),
        ("Tripod folded to 500 mm, 1500 mm high", "Leg tube 19 mm", 3),
        ("Thermocouple with G1/2 process thread", "Threaded stub G 1/2", 1),
        ("Golf push cart, folds, three wheels", "Fold joint", 1),
    ],
)
def test_ratings_and_groups_are_kept_and_nothing_is_told(text: str, part: str, number: int) -> None:
    root = _drafted(text)
    assert counted(root, part) == number
    brief = engine.understand(text, {}, [])
    assert unread(brief, root, []) == unused(brief, root) == undrawn(root) == []


def test_a_length_that_no_leg_folds_to_is_told() -> None:
    text = "Tripod folded to 300 mm, 1500 mm high"
    assert unused(engine.understand(text, {}, []), _drafted(text)) == ["300 mm"]


def test_a_flanged_bush_is_one_part() -> None:
    text = "Flanged bush: inside 20 mm, outside 28 mm, overall length 35 mm, flange 40 mm across and 5 mm thick"
    figures = _figures(_drafted(text))
    named = ("inner_diameter", "outer_diameter", "length", "collar_diameter", "collar_thickness")
    assert [figures[name] for name in named] == [20, 28, 35, 40, 5]


def test_a_z_bracket_has_legs_to_both_sides() -> None:
    text = "Z-bracket 40 x 60 x 30 mm, 3 mm thick, 50 mm wide"
    figures = _figures(_drafted(text))
    named = ("lower_leg", "upper_leg", "height", "width", "thickness")
    assert [figures[name] for name in named] == [40, 30, 60, 50, 3]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("U-channel 60 x 40 x 60 mm of 3 mm sheet, 400 mm long", (40, 60, 400, 3)),
        ("U-channel 40 x 20 x 2 mm, 500 mm long", (40, 20, 500, 2)),
    ],
)
def test_a_channel_is_as_long_as_it_says(text: str, sides: tuple[float, ...]) -> None:
    figures = _figures(_drafted(text))
    assert tuple(figures[n] for n in ("length", "height", "width", "thickness")) == sides


def test_a_handwheel_has_its_spokes() -> None:
    figures = _figures(_drafted("A handwheel of 160 mm diameter, bore 16 mm, six spokes"))
    assert (figures["diameter"], figures["bore"], figures["spoke_count"]) == (160, 16, 6)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Drone with five and a half motors", ["five and a half motors: parts are whole"]),
        ("Table with 2.5 cm legs", []),
    ],
)
def test_parts_are_whole(text: str, told: list[str]) -> None:
    assert list(contradictions(engine.understand(text, {}, []))) == told


def test_a_gland_of_another_thread_is_told() -> None:
    brief = engine.understand("ABS case 120 x 80 x 50 mm, two PG29 glands", {}, [])
    assert "PG29" in [one.words for one in unkept(brief, engine.structure(brief, [], {}))]


def test_both_legs_of_a_bracket_are_kept() -> None:
    root = _drafted("A right-angle steel bracket with gusset, legs 120 mm and 80 mm, 50 mm wide")
    assert counted(root, "L-bracket 120 x 80 x 50 mm") == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Bunk bed, ladder with 4 rungs, guard rail, solid pine", "Guard rail"),
        ("Pendant lamp, shade 300 mm, lamp holder E27, cable 1.5 m", "Lamp holder E27"),
        ("Floor lamp, round foot 300 mm of steel", "Base plate (foot), diameter 300"),
    ],
)
def test_a_named_part_is_listed_once_and_drawn(text: str, name: str) -> None:
    nodes = [node for node in _drafted(text).walk() if node.name.startswith(name)]
    assert [node.form is not None for node in nodes] == [True]


@pytest.mark.parametrize(
    ("text", "name", "material"),
    [
        ("Table 1200 x 700 x 740 mm, steel and oak", "Leg 50 x 50 mm", "Steel"),
        ("Table 1200 x 700 x 740 mm, steel and oak", "Table top", "Oak"),
        ("Bench 1500 mm of beech and steel", "Seat bearer", "Steel"),
        (
            "Enclosure 120 x 80 x 50, aluminium, lid in clear polycarbonate",
            "Enclosure base",
            "EN AW",
        ),
        ("Cabinet with 3 drawers, drawer fronts in walnut", "Drawer front", "Walnut"),
        ("Cabinet with 3 drawers, drawer fronts in walnut", "Drawer box", "Birch"),
        ("Cabinet with 3 drawers, brass drawer handles", "Drawer handle", "Brass"),
        ("Cabinet with 3 drawers, brass drawer handles", "Drawer box", "Birch"),
        ("Two stage spur gearbox, ratio 12, housing in cast aluminium", "Base plate", "EN AC"),
        ("Battery pack 13S4P of 18650 cells, aluminium box", "Housing", "EN AW"),
        ("Sawhorse, 2x4 legs, 2x6 beam 4 ft long", "Leg pair 38 x 89", "Spruce"),
        ("Carbon tripod, 1.6 m high", "Leg tube", "CFRP"),
        ("Carbon tripod, 1.6 m high", "Shoulder casting", "EN AC"),
    ],
)
def test_two_materials_go_to_what_is_usually_of_them(text: str, name: str, material: str) -> None:
    leaves = (node for node in _drafted(text).walk() if not node.children)
    named = [node for node in leaves if node.name.startswith(name)]
    assert named
    assert all((node.material or "").startswith(material) for node in named)


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("Round bistro table 700 mm on one central column with a cross foot", "Cross foot bar", 4),
        ("TV stand 1600 x 400 x 450 made of walnut with steel legs", "Leg", 4),
        ("Pill dispenser for seven days with four compartments each", "Lid", 28),
        ("Pillendose für 7 Tage mit je 3 Fächern", "Lid", 21),
        ("7 day pill box, twice a day", "Lid", 14),
        ("Pill organizer 14 days", "Lid", 14),
        ("Toggle clamp, 2 kN, on a base plate 80 x 40", "Base plate 80 x 40", 1),
        ("Enclosure for a Raspberry Pi 4 with a 40 mm fan and slots", "Slot", 0),
        ("Planetary gearbox 5:1 for a NEMA 17 motor", "Input flange NEMA 17", 1),
        ("Planetary gearbox ratio 4, NEMA 23 flange", "Stepper motor", 0),
        ("Motor bracket for a NEMA 17 motor", "Motor bracket", 1),
        ("Welding table 1500 x 1000 x 850 mm, a 28 mm hole grid at 100 mm", "Table plate", 1),
        ("Machinist's vise with a jaw width of 125 mm that opens 150 mm", "Jaw plate 125 x", 2),
        ("Bevel gearbox 90 degree, ratio 2, module 3", "Bevel gear wheel, straight, module 3", 1),
        ("Kegelradgetriebe 1:3, Modul 2", "Bevel pinion", 1),
        ("Renvoi d'angle, rapport 2, module 3", "Bevel pinion, straight, module 3", 1),
        ("F-clamp 300 mm reach 120", "Lower jaw 134 x", 1),
        ("SCARA robot, arm 250 + 200 mm, payload 2 kg", "Second arm 200 x", 1),
        ("Syringe pump with a lead screw and NEMA 11", "Stepper motor NEMA 11", 1),
        ("Self-priming pump, 50 l/min, 1.5 bar, 230 V", "Impeller", 1),
        (
            "Machine frame of 80x80 profiles, 2000 x 1000 x 1900, 3 acrylic panels",
            "Acrylic panel",
            3,
        ),
        ("Arbor press 1 t, rack and pinion, throat 120 mm", "Gear set", 0),
        ("Quadcopter 450 mm with camera gimbal", "Camera gimbal", 1),
    ],
)
def test_what_is_said_beside_the_name_is_drawn(text: str, name: str, count: int) -> None:
    root = _drafted(text)
    names = [node.name for node in root.walk() if not node.children]
    assert (
        sum(
            node.quantity
            for node in root.walk()
            if not node.children and node.name.startswith(name)
        )
        == count
    ), names


@pytest.mark.parametrize(
    "text",
    [
        "Filing cabinet with four drawers, 460 x 620 x 1320 mm, sheet steel 0.8 mm",
        "Box for an Arduino Mega with LCD 16x2, 4 buttons and a DC jack",
        "Enclosure 100 x 60 x 30 mm with 4 buttons",
    ],
)
def test_thin_sheets_and_many_buttons_can_be_made(text: str) -> None:
    assert list(layout.problems(_drafted(text))) == []


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Shaft 30 mm diameter, 200 mm long, ends turned down to 25 over 30 mm", (25, 30, 25)),
        ("Welle Ø30 x 200, beide Enden auf Ø25 x 30 abgesetzt", (25, 30, 25)),
        ("Shaft 40 x 300, one end turned to 30 x 50", (40, 30)),
    ],
)
def test_turned_ends_leave_a_shaft_as_long_as_it_says(text: str, steps: tuple[float, ...]) -> None:
    figures = _figures(_drafted(text))
    assert tuple(figures[f"diameter_{at}"] for at, _ in enumerate(steps, 1)) == steps
    whole = sum(figures[f"length_{at}"] for at, _ in enumerate(steps, 1))
    assert whole == (300 if steps[0] == 40 else 200)


@pytest.mark.parametrize(
    ("text", "part", "material"),
    [
        ("Wine rack of 20 mm oak, 600 mm wide, 800 mm high", "Upright 800 x", "Oak"),
        (
            "Dobsonian telescope with a 200 mm f/6 mirror",
            "Primary mirror, diameter 200 mm, focal length 1200 mm",
            "Borosilicate",
        ),
        ("Skateboard with a 7-ply maple deck 800 x 200 mm", "Deck 800 x 200 x 12 mm", "Maple"),
        (
            "Small wind turbine 400 W, rotor diameter 1.2 m, on a steel pole of 48.3 mm",
            "Mast tube 48.3 x 4 mm",
            "Steel",
        ),
        ("Cart 800 x 500 mm, four castors, handle at 950 mm", "Swivel castor wheel 125", "Steel"),
        (
            "Workshop trolley with five drawers and a wooden top, sheet steel 1.2 mm",
            "Wooden top",
            "Beech",
        ),
    ],
)
def test_a_part_is_as_thick_long_and_of_what_the_text_says(
    text: str, part: str, material: str
) -> None:
    root = _drafted(text)
    made = [n.material or "" for n in root.walk() if n.name.startswith(part)]
    assert [one.startswith(material) for one in made[:1]] == [True]


def test_the_size_of_what_it_carries_contradicts_no_height() -> None:
    text = "Aquarium stand for a 120 x 50 x 50 cm tank, 750 mm high"
    assert list(contradictions(engine.understand(text, {}, []))) == []
