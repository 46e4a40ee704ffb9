"""Round ends of levers by their radii; pure."""

import re
from typing import Final

from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

_RADIUS: Final = (
    rf"(?:R ?|(?:rounded |end )?radius (?:of )?)(?P<r{{0}}>{FIGURE})(?![\w.,]*\d)(?: ?mm)?"
)
_BOTH: Final = lazy_regex(
    rf"\b(?:both|each) ends? (?:with |rounded |are |is )*{_RADIUS.format(0)}|\b(?:ends? )?{_RADIUS.format(1)} (?:at|on) (?:both|each) ends?\b",
    re.IGNORECASE,
)
_ONE: Final = lazy_regex(
    rf"\b(?:one|first|large|big|hub|near) end,? (?:with |rounded |is )*(?:an? )?{_RADIUS.format(0)}|\b{_RADIUS.format(1)} (?:at|on) (?:one|the (?:first|large|big|hub)) end\b",
    re.IGNORECASE,
)
_OTHER: Final = lazy_regex(
    rf"\b(?:the )?(?:other|second|small|far) end,? (?:with |rounded |is )*(?:an? )?{_RADIUS.format(0)}|\b{_RADIUS.format(1)} (?:at|on) the (?:other|second|small|far)(?: end)?\b",
    re.IGNORECASE,
)


_EYES: Final = lazy_regex(
    rf"\b(?:eyes?|bosses|hubs|ends)(?: of| diameter| diameters|:)* (?P<a>{FIGURE})(?: ?mm)?(?: and |, ?| ?/ ?)(?P<b>{FIGURE})(?: ?mm)?\b",
    re.IGNORECASE,
)
"""Eyes 40 and 24 mm: the widths at both ends."""


def round_ends(text: str) -> dict[str, float]:
    """The widths of a lever at its ends, where the text tells their radii or the eyes there."""
    if eyes := _EYES.search(text):
        return {"width": number(eyes["a"]), "width_2": number(eyes["b"])}
    if both := _BOTH.search(text):
        return {"width": 2 * number(both["r0"] or both["r1"])}
    found: dict[str, float] = {}
    for name, pattern in (("width", _ONE), ("width_2", _OTHER)):
        if match := pattern.search(text):
            found[name] = 2 * number(match["r0"] or match["r1"])
    return found if "width" in found else {}
