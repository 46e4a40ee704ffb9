"""Plan by which the words of a query are looked for in an index of trigrams; pure."""

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from partwright.items.list_queries import INDEXED
from partwright.kit.db.base import Value
from partwright.kit.like_patterns import like_anywhere
from partwright.kit.plain_letters import plain_letters, plain_spellings
from partwright.search.trade_words import OtherWords

NEWEST = 50_000
"""Of many items, so many are read where the index cannot help."""
_BOUNDARIES = ("\n{}", " {}", "{} ", "-{}", "{}-", "{}\n", "_{}", "{}_", "{}.")
"""Where a word of two characters begins or ends another; with its neighbour the index finds it."""

_MARKS = str.maketrans({f"{n:x}": chr(0xE000 + n) for n in range(16)})
_NAME_WORDS = re.compile(r"\w+")
_MARKED = 6
"""Digits of a company's id, its random end, that the texts of items hold as letters nobody types."""


def company_mark(company_id: str) -> str:
    """The texts of items for a company; the migration of these texts writes the same."""
    return company_id[-_MARKED:].translate(_MARKS)


class TextPlan(msgspec.Struct, frozen=True):
    """Question to the index, and what is looked for in the texts that it finds."""

    indexed: list[list[str]]
    """Lists of which each text holds one."""
    scanned: list[str]
    is_newest: bool = False
    """The index cannot help: only the newest items are looked at."""
    pair: str = ""
    """Two characters, of which the index is asked for those that begin or end a word amid a text."""

    @property
    def lists(self) -> tuple[str, ...]:
        """The arguments of `holding` for the lists."""
        near = ("near :pair",) if self.pair else ()
        return tuple(f":h{n}" for n in range(len(self.indexed))) + near

    def params(self) -> dict[str, Value]:
        params: dict[str, Value] = {f"h{n}": texts for n, texts in enumerate(self.indexed)}
        params |= {f"w{n}": like_anywhere(word) for n, word in enumerate(self.scanned)}
        if self.is_newest:
            params["newest"] = NEWEST
        if self.pair:
            params["pair"] = like_anywhere(self.pair)
        return params


def plan_words(spellings: Sequence[list[str]], *, is_small: bool) -> TextPlan:
    """The plan for words that may be spelled in several ways each; of short ones the first counts.

    Few texts are scanned for what is too short for the index. Of many those are found whose words
    begin or end with two characters, and a single one is looked for in the newest.
    """
    indexed = [texts for texts in spellings if all(len(text) >= INDEXED for text in texts)]
    short = [texts[0] for texts in spellings if texts not in indexed]
    if indexed or is_small:
        return TextPlan(indexed, short)
    longest = max(short, key=len)
    if len(longest) < INDEXED - 1:
        return TextPlan([], short, is_newest=True)
    short.remove(longest)
    return TextPlan([_at_boundaries(longest)], short, pair=longest)


def company_spellings(words: Sequence[str], names: Mapping[str, str]) -> list[list[list[str]]]:
    """Spellings of the words by which parts of companies are found, the likeliest first.

    `names` are the companies by their ids, those first that hold most of the words. A company that
    is called by several of them stands for them all: before parts of lot 17 by Maker 3 come those
    by Maker 17.
    """
    held = {
        id_: frozenset(word for word in words if _calls(plain, word))
        for id_, plain in ((id_, plain_letters(name)) for id_, name in names.items())
    }
    if not held:
        return []
    tokens = {id_: set(_NAME_WORDS.findall(plain_letters(name))) for id_, name in names.items()}
    most = next(iter(held.values()))
    meant = [id_ for id_, some in held.items() if some == most]
    called = [id_ for id_ in meant if all(_is_among(tokens[id_], word) for word in most)]
    others = [[word] for word in words if word not in most]
    ways = [[[company_mark(id_) for id_ in some], *others] for some in (called, meant) if some]
    by_word = [
        [word, *(company_mark(id_) for id_, some in held.items() if word in some)] for word in words
    ]
    return [*(ways[:1] if called == meant else ways), by_word]


def _calls(name: str, word: str) -> bool:
    """Whether plain letters of a name hold those of a word, or of what it spells out."""
    return any(spelt in name for spelt in plain_spellings(word))


def _is_among(tokens: set[str], word: str) -> bool:
    return not tokens.isdisjoint(plain_spellings(word))


def narrowing_lists(words: Sequence[str], others: Sequence[OtherWords]) -> list[list[str]]:
    """Lists for the index of which each sought item holds one: what each of the words is called.

    Words that are too short for the index, or have such names, are left out.
    """
    names = [(word, *other.tokens, *other.parts) for word, other in zip(words, others, strict=True)]
    return [
        _shortest(
            phrase
            for name in known
            for phrase in ([name] if len(name) >= INDEXED else _at_boundaries(name))
        )
        for known in names
        if min(map(len, known)) >= INDEXED - 1
    ]


def _shortest(phrases: Iterable[str]) -> list[str]:
    """The phrases without those that hold another: a text with `capacitor` has `cap`."""
    some = list(dict.fromkeys(phrases))
    return [one for one in some if not any(other in one for other in some if other != one)]


def _at_boundaries(pair: str) -> list[str]:
    return [place.format(pair) for place in _BOUNDARIES]
