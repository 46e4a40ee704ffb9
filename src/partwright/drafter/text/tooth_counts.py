"""Numbers of teeth that a text gives several gears together: 18 and 54 teeth, z = 15 and z = 45; pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from partwright.drafter.text.figures import StatedCount
from partwright.kit.patterns import lazy_regex

TEETH: Final = "teeth"
_JOINED: Final = lazy_regex(
    r"(?<![\w.,/:])(?:\d{1,3}(?: ?(?:teeth|tooth|T))?(?:,? (?:and|to) | ?(?:/|:|&|,(?!\d)) ?)){1,7}"
    r"\d{1,3}(?:[ -]?(?:teeth|tooth)\b|T\b)"
)
_NUMBER: Final = lazy_regex(r"\d+")
_OTHERS: Final = lazy_regex(
    r"\b(?:modul\w*|bores?|width|diameter|shaft|angle|ratio|m)(?: of| is|:| ?=)? ?$", re.IGNORECASE
)
"""Ahead of a number that another one of teeth follows: module 12, 20 and 40 teeth."""
_AHEAD: Final = 16
_LETTERED: Final = lazy_regex(
    r"\bz ?\d? ?= ?(\d{1,3})\b(?: ?(?:/|and) ?(\d{1,3})\b)?", re.IGNORECASE
)
_LONE: Final = lazy_regex(r"(?<![\w.,])(\d{1,3}) ?T\b(?! ?(?:load|capacity|crane|press|jack))")
_GEARED: Final = lazy_regex(r"\b(?:modul\w*|sun|pinion|gears?|planets?)\b", re.IGNORECASE)
"""In whose text a number with a T is one of teeth and not of tonnes."""
_LEAST: Final = 5
"""Teeth below which a number is none of teeth."""


def with_tooth_counts(text: str, counts: Sequence[StatedCount]) -> list[StatedCount]:
    """The counts, with those of teeth that only stand beside another one."""
    known = {one.number for one in counts if TEETH in one.words}
    found = list(counts)
    for number, start, end in _numbers(text):
        if number >= _LEAST and number not in known:
            known.add(number)
            found.append(StatedCount(number, TEETH, (TEETH,), start, end))
    return found


def _numbers(text: str) -> Iterator[tuple[int, int, int]]:
    """Each number, and where it stands."""
    for match in _JOINED.finditer(text):
        for one in _NUMBER.finditer(text, match.start(), match.end()):
            if not _OTHERS.search(text[max(0, one.start() - _AHEAD) : one.start()]):
                yield int(one[0]), one.start(), one.end()
    for match in _LONE.finditer(text) if len(_GEARED.findall(text)) > 1 else ():
        yield int(match[1]), match.start(1), match.end()
    for match in _LETTERED.finditer(text):
        for group in (1, 2):
            if match[group]:
                yield int(match[group]), match.start(0 if group == 1 else 2), match.end(group)


def teeth_of(counts: Sequence[StatedCount]) -> list[int]:
    """The different numbers of teeth, rising."""
    return sorted({one.number for one in counts if one.noun == TEETH})
