"""Other words for a word: abbreviations of the trade, other languages, singulars; pure."""

import tomllib
from functools import lru_cache
from pathlib import Path

import msgspec

_FILE = Path(__file__).with_name("trade_words.toml")
_MOST = 24
"""Other words that are looked for in place of one."""
_SHORTEST_PLURAL = 5


class WordGroup(msgspec.Struct, frozen=True):
    """Names of one thing."""

    words: list[str]
    """Found wherever they stand."""
    short: list[str]
    """Found as words of their own alone."""


class OtherWords(msgspec.Struct, frozen=True):
    """Words that are looked for in place of a word."""

    parts: tuple[str, ...]
    tokens: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.parts or self.tokens)


@lru_cache(1024)
def other_words(word: str) -> OtherWords:
    """The other names of the thing that the folded word names."""
    stem = _singular(word)
    parts: dict[str, None] = {}
    tokens: dict[str, None] = {}
    for known in dict.fromkeys((word, stem)):
        for group in _groups().get(known, ()):
            parts |= dict.fromkeys(group.words)
            tokens |= dict.fromkeys(group.short)
    if stem != word:
        parts = {stem: None, **parts}
    # What holds the word itself is found by it.
    found = tuple(part for part in parts if word not in part)
    return OtherWords(found[:_MOST], tuple(t for t in tokens if word not in t)[:_MOST])


def _singular(word: str) -> str:
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word.endswith("ss"):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


@lru_cache(1)
def _groups() -> dict[str, list[WordGroup]]:
    """Word -> the groups that hold it, for words that are written as one."""
    table = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    groups = msgspec.convert(table["group"], list[WordGroup])
    found: dict[str, list[WordGroup]] = {}
    for group in groups:
        folded = WordGroup(
            [word.casefold() for word in group.words], [word.casefold() for word in group.short]
        )
        for word in (*folded.words, *folded.short):
            if " " not in word:
                found.setdefault(word, []).append(folded)
    return found
