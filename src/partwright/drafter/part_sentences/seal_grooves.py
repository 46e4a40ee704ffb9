"""Grooves for O-rings by their cords; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import FIGURE, figure_said
from partwright.kit.patterns import lazy_regex

_N: Final = f"({FIGURE})"
SEAL_GROOVE: Final = lazy_regex(
    rf"(?:\b(?:internal|inner|inside|external|outer|outside) )?\bo-?rings?[ -]?grooves?(?:(?!\b(?:bore|keyway|chamfer|and an?|outer diameter|outside \d|long\b|length)\b)[^;.\n]){{0,60}}?(?=,|;|\.\s|\Z| and\b| with\b|\n)"
    rf"|\bgrooves? for (?:an? )?(?:{FIGURE} ?mm )?(?:cord )?o-?rings?(?:,? (?:of )?{FIGURE}(?: ?mm)?(?: ?x ?{FIGURE})?(?: ?mm)?)?(?: cord)?",
    re.IGNORECASE,
)
"""A groove for an O-ring and what is said of it up to the next comma."""
_CORD: Final = rf"{_N} ?(?:mm )?(?:thick )?(?:cord|section|o-?ring)|\bcord(?: diameter)?(?: of)? {_N}|o-?ring {FIGURE}(?: ?mm)? ?x ?{_N}|\bfor (?:an? )?{_N} ?mm (?:o-?ring|cord)"
_CORDS: Final = ((10.0, 1.8), (25.0, 2.65), (60.0, 3.55), (150.0, 5.3))
"""Usual cords up to a diameter (ISO 3601)."""
_THICKEST: Final = 7.0
SEAL_DEEP: Final = 0.8
"""The depth of a groove by the cord in it, which is pressed by a fifth."""
_WIDE: Final = 1.35


def cord_of(said: str) -> float:
    """The cord that a text tells of its ring; 0 where it tells none."""
    return figure_said(_CORD, said)


def seal_sizes(cord: float, across: float) -> dict[str, float]:
    """The groove for a cord, or for the usual one at a diameter."""
    cord = cord or next((own for top, own in _CORDS if across <= top), _THICKEST)
    return {"width": round(_WIDE * cord, 1), "depth": round(SEAL_DEEP * cord, 2)}


def groove_for_seal(said: str, across: float) -> tuple[float, float]:
    """The width and depth of the groove that is told, or that of the cord."""
    wide = figure_said(rf"{_N} ?(?:mm )?wide|\bwidth(?: of)? {_N}", said)
    deep = figure_said(rf"{_N} ?(?:mm )?deep|\bdepth(?: of)? {_N}", said)
    usual = seal_sizes(cord_of(said), across)
    return wide or usual["width"], deep or usual["depth"]
