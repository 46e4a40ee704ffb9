"""Messages that keep the holes of a part where they are, or move them, as distances in its text; pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.stated_features import wishes_in, without_distances
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

Spacing = tuple[float, ...]
"""How far apart the one pattern of holes of a part is, along its length and across; empty without one."""

_HOLES: Final = r"(?:(?:the|all|its|both|four|two|six|\d) ){0,4}holes?"
_KEEP: Final = lazy_regex(
    rf"\s*(?:[,;]\s*)?(?:\b(?:and|but|with|while) ){{0,3}}\b(?:(?:keep|leave|leaving|keeping) {_HOLES}|{_HOLES} (?:(?:should|must|to|shall) )?(?:stay|remain|staying|remaining|kept))\b"
    r"(?: (?:(?:where|as) they (?:are|were)|in place|alone|unchanged|as is|there|at the same (?:place|spacing|distance)))?",
    re.IGNORECASE,
)
_WAYS: Final = {
    "inward": -2, "inwards": -2, "in": -2, "towards the middle": -2, "towards the centre": -2, "towards the center": -2,
    "outward": 2, "outwards": 2, "out": 2, "towards the edge": 2, "towards the edges": 2,
    "closer together": -1, "closer": -1, "further apart": 1, "apart": 1,
}  # fmt: skip
"""By how many of the way told the distance between two holes grows."""
_MOVE: Final = lazy_regex(
    rf"\b(?:please )?(?:move|shift|bring|put|place|set) {_HOLES} (?P<n>{FIGURE}) ?mm (?:further |more )?(?P<way>{'|'.join(sorted(_WAYS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_MOVED: Final = lazy_regex(
    rf"\b(?:move|shift) {_HOLES} [^.,;\n]{{0,60}}|\bholes? {FIGURE} ?mm (?:further|to the) [^.,;\n]{{0,40}}"
    r"|\bholes?(?: of [\d.,]+ ?mm)? (?:beside|next to|near|between) [^.,;\n]{0,40}",
    re.IGNORECASE,
)
_MOST: Final = 8


def with_holes_kept(text: str, said: str, spacing: Callable[[str], Spacing]) -> tuple[str, str]:
    """The text with its holes as far apart as they are now, or as a message moves them."""
    kept, moved = _KEEP.search(said), _MOVE.search(said)
    if not (kept or moved):
        return text, said
    apart = spacing(text)
    if moved:
        way = number(moved["n"]) * _WAYS[moved["way"].casefold()]
        apart = tuple(one + way for one in apart)
        said = said.replace(moved.group(), "", 1) if apart and min(apart) > 0 else said
    made = _respaced(text, apart) if apart and min(apart) > 0 else None
    if made is None:
        return text, said
    return made, said.replace(kept.group(), "", 1) if kept else said


def _respaced(text: str, apart: Spacing) -> str | None:
    """The text with the distances of its one pattern of holes."""
    several = [(start, end) for wish, start, end in wishes_in(text) if wish.number > 1]
    if len(several) != 1:
        return None
    start, end = several[0]
    told = " x ".join(f"{one:g}" for one in apart)
    holes = without_distances(text[start:end]).rstrip(" ,")
    rest = without_distances(text[end:])
    rest = f" {rest}" if rest[:1].isalnum() else rest
    return f"{text[:start]}{holes} {told} mm apart{rest}"


def unmoved(said: Sequence[str], text: str) -> Iterator[tuple[str, str]]:
    """Give what messages ask of the places of holes and the text does not show: it stands in it still."""
    for one in said:
        for pattern in (_KEEP, _MOVED):
            for match in islice(pattern.finditer(one), _MOST):
                words = match.group().strip(" ,;")
                if words in text:
                    yield (
                        words,
                        "the holes stand as the text places them: say how far apart they are",
                    )
