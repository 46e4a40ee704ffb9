"""Flat brackets of strips: a T of a bar and a stem."""

from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    WorkFace,
    X,
    Z,
    box,
    ends,
    mm,
    patterns,
    sides,
)

Point = tuple[float, float]
_LENGTH: Final = DefaultRule("a fifth of the length", lambda v: v.length / 5)


def t_corners(v: ParameterValues) -> list[Point]:
    """The outline of a T: its bar along the back, its stem towards the front."""
    x, y, half, under = v.length / 2, v.height / 2, v.stem_width / 2, v.height / 2 - v.bar_width
    return [
        (-half, -y), (half, -y), (half, under), (x, under), (x, y), (-x, y), (-x, under),
        (-half, under),
    ]  # fmt: skip


def _faces(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The upper faces of the bar and of the stem below it."""
    y, t, free = v.height / 2, v.thickness, v.height - v.bar_width
    return (
        WorkFace((0.0, y - v.bar_width / 2, t), X, Z, v.length / 2, v.bar_width / 2, t),
        WorkFace((0.0, free / 2 - y, t), X, Z, v.stem_width / 2, free / 2, t),
    )


FEATURES: Final = (
    Feature(
        "t_plate",
        "a flat T: a bar along the back and a stem from its middle",
        (
            mm("length", 100, "of the bar, along x", low=2),
            mm("height", DefaultRule("the length", lambda v: v.length), "over bar and stem", low=2),
            mm("bar_width", _LENGTH, "width of the bar", low=1),
            mm("stem_width", DefaultRule("the bar's", lambda v: v.bar_width), "of the stem", low=1),
            mm("thickness", 3, "along z", low=0.2, high=200),
        ),
        (
            Precondition(
                "the bar is less wide than the whole is high, by 1 mm at least",
                lambda v: v.bar_width <= v.height - 1,
            ),
            Precondition(
                "the stem is less wide than the bar is long, by 1 mm at least",
                lambda v: v.stem_width <= v.length - 1,
            ),
        ),
        lambda v: box(v.length, v.height, v.thickness),
        lambda v: ends(v.thickness) + sides(v.length, v.height, v.thickness),
        _faces,
        called=patterns("t[- ]bracket, t[- ]plate, tee bracket, tee plate, t[- ]winkel"),
        leading="length",
        sizes=(("length", "height"), ("length", "height", "bar_width")),
    ),
)
"""A bar with a stem from its middle."""
