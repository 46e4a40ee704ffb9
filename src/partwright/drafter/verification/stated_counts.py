"""Counts that a text states, held against the parts of a structure; pure."""

import re
from collections.abc import Sequence
from typing import Final

from partwright.drafter.structures.compared_parts import (
    ComparedPart,
    ComparedStructure,
    holes_by_kind,
    holes_of,
)
from partwright.drafter.structures.recognition import alikes
from partwright.drafter.text.counts import is_trait
from partwright.drafter.text.figures import StatedCount
from partwright.drafter.text.words import stem
from partwright.kit.patterns import lazy_regex

_PAIRED: Final = frozenset(
    {"leg", "flange", "arm", "end", "face", "side", "wall", "lug", "ear", "cheek", "shoulder"}
)
"""What a part has two of by itself: both legs of a bracket, both faces of a plate."""
_TURNS: Final = {
    "coil": "turn",
    "winding": "turn",
    "lobe": "flute",
    "rippen": "fin",
    "convolution": "fold",
    "pleat": "fold",
    "corrugation": "fold",
}
_AS_CLAWS: Final = frozenset({"dog", "jaw"})
"""What the claws of a coupling's half are called as well."""
_LONG: Final = 6
_NEAR: Final = 40
_PIECES: Final = frozenset({"section", "segment", "piece"})
_IN_PIECES: Final = lazy_regex(
    r"(\w+) (?:in|of|with|from|out of|made of|made from) $", re.IGNORECASE
)
_LONG_STOCK: Final = ("tube", "rod", "bar", "profile", "beam")


_PORTS: Final = frozenset({"port", "inlet", "outlet", "thread"})
"""What a block of one piece has as holes."""


def miscounted(count: StatedCount, held: ComparedStructure) -> str:
    """The reason why a count is not kept; empty where it is."""
    plain = [_plain(word) for word in count.words if len(word) > 1] or [count.noun]
    nouns = [_TURNS.get(word, word) for word in plain]
    if count.noun.endswith("ed"):
        nouns.append(count.noun.removesuffix("d"))
    if count.number == 2 and count.noun in _PAIRED and held.is_drawn and len(held.parts) == 1:
        return ""
    if _stands_in_rows(count, held) or _is_figured(count, [*nouns, *alikes(nouns[-1])], held):
        return ""
    is_port = count.noun in _PORTS and len(held.parts) == 1
    if (count.noun == "hole" or is_port) and held.is_drawn:
        holes = {holes_of(part) for part in held.parts}
        kinds = {number for part in held.parts for number in holes_by_kind(part)}
        return "" if count.number in holes | kinds else f"the parts have {max(holes, default=0)}"
    for noun in reversed(nouns):
        named = held.named(noun)
        if not named:
            continue
        named = [part for part in named if part.head == noun] or named
        numbers = {part.number for part in named}
        numbers.add(sum(part.number for part in named if part.is_leaf and part.head == noun))
        if count.number in numbers:
            return ""
        if noun == nouns[-1]:
            return f"the structure has {max(numbers)}"
    if is_trait(count):
        return f"nothing of the structure follows from {count.number} {count.noun}"
    return f"the structure has no {count.noun}"


def _stands_in_rows(count: StatedCount, held: ComparedStructure) -> bool:
    """Whether holes of a part stand in so many rows."""
    return count.noun == "row" and any(
        value == count.number
        for part in held.parts
        for name, value in part.figures.items()
        if name.endswith((".count_x", ".count_y"))
    )


def _is_figured(count: StatedCount, nouns: Sequence[str], held: ComparedStructure) -> bool:
    """Whether a dimension, a figure of a part, or parts of exactly these words keep a count."""
    for name, value in held.dimensions.items():
        if {stem(piece) for piece in name.split("_")} & set(nouns) and value == count.number:
            return True
    if any(_counts_so(part, nouns, count.number) for part in held.parts):
        return True
    if nouns[0] in _AS_CLAWS and any(
        _counts_so(part, ["claw"], count.number) for part in held.parts
    ):
        return True
    whole = [part for part in held.parts if set(nouns) <= set(part.stems)]
    return len(nouns) > 1 and count.number == sum(part.number for part in whole if part.is_leaf)


def _counts_so(part: ComparedPart, nouns: Sequence[str], number: int) -> bool:
    """Whether a figure of the part counts the thing: teeth, blade_count."""
    return any(
        value == number and {stem(piece) for piece in name.split("_")} & set(nouns)
        for name, value in part.figures.items()
    )


def _plain(word: str) -> str:
    """The noun of an adjective: three-legged has legs."""
    if len(word) < _LONG or not word.endswith("ed"):
        return word
    base = word.removesuffix("ed")
    return base[:-1] if base[-1] == base[-2] else base


def is_in_pieces(text: str, count: StatedCount, held: ComparedStructure) -> bool:
    """Whether so many parts make up the thing that comes in pieces: an arm in two sections."""
    ahead = _IN_PIECES.search(text[max(0, count.start - _NEAR) : count.start])
    if ahead is None or count.noun not in _PIECES:
        return False
    made = (part for part in held.named(stem(ahead[1].casefold())) if part.is_leaf and part.method)
    by_head = [
        part.number for part in made if part.head in (stem(ahead[1].casefold()), *_LONG_STOCK)
    ]
    return sum(by_head) == count.number
