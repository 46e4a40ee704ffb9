"""Keyways along the bores of wheels, hubs and discs."""

from collections.abc import Callable
from typing import Final

from partwright.cad.language.feature import DefaultRule, ParameterValues, Precondition, mm
from partwright.cad.language.standards import tables

KEYWAY: Final = (
    mm("keyway_width", 0, "width of a keyway along the bore (DIN 6885); 0: none", low=0),
    mm(
        "keyway_depth",
        DefaultRule(
            "that of DIN 6885-1, else 0.45 keyway widths",
            lambda v: tables.keyway_in_hub(v.keyway_width),
        ),
        "how deep the keyway goes into the hub",
        low=0,
    ),
)


def keyed(thinnest: Callable[[ParameterValues], float], *, bore: str = "bore") -> Precondition:
    """That a keyway has its bore, and leaves a wall around it."""
    return Precondition(
        "a keyway is narrower than 0.6 bores and leaves 0.3 mm of wall below teeth, grooves and rims",
        lambda v: (
            not v.keyway_width
            or (
                v.keyway_width <= 0.6 * v[bore]
                and v[bore] + 2 * v.keyway_depth <= thinnest(v) - 0.6
                and v.keyway_depth >= 0.1
            )
        ),
    )
