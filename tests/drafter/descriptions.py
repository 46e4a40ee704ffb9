"""Descriptions of very different products, and what a good draft of each must show."""

from typing import NamedTuple


class Case(NamedTuple):
    """A description, the kind it means, and words that the names of the tree must hold."""

    text: str
    kind: str
    parts: tuple[str, ...]
    counts: tuple[tuple[str, int], ...] = ()
    """A word of a part's name, and how many of it the product has altogether."""
    uncovered: frozenset[str] = frozenset()
    """Beginnings of names of requirements that no part serves, rightly."""


CASES = (
    Case(
        "A desk lamp, 400 mm high, 800 lumens, 3000 K, dimmable, USB-C powered, under 1.2 kg",
        "desk lamp",
        ("LED module", "Friction hinge", "Base plate", "USB-C receptacle"),
    ),
    Case(
        "Gearbox with a ratio of 12:1, 60 Nm output torque, input speed 1400 rpm, service life "
        "20,000 hours, housing of cast iron",
        "gearbox",
        ("Gear wheel", "Deep groove ball bearing", "Radial shaft seal", "Parallel key"),
    ),
    Case(
        "Quadcopter with four propellers that carries 400 g for 18 minutes, GPS, wind up to 8 m/s",
        "drone",
        ("Flight controller", "GNSS receiver", "LiPo battery"),
        (("Brushless motor", 4), ("Propeller", 4), ("Electronic speed controller", 4)),
    ),
    Case(
        "Centrifugal pump for rainwater: 60 l/min at a head of 15 m, 230 V, outdoors, IP54",
        "pump",
        ("Impeller", "Mechanical seal", "Electric motor", "Volute casing"),
    ),
    Case(
        "Rechargeable bicycle headlight, 600 lumens, 4 hours, IPX6, fits 31.8 mm handlebars",
        "bicycle light",
        ("Collimator", "Lithium-ion cell", "Clamp half", "O-ring"),
    ),
    Case(
        "Enclosure for a controller board, 180 x 120 x 60 mm, polycarbonate, IP65, 4 cable glands, "
        "wall mounted",
        "enclosure",
        ("Enclosure base 180 x 120", "Gasket", "Enclosure lid"),
        (("Cable gland", 4),),
    ),
    Case(
        "Woodworking bench vise, 180 mm jaws, opens 220 mm, ductile iron",
        "bench vise",
        ("Clamping screw", "Jaw plate", "Tommy bar"),
    ),
    Case(
        "Folding wall bracket of stainless steel carrying 40 kg at a depth of 350 mm",
        "bracket",
        ("L-bracket 350", "Folding hinge", "Wall plug"),
    ),
    Case(
        "Bar stool for 130 kg, 750 mm high, three legs, oak seat",
        "stool",
        ("Seat panel", "glide"),
        (("Leg,", 3),),
    ),
    Case(
        "Warehouse trolley with 6 wheels and two shelves, load 300 kg, 1200 mm long, 700 mm wide",
        "cart",
        ("castor", "Push handle"),
        (("wheel 200 mm", 6), ("Deck panel", 2)),
    ),
    Case(
        "Outdoor weather station measuring temperature, humidity, wind and rainfall, sends data by "
        "LoRaWAN every 10 minutes, solar powered, must work from -30 to 55 °C",
        "weather station",
        ("LoRaWAN", "Solar panel", "Wind sensor", "Rain gauge"),
    ),
    Case(
        "Hydraulic shop press, 20 t, stroke 180 mm, hand pump, pressure gauge",
        "press machine",
        ("Hydraulic cylinder", "hand pump", "Column"),
    ),
    Case(
        "Shell and tube heat exchanger for 25 kW, 40 l/min of oil, PN 16",
        "heat exchanger",
        ("Exchanger tube 12", "Tube sheet", "Baffle"),
    ),
    Case(
        "Six-axis robot arm, payload 2 kg, reach 700 mm, repeatability ±0.1 mm, 24 V, emergency stop",
        "robot arm",
        ("Servo motor 24 V", "Strain wave gear", "Emergency stop button"),
        (("Absolute encoder", 6),),
    ),
    Case(
        "Belt conveyor, 3 m long, 500 mm wide, 40 kg, 0.3 m/s, food-safe, 400 V",
        "conveyor",
        ("Conveyor belt", "Drive roller", "Frequency inverter"),
    ),
    Case(
        "Drilling jig for plates of 240 x 160 mm with 4 clamps, no plastic",
        "drilling jig",
        ("Locating pin", "Drill bushing"),
        (("Toggle clamp", 4),),
    ),
    Case(
        "Cable harness, 8 wires, 1.5 m, 5 A, IP67 connectors at two ends",
        "cable assembly",
        ("Crimp contact", "Wire seal"),
        (("Connector housing", 2),),
    ),
    Case(
        "Espresso machine, 1.5 litres, 1450 W, 230 V, heats up in 90 seconds, easy to clean",
        "coffee maker",
        ("Heating element", "Thermal cut-out", "Lid seal"),
    ),
    Case(
        "Wooden toy train with 3 wagons for children, no magnets",
        "wooden toy vehicle",
        ("Wheel", "Body block", "Coupling dowel"),
        (("Wagon body", 3),),
    ),
    Case(
        "Water tank of 500 litres, polyethylene, for drinking water, with level sensor",
        "tank",
        ("Vessel shell", "Outlet ball valve", "Level"),
    ),
    Case(
        "A frobnicator that lifts 80 kg by 600 mm and rotates it at 6 rpm, 400 V, with a touchscreen "
        "and two cameras",
        "",
        ("Lifting nut", "Turning plate", "Touch display"),
        (("Camera module", 2),),
    ),
    Case(
        "Device for hikers that warms 0.5 litres of soup to 70 °C in 10 minutes, 12 V, max 900 g",
        "heating appliance",
        ("Heating element", "Insulation"),
    ),
    Case(
        "Scissor lift table, 800 kg, stroke 1000 mm, platform 1300 x 800 mm, hand-operated, no motor",
        "jack",
        ("Scissor arm", "Platform", "Lifting screw"),
    ),
    Case(
        "Electric scooter, 25 km/h, 30 km range, rider 110 kg, 10 inch wheels, 36 V battery",
        "electric scooter",
        ("Hub motor", "Lithium-ion cell", "Disc brake", "Motor controller"),
    ),
)
