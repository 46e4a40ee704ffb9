"""Wound wire with ends: torsion springs."""

from math import cos, pi, sin, sqrt
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    count,
    deg,
    mm,
    patterns,
)
from partwright.cad.model import Bounds, Interface, Vector


def coil_rise(v: ParameterValues) -> float:
    """From the middle of the wire where the coil begins to where it ends."""
    return v.pitch * torsion_turns(v)


def torsion_turns(v: ParameterValues) -> float:
    """The turns that are wound, up to the next at which the legs stand as they should."""
    return v.turns + (180 - v.leg_angle) % 360 / 360


def torsion_legs(v: ParameterValues) -> tuple[tuple[Vector, Vector], ...]:
    """The beginning and the end of each leg: along the helix, away from the coil."""
    radius = (v.outer_diameter - v.wire_diameter) / 2
    low, found = v.wire_diameter / 2 + _lost(v), list[tuple[Vector, Vector]]()
    slope = v.pitch / (2 * pi * radius)
    scale = v.leg_length / sqrt(1 + slope * slope)
    for angle, z, way in ((0.0, low, -1), (2 * pi * torsion_turns(v), low + coil_rise(v), 1)):
        start = (radius * cos(angle), radius * sin(angle), z)
        along = (-sin(angle), cos(angle), slope)
        end = [start[axis] + way * scale * along[axis] for axis in range(3)]
        found.append((start, (end[0], end[1], end[2])))
    return tuple(found)


def _lost(v: ParameterValues) -> float:
    """The way that the first leg goes down from the coil, so that the whole stands on z = 0."""
    radius = (v.outer_diameter - v.wire_diameter) / 2
    slope = v.pitch / (2 * pi * radius)
    return v.leg_length * slope / sqrt(1 + slope * slope)


def _torsion_bounds(v: ParameterValues) -> Bounds:
    half, wire = v.outer_diameter / 2, v.wire_diameter / 2
    low, high = [-half, -half], [half, half]
    for start, end in torsion_legs(v):
        for axis in range(2):
            along = (end[axis] - start[axis]) / v.leg_length
            wide = wire * sqrt(max(1 - along * along, 0.0))
            low[axis] = min(low[axis], end[axis] - wide)
            high[axis] = max(high[axis], end[axis] + wide)
    top = 2 * _lost(v) + coil_rise(v) + v.wire_diameter
    return Bounds((low[0], low[1], 0.0), (high[0], high[1], top), tolerance=0.05 + wire / 4)


_TORSION: Final = Feature(
    "torsion_spring",
    "a coil of round wire with a straight leg at either end",
    (
        mm("outer_diameter", 15, "outer diameter of the coil", low=1, high=500),
        mm(
            "wire_diameter",
            DefaultRule("a tenth of the outer diameter", lambda v: v.outer_diameter / 10),
            "diameter of the wire",
            low=0.1,
            high=60,
        ),
        count("turns", 5, "whole turns, beside the part that sets the legs", low=1, high=30),
        mm(
            "leg_length",
            DefaultRule("1.5 outer diameters", lambda v: v.outer_diameter * 1.5),
            "length of each leg",
            low=0.5,
        ),
        deg("leg_angle", 90, "between the legs; 180: one on with the other", low=0, high=360),
        mm(
            "pitch",
            DefaultRule("1.2 wires", lambda v: v.wire_diameter * 1.2),
            "rise of one turn",
        ),
    ),
    (
        Precondition(
            "the outer diameter is at least four wires",
            lambda v: v.outer_diameter >= 4 * v.wire_diameter,
        ),
        Precondition(
            "the turns do not touch (1.1 wires apart)",
            lambda v: v.pitch >= 1.1 * v.wire_diameter,
        ),
        Precondition(
            "a turn does not climb more than one diameter", lambda v: v.pitch <= v.outer_diameter
        ),
        Precondition(
            "the legs are at most 20 outer diameters long",
            lambda v: v.leg_length <= 20 * v.outer_diameter,
        ),
    ),
    _torsion_bounds,
    lambda v: (
        Interface(
            "inside", "bore", (0.0, 0.0, _lost(v) + coil_rise(v)), (0.0, 0.0, 1.0),
            v.outer_diameter - 2 * v.wire_diameter, coil_rise(v), through=True,
        ),
    ),
    called=patterns("torsion spring, leg spring, schenkelfeder, drehfeder"),
    leading="outer_diameter",
    sizes=(("outer_diameter", "leg_length"), ("wire_diameter", "outer_diameter", "leg_length")),
)  # fmt: skip

FEATURES: Final = (_TORSION,)
"""Springs that turn."""
