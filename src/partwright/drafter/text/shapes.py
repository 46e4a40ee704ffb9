"""Words of shape in a text, and what each is said of."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from partwright.drafter.catalogue import shapes
from partwright.drafter.text.words import stem, words_of
from partwright.kit.patterns import lazy_regex


class ShapeMention(msgspec.Struct, frozen=True):
    """A word of shape: `round table top`."""

    key: str
    start: int
    end: int
    words: str
    things: tuple[str, ...] = ()
    """Stems of the nouns that it stands before, or stands behind after a comma."""


_AFTER: Final = 40
_STOP: Final = lazy_regex(r"[,;:.()\n]|\b(?:with|of|and|for|on|in|at|has|is)\b", re.IGNORECASE)
_MADE: Final = frozenset({"steel", "wooden", "aluminium", "brass", "oak", "glass", "metal"})
_UNITS: Final = frozenset({"mm", "cm", "m", "in", "inch"})
_SECTION: Final = lazy_regex(
    r"[ -](?:met(?:er|re)s?|inch(?:es)?|feet|root|bar stock)\b", re.IGNORECASE
)
_TURNED: Final = lazy_regex(
    r"[ -](?:trip|the clock|robin|about|off|(?:(?:the|all|its|both|four) )*(?:corner|edge|end)s?)\b",
    re.IGNORECASE,
)


@cache
def _pattern() -> re.Pattern[str]:
    words = sorted(_keys(), key=len, reverse=True)
    return re.compile(
        rf"(?<![\w-])(?:{'|'.join(re.escape(w) for w in words)})(?![\w])", re.IGNORECASE
    )


@cache
def _keys() -> dict[str, str]:
    return {word: key for key, row in shapes().items() for word in row.words}


def shapes_of(text: str, title: Sequence[str]) -> list[ShapeMention]:
    """Every word of shape, with the nouns behind it; of the product where no noun follows."""
    found: list[ShapeMention] = []
    for match in _pattern().finditer(text):
        if _SECTION.match(text, match.end()) or _TURNED.match(text, match.end()):
            continue
        behind = text[match.end() : match.end() + _AFTER]
        stop = _STOP.search(behind)
        near = [stem(w.lower) for w in words_of(behind[: stop.start()] if stop else behind)]
        things = [w for w in near if w[0].isalpha() and w not in _MADE | _UNITS]
        if not things:
            things = list(title[-1:])
        key = _keys()[match.group().casefold()]
        found.append(
            ShapeMention(key, match.start(), match.end(), match.group(), tuple(things[:4]))
        )
    return found
