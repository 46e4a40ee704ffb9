"""A row of units below the header, as `[mm]` and `[kg]` under `Length` and `Weight`."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.cell_values.values import is_measure, weight_unit
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_IN_BRACKETS = lazy_regex(r"[(\[{<]\s*([^()\[\]{}<>0-9]{1,12})\s*[)\]}>]")
_LEAST = 2


def with_units(headers: Sequence[str], cells: Sequence[str]) -> tuple[str, ...]:
    """The headers with the units of the row below; empty where that row holds anything else."""
    filled = [(at, cell.strip()) for at, cell in enumerate(cells) if cell.strip()]
    if not filled or filled[-1][0] >= len(headers):
        return ()
    if len(filled) < _LEAST and not _is_measured(headers[filled[0][0]]):
        return ()
    units = {at: unit for at, text in filled if (unit := _unit_of(text))}
    if len(units) < len(filled) or any(_names_items(headers[at]) for at in units):
        return ()
    return tuple(f"{h} [{units[at]}]" if at in units else h for at, h in enumerate(headers))


def _is_measured(header: str) -> bool:
    """Whether the column is a weight or a price, over a lone unit that is no title then."""
    key = header_key(header)
    return any(key in RANKS["parts"][field] for field in ("weight", "cost"))


def _names_items(header: str) -> bool:
    """Whether the column says what an item is called, which has no unit."""
    key = header_key(header)
    return any(key in RANKS["parts"][field] for field in ("itemNumber", "name", "description"))


def _unit_of(text: str) -> str:
    match = _IN_BRACKETS.fullmatch(text)
    if match:
        return match[1].strip()
    each = [piece.strip() for piece in text.split("/", 1)]
    known = all(is_measure(one) or weight_unit(one) or currencies_of(one) for one in each)
    return text if known and not any(sign.isdigit() for sign in text) else ""
