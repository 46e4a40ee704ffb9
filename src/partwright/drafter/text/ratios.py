"""Ratios of a text: 4:1, and those written without their one, i = 12."""

import re
from collections.abc import Iterator
from typing import Final

from partwright.drafter.text.numbers import figure_value
from partwright.kit.patterns import lazy_regex

_RATIO: Final = lazy_regex(
    r"(?<![\w.:])(\d{1,5}(?:[.,]\d{1,4})?)[ ]?:[ ]?(\d{1,5}(?:[.,]\d{1,4})?)(?![\w:])"
)
_OF_GEARS: Final = frozenset({
    "gear", "gearing", "gearbox", "reduction", "transmission", "total", "overall", "speed", "step-down", "drive", "fixed", "high", "low", "final",
    "a", "the", "with", "of", "and", "at", "its", "in", "has", "by", "needs", "stage", "planetary", "worm", "belt", "chain", "exact",
})  # fmt: skip
"""Words ahead of a ratio of gears; behind any other it is of something else: contact ratio, damping ratio."""
_AHEAD: Final = lazy_regex(r"([a-z][a-z-]{0,20})[ -]ratio\b", re.IGNORECASE)
_REDUCTION: Final = lazy_regex(
    r"(?:\bi ?= ?|(?:\b[a-z][a-z-]{0,20}[ -])?\bratio(?: of| is|:)? (?:i ?= ?)?)(\d{1,4}(?:[.,]\d{1,4})?)"
    r"(?![\w:%]| ?(?:%|(?:percent|mm|cm|m|kg|g|N|W)\b)| ?:|[.,]\d| ?to ?\d| ?-)",
    re.IGNORECASE,
)


def ratios_in(text: str) -> Iterator[tuple[int, int, float]]:
    """First and last place of each, and the ratio, at least 1; nothing with a zero."""
    for match in _RATIO.finditer(text):
        first, second = (figure_value(group) for group in match.groups())
        if first > 0 and second > 0:
            yield match.start(), match.end(), max(first, second) / min(first, second)
    for match in _REDUCTION.finditer(text):
        value = figure_value(match[1])
        ahead = _AHEAD.match(match.group())
        if value > 0 and (ahead is None or ahead[1].casefold() in _OF_GEARS):
            yield match.start(1), match.end(1), max(value, 1 / value)
