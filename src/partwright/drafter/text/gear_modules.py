"""Modules and face widths of gears, which texts give without a unit: module 2, m = 1.5; pure."""

import re
from typing import Final

from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.numbers import figure_value
from partwright.drafter.text.words import TextWord
from partwright.kit.patterns import lazy_regex

_MODULE: Final = lazy_regex(
    r"(?:\b(?:module?|modul|módulo|modulo)(?: of| is|:)? ?|\bm ?= ?|模数 ?)(\d{1,2}(?:[.,]\d{1,2})?)(?![\w.,]*\w)",
    re.IGNORECASE,
)


_NUMBERED: Final = lazy_regex(r"(?: of| is|:)? ?\d")


def is_module(text: str, word: TextWord) -> bool:
    """Whether the word begins the module of a gear, and names no thing: module 2."""
    wanted = _EQUALS if word.lower == "m" else _NUMBERED
    return word.lower in _WORDS and wanted.match(text, word.end) is not None


_WORDS: Final = frozenset({"module", "modul", "m"})
_EQUALS: Final = lazy_regex(r" ?= ?\d")


_FACE: Final = lazy_regex(
    r"\b(?:face|tooth) ?width(?: of| is|:| ?=)? ?(\d{1,3}(?:[.,]\d{1,2})?)(?![\w.,]*\w)",
    re.IGNORECASE,
)
_UNITLESS: Final = {"module": _MODULE, "face": _FACE}


def unitless_said(text: str, word: str) -> list[StatedFigure]:
    """Every module or face width of a gear that stands without a unit, in millimetres."""
    pattern = _UNITLESS.get(word)
    if pattern is None:
        return []
    return [
        StatedFigure(
            dimension="length",
            unit="mm",
            values=(figure_value(match[1]),),
            start=match.start(1),
            end=match.end(1),
            written=match.group(),
            quantity="dimension",
        )
        for match in pattern.finditer(text)
        if figure_value(match[1]) > 0
    ]
