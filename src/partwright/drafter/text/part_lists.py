"""Parts that a text lists after `with`, `including`, `has` or `add`, by their head nouns."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from partwright.drafter.catalogue import word_list
from partwright.drafter.text.brief import PartMention
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.gear_modules import is_module
from partwright.drafter.text.numbers import MULTIPLES, NUMBER_WORDS
from partwright.drafter.text.product_name import STOP_WORDS
from partwright.drafter.text.words import TextWord, stem, words_of
from partwright.kit.patterns import lazy_regex

_LISTS: Final = lazy_regex(
    r"\b(?:with|including|includes?|has|have|having|featuring|features|equipped with|plus|contains|containing"
    r"|consists? of|comprises|comprising|add|needs?|wants?|mit)\b|(?<=:)\s",
    re.IGNORECASE,
)
_END: Final = lazy_regex(
    r"[.;:()\n]|\b(?:that|which|for|to|so|at|in|on|of(?! (?:about )?\d)|from|must|should|shall|is|are|can|it|while|when|made|weighing)\b"
)
_COMMAS: Final = lazy_regex(r"[,;] | and (?=an? )")
_SERVED: Final = lazy_regex(r"\b(?:for|to|of|holds?|takes?|between)\b")
"""Ahead of what a thing serves, which an `and` goes on with."""
_BETWEEN: Final = lazy_regex(r",|\band\b|\bor\b|\bplus\b|&|\bund\b|\bas well as\b", re.IGNORECASE)
_ARTICLES: Final = frozenset({"a", "an", "the", "its", "one", "extra", "own"})
_MEASURES: Final = frozenset({"weight"})
_MEASURED: Final = frozenset({"max", "maximum", "total", "own", "overall", "takeoff", "empty", "gross", "net", "low", "minimum", "min"})  # fmt: skip
_REACH: Final = 240
_TRAITS: Final = frozenset(
    {"adjustable", "lockable", "removable", "foldable", "tiltable", "stackable"}
)
"""Ends of what a thing lets be done with it, and of no part: height adjustable."""
_LONGEST: Final = 4
_SHORTEST: Final = 5
"""Letters of a kind of part that may end a compound."""
_NO_COMPOUNDS: Final = frozenset(
    {"diameter", "perimeter", "parameter", "millimeter", "centimeter", "kilometer"}
)
"""What ends as a part does (meter) and is none."""
_MOST: Final = 40
_MOST_LISTS: Final = 120


def listed_parts(
    text: str,
    figures: Sequence[StatedFigure],
    known: Sequence[PartMention],
    *,
    takes_any: bool = False,
) -> list[PartMention]:
    """The parts of the lists that nothing known covers; the key is their stems.

    With `takes_any` whatever noun a list has is one, not only what is known to be a part.
    """
    found: dict[str, PartMention] = {}
    for match in islice(_LISTS.finditer(text), _MOST_LISTS):
        end = _END.search(text, match.end())
        stop = min(end.start() if end else len(text), match.end() + _REACH)
        for start, finish in _items(text, match.end(), stop):
            part = _part(text, start, finish, figures, takes_any=takes_any)
            if part is not None and not any(
                k.start < part.end and part.start < k.end for k in known
            ):
                found.setdefault(part.key, part)
        if len(found) >= _MOST:
            break
    return list(found.values())


def named_parts(
    text: str, figures: Sequence[StatedFigure], known: Sequence[PartMention]
) -> Iterator[PartMention]:
    """The known kinds of parts that stand between commas without a word ahead: landing skids 150 mm."""
    dividers = list(islice(_COMMAS.finditer(text), _MOST_LISTS))
    for number, divider in enumerate(dividers, 1):
        if _SERVED.search(text[: divider.start()].rpartition(", ")[2]) and "and" in divider[0]:
            continue
        end = dividers[number].start() if number < len(dividers) else len(text)
        behind = _END.search(text, divider.end(), end)
        stop = min(behind.start() if behind else end, divider.end() + _REACH)
        part = _part(text, divider.end(), stop, figures, takes_any=False)
        if part and not any(k.start < part.end and part.start < k.end for k in known):
            yield part


_ARTICLED: Final = lazy_regex(r"(?:,|\band|\bon|\bin) (?=an? [a-z])")
"""Ahead of a thing with its article: and a coil pickup."""


def articled_parts(
    text: str, figures: Sequence[StatedFigure], known: Sequence[PartMention]
) -> Iterator[PartMention]:
    """The nouns with an article, behind what the first list has: a bob on a beam, and a coil pickup."""
    begun = _LISTS.search(text)
    for match in islice(_ARTICLED.finditer(text, begun.end() if begun else len(text)), _MOST_LISTS):
        end = _END.search(text, match.end())
        stop = min(end.start() if end else len(text), match.end() + _REACH)
        stop = next(_items(text, match.end(), stop))[1]
        part = _part(text, match.end(), stop, figures, takes_any=True)
        if part and not any(k.start < part.end and part.start < k.end for k in known):
            yield part


def _known_heads() -> frozenset[str]:
    return word_list("made parts") | word_list("bought parts")


def _is_known(head: str) -> bool:
    """Whether a noun is a kind of part, by itself or as the end of a compound: pegboard."""
    if head in _NO_COMPOUNDS:
        return False
    ends = (head[-n:] for n in range(_SHORTEST, len(head) - 2))
    return head in _known_heads() or any(end in _known_heads() for end in ends)


def _items(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    for divider in _BETWEEN.finditer(text, start, stop):
        yield start, divider.start()
        start = divider.end()
    yield start, stop


def _part(
    text: str, start: int, stop: int, figures: Sequence[StatedFigure], *, takes_any: bool
) -> PartMention | None:
    """The noun phrase of one item, if its head is a kind of part."""
    number, phrase = _phrase(text, start, stop, figures)
    if not phrase or phrase[-1].lower in _TRAITS or is_module(text, phrase[-1]):
        return None
    head = stem(phrase[-1].lower)
    if not (takes_any or _is_known(head)):
        return None
    if takes_any and head in word_list("not parts") | word_list("general"):
        return None
    if head in _MEASURES and (
        _MEASURED & {w.lower for w in phrase} or any(start <= f.start < stop for f in figures)
    ):
        return None
    words = " ".join([*(w.lower for w in phrase[:-1]), head])
    key = " ".join(stem(piece) for w in phrase for piece in w.lower.split("-"))
    return PartMention(key, phrase[0].start, phrase[-1].end, number, words)


def _phrase(
    text: str, start: int, stop: int, figures: Sequence[StatedFigure]
) -> tuple[int, list[TextWord]]:
    """The number of an item and the words of its noun; none where there are too many."""
    number = 0
    phrase: list[TextWord] = []
    for word in _plain_words(text, start, stop, figures):
        count = NUMBER_WORDS.get(word.lower, MULTIPLES.get(word.lower))
        if not phrase and (word.text.isdecimal() or count is not None):
            number = int(count if count is not None else min(int(word.text[:6]), 10_000))
            continue
        if word.lower in STOP_WORDS or word.lower in _ARTICLES or not word.lower[0].isalpha():
            if phrase:
                break
            continue
        phrase.append(word)
    return number, phrase[-_LONGEST:] if len(phrase) <= _LONGEST + 2 else []


def _plain_words(
    text: str, start: int, stop: int, figures: Sequence[StatedFigure]
) -> Iterator[TextWord]:
    """The words outside of figures, without grades that count nothing: 316L."""
    glued = -1
    for word in words_of(text, start, stop):
        if any(f.start <= word.start < f.end for f in figures) or word.text in "-x":
            continue
        if word.text.isdecimal() and text[word.end : word.end + 1].isalpha():
            glued = word.end
        elif word.start != glued:
            yield word
