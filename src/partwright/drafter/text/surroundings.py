"""Surroundings of the product, and what it works on: named in the text, and not parts of it."""

import re
from typing import Final

from partwright.kit.patterns import lazy_regex

_ACTS_ON: Final = lazy_regex(
    r"\b(?:for|onto|tests?|testing|tested|inspects?|inspecting|sorts?|sorting|stores?|storing|holds?|holding|carry|carries"
    r"|carrying|lifts?|lifting|charges?|charging|recharges?|cleans?|cleaning|moves?|moving|picks?|picking|clamps?|clamping"
    r"|grips?|gripping|drills?|drilling|cuts?|cutting|opens?|opening|closes?|closing|repairs?|repairing|washes|washing"
    r"|assembles?|assembling|protects?|protecting|supports?|supporting|houses?|housing|fits?|fitting|transports?|hangs?|hanging"
    r"|mounts?|mounting|fills?|filling|winds?|presses|removes?|removing|installs?|organi[sz]es?|on (?:my|a|an)|on the (?:bike|bicycle|car)"
    r"|to (?:my|our)|near (?:a|an|the)|connects? to (?:a|an|the)|replaces?|replacing|instead of"
    r"|for(?: (?!(?:with|and|using|by|on|in|at|from|via|to|that|which|has|without|powered|or)\b)[a-z-]{2,14}){1,2}|wind|winding|weighs?|weighing|calibrat(?:es?|ing)|soldering|f\u00fcr)"
    r"(?:\s+(?:a|an|the|my|our|your|his|their|small|large|big|heavy|standard|used|empty|full|several|different|up to|two|three|four|six|ten"
    r"|[\w.-]{0,8}\d[\w.-]{0,8}|single|electric|water|bike|bicycle|car|steel|plastic|glass|(?:\d+(?:[.,]\d+)?\s?[a-zA-Z\u00b0\u00b2\u00b3/%]{1,5})))*\s*$",
    re.IGNORECASE,
)
_BACK: Final = 48


def is_object(text: str, start: int) -> bool:
    """Whether what begins there is what the product works on, or where it is used."""
    return bool(_ACTS_ON.search(text[max(0, start - _BACK) : start]))


_FOR: Final = lazy_regex(
    r"\b(?:for|fits?|takes?|accepts?|stores?|storing|holds?|holding|carry|carries|carrying|grips?|cuts?|cutting"
    r"|machining|presses|bends?|lifts?|lifting)(?:\s+(?:a|an|the|my|your|up to|about|large|small|heavy"
    r"|\d+(?:[.,]\d+)?|two|three|four|five|six|seven|eight|ten|twelve))*\s*$",
    re.IGNORECASE,
)


def is_for(text: str, start: int) -> bool:
    """Whether what begins there is what the product is for, rather than a part or size of its own."""
    return bool(_FOR.search(text[max(0, start - _BACK) : start]))


_HELD: Final = lazy_regex(
    r"\b(?:for|takes|holds|houses)\b[^,.;]{0,40}\b(?:(?:of|measuring|sized)|(?:pcb|board|module|phone|tablet"
    r"|monitor|battery|bottle|plate)s?|(?:pcb|board|module|phone|tablet|monitor)s? (?:of|with))\s*$",
    re.IGNORECASE,
)


def is_held(text: str, start: int) -> bool:
    """Whether a size is that of what the product takes in: for a board of 100 x 60 mm."""
    return bool(_HELD.search(text[max(0, start - _BACK) : start]))


_STATE: Final = (
    "(?:fold(?:ed|s|ing)?|collapsed|packed|packs|stowed|retracted|pack(?:ed|ing)?|transport)"
)
_PUT_AWAY_TO: Final = lazy_regex(
    rf"\b{_STATE}(?: down| up| away| flat)?(?: to| length| size| height| dimensions?)?(?: of| is)?:? ?"
    r"(?:(?:only|just|about|approx\.?|max\.?|under|below) )?$",
    re.IGNORECASE,
)
_PUT_AWAY: Final = lazy_regex(
    r" ?(?:long |high )?(?:when |if )?(?:folded|collapsed|packed|stowed|retracted)\b(?! (?:steel|sheet|edge|plate|bracket))",
    re.IGNORECASE,
)


def is_put_away(text: str, start: int, end: int) -> bool:
    """Whether a size is that of the product put away, which is drawn in use: folded to 480 mm."""
    ahead = text[max(0, start - _BACK) : start]
    return bool(_PUT_AWAY_TO.search(ahead) or _PUT_AWAY.match(text, end))


_FOOT: Final = 24
_ONE_FOOT: Final = lazy_regex(r"\ban? (?!rubber |non-)[a-z]+[ -]foot", re.IGNORECASE)


def is_no_part(key: str, text: str, start: int, end: int) -> bool:
    """Whether a word that mostly means a part or a joint only tells of something else there."""
    if key == "feet":
        return _is_one_foot(text, start, end)
    if key == "supply air":
        return _TYRES.match(text, end) is not None
    return key == "adjustable" and bool(_ADJUSTED.match(text, end))


_TYRES: Final = lazy_regex(r" (?:ty|ti)res?\b| wheels?\b", re.IGNORECASE)
"""What holds air and is not driven by it."""
_ADJUSTED: Final = lazy_regex(r" (?:shel(?:f|ves)|f(?:oo|ee)t|levelling|legs?)\b", re.IGNORECASE)
"""Parts that are adjustable by how they are made: pins for shelves, the threads of feet."""


def _is_one_foot(text: str, start: int, end: int) -> bool:
    """Whether a foot is one that a word tells, and none to stand on: a walking foot."""
    return any(one.end() == end for one in _ONE_FOOT.finditer(text, max(0, start - _FOOT), end))


def is_fitted(text: str, start: int, end: int) -> bool:
    """Whether a motor is one that the product is fitted to, and no part of it."""
    return any(one.start() <= start and end <= one.end() for one in _FITTED.finditer(text))


_FITTED: Final = lazy_regex(
    r"\bfor (?:an? |the )?nema[ -]?\d{1,2}(?: stepper| step)?(?: motors?)?\b"
    r"|\bnema[ -]?\d{1,2} (?:input |motor |mounting )?(?:flange|face|mount|adapter|interface|pattern)",
    re.IGNORECASE,
)
"""For a NEMA 17 motor, NEMA 23 flange."""
