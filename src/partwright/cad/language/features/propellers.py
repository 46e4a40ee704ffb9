"""Propellers: a hub with blades that twist and taper from it to their tips."""

from collections.abc import Iterator
from math import atan, cos, pi, sin
from typing import Final, NamedTuple

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    count,
    mm,
    patterns,
)
from partwright.cad.language.features.gears import hubbed
from partwright.cad.model import Bounds

_SHAPE: Final = ((0.18, 0.8), (0.42, 1.0), (0.75, 0.75), (1.03, 0.28))
"""Along the blade, from the hub to the tip: what part of the widest chord a section has."""
_AT_ROOT: Final = 0.45
_ROOT: Final = 0.35
"""The blade begins within the hub at this part of its radius."""
UPPER, LOWER, CREST = 0.62, 0.38, 0.35
"""Of a section: what is above and below its chord, in thicknesses, and where, in half chords ahead of the middle."""


class BladeSection(NamedTuple):
    """A blade cut across at a radius: its chord in mm, its angle to the plane of the disc, its thickness."""

    radius: float
    chord: float
    angle: float
    thickness: float


def blade_sections(v: ParameterValues) -> Iterator[BladeSection]:
    """From the hub to just past the tip; each at the angle of one screw, and within the hub's height."""
    hub, reach = v.hub_diameter / 2, v.diameter / 2
    for part, wide in ((None, _AT_ROOT), *_SHAPE):
        radius = hub * _ROOT if part is None else hub + (reach - hub) * part
        angle = atan(v.pitch / (2 * pi * max(radius, hub)))
        # A flat hub leaves a steep blade little room: there it is thinner, and narrow.
        thick = min(v.blade_thickness * (1.0 - 0.6 * (part or 0.0)), v.height / 5)
        room = (0.94 * v.height - 2 * UPPER * thick * cos(angle)) / sin(angle)
        chord = min(v.blade_chord * wide, room)
        thick = min(thick, chord / 3)
        yield BladeSection(radius, chord, angle, thick)


def _bounds(v: ParameterValues) -> Bounds:
    reach, hub = v.diameter / 2, v.hub_diameter / 2
    points = [(hub, 0.0), (-hub, 0.0), (0.0, hub), (0.0, -hub)]
    for turn in range(int(v.blade_count)):
        way = 2 * pi * turn / v.blade_count
        for one in blade_sections(v):
            half = one.chord * cos(one.angle) / 2
            along = min(one.radius, (reach**2 - half**2) ** 0.5)
            points += [
                (along * cos(way) - side * sin(way), along * sin(way) + side * cos(way))
                for side in (-half, half)
            ]
            if one.radius > reach:
                points.append((reach * cos(way), reach * sin(way)))
    x, y = ([point[axis] for point in points] for axis in (0, 1))
    # The blades are drawn through their sections, and swell a little between them.
    return Bounds((min(x), min(y), 0.0), (max(x), max(y), v.height), tolerance=v.blade_chord / 8)


FEATURES: Final = (
    Feature(
        "propeller",
        "a hub with blades that twist and taper towards their tips; the pitch is that of a screw",
        (
            mm("diameter", 254, "over the blades", low=20),
            count("blade_count", 2, "blades", low=2, high=8),
            mm(
                "hub_diameter",
                DefaultRule("a tenth of the diameter", lambda v: v.diameter / 10),
                "hub",
                low=2,
            ),
            mm(
                "bore",
                DefaultRule("a quarter of the hub", lambda v: v.hub_diameter / 4),
                "bore",
                low=0,
            ),
            mm("pitch", DefaultRule("0.45 diameters", lambda v: v.diameter * 0.45), "way a turn"),
            mm(
                "blade_chord",
                DefaultRule("a tenth of the diameter", lambda v: v.diameter / 10),
                "width of a blade where it is widest",
                low=1,
            ),
            mm(
                "blade_thickness",
                DefaultRule("0.11 chords", lambda v: v.blade_chord * 0.11),
                "of a blade at the hub",
                low=0.2,
            ),
            mm(
                "height",
                DefaultRule("0.45 hub diameters", lambda v: v.hub_diameter * 0.45),
                "of the hub, which the blades do not exceed",
                low=1,
            ),
        ),
        (
            Precondition("the bore is less than the hub", lambda v: v.bore <= 0.8 * v.hub_diameter),
            Precondition(
                "the hub is less than half the diameter", lambda v: v.hub_diameter <= v.diameter / 2
            ),
            Precondition(
                "the blades are narrower than a third of the diameter",
                lambda v: v.blade_chord <= v.diameter / 3,
            ),
            Precondition(
                "the blades are wider than five times their thickness",
                lambda v: v.blade_chord >= 5 * v.blade_thickness,
            ),
            Precondition(
                "the blades fit side by side round the hub",
                lambda v: all(
                    one.chord * cos(one.angle) * v.blade_count
                    <= 1.8 * pi * max(one.radius, v.hub_diameter / 2)
                    for one in blade_sections(v)
                ),
            ),
        ),
        _bounds,
        lambda v: hubbed(v.height, v.bore),
        called=patterns("""
            propeller, prop, luftschraube, propellerblatt, screw propeller, airscrew
        """),
        leading="diameter",
        sizes=(("diameter", "pitch"), ()),
    ),
)
