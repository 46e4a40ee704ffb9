"""Figures said once more in another unit, 25 lb (11 kg): the first is kept."""

import re
from typing import Final

from partwright.drafter.text.units import BEHIND_INCHES, unit_named
from partwright.kit.patterns import lazy_regex
from partwright.kit.units import MM_PER_INCH

_NUMBER: Final = r"\d+(?:[ -]\d+/\d+|[./]\d+)?"
_UNIT: Final = r"mm|cm|m|inches|inch|in|\"|ft|feet|foot|lbs?|pounds?|oz|ounces?|kg|g"
_SIZE: Final = rf"{_NUMBER}(?: ?x ?{_NUMBER}){{0,2}} ?-?(?:{_UNIT})"
_TWICE: Final = lazy_regex(
    rf"(?<![\w.])(?P<first>{_SIZE})(?P<again>\s*(?:\(|\[|/|=|≈|, ?i\.?e\.? ?)\s*(?:about |approx\.? |ca\.? |~ ?|≈ ?)?"
    rf"(?P<second>{_SIZE})(?![\w²³/])(?:\s*[)\]])?)",
    re.IGNORECASE,
)
_ROUNDED: Final = 0.06
"""The part by which a rounded conversion may miss."""


def without_conversions(text: str) -> str:
    """The text without figures that say the one before them in another unit."""

    def first(match: re.Match[str]) -> str:
        return match["first"] if _is_same(match["first"], match["second"]) else match.group()

    return _TWICE.sub(first, text)


def _is_same(first: str, second: str) -> bool:
    one, other = _read(first), _read(second)
    if one[:2] == other[:2] or one[0] != other[0] or len(one[2]) != len(other[2]):
        return False
    pairs = zip(one[2], other[2], strict=True)
    return all(abs(a - b) <= _ROUNDED * max(a, b) for a, b in pairs)


def _read(size: str) -> tuple[str, str, list[float]]:
    """The dimension, the unit and the values in mm or kg."""
    unit = re.search(rf"(?:{_UNIT})$", size, re.IGNORECASE)
    word = unit.group().lower() if unit else "mm"
    known = unit_named(word)
    return known.dimension, word, [known.reckoned(_value(n)) for n in re.findall(_NUMBER, size)]


def _value(number: str) -> float:
    whole, _, part = number.replace("-", " ").rpartition(" ")
    if "/" not in part:
        return float(part)
    above, below = part.split("/")
    return float(whole or 0) + float(above) / (float(below) or 1.0)


_BEHIND: Final = (
    r"(?:shaft|plate|rod|bar|disc|disk|ring|flange|gear|spring|pulley|sprocket|spacing|spaced|apart|pitch"
    r"|keyway|slot|hub|face|wall|radius|chamfers?|fillets?|bolt|pcd|wire|coil|on|at|for|with|through|from|total|overall)"
)
_INCH: Final = (
    rf"inches|inch|in(?={BEHIND_INCHES}|\s*\(|\s+{_BEHIND}\b)(?!\w)"
    r"|(?:(?<=/\d )|(?<=/\d\d )|(?<=\d-))in(?! (?:the|a|an|each|its|both|all|every)\b)(?!\w)|\""
)
"""In steel tells the material, unless a fraction or a hyphen is before it: 1/4 in steel."""
_INCHES: Final = lazy_regex(
    rf"(?<![\w./-])({_NUMBER}(?: ?(?:{_INCH}))?(?: ?x ?{_NUMBER}(?: ?(?:{_INCH}))?){{0,2}}) ?-?(?:{_INCH})(?!-\d| (?:roller )?(?:chain|thread|bsp|npt|unc|unf|pipe|socket))",
    re.IGNORECASE,
)


def _in_millimetres(text: str) -> str:
    """The text with its inches, fractions of them too, as millimetres."""

    def told(match: re.Match[str]) -> str:
        values = [_value(n) * MM_PER_INCH for n in re.findall(_NUMBER, match[1])]
        return " x ".join(f"{value:.6g}" for value in values) + " mm"

    return _INCHES.sub(told, text)


_UNNAMED: Final = lazy_regex(
    r"(?<![\w.])(\d+(?:[.,]\d+)?) (?=(?:long|wide|high|tall|thick|deep|diameter|bore|outer|inner|outside|inside|across|face)\b)",
    re.IGNORECASE,
)
_BARE_SIDES: Final = lazy_regex(
    r"(?<!\d)(?<!\d[.,])((?:\d+(?:[.,]\d+)? x ){1,4}\d+(?:[.,]\d+)?)(?! ?(?:mm|cm|m\b|inch|x|\d|[.,/]\d))"
)
_BEFORE_MATERIAL: Final = lazy_regex(
    r"\b((?:diameter|dia|bore|thickness|length|width|height|wall)(?: of)? \d+(?:[.,]\d+)?) (?=in (?!the\b|an?\b|each\b))",
    re.IGNORECASE,
)
"""Sizes and lengths without a unit, which are millimetres."""


def with_units(text: str) -> str:
    """The text of a part with all its lengths in millimetres."""
    text = _UNNAMED.sub(r"\1 mm ", _in_millimetres(text))
    text = _BEFORE_MATERIAL.sub(r"\1 mm ", text)
    text = re.sub(r"\bmm (outer|inner|outside|inside)(?! dia)", r"mm \1 diameter", text)
    return _BARE_SIDES.sub(r"\1 mm", text)
