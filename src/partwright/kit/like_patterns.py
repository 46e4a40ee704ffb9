"""Texts as LIKE patterns (`ESCAPE '\\'`); pure."""

from itertools import product

_VARIED = 6
"""Letters outside ASCII that are tried in both cases, one by one; 64 spellings at most."""


def escape_like_pattern(text: str) -> str:
    """The text as a LIKE pattern (`ESCAPE '\\'`) finds it, `%` and `_` taken literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def like_anywhere(text: str) -> str:
    """A LIKE pattern that finds the text wherever it stands."""
    return f"%{escape_like_pattern(text)}%"


def name_patterns(text: str) -> list[str]:
    """LIKE patterns that find the text anywhere in a name whose ASCII letters were made small.

    The databases know small and capital letters of ASCII alone, so that the others are spelled
    in both cases here: up to six in every combination, more of them all small, all capital, or
    with capitals where words begin.
    """
    text = text.strip()
    folded = text.casefold()
    if sum(len(_cases(letter)) > 1 for letter in folded) <= _VARIED:
        spellings = {"".join(letters) for letters in product(*map(_cases, folded))}
    else:
        spellings = {folded, text, text.upper(), text.title()}
    return sorted({like_anywhere(_small(spelling)) for spelling in spellings})


def _cases(letter: str) -> tuple[str, ...]:
    return (letter,) if letter.isascii() else tuple({letter, letter.upper()})


def _small(text: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)
