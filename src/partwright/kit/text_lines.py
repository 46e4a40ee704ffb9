"""Text of one line as people read it: composed letters, and no characters that nobody sees; pure."""

import re
import unicodedata
from typing import Final

_BREAKS: Final = re.compile(r"\s*[\t-\r\x1c-\x1f\x85\u2028\u2029]\s*")
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]"
)
"""Control characters, overrides of the direction of writing, and blanks without a width."""
_HIDDEN_IN_CELLS: Final = re.compile(_HIDDEN.pattern.replace("\x00", "\x01", 1))
"""Those without NUL, for which a row is refused."""
_JOINER: Final = re.compile("(?<=[\u0600-\u109f\u1780-\u18af])[\u200c\u200d](?=[^\u200c\u200d])")
"""Joiners after letters that change their shape with their neighbours: Persian and Hindi are spelled with them."""


def composed(text: str) -> str:
    """The text in the one form of its letters (NFC): people cannot tell the others from it."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """The composed text with a blank for each line break or tab."""
    return text if is_plain(text) else _BREAKS.sub(" ", composed(text))


def is_plain(text: str) -> bool:
    """Whether the text has nothing but letters, digits and signs of ASCII, as nearly every one."""
    return text.isascii() and text.isprintable()


def hidden_character(text: str, *, formats: bool = False) -> str | None:
    """The first character that nobody sees, such as `U+202E`; with `formats` of any kind."""
    found = _HIDDEN.search(text)
    at = None if found is None else found[0]
    if at is None and formats:
        at = next((sign for sign in text if unicodedata.category(sign) == "Cf"), None)
    return None if at is None else f"U+{ord(at):04X}"


def without_hidden(text: str) -> str:
    """The composed text of a cell, without what was copied along and nobody sees; NUL is kept."""
    return text if is_plain(text) else _HIDDEN_IN_CELLS.sub("", composed(text))


def without_joiners(text: str) -> str:
    """The text without the joiners that belong to its spelling; elsewhere nobody sees them."""
    return text if text.isascii() else _JOINER.sub("", text)
