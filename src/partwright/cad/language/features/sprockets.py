"""Sprockets for roller chains."""

from math import asin, pi, sin
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    Z,
    count,
    mm,
    patterns,
)
from partwright.cad.language.features.gears import (
    BORE_RULE,
    HUB,
    HUB_HEIGHT,
    KEYWAY,
    around,
    hub_of,
    hubbed,
    keyed,
    wheel_faces,
)
from partwright.cad.language.features.turned import tube_step
from partwright.cad.language.plane import reach
from partwright.cad.model import Bounds, Interface


def sprocket_pitch_diameter(v: ParameterValues) -> float:
    """Through the middles of the rollers (ISO 606): the chain is a polygon of its pitch."""
    return v.pitch / sin(pi / v.teeth)


def sprocket_tip_diameter(v: ParameterValues) -> float:
    """Over the teeth: three tenths of the pitch beyond the rollers."""
    return sprocket_pitch_diameter(v) + 0.6 * v.pitch


def sprocket_root_diameter(v: ParameterValues) -> float:
    """At the ground of the gaps, where the rollers sit."""
    return sprocket_pitch_diameter(v) - v.roller_diameter


SPROCKET_TIP: Final = 0.09
"""Half the width of a tooth's tip, in pitches."""


def sprocket_height(v: ParameterValues) -> float:
    """Over the rows of teeth, without the hub."""
    return v.width + (v.strands - 1) * v.strand_pitch


def sprocket_waist_diameter(v: ParameterValues) -> float:
    """Of the body between rows of teeth, where the plates of the chain run."""
    return sprocket_root_diameter(v) - 0.3 * v.pitch


def _sprocket_bounds(v: ParameterValues) -> Bounds:
    radius = sprocket_tip_diameter(v) / 2
    sides = reach(
        radius,
        teeth=int(v.teeth),
        half=asin(SPROCKET_TIP * v.pitch / radius),
        inside=max(sprocket_root_diameter(v), v.hub_diameter if hub_of(v) else 0.0) / 2,
    )
    return around(sides, sprocket_height(v) + hub_of(v))


_SPROCKET: Final = Feature(
    "sprocket",
    "a sprocket for roller chain, with the pitch circle of ISO 606 and straight flanks",
    (
        mm("pitch", 12.7, "pitch of the chain", low=4, high=120),
        count("teeth", 18, "number of teeth", low=8, high=150),
        mm(
            "roller_diameter",
            DefaultRule("0.67 pitches", lambda v: v.pitch * 0.67),
            "diameter of the chain's rollers",
        ),
        mm("width", DefaultRule("0.56 pitches", lambda v: v.pitch * 0.56), "width of the teeth"),
        count("strands", 1, "rows of teeth, of a chain with as many strands", low=1, high=3),
        mm(
            "strand_pitch",
            DefaultRule("1.1 pitches", lambda v: v.pitch * 1.1),
            "distance of the rows of teeth (ISO 606)",
        ),
        mm(
            "bore",
            DefaultRule(BORE_RULE, lambda v: sprocket_root_diameter(v) / 3),
            "bore; 0: none",
            low=0,
        ),
        HUB,
        HUB_HEIGHT,
        *KEYWAY,
    ),
    (
        keyed(sprocket_root_diameter),
        Precondition(
            "the rollers are 0.4 to 0.75 pitches thick",
            lambda v: 0.4 * v.pitch <= v.roller_diameter <= 0.75 * v.pitch,
        ),
        Precondition(
            "the bore leaves a wall below the teeth",
            lambda v: v.bore <= sprocket_root_diameter(v) - 0.2 * v.pitch,
        ),
        Precondition(
            "rows of teeth have room between them, and a wall round the bore there",
            lambda v: (
                v.strands == 1
                or (
                    v.strand_pitch >= v.width + 0.5
                    and v.bore <= sprocket_waist_diameter(v) - 0.2 * v.pitch
                )
            ),
        ),
        Precondition(
            "the hub is between bore and tooth gaps",
            lambda v: (
                not v.hub_diameter
                or v.bore + 0.6 <= v.hub_diameter <= sprocket_root_diameter(v) - 0.1
            ),
        ),
    ),
    _sprocket_bounds,
    lambda v: (
        (
            *hubbed(sprocket_height(v) + hub_of(v), v.bore),
            Interface(
                "pitch",
                "shaft",
                (0.0, 0.0, 0.0),
                Z,
                sprocket_pitch_diameter(v),
                sprocket_height(v),
            ),
        )
    ),
    faces=lambda v: wheel_faces(sprocket_height(v), sprocket_waist_diameter(v), v),
    steps=lambda v: tube_step(sprocket_height(v), sprocket_root_diameter(v), v.bore),
    called=patterns("""
            sprocket, chain sprocket, sprocket wheel, kettenrad, ritzel kette, chainring,
            chain wheel, pignon de chaîne
        """),
    leading="tip_diameter",
    sizes=(("tip_diameter", "width"), ()),
)


FEATURES: Final = (_SPROCKET,)
