"""Measured quantities that a text names, as the sensors that measure them."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from partwright.drafter.catalogue import components
from partwright.drafter.text.brief import PartMention
from partwright.drafter.text.lexicon import Phrases, tokens_of
from partwright.kit.patterns import lazy_regex

_MEASURES: Final = lazy_regex(
    r"\b(?:measur(?:es?|ing)|monitor(?:s|ing)?|logs?|logging|records?|recording|senses?|sensing|tracks?|tracking"
    r"|misst|überwacht)\b",
    re.IGNORECASE,
)
_END: Final = lazy_regex(
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


_IN_FOURS: Final = frozenset({"feet", "levelling feet", "casters"})
"""Components of which a product has four where the text names several and does not count them."""
_USUAL_FEET: Final = 4
_THREAD_AHEAD: Final = lazy_regex(r"\b(M ?\d{1,2})(?: x ?\d{1,3}(?: ?mm)?)? $")


def usual_number(mention: PartMention) -> int:
    """The number of a component that the text does not count."""
    is_many = mention.key in _IN_FOURS and mention.words.casefold().endswith(("s", "feet"))
    return _USUAL_FEET if is_many else 1


def threads_ahead(text: str, mention: PartMention) -> list[str]:
    """The thread that stands before a component: M12 levelling feet."""
    match = _THREAD_AHEAD.search(text[max(0, mention.start - 16) : mention.start])
    return [match.group().strip()] if match else []
