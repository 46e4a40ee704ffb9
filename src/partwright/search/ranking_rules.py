"""Ranks of records for a search text; pure.

Words may come in any order, and parts of words count. `M3x6` is looked for as it is first, and
then by its pieces `m3` and `6`.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import msgspec

MOST_WORDS = 8
_PIECES = re.compile(r"[^\W\d_]*\d+(?:[.,]\d+)*|[^\W\d_]+")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[x×](?=\d)")
_TOKENS = re.compile(r"[\w.,]+")
CLOSE = 0.6
"""From so much likeness on a word is taken for another one that is misspelt."""
_TRIGRAM = 3
_MOST_TRIGRAMS = 6


class Match(msgspec.Struct, frozen=True):
    """A field that holds some of the words."""

    field: str
    text: str


def words_of(query: str) -> list[str]:
    """The words that are looked for, folded, each once."""
    return list(dict.fromkeys(query.casefold().split()))[:MOST_WORDS]


def pieces_of(words: Sequence[str]) -> list[str]:
    """The words cut where letters and digits meet, and at the `x` of dimensions."""
    pieces = [
        piece
        for word in words
        for part in _BETWEEN_DIGITS.split(word)
        for piece in _PIECES.findall(part)
    ]
    return list(dict.fromkeys(pieces))[:MOST_WORDS]


def trigrams_of(words: Sequence[str]) -> list[str]:
    """A few trigrams of the longest word, spread over it."""
    word = max(words, key=len, default="")
    found = [word[n : n + _TRIGRAM] for n in range(len(word) - _TRIGRAM + 1)]
    return found[:: max(1, -(-len(found) // _MOST_TRIGRAMS))]


def matches_in(fields: Mapping[str, str | None], words: Sequence[str]) -> list[Match]:
    """The fields that hold words, in their order."""
    return [
        Match(name, text)
        for name, text in fields.items()
        if text and any(word in text.casefold() for word in words)
    ]


def holds_all(fields: Mapping[str, str | None], words: Sequence[str]) -> bool:
    """Whether every word stands in some field."""
    text = "\n".join(text for text in fields.values() if text).casefold()
    return all(word in text for word in words)


def rank(number: str, name: str, query: str, words: Sequence[str]) -> tuple[int, int, str]:
    """A key by which the best come first: exact number, exact name, beginnings, whole words."""
    key, title, sought = number.casefold(), name.casefold(), " ".join(query.casefold().split())
    tokens = set(_TOKENS.findall(f"{key} {title}"))
    if key == sought:
        grade = 0
    elif title == sought:
        grade = 1
    elif key.startswith(sought):
        grade = 2
    elif title.startswith(sought):
        grade = 3
    elif all(word in tokens for word in words):
        grade = 4
    elif all(any(token.startswith(word) for token in tokens) for word in words):
        grade = 5
    else:
        grade = 6 if all(word in f"{key} {title}" for word in words) else 7
    return grade, len(title), key


def likeness(text: str, words: Sequence[str]) -> float:
    """How like the words are to their nearest ones in the text, on average from 0 to 1."""
    tokens = _TOKENS.findall(text.casefold())
    if not tokens or not words:
        return 0.0
    nearest = (
        max(SequenceMatcher(None, word, token).ratio() for token in tokens) for word in words
    )
    return sum(nearest) / len(words)
