"""Two sides without a unit that are millimetres all the same; pure."""

import re
from collections.abc import Sequence
from typing import Final

from partwright.drafter.text.numbers import WrittenNumber

_SECTION: Final = re.compile(
    r" (?:(?:alu\w*|steel|wooden|square|t-slot) ){0,2}(?:profil|extrusion|tub|beam|timber|post|leg)",
    re.IGNORECASE,
)
"""Behind two sides without a unit: those of a section."""
_BARE: Final = 100
"""Millimetres from which a side needs no unit."""
_RESOLUTIONS: Final = frozenset({
    (240, 320), (320, 480), (480, 640), (480, 800), (600, 800), (600, 1024), (768, 1024), (720, 1280),
    (800, 1280), (1024, 1280), (768, 1366), (1080, 1920), (1200, 1920), (1440, 2560), (2160, 3840),
})  # fmt: skip
_PIXELS: Final = re.compile(
    r" ?(?:pixel|px|dpi|dots|resolution|displays?|screens?|lcd|tft|oled|camera|led)\b",
    re.IGNORECASE,
)
_GRID: Final = re.compile(r"(?:vesa|resolution(?: of)?|pixels?:?) ?$", re.IGNORECASE)
"""Before two sides that are no size of the whole."""


def is_bare_size(text: str, sides: Sequence[WrittenNumber], end: int) -> bool:
    """Whether two sides without a unit are millimetres: a section, or a top 1800 x 900."""
    if _SECTION.match(text, end):
        return True
    values = tuple(sorted(side.value for side in sides))
    if values[0] < _BARE or values in _RESOLUTIONS or _PIXELS.match(text, end):
        return False
    return not _GRID.search(text, 0, sides[0].start)
