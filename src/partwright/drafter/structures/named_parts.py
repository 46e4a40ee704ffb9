"""The part that a product's name ends in, and what it is called; pure."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from partwright.drafter.catalogue import single_part_rows
from partwright.drafter.part_sentences.meant_parts import meant_part
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.lexicon import LexiconToken, Phrases, material_words, phrases_of
from partwright.kit.patterns import lazy_regex


@cache
def _phrases() -> Phrases:
    return phrases_of(single_part_rows())


_ASIDE: Final = frozenset({
    "module", "dn", "din", "modul", "tooth", "teeth", "pair", "set", "x", "female", "male", "female-female", "male-female",
})  # fmt: skip
"""Words of a name that begin a figure or tell an end, and not which part it is."""
_DONE: Final = frozenset({
    "bent", "folded", "made", "cut", "turned", "machined", "milled", "welded", "formed", "printed", "rolled", "pressed", "forged", "cast",
})  # fmt: skip
"""Words behind a name that tell how the part is made: a channel bent from sheet."""
_THREAD: Final = lazy_regex(
    r"(?:tr|m|km|gt|htd|dn|g|at|t|rp?)\d+(?:[x.]\d+)*m?|[sx]p[abcz]|htd", re.IGNORECASE
)
"""A word of the name that tells a thread or the section of a belt: Tr16x4, M12, SPA."""


def named_part(brief: DesignBrief) -> tuple[str, str] | None:
    """The key of the part that the product's name ends in, and what it is called."""
    title = [word for word in brief.title if word not in _ASIDE and not _THREAD.fullmatch(word)]
    while len(title) > 1 and title[-1] in _DONE:
        title.pop()
    bare = [word for word in title if word not in material_words()]
    for words in (title, bare):
        if key := _phrases().meaning(words):
            return meant_part(key, brief.text), _shown(brief, title)
    for words in (bare, title):
        ends = (_phrases().meaning(words[first:]) for first in range(len(words)))
        if key := next(filter(None, ends), ""):
            return meant_part(key, brief.text), _shown(brief, title)
    head = _phrases().find([LexiconToken(word, n, n + 1) for n, word in enumerate(title)])
    if head and head[-1].first + head[-1].length == len(title):
        return head[-1].key, _shown(brief, title)
    letter = _SHAPED.search(brief.text)
    return (_LETTERS[letter[1].upper()], _shown(brief, title)) if letter else None


_SHAPED: Final = lazy_regex(r"\b([LUZ])-shaped\b", re.IGNORECASE)
_LETTERS: Final = {"L": "l_bracket", "U": "u_channel", "Z": "z_bracket"}
"""Parts that nothing but the letter of their outline tells: a cable guide, U-shaped."""


_CUT: Final = lazy_regex(r"(?:G|Rp?)\d")
"""A pipe thread whose size the name has lost: G1 of G1/2."""


def _shown(brief: DesignBrief, title: Sequence[str]) -> str:
    """The name without what only begins a figure."""
    words = brief.name.split()
    while len(words) > 1 and words[0].casefold() in ("diameter", "dia"):
        words = words[1:]
    words[:1] = [words[0][:1].upper() + words[0][1:]] if words else []
    while words and (
        words[-1].casefold() in ("module", "modul", "dn", "din", "x")
        or words[-1].casefold() in _DONE
        or _CUT.fullmatch(words[-1])
    ):
        words.pop()
    return " ".join(words) or " ".join(title).capitalize()
