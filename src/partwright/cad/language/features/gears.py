"""Toothed things: gears, ring gears, racks, timing pulleys."""

from collections.abc import Mapping
from math import asin, cos, pi, radians, tan
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    WorkFace,
    Z,
    bore,
    box,
    count,
    cylinder,
    deg,
    ends,
    mm,
    patterns,
)
from partwright.cad.language.features.bore_keys import KEYWAY, keyed
from partwright.cad.language.features.plates import round_foot, round_top
from partwright.cad.language.features.turned import tube_step
from partwright.cad.language.plane import reach
from partwright.cad.model import Bounds, Interface

BORE_RULE: Final = "a third of the root diameter"


def around(
    sides: tuple[float, float, float, float], height: float, *, tolerance: float = 0.01
) -> Bounds:
    """Bounds from the reach to each side, on z = 0."""
    left, right, front, back = sides
    return Bounds((-left, -front, 0.0), (right, back, height), tolerance=tolerance)


def hubbed(height: float, diameter: float) -> tuple[Interface, ...]:
    """The ends and the bore of a wheel."""
    return ends(height) + bore(diameter, height)


def wheel_faces(height: float, outside: float, v: ParameterValues) -> tuple[WorkFace, ...]:
    """The web of a wheel between its teeth and its hub or bore, and its foot."""
    hub = v.hub_diameter if hub_of(v) else 0.0
    web = round_top(height, outside, max(v.bore, hub))
    return web, round_foot(height, outside, v.bore)


def normal_module(figures: Mapping[str, float]) -> float:
    """Across the teeth, as the hob that cuts them has it; of a spur gear its module, 0 without one."""
    return figures.get("module", 0.0) * cos(radians(figures.get("helix_angle", 0.0)))


def tip_diameter(v: ParameterValues) -> float:
    """Without profile shift (ISO 53): the pitch diameter and two normal modules."""
    return v.module * v.teeth + 2 * normal_module(v)


def root_diameter(v: ParameterValues) -> float:
    """By ISO 53: the pitch diameter less two and a half normal modules."""
    return v.module * v.teeth - 2.5 * normal_module(v)


def hub_of(v: ParameterValues) -> float:
    return v.hub_height if v.hub_diameter else 0.0


def tip_half_angle(v: ParameterValues) -> float:
    """Half the angle of a tooth's tip, from the involute's equation, in radians."""
    pitch_radius, tip_radius = v.module * v.teeth / 2, tip_diameter(v) / 2
    alpha = radians(v.pressure_angle)
    base = pitch_radius * cos(alpha)
    at_tip = _arccos(base / tip_radius)
    return max(pi / (2 * v.teeth) + (tan(alpha) - alpha) - (tan(at_tip) - at_tip), 0.0)


def _arccos(value: float) -> float:
    return pi / 2 - asin(min(max(value, -1.0), 1.0))


def gear_twist(v: ParameterValues) -> float:
    """The angle in radians between a helical gear's upper face and its lower one."""
    return 2 * v.width * tan(radians(v.helix_angle)) / (v.module * v.teeth)


def _gear_bounds(v: ParameterValues) -> Bounds:
    # The first tooth stands on the x axis, and turns on by the helix.
    turn = gear_twist(v)
    sides = reach(
        tip_diameter(v) / 2,
        teeth=int(v.teeth),
        half=tip_half_angle(v) + abs(turn) / 2,
        first=turn / 2,
        inside=max(root_diameter(v), v.hub_diameter if hub_of(v) else 0.0) / 2,
    )
    return around(sides, v.width + hub_of(v), tolerance=0.02)


def pulley_pitch_diameter(v: ParameterValues) -> float:
    """Of a timing pulley: the belt's pitch line."""
    return v.pitch * v.teeth / pi


def pulley_diameter(v: ParameterValues) -> float:
    """Over the teeth: the pitch line lies 0.127 pitches outside them (GT2: 0.254 mm)."""
    return pulley_pitch_diameter(v) - 2 * 0.127 * v.pitch


def pulley_groove(v: ParameterValues) -> tuple[float, float]:
    """Radius and depth of a tooth gap, in the proportions of GT2: 0.555 and 0.75 at 2 mm."""
    return 0.2775 * v.pitch, 0.375 * v.pitch


def _pulley_height(v: ParameterValues) -> float:
    return v.width + (2 * v.flange_thickness if v.flange_diameter else 0.0) + hub_of(v)


def _pulley_bounds(v: ParameterValues) -> Bounds:
    radius, groove = pulley_diameter(v) / 2, pulley_groove(v)
    inside = max(v.flange_diameter, v.hub_diameter if hub_of(v) else 0.0) / 2
    pitch = pi / v.teeth
    sides = reach(
        radius,
        teeth=int(v.teeth),
        half=pitch - asin(min(groove[0] / radius, 1.0)),
        inside=inside,
        first=pitch,
    )
    return around(sides, _pulley_height(v))


def _pulley_thinnest(v: ParameterValues) -> float:
    return pulley_diameter(v) - 2 * pulley_groove(v)[1]


HUB_HEIGHT: Final = mm(
    "hub_height",
    DefaultRule("half the width", lambda v: v.width / 2),
    "of the hub above it",
    low=0.1,
)


HUB: Final = mm("hub_diameter", 0, "diameter of the hub; 0: none", low=0)


PRESSURE: Final = deg("pressure_angle", 20, "pressure angle", low=14, high=26)


MODULE: Final = mm("module", 1, "module, the pitch diameter for each tooth", low=0.2, high=25)


_GEAR: Final = Feature(
    "gear",
    "a spur or helical gear with involute teeth (ISO 53), a bore, and a hub if wanted",
    (
        MODULE,
        count("teeth", 24, "number of teeth", low=8, high=200),
        mm("width", DefaultRule("eight modules", lambda v: v.module * 8), "width of the teeth"),
        mm("bore", DefaultRule(BORE_RULE, lambda v: root_diameter(v) / 3), "bore; 0: none", low=0),
        HUB,
        HUB_HEIGHT,
        PRESSURE,
        deg(
            "helix_angle",
            0,
            "of the teeth at the pitch circle, right-handed; the module is that of the face,"
            " and teeth are as deep as their normal module has it",
            low=-40,
            high=40,
        ),
        *KEYWAY,
    ),
    (
        keyed(root_diameter),
        Precondition(
            "the bore is less than the root diameter (module x (teeth - 2.5)), less a module",
            lambda v: v.bore <= root_diameter(v) - v.module,
        ),
        Precondition(
            "the hub is less than the root diameter and more than the bore",
            lambda v: (
                not v.hub_diameter or v.bore + 0.6 <= v.hub_diameter <= root_diameter(v) - 0.1
            ),
        ),
    ),
    _gear_bounds,
    lambda v: (
        (
            *hubbed(v.width + hub_of(v), v.bore),
            Interface("pitch", "shaft", (0.0, 0.0, 0.0), Z, v.module * v.teeth, v.width),
        )
    ),
    faces=lambda v: wheel_faces(v.width, root_diameter(v), v),
    steps=lambda v: tube_step(v.width, root_diameter(v), v.bore),
    called=patterns("""
            gear, gear ?wheel, spur gear, pinion, cog, zahnrad, ritzel, stirnrad, sun gear,
            sonnenrad, planet gear, planet, planetenrad, idler gear, zwischenrad
        """),
    leading="tip_diameter",
    sizes=(("tip_diameter", "width"), ()),
)


_RING_GEAR: Final = Feature(
    "ring_gear",
    "a ring with involute teeth inside",
    (
        MODULE,
        count("teeth", 60, "number of teeth", low=20, high=200),
        mm("width", DefaultRule("eight modules", lambda v: v.module * 8), "width of the teeth"),
        mm(
            "outer_diameter",
            DefaultRule("module x (teeth + 8)", lambda v: v.module * (v.teeth + 8)),
            "outer diameter",
        ),
        PRESSURE,
    ),
    (
        Precondition(
            "the ring is wider than its teeth are deep (module x (teeth + 2.5)), and a module",
            lambda v: v.outer_diameter >= v.module * (v.teeth + 3.5),
        ),
    ),
    lambda v: cylinder(v.outer_diameter, v.width),
    lambda v: (
        *ends(v.width),
        Interface(
            "pitch", "bore", (0.0, 0.0, v.width), Z, v.module * v.teeth, v.width, through=True
        ),
        Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.outer_diameter, v.width),
    ),
    called=patterns("""
            ring gear, internal gear, annulus gear, hohlrad, internal ring gear, annular gear
        """),
    leading="outer_diameter",
    sizes=(("outer_diameter", "width"), ()),
)


_TIMING_PULLEY: Final = Feature(
    "timing_pulley",
    "a timing belt pulley with round tooth gaps in GT2's proportions, flanges and hub",
    (
        mm("pitch", 2, "pitch of the belt", low=1, high=20),
        count("teeth", 20, "number of teeth", low=10, high=150),
        mm("width", DefaultRule("3.5 pitches", lambda v: v.pitch * 3.5), "between the flanges"),
        mm(
            "bore",
            DefaultRule("a third of the diameter", lambda v: pulley_diameter(v) / 3),
            "bore",
            low=0,
        ),
        mm(
            "flange_diameter",
            DefaultRule("the teeth and 1.5 pitches", lambda v: pulley_diameter(v) + 1.5 * v.pitch),
            "diameter of the flanges; 0: none",
            low=0,
        ),
        mm("flange_thickness", DefaultRule("half the pitch", lambda v: v.pitch / 2), "of a flange"),
        HUB,
        HUB_HEIGHT,
        *KEYWAY,
    ),
    (
        keyed(_pulley_thinnest),
        Precondition(
            "the bore leaves a wall below the teeth",
            lambda v: v.bore <= _pulley_thinnest(v) - 0.6,
        ),
        Precondition(
            "the flanges are wider than the teeth",
            lambda v: not v.flange_diameter or v.flange_diameter >= pulley_diameter(v) + 0.2,
        ),
        Precondition(
            "the hub is between bore and tooth gaps",
            lambda v: (
                not v.hub_diameter or v.bore + 0.6 <= v.hub_diameter <= _pulley_thinnest(v) - 0.1
            ),
        ),
    ),
    _pulley_bounds,
    lambda v: (
        (
            *hubbed(_pulley_height(v), v.bore),
            Interface(
                "pitch",
                "shaft",
                (0.0, 0.0, v.flange_thickness if v.flange_diameter else 0.0),
                Z,
                pulley_pitch_diameter(v),
                v.width,
            ),
        )
    ),
    called=patterns("""
            timing pulley, toothed pulley, belt pulley, synchronous pulley, zahnriemenscheibe,
            zahnscheibe, gt2 pulley, htd pulley, idler, drive pulley, cassette
        """),
    leading="tip_diameter",
    sizes=(("tip_diameter", "width"), ()),
)


_RACK: Final = Feature(
    "rack",
    "a straight rack with teeth along x, its pitch line for gears of the same module",
    (
        MODULE,
        count("teeth", 20, "number of teeth", low=2, high=150),
        mm("width", DefaultRule("eight modules", lambda v: v.module * 8), "width along y"),
        mm("height", DefaultRule("six modules", lambda v: v.module * 6), "over the teeth"),
        PRESSURE,
        mm(
            "length",
            DefaultRule("that of its teeth", lambda v: v.teeth * pi * v.module),
            "along x; what the teeth leave of it is plain at either end",
        ),
    ),
    (
        Precondition(
            "the rack is as long as its teeth (teeth x pi x module) at least",
            lambda v: v.length >= v.teeth * pi * v.module - 0.001,
        ),
        Precondition(
            "the rack is higher than its teeth (2.25 modules)",
            lambda v: v.height >= 2.25 * v.module + 0.5,
        ),
    ),
    lambda v: box(max(v.length, v.teeth * pi * v.module), v.width, v.height),
    lambda v: ends(v.height),
    called=patterns("""
            rack, gear rack, toothed rack, zahnstange
        """),
)


FEATURES: Final = (
    _GEAR,
    _RING_GEAR,
    _RACK,
    _TIMING_PULLEY,
)
