"""Wheels without teeth: V pulleys, spoked and bladed wheels, knobs."""

from math import asin, cos, pi, radians, sin, tan
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    Z,
    count,
    cylinder,
    deg,
    ends,
    mm,
    patterns,
)
from partwright.cad.language.features.gears import (
    HUB,
    HUB_HEIGHT,
    KEYWAY,
    around,
    hub_of,
    hubbed,
    keyed,
)
from partwright.cad.language.features.plates import round_foot
from partwright.cad.language.plane import reach
from partwright.cad.model import Bounds, Interface


def blade_arc(v: ParameterValues) -> float:
    """Half the angle that a blade's tip covers, seen along the axis."""
    return asin(min(blade_shadow(v) / v.diameter, 1.0))


def blade_chord(v: ParameterValues) -> float:
    """The width of a blade that, at its angle, nearly fits the height."""
    angle = radians(v.blade_angle)
    return (0.96 * v.height - v.blade_thickness * cos(angle)) / sin(angle)


def blade_shadow(v: ParameterValues) -> float:
    """The width of a blade seen along the axis."""
    angle = radians(v.blade_angle)
    return blade_chord(v) * cos(angle) + v.blade_thickness * sin(angle)


def _room(v: ParameterValues) -> float:
    """The height at which the blades take 0.8 of the room round the hub."""
    angle = radians(v.blade_angle)
    shadow = 0.8 * v.hub_diameter * sin(pi / v.blade_count)
    chord = (shadow - v.blade_thickness * sin(angle)) / cos(angle)
    return (chord * sin(angle) + v.blade_thickness * cos(angle)) / 0.96


def _bladed_bounds(v: ParameterValues) -> Bounds:
    if v.ring_thickness:
        return cylinder(v.diameter, v.height)
    sides = reach(
        v.diameter / 2,
        teeth=int(v.blade_count),
        half=blade_arc(v),
        inside=v.hub_diameter / 2,
    )
    low_x, high_x, low_y, high_y = (max(side, blade_shadow(v) / 2) for side in sides)
    return around((low_x, high_x, low_y, high_y), v.height, tolerance=0.05)


def _knob_bounds(v: ParameterValues) -> Bounds:
    radius = v.diameter / 2
    if not v.flute_count:
        return cylinder(v.diameter, v.height)
    pitch = pi / v.flute_count
    sides = reach(
        radius,
        teeth=int(v.flute_count),
        half=pitch - 2 * asin(v.flute_diameter / 4 / radius),
        first=pitch,
    )
    return around(sides, v.height, tolerance=0.02)


_V_PULLEY: Final = Feature(
    "v_pulley",
    "a pulley with V grooves",
    (
        mm("diameter", 60, "outer diameter", low=5),
        count("grooves", 1, "number of grooves", low=1, high=10),
        mm(
            "groove_width",
            DefaultRule(
                "a sixth of the diameter, 2 to 32", lambda v: min(32, max(2, v.diameter / 6))
            ),
            "width of a groove at the rim",
            low=0.5,
        ),
        deg("groove_angle", 38, "angle between the flanks", low=10, high=90),
        mm("groove_depth", DefaultRule("the groove's width", lambda v: v.groove_width), "depth"),
        mm(
            "width",
            DefaultRule("1.4 groove widths each", lambda v: v.grooves * v.groove_width * 1.4),
            "width of the pulley",
        ),
        mm(
            "bore",
            DefaultRule("a quarter of the diameter", lambda v: v.diameter / 4),
            "bore",
            low=0,
        ),
        mm(
            "groove_pitch",
            DefaultRule("the width between the grooves", lambda v: v.width / v.grooves),
            "distance of the grooves",
        ),
        HUB,
        HUB_HEIGHT,
        *KEYWAY,
    ),
    (
        keyed(lambda v: min(v.diameter - 2 * v.groove_depth, v.hub_diameter or v.diameter)),
        Precondition(
            "the flanks of a groove do not meet above its ground",
            lambda v: v.groove_width - 2 * v.groove_depth * tan(radians(v.groove_angle / 2)) >= 0.1,
        ),
        Precondition(
            "the grooves fit the width with 0.5 mm beside each",
            lambda v: (
                v.groove_pitch >= v.groove_width + 0.5
                and (v.grooves - 1) * v.groove_pitch + v.groove_width + 1 <= v.width
            ),
        ),
        Precondition(
            "the hub is wider than the bore and below the grooves",
            lambda v: (
                not v.hub_diameter
                or v.bore + 0.6 <= v.hub_diameter <= v.diameter - 2 * v.groove_depth
            ),
        ),
        Precondition(
            "the bore leaves a wall below the grooves",
            lambda v: v.bore <= v.diameter - 2 * v.groove_depth - 0.6,
        ),
    ),
    lambda v: cylinder(v.diameter, v.width + hub_of(v)),
    lambda v: hubbed(v.width + hub_of(v), v.bore),
    called=patterns("""
            v[- ]pulley, v[- ]belt pulley, pulley, sheave, keilriemenscheibe, riemenscheibe,
            seilscheibe, umlenkrolle, rope pulley, rope sheave
        """),
    leading="diameter",
    sizes=(("diameter", "width"), ("diameter", "bore", "width")),
)


_WHEEL: Final = Feature(
    "wheel",
    "a wheel: hub, rim, and spokes or a web between",
    (
        mm("diameter", 100, "outer diameter", low=5),
        mm("width", DefaultRule("a fifth of the diameter", lambda v: v.diameter / 5), "along z"),
        mm(
            "bore", DefaultRule("a tenth of the diameter", lambda v: v.diameter / 10), "bore", low=0
        ),
        mm(
            "hub_diameter",
            DefaultRule("0.25 diameters", lambda v: max(v.diameter / 4, v.bore * 1.5)),
            "diameter of the hub",
        ),
        mm(
            "rim_thickness",
            DefaultRule("a tenth of the diameter", lambda v: v.diameter / 10),
            "of the rim",
        ),
        count("spoke_count", 0, "spokes; 0: a full web", low=0, high=40),
        mm("spoke_width", DefaultRule("half the hub", lambda v: v.hub_diameter / 3), "of a spoke"),
        mm(
            "web_thickness",
            DefaultRule("a third of the width", lambda v: v.width / 3),
            "of web and spokes",
        ),
    ),
    (
        Precondition("the bore is less than the hub", lambda v: v.bore <= v.hub_diameter - 0.6),
        Precondition(
            "there is room between hub and rim",
            lambda v: v.hub_diameter + 2 * v.rim_thickness <= v.diameter - 1,
        ),
        Precondition("the web is not wider than the wheel", lambda v: v.web_thickness <= v.width),
        Precondition(
            "the spokes fit side by side round the hub",
            lambda v: (
                not v.spoke_count
                or (
                    v.spoke_width <= 0.95 * v.hub_diameter * sin(pi / max(v.spoke_count, 2))
                    and v.spoke_count != 1
                )
            ),
        ),
    ),
    lambda v: cylinder(v.diameter, v.width),
    lambda v: (
        *hubbed(v.width, v.bore),
        Interface("rim", "shaft", (0.0, 0.0, 0.0), Z, v.diameter, v.width),
    ),
    called=patterns("""
            wheel, flywheel, castor, caster, rad, schwungrad, laufrad ohne, handwheel, hand
            wheel, handrad, rim, felge, tyre wheel, track wheel, steering wheel, lenkrad
        """),
    leading="diameter",
    sizes=(("diameter", "width"), ("diameter", "width", "bore")),
)


_BLADED: Final = Feature(
    "bladed_wheel",
    "a hub with flat, pitched blades: fan, impeller, agitator; the blades are not aerofoils",
    (
        mm("diameter", 120, "over the blades", low=5),
        count("blade_count", 3, "blades", low=2, high=30),
        mm("hub_diameter", DefaultRule("0.2 diameters", lambda v: v.diameter / 5), "hub", low=1),
        mm("bore", DefaultRule("a third of the hub", lambda v: v.hub_diameter / 3), "bore", low=0),
        deg("blade_angle", 25, "pitch of the blades", low=10, high=80),
        mm(
            "blade_thickness",
            DefaultRule("1/60 of the diameter", lambda v: v.diameter / 60),
            "of a blade",
        ),
        mm("height", DefaultRule("what the blades have room for round the hub", _room), "along z"),
        mm("ring_thickness", 0, "of an outer ring; 0: none", low=0),
    ),
    (
        Precondition("the bore is less than the hub", lambda v: v.bore <= v.hub_diameter - 0.6),
        Precondition(
            "the hub is less than the diameter, less an outer ring",
            lambda v: v.hub_diameter <= v.diameter - 2 * v.ring_thickness - 1,
        ),
        Precondition(
            "the blades are thinner than the height",
            lambda v: v.blade_thickness * cos(radians(v.blade_angle)) <= 0.8 * v.height,
        ),
        Precondition(
            "the blades at their angle fit side by side round the hub",
            lambda v: blade_shadow(v) <= 0.9 * v.hub_diameter * sin(pi / v.blade_count),
        ),
    ),
    _bladed_bounds,
    lambda v: hubbed(v.height, v.bore),
    called=patterns("""
            impeller, fan wheel, fan blade, turbine, rotor, laufrad, lüfterrad,
            agitator, stirrer, rührer, paddle wheel, blade wheel,
            mixer, turbine wheel, blades, fan rotor
        """),
    leading="diameter",
    sizes=(("diameter", "height"), ()),
)


_KNOB: Final = Feature(
    "knob",
    "a knob with a bore from below and grip flutes",
    (
        mm("diameter", 30, "outer diameter", low=3),
        mm("height", DefaultRule("0.6 diameters", lambda v: v.diameter * 0.6), "height", low=1),
        mm(
            "bore",
            DefaultRule("a fifth of the diameter", lambda v: v.diameter / 5),
            "0: none",
            low=0,
        ),
        mm(
            "bore_depth",
            DefaultRule("0.7 heights", lambda v: v.height * 0.7),
            "depth of the bore; 0: right through",
            low=0,
        ),
        count("flute_count", 12, "flutes; 0: smooth", low=0, high=60),
        mm("flute_diameter", DefaultRule("0.1 diameters", lambda v: v.diameter / 10), "of a flute"),
    ),
    (
        Precondition(
            "the bore leaves a wall within the flutes",
            lambda v: v.bore <= v.diameter - (v.flute_diameter if v.flute_count else 0) - 0.6,
        ),
        Precondition(
            "a blind bore ends 0.3 mm below the top", lambda v: v.bore_depth <= v.height - 0.3
        ),
        Precondition(
            "the flutes do not meet",
            lambda v: (
                not v.flute_count
                or v.flute_diameter <= 0.45 * v.diameter * sin(pi / max(v.flute_count, 2))
            ),
        ),
    ),
    _knob_bounds,
    lambda v: (
        *ends(v.height),
        *(
            (
                Interface(
                    "bore",
                    "bore",
                    (0.0, 0.0, 0.0),
                    (0.0, 0.0, -1.0),
                    v.bore,
                    v.bore_depth or v.height,
                ),
            )
            if v.bore
            else ()
        ),
    ),
    faces=lambda v: (
        round_foot(v.height, v.diameter - (v.flute_diameter if v.flute_count else 0), v.bore),
    ),
    called=patterns("""
            knob, dial, button cap, drehknopf, knopf, knauf, thumb ?wheel, rändelknopf, key cap,
            keycap, button, taste, rotary knob, push button cap, actuator button, control knob,
            thumb nut
        """),
    leading="diameter",
    sizes=(("diameter", "height"), ()),
)


FEATURES: Final = (
    _V_PULLEY,
    _WHEEL,
    _BLADED,
    _KNOB,
)
