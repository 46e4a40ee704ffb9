"""What the product is called: the first noun phrase of the description."""

import re
from typing import Final

from partwright.design_engine.drafter.catalogue import word_list
from partwright.design_engine.drafter.reading.figures import Figure
from partwright.design_engine.drafter.reading.words import Span, Word, stem, words_of

_LEAD_IN: Final = re.compile(
    r"^[\s\"'*#>-]*(?:(?:hello|hi|hey|dear \w+|ok|please|kindly|so|well|title|product|description|subject|project"
    r"|i|we|my \w+|our \w+|you|they)\b[\s,:!-]*|(?:would|could|can|will|should|do|does|let|let's|may)\b\s*"
    r"|(?:like|love|need|needs|want|wants|require|requires|am|are|is|have|has|been|looking|look|planning|plan|going|trying|asked|ask"
    r"|design|designs|designing|build|building|create|creating|make|making|develop|developing|draft|drafting|engineer|engineering|propose|produce|producing|invent|get|give"
    r"|help|us|me|out|for|to|of|up|this|that|these|about|it|idea|interested|in|on|with|by|and)\b\s*"
    r"|(?:a|an|the|some|new|our|my|another|this|one|ein|eine|einen|eines|der|die|das|un|une|le|la|el|una)\b\s*)",
    re.IGNORECASE,
)
STOP_WORDS: Final = word_list("stop")
_EMPTY_NOUNS: Final = word_list("empty")
_CANS: Final = frozenset({"trash", "watering", "jerry", "oil", "gas", "fuel", "garbage"})
_QUALIFIES: Final = frozenset({"powered", "driven", "operated", "based", "controlled", "charging"})
_LONGEST: Final = 7
_PLAIN: Final = re.compile(r"[^\W_][\w/&+-]*$")


def product_phrase(text: str, first: Span, figures: list[Figure]) -> list[Word]:
    """The words of the product's name as the first sentence has them."""
    start = first.start
    for _ in range(16):
        match = _LEAD_IN.match(text[start : first.end])
        if match is None or match.end() == 0:
            break
        start += match.end()
    phrase: list[Word] = []
    words = words_of(text, start, first.end)
    for place, word in enumerate(words):
        figure = next((f for f in figures if f.start <= word.start < f.end), None)
        if figure is not None or word.text.isdecimal():
            if phrase:
                break
            continue
        is_vessel = word.lower == "can" and phrase and phrase[-1].lower in _CANS
        following = words[place + 1].lower if place + 1 < len(words) else ""
        if (
            phrase
            and word.lower in _QUALIFIES
            and following.isalpha()
            and following not in STOP_WORDS
        ):
            phrase.append(word)
            continue
        if not is_vessel and (word.lower in STOP_WORDS or not _PLAIN.match(word.text)):
            if phrase or word.lower in STOP_WORDS:
                break
            continue
        phrase.append(word)
        if len(phrase) >= _LONGEST:
            break
    return [w for w in phrase if w.lower not in _EMPTY_NOUNS]


def shown_name(phrase: list[Word]) -> str:
    """The name with a capital first letter."""
    name = " ".join(w.text for w in phrase)[:80].strip()
    return name[:1].upper() + name[1:]


def title_stems(phrase: list[Word]) -> tuple[str, ...]:
    """The stems of the name, compounds taken apart."""
    return tuple(stem(piece) for w in phrase for piece in w.lower.split("-") if piece)
