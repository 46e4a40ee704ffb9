"""Threads in the bores of single parts, and the hexagon of stand-offs; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import first_figure
from partwright.kit.patterns import lazy_regex

TAPPED: Final = lazy_regex(
    r"\bM ?\d{1,2}(?: ?x ?[\d.]+)? (?:(?:internal|inner|female|blind|through) )*thread|\bfemale\b|\b(?:threaded|tapped|internally threaded)\b"
    r"|\bthreads? M ?\d|\bgewinde\b",
    re.IGNORECASE,
)


def core_bores(method: str, figures: Mapping[str, float], text: str) -> dict[str, float]:
    """The core hole in place of the thread's diameter, where the bore is tapped."""
    thread = sizes_in(text).thread
    name = {"knob": "bore", "bushing": "inner_diameter", "spacer": "inner_diameter"}.get(method, "")
    if thread is None or figures.get(name) != thread[0]:
        return {}
    if method != "knob" and not TAPPED.search(text) and not _NUT.search(text):
        return {}
    deep = _BLIND_THREAD.search(text) if method == "knob" else None
    depth = {"bore_depth": number(deep[1])} if deep else {}
    return {name: tables.tapping_hole(thread[0])} | depth


_NUT: Final = lazy_regex(r"\bnut\b|mutter\b", re.IGNORECASE)
_BLIND_THREAD: Final = lazy_regex(
    r"\b(?:thread(?:ed hole)?|tapped(?: hole)?),? (\d+(?:[.,]\d+)?) ?mm deep", re.IGNORECASE
)


_FLATS: Final = lazy_regex(
    r"(\d+(?:[.,]\d+)?) ?mm (?:across (?:the )?flats|a/?f\b)|\b(?:across (?:the )?flats|a/?f)(?: of|:)? (\d+(?:[.,]\d+)?) ?mm"
    r"|\bSW ?(\d{1,2}(?:[.,]\d)?)\b",
    re.IGNORECASE,
)
_LONG_BEHIND: Final = lazy_regex(r"\bacross (?:the )?flats x (\d+(?:[.,]\d+)?)\b", re.IGNORECASE)
_HEXAGONAL: Final = lazy_regex(
    r"(?:^|[,;.])(?:(?!\b(?:for|für)\b)[^,;.])*?"
    r"(?:\bhex\w*\b(?![- ](?:[\w-]+ ){0,2}?(?:screws?|bolts?|nuts?|heads?|sockets?|keys?)\b)|sechskant(?!schraub|mutter)|六角(?!螺))",
    re.IGNORECASE,
)
_OUTSIDE: Final = lazy_regex(r"\b(?:outside|outer|external|od|o\.d\.)\b", re.IGNORECASE)
_ROUND: Final = lazy_regex(r"\b(?:round|cylindrical|rund\w*)\b", re.IGNORECASE)
_KEY_WIDTHS: Final = {
    2: 4.0,
    2.5: 5.0,
    3: 5.5,
    4: 7.0,
    5: 8.0,
    6: 10.0,
    8: 13.0,
    10: 17.0,
    12: 19.0,
}
"""Across the flats of hexagonal stand-offs by their thread."""


def hexagonal(brief: DesignBrief, method: str) -> dict[str, float]:
    """Six sides, and the width across them, where the text has a spacer so."""
    flats = _FLATS.search(brief.text)
    is_hexagonal = _HEXAGONAL.search(brief.text) and not _ROUND.search(brief.text)
    if method == "polygon" and flats is not None:
        long = first_figure(_LONG_BEHIND, brief.text)
        own = {"sides": 6.0, "across": first_figure(_FLATS, brief.text)}
        return own | ({"height": long} if long else {})
    if method != "spacer" or (flats is None and not is_hexagonal):
        return {}
    if flats is not None:
        across = first_figure(_FLATS, brief.text)
        return {"sides": 6.0, "outer_diameter": across}
    thread = re.search(r"\bM(\d+(?:[.,]\d)?)", brief.text)
    across = _KEY_WIDTHS.get(number(thread[1]), 0.0) if thread else 0.0
    across = 0.0 if _OUTSIDE.search(brief.text) else across
    return {"sides": 6.0} | ({"outer_diameter": across} if across else {})
