"""Tables of a document that are one list: columns brought together, repetitions left out."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from partwright.imports.sheets.header_names import RANKS
from partwright.imports.sheets.header_words import header_key
from partwright.imports.sheets.other_tables import begins_other_text
from partwright.imports.sheets.quantity_words import names_quantity

KEPT_ROWS = 5_000
"""Rows of a document that are kept to compare its tables."""
_LEAST = 5
"""Rows that two lists of one document have at least to be one in two languages."""
_MOST_COLUMNS = 200
"""Names of columns that tables with others than the first may bring."""
_FIELDS = ("name", "description", "itemNumber", "remark", "cost", "supplier", "material", "mpn")
_PLACES = frozenset(["", "id", "pos", "position", "nr", "no", "item no", "itemno", "ref", "n"])
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_OTHER_THINGS = re.compile(
    r"\b(?:tools?|equipment|consumables?|alternatives?|substitutes?|werkzeuge?|hilfsmittel|outils?|outillage|"
    r"herramientas?|ferramentas?|attrezz[io]|utensili|alternativas?|narz[ęe]dzia|gereedschap(?:pen)?)\b|工具|替代|代替",
    re.IGNORECASE,
)


class RuledTable(NamedTuple):
    """The header of a table, the title above it, and its first rows."""

    row: int
    cells: Sequence[str]
    title: str
    rows: list[Sequence[str]]


class JoinedColumns(NamedTuple):
    """The columns of several tables, and the places that the cells of each have among them."""

    headers: tuple[str, ...]
    places: dict[int, list[int]]
    """Row of a table's header to the place of each of its columns."""


def may_join(table: RuledTable, first: RuledTable) -> bool:
    """Whether a table with other columns counts parts, as the first one does."""
    told = (table.title, *table.cells[:2])
    return (
        len(count_columns(table.cells)) == 1
        and len(count_columns(first.cells)) == 1
        and len(table.cells) > 1
        and bool(table.rows)
        and not begins_other_text(table.title)
        and not any(map(_OTHER_THINGS.search, told))
    )


def within_columns(tables: Sequence[RuledTable]) -> list[RuledTable]:
    """The tables without those whose columns would be more than a list has."""
    kept: list[RuledTable] = []
    known: frozenset[str] = frozenset()
    for table in tables:
        if len(table.cells) > _MOST_COLUMNS:
            continue
        keys = known.union(map(header_key, table.cells))
        if len(keys) <= _MOST_COLUMNS:
            known = keys
            kept.append(table)
    return kept


def join_columns(headers: Sequence[str], joined: Sequence[RuledTable]) -> JoinedColumns:
    """The headers of the first table with those that only others have."""
    every = list(headers)
    places: dict[int, list[int]] = {}
    added: dict[str, int] = {}
    fields = [_fields(name) for name in headers]
    for table in joined:
        found = _like_columns(headers, fields, table)
        for at, cell in enumerate(table.cells):
            if at in found:
                continue
            if (key := header_key(cell)) not in added:
                added[key] = len(every)
                every.append(cell)
            found[at] = added[key]
        places[table.row] = [found[at] for at in range(len(table.cells))]
    return JoinedColumns(tuple(every), places)


def _like_columns(
    headers: Sequence[str], fields: Sequence[set[str]], table: RuledTable
) -> dict[int, int]:
    """Columns of a table that are those of the first one: by name, by field, or by what they name."""
    found: dict[int, int] = {}
    keys = [header_key(name) for name in headers]
    for at, cell in enumerate(table.cells):
        if (key := header_key(cell)) in keys and keys.index(key) not in found.values():
            found[at] = keys.index(key)
    found |= dict(zip(count_columns(table.cells), count_columns(headers), strict=True))
    for at, cell in enumerate(table.cells):
        own_fields = _fields(cell)
        like = [to for to in range(len(headers)) if own_fields & fields[to]]
        free = [to for to in like if to not in found.values()]
        if at not in found and free:
            found[at] = free[0]
    named, own = _naming(headers), _naming(table.cells)
    if named is not None and named not in found.values() and own is not None:
        found[own] = named
    return found


def _fields(header: str) -> set[str]:
    key = header_key(header)
    return {field for field in _FIELDS if key in RANKS["parts"][field]}


def _naming(cells: Sequence[str]) -> int | None:
    """The column that says what a row is: the first one that neither counts nor numbers the rows."""
    counts = count_columns(cells)
    keys = [header_key(cell) for cell in cells]
    return next(
        (at for at, key in enumerate(keys) if at not in counts and key not in _PLACES), None
    )


def translated(tables: Sequence[RuledTable]) -> Sequence[RuledTable]:
    """The second half of the tables if it says what the first half does, in other words."""
    half = len(tables) // 2
    first, second = tables[:half], tables[half:]
    if not half or len(tables) % 2 or sum(len(table.rows) for table in first) < _LEAST:
        return ()
    pairs = list(zip(first, second, strict=True))
    if len({count for table in first for count in _counts_of(table)} - {""}) < 2:
        # Lists of one piece each have the same counts whatever they list.
        return ()
    if all(_counts_of(a) == _counts_of(b) for a, b in pairs) and all(map(_differ, pairs)):
        return second
    return ()


def _counts_of(table: RuledTable) -> list[str]:
    """The numbers that stand where the table counts its parts, row by row."""
    columns = count_columns(table.cells)
    cells = [row[columns[0]] if columns and columns[0] < len(row) else "" for row in table.rows]
    numbers = [_NUMBER.search(cell) for cell in cells]
    return [number[0] if number else "" for number in numbers] if any(numbers) else [str(table.row)]


def _differ(pair: tuple[RuledTable, RuledTable]) -> bool:
    """Whether two tables of as many columns call these and their rows by other words."""
    one, other = pair
    same = sum(header_key(a) == header_key(b) for a, b in zip(one.cells, other.cells, strict=False))
    rows = sum(list(a) == list(b) for a, b in zip(one.rows, other.rows, strict=False))
    return len(one.cells) == len(other.cells) and 2 * same < len(one.cells) and not rows


def count_columns(cells: Sequence[str]) -> list[int]:
    """The columns whose headers count pieces."""
    return [at for at, cell in enumerate(cells) if names_quantity(cell)]
