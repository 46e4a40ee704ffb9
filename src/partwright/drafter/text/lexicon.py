"""Looking phrases up in a text: the words of the catalogue by their stems, the longest first."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from partwright.drafter.catalogue import (
    CatalogueName,
    CatalogueRow,
    components,
    materials,
    searched,
)
from partwright.drafter.text.words import stem, words_of


class LexiconToken(msgspec.Struct, frozen=True):
    """A stem and where its word stands."""

    stem: str
    start: int
    end: int


class PhraseHit(msgspec.Struct, frozen=True):
    """A phrase of the catalogue found in the text."""

    key: str
    start: int
    end: int
    first: int
    """Number of the first token."""
    length: int
    """How many words the phrase has."""


def tokens_of(text: str) -> list[LexiconToken]:
    """The stems of all words, hyphenated words taken apart."""
    found: list[LexiconToken] = []
    for word in words_of(text):
        start = word.start
        for piece in word.lower.split("-"):
            if piece:
                found.append(LexiconToken(stem(piece), start, start + len(piece)))
            start += len(piece) + 1
    return found


@lru_cache(maxsize=512)
def stems_said(text: str) -> tuple[str, ...]:
    """The stems of all words; a text is asked for each word that a recipe listens for."""
    return tuple(token.stem for token in tokens_of(text))


class Phrases:
    """Phrases of several words, each meaning a key."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        """Entries are (phrase, key)."""
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for phrase, key in entries:
            stems = tuple(t.stem for t in tokens_of(phrase))
            if stems:
                self._by_first[stems[0]].append((stems, key))
        for options in self._by_first.values():
            options.sort(key=lambda option: (-len(option[0]), option))

    def meaning(self, stems: Sequence[str]) -> str:
        """The key of the phrase of exactly these stems, empty where there is none."""
        options = self._by_first.get(stems[0], ()) if stems else ()
        return next((key for phrase, key in options if phrase == tuple(stems)), "")

    def find(self, tokens: Sequence[LexiconToken]) -> list[PhraseHit]:
        """The phrases in the text, none inside another."""
        found: list[PhraseHit] = []
        place = 0
        while place < len(tokens):
            hit = self._at(tokens, place)
            if hit is not None:
                found.append(hit)
            place += hit.length if hit else 1
        return found

    def _at(self, tokens: Sequence[LexiconToken], place: int) -> PhraseHit | None:
        for stems, key in self._by_first.get(tokens[place].stem, ()):
            stretch = tokens[place : place + len(stems)]
            if tuple(t.stem for t in stretch) == stems:
                return PhraseHit(key, stretch[0].start, stretch[-1].end, place, len(stems))
        return None


def phrases_of(rows: Mapping[str, CatalogueRow]) -> Phrases:
    """The phrases of a catalogue's rows, each with its row's key."""
    return Phrases((word, key) for key, row in rows.items() for word in row.words)


@cache
def phrases(name: CatalogueName) -> Phrases:
    """The phrases of a catalogue."""
    return phrases_of(searched(name))


@cache
def component_words() -> frozenset[str]:
    """The stems that the names of components end in."""
    return frozenset(
        tokens_of(word)[-1].stem for row in components().values() for word in row.words
    )


@cache
def material_words() -> frozenset[str]:
    """The stems of the words that materials are called by."""
    names = (name for row in materials().values() for name in row.words)
    return frozenset(token.stem for name in names for token in tokens_of(name))
