"""Tables below the first one of a sheet: the place where one begins, and whether it goes on with the list."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import NamedTuple

from partwright.imports.sheets.cell_values.values import is_uncounted
from partwright.imports.sheets.records.grid import Grid, GridRow
from partwright.imports.sheets.records.rows import RowRemark
from partwright.imports.sheets.tables.header_row import (
    HeaderRow,
    calls_parts,
    counts_pieces,
    known_count,
    name_columns,
)
from partwright.imports.sheets.tables.joined_tables import RuledTable, count_columns, join_columns
from partwright.imports.sheets.tables.other_tables import begins_table, is_other_kind
from partwright.imports.sheets.tables.repeated_headers import (
    begins_another,
    ends_headers,
    repeats_header,
)
from partwright.imports.sheets.tables.uncounted_tables import lists_more_parts, texts_of, with_count
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_SEARCHED = 5_000
"""Rows that are looked at for a second table."""
_TABLE = 3
"""Known headers that a second table has at least."""
_LOOKED_AT = 5
_NUMBER = lazy_regex(r"[1-9][0-9]{0,3}")
"""What numbers the rows of a list."""


class TableBelow(NamedTuple):
    """A table below the first one."""

    table: RuledTable
    is_more: bool
    """Whether it goes on with the first one: by its numbers, or since it lists parts and counts nothing."""


class LongerTable(NamedTuple):
    """The first table with a further one that goes on with it."""

    grid: Grid
    header: HeaderRow
    remark: RowRemark


def table_below(grid: Grid, header: HeaderRow) -> TableBelow | None:
    """The first table below, whose header stands alone or under a title."""
    own = {header_key(name) for name in header.headers}
    rows = list(islice((row for row in grid() if row.number > header.row_number), _SEARCHED))
    gap, title = False, ""
    before = header.row_number
    for at, row in enumerate(rows):
        filled = [cell for cell in row.cells if cell.strip()]
        if row.number > before + 1:
            gap, title = True, ""
        before = row.number
        if row.number == header.row_number + 1 and _is_second_row(header.headers, row.cells):
            continue
        if len(filled) < 2:
            gap, title = True, "".join(filled).strip()
            continue
        gap, is_first, above, title = False, gap, title, ""
        if is_first and _numbers_on(header, rows, at):
            return TableBelow(_as_table(rows, at, above), is_more=True)
        if is_other_kind(filled, own) or begins_another(header.headers, row.cells):
            return TableBelow(RuledTable(row.number, row.cells, above, []), is_more=False)
        if is_first and (found := _begun(header, rows, at, above)):
            return found
    return None


def _numbers_on(header: HeaderRow, rows: Sequence[GridRow], at: int) -> bool:
    """Whether a table calls and counts its parts by headers of the first one, and goes on with its numbers."""
    cells = rows[at].cells
    place = next((one for one, cell in enumerate(cells) if cell.strip()), 0)
    own = {header_key(name) for name in header.headers}
    shared = [cell for cell in cells if header_key(cell) in own]
    if header_key(_cell(header.headers, place)) != header_key(_cell(cells, place)):
        return False
    if not (any(map(calls_parts, shared)) and any(map(counts_pieces, shared))):
        return False
    table = _as_table(rows, at, "").rows
    numbers = (_cell(row.cells, place) for row in reversed(rows[:at]))
    last = next(filter(None, numbers), "")
    first = _cell(table[0], place) if table else ""
    if _NUMBER.fullmatch(last) is None or first != str(int(last) + 1):
        return False
    # Rows behind a gap are read by the columns of the first table: none may be of this one.
    behind = (row.cells for row in rows[at + 1 + len(table) :])
    after = next((cells for cells in behind if sum(map(bool, map(str.strip, cells))) > 1), ())
    return _NUMBER.fullmatch(_cell(after, place)) is None


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at].strip() if at < len(cells) else ""


def _begun(header: HeaderRow, rows: Sequence[GridRow], at: int, title: str) -> TableBelow | None:
    """The table that begins with a row behind a gap; of one under a title each row may tell itself."""
    row = rows[at]
    filled = [place for place, cell in enumerate(row.cells) if cell.strip()]
    if repeats_header(header.headers, row.cells, filled):
        return None
    is_sure = _is_header(header.headers, row.cells)
    if not is_sure and not _takes_counts(header.headers, rows, at, title):
        return None
    found = _as_table(rows, at, title)
    said = texts_of([RuledTable(header.row_number, (), "", [r.cells for r in rows[:at]])])
    first = RuledTable(header.row_number, header.headers, "", [])
    if _goes_on(found, first, said):
        return TableBelow(found, is_more=True)
    return TableBelow(found, is_more=False) if is_sure or not title else None


def _goes_on(table: RuledTable, first: RuledTable, said: frozenset[str]) -> bool:
    """Whether the table lists more parts; without a title its headers say that."""
    if table.title:
        return lists_more_parts(table, first, said)
    cells = [cell for cell in table.cells if cell.strip()]
    is_again = header_key(cells[0]) in map(header_key, first.cells)
    is_plain = is_again and known_count(cells) == len(cells)
    heading = cells[0] if is_plain or " " in cells[0].strip() else ""
    return lists_more_parts(table, first, said, heading)


def _is_second_row(headers: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a row is the second one of the header, in which merged headers stand again."""
    filled = [at for at, cell in enumerate(cells) if cell.strip()]
    return bool(filled) and ends_headers(headers, cells, filled)


def _is_header(headers: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether most cells are headers that lists have, and others than those of this one."""
    filled = [cell for cell in cells if cell.strip()]
    known = known_count(cells)
    own, keys = set(map(header_key, headers)), set(map(header_key, filled))
    # One of more columns cannot be a repetition of this header.
    is_wider = known == len(filled) > len(headers)
    return is_wider or (
        known >= _TABLE and 5 * known >= 3 * len(filled) and 2 * len(keys & own) < len(keys | own)
    )


def _takes_counts(headers: Sequence[str], rows: Sequence[GridRow], at: int, title: str) -> bool:
    """Whether words stand in the column of the quantities, in a row and in those right below it."""
    counts = count_columns(headers)
    below = [row.cells for row in _behind(rows, at)][:_LOOKED_AT]
    if len(counts) != 1 or not below:
        return False
    cells = [*rows[at].cells, *[""] * (counts[0] + 1 - len(rows[at].cells))]
    if not is_uncounted(cells[counts[0]]):
        # Of several words any may pass for a loose quantity.
        cells[counts[0]] = cells[counts[0]].split(maxsplit=1)[0] if cells[counts[0]].strip() else ""
    padded = [[*row, *[""] * (counts[0] + 1 - len(row))] for row in below]
    filled = [place for place, cell in enumerate(rows[at].cells) if cell.strip()]
    return begins_table(title, cells, filled, counts[0], padded)


def _as_table(rows: Sequence[GridRow], at: int, title: str) -> RuledTable:
    """The table of a header: the rows below it without a gap, cut to its columns."""
    filled = [place for place, cell in enumerate(rows[at].cells) if cell.strip()]
    width = filled[-1] + 1
    cells = [row.cells[:width] for row in _behind(rows, at)]
    return RuledTable(rows[at].number, rows[at].cells[:width], title, cells)


def _behind(rows: Sequence[GridRow], at: int) -> list[GridRow]:
    """The filled rows right below one."""
    first = rows[at].number - at
    below = enumerate(rows[at + 1 :], start=at + 1)
    held = takewhile(
        lambda one: one[1].number == first + one[0] and any(map(str.strip, one[1].cells)), below
    )
    return [row for _, row in held]


def with_more(grid: Grid, header: HeaderRow, table: RuledTable) -> LongerTable:
    """The first table with the rows of a further one, whose header is left out."""
    joined = join_columns(header.headers, [table])
    places, width = joined.places[table.row], len(joined.headers)
    last = table.row + len(table.rows)
    has_no_counts = not any(map(counts_pieces, table.cells))

    def rows() -> Iterator[GridRow]:
        for row in grid():
            if table.row < row.number <= last:
                cells = [""] * width
                for at, cell in zip(places, row.cells, strict=False):
                    cells[at] = cell
                cells = with_count(cells, joined.headers) if has_no_counts else cells
                native = frozenset(places[at] for at in row.native if at < len(places))
                yield row._replace(cells=cells, native=native)
            elif row.number != table.row:
                yield row

    told = (
        f"the table in row {table.row} has other columns; it is read with the first one,"
        " and counts nothing, so that one of each is taken"
        if has_no_counts
        else f"the table in row {table.row} goes on with the numbers of the first one and is read with it"
    )
    longer = replace(header, headers=name_columns(joined.headers))
    return LongerTable(rows, longer, RowRemark(table.row, told, "REMARK"))
