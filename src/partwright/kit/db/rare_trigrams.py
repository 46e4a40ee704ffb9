"""Rare trigrams of words, for which SQLite's full-text index is asked in place of the whole words.

The index reads the list of rows of every trigram that it is asked for, from its beginning. A
few lists of rare trigrams leave few rows, and looking at their texts costs less than to read the
lists of common trigrams as well. How rare a trigram is, and how rare the words, a sample of the
texts says; what is found does not depend on it.
"""

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from random import SystemRandom

import msgspec

EXACT = " "
"""What a query begins with that finds nothing but what it is asked for."""
_TRIGRAM = 3
_SAMPLE = 400
"""Texts that are looked at; it takes some milliseconds."""
_UNSEEN = 0.05
"""So many of them hold a word that none of them holds."""
_FRESH_SECONDS = 120.0
_TEXT_PER_ENTRY = 150
"""How many entries of lists are read in the time that it takes to look at a text."""
_WORD_PER_ENTRY = 15
"""The same for each of several words of which one is sought."""

_KNOWN_LISTS = 500
_SHORT_ENTRIES = 4_000
"""Entries of lists that are read in a fraction of a millisecond."""

Rates = dict[str, float]
"""Trigram -> the share of texts that hold it; those that are missing are rarer than any."""


class _Choice(msgspec.Struct, frozen=True):
    """A query of the index: the share of rows that it leaves, and that of the entries it reads."""

    query: str
    left: float
    read: float


_NOTHING = _Choice('""', 0.0, 0.0)


class _Ways(msgspec.Struct, frozen=True):
    """The queries for one of some words: by rare trigrams, and for just what holds them."""

    rare: _Choice
    whole: _Choice
    held: frozenset[int]
    """Texts of the sample that hold one of the words."""
    text_cost: int
    """Entries that are read in the time that it takes to look for the words in a text."""


class _Sample(msgspec.Struct, frozen=True):
    """Facts that some of the texts tell of them all."""

    taken: float
    rows: int
    texts: Sequence[str]
    rates: Rates
    known: dict[str, _Ways] = {}
    """Lists that were asked for, and their queries."""

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() - self.taken < _FRESH_SECONDS


class RareTrigrams:
    """Queries for the full-text tables of one database, by samples of their texts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._samples: dict[str, _Sample] = {}

    def match(self, texts: str, *lists: str) -> str:
        """The query for what may hold one text of each of the lists, which are JSON."""
        sample = self._samples.get(texts)
        if sample is None or not sample.is_fresh:
            sample = self._samples[texts] = self._sample(texts)
        return _query(lists, sample).query

    def short_match(self, texts: str, *lists: str) -> str | None:
        """The same where it is found at once and little is read for it."""
        sample = self._samples.get(texts)
        if sample is None or not sample.is_fresh:
            return None
        found = _query(lists, sample)
        return found.query if found.read * sample.rows <= _SHORT_ENTRIES else None

    def _sample(self, texts: str) -> _Sample:
        # A connection of its own: this runs amid a statement of another one.
        with closing(sqlite3.connect(self._path)) as connection:
            (rows,) = connection.execute(f"SELECT MAX(row_id) FROM {texts}").fetchone()
            # Rows by chance, since neighbours were often stored together and say the same.
            places = json.dumps(SystemRandom().choices(range(1, (rows or 0) + 2), k=_SAMPLE))
            sql = f"""
                SELECT near.* FROM json_each(?) AS place CROSS JOIN {texts}_search AS near
                 WHERE near.rowid = (SELECT row_id FROM {texts}
                                      WHERE row_id >= place.value ORDER BY row_id LIMIT 1)
            """
            found = [text for (text,) in connection.execute(sql, (places,))]
        return _Sample(time.monotonic(), rows or 0, found, _rates(found))


def _query(lists: Sequence[str], sample: _Sample) -> _Choice:
    wanted = [_of_list(words, sample) for words in lists]
    together = frozenset[int].intersection(*(each.held for each in wanted))
    rare = _worth([each.rare for each in wanted], least=_share(together))
    read = sum(each.whole.read for each in wanted)
    # Where many rows are left, their texts cost more than the lists of all trigrams.
    text_cost = _TEXT_PER_ENTRY + sum(each.text_cost for each in wanted)
    if read > rare.read + text_cost * rare.left:
        return rare
    return _Choice(EXACT + " AND ".join(each.whole.query for each in wanted), 0.0, read)


def _of_list(words: str, sample: _Sample) -> _Ways:
    """The queries for a list; many searches ask for what things of a kind are called."""
    found = sample.known.get(words)
    if found is None:
        if len(sample.known) >= _KNOWN_LISTS:
            sample.known.clear()
        texts: list[str] = json.loads(words)
        found = sample.known[words] = _Ways(
            _one_of(texts, sample),
            _whole(texts, sample.rates),
            frozenset[int]().union(*(_holding(text, sample) for text in texts)),
            _WORD_PER_ENTRY * (len(texts) - 1),
        )
    return found


def _whole(words: Sequence[str], rates: Rates) -> _Choice:
    """The query that finds just the texts that hold one of the words."""
    query = " OR ".join(_quoted(word) for word in words) or _NOTHING.query
    read = sum(_rate(three, rates) for word in words for three in _trigrams(word))
    return _Choice(f"({query})", 0.0, read)


def _rates(texts: Sequence[str]) -> Rates:
    counted = Counter(three for text in texts for three in set(_trigrams(text)))
    return {three: count / len(texts) for three, count in counted.items()}


def _trigrams(text: str) -> list[str]:
    return [text[n : n + _TRIGRAM] for n in range(len(text) - _TRIGRAM + 1)]


def _one_of(words: Iterable[str], sample: _Sample) -> _Choice:
    """The query for texts that may hold one of the words."""
    choices = [_all_of(word, sample) for word in words] or [_NOTHING]
    return _Choice(
        f"({' OR '.join(each.query for each in choices)})",
        min(1.0, sum(each.left for each in choices)),
        sum(each.read for each in choices),
    )


def _all_of(word: str, sample: _Sample) -> _Choice:
    rates = {three: _rate(three, sample.rates) for three in _trigrams(word)}
    choices = [_Choice(_quoted(three), rate, rate) for three, rate in rates.items()]
    return _worth(choices, least=_share(_holding(word, sample)))


def _holding(word: str, sample: _Sample) -> frozenset[int]:
    return frozenset(n for n, text in enumerate(sample.texts) if word in text)


def _share(texts: frozenset[int]) -> float:
    """The share of all texts, of which some of the sample are such."""
    return max(len(texts), _UNSEEN) / _SAMPLE


def _rate(three: str, rates: Rates) -> float:
    return rates.get(three, 0.5 / _SAMPLE)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _worth(choices: Sequence[_Choice], *, least: float) -> _Choice:
    """All the choices together, without those that cost more to read than they would save.

    No more of them are taken than leave the least that there is: the share of what is sought.
    """
    if not choices:
        return _NOTHING
    first, *others = sorted(choices, key=lambda each: each.left)
    queries, left, read = [first.query], first.left, first.read
    for each in others:
        if left > least and each.read < _TEXT_PER_ENTRY * left * (1 - each.left):
            queries.append(each.query)
            left = max(least, left * each.left)
            read += each.read
    return _Choice(f"({' AND '.join(queries)})" if len(queries) > 1 else queries[0], left, read)
