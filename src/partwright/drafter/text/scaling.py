"""Words that ask for a part or a multiple of a side: a third shorter, 20 % longer, half as wide; pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from partwright.drafter.text.numbers import FIGURE, first_figure
from partwright.kit.patterns import lazy_regex

_FIGURE: Final = lazy_regex(f"({FIGURE})")
_PARTS: Final = {
    "half": 1 / 2, "a half": 1 / 2, "a third": 1 / 3, "one third": 1 / 3, "two thirds": 2 / 3,
    "a quarter": 1 / 4, "one quarter": 1 / 4, "three quarters": 3 / 4, "a fifth": 1 / 5, "a tenth": 1 / 10,
}  # fmt: skip
_TIMES: Final = {
    "half": 0.5, "twice": 2.0, "double": 2.0, "triple": 3.0, "halve": 0.5, "two times": 2.0,
    "three times": 3.0, "four times": 4.0,
}  # fmt: skip
_PART: Final = rf"(?P<part>{'|'.join(_PARTS)}|{FIGURE} ?(?:%|percent\b|per cent\b))"
_TIME: Final = rf"(?P<times>{'|'.join(_TIMES)}|{FIGURE} times)"
_SIDES: Final[Mapping[str, str]] = {
    "long": "length", "wide": "width", "high": "height", "tall": "height", "deep": "depth",
    "thick": "thickness",
}  # fmt: skip
_SIDE: Final = "length|width|height|depth|thickness|diameter"
_SUBJECT: Final = r"(?:\b(?:make|the|it|its|please|all) ){0,5}(?P<subject>(?!(?:make|the|it|its|please|all|by)\b)[a-z]{2,20} )?"


class ScaledSide(NamedTuple):
    """A side that is to be so many times as large, and the words that say so."""

    words: str
    side: str
    factor: float
    subject: str


class SideWords(NamedTuple):
    """Words for more and less of a side, and verbs for it, with the side and the way."""

    compared: Mapping[str, tuple[str, int]]
    verbs: Mapping[str, int]
    of_verb: Mapping[str, str]


def _patterns(words: SideWords) -> Sequence[re.Pattern[str]]:
    compared, verbs = "|".join(words.compared), "|".join(words.verbs)
    return tuple(
        re.compile(one, re.IGNORECASE)
        for one in (
            rf"{_SUBJECT}(?:by )?{_PART} (?P<word>{compared})\b",
            rf"{_SUBJECT}(?P<word>{compared}) by {_PART}",
            rf"\b(?P<verb>{verbs})\w*(?: (?:the|its|overall|total|it)){{0,4}}(?: (?P<subject>[a-z]{{2,20}}))??(?: (?P<side>{_SIDE}))?(?: of (?:it|the [a-z]{{2,20}}))? by {_PART}",
            rf"{_SUBJECT}\b{_TIME} (?:as |the )?(?P<word2>{'|'.join(_SIDES)}|{_SIDE})\b",
            rf"\b(?P<times>double|triple|halve)(?: (?:the|its)){{0,2}} (?P<side>{_SIDE})\b",
        )
    )


def scaled_sides(said: str, words: SideWords) -> Iterator[ScaledSide]:
    """The sides that a message asks to scale."""
    for pattern in _patterns(words):
        for match in pattern.finditer(said):
            groups = match.groupdict()
            side, way = _side(groups, words)
            factor = _factor(groups, way)
            if side and factor > 0:
                yield ScaledSide(match.group(), side, factor, groups.get("subject") or "")


def _side(groups: Mapping[str, str | None], words: SideWords) -> tuple[str, int]:
    word, verb = (groups.get("word") or "").casefold(), (groups.get("verb") or "").casefold()
    if word:
        return words.compared[word]
    named = (groups.get("side") or groups.get("word2") or "").casefold()
    side = _SIDES.get(named, named) or words.of_verb.get(verb, "")
    return side, words.verbs.get(verb, 1)


def _factor(groups: Mapping[str, str | None], way: int) -> float:
    part, times = (groups.get("part") or "").casefold(), (groups.get("times") or "").casefold()
    if times:
        return _TIMES.get(times) or first_figure(_FIGURE, times)
    return 1 + way * (_PARTS.get(part) or first_figure(_FIGURE, part) / 100)
