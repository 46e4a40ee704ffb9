"""Pulleys for V belts by the section of their grooves, with the hub beside the rim; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.drafter.text.numbers import NUMBER_WORDS
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
Stated = Mapping[str, float]


_SECTION: Final = lazy_regex(r"\b(SPZ|SPA|SPB|SPC)\b")
_SECTIONS: Final = {
    "SPZ": (2.0, 9.7, 11.0, 12.0, 8.0), "SPA": (2.75, 12.7, 13.8, 15.0, 10.0), "SPB": (3.5, 16.3, 17.5, 19.0, 12.5),
    "SPC": (4.8, 22.0, 23.8, 25.5, 17.0),
}  # fmt: skip
"""Of a groove (ISO 4183): its rim above the pitch line, width, depth, distance from the next and from the side."""
RIMS: Final = {wide: rim for rim, wide, *_ in _SECTIONS.values()}
"""By the width of a groove, its rim above the pitch line."""
_PITCHED: Final = lazy_regex(r"\b(?:pitch|datum|reference|effective) diameter", re.IGNORECASE)


def _grooves(text: str) -> float:
    """The grooves of a section that are counted ahead of it: 2 SPA grooves, 3 x SPZ."""
    said = re.search(r"\b(\w+)(?: ?x)? SP[ZABC](?: belt)?(?: grooves?| belts?)?\b", text)
    word = said[1].casefold() if said else ""
    return float(word) if word.isdecimal() and int(word) < 13 else float(NUMBER_WORDS.get(word, 1))


def v_pulley(text: str, figures: Figures, stated: Stated) -> Figures:
    """The grooves of the belt's section, and the rim above the pitch diameter."""
    section = _SECTION.search(text)
    own = _of_section(section[1], text, figures, stated) if section else dict[str, float]()
    return own | _hub_beside(text, stated, own.get("width", figures.get("width", 0.0)))


def _of_section(section: str, text: str, figures: Figures, stated: Stated) -> Figures:
    """The grooves by their section, and the outside by the pitch diameter."""
    rim, wide, deep, apart, side = _SECTIONS[section]
    number = figures.get("grooves", 0.0) or _grooves(text)
    own = {"grooves": number, "groove_width": wide, "groove_depth": deep, "groove_angle": 38.0}
    own["groove_pitch"] = apart
    if "width" not in stated:
        own["width"] = (number - 1) * apart + 2 * side
    if _PITCHED.search(text) and "diameter" in figures:
        own["diameter"] = figures["diameter"] + 2 * rim
    return own


def _hub_beside(text: str, stated: Stated, rim: float) -> Figures:
    """The hub, as long as the text says by itself, or what the length over all leaves of the rim."""
    across = stated.get("hub_diameter", 0.0)
    if not across:
        return {}
    high = stated.get("hub_height", 0.0)
    whole = stated.get("length", 0.0)
    if not high and rim and whole > rim:
        high = whole - rim
    return {"hub_diameter": across} | ({"hub_height": round(high, 3)} if high else {})
