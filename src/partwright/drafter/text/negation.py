"""Exclusions: things that a text says the product must not have."""

import re
from itertools import islice
from typing import Final

from partwright.drafter.text.words import TextSpan, stem, words_of
from partwright.kit.patterns import lazy_regex

_DENIES: Final = lazy_regex(
    r"\b(?:no(?! more| less| later| longer| need| \d)|without|not(?! exceed| more| less| only| be (?:heavier|longer|larger))"
    r"|never|nothing(?: needing| that needs| requiring)|avoid(?:ing)?|instead of|rather than|free of|neither|nor|don't|doesn't|remove|omit|drop the|skip the|delete|leave out|take (?:out|off|away) the|get rid of|ohne|kein\w{0,2}|nicht|sans|sin)\b",
    re.IGNORECASE,
)
_FREE: Final = lazy_regex(
    r"\b([a-z]{3,12})[ -]free\b|\b(fan|key|tool|tube|frame)less\b", re.IGNORECASE
)
_ENDS: Final = lazy_regex(
    r"[,;:.()\n]|\b(?:but|and (?:with|must|should|shall|it)|which|that|with|because|so)\b"
)
_REACH: Final = 6
_MOST: Final = 60


def denials(text: str) -> list[tuple[TextSpan, frozenset[str]]]:
    """The stretches that deny something, and the stems of the words denied."""
    found: list[tuple[TextSpan, frozenset[str]]] = []
    for match in islice(_DENIES.finditer(text), _MOST):
        cut = _ENDS.search(text, match.end())
        end = min(cut.start() if cut else len(text), match.end() + 80)
        words = words_of(text, match.end(), end)[:_REACH]
        if words:
            span = TextSpan(match.start(), words[-1].end)
            found.append((span, frozenset(stem(w.lower) for w in words if w.lower[0].isalpha())))
    for match in islice(_FREE.finditer(text), _MOST):
        if any(span.start <= match.start() < span.end for span, _ in found):
            continue
        word = match[1] or match[2]
        found.append((TextSpan(match.start(), match.end()), frozenset({stem(word)})))
    return found
