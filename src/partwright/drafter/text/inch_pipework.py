"""Flanges and valves by their nominal size in inches and their class, read as nominal widths; pure."""

import re
from fractions import Fraction
from typing import Final

from partwright.kit.patterns import lazy_regex

_SIZE: Final = r"(?:NPS ?)?(?P<{n}>\d{{1,2}}(?:[ -]\d/\d)?|\d/\d|\d[.,]5)(?: ?(?:\"|″|”|''|-? ?inch(?:es)?\b|in\b)|(?<=\d)(?= NPS\b))"
_CLASS: Final = r"(?:(?:class|cl\.?) ?(?P<{n}>150|300)\b ?(?:lbs?\b|#)?|(?P<{n}b>150|300) ?(?:#|lbs?\b)|#(?P<{n}c>150|300)\b|(?:ANSI|ASME) (?P<{n}d>150|300)\b)"
_INCH: Final = lazy_regex(r"(?<![\w.,/])" + _SIZE.format(n="inch"), re.IGNORECASE)
_RATED: Final = lazy_regex(_CLASS.format(n="rated"), re.IGNORECASE)
_STANDARD: Final = lazy_regex(
    r"\b(?:to |per |acc(?:ording|\.)? to )?(?:ANSI|ASME)(?: ?/ ?(?:ANSI|ASME))?(?: B ?16\.?5)?(?: ?RF\b)?|\bB16\.5\b",
    re.IGNORECASE,
)
_FLANGE: Final = lazy_regex(r"\A[^;,.\n]{0,70}?\bflange\b(?! (?:mount|bearing|nut))", re.IGNORECASE)
_VALVE: Final = lazy_regex(
    r"(?<![\w.,/])(?P<size>(?:\d{1,2}(?:[ -]\d/\d)?|\d/\d|\d[.,]5)(?: ?\"| ?″|[ -]?inch(?:es)?\b)) (?P<noun>(?:[a-z-]+ ){0,3}?valve)\b",
    re.IGNORECASE,
)
_WIDTHS: Final = {
    0.5: 15, 0.75: 20, 1.0: 25, 1.25: 32, 1.5: 40, 2.0: 50, 2.5: 65, 3.0: 80, 4.0: 100, 5.0: 125,
    6.0: 150, 8.0: 200, 10.0: 250, 12.0: 300,
}  # fmt: skip
"""Nominal widths by the nominal size in inches (ASME B36.10)."""
_AHEAD: Final = 120


def with_nominal_widths(text: str) -> str:
    """The text with a flange's inches and class behind its noun, and a valve's inches as its width."""
    return _VALVE.sub(_valve, _flange(text))


def _flange(text: str) -> str:
    head = text[:_AHEAD]
    inch, rated = _INCH.search(head), _RATED.search(head)
    width = _width(inch["inch"]) if inch else 0
    plain = _STANDARD.sub(" ", _RATED.sub(" ", _INCH.sub(" ", head, count=1), count=1))
    if not width or not rated or not _FLANGE.match(" ".join(plain.replace(",", " ").split())):
        return text
    pressure = next(one for one in rated.groups() if one)
    lead, noun, rest = re.split(r"(\bflange\b)", plain, maxsplit=1, flags=re.IGNORECASE)
    name = " ".join(lead.replace(",", " ").split())
    return f"{name} {noun} DN{width} ANSI{pressure}, {rest.strip(' ,')}{text[_AHEAD:]}".rstrip(" ,")


def _valve(match: re.Match[str]) -> str:
    width = _width(
        re.sub(r"\s*(?:\"|″|-?\s?inch(?:es)?)\Z", "", match["size"], flags=re.IGNORECASE)
    )
    return f"{match['noun']} DN{width}" if width else match.group()


def _width(written: str) -> int:
    """The nominal width of inches as they are written: 2, 1/2, 1 1/2, 2.5; 0 for another size."""
    parts = re.split(r"[ -]", written.replace(",", "."))
    try:
        inches = float(sum(Fraction(one) for one in parts))
    except (ValueError, ZeroDivisionError):
        return 0
    return _WIDTHS.get(inches, 0)
