"""The product's name: the first noun phrase of the description."""

import re
from typing import Final

from partwright.drafter.catalogue import word_list
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.words import TextSpan, TextWord, stem, words_of
from partwright.kit.patterns import lazy_regex

_LEAD_IN: Final = lazy_regex(
    r"^[\s\"'*#>-]*(?:(?:requirements?(?: list)?|specifications?|specs?|wanted|task|inquiry|enquiry|request|order) ?(?::[\s-]*|$)"
    r"|(?:hello|hi|hey|dear \w+|ok|please|kindly|so|well|then|instead|afterwards|now|title|product|description|subject|project"
    r"|i|we|my \w+|our \w+|you|they)\b[\s,:!-]*|(?:would|could|can|will|should|do|does|let|let's|may)\b\s*"
    r"|(?:like|love|need|needs|want|wants|require|requires|am|are|is|have|has|been|looking|look|planning|plan|going|trying|asked|ask"
    r"|design|designs|designing|draw|model|build|building|create|creating|make|making|develop|developing|draft|drafting|engineer|engineering|propose|produce|producing|invent|get|give"
    r"|help|us|me|out|for|to|of|up|this|that|these|about|it|idea|interested|in|on|with|by|and)\b\s*"
    r"|(?:(?:matching|nice|simple) )?(?:pair|set|couple|lot) of\b(?: (?:\d{1,3}|two|three|four|five|six|eight|ten|twelve)\b)?\s*"
    r"|(?:a|an|the|some|new|our|my|another|this|one|ein|eine|einen|eines|der|die(?![ -](?:grind|cast|cutt|set|press|lift|cart|plate|holder|filer|block))|das|un|une|le|la|el|una)\b\s*)",
    re.IGNORECASE,
)
STOP_WORDS: Final = word_list("stop")
_EMPTY_NOUNS: Final = word_list("empty")
_DOINGS: Final = frozenset(
    [
        "serving",
        "lifting",
        "cutting",
        "turning",
        "measuring",
        "hanging",
        "operating",
        "weighing",
        "carrying",
        "moving",
    ]
)
"""Before the noun these are of the name: a two-tier serving trolley."""
_CANS: Final = frozenset({"trash", "watering", "jerry", "oil", "gas", "fuel", "garbage"})
_QUALIFIES: Final = frozenset({"powered", "driven", "operated", "based", "controlled", "charging"})
_MEASURES: Final = frozenset(
    {
        "opening",
        "reach",
        "ratio",
        "module",
        "torque",
        "speed",
        "size",
        "stroke",
        "travel",
        "height",
        "diameter",
        "dia",
        "length",
        "width",
        "measuring",
        "bore",
        "depth",
        "thickness",
        "id",
        "od",
        "i.d",
        "o.d",
        "pcd",
    }
)
"""Before a figure these tell what it is of, and are no part of the name."""
_NUMBERED: Final = frozenset({"pi", "mark", "version", "model", "generation"})
"""Before a bare number, which is then of the name: Raspberry Pi 5 case."""
_LONGEST: Final = 7
_PLAIN: Final = lazy_regex(r"[^\W_][\w/&+-]*(?:'s)?$")


def product_phrase(text: str, first: TextSpan, figures: list[StatedFigure]) -> list[TextWord]:
    """The words of the product's name as the sentence has them, be it behind a colon only."""
    if _ABOUT_ONESELF.match(text[first.start : first.end]):
        return []
    colon = _COLON.search(text, first.start, first.end)
    ahead = TextSpan(first.start, colon.start()) if colon else first
    phrase = _phrase(text, ahead, figures)
    if colon is not None and _SOMETHING.search(text, ahead.start, ahead.end):
        phrase = []
    if phrase or colon is None:
        return phrase
    return _phrase(text, TextSpan(colon.end(), first.end), figures)


_ABOUT_ONESELF: Final = lazy_regex(
    r"\s*(?:(?:hi|hello|hey)\b[,!. ]*)?(?:we|i)(?:'re|'m| are| am) (?:from|in|at|based|new|an?)\b(?![^.;:]*\b(?:need|want|like|make|making|build|building|design|designing|looking|develop|developing|produc|launch|plan)\w*\b)[^.;:]*\Z",
    re.IGNORECASE,
)
"""A sentence that says who asks, and nothing of what for: I'm from Leeds."""
_SOMETHING: Final = lazy_regex(r"\b(?:something|anything|somewhere)\b", re.IGNORECASE)
"""Ahead of a colon behind which the product is called by its name."""
_COLON: Final = lazy_regex(r":(?=\s)")


_BESIDE_IT: Final = lazy_regex(
    r"\s*(?:please )?(?:ignore|disregard|forget|override)\b[^.;:\n]{0,200}?[,;]? (?:and|then|instead) "
    r"(?=(?:draw|design|make|build|create|model|give me|produce)\b)",
    re.IGNORECASE,
)
"""Words to the machine ahead of what is asked for."""


_INTRODUCED: Final = lazy_regex(
    r"\s*(?:(?:hi|hello|hey)\b[,!. ]*)?(?:we|i)(?:'re|'m| are| am) (?:an?|the|at|from|in|with) [^.;:\n]{2,60}?,? (?:(?:and|who|that|which) )?(?:(?:we|i) )?"
    r"(?:(?:would|'d) )?(?:making|building|designing|developing|producing|launching|planning|looking for|looking to (?:make|build|buy|design)|needs?|wants?|like)\b",
    re.IGNORECASE,
)
"""Words about who asks, ahead of what is asked for: we're a startup making a lamp."""


def _phrase(text: str, first: TextSpan, figures: list[StatedFigure]) -> list[TextWord]:
    """The words of the first name of a stretch of text."""
    beside = _BESIDE_IT.match(text, first.start, first.end)
    beside = beside or _INTRODUCED.match(text, first.start, first.end)
    start = beside.end() if beside else first.start
    for _ in range(16):
        match = _LEAD_IN.match(text[start : first.end])
        if match is None or match.end() == 0:
            break
        start += match.end()
    phrase: list[TextWord] = []
    words = [w for w in words_of(text, start, first.end) if w.text != "'"]
    for word, following in zip(words, [*words[1:], None], strict=False):
        if phrase and word.text.isdecimal() and phrase[-1].lower in _NUMBERED:
            continue
        if _is_trait(text, word, phrase) or _is_code(text, word, phrase):
            continue
        is_figure = word.text.isdecimal() or any(f.start <= word.start < f.end for f in figures)
        if is_figure and not phrase:
            continue
        is_led_on = word.lower in _MEASURES and _is_number(following, figures)
        if is_figure or (phrase and is_led_on) or not _belongs(text, word, following, phrase):
            if phrase or word.lower in STOP_WORDS:
                break
            continue
        phrase.append(word)
        if len(phrase) >= _LONGEST:
            break
    return [w for w in phrase if w.lower not in _EMPTY_NOUNS]


_CODED: Final = lazy_regex(r"(?:IP|IK)-?(?:\d{2}[A-Z]?)?|RAL")
"""How tight or of which colour it is, which is no part of the name: enclosure IP65."""
_GRADED: Final = frozenset({"stainless", "steel", "aluminium", "aluminum", "bronze", "brass"})
_GRADE: Final = lazy_regex(r"(?:3\d\d[A-Z]{0,2}|[2-7]0\d\d|S\d{3}[A-Z]{0,2}\d?|C\d{2}|[AV][24])")
"""Behind a material its grade, which is no part of the name: stainless 316L tank."""


def _is_code(text: str, word: TextWord, phrase: list[TextWord]) -> bool:
    """Whether it is the code of a class or of the material ahead of it."""
    is_graded = bool(phrase) and phrase[-1].lower in _GRADED
    code = _GRADE.match(text, phrase[-1].end + 1) if is_graded else None
    is_of_grade = code is not None and word.start < code.end()
    return bool(_CODED.fullmatch(word.text) or is_of_grade)


_NOUN: Final = lazy_regex(
    r"stands(?=\s*(?:[,.;:)\n]|$|(?:for|of|with|made)\b))"
    r"|die(?=[ -](?:grind|cast|cutt|set|press|lift|cart|plate|holder|filer|block))",
    re.IGNORECASE,
)


def is_noun(text: str, word: TextWord) -> bool:
    """Whether what else is no noun is one there: speaker stands for 20 kg, die grinder."""
    return bool(_NOUN.match(text, word.start))


_PLACES: Final = frozenset(
    {"desktop", "benchtop", "tabletop", "compact", "mini", "small", "portable"}
)
"""Words that no product is called by alone."""
_HYPHENED: Final = lazy_regex(r"\d+-[a-z]", re.IGNORECASE)


def _is_trait(text: str, word: TextWord, phrase: list[TextWord]) -> bool:
    """Whether a number, or its hyphen, tells a trait within the name: desktop 4-axis robot arm."""
    if len(phrase) != 1 or phrase[0].lower not in _PLACES:
        return False
    return word.text == "-" or _HYPHENED.match(text, word.start) is not None


def _is_number(word: TextWord | None, figures: list[StatedFigure]) -> bool:
    return word is not None and any(f.start <= word.start < f.end for f in figures)


def _belongs(text: str, word: TextWord, following: TextWord | None, phrase: list[TextWord]) -> bool:
    """Whether the word goes on with the name: solar powered lamp, pick and place machine."""
    goes_on = (
        following is not None and following.lower.isalpha() and following.lower not in STOP_WORDS
    )
    if phrase and following is not None and _is_fixed(word.lower, following.lower):
        return False
    if word.lower not in STOP_WORDS:
        return bool(_PLAIN.match(word.text))
    if word.lower in ("stands", "die"):
        return (bool(phrase) or word.lower == "die") and is_noun(text, word)
    if word.lower == "can":
        return bool(phrase) and phrase[-1].lower in _CANS
    if word.lower in _QUALIFIES:
        return bool(phrase) and goes_on
    if word.lower in _DOINGS:
        return goes_on and all("-" in one.text for one in phrase)
    return word.lower == "and" and len(phrase) == 1 and goes_on


def _is_fixed(word: str, following: str) -> bool:
    """Whether the words tell where the thing is: a lamp clamped to the desk."""
    return word.endswith("ed") and following in (
        "to",
        "on",
        "onto",
        "in",
        "into",
        "at",
        "under",
        "from",
    )


def shown_name(text: str, phrase: list[TextWord]) -> str:
    """The name as the text has it, with a capital first letter."""
    if not phrase:
        return ""
    name = " ".join(text[phrase[0].start : phrase[-1].end].split())[:80].strip()
    return name[:1].upper() + name[1:]


def title_stems(phrase: list[TextWord]) -> tuple[str, ...]:
    """The stems of the name, compounds taken apart."""
    words = [piece for w in phrase for piece in w.lower.split("-") if piece != "and" and piece]
    pairs = zip(["", *words], words, strict=False)
    return tuple(_RIDDEN.get((before, word), stem(word)) for before, word in pairs)


_RIDDEN: Final = {("golf", "cart"): "buggy", ("golf", "carts"): "buggy"}
"""Behind these a cart carries persons and is no trolley."""
