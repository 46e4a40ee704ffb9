"""Nouns that only tell what the next noun is: the drawer of a drawer slide; pure."""

import re
from typing import Final

from partwright.drafter.catalogue import word_list
from partwright.drafter.text.product_name import STOP_WORDS
from partwright.kit.patterns import lazy_regex

_NEXT: Final = lazy_regex(r" ([a-z]+(?:-[a-z]+)*)", re.IGNORECASE)
_BEHIND: Final = frozenset({
    "underneath", "beneath", "inside", "outside", "there", "too", "as", "then", "down", "fixed", "built", "set", "cut", "open", "shut",
})  # fmt: skip
_MANNER: Final = lazy_regex(r"(?:ed|ing|able|ible|ly|less)$")
"""How words end that tell the noun ahead of them: a drawer sliding on rails."""


def is_telling(text: str, end: int) -> bool:
    """Whether the noun that ends there only tells the noun right behind it."""
    match = _NEXT.match(text, end)
    if match is None:
        return False
    word = match[1].casefold()
    plain = STOP_WORDS | _BEHIND | word_list("general") | word_list("describing")
    return word not in plain and _MANNER.search(word) is None
