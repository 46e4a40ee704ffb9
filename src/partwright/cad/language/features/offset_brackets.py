"""Brackets bent twice: a web with a leg to either side."""

from typing import Final

from partwright.cad.language.feature import (
    DOWN,
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    WorkFace,
    X,
    Y,
    Z,
    box,
    mm,
    patterns,
)
from partwright.cad.model import Bounds, Interface


def _faces(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The upper faces of both legs, and the web's between them."""
    t = v.thickness
    lower, upper, web = v.lower_leg - t, v.upper_leg - t, v.height - 2 * t
    return (
        WorkFace((-(t + lower) / 2, 0.0, t), X, Z, lower / 2, v.width / 2, t),
        WorkFace(((t + upper) / 2, 0.0, v.height), X, Z, upper / 2, v.width / 2, t),
        WorkFace((t / 2, 0.0, v.height / 2), Y, X, v.width / 2, web / 2, t),
    )


def _bounds(v: ParameterValues) -> Bounds:
    whole = box(1.0, v.width, v.height)
    low, high = -(v.lower_leg - v.thickness / 2), v.upper_leg - v.thickness / 2
    return Bounds((low, whole.low[1], 0.0), (high, whole.high[1], v.height), tolerance=0.01)


FEATURES: Final = (
    Feature(
        "z_bracket",
        "an offset bracket: an upright web with a leg to either side",
        (
            mm("height", 60, "over both legs", low=2),
            mm(
                "lower_leg",
                DefaultRule("two thirds of the height", lambda v: v.height * 2 / 3),
                "outer length of the lower leg",
                low=1,
            ),
            mm(
                "upper_leg",
                DefaultRule("the lower leg", lambda v: v.lower_leg),
                "outer length of the upper leg",
                low=1,
            ),
            mm("width", DefaultRule("the height", lambda v: v.height), "along y", low=1),
            mm("thickness", 3, "of legs and web", low=0.2, high=200),
            mm("corner_radius", 0, "of the free corners of the legs; 0: sharp", low=0, high=1000),
        ),
        (
            Precondition(
                "the legs are longer than they are thick, by 0.5 mm at least",
                lambda v: min(v.lower_leg, v.upper_leg) >= v.thickness + 0.5,
            ),
            Precondition(
                "the web is higher than two thicknesses",
                lambda v: v.height >= 2 * v.thickness + 0.5,
            ),
            Precondition(
                "the corners are rounded less than half the width, and less than the legs are free",
                lambda v: (
                    v.corner_radius
                    <= min(0.49 * v.width, min(v.lower_leg, v.upper_leg) - v.thickness)
                ),
            ),
        ),
        _bounds,
        lambda v: (
            Interface("bottom", "face", (-v.lower_leg / 2, 0.0, 0.0), DOWN),
            Interface("top", "face", (v.upper_leg / 2, 0.0, v.height), Z),
        ),
        _faces,
        called=patterns("z[- ]bracket, offset bracket, joggled bracket, z[- ]winkel"),
        leading="height",
        sizes=(("height", "width"), ("lower_leg", "height", "upper_leg")),
    ),
)
"""A web between two legs."""
