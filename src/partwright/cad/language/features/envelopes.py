"""Bought parts as the room that they take: simplified bodies that say that they are."""

from math import sqrt
from typing import Final

from partwright.cad.language.feature import (
    DOWN,
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    TurnedStep,
    Z,
    box,
    count,
    cylinder,
    ends,
    mm,
    sides,
)
from partwright.cad.language.features.plates import CORNER, CORNER_FITS, round_top, top_of_prism
from partwright.cad.model import Interface


def motor_holes(v: ParameterValues) -> tuple[tuple[float, float], ...]:
    """The middles of the four mounting holes on the shaft's face."""
    half = v.hole_spacing / 2
    if v.round:
        half /= sqrt(2)
    return ((-half, -half), (half, -half), (-half, half), (half, half))


def _motor_interfaces(v: ParameterValues) -> tuple[Interface, ...]:
    length = v.body_length
    holes = tuple(
        Interface(
            f"mounting[{number}]",
            "hole",
            (x, y, length),
            Z,
            v.hole_diameter,
            v.hole_depth,
            pattern="mounting",
        )
        for number, (x, y) in enumerate(motor_holes(v), start=1)
        if v.hole_diameter
    )
    return (
        Interface("back", "face", (0.0, 0.0, 0.0), DOWN),
        Interface("front", "face", (0.0, 0.0, length), Z),
        Interface("pilot", "shaft", (0.0, 0.0, length), Z, v.pilot_diameter, v.pilot_height),
        Interface("shaft", "shaft", (0.0, 0.0, length), Z, v.shaft_diameter, v.shaft_length),
        *holes,
    )


def _motor_room(v: ParameterValues) -> float:
    """The largest hole spacing from corner to corner (or on the circle) that stays inside."""
    if v.round:
        return v.size - v.hole_diameter - 1
    return sqrt(2) * (v.size - v.hole_diameter - 1)


def _spacing_across(v: ParameterValues) -> float:
    return v.hole_spacing if v.round else v.hole_spacing * sqrt(2)


FEATURES: Final = (
    Feature(
        "envelope_box",
        "envelope of a bought part: a block of its outer size",
        (
            mm("length", 50, "length along x", low=0.5),
            mm("width", DefaultRule("0.6 lengths", lambda v: v.length * 0.6), "along y", low=0.5),
            mm("height", DefaultRule("half the width", lambda v: v.width / 2), "height", low=0.2),
            CORNER,
        ),
        (CORNER_FITS,),
        lambda v: box(v.length, v.width, v.height),
        lambda v: ends(v.height) + sides(v.length, v.width, v.height),
        lambda v: top_of_prism(v.height, v),
        sizes=(("length", "width"), ("length", "width", "height")),
    ),
    Feature(
        "envelope_cylinder",
        "envelope of a bought part: a cylinder of its outer size",
        (
            mm("diameter", 18, "diameter", low=0.5),
            mm(
                "length",
                DefaultRule("three diameters", lambda v: v.diameter * 3),
                "along z",
                low=0.2,
            ),
        ),
        (),
        lambda v: cylinder(v.diameter, v.length),
        lambda v: (
            *ends(v.length),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.diameter, v.length),
        ),
        lambda v: (round_top(v.length, v.diameter),),
        lambda v: (TurnedStep(0.0, v.length, v.diameter),),
        leading="diameter",
        sizes=(("diameter", "length"), ()),
    ),
    Feature(
        "envelope_motor",
        "envelope of a motor: body, pilot, shaft and mounting holes",
        (
            mm(
                "size", 42.3, "width of a square body, or diameter of a round one", low=4, high=1000
            ),
            count("round", 0, "0: square body, 1: round", low=0, high=1),
            mm(
                "body_length",
                DefaultRule("0.9 sizes", lambda v: v.size * 0.9),
                "of the body",
                low=2,
            ),
            mm(
                "shaft_diameter", DefaultRule("0.12 sizes", lambda v: v.size * 0.12), "of the shaft"
            ),
            mm(
                "shaft_length",
                DefaultRule("half the size", lambda v: v.size / 2),
                "beyond the body",
            ),
            mm(
                "pilot_diameter",
                DefaultRule("half the size", lambda v: v.size / 2),
                "centring pilot",
            ),
            mm("pilot_height", DefaultRule("0.05 sizes", lambda v: v.size * 0.05), "of the pilot"),
            mm(
                "hole_spacing",
                DefaultRule("0.73 sizes", lambda v: v.size * 0.73),
                "sides of the square of the holes, or their circle",
            ),
            mm(
                "hole_diameter",
                DefaultRule("0.07 sizes", lambda v: v.size * 0.07),
                "0: none",
                low=0,
            ),
            mm(
                "hole_depth",
                DefaultRule("1.5 holes", lambda v: max(1, v.hole_diameter * 1.5)),
                "blind",
            ),
        ),
        (
            Precondition(
                "shaft within pilot within body",
                lambda v: (
                    v.shaft_diameter <= v.pilot_diameter - 0.1 and v.pilot_diameter <= v.size - 0.5
                ),
            ),
            Precondition(
                "the shaft is longer than the pilot is high",
                lambda v: v.pilot_height <= v.shaft_length - 0.1,
            ),
            Precondition(
                "the mounting holes are between pilot and rim",
                lambda v: (
                    not v.hole_diameter
                    or v.pilot_diameter + v.hole_diameter + 0.4
                    <= _spacing_across(v)
                    <= _motor_room(v)
                ),
            ),
            Precondition(
                "the mounting holes are less deep than the body is long",
                lambda v: v.hole_depth <= v.body_length - 0.5,
            ),
        ),
        lambda v: box(v.size, v.size, v.body_length + v.shaft_length),
        _motor_interfaces,
        leading="size",
        sizes=(("size", "body_length"), ("size", "width", "body_length")),
    ),
    Feature(
        "cable",
        "envelope of a cable or hose: a straight piece",
        (
            mm("diameter", 5, "outer diameter", low=0.2, high=500),
            mm("length", 500, "length along z", low=1, high=50000),
        ),
        (),
        lambda v: cylinder(v.diameter, v.length),
        lambda v: (
            *ends(v.length),
            Interface("outside", "shaft", (0.0, 0.0, 0.0), Z, v.diameter, v.length),
        ),
        sizes=(("diameter", "length"), ()),
    ),
)
