"""Numbers of teeth that a text gives several gears together: 18 and 54 teeth, z = 15 and z = 45; pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from partwright.drafter.text.figures import StatedCount

TEETH: Final = "teeth"
_JOINED: Final = re.compile(
    r"(?<![\d.,/:])(\d{1,3})(?: ?(?:teeth|tooth|T))?(?: ?(?:/|:|&|,) ?| (?:and|to) )"
    r"(\d{1,3})(?:[ -]?(?:teeth|tooth)\b|T\b)"
)
_LETTERED: Final = re.compile(
    r"\bz ?\d? ?= ?(\d{1,3})\b(?: ?(?:/|and) ?(\d{1,3})\b)?", re.IGNORECASE
)
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
    for pattern in (_JOINED, _LETTERED):
        for match in pattern.finditer(text):
            for group in (1, 2):
                if match[group]:
                    yield int(match[group]), match.start(group), match.end(group)


def teeth_of(counts: Sequence[StatedCount]) -> list[int]:
    """The different numbers of teeth, rising."""
    return sorted({one.number for one in counts if one.noun == TEETH})
