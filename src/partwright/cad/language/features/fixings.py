"""Levers of two arms, straps that hold a pipe, brackets with lugs: bell cranks, pipe saddles, clevis brackets."""

from math import cos, radians, sin
from typing import Final

from partwright.cad.language.feature import (
    DOWN,
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    Z,
    bore,
    count,
    deg,
    ends,
    mm,
    patterns,
)
from partwright.cad.model import Bounds, Interface

_LEAST: Final = 0.4
"""Material that is left around a hole, in mm."""


def crank_ends(v: ParameterValues) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of the bores at the ends of both arms."""
    turn = radians(v.angle)
    return (v.arm_1, 0.0), (v.arm_2 * cos(turn), v.arm_2 * sin(turn))


def _crank_bounds(v: ParameterValues) -> Bounds:
    rounds = [(0.0, 0.0, v.hub_diameter / 2), *((x, y, v.width / 2) for x, y in crank_ends(v))]
    low = [min(one[axis] - one[2] for one in rounds) for axis in (0, 1)]
    high = [max(one[axis] + one[2] for one in rounds) for axis in (0, 1)]
    return Bounds((low[0], low[1], 0.0), (high[0], high[1], v.thickness))


_BELL_CRANK: Final = Feature(
    "bell_crank",
    "a flat lever of two arms at an angle, with a bore at their pivot and at each end",
    (
        mm("arm_1", 60, "from the pivot to the first bore, along x", low=2),
        mm("arm_2", DefaultRule("the first arm", lambda v: v.arm_1), "to the second bore", low=2),
        deg("angle", 90, "between the arms", low=30, high=180),
        mm("width", DefaultRule("a quarter of the first arm", lambda v: v.arm_1 / 4), "of the arms and their round ends", low=1),
        mm("thickness", DefaultRule("0.4 widths", lambda v: v.width * 0.4), "along z"),
        mm("bore", DefaultRule("half the width", lambda v: v.width / 2), "at the pivot", low=0.3),
        mm("bore_1", DefaultRule("0.4 widths", lambda v: v.width * 0.4), "in the first arm", low=0.3),
        mm("bore_2", DefaultRule("the first bore", lambda v: v.bore_1), "in the second arm", low=0.3),
        mm(
            "hub_diameter",
            DefaultRule("1.5 widths, at least two bores", lambda v: max(1.5 * v.width, 2 * v.bore)),
            "round part at the pivot",
            low=1,
        ),
    ),
    (
        Precondition("the bores at the ends are less than the width", lambda v: max(v.bore_1, v.bore_2) <= v.width - 2 * _LEAST),
        Precondition(
            "the bore at the pivot is less than the round part, which is as wide as the arms at least",
            lambda v: v.bore <= v.hub_diameter - 2 * _LEAST and v.hub_diameter >= v.width,
        ),
        Precondition(
            "the arms are longer than the bores and half the round part",
            lambda v: min(v.arm_1 - v.bore_1 / 2, v.arm_2 - v.bore_2 / 2) >= v.hub_diameter / 2 + _LEAST,
        ),
    ),
    _crank_bounds,
    lambda v: (
        *ends(v.thickness),
        *bore(v.bore, v.thickness),
        *(
            Interface(f"bore_{n}", "bore", (x, y, v.thickness), Z, v[f"bore_{n}"], v.thickness, through=True)
            for n, (x, y) in enumerate(crank_ends(v), 1)
        ),
    ),
    called=patterns("bell crank, bellcrank, angle lever, winkelhebel, umlenkhebel"),
    leading="arm_1",
    sizes=(("arm_1", "arm_2"), ("arm_1", "arm_2", "thickness")),
)  # fmt: skip


def saddle_half(v: ParameterValues) -> float:
    """From the middle of a saddle to the outside of its arch."""
    return v.inner_diameter / 2 + v.thickness


_SADDLE: Final = Feature(
    "saddle",
    "a strap over a pipe along y, with an ear for a screw at both sides or at one: pipe saddle, half clamp",
    (
        mm("inner_diameter", 25, "of the pipe", low=1),
        mm("thickness", DefaultRule("a tenth of the pipe", lambda v: v.inner_diameter / 10), "of the strap", low=0.3),
        mm("width", DefaultRule("0.8 pipes", lambda v: v.inner_diameter * 0.8), "along the pipe", low=1),
        mm("rise", DefaultRule("half the pipe", lambda v: v.inner_diameter / 2), "of the pipe's middle above the ears' foot; 0: half a clamp", low=0),
        mm("hole_diameter", DefaultRule("a quarter of the width", lambda v: v.width / 4), "in each ear", low=0.5),
        mm("ear_length", DefaultRule("2.2 holes", lambda v: v.hole_diameter * 2.2), "of each ear, beside the arch", low=1),
        count("ears", 2, "ears", low=1, high=2),
    ),
    (
        Precondition(
            "the holes are less than the ears are long and wide, by 1 mm at least",
            lambda v: v.hole_diameter <= min(v.ear_length, v.width) - 1,
        ),
        Precondition("the strap is less thick than half the pipe", lambda v: v.thickness <= v.inner_diameter / 2),
    ),
    lambda v: Bounds(
        (-saddle_half(v) - (v.ear_length if v.ears == 2 else 0.0), -v.width / 2, 0.0),
        (saddle_half(v) + v.ear_length, v.width / 2, v.rise + saddle_half(v)),
    ),
    lambda v: (
        Interface("foot", "face", (saddle_half(v) + v.ear_length / 2, 0.0, 0.0), DOWN),
        *(
            Interface(name, "hole", (side * (saddle_half(v) + v.ear_length / 2), 0.0, v.thickness), Z, v.hole_diameter, v.thickness, through=True, pattern="bolt")
            for name, side in (("bolt_2", -1), ("bolt", 1))[0 if v.ears == 2 else 1 :]
        ),
    ),
    called=patterns("pipe saddle, saddle clamp, half clamp, pipe strap, conduit saddle, halbschelle"),
    leading="inner_diameter",
    sizes=(("inner_diameter", "width"), ("inner_diameter", "width", "thickness")),
)  # fmt: skip


def lug_centre(v: ParameterValues) -> float:
    """The height of the middle of a clevis bracket's pin hole, that of the round of its lugs."""
    return v.thickness + v.lug_height - v.lug_width / 2


def clevis_holes(v: ParameterValues) -> list[tuple[float, float]]:
    """The middles of the holes in the base of a clevis bracket."""
    if not v.hole_diameter:
        return []
    x, y = v.hole_spacing_x / 2, v.hole_spacing_y / 2
    return [(a, b) for a in (-x, x) for b in ((-y, y) if y else (0.0,))]


_OVER_LUGS: Final = DefaultRule(
    "half between the base's ends and the lugs",
    lambda v: (v.length + v.gap + 2 * v.lug_thickness) / 2,
)

_CLEVIS: Final = Feature(
    "clevis_bracket",
    "a base plate with two upright lugs, round at their tops, and a hole across both for a pin along x",
    (
        mm("length", 60, "of the base, along x", low=2),
        mm("width", DefaultRule("0.7 lengths", lambda v: v.length * 0.7), "of the base, along y", low=1),
        mm("thickness", DefaultRule("a tenth of the length", lambda v: v.length / 10), "of the base"),
        mm("lug_thickness", DefaultRule("the base's", lambda v: v.thickness), "of each lug, along x", low=0.3),
        mm("gap", DefaultRule("two lugs", lambda v: v.lug_thickness * 2), "between the lugs", low=0.3),
        mm("lug_height", DefaultRule("half the length", lambda v: v.length / 2), "above the base", low=1),
        mm("lug_width", DefaultRule("the base's, a lug's height at most", lambda v: min(v.width, v.lug_height)), "along y; the lugs are rounded by half of it", low=1),
        mm("pin_diameter", DefaultRule("0.4 lug widths", lambda v: v.lug_width * 0.4), "of the hole across", low=0.3),
        mm("hole_diameter", 0, "of holes in the base beside the lugs; 0: none", low=0),
        mm("hole_spacing_x", _OVER_LUGS, "between the holes, along x", low=0),
        mm("hole_spacing_y", DefaultRule("the width less 2.5 holes", lambda v: max(0, v.width - 2.5 * v.hole_diameter)), "along y; 0: one on each side", low=0),
    ),
    (
        Precondition("the lugs and their gap are within the base", lambda v: v.gap + 2 * v.lug_thickness <= v.length and v.lug_width <= v.width),
        Precondition("the lugs are at least as high as half their width", lambda v: v.lug_height >= v.lug_width / 2 + _LEAST),
        Precondition(
            "the pin leaves 0.4 mm of the lugs, and is above the base",
            lambda v: v.pin_diameter <= v.lug_width - 2 * _LEAST and lug_centre(v) >= v.thickness + v.pin_diameter / 2,
        ),
        Precondition(
            "the holes are beside the lugs and keep 0.4 mm from the base's edges",
            lambda v: not v.hole_diameter
            or (
                v.gap + 2 * v.lug_thickness + v.hole_diameter <= v.hole_spacing_x <= v.length - v.hole_diameter - 2 * _LEAST
                and v.hole_spacing_y <= v.width - v.hole_diameter - 2 * _LEAST
                and (not v.hole_spacing_y or v.hole_spacing_y >= v.hole_diameter + _LEAST)
            ),
        ),
    ),
    lambda v: Bounds((-v.length / 2, -v.width / 2, 0.0), (v.length / 2, v.width / 2, v.thickness + v.lug_height)),
    lambda v: (
        Interface("bottom", "face", (0.0, 0.0, 0.0), DOWN),
        Interface(
            "pin", "bore", (v.gap / 2 + v.lug_thickness, 0.0, lug_centre(v)), (1.0, 0.0, 0.0), v.pin_diameter,
            v.gap + 2 * v.lug_thickness, through=True,
        ),
        *(
            Interface(f"base[{n}]", "hole", (x, y, v.thickness), Z, v.hole_diameter, v.thickness, through=True, pattern="base")
            for n, (x, y) in enumerate(clevis_holes(v), 1)
        ),
    ),
    called=patterns("clevis bracket, clevis mount, lug bracket, gabelbock, lagergabel"),
    leading="length",
    sizes=(("length", "width"), ("length", "width", "thickness")),
)  # fmt: skip

FEATURES: Final = (_BELL_CRANK, _SADDLE, _CLEVIS)
"""Levers of two arms, straps, brackets with lugs."""
