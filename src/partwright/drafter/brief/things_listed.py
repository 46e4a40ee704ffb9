"""The things that a text lists behind `with` or between commas, apart from what it says of sizes, materials and features."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from partwright.drafter.brief.stated_words import BUILT
from partwright.drafter.catalogue import kinds, word_list
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.part_lists import listed_parts, named_parts
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.surroundings import is_for
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_FEATURES: Final = frozenset({
    "approx", "opening", "hole", "keyway", "helix", "bore", "slot", "edge", "corner", "finish", "surface", "area", "volume",
    "chamfer", "fillet", "thread", "groove", "vent", "ventilation", "cutout", "window", "radius", "colour", "color", "look",
    "black", "white", "red", "blue", "green", "yellow", "grey", "gray", "warranty", "manual", "certificate", "kit", "painted", "coated", "anodised", "anodized", "lacquered", "varnished", "oiled", "polished", "galvanised", "galvanized", "glazed", "padded", "upholstered", "room", "space", "space-saving", "design", "style", "function",
})  # fmt: skip
"""What a text may have a product with, and no part of its structure is called."""


_MANNER: Final = lazy_regex(r"(?:[a-z]ity|[a-z]{3}less|[a-z]{2}ness|ship|hood)$")
"""How nouns of manners end: with high stability."""
_HOW: Final = frozenset({
    "easy", "simple", "quick", "fast", "ready", "cheap", "light", "safe", "hard", "difficult", "comfortable", "pleasant", "handy", "nice",
})  # fmt: skip
"""What a thing is to somebody who does something with it: easy to assemble."""
_TO_DO: Final = lazy_regex(r" (?:to|for)\b", re.IGNORECASE)
_FIXED: Final = frozenset({"bolt", "screw", "clamp", "mount", "hook", "clip", "nail"})
_TO_WHAT: Final = lazy_regex(
    r" (?:down|(?:on)?to (?:the|an?|my|your|any)|into (?:the|an?))\b", re.IGNORECASE
)
"""Behind such a word that tells how the product is fixed, and is no part: bolts to the floor."""
_NO_MANNERS: Final = frozenset({"harness", "cavity", "hood"})


def things_listed(brief: DesignBrief) -> Iterator[tuple[str, str]]:
    """The words of each thing listed that is not known as a component, and the noun among them."""
    known = [*brief.components, *brief.parts, *brief.materials]
    listed = listed_parts(brief.text, brief.figures, known, takes_any=True)
    named = named_parts(brief.text, brief.figures, [*brief.components, *brief.parts])
    for one in (*listed, *named):
        said = [word for word in one.key.split() if word.isalpha()]
        is_aside = not said or one.number or said[-1] in _others() or set(said) & brief.denied
        is_aside = is_aside or said[-1] in _called(brief.kind)
        is_aside = is_aside or _is_manner(said[-1]) or said[-1] in BUILT
        is_aside = is_aside or (said[-1] in _HOW and bool(_TO_DO.match(brief.text, one.end)))
        is_aside = is_aside or (said[-1] in _FIXED and bool(_TO_WHAT.match(brief.text, one.end)))
        if is_aside or said[-1] in brief.title or is_for(brief.text, one.start):
            continue
        yield brief.text[one.start : one.end], said[-1]


@cache
def _called(kind: str) -> frozenset[str]:
    """The stems of the words that the kind is called by."""
    return (
        frozenset(word for one in kinds()[kind].words for word in stems(one))
        if kind in kinds()
        else frozenset()
    )


def _is_manner(noun: str) -> bool:
    if noun in word_list("manners"):
        return True
    return noun not in _NO_MANNERS and _MANNER.search(noun) is not None


@cache
def _others() -> frozenset[str]:
    """Words of quantities, features and manners."""
    cues = (q.cues.pattern for q in quantities().values() if q.cues is not None)
    said = {word for pattern in cues for word in stems(pattern.replace("\\", " "))}
    names = {word for q in quantities().values() for word in stems(q.name)}
    return _FEATURES | names | said | word_list("qualifying") | word_list("not parts")
