"""Measured quantities that a text names, as the sensors that measure them."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from partwright.drafter.catalogue import components
from partwright.drafter.text.brief import PartMention
from partwright.drafter.text.lexicon import Phrases, tokens_of

_MEASURES: Final = re.compile(
    r"\b(?:measur(?:es?|ing)|monitor(?:s|ing)?|logs?|logging|records?|recording|senses?|sensing|tracks?|tracking"
    r"|misst|überwacht)\b",
    re.IGNORECASE,
)
_END: Final = re.compile(
    r"[.;:()\n]|\b(?:that|which|with|sends?|shows?|every|at|within|to|for|when|if|from|must|by)\b"
)
_REACH: Final = 90
_MOST: Final = 20


@cache
def _phrases() -> Phrases:
    return Phrases((phrase, key) for key, row in components().items() for phrase in row.measures)


def measured(text: str) -> Iterator[PartMention]:
    """The sensors for the quantities named after a verb of measuring."""
    for match in islice(_MEASURES.finditer(text), _MOST):
        end = _END.search(text, match.end())
        stop = min(end.start() if end else len(text), match.end() + _REACH)
        for hit in _phrases().find(tokens_of(text[match.end() : stop])):
            start, finish = match.end() + hit.start, match.end() + hit.end
            yield PartMention(hit.key, start, finish, words=text[start:finish])
