"""Tables of a document that are one list: columns brought together, repetitions left out."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from partwright.imports.sheets.cell_values.designators import look_like_designators
from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.tables.other_tables import begins_no_parts, begins_other_text
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.kit.patterns import lazy_regex

SIGNED = "Qty (#)"
"""The header of quantities that stand below `#` alone."""
KEPT_ROWS = 5_000
"""Rows of a document that are kept to compare its tables."""
_LEAST = 5
"""Rows that two lists of one document have at least to be one in two languages."""
_MOST_COLUMNS = 200
"""Names of columns that tables with others than the first may bring."""
_FIELDS = ("name", "description", "itemNumber", "remark", "cost", "supplier", "material", "mpn")
_NO_TEXTS = frozenset(["cost", "supplier", "material"])
_PLACES = frozenset(
    ["", "id", "pos", "position", "nr", "no", "item no", "itemno", "ref", "n", "lp", "序号", "番号"]
)
_NUMBER = lazy_regex(r"[0-9]+(?:[.,][0-9]+)?")
_DESIGNATORS = frozenset(RANKS["parts"]["referenceDesignator"])
_COUNT = lazy_regex(r"[0-9]{1,4}")
_LONG_WORD = lazy_regex(r"[^\W\d_]{4}")
"""Longer than currencies and most units."""
_OTHER_THINGS = lazy_regex(
    r"\b(?:tools?|equipment|consumables?|alternatives?|substitutes?|werkzeuge?|hilfsmittel|outils?|outillage|"
    r"herramientas?|ferramentas?|attrezz[io]|utensili|alternativas?|narz[ęe]dzia|gereedschap(?:pen)?)\b|工具|替代|代替",
    re.IGNORECASE,
)

_NOT_LISTED = lazy_regex(
    rf"(?:{_OTHER_THINGS.pattern})(?:\s+(?:parts?|needed|required|list))?", re.IGNORECASE
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


def is_apart(table: RuledTable) -> bool:
    """Whether what a table lists is no part: tools, alternatives, changes, a summary of costs."""
    told = (table.title, *table.cells[:2])
    return begins_other_text(table.title) or any(map(_OTHER_THINGS.search, told))


def lists_no_parts(table: RuledTable) -> bool:
    """Whether the title or the first header says that nothing in a table is a part.

    `BOM with alternatives`, and a column of alternatives beside the parts, say no such thing.
    """
    told = (table.title.strip(" :"), table.cells[0].strip() if table.cells else "")
    return begins_no_parts(f"## {table.title}") or any(map(_NOT_LISTED.fullmatch, told))


def names_rows(table: RuledTable) -> bool:
    """Whether its first column that neither counts nor numbers the rows has words in most of them."""
    at = naming_column(table.cells)
    texts = [row[at].strip("*_ ") for row in table.rows if at is not None and at < len(row)]
    return not texts or 2 * sum(map(_is_amount, texts)) <= len(texts)


def _is_amount(text: str) -> bool:
    """Whether a text is nothing but a number with a unit; `2020 extrusion` names a part."""
    return begins_with_number(text) and not _LONG_WORD.search(text)


def with_counts(tables: Sequence[RuledTable]) -> list[RuledTable]:
    """The tables, with a word for quantities above the numbers under `#` where these count the parts.

    They do if some repeat below one header, and those of no table go up by one or stay, as numbers
    of rows and of their alternatives do.
    """
    numbered = {table.row: _under_sign(table) for table in tables}
    found = [numbers for numbers in numbered.values() if numbers]
    repeated = any(len(set(numbers)) < len(numbers) for numbers in found)
    running = any(
        n[-1] - n[0] > 1 and all(after - before in (0, 1) for before, after in pairwise(n))
        for n in found
    )
    if not repeated or running:
        return list(tables)
    return [
        table._replace(cells=[SIGNED if cell.strip() == "#" else cell for cell in table.cells])
        if numbered[table.row]
        else table
        for table in tables
    ]


def _under_sign(table: RuledTable) -> list[int]:
    """The numbers in the one column `#` of a table that counts its parts nowhere else."""
    signs = [at for at, cell in enumerate(table.cells) if cell.strip() == "#"]
    if len(signs) != 1 or count_columns(table.cells):
        return []
    texts = [row[signs[0]].strip() for row in table.rows if signs[0] < len(row)]
    numbers = [int(text) for text in texts if _COUNT.fullmatch(text)]
    others = [text for text in texts if not _COUNT.fullmatch(text) and text.strip("-–— ")]
    return [] if others else numbers


def may_join(table: RuledTable, first: RuledTable) -> bool:
    """Whether a table with other columns lists parts, as the first one does.

    Both count them; or neither does, and both have designators or nearly the same columns; or the
    rows of the first are numbered, and those of the other on from there.
    """
    own, counts = count_columns(table.cells), count_columns(first.cells)
    if not table.rows or len(table.cells) < 2 or is_apart(table):
        return False
    keys, known = set(map(header_key, table.cells)), set(map(header_key, first.cells))
    if bool(own) != bool(counts):
        return not own and len(keys & known) > 1 and _numbers_on(table, first)
    if not own:
        placed = _has_places(table) and _has_places(first)
        return placed or (len(keys) > 2 and 4 * len(keys & known) >= 3 * len(keys))
    shared = {header_key(table.cells[at]) for at in own} & {
        header_key(first.cells[at]) for at in counts
    }
    return len(own) == 1 or bool(shared)


def _numbers_on(table: RuledTable, first: RuledTable) -> bool:
    """Whether both number their rows below the same first header, the table where the first ends."""
    if header_key(table.cells[0]) != header_key(first.cells[0]):
        return False
    before, own = _running(first), _running(table)
    return bool(before) and bool(own) and own[0] > before[-1]


def _running(table: RuledTable) -> list[int]:
    """The numbers of the rows, each one more than those above; none where any is not."""
    texts = [row[0].strip() for row in table.rows if row]
    if not all(map(_COUNT.fullmatch, texts)):
        return []
    numbers = [int(text) for text in texts]
    return numbers if all(after > before for before, after in pairwise(numbers)) else []


def _has_places(table: RuledTable) -> bool:
    return any(_are_places(table, at) for at in range(len(table.cells)))


def _are_places(table: RuledTable, at: int) -> bool:
    """Whether the column has designators, by its header and in most rows."""
    if header_key(table.cells[at]) not in _DESIGNATORS:
        return False
    texts = [row[at] for row in table.rows if at < len(row)]
    return bool(texts) and 2 * sum(map(look_like_designators, texts)) >= len(texts)


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
    counts, own_counts = count_columns(headers), count_columns(table.cells)
    if len(own_counts) == 1 and counts and own_counts[0] not in found:
        found[own_counts[0]] = counts[0]
    for at, cell in enumerate(table.cells):
        own_fields = _fields(cell)
        like = [to for to in range(len(headers)) if own_fields & fields[to]]
        free = [to for to in like if to not in found.values()]
        if at not in found and free:
            found[at] = free[0]
    placed = [at for at in found if _are_places(table, at)]
    named, own = (
        naming_column(headers, [found[at] for at in placed]),
        naming_column(table.cells, placed),
    )
    if named is not None and named not in found.values() and own is not None:
        found[own] = named
    return found


def name_other_fields(one: str, other: str) -> bool:
    """Whether two headers name different fields, as `Supplier` and `Name` do; texts may say either."""
    own, others = _fields(one), _fields(other)
    told = bool(own) and bool(others) and not _NO_TEXTS.isdisjoint(own | others)
    return told and own.isdisjoint(others)


def _fields(header: str) -> set[str]:
    key = header_key(header)
    return {field for field in _FIELDS if key in RANKS["parts"][field]}


def naming_column(cells: Sequence[str], placed: Collection[int] = ()) -> int | None:
    """The column that says what a row is: the first one that neither counts nor numbers the rows.

    Nor is it one of designators, at `placed`, or says by its header who sells the rows.
    """
    skipped = {*count_columns(cells), *placed}
    keys = [header_key(cell) for cell in cells]
    sold = RANKS["parts"]["supplier"]
    naming = (at for at, key in enumerate(keys) if key not in _PLACES and key not in sold)
    return next((at for at in naming if at not in skipped), None)


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
