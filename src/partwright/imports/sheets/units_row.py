"""A row of units below the header, as `[mm]` and `[kg]` under `Length` and `Weight`."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.header_names import RANKS
from partwright.imports.sheets.header_words import header_key
from partwright.imports.sheets.money import currencies_of
from partwright.imports.sheets.values import is_measure, weight_unit

_IN_BRACKETS = re.compile(r"[(\[{<]\s*([^()\[\]{}<>0-9]{1,12})\s*[)\]}>]")
_LEAST = 2


def with_units(headers: Sequence[str], cells: Sequence[str]) -> tuple[str, ...]:
    """The headers with the units of the row below; empty where that row holds anything else."""
    filled = [(at, cell.strip()) for at, cell in enumerate(cells) if cell.strip()]
    if len(filled) < _LEAST or filled[-1][0] >= len(headers):
        return ()
    units = {at: unit for at, text in filled if (unit := _unit_of(text))}
    if len(units) < len(filled) or any(_names_items(headers[at]) for at in units):
        return ()
    return tuple(f"{h} [{units[at]}]" if at in units else h for at, h in enumerate(headers))


def _names_items(header: str) -> bool:
    """Whether the column says what an item is called, which has no unit."""
    key = header_key(header)
    return any(key in RANKS["parts"][field] for field in ("itemNumber", "name", "description"))


def _unit_of(text: str) -> str:
    match = _IN_BRACKETS.fullmatch(text)
    if match:
        return match[1].strip()
    known = is_measure(text) or weight_unit(text) or currencies_of(text)
    return text if known and not any(sign.isdigit() for sign in text) else ""
