"""Headers as words, by which two spellings of one are alike."""

import re
import unicodedata
from functools import lru_cache

from partwright.kit.patterns import lazy_regex

_ABBREVIATIONS = {"#": "no", "num": "no", "nbr": "no", "№": "no"}
_WORD = lazy_regex(r"[^\W_]+|[#$€£¥₹₩]|№")
_CURRENCIES = {
    "US$": " USD ",
    "R$": " BRL ",
    "NT$": " TWD ",
    "HK$": " HKD ",
    "A$": " AUD ",
    "C$": " CAD ",
    "S/.": " PEN ",
    "(S/)": " PEN ",
    "zł": " PLN ",
    "Kč": " CZK ",
}
"""Signs that are no word, or not the one that stands for the currency."""
_MARKUP = lazy_regex(
    r"</?(?:sup|sub|br|b|i|u|em|strong|small|span|p|font)(?:\s+[\w-]+\s*=[^<>]*|\s*/?)>",
    re.IGNORECASE,
)
"""Tags; `d<b or a>c` has none."""
_DEMAND = lazy_regex(r"\((?:required|mandatory|optional)\)", re.IGNORECASE)
"""What templates write behind a header: nothing of what stands below it."""
_CAMEL = lazy_regex(r"(?<=[a-z])(?=[A-Z])|(?<=\bBOM)(?=[A-Z][a-z])")
_PLAIN = str.maketrans(
    {
        "ł": "l",
        "Ł": "L",
        "ø": "o",
        "Ø": "O",
        "ß": "ss",
        "æ": "ae",
        "ı": "i",
        "đ": "d",
        "Đ": "D",
        "Æ": "AE",
    }
)
"""Letters that do not come apart into a letter and its accent."""


LONGEST = 200
"""Characters of a header that are read: a cell of many pages costs no more than one of a line."""


def header_words(header: str) -> tuple[str, ...]:
    """The header's words, without case, accents and punctuation: `Prix (EUR)`: prix, eur."""
    return _words_in(header[:LONGEST])


@lru_cache(maxsize=4096)
def _words_in(header: str) -> tuple[str, ...]:
    header = _DEMAND.sub(" ", without_markup(header))
    for sign, code in _CURRENCIES.items():
        header = header.replace(sign, code)
    plain = unicodedata.normalize("NFKD", _CAMEL.sub(" ", header.replace("№", " # ")))
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    found: list[str] = _WORD.findall(letters.translate(_PLAIN).casefold())
    return tuple(_ABBREVIATIONS.get(word, word) for word in found)


def without_markup(text: str) -> str:
    """The text without the tags of HTML that documents have in their cells, as `No.<sup>1</sup>`."""
    return _MARKUP.sub(" ", text) if "<" in text else text


def header_key(header: str) -> str:
    """The key that all spellings of a header share: its words run together."""
    return _key_of(header[:LONGEST])


@lru_cache(maxsize=4096)
def _key_of(header: str) -> str:
    return "".join(header_words(header))
