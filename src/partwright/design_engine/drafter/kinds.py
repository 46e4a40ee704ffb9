"""The product kinds of the catalogue, and which of them a description means."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from partwright.design_engine.drafter.catalogue import Row, tables, word_list
from partwright.design_engine.drafter.reading.lexicon import Phrases, Token, phrases_of


@cache
def kinds() -> Mapping[str, Row]:
    """Every product kind by key."""
    return {key: row for _, rows in tables("kinds") for key, row in rows.items()}


@cache
def _phrases() -> Phrases:
    return phrases_of(kinds())


def kind_of(title: Sequence[str], stems: Sequence[str]) -> str:
    """The kind that the product's name ends in; else one it contains and that says so itself."""
    hits = _phrases().find([Token(word, n, n + 1) for n, word in enumerate(title)])
    heads = [h for h in hits if h.first + h.length == len(title)]
    if heads:
        return heads[-1].key
    leading = [h for h in hits if kinds()[h.key].get("leads", False)]
    if leading:
        return leading[0].key
    if title and title[-1] not in _VAGUE:
        return ""
    elsewhere = _phrases().find([Token(word, n, n + 1) for n, word in enumerate(stems[:80])])
    return elsewhere[0].key if elsewhere else ""


_VAGUE: Final = word_list("vague")
