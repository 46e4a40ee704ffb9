"""Turned bodies with claws, slots or folds: halves of couplings, slotted round nuts, bellows."""

from math import pi, sqrt
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
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
from partwright.cad.model import Interface


def _ring(diameter: float) -> float:
    return pi / 4 * diameter * diameter


def claw_volume(v: ParameterValues) -> float:
    """Of the hub below its claws and of these."""
    hub = (_ring(v.outer_diameter) - _ring(v.bore)) * (v.length - v.claw_height)
    claw = _ring(v.outer_diameter) - _ring(v.claw_inner_diameter)
    return hub + claw * v.claw_height * v.claw_count * v.claw_angle / 360


_CLAW_HUB: Final = Feature(
    "claw_hub",
    "half of a claw coupling: a bored hub with claws on its upper face",
    (
        mm("outer_diameter", 55, "outer diameter", low=2),
        mm("bore", DefaultRule("0.36 outer diameters", lambda v: 0.36 * v.outer_diameter), "bore"),
        mm("length", DefaultRule("0.9 outer diameters", lambda v: 0.9 * v.outer_diameter),
           "over the claws", low=1),
        count("claw_count", 3, "number of claws", low=2, high=12),
        mm("claw_height", DefaultRule("a quarter of the length", lambda v: v.length / 4),
           "height of the claws"),
        mm("claw_inner_diameter",
           DefaultRule("half the outer diameter, at least the bore", lambda v: max(v.bore, v.outer_diameter / 2)),
           "diameter between the claws"),
        deg("claw_angle", DefaultRule("0.8 of half a pitch", lambda v: 0.8 * 180 / v.claw_count),
            "that each claw takes of the circle", low=2, high=120),
        *KEYWAY,
    ),
    (
        keyed(lambda v: v.outer_diameter),
        Precondition("the bore leaves 1 mm of wall", lambda v: v.bore <= v.outer_diameter - 2),
        Precondition(
            "the claws stand outside the bore and are 0.5 mm thick",
            lambda v: v.bore <= v.claw_inner_diameter <= v.outer_diameter - 1,
        ),
        Precondition("1 mm of the hub is below its claws", lambda v: v.claw_height <= v.length - 1),
        Precondition(
            "there is room between the claws", lambda v: v.claw_count * v.claw_angle <= 330
        ),
    ),
    lambda v: cylinder(v.outer_diameter, v.length),
    lambda v: ends(v.length) + bore(v.bore, v.length),
    called=patterns("claw coupling hub, claw hub, klauennabe, jaw coupling hub"),
    leading="length",
    sizes=(("outer_diameter", "length"), ("outer_diameter", "bore", "length")),
)  # fmt: skip


def nut_volume(v: ParameterValues) -> float:
    """Of a slotted nut."""
    whole = (_ring(v.outer_diameter) - _ring(v.bore)) * v.height
    return whole - v.slot_count * v.slot_width * v.slot_depth * v.height


_SLOTTED_NUT: Final = Feature(
    "slotted_nut",
    "a round nut with slots for a hook wrench in its rim; the thread is its core hole",
    (
        mm("outer_diameter", 45, "outer diameter", low=2),
        mm("bore", DefaultRule("0.64 outer diameters", lambda v: 0.64 * v.outer_diameter),
           "core hole of the thread"),
        mm("height", DefaultRule("0.2 outer diameters", lambda v: 0.2 * v.outer_diameter), "height"),
        count("slot_count", 4, "slots in the rim", low=2, high=12),
        mm("slot_width", DefaultRule("0.12 outer diameters", lambda v: 0.12 * v.outer_diameter),
           "width of the slots"),
        mm("slot_depth", DefaultRule("0.05 outer diameters", lambda v: 0.05 * v.outer_diameter),
           "how deep the slots go in"),
    ),
    (
        Precondition(
            "the slots leave 0.5 mm of wall round the bore",
            lambda v: v.bore + 2 * v.slot_depth <= v.outer_diameter - 1,
        ),
        Precondition(
            "there is rim between the slots",
            lambda v: v.slot_count * v.slot_width <= 0.8 * pi * (v.outer_diameter - 2 * v.slot_depth),
        ),
    ),
    lambda v: box(
        v.outer_diameter,
        v.outer_diameter,
        v.height,
        tolerance=0.02 + v.slot_width**2 / v.outer_diameter / 3,
    ),
    lambda v: ends(v.height) + bore(v.bore, v.height),
    called=patterns("slotted round nut, slotted ring nut, nutmutter, hook wrench nut"),
    leading="outer_diameter",
    sizes=(("outer_diameter", "height"), ("outer_diameter", "bore", "height")),
)  # fmt: skip


def fold_of(v: ParameterValues) -> tuple[float, float]:
    """The width of a leaning wall across the axis, and half the pitch of the folds."""
    half = (v.length - 2 * v.cuff_length) / (2 * v.folds)
    whole = (v.outer_diameter - v.inner_diameter) / 2
    low, high = 0.0, whole
    for _ in range(60):
        rise = (low + high) / 2
        if (whole - rise) * half > v.wall * sqrt(rise * rise + half * half):
            low = rise
        else:
            high = rise
    return whole - low, half


def fold_outline(v: ParameterValues) -> list[tuple[float, float]]:
    """The half section of a bellows: up along its outside, and down along its inside."""
    thick, half = fold_of(v)
    inner, outer = v.inner_diameter / 2, v.outer_diameter / 2
    cuff = v.cuff_length
    outside = [(inner + v.wall, 0.0), (inner + v.wall, cuff)]
    inside = [(inner, 0.0), (inner, cuff)]
    for number in range(int(v.folds)):
        peak, valley = cuff + (2 * number + 1) * half, cuff + (2 * number + 2) * half
        is_last = number == int(v.folds) - 1
        outside += [(outer, peak), (inner + (v.wall if is_last else thick), valley)]
        inside += [(outer - thick, peak), (inner, valley)]
    outside.append((inner + v.wall, v.length))
    inside.append((inner, v.length))
    return [*outside, *reversed(inside)]


def bellows_volume(v: ParameterValues) -> float:
    """Of the wall of a bellows, by the area of its half section and the way of its middle."""
    corners = fold_outline(v)
    found = 0.0
    for (r, z), (s, y) in zip(corners, corners[1:] + corners[:1], strict=True):
        found += (r * y - s * z) * (r + s)
    return abs(found) * pi / 3


_BELLOWS: Final = Feature(
    "bellows",
    "a tube of folds between two plain cuffs",
    (
        mm("inner_diameter", 30, "inside the cuffs and the valleys", low=1),
        mm("outer_diameter", DefaultRule("1.6 inner diameters", lambda v: 1.6 * v.inner_diameter),
           "over the folds"),
        mm("length", DefaultRule("two outer diameters", lambda v: 2 * v.outer_diameter),
           "over all", low=1),
        count("folds", 6, "number of folds", low=1, high=60),
        mm("wall", DefaultRule("a tenth of the folds' depth",
                               lambda v: (v.outer_diameter - v.inner_diameter) / 20),
           "thickness of the wall"),
        mm("cuff_length", DefaultRule("a tenth of the length", lambda v: v.length / 10),
           "length of the plain end on either side"),
    ),
    (
        Precondition(
            "the folds are deeper than two walls",
            lambda v: v.outer_diameter - v.inner_diameter >= 4 * v.wall,
        ),
        Precondition(
            "each fold is longer than three walls",
            lambda v: v.length - 2 * v.cuff_length >= 3 * v.wall * v.folds,
        ),
    ),
    lambda v: cylinder(v.outer_diameter, v.length),
    lambda v: (
        *ends(v.length),
        Interface("inside", "bore", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), v.inner_diameter, v.length),
    ),
    called=patterns("rubber bellows, folded gaiter, gummifaltenbalg"),
    leading="length",
    sizes=(("outer_diameter", "length"), ("inner_diameter", "outer_diameter", "length")),
)  # fmt: skip


FEATURES: Final = (_CLAW_HUB, _SLOTTED_NUT, _BELLOWS)
"""Bodies of revolution but for what stands on them or is cut into their rim."""
