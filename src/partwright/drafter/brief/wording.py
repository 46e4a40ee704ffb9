"""Wording of requirements: the product as subject, values with their bounds, words cited."""

import re
from typing import Final

from partwright.drafter.brief.brief_reading import ANSWER
from partwright.drafter.catalogue import word_list
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.counts import is_trait
from partwright.drafter.text.figures import StatedCount, StatedFigure
from partwright.drafter.text.lexicon import component_words, tokens_of
from partwright.drafter.text.product_name import STOP_WORDS
from partwright.drafter.text.quantities import Quantity
from partwright.drafter.text.words import TextSpan, stem, words_of
from partwright.kit.patterns import lazy_regex

_LONG_NAME: Final = 5


GENERAL: Final = word_list("general")


_TELLS_THING: Final = frozenset({"dimension", "diameter", "thickness", "width", "length", "height", "bore", "pitch", "rotation", "angle"})  # fmt: skip


_AROUND: Final = 60


def subject(brief: DesignBrief) -> str:
    """The product at the beginning of a sentence."""
    name = brief.name
    if not name or {"to", "that", "which"} & set(name.split()) or len(name.split()) > _LONG_NAME:
        return "The product"
    is_word = name[1:2].islower()
    return "The " + (name[0].lower() + name[1:] if is_word else name)


_BEHIND: Final = lazy_regex(
    r"[ -](?:(?:long|wide|high|tall|thick|deep|diameter|steel|alumini?um|wooden|round|square|flat) ){0,2}"
    r"([a-zA-Z]{3,20})\b(?!-)"
)
_AHEAD: Final = lazy_regex(
    r"([a-zA-Z]{3,20}) (?:(?:is|are|has|with|of|a|an) ){0,2}"
    r"(?:(?:outer |inner |outside |inside )?(?:diameter|dia\.?|length|width|height|thickness|bore) ?(?:of |is |: ?|= ?)?)?$"
)


def thing_of(brief: DesignBrief, figure: StatedFigure, quantity: Quantity) -> str:
    """The part that a dimension speaks of: behind it (125 mm jaws) or ahead (base diameter 180 mm)."""
    if quantity.key not in _TELLS_THING:
        return ""
    own = {t.stem for t in tokens_of(quantity.name)} | GENERAL | set(brief.title[-1:])
    behind = _BEHIND.match(brief.text, figure.end)
    ahead = _AHEAD.search(brief.text, max(0, figure.start - 60), figure.start)
    for match, is_sure in ((behind, True), (ahead, False)):
        if match is None:
            continue
        word = stem(match[1].lower())
        is_named = word in word_list("made parts") | word_list("bought parts") | component_words()
        is_fit = word not in own and match[1].lower() not in STOP_WORDS
        if is_fit and (
            is_named or (word not in brief.title and is_sure and quantity.key == "dimension")
        ):
            return match[1].lower()
    return ""


_OF_MATERIAL: Final = lazy_regex(
    r"([a-zA-Z]{3,20})[^,;.:\n]{0,40}?\b(?:made (?:of|from|out of|in)|of|in|from)\s+(?:a |an |the )?(?:\d{1,4}(?: x \d{1,4}){0,2} (?:mm|cm) )?(?:[a-z]+ )?$"
)
_AFTER_MATERIAL: Final = re.compile(r"[ -](?:[a-zA-Z]{3,14}[ -])??([a-zA-Z]{3,20})\b")


def made_of(brief: DesignBrief, mention: PartMention) -> str:
    """The part that a material is named for: steel base, base made of steel; empty for the product."""
    parts = word_list("made parts") | component_words()
    own = set(brief.title[-1:])
    behind = _AFTER_MATERIAL.match(brief.text, mention.end)
    while behind is not None:
        is_part = stem(behind[1].lower()) in parts - own and behind[1].lower() not in STOP_WORDS
        if is_part and stem(behind[1].lower()) in _STOCK and (of := _owner_of(brief, mention)):
            return of
        if is_part:
            return behind[1].lower()
        behind = _FURTHER.match(brief.text, mention.end) if behind.re is _AFTER_MATERIAL else None
    return _owner_of(brief, mention)


def _owner_of(brief: DesignBrief, mention: PartMention) -> str:
    """The part ahead of a material: base made of steel, legs of steel tube."""
    parts = word_list("made parts") | component_words()
    own = set(brief.title[-1:])
    ahead = _OF_MATERIAL.search(brief.text, max(0, mention.start - 70), mention.start)
    if ahead is not None:
        nearest = re.split(r"\b(?:and|with)\b", ahead.group())[-1]
        for word in re.findall(r"[a-zA-Z]{3,20}", nearest)[::-1]:
            if stem(word.lower()) in own:
                return ""
            if stem(word.lower()) in parts:
                return word.lower()
    return ""


_STOCK: Final = frozenset({"tube", "bar", "sheet", "rod", "profile", "wire", "pipe", "plate"})
"""Behind a material, what a part is cut from."""


_FURTHER: Final = lazy_regex(
    r"[ -](?!(?:for|with|from|under|into|over)\b)(?:[a-zA-Z]{3,14}[ -])([a-zA-Z]{3,20})\b",
    re.IGNORECASE,
)


def bounded(figure: StatedFigure, quantity: Quantity) -> str:
    """The value with the words that say how it is meant."""
    written = figure.written
    match figure.bound:
        case "range":
            return written
        case "within":
            return written
        case "least":
            return f"at least {written}"
        case "most":
            return f"{'up to' if quantity.sense == 'least' else 'at most'} {written}"
        case "about":
            return f"about {written}"
        case _:
            lead = {"least": "at least ", "most": "at most ", "is": ""}[quantity.sense]
            return f"{lead}{written}"


def sentence_at(brief: DesignBrief, place: int) -> TextSpan:
    return next((s for s in brief.sentences if s.start <= place < s.end), TextSpan(place, place))


def cited(brief: DesignBrief, start: int, end: int, origin: str) -> str:
    """The words, with the place where they stand."""
    sentence = sentence_at(brief, start)
    first = max(sentence.start, start - _AROUND)
    last = min(sentence.end, max(end, start) + _AROUND)
    if first > sentence.start:
        first = brief.text.find(" ", first, start) + 1 or first
    if last < sentence.end:
        last = brief.text.rfind(" ", end, last) if " " in brief.text[end:last] else last
    words = " ".join(brief.text[first:last].split())
    who = "From the description"
    if origin.startswith(ANSWER):
        who = "From the user's answer"
    elif origin:
        who = "From the user's message"
    return f"{who}: “{words}”."


def short_name(text: str) -> str:
    """The first words of a statement as a name."""
    words = text.replace("{v}", "").split()
    name = " ".join(words[:9])
    return (name[:1].upper() + name[1:])[:80].rstrip(" ,;:.")


def cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 200 else flat[:197].rsplit(" ", 1)[0] + " …"


def as_written(mention: PartMention) -> str:
    words = mention.words
    return words.upper().replace(" ", "") if mention.key in ("ip", "ce") else words.lower()


def counted_words(brief: DesignBrief, count: StatedCount) -> str:
    """The count as the text has it; a trait with the noun it stands before (3-axis gimbal).

    Nothing for what no number counts, and for figures that run on into it.
    """
    written = " ".join(brief.text[count.start : count.end].split())
    if "-" in written and set(count.words) <= set(brief.title):
        return f"{count.number} {'axes' if count.noun == 'axis' else count.noun + 's'}"
    if not (is_trait(count) and "-" in written):
        return (
            ""
            if count.words == ("axis",) and written[:1].isalpha() and written[:2].isupper()
            else written
        )
    following = words_of(brief.text, count.end, min(len(brief.text), count.end + 40))
    nouns: list[str] = []
    for word in following[:3]:
        between = brief.text[count.end : word.start]
        if word.lower in STOP_WORDS or not word.lower[0].isalpha() or _PARTED.search(between):
            break
        nouns.append(word.text)
    article = "a " if nouns and not nouns[-1].casefold().endswith("s") else ""
    return article + " ".join([written, *nouns])


_PARTED: Final = lazy_regex(r"[,;:.()]")
_CLAUSE: Final = lazy_regex(r"[,;:.]")


def words_around(brief: DesignBrief, start: int, end: int) -> str:
    """The words of the text, from the word before to the words behind."""
    text = brief.text
    first = text.rfind(" ", 0, max(0, start - 1)) + 1
    if _CLAUSE.search(text[first:start]):
        first = start
    behind = re.match(r"[^,;.:\n]{0,24}", text[end:])
    last = end + (behind.end() if behind else 0)
    if last < len(text) and text[last : last + 1].isalnum():
        last = text.rfind(" ", end, last) if " " in text[end:last] else end
    return " ".join(text[first:last].split()).strip(" ,;.:")
