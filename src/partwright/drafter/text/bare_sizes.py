"""Lengths and two sides without a unit that are millimetres all the same; pure."""

import re
from collections.abc import Sequence
from typing import Final

from partwright.drafter.text.numbers import WrittenNumber
from partwright.drafter.text.part_wording import FIT
from partwright.drafter.text.surroundings import is_for, is_held
from partwright.kit.patterns import lazy_regex

_SECTION: Final = lazy_regex(
    r" (?:(?:alu\w*|steel|wooden|square|t-slot) ){0,2}(?:profil|extrusion|tub|beam|timber|post|leg)",
    re.IGNORECASE,
)
"""Behind two sides without a unit: those of a section."""
_SECTION_AHEAD: Final = lazy_regex(
    r"\b(?:posts?|legs?|beams?|profiles?|tubes?|extrusions?|timbers?|uprights?|rafters?|joists?)(?: of)? $",
    re.IGNORECASE,
)
"""Ahead of two sides without a unit, of which they are the section: posts 70 x 70."""
_PLATE_AHEAD: Final = lazy_regex(
    r"\b(?:plates?|flanges?|pads?|panels?|blocks?|bases?|footprint|shafts?|rods?|pins?|axles?|spindles?|rollers?|wellen?|bolzen|achsen?|platten?)(?: of)?(?: diameter)? $",
    re.IGNORECASE,
)
"""Ahead of two sides without a unit, be they below 100: a base plate 80 x 40, a shaft 40 x 300."""
_ROUND_AHEAD: Final = lazy_regex(
    r"\A\W*(?:(?:an?|one|\d+ ?x?|the|steel|dowel|straight|cylindrical|plain|hardened|stainless|round|turned) ){0,3}"
    r"(?:pins?|axles?|rods?|shafts?|spindles?|bolzen|stifte?|plungers?)(?: of)?,?(?: diameter)? ?$",
    re.IGNORECASE,
)
"""Ahead of the diameter and length of a pin that the whole text is of, be it thin: Pin 8 x 40."""
_BARE: Final = 100
"""Millimetres from which a side needs no unit."""
_RESOLUTIONS: Final = frozenset({
    (240, 320), (320, 480), (480, 640), (480, 800), (600, 800), (600, 1024), (768, 1024), (720, 1280),
    (800, 1280), (1024, 1280), (768, 1366), (1080, 1920), (1200, 1920), (1440, 2560), (2160, 3840),
})  # fmt: skip
_SHOWN: Final = (
    r"(?:pixels?|px|dpi|dots|resolution|displays?|screens?|touch ?screens?|monitors?|tv|lcd|tft|oled|e-?paper|e-?ink"
    r"|epaper|(?:smart)?phones?|tablets?|sensors?|images?|photos?|videos?|cameras?|led|matrix)"
)
_PIXELS: Final = lazy_regex(
    rf" ?(?!(?:with|and|for|on|of|to|that|from|in)\b)(?:[\w-]+ )?(?!(?:with|and|for|on|to|that|in)\b)(?:[\w-]+ )?{_SHOWN}\b",
    re.IGNORECASE,
)
"""Behind two sides that are pixels, after two words at most."""
_PIXELS_OF: Final = lazy_regex(
    rf"\b{_SHOWN}(?:,? (?:of|with|at|a|an|is|panel|module|resolution|size|[\d.,]+|inch(?:es)?)){{0,3}}[,:]? ?$",
    re.IGNORECASE,
)
"""Before two sides that are pixels: an LCD with 480 x 272."""
_GRID: Final = lazy_regex(
    r"(?:vesa(?:[ ,/]+(?:and|or|to)?[ ]?\d+ ?x ?\d+(?: ?mm)?)*[ ,/]*(?:and|or|to)?|numbers?|no\.) ?$",
    re.IGNORECASE,
)
"""Before two sides that are no size of the whole, be it the second pattern of a VESA mount."""
_LOOK_BACK: Final = 60
_MEASURED: Final = lazy_regex(
    r" (?:wide|tall|high|deep|long|thick|in diameter|across|at the (?:front|back|rear|top|bottom))(?![\w-])",
    re.IGNORECASE,
)
"""Behind a number without a unit that is a length: 800 wide, 280 deep."""
_SIDE_AHEAD: Final = lazy_regex(
    r"(?<![\w-])(?:length|width|height|depth|bore|stroke|travel|reach|(thickness|diameter|dia\.?|o\.?d\.?|i\.?d\.?))(?: (?:of|is)| ?[:=])? ?$",
    re.IGNORECASE,
)
"""Ahead of a number without a unit that is a length: width 700; a thickness or diameter is one of any size."""
_LEAST_BARE: Final = 10
"""Below it such a number counts: a rack two wide and 4 high."""
_AHEAD: Final = 28


def is_bare_size(text: str, sides: Sequence[WrittenNumber], end: int) -> bool:
    """Whether two sides without a unit are millimetres: a section, or a top 1800 x 900."""
    if _SECTION.match(text, end) or _SECTION_AHEAD.search(text[: sides[0].start][-_AHEAD:]):
        return True
    values = tuple(sorted(side.value for side in sides))
    if values[0] >= _LEAST_BARE and _PLATE_AHEAD.search(text[: sides[0].start][-_AHEAD:]):
        return True
    if 1 <= values[0] < _LEAST_BARE <= values[-1] and _ROUND_AHEAD.search(text[: sides[0].start]):
        return True
    if values[0] < _BARE or values in _RESOLUTIONS or _PIXELS.match(text, end):
        return False
    start = sides[0].start
    if is_for(text, start) or is_held(text, start):
        return False
    ahead = text[max(0, start - _LOOK_BACK) : start]
    return not (_PIXELS_OF.search(ahead) or _GRID.search(ahead))


def is_bare_length(text: str, number: WrittenNumber) -> bool:
    """Whether a number without a unit is one of millimetres: 800 wide, width 700."""
    ahead = _SIDE_AHEAD.search(text, max(0, number.start - _AHEAD), number.start)
    if ahead is not None and ahead[1] and number.value > 0:
        return True
    if (fit := FIT.match(text, number.start)) and fit.end("n") == number.end:
        return True
    if number.value < _LEAST_BARE or number.spelled:
        return False
    return ahead is not None or bool(_MEASURED.match(text, number.end))
