"""Cells in whose place a spreadsheet shows an error or a formula, and not the value that was meant."""

import re
from collections.abc import Sequence
from typing import NamedTuple

UNTOLD = "..."
"""Behind the sign of a formula that is not known."""
_ERROR = re.compile(
    r"#[¡¿]?(?=[^!?]*[A-Z])[A-ZÀ-Þ/0-9_]{2,13}[!?]|#N/[ADB]!?|#NV|#GETTING_DATA|Err:5[0-9]{2}"
)
"""As `#REF!`, in the words of any language: `#BEZUG!`, `#¡REF!`, `#NOM?`."""
_FORMULA = re.compile(
    r"=\.\.\.|=[+\-(]*(?:'?[^'!\"=]{1,60}'?!)?\$?(?:[A-Z]{1,3}\$?[0-9]{1,7}(?![A-Za-z0-9])|[A-ZÀ-Þ][A-ZÀ-Þ.0-9_]{0,20}\().*",
    re.DOTALL,
)
"""As `=C2*D2` or `=SUM(F2:F9)`; `="0012"` is a text."""
_LINK = re.compile(r"=HYPERLINK\(\s*\"([^\"]*)\"\s*(?:[,;]\s*\"([^\"]*)\"\s*)?\)", re.IGNORECASE)
_BEGINS = frozenset("#=E")
_SHOWN = 40


class LostValue(NamedTuple):
    """A cell without the value that was meant."""

    column: int
    what: str
    """As `the error #REF!`."""


def without_lost(cells: Sequence[str]) -> tuple[Sequence[str], tuple[LostValue, ...]]:
    """The cells, those without their value empty, and what stood in them; links by what they show."""
    if not any(cell.lstrip()[:1] in _BEGINS for cell in cells):
        return cells, ()
    left, lost = list(cells), list[LostValue]()
    for column, cell in enumerate(cells):
        text = cell.strip()
        if text[:1] not in _BEGINS:
            continue
        if link := _LINK.fullmatch(text):
            left[column] = link[2] or link[1]
        elif what := _lost(text):
            left[column] = ""
            lost.append(LostValue(column, what))
    return left, tuple(lost)


def _lost(text: str) -> str:
    if _ERROR.fullmatch(text):
        return f"the error {text}"
    if _FORMULA.fullmatch(text):
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        return f"the formula {shown} without its result"
    return ""
