"""Units of measurement: how they are written, what they measure, and in what each is reckoned."""

import re
from typing import Final

import msgspec

from partwright.kit.patterns import lazy_regex
from partwright.kit.units import KILOGRAMS, MM_PER_INCH


class Unit(msgspec.Struct, frozen=True):
    """A unit as it is shown, what it measures, and its size in the unit that is reckoned in."""

    symbol: str
    dimension: str
    factor: float = 1.0
    offset: float = 0.0

    def reckoned(self, value: float) -> float:
        """The value in the dimension's own unit (`RECKONED`)."""
        return (value + self.offset) * self.factor


RECKONED: Final = {
    "length": "mm",
    "mass": "kg",
    "force": "N",
    "torque": "Nm",
    "rotation": "rpm",
    "velocity": "m/s",
    "acceleration": "m/s²",
    "power": "W",
    "apparent": "VA",
    "voltage": "V",
    "current": "A",
    "charge": "Ah",
    "energy": "Wh",
    "pressure": "bar",
    "flow": "l/min",
    "volume": "l",
    "area": "m²",
    "temperature": "°C",
    "kelvin": "K",
    "time": "s",
    "frequency": "Hz",
    "angle": "°",
    "light": "lm",
    "illuminance": "lx",
    "noise": "dB",
    "resistance": "Ω",
    "percent": "%",
    "money": "",
    "storage": "MB",
    "rate": "Mbit/s",
    "pixels": "px",
    "cycles": "cycles",
    "persons": "persons",
    "pieces": "pcs",
    "output": "pcs/h",
    "stiffness": "N/mm",
    "concentration": "ppm",
    "capacitance": "µF",
    "viscosity": "mPa·s",
    "mass flow": "kg/h",
    "linear density": "kg/m",
    "ratio": "",
}

SIGNED: Final = frozenset(
    {"temperature", "angle", "voltage", "current", "percent", "noise", "money", "pressure"}
)
"""Dimensions with figures below zero; of pressures those are vacuums."""

# Each line: dimension; then units as "symbol factor: spellings". A spelling with a capital letter
# or of one or two letters is read as written, others in any case.
_TABLE: Final = f"""
length| mm 1: mm, millimeter, millimeters, millimetre, millimetres, millimeter
length| cm 10: cm, centimeter, centimeters, centimetre, centimetres, zentimeter
length| dm 100: dm
length| m 1000: m, meter, meters, metre, metres
length| km 1e6: km, kilometer, kilometers, kilometre, kilometres
length| µm 0.001: µm, μm, um, micron, microns, micrometer, micrometers, micrometre, micrometres
length| nm 1e-6: nm, nanometer, nanometers, nanometre, nanometres
length| in {MM_PER_INCH}: inch, inches, zoll, in, ", ''
length| ft 304.8: ft, foot, feet
length| yd 914.4: yd, yard, yards
length| mil 0.0254: mil, mils, thou
length| mi 1609344: mile, miles
mass| kg {KILOGRAMS["kg"]}: kg, kgs, kilo, kilos, kilogram, kilograms, kilogramm, kilogramme, kilogrammes
mass| g {KILOGRAMS["g"]}: g, gr, gram, grams, gramm, gramme, grammes
mass| mg {KILOGRAMS["mg"]}: mg, milligram, milligrams
mass| t {KILOGRAMS["t"]}: t, ton, tons, tonne, tonnes, tonnen
mass| lb {KILOGRAMS["lb"]}: lb, lbs, pound, pounds
mass| oz {KILOGRAMS["oz"]}: oz, ounce, ounces
force| N 1: N, newton, newtons
force| kN 1000: kN, kilonewton, kilonewtons
force| MN 1e6: MN
force| lbf 4.4482216: lbf
force| kgf 9.80665: kgf
torque| Nm 1: Nm, NM, N m, N·m, N.m, N*m, N-m, newton meter, newton meters, newton metre, newton metres, newtonmeter
torque| kNm 1000: kNm, kN m, kN·m
torque| mNm 0.001: mNm, mN m, mN·m
torque| Ncm 0.01: Ncm, N cm, N·cm
torque| kg·cm 0.0980665: kg cm, kgcm, kg·cm, kg-cm, kgf·cm, kgf cm
torque| ft·lb 1.3558179: ft-lb, ft·lb, ft lb, ft lbs, ft-lbs, lb-ft, foot-pounds, foot pounds
torque| in·lb 0.11298483: in-lb, in·lb, in-lbs, in lbs
torque| oz·in 0.0070615518: oz-in, oz in, ozin
rotation| rpm 1: rpm, r/min, rev/min, min-1, min^-1, 1/min, u/min, revolutions per minute, turns per minute, umdrehungen pro minute
rotation| rps 60: rps, rev/s, revolutions per second, turns per second
rotation| °/s 0.16666667: °/s, deg/s, degrees per second
rotation| rad/s 9.5492966: rad/s
velocity| m/s 1: m/s, meters per second, metres per second
velocity| mm/s 0.001: mm/s, mm/sec
velocity| cm/s 0.01: cm/s
velocity| m/min 0.016666667: m/min
velocity| mm/min 1.6666667e-5: mm/min
velocity| km/h 0.27777778: km/h, kmh, kph, kilometers per hour, kilometres per hour
velocity| mph 0.44704: mph, miles per hour
velocity| kn 0.51444444: knots, kn, knot
acceleration| m/s² 1: m/s2, m/s^2, m/s²
power| W 1: W, watt, watts
power| kW 1000: kW, kilowatt, kilowatts, KW
power| MW 1e6: MW
power| mW 0.001: mW, milliwatt, milliwatts
power| hp 745.7: hp, HP, horsepower
power| PS 735.5: PS
power| BTU/h 0.29307107: BTU/h, btu/hr
apparent| VA 1: VA
apparent| kVA 1000: kVA
voltage| V 1: V, volt, volts, Vdc, VDC, Vac, VAC, V DC, V AC, v
voltage| kV 1000: kV, kilovolt, kilovolts
voltage| mV 0.001: mV, millivolt, millivolts
current| A 1: A, amp, amps, ampere, amperes
current| mA 0.001: mA, milliamp, milliamps
current| µA 1e-6: µA, μA, uA
current| kA 1000: kA
charge| Ah 1: Ah, amp-hour, amp-hours, amp hour, amp hours, ampere-hours
charge| mAh 0.001: mAh
energy| Wh 1: Wh, watt-hour, watt-hours, watt hours
energy| kWh 1000: kWh, kilowatt-hours, kilowatt hours
energy| J 0.00027777778: J, joule, joules
energy| kJ 0.27777778: kJ
pressure| bar 1: bar, bars
pressure| mbar 0.001: mbar, hPa
pressure| Pa 1e-5: Pa, pascal, pascals
pressure| kPa 0.01: kPa, kilopascal, kilopascals
pressure| MPa 10: MPa
pressure| psi 0.068947573: psi, psig
pressure| atm 1.01325: atm
flow| l/min 1: l/min, lpm, litres per minute, liters per minute, litre per minute, liter per minute, liter pro minute, l per minute, l per min, l a minute, l/m, litres/min, liters/min
flow| l/h 0.016666667: l/h, litres per hour, liters per hour, liter pro stunde, l per hour, litres/hour, liters/hour, lph
flow| l/s 60: l/s, litres per second, liters per second
flow| ml/min 0.001: ml/min, ml per minute, ml per min, ml a minute, millilitres per minute, milliliters per minute
flow| ml/h 1.6666667e-5: ml/h, ml/hr, millilitres per hour, milliliters per hour
flow| m³/h 16.666667: m3/h, m³/h, m^3/h, m3 per hour, m³ per hour, cubic meters per hour, cubic metres per hour
flow| m³/s 60000: m3/s, m³/s
flow| gpm 3.7854118: gpm, gallons per minute
flow| cfm 28.316847: cfm
volume| l 1: l, L, litre, litres, liter, liters, ltr
volume| ml 0.001: ml, mL, millilitre, millilitres, milliliter, milliliters, cc
volume| cl 0.01: cl
volume| dl 0.1: dl
volume| m³ 1000: m3, m³, m^3, cubic meter, cubic meters, cubic metre, cubic metres
volume| cm³ 0.001: cm3, cm³, cm^3
volume| gal 3.7854118: gal, gallon, gallons
volume| ft³ 28.316847: ft3, ft³, ft^3, cu ft, cu. ft, cubic feet, cubic foot
volume| in³ 0.016387064: in3, in³, in^3, cu in, cubic inch, cubic inches
volume| qt 0.94635295: qt, quart, quarts
volume| pt 0.47317647: pint, pints
area| m² 1: m2, m², m^2, sqm, square meter, square meters, square metre, square metres
area| cm² 1e-4: cm2, cm², cm^2
area| mm² 1e-6: mm2, mm², mm^2
temperature| °C 1: °C, ° C, deg C, degC, degrees C, degrees Celsius, degree Celsius, celsius, grad celsius, grad, C
temperature| °F 0.55555556 -32: °F, deg F, degF, degrees F, degrees Fahrenheit, fahrenheit, F
kelvin| K 1: K, kelvin
time| s 1: s, sec, secs, second, seconds, sekunden
time| ms 0.001: ms, millisecond, milliseconds
time| µs 1e-6: µs, μs, us
time| min 60: min, mins, minute, minutes, minuten
time| h 3600: h, hr, hrs, hour, hours, stunden, stunde, std
time| days 86400: day, days, tage
time| weeks 604800: week, weeks, wochen
time| months 2629800: month, months, monate
time| years 31557600: year, years, jahre, yr, yrs
frequency| Hz 1: Hz, hertz
frequency| kHz 1000: kHz
frequency| MHz 1e6: MHz
frequency| GHz 1e9: GHz
angle| ° 1: °, deg, degree, degrees
angle| arcmin 0.016666667: arcmin, arc minutes, arc-minutes
angle| arcsec 0.00027777778: arcsec
light| lm 1: lm, lumen, lumens
light| cd 12.566: cd, candela
illuminance| lx 1: lx, lux
noise| dB 1: dB, dBA, dB(A), decibel, decibels
resistance| Ω 1: Ω, ohm, ohms
resistance| kΩ 1000: kΩ, kohm
percent| % 1: %, percent, per cent, prozent
storage| MB 1: MB
storage| GB 1000: GB
storage| TB 1e6: TB
rate| Mbit/s 1: Mbit/s, Mbps
rate| Gbit/s 1000: Gbit/s, Gbps
rate| kbit/s 0.001: kbit/s, kbps, kbaud
rate| baud 1e-6: baud
pixels| px 1: px, pixels
pixels| MP 1e6: MP, megapixel, megapixels
cycles| cycles 1: cycles, cycle, operations, actuations, strokes, zyklen
persons| persons 1: person, persons, people, adults, children, users, passengers, personen, seats
pieces| pcs 1: pcs, pieces, units, stück
output| pcs/h 1: pcs/h, parts per hour, pieces per hour, parts/h, units per hour, bottles per hour, cycles per hour
output| pcs/min 60: pcs/min, parts per minute, pieces per minute, parts/min, cycles per minute, strokes per minute, bpm, items per minute, bottles per minute
stiffness| N/mm 1: N/mm
concentration| ppm 1: ppm
capacitance| µF 1: µF, uF
viscosity| mPa·s 1: mPas, mPa·s, cP, cSt
mass flow| kg/h 1: kg/h, kg/hour, kg per hour
mass flow| g/min 0.06: g/min
mass flow| t/h 1000: t/h
linear density| kg/m 1: kg/m
money| EUR 1: €, EUR, euro, euros
money| USD 1: $, USD, dollar, dollars, bucks
money| GBP 1: £, GBP
money| CHF 1: CHF
"""


def _read_table() -> tuple[dict[str, Unit], dict[str, Unit]]:
    exact: dict[str, Unit] = {}
    loose: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        dimension, _, rest = line.partition("| ")
        head, _, spellings = rest.partition(": ")
        symbol, factor, *offset = head.split(" ")
        unit = Unit(symbol, dimension, float(factor), float(offset[0]) if offset else 0.0)
        for spelling in spellings.split(", "):
            exact[spelling] = unit
            if len(spelling) > 2 or spelling in _LOOSE_SHORT:
                loose.setdefault(spelling.casefold(), unit)
    return exact, loose


_LOOSE_SHORT: Final = {"mm", "cm", "kg", "km", "ah", "wh", "nm", "lb", "oz", "ft", "kw", "kn", "kv"}
_EXACT, _LOOSE = _read_table()

# After "in" as inches comes no determiner: "2 in the box" counts, "2 in wide" measures.
BEHIND_INCHES: Final = (
    r"\s*(?:$|[.,;:)\]x×/-]|(?:long|wide|high|tall|thick|deep|dia|diameter|round|square|bore|stroke"
    r"|travel|by|pipe|tube|and|or|to|x|display|screen|rack|monitor|wheel|wheels|tire|hose|opening|throat|jaws?|capacity|reach|casters?|castors?|props?|propellers?|rotors?|holes?|legs?|pipes?|outside|inside|inner|outer|od|id|OD|ID|length|width|height|depth|span|shelf|shelves|seat|top|base|thread|screen|tv|of(?! (?:the|a|an|each|its|this|my|your)\b))\b)"
)
_INCHES: Final = lazy_regex(BEHIND_INCHES)
# 8 holes, 4 in top and 4 in base: the numbers tell how many are where.
_WHERE: Final = lazy_regex(
    r"\s*(?:top|base|seat|shelf|shelves|legs?)\b(?! (?:height|width|depth|length|thickness|diameter|span)\b)"
)
_COUNTED: Final = lazy_regex(
    r"[a-z]s ?[,:(-] ?(?:\d{1,3} in [a-z ]{1,20}(?:, ?and|,|and) ?){0,4}\d{1,3}$", re.IGNORECASE
)
_DECIMAL: Final = lazy_regex(r"(?:\d\.\d{1,3}|\d/\d{1,2})$")
_STOCK: Final = lazy_regex(
    r" (?!(?:the|an?|each|its|this|my|your|one|two|total|all|both|every|some|any|english)\b)[a-z]{3,}\b"
)
"""Of a decimal: 1.5 in maple top, 1 1/4 in walnut; nothing is counted by halves."""
_BEFORE: Final = 80
"""Characters before a number that tell what it counts."""
_LONGEST_DECIMAL: Final = 8
_LETTERS: Final = frozenset({"A", "L", "l", "T", "C", "V", "W", "H"})
_SHAPED: Final = lazy_regex(
    r"-shaped|-frame|(?:[ -](?:shaped|profiles?|brackets?|legs?|angles?|sections?|beams?|joints?|connectors?|bars?"
    r"|channels?|rails?|irons?)| x )\b",
    re.IGNORECASE,
)
"""Behind a letter that tells a shape or a side: 4 L profiles, 300 L x 200 W x 100 H mm."""
_SPELLING: Final = lazy_regex(
    r"[ \u00a0\u202f-]?(?P<unit>"
    + "|".join(re.escape(s) for s in sorted({*_EXACT, *_LOOSE}, key=lambda s: (-len(s), s)))
    + r")(?![^\W\d_]|\d)",
    re.IGNORECASE,
)


def unit_at(text: str, place: int) -> tuple[Unit, int] | None:
    """The unit written at the place, after a space or hyphen at most, and where it ends."""
    match = _SPELLING.match(text, place)
    if match is None:
        return None
    spelling = match["unit"]
    unit = _EXACT.get(spelling) or _LOOSE.get(spelling.casefold())
    if unit is None:
        return None
    if spelling == "in" and not _are_inches(text, place, match.end()):
        return None
    if spelling in _LETTERS and _SHAPED.match(text, match.end()):
        return None
    return unit, match.end()


def _are_inches(text: str, place: int, end: int) -> bool:
    if _WHERE.match(text, end) and _COUNTED.search(text[max(0, place - _BEFORE) : place]):
        return False
    if _DECIMAL.search(text[max(0, place - _LONGEST_DECIMAL) : place]) and _STOCK.match(text, end):
        return True
    return _INCHES.match(text, end) is not None


def unit_of_sign(sign: str) -> Unit | None:
    """The currency that a sign before a number means."""
    return _EXACT.get(sign)


def unit_named(symbol: str) -> Unit:
    """The unit of exactly this spelling, which is known to stand in the table."""
    return _EXACT[symbol]
