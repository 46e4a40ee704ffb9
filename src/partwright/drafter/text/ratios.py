"""Ratios of a text: 4:1, and those written without their one, i = 12."""

import re
from collections.abc import Iterator
from typing import Final

_RATIO: Final = re.compile(
    r"(?<![\w.:])(\d{1,5}(?:[.,]\d{1,4})?)[ ]?:[ ]?(\d{1,5}(?:[.,]\d{1,4})?)(?![\w:])"
)
_OTHERS: Final = [
    "contact",
    "fill",
    "filling",
    "aspect",
    "compression",
    "weight",
    "mixing",
    "mix",
    "void",
    "power",
    "slenderness",
]
_NO_GEARS: Final = "".join(rf"(?<!\b{one}[ -])" for one in _OTHERS)
"""Refuses ratios that are of no gears, by the word ahead."""
_REDUCTION: Final = re.compile(
    rf"(?:\bi ?= ?|\b{_NO_GEARS}(?:gear |reduction )?ratio(?: of| is|:)? (?:i ?= ?)?)(\d{{1,4}}(?:[.,]\d{{1,4}})?)"
    r"(?![\w:%]| ?(?:%|(?:percent|mm|cm|m|kg|g|N|W)\b)| ?:|[.,]\d| ?to ?\d| ?-)",
    re.IGNORECASE,
)


def ratios_in(text: str) -> Iterator[tuple[int, int, float]]:
    """First and last place of each, and the ratio, at least 1; nothing with a zero."""
    for match in _RATIO.finditer(text):
        first, second = (_number(group) for group in match.groups())
        if first > 0 and second > 0:
            yield match.start(), match.end(), max(first, second) / min(first, second)
    for match in _REDUCTION.finditer(text):
        value = _number(match[1])
        if value > 0:
            yield match.start(1), match.end(1), max(value, 1 / value)


def _number(text: str) -> float:
    return float(text.replace(",", "."))
