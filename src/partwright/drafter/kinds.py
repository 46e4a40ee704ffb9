"""The product kinds of the catalogue, and which of them a description means."""

from collections.abc import Sequence
from functools import cache

from partwright.drafter.catalogue import functions, kinds, word_list
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.lexicon import LexiconToken, PhraseHit, Phrases, phrases_of


@cache
def _phrases() -> Phrases:
    return phrases_of(kinds())


def kind_of(title: Sequence[str], stems: Sequence[str], told: Sequence[str]) -> str:
    """The kind that the product's name ends in, or one it contains and that says so itself.

    Of a product with a name that says nothing: a kind that the text spells out in two words, else
    the kind that does what the text says first.
    """
    hits = _found(title)
    end = len(title)
    while end > 0:
        heads = [key for first in range(end) if (key := _phrases().meaning(title[first:end]))]
        if heads:
            return heads[0]
        if title[end - 1] not in word_list("vague tails"):
            break
        end -= 1
    leading = [h for h in hits if kinds()[h.key].leads]
    if leading:
        return leading[0].key
    opening = [h for h in _found(stems[: len(title) + 4]) if h.length > 1]
    if opening:
        return opening[0].key
    if title and title[-1] == "tool":
        return "hand tool"
    if title and title[-1] not in word_list("vague"):
        return ""
    if hits:
        return hits[-1].key
    spelled = [h for h in _found(stems[:80]) if h.length > 1]
    if spelled:
        return spelled[0].key
    doing = (functions()[f].kind for f in told)
    return next((kind for kind in doing if kind), "") if len(told) < _SEVERAL else ""


_MAINS_VOLTS = 90


def fitting(key: str, figures: Sequence[StatedFigure], supply: str) -> str:
    """The kind, or its smaller relation where mass, size, voltage or supply rule its scale out.

    Empty where there is no such relation: then the functions make the product.
    """
    row = kinds().get(key)
    if row is None or not row.smaller:
        return key
    is_small = any(
        (f.quantity == "mass" and f.high < row.least_mass)
        or (f.quantity in ("size", "length", "height") and f.high < row.least_size)
        or (f.quantity == "battery voltage" and f.high < _MAINS_VOLTS)
        for f in figures
    )
    return row.smaller if is_small or supply in ("battery", "usb") else key


_SEVERAL = 3
"""A product of so many functions is built of their modules rather than as a kind of one."""


def _found(stems: Sequence[str]) -> list[PhraseHit]:
    return _phrases().find([LexiconToken(word, n, n + 1) for n, word in enumerate(stems)])
