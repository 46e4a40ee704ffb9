"""Words as people type them in haste, and compounds written together, as they are read; pure."""

import re
from typing import Final

from partwright.kit.patterns import lazy_regex

_FILLERS: Final = lazy_regex(
    r",? ?\b(?:plz|pls|plzz|thx|tnx|ty|asap|imho|btw|cheers)\b(?! ?\d)[.!]*", re.IGNORECASE
)
_WITH: Final = lazy_regex(r"(?<![\w/])w/(?!o\b) ?(?=\w)|(?<=[a-z] )w(?= [a-z]{3,})", re.IGNORECASE)
_WITHOUT: Final = lazy_regex(r"(?<![\w/])w/o\b", re.IGNORECASE)
_WRITTEN: Final = {
    "alumnium": "aluminium", "aluminim": "aluminium", "alluminium": "aluminium", "alumnum": "aluminum", "alluminum": "aluminum", "alumium": "aluminium",
    "stainles": "stainless", "stanless": "stainless",
    "lenght": "length", "lengh": "length", "widht": "width", "heigth": "height", "hight": "height", "heigh": "height",
    "thicknes": "thickness", "thikness": "thickness", "diamter": "diameter", "diametre": "diameter", "diamater": "diameter", "dimater": "diameter",
    "flang": "flange", "flanche": "flange", "brackett": "bracket", "braket": "bracket", "bushng": "bushing", "bearng": "bearing",
    "plywod": "plywood", "drawes": "drawers", "castros": "castors", "wheles": "wheels", "enclosue": "enclosure",
    "enclousure": "enclosure", "chamfred": "chamfered", "countersunked": "countersunk", "threded": "threaded", "moter": "motor", "gearbx": "gearbox",
    "ply": "plywood", "convayor": "conveyor", "conveyer": "conveyor", "rectangluar": "rectangular", "hexagonl": "hexagonal", "shelfs": "shelves", "batery": "battery",
    "handwheel": "hand wheel", "handwheels": "hand wheels", "toolpost": "tool post", "guiderail": "guide rail", "guiderails": "guide rails", "baseplate": "base plate",
    "baseplates": "base plates", "footplate": "foot plate", "topplate": "top plate",
}  # fmt: skip
"""Slips of the keyboard, and what recipes write apart."""
_HARMONIC: Final = lazy_regex(
    r"\bharmonic (?:gear )?(?=(?:drives?|reducers?|gear ?sets?|gearboxe?s?|gears?)\b)(?:drives?|reducers?|gear ?sets?|gearbox(?:es)?|gears?)",
    re.IGNORECASE,
)
_PLIES: Final = lazy_regex(
    r"\b(?:\d{1,2}|three|five|seven|nine|eleven|multi)[- ]ply\b ?", re.IGNORECASE
)
"""How many layers a board of wood has: a 7-ply maple deck."""
_WORD: Final = lazy_regex(r"[A-Za-z]{3,14}")
_RACKED: Final = lazy_regex(
    r"(?P<lead>,? ?)(?<![\w.,])19(?:\"|''|[ -]?(?:inch(?:es)?|in|zoll|pouces|pulgadas)\b)(?=\s*(?:[,;.)]|\Z|\n|(?:wide|width|with|and|breit)\b))(?: wide| width| breit)?",
    re.IGNORECASE,
)
"""The width of devices, where the text is of rack units: 24U, 19 inch."""
_UNITS: Final = lazy_regex(r"\b\d{1,2} ?(?:U|HE)\b|\brack units?\b|\bserver ?(?:rack|schrank)")


def with_words_spelled(text: str) -> str:
    """The text with the words that are meant in the place of slips and shorthand."""
    text = _WITH.sub("with ", _WITHOUT.sub("without", _FILLERS.sub("", text)))
    text = re.sub(r"\bwith  +", "with ", _HARMONIC.sub("strain wave gear set", text))
    text = _WORD.sub(_word_that_is_meant, _PLIES.sub("", text))
    return _RACKED.sub(r"\g<lead>rack-mount", text) if _UNITS.search(text) else text


def _word_that_is_meant(word: re.Match[str]) -> str:
    said = word.group()
    meant = _WRITTEN.get(said.casefold(), "")
    return meant.capitalize() if meant and said[0].isupper() else meant or said
