"""Text as words, sentences and clauses, normalised so that the rest need not care for typography."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from partwright.drafter.text.drawing_style import spelled_out
from partwright.drafter.text.lettered_sides import with_sides_named
from partwright.kit.patterns import lazy_regex

LONGEST: Final = 20_000
"""Characters that are read; what stands behind is not."""

LONGEST_SENTENCE: Final = 600
_LONGEST_RUN: Final = 100
_RUN: Final = lazy_regex(rf"\w{{{_LONGEST_RUN},}}|\s{{{_LONGEST_RUN},}}")

_TRANSLATED: Final = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": " - ",
        "‑": "-",
        "‒": "-",
        "×": "x",
        "✕": "x",
        "⌀": " diameter ",
        "Ø": " diameter ",
        "ø": " diameter ",
        "∅": " diameter ",
        "…": " to ",
        "“": '"',
        "”": '"',
        "„": '"',
        "″": '"',
        "’": "'",
        "‘": "'",
        "′": "'",
        "⁄": "/",
        "∙": "·",
        "•": "\n",
        "\u200b": "",
        "\ufeff": "",
        "\r": "\n",
        "\t": " ",
    }
)
_ABBREVIATIONS: Final = lazy_regex(
    r"\b(max|min|approx|ca|dia|incl|excl|e\.g|i\.e|etc|nom|typ|temp|no|vol|resp|bzw|z\.b|inkl|mind)\.(?=\s)",
    re.IGNORECASE,
)
_DOTS: Final = lazy_regex(r"(?<=\d)[ ]?\.{2,3}[ ]?(?=[\d+-])|(?<=°C)[ ]?\.{2,3}[ ]?(?=[\d+-])")
_TIMES: Final = lazy_regex(r"(?<=\d)[ ]?[x*X][ ]?(?=\d)|(?<=\dmm)x(?=\d)|(?<=\dcm)x(?=\d)")
_ROUND: Final = lazy_regex(r" {1,3}diameter {1,3}(?=\d)")
"""A sign of diameters between blanks of its own."""
_BORNE: Final = lazy_regex(
    r"\b(levels?|shelf|shelves|boards?|tiers?|drawers?|decks?) (?:à|á|a|@|each) (?=\d{1,5} ?kg\b)",
    re.IGNORECASE,
)
"""What each of several bears: 4 levels à 200 kg."""
_NEMA: Final = lazy_regex(r"\bnema-?(?=\d{1,2}\b)", re.IGNORECASE)
"""A size of motors written as one word: NEMA23."""
_SLEEVE: Final = lazy_regex(
    r"(?<![\w/.,])([89]|[1-9]\d{1,2})/([1-9]\d{1,2}) ?x ?(?=\d)(?![^,;]{0,12}(?:in\b|inch|\"))"
)
"""Inside and outside of a sleeve, with its length behind: 12/16 x 20."""
_SEALED: Final = lazy_regex(r"\b(6[0-4]?\d{2,3}) (?=(?:2RSR?1?|2RS|RS|ZZ|2Z)\b)")
"""A bearing with its seals apart: 6205 2RS."""
_SHORT_HOLES: Final = lazy_regex(
    r"(?<![\w.,])(\d{1,2}) ?x ?diameter (\d+(?:[.,]\d+)?)(?: ?mm)?(?:(?: through| thru)? holes?\b)?(?=\s*(?:[,;)]|$|\.(?!\d)|(?:on|in|at|and|with|for|from|through|thru|equally|spaced|auf|durch)\b|\d+ ?x ?\d+))"
    r"|(?<![\w.,])(\d{1,2}) ?x (M ?\d{1,2}(?: ?x ?[0-3][.,]\d{1,2})?)(?: ?- ?6H\b)?(?=\s*(?:(?:on|in|at|through|thru|equally|auf|tapped|threaded)\b))",
    re.IGNORECASE,
)
"""Holes as drawings write them: 6 x diameter 14 on a circle, 4 x M6 tapped."""
_TAPPED_TO: Final = lazy_regex(
    r"(?<![\w.,])(\d{1,2}) ?x (M ?\d{1,2})(?: ?x ?\d[.,]\d{1,2})? ?- ?6H\b(?: (?:tapped|threaded))?(?: holes?)?"
)
"""Tapped holes by the tolerance of their thread: 2x M6-6H."""
_FEET: Final = lazy_regex(
    r"(?<![\w.,/])(\d{1,3}) ?(?:ft\.?|feet|foot|'),? ?(\d{1,2}(?:\.\d{1,2})?) ?(?:in\b|inch(?:es)?\b|\")",
    re.IGNORECASE,
)
"""Feet and inches of one length: 5 ft 2 in."""
_LEGS: Final = lazy_regex(
    r"\b(legs|flanges|sides) (?:of )?(\d{1,4})(?: ?mm)? and (\d{1,4}) ?mm\b", re.IGNORECASE
)
"""Both legs of a bracket: legs 120 mm and 80 mm."""
_PROPS: Final = lazy_regex(
    r"(?<![\w.,])(\d{1,2}(?:\.\d)?) ?[x*] ?\d(?:\.\d{1,2})?(?= (?:[a-z]+ )?(?:prop|propeller|propellor)s?\b)",
    re.IGNORECASE,
)
"""Diameter and pitch of propellers, which are said in inches: 10x4.5 propellers."""
_BY: Final = lazy_regex(
    r"(?<=\d)([ ]?(?:mm|cm|m|in|inch|inches|ft|feet|foot|\")?) (?:by|auf|par|por)(?: (?:by|auf|par|por))? (?=\d)",
    re.IGNORECASE,
)
_SENTENCE_END: Final = lazy_regex(r"[.!?](?=\s|$|[A-Z\"')])|[;\n。！？；]+")
_WORD: Final = lazy_regex(
    r"[234][dD]\b|M\d\.\d\b|[A-Za-z]{1,6}\d{1,5}[A-Za-z]?\b|[^\W\d_]+(?:'[a-z]{1,2}\b)?(?:-[^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\s\w]"
)
_CLAUSE_END: Final = lazy_regex(
    r",(?=\s)|:(?=\s)|\s-\s|\((?=\S)|\)|\b(?:and|but|while|whereas|which|und|aber|sowie)\b",
    re.IGNORECASE,
)


class TextWord(msgspec.Struct, frozen=True):
    """A word or sign and where it stands."""

    text: str
    lower: str
    start: int
    end: int


class TextSpan(msgspec.Struct, frozen=True):
    """A stretch of the text."""

    start: int
    end: int


def without_runs(text: str) -> str:
    """The text with words and gaps of a hundred characters at most.

    No word is longer, and there are patterns that take the square of the length of one.
    """
    return _RUN.sub(lambda run: run[0][:_LONGEST_RUN], text)


def normalised(text: str) -> str:
    """The text in one typography, without control characters, cut to what is read."""
    text = unicodedata.normalize("NFC", without_runs(text[:LONGEST])).translate(_TRANSLATED)
    text = _NEMA.sub("NEMA ", _ROUND.sub(" diameter ", text))
    text = _BORNE.sub(r"\1 carrying ", text)
    text = text.replace("½", " 1/2").replace("¼", " 1/4").replace("¾", " 3/4")
    text = _FEET.sub(lambda m: f"{12 * int(m[1]) + float(m[2]):g} in", text)
    text = _LEGS.sub(r"\1 \2 x \3 mm", text)
    text = _SLEEVE.sub(r"\1 x \2 x ", text)
    text = _TAPPED_TO.sub(r"\1 \2 tapped holes", text)
    text = _SHORT_HOLES.sub(_short_holes, text)
    text = _SEALED.sub(r"\1-", text)
    text = _PROPS.sub(r"\1 inch", text)
    text = _DOTS.sub(" to ", _TIMES.sub(" x ", _BY.sub(r"\1 x ", text)))
    text = "".join(c if c == "\n" or c.isprintable() else " " for c in text)
    return spelled_out(with_sides_named(text))


def _short_holes(match: re.Match[str]) -> str:
    """Holes by their diameter, or by their thread, which is tapped unless the next word tells."""
    if match[2]:
        return f"{match[1]} holes {match[2]} mm"
    is_told = re.match(r" ?(?:tapped|threaded)", match.string[match.end() :], re.IGNORECASE)
    return f"{match[3]} holes {match[4]}" if is_told else f"{match[3]} {match[4]} tapped holes"


def words_of(text: str, start: int = 0, end: int | None = None) -> list[TextWord]:
    """The words and signs of a stretch of text."""
    stop = len(text) if end is None else end
    return [
        TextWord(m.group(), m.group().casefold(), m.start(), m.end())
        for m in _WORD.finditer(text, start, stop)
    ]


def sentences(text: str) -> list[TextSpan]:
    """The stretches between full stops, semicolons and line ends."""
    quiet = _ABBREVIATIONS.sub(lambda m: m.group(1) + " ", text)
    return [
        piece
        for sentence in _pieces(quiet, TextSpan(0, len(quiet)), _SENTENCE_END)
        for piece in _cut_up(text, sentence)
    ]


def _cut_up(text: str, sentence: TextSpan) -> Iterable[TextSpan]:
    """A sentence without an end, taken in stretches that end between words."""
    start = sentence.start
    while sentence.end - start > LONGEST_SENTENCE:
        blank = text.rfind(" ", start + 1, start + LONGEST_SENTENCE)
        end = blank if blank > start else start + LONGEST_SENTENCE
        yield TextSpan(start, end)
        start = end
    yield TextSpan(start, sentence.end)


def clauses(text: str, sentence: TextSpan) -> list[TextSpan]:
    """The parts of a sentence between commas, colons, brackets and conjunctions."""
    return list(_pieces(text, sentence, _CLAUSE_END))


def _pieces(text: str, whole: TextSpan, divider: re.Pattern[str]) -> Iterable[TextSpan]:
    start = whole.start
    for match in divider.finditer(text, whole.start, whole.end):
        if text[start : match.start()].strip():
            yield TextSpan(start, match.start())
        start = match.end()
    if text[start : whole.end].strip():
        yield TextSpan(start, whole.end)


def stem(word: str) -> str:
    """The singular of a noun, near enough to compare words by."""
    word = word.casefold()
    if word in _STEMS:
        return _STEMS[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


_STEMS: Final = {
    "shelves": "shelf",
    "knives": "knife",
    "leaves": "leaf",
    "valves": "valve",
    "halves": "half",
    "wheels": "wheel",
    "feet": "foot",
    "axes": "axis",
    "axles": "axle",
    "vices": "vice",
    "vise": "vice",
    "batteries": "battery",
    "switches": "switch",
    "boxes": "box",
    "gas": "gas",
    "lens": "lens",
    "lenses": "lens",
    "chassis": "chassis",
    "glass": "glass",
    "leds": "led",
    "colour": "color",
    "colours": "color",
    "tyre": "tire",
    "tyres": "tire",
    "children": "child",
    "people": "person",
    "canvas": "canvas",
    "windscreen": "windshield",
    "aluminum": "aluminium",
    "bicycle": "bike",
    "bicycles": "bike",
    "luminaire": "lamp",
    "press": "press",
    "aerofoil": "airfoil",
    "fibre": "fiber",
    "grey": "gray",
    "metre": "meter",
    "metres": "meter",
    "torch": "flashlight",
    "propellor": "propeller",
    "propellors": "propeller",
    "gearboxes": "gearbox",
    "modelling": "modeling",
    "programme": "program",
    "trolley": "cart",
    "trolleys": "cart",
    "multicopter": "multirotor",
    "quadcopter": "quadcopter",
    "quadrocopter": "quadcopter",
    "quadrotor": "quadcopter",
}


def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of a name."""
    return _stems_of_name(text) if len(text) <= _LONGEST_NAME else _stems(text)


_LONGEST_NAME: Final = 120


@lru_cache(maxsize=4096)
def _stems_of_name(text: str) -> tuple[str, ...]:
    """The same names come again for every part that they are compared with."""
    return _stems(text)


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(w.lower) for w in words_of(text.replace("-", " ")) if w.lower[0].isalnum())
