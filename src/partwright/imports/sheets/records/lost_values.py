"""Cells in whose place a spreadsheet shows an error or a formula, and not the value that was meant."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from partwright.kit.patterns import lazy_regex

UNTOLD = "..."
"""Behind the sign of a formula that is not known."""
_ERROR = lazy_regex(
    r"#[¡¿]?(?=[^!?]*[A-Z])[A-ZÀ-Þ/0-9_]{2,13}[!?]|#N/[ADB]!?|#NV|#GETTING_DATA|Err:5[0-9]{2}"
)
"""As `#REF!`, in the words of any language: `#BEZUG!`, `#¡REF!`, `#NOM?`."""
_FORMULA = lazy_regex(
    r"=\.\.\.|=[+\-(]*(?:'?[^'!\"=]{1,60}'?!)?\$?(?:[A-Z]{1,3}\$?[0-9]{1,7}(?![A-Za-z0-9])|[A-ZÀ-Þ][A-ZÀ-Þ.0-9_]{0,20}\().*",
    re.DOTALL,
)
"""As `=C2*D2` or `=SUM(F2:F9)`; `="0012"` is a text."""
_LINK = lazy_regex(r"=HYPERLINK\(\s*\"([^\"]*)\"\s*(?:[,;]\s*\"([^\"]*)\"\s*)?\)", re.IGNORECASE)
_BEGINS = frozenset("#E")
_SHOWN = 40
_LONGEST = 200
"""Characters of an address that are told."""


class Formula(str):
    """A cell that is a formula without its result, and no text that looks like one."""

    __slots__ = ()


class CutCell(str):
    """The beginning of a cell that is too long to be read."""

    __slots__ = ("length",)

    def __new__(cls, whole: str) -> "CutCell":
        """The first characters of the whole, and how many there are."""
        cut = super().__new__(cls, f"{whole[:_SHOWN]}... ({len(whole)} characters)")
        cut.length = len(whole)
        return cut


class ShownLink(str):
    """The text that a cell with a link shows."""

    address = ""


def read_formula(text: str) -> str:
    """A cell that is a formula: a link by what it shows, any other as such; a text stays one."""
    plain = text.strip()
    if link := _LINK.fullmatch(plain):
        shown = ShownLink(link[2] or link[1])
        shown.address = link[1][:_LONGEST]
        return shown
    return Formula(plain) if _FORMULA.fullmatch(plain) else text


class LostValue(NamedTuple):
    """A cell without the value that was meant."""

    column: int
    what: str
    """As `the error #REF!`."""
    is_link: bool = False
    """Whether it is a link, and what it shows the value."""


_TOLD = frozenset((Formula, ShownLink, CutCell))


def without_lost(cells: Sequence[str]) -> tuple[Sequence[str], tuple[LostValue, ...]]:
    """The cells, those without their value empty, and what stood in them."""
    # Nearly every row of a wide list ends here.
    if _TOLD.isdisjoint(map(type, cells)) and not any(map("".join(cells).__contains__, _BEGINS)):
        return cells, ()
    left, lost = list(cells), list[LostValue]()
    for column, cell in enumerate(cells):
        if type(cell) is ShownLink:
            lost.append(LostValue(column, f"a link to {cell.address}", is_link=True))
        elif what := _lost(cell):
            left[column] = ""
            lost.append(LostValue(column, what))
    return left, tuple(lost)


def _lost(cell: str) -> str:
    if type(cell) is Formula:
        shown = cell if len(cell) <= _SHOWN else f"{cell[:_SHOWN]}..."
        return f"the formula {shown} without its result"
    if isinstance(cell, CutCell):
        return f"{cell.length} characters, more than is read of one"
    text = cell.strip()
    return f"the error {text}" if text[:1] in _BEGINS and _ERROR.fullmatch(text) else ""
