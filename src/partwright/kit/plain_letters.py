"""Texts by their letters alone: in small ones, without accents, as people type names; pure."""

import re
import unicodedata
from typing import Final

_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_WHOLE: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that do not come apart into a letter and its accent."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_SPELT_OUT: Final = re.compile("ae|oe|ue|aa")


def plain_letters(text: str) -> str:
    """The text folded, without accents: `Würth` and `WURTH`, `Größe` and `grosse` become one."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFD", text.casefold().translate(_WHOLE))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart))


def plain_spellings(text: str) -> list[str]:
    """The plain letters of the text, and those of what it may spell out: `wuerth` is `würth`."""
    plain = plain_letters(text)
    return list(dict.fromkeys((plain, _SPELT_OUT.sub(lambda pair: pair[0][0], plain))))


def are_spelt_alike(one: str, other: str) -> bool:
    """Whether two texts differ in accents alone, or in umlauts that one of them spells out."""
    if one.isascii() and other.isascii():
        return one.lower() == other.lower()
    return plain_letters(one) == plain_letters(other) or _spelt_out(one) == _spelt_out(other)


def _spelt_out(text: str) -> str:
    composed = unicodedata.normalize("NFC", text.casefold())
    return plain_letters(composed.translate(_UMLAUTS))
