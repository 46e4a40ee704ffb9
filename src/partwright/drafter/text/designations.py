"""Names that look like figures: standards, threads, grades, hole patterns; pure."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from partwright.kit.patterns import lazy_regex

DESIGNATION: Final = lazy_regex(
    r"\b(?:(?:DIN|EN|ISO|IEC|ANSI|ASTM|ASME|UL|NEMA|MIL-STD|BS|JIS|FCC|CISPR|SAE|AISI|AGMA|DVGW|VDE|NFPA|ATEX)"
    r"[ -]?(?:EN[ -]|ISO[ -]|IEC[ -])*(?:[A-Z]{1,3}[ -]?)?\d{1,6}(?:[-./]\d{1,5}){0,3}[A-Z]{0,3}"
    r"|M\d{1,2}(?:[.,]\d)?(?:\s?x\s?\d{1,3}(?:[.,]\d{1,2})?)?(?![\d.,]*\w)"
    r"|\d{1,2}/(?:2|4|8|16)\"?-\d{2}(?: ?UN[CFJR]*)?(?![\w-])"
    r"|G\s?\d/\d\"?|R\s?\d/\d\"?|DN\s?\d{1,4}|PN\s?\d{1,3}|IP\s?[0-6X][0-9X]K?|IK\s?\d{2}|Tr\s?\d{1,3}x\d{1,2}"
    r"|AW-?\d{4}|[67]\d{3}[ -]?T\d{1,2}|1\.\d{4}|S\d{3}[A-Z]{1,2}\d?|3(?:04|16|17)L|C45|PA6{1,2}|PA12|PA11"
    r"|6\d{2,3}-?(?:2RS1?|ZZ|2Z)|RS-?\d{3}|USB[ -]?\d(?:\.\d){0,2}|Bluetooth \d(?:\.\d)?|HDMI \d(?:\.\d)?|Wi-?Fi \d"
    r"|PCIe \d|\d{2}BYJ-?\d{2}|DDR\d|ESP32\w*|STM32\w*|ESP8266|RP2040|ATmega\d+\w*|nRF\d+|Arduino \w+|Raspberry Pi \d|HD44780"
    r"|(?:18650|21700|26650|14500|CR2032|CR123A?|LR\d{1,2}|AAA?)\b(?! \w*meter)|GU\d{1,2}|E27|E14|R7s|MR\d{2}"
    r"|(?:EURO|Schuko|Cat|Class|Type|grade|category|class|type|Zone|zone|level|model|version)[ -]?\d(?:\.\d)?[a-z]?"
    r"|RAL ?\d{4}|24/7|3D|2D|4G|5G|LTE|[12]D\b|4K\b|1080p|720p|[48]-20 ?mA)\b",
)
"""Standards, threads, classes, grades, sizes of a series."""
_OTHER: Final = (
    r"(?! ?-?(?:kg|g|lbs?|pounds?|N|Nm|W|V|cm|m|inch(?:es)?|deg(?:rees?)?|screws?|bolts?|holes?"
    r"|(?:mm )?(?:long|wide|high|tall|thick|deep|diameter|travel|reach)"
    r"|in(?= ?(?:[,.;)]|screens?|monitors?|displays?|tvs?|$)))\b| ?[\"\u2033\u00b0%])"
)
"""No unit and no noun of another figure follows one that stands alone."""
_SIDE: Final = r"(?<![\d.,])(\d{2,3})(?![\d.,]*\d)(?: ?mm\b)?"
_SECOND: Final = r" ?(?:x|by) ?(\d{2,3})(?![\d.,]*\d)(?: ?mm\b)?"
_SIDES: Final = rf"{_SIDE}(?:{_SECOND}|{_OTHER})"
_VESA: Final = lazy_regex(
    rf"\bvesa(?:[ -]?(?:mounts?|mounting|holes?|hole pattern|pattern|standard|compatible|mis-[def])){{0,3}}"
    rf"(?:(?: ?[:(]| of| up to| is){{0,2}} ?{_SIDES}|(?: ?,| with| for){{1,2}} ?{_SIDE}{_SECOND})",
    re.IGNORECASE,
)
_FURTHER: Final = lazy_regex(
    rf" ?(?:,(?! ?\d+ ?mm)|/|and|or|&|to|up to){{1,2}} ?(?:vesa )?{_SIDES}", re.IGNORECASE
)
_AHEAD: Final = lazy_regex(rf"{_SIDE}{_SECOND} vesa\b", re.IGNORECASE)
_PATTERNS: Final = frozenset(
    {20, 50, 75, 80, 100, 150, 200, 250, 280, 300, 350, 400, 450, 500, 600, 700, 800, 900}
)
"""Spacings in use for the screws behind screens, in millimetres."""
_MOST: Final = 20


class VesaPattern(NamedTuple):
    """The spacing of the four screws behind a screen."""

    sides: tuple[float, float]
    """Across and up."""
    start: int
    end: int


def vesa_patterns(text: str) -> Iterator[VesaPattern]:
    """The patterns that a text names: VESA 75, VESA 75/100, VESA 400 x 200, 100 x 100 VESA."""
    end = 0
    found = sorted([*_VESA.finditer(text), *_AHEAD.finditer(text)], key=lambda one: one.start())
    for match in islice(found, _MOST):
        said: re.Match[str] | None = match
        while said is not None and said.start() >= end:
            pattern = _pattern(said)
            if pattern is None:
                break
            yield pattern
            end = pattern.end
            said = _FURTHER.match(text, end)


def _pattern(match: re.Match[str]) -> VesaPattern | None:
    sides = [int(one) for one in match.groups() if one]
    if not set(sides) <= _PATTERNS:
        return None
    begun = min(match.start(n) for n, one in enumerate(match.groups(), 1) if one)
    return VesaPattern((float(sides[0]), float(sides[-1])), begun, match.end())
