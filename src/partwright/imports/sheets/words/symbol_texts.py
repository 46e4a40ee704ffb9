"""Texts that libraries of schematics have for their symbols, and no part is called by: `Resistor`."""

import re
from collections.abc import Sequence

from partwright.kit.patterns import lazy_regex

_SYMBOLS = lazy_regex(
    r"(?:(?:un)?polari[sz]ed capacitor|resistor|inductor|diode|(?:zener|schottky|light emitting) diode|led|"
    r"crystal|ferrite bead|fuse|battery|transformer|potentiometer|thermistor|varistor|speaker|motor|"
    r"(?:generic|push button|two pin|four pin) (?:switch|crystal)|test ?point|mounting hole|solder jumper)"
    r"(?:,? (?:small|us|small us|generic|with pad|without connection|double|single|two pin|four pin)(?: symbol)?)*"
    r"|[^,]{2,40}, (?:european|american|us|eu) symbol"
    r"|(?:generic|power flag|push button switch|normally open|jumper,|solder jumper,|mounting hole)\b.{0,200}",
    re.IGNORECASE,
)
_LONGEST = 240
_SHARE = 3


def describe_symbols(texts: Sequence[str]) -> bool:
    """Whether one in three texts describes a symbol that parts of any value share."""
    short = (text.strip()[:_LONGEST] for text in texts)
    return _SHARE * sum(bool(_SYMBOLS.fullmatch(text)) for text in short) >= len(texts) > 2
