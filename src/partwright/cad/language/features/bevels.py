"""Bevel gears."""

from math import cos, pi, radians, sin
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    box,
    count,
    deg,
    mm,
    patterns,
)
from partwright.cad.language.features.bore_keys import KEYWAY, keyed
from partwright.cad.language.features.gears import (
    HUB_HEIGHT,
    MODULE,
    PRESSURE,
    hub_of,
    hubbed,
)


def bevel_height(v: ParameterValues) -> float:
    """Of the teeth along the axis: the face width leans by the pitch angle."""
    return v.width * cos(radians(v.pitch_angle))


def cone_distance(v: ParameterValues) -> float:
    """From the tip of the pitch cone to the large end of the teeth."""
    return v.module * v.teeth / 2 / sin(radians(v.pitch_angle))


def bevel_addendum(v: ParameterValues) -> float:
    """Of the large end, across the axis."""
    return v.module * cos(radians(v.pitch_angle))


def _bevel_root(v: ParameterValues) -> float:
    """The root diameter at the small end."""
    large = v.module * v.teeth - 2.5 * bevel_addendum(v)
    return large * (1 - v.width / cone_distance(v))


_BEVEL_GEAR: Final = Feature(
    "bevel_gear",
    "a straight bevel gear, its large end at the bottom over a hub",
    (
        MODULE,
        count("teeth", 24, "number of teeth", low=8, high=120),
        deg("pitch_angle", 45, "of the pitch cone: 45 for a mitre gear", low=10, high=80),
        mm(
            "width",
            DefaultRule("a quarter of the cone distance", lambda v: cone_distance(v) / 4),
            "width of the teeth along the cone",
        ),
        mm(
            "bore",
            DefaultRule("a third of the small end", lambda v: _bevel_root(v) / 3),
            "0: none",
            low=0,
        ),
        mm(
            "hub_diameter",
            DefaultRule("0.7 pitch diameters", lambda v: v.module * v.teeth * 0.7),
            "diameter of the hub below the teeth; 0: none",
            low=0,
        ),
        HUB_HEIGHT,
        PRESSURE,
        *KEYWAY,
    ),
    (
        keyed(_bevel_root),
        Precondition(
            "the teeth are at most 0.4 cone distances wide",
            lambda v: v.width <= 0.4 * cone_distance(v),
        ),
        Precondition(
            "the bore is less than the root diameter at the small end, less half a module",
            lambda v: v.bore <= _bevel_root(v) - v.module / 2,
        ),
        Precondition(
            "the hub is less than the root diameter at the large end and more than the bore",
            lambda v: (
                not v.hub_diameter
                or v.bore + 0.6
                <= v.hub_diameter
                <= v.module * v.teeth - 2.5 * bevel_addendum(v) - 0.1
            ),
        ),
    ),
    lambda v: box(
        v.module * v.teeth + 2 * bevel_addendum(v),
        v.module * v.teeth + 2 * bevel_addendum(v),
        bevel_height(v) + hub_of(v),
        tolerance=0.02 + (v.module * (v.teeth + 2)) * (1 - cos(pi / v.teeth)) / 2,
    ),
    lambda v: hubbed(bevel_height(v) + hub_of(v), v.bore),
    called=patterns("""
        bevel gear, bevel pinion, mit(?:re|er) gear, kegelrad, crown wheel
    """),
    leading="width",
    sizes=(("width", "bore"), ()),
)


FEATURES: Final = (_BEVEL_GEAR,)
"""Gears whose axes meet."""
