"""The words for forms: what a name's last word says of the part's shape; pure."""

import re
from typing import Final

from partwright.cad.language import catalogue
from partwright.kit.patterns import lazy_regex

# A method and the words for it. The match that ends last in the head of a name decides, and
# of those the longest: a `gearbox housing cover` is a cover, a `bearing housing` a housing.
_PATTERNS: Final = tuple(
    (
        feature.name,
        lazy_regex(
            rf"(?:{'|'.join(sorted(feature.called, key=len, reverse=True))})(?:s|es|n|en)?\b",
            re.IGNORECASE,
        ),
    )
    for feature in catalogue.FEATURES.values()
    if feature.called
)

# What ends the head of a name: what follows says what it is for, made of or how large it is.
_TAIL = lazy_regex(
    r"\s(?:for|with|without|of|to|on|at|in|from|by|für|mit|ohne|zu[rm]?|aus|an|auf|von|am|im)\s|[,;:(\[/|]|\s[-–—]\s|\b(?=\d)|[øØ⌀]",
    re.IGNORECASE,
)
_SHORTEST_COMPOUND_PART = 4
"""Letters a word must have to count as the end of a compound such as `Grundplatte`."""


def head(name: str) -> str:
    """The part of a name that says what the thing is."""
    cut = _TAIL.split(name.strip(), maxsplit=1)[0]
    return cut if cut.strip() else name


def methods(text: str) -> list[str]:
    """The methods that a phrase speaks of, the one of its last word first."""
    return [method for _, _, method in _found(text)]


def last(text: str) -> int:
    """The end of the word that decides the form of a phrase; 0 without one."""
    found = _found(text)
    return found[0][0] if found else 0


def _found(text: str) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    for method, pattern in _PATTERNS:
        matches = [match for match in pattern.finditer(text) if not _within_a_word(text, match)]
        if matches:
            ends = max((match.end(), match.end() - match.start()) for match in matches)
            found.append((*ends, method))
    return sorted(found, reverse=True)


def _within_a_word(text: str, match: re.Match[str]) -> bool:
    """A word that continues another counts only when it is long enough to end a compound."""
    start = match.start()
    if start == 0 or not text[start - 1].isalpha():
        return False
    return match.end() - start < _SHORTEST_COMPOUND_PART
