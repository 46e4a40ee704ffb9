"""Ranks of records for a search text; pure.

Words may come in any order, and parts of words count. `M3x6` is looked for as it is first, and
then by its pieces `m3` and `6`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from partwright.kit.plain_letters import plain_letters, plain_spellings
from partwright.search.model import Match
from partwright.search.trade_words import OtherWords, other_words

MOST_WORDS = 8
_SHORTEST_NUMBER = 5
_SHORTEST_KEPT = 4
_PIECES = re.compile(r"[^\W\d_]*\d+(?:[.,]\d+)*|[^\W\d_]+")
_LETTERS_END = re.compile(r"(?<=[^\W\d_][^\W\d_])(?=\d\d)")
"""Between letters and a number of some length: `m3` and `a2` are nothing without their digits."""
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[x×](?=\d)")
_BY = re.compile(r"(?<=\d)\s*[x×]\s*(?=\d)")
_TOKENS = re.compile(r"[\w.,]+")
_SEPARATE = re.compile(r"[\s\-_,/.()]+")
ELSEWHERE = 8
"""The grade of what holds the words neither in its number nor in its name."""
_LETTERS_A_SLIP = 3
"""A word of so many letters may be misspelt in one of them, of twice as many in two."""
_MOST_SLIPS = 3
_TRIGRAM = 3
_MOST_TRIGRAMS = 16


def words_of(query: str) -> list[str]:
    """The words that are looked for, folded, each once."""
    return list(dict.fromkeys(_joined(query.casefold()).split()))[:MOST_WORDS]


def is_number(key: str) -> bool:
    """Whether a text that is an item's number is hardly meant as anything else, as `100` or `pump` may be."""
    return len(key) >= _SHORTEST_NUMBER and any(sign.isdigit() for sign in key)


def spellings_of(word: str) -> list[str]:
    """The word, and `m3 x 6` and `m3×6` for `m3x6`."""
    return list(dict.fromkeys((word, _BY.sub(" x ", word), _BY.sub("×", word))))


def is_kept(word: str) -> bool:
    """Whether a word is of those that are kept of items: some letters, and nothing else."""
    return word.isalpha() and len(word) >= _SHORTEST_KEPT


def _plain(text: str) -> str:
    """The text as words are compared with it, whatever accents either has."""
    return _joined(plain_letters(text))


def _joined(text: str) -> str:
    """Dimensions in one piece: `m3x6` for `m3 x 6` and `m3×6`."""
    return _BY.sub("x", text)


def pieces_of(words: Sequence[str]) -> list[str]:
    """The words cut where letters follow digits, and at the `x` of dimensions."""
    pieces = [
        piece
        for word in words
        for part in _BETWEEN_DIGITS.split(word)
        for piece in _PIECES.findall(part)
    ]
    return list(dict.fromkeys(pieces))[:MOST_WORDS]


def parts_of(words: Sequence[str]) -> list[str]:
    """The pieces of the words, those of letters and a number cut too: `iso` and `4762` of `iso4762`."""
    parts = [part for piece in pieces_of(words) for part in _LETTERS_END.split(piece)]
    return list(dict.fromkeys(parts))[:MOST_WORDS]


def trigrams_of(word: str) -> list[str]:
    """The trigrams of a word with a blank before and after it."""
    text = f" {word} "
    found = [text[n : n + _TRIGRAM] for n in range(len(text) - _TRIGRAM + 1)]
    return found[:_MOST_TRIGRAMS] if word.isalpha() and len(word) > _TRIGRAM else []


def matches_in(fields: Mapping[str, str | None], words: Sequence[str]) -> list[Match]:
    """The fields that hold words, in their order; of a word that none holds those with one like it."""
    texts = {name: text for name, text in fields.items() if text}
    folded = {name: _joined(text.casefold()) for name, text in texts.items()}
    plain = {name: _plain(text) for name, text in texts.items()}
    found: set[str] = set()
    for word in words:
        spelt = plain_spellings(word)
        found |= {
            name
            for name, text in folded.items()
            if any(one in plain[name] for one in spelt) or holds_other(text, word)
        } or {name for name, text in texts.items() if slips(text, [word]) is not None}
    return [Match(name, text) for name, text in texts.items() if name in found]


def rank(number: str, name: str, query: str, words: Sequence[str]) -> tuple[int, int, str]:
    """A key by which the best come first.

    Exact number, exact name, beginnings, whole words, parts of words, other words for the same,
    and then what holds the words elsewhere.
    """
    key, title, sought = (_plain(" ".join(text.split())) for text in (number, name, query))
    text = f"{key} {title}"
    tokens = set(_TOKENS.findall(text))
    spelt = [plain_spellings(word) for word in words]
    if key == sought:
        grade = 0
    elif title == sought or _SEPARATE.sub("", key) == _SEPARATE.sub("", sought):
        grade = 1
    elif key.startswith(sought):
        grade = 2
    elif title.startswith(sought):
        grade = 3
    elif all(not tokens.isdisjoint(ways) for ways in spelt):
        grade = 4
    elif all(any(token.startswith(tuple(ways)) for token in tokens) for ways in spelt):
        grade = 5
    elif all(any(way in text for way in ways) for ways in spelt):
        grade = 6
    else:
        folded = _joined(f"{number} {name}".casefold())
        named = all(
            any(way in text for way in ways) or holds_other(folded, word)
            for word, ways in zip(words, spelt, strict=True)
        )
        grade = 7 if named else ELSEWHERE
    return grade, len(title), key


def grade_elsewhere(text: str, words: Sequence[str]) -> int:
    """The grade of a whole text among those whose numbers and names do not hold the words.

    0 where they are words of it, 1 where they begin words, 2 where they stand anywhere else.
    """
    tokens = set(_TOKENS.findall(_plain(text)))
    spelt = [plain_spellings(word) for word in words]
    if all(not tokens.isdisjoint(ways) for ways in spelt):
        return 0
    begun = (any(token.startswith(tuple(ways)) for token in tokens) for ways in spelt)
    return 1 if all(begun) else 2


def holds_other(text: str, word: str) -> str:
    """The other word for the word that a folded text holds, or nothing."""
    others = other_words(word)
    tokens = set(_SEPARATE.split(text))
    part = next((part for part in others.parts if part in text), "")
    return part or next((token for token in others.tokens if token in tokens), "")


def others_of(words: Sequence[str]) -> list[OtherWords]:
    """The other names of each of the words; nothing where there are none."""
    others = [other_words(word) for word in words]
    return [] if all(other.is_empty for other in others) else others


def slips(text: str, words: Sequence[str]) -> int | None:
    """The number of letters of the words that differ in a text; None if it does not mean them."""
    folded = _joined(text.casefold())
    tokens = _TOKENS.findall(folded)
    found = 0
    for word in words:
        if word in folded:
            continue
        allowed = _allowed_slips(word)
        nearest = min((edits(word, token, most=allowed) for token in tokens), default=allowed + 1)
        if nearest > allowed:
            return None
        found += nearest
    return found


def is_alike(word: str, other: str) -> bool:
    """Whether one may be the other misspelt."""
    allowed = _allowed_slips(word)
    return edits(word, other, most=allowed) <= allowed


def _allowed_slips(word: str) -> int:
    if word.isdecimal():
        # Another number is another thing.
        return 0
    return min(_MOST_SLIPS, max(1, len(word) // _LETTERS_A_SLIP)) if len(word) > 1 else 0


@lru_cache(8192)
def edits(word: str, token: str, *, most: int) -> int:
    """Letters to add, leave out, change or swap with their neighbours to make one of the other."""
    if abs(len(word) - len(token)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(token) + 1))
    for i, letter in enumerate(word, 1):
        last, before, row = before, row, [i]
        for j, other in enumerate(token, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == token[j - 2] and word[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
