"""How requirements are worded: the product as subject, values with their bounds, words cited."""

from typing import Final

from partwright.design_engine.drafter.catalogue import word_list
from partwright.design_engine.drafter.reading.brief import Brief, Mention
from partwright.design_engine.drafter.reading.figures import Figure
from partwright.design_engine.drafter.reading.lexicon import tokens_of
from partwright.design_engine.drafter.reading.naming import STOP_WORDS
from partwright.design_engine.drafter.reading.quantities import Quantity
from partwright.design_engine.drafter.reading.words import Span, stem, words_of
from partwright.design_engine.drafter.understanding import ANSWER

_LONG_NAME: Final = 5


GENERAL: Final = word_list("general")


_TELLS_THING: Final = frozenset({"dimension", "diameter", "thickness", "width", "length", "height", "bore", "pitch", "rotation", "angle"})  # fmt: skip


_AROUND: Final = 60


def subject(brief: Brief) -> str:
    """The product at the beginning of a sentence."""
    name = brief.name
    if not name or {"to", "that", "which"} & set(name.split()) or len(name.split()) > _LONG_NAME:
        return "The product"
    is_word = name[1:2].islower()
    return "The " + (name[0].lower() + name[1:] if is_word else name)


def thing_of(brief: Brief, figure: Figure, quantity: Quantity) -> str:
    """The part that a dimension speaks of: the word right behind it (125 mm jaws), or near it."""
    if quantity.key not in _TELLS_THING:
        return ""
    own = {t.stem for t in tokens_of(quantity.name)} | GENERAL | set(brief.title[-1:])
    following = words_of(brief.text, figure.end, min(len(brief.text), figure.end + 30))
    near = list(figure.about[:4]) if quantity.key == "dimension" else []
    for word in [stem(w.lower) for w in following[:1]] + near:
        if word.isalpha() and len(word) > 2 and word not in own and word not in STOP_WORDS:
            return word
    return ""


def bounded(figure: Figure, quantity: Quantity) -> str:
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


def sentence_at(brief: Brief, place: int) -> Span:
    return next((s for s in brief.sentences if s.start <= place < s.end), Span(place, place))


def cited(brief: Brief, start: int, end: int, origin: str) -> str:
    """Where the words stand, and the words."""
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


def as_written(mention: Mention) -> str:
    words = mention.words
    return words.upper().replace(" ", "") if mention.key in ("ip", "ce") else words.lower()
