"""Names as lists and catalogues write them, the noun first: `Chair, office`; pure."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from partwright.drafter.brief.kinds import headed, spelled, stemmed
from partwright.drafter.catalogue import kinds
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_LISTED: Final = lazy_regex(
    r"(?P<lead>\s*(?:(?:an?|the|one)\s+|\d{1,2}\s*x\s+)?)"
    r"(?P<head>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*){0,2})"
    r"(?P<tail>(?:,\s*(?!(?:with|for|without|and|or|in|on|to|of|from|made)\b)(?:\dD|[^\W\d_][\w-]*)(?: [^\W\d_][\w-]*){0,2}(?=\s*(?:[,.;:(\n]|\Z|\d))){1,4})",
    re.IGNORECASE,
)
"""A noun and what tells it apart, each between commas."""
_MOST: Final = 4


def in_order(text: str) -> str:
    """The text with what tells the product apart ahead of its noun, where both make another kind.

    `Vise, bench, 125 mm` is a bench vise of 125 mm; `Chair, oak` stays as it is.
    """
    for _ in range(_MOST):
        ordered = _ordered(text)
        if ordered == text:
            break
        text = ordered
    return text


def _ordered(text: str) -> str:
    match = _LISTED.match(text)
    if match is None:
        return text
    head = match["head"]
    alone = headed(tuple(stems(head)), stems(head))
    for said, start, end in _said(match):
        name = f"{said} {head if head.isupper() else head.lower()}"
        own = tuple(stems(name))
        if _makes_another(own, tuple(stems(said)), alone):
            rest = match["tail"][: start - 1] + match["tail"][end:]
            return f"{match['lead']}{name}{rest}{text[match.end() :]}"
    return text


def _said(match: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """The words between the commas behind the noun, and their places in the tail."""
    found = islice(re.finditer(r",\s*([^,]+)", match["tail"]), _MOST)
    return ((one[1].strip(), one.start() + 1, one.end()) for one in found)


def _makes_another(name: tuple[str, ...], said: tuple[str, ...], alone: str | None) -> bool:
    """Whether the words of a name are a kind together, or make the noun another product."""
    meant = spelled(name)
    if meant:
        return meant != alone
    row = kinds().get(alone or "")
    is_manner = said[-1] in _MANNERS
    return row is not None and not is_manner and not stemmed(row.unlike).isdisjoint(said)


_MANNERS: Final = stemmed(("operated", "powered", "driven", "controlled", "cranked", "made"))
"""Behind a word these tell how it is worked, and name no other product: a fan, hand operated."""
