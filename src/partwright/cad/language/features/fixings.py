"""Levers of two arms, and straps that hold a pipe: bell cranks, pipe saddles, half clamps."""

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

FEATURES: Final = (_BELL_CRANK, _SADDLE)
"""Levers of two arms and straps."""
