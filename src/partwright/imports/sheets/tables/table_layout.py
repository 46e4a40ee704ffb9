"""A table on a sheet: its header, its records, and what else stands on the sheet."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise, takewhile

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.records.grid import (
    ANYWHERE,
    Grid,
    GridRow,
    TablePlace,
    column_letters,
)
from partwright.imports.sheets.records.rows import (
    RowRemark,
    SheetRecord,
    SheetTable,
    is_blank,
    make_record,
)
from partwright.imports.sheets.tables.header_row import (
    LOOK_AHEAD,
    HeaderRow,
    find_header,
    known_count,
)
from partwright.imports.sheets.tables.long_cells import narrow
from partwright.imports.sheets.tables.record_types import join_typed_rows
from partwright.imports.sheets.tables.tables_below import table_below, with_more
from partwright.imports.sheets.tables.tables_beside import another_beside, begin_beside, stacked
from partwright.imports.sheets.tables.turned_tables import turned
from partwright.imports.sheets.tables.units_row import with_units
from partwright.imports.sheets.tables.wide_rows import with_unnamed_last
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.quantity_words import names_quantity

_SEARCHED = 5_000
"""Rows that are looked at for a second table."""
_TABLE = 3
"""Known headers that a second table has at least."""
_MOST_TOLD = 10
"""Tables behind one that is not read, each of which is told."""
_MOST_JOINED = 20
"""Tables below the first that are read with it."""


TURNED = "The headers stand in the first column; each column beside it is a row."


def lay_out(grid: Grid, decisions: tuple[str, ...], *, place: TablePlace = ANYWHERE) -> SheetTable:
    """The first table of the grid, with those beside it that have the same columns.

    Another one below or beside it is told, not read.
    """
    grid, header_row = place.of(narrow(grid)), place.header_row
    if place == ANYWHERE and (upright := turned(grid)):
        return lay_out(upright, (*decisions, TURNED))
    if typed := join_typed_rows(grid, header_row):
        place = TablePlace(typed.header_row)
        return lay_out(typed.grid, (*decisions, typed.decision), place=place)
    rows = ((row.number, row.cells) for row in grid() if not row.fault)
    header = find_header(rows, header_row=header_row)
    if header_row is None and header.row_number > 1 and _is_last(grid, header):
        return _upwards(grid, decisions, header)
    if header.row_number and (found := stacked(grid, header.row_number)):
        told = f"{found[1]} tables that share columns stand side by side; all are read."
        return lay_out(found[0], (*decisions, told), place=TablePlace(header_row))
    width = _width(grid, header)
    remarks: list[RowRemark] = []
    if width < len(header.headers):
        remarks.append(_told_beside(header, width, place.column))
        header = replace(header, headers=header.headers[:width])
    header, units = _completed(grid, header, remarks)
    own = len(header.headers)
    grid, header, end, joined = _with_below(grid, header, header_row)
    if end is not None:
        remarks.append(_told(end, f"in row {end}; a header row of {end} reads it"))
        remarks += _told_rest(grid, header, end)
    is_cut = bool(remarks) and width == own
    if header_row is None and (above := _table_above(grid, header.row_number)):
        remarks.append(_told(above, f"in row {above}; a header row of {above} reads it"))
    records = partial(_records, grid, header, is_cut=is_cut, skipped=units, end=end)
    return SheetTable(
        header.headers,
        (*decisions, *header.decisions),
        records,
        (*remarks, *joined),
        titles=header.titles,
    )


def _with_below(
    grid: Grid, header: HeaderRow, header_row: int | None
) -> tuple[Grid, HeaderRow, int | None, list[RowRemark]]:
    """The table with those below that go on with it, the row of one that does not, and what is told."""
    below, told = None, list[RowRemark]()
    while header_row is None and (below := table_below(grid, header)) and below.is_more:
        if len(told) == _MOST_JOINED:
            break
        grid, header, remark = with_more(grid, header, below.table)
        told.append(remark)
    return grid, header, below.table.row if below else None, told


def _records(
    grid: Grid, header: HeaderRow, *, is_cut: bool, skipped: int | None, end: int | None
) -> Iterator[SheetRecord]:
    """The rows below the header, to the one where another table begins."""
    whole = len(header.headers)
    for row in grid():
        if end is not None and row.number >= end:
            return
        if row.number <= header.row_number or row.number == skipped:
            continue
        if row.fault:
            yield SheetRecord(row.number, ("",) * whole, fault=row.fault)
            continue
        cells = row.cells[:whole] if is_cut else row.cells
        if not is_blank(cells):
            yield make_record(row.number, cells, width=whole, native=row.native)


def _completed(
    grid: Grid, header: HeaderRow, remarks: list[RowRemark]
) -> tuple[HeaderRow, int | None]:
    """The header with its units and the names of its last columns, and the row of units; `remarks` takes what is told."""
    header, units = _with_units(grid, header)
    header, told = (header, None) if remarks else with_unnamed_last(grid, header)
    remarks += [told] if told else []
    return header, units


def _with_units(grid: Grid, header: HeaderRow) -> tuple[HeaderRow, int | None]:
    """The header with the units that stand in the row below it, and that row."""
    below = (row for row in grid() if row.number > header.row_number and not is_blank(row.cells))
    first = next(below, None)
    headers = with_units(header.headers, first.cells) if first and header.row_number else ()
    if first is None or not headers:
        return header, None
    told = f"Row {first.number} holds the units of the columns."
    return replace(header, headers=headers, decisions=(*header.decisions, told)), first.number


def _is_last(grid: Grid, header: HeaderRow) -> bool:
    """Whether the header stands below its rows, as drawings have their lists."""
    rows = list(islice((row for row in grid() if not is_blank(row.cells)), LOOK_AHEAD + 1))
    if len(rows) > LOOK_AHEAD or rows[-1].number != header.row_number or len(rows) < 3:
        return False
    width = sum(1 for cell in rows[-1].cells if cell.strip())
    filled = [sum(1 for cell in row.cells if cell.strip()) for row in rows[:-1]]
    return all(2 * count > width for count in filled)


def _upwards(grid: Grid, decisions: tuple[str, ...], header: HeaderRow) -> SheetTable:
    """The table of a header that stands below its rows, read from below."""
    whole = len(header.headers)

    def records() -> Iterator[SheetRecord]:
        rows = [row for row in grid() if row.number < header.row_number]
        for row in reversed(rows):
            if not is_blank(row.cells):
                yield make_record(row.number, row.cells, width=whole, native=row.native)

    told = f"The header is row {header.row_number}, below the rows; they are read upwards."
    return SheetTable(header.headers, (*decisions, told), records)


def _told(row_number: int, where: str) -> RowRemark:
    return RowRemark(row_number, f"another table stands {where}; it is not read", "OTHER_TABLE")


def _told_rest(grid: Grid, header: HeaderRow, end: int) -> Iterator[RowRemark]:
    """The places of what stands behind a table that is not read, up to some: it is not read either."""
    own = [header_key(name) for name in header.headers]
    starts = list(islice(_starts_behind(grid, own, end), _MOST_TOLD + 1))
    for row in starts[:_MOST_TOLD]:
        if _is_same_header(row, own):
            where = f"in row {row.number} with the headers of this one; a header row of {row.number} reads it"
            yield _told(row.number, where)
        elif known_count(row.cells) > 1:
            yield _told(row.number, f"in row {row.number}; a header row of {row.number} reads it")
        else:
            told = f"what stands from row {row.number} on, behind another table, is not read"
            yield RowRemark(row.number, told, "OTHER_TABLE")
    if len(starts) > _MOST_TOLD:
        told = f"nor is what follows from row {starts[-1].number} on"
        yield RowRemark(starts[-1].number, told, "OTHER_TABLE")


def _starts_behind(grid: Grid, own: Sequence[str], end: int) -> Iterator[GridRow]:
    """The first rows of what gaps, titles or the list's own header divide behind a row."""
    before, is_apart = end, False
    for row in grid():
        if row.number <= end or row.fault:
            continue
        filled = sum(1 for cell in row.cells if cell.strip())
        is_apart = is_apart or row.number > before + 1 or filled < 2
        before = row.number
        if filled > 1 and (is_apart or _is_same_header(row, own)):
            yield row
            is_apart = False


def _is_same_header(row: GridRow, own: Sequence[str]) -> bool:
    keys = list(map(header_key, row.cells[: len(own)]))
    return keys == own and is_blank(row.cells[len(own) :])


def _told_beside(header: HeaderRow, width: int, before: int) -> RowRemark:
    """The remark on the table behind the first columns; `before` are those that are passed over."""
    start = begin_beside(header.headers, width)
    first = column_letters(before + start)
    last = column_letters(before + len(header.headers) - 1)
    where = f"{first} to {last} ({', '.join(header.headers[start:])})"
    corner = f"!{first}{header.row_number}"
    told = f'beside this one in columns {where}; the sheet "{corner}" reads it'
    return _told(header.row_number, told)


def _table_above(grid: Grid, header_row: int) -> int | None:
    """The row of a header of quantities further up, which stands over values of its own."""
    above = takewhile(lambda row: row.number <= header_row, grid())
    first = [row for row in above if not is_blank(row.cells)]
    for row, below in pairwise(first[:-1]):
        if known_count(row.cells) >= _TABLE and any(map(names_quantity, row.cells)):
            filled = [at for at, cell in enumerate(row.cells) if cell.strip()]
            under = [at for at, cell in enumerate(below.cells) if cell.strip()]
            if not known_count(below.cells) and 2 * len(under) > len(filled):
                return row.number
    return None


def _is_empty(grid: Grid, header_row: int, column: int) -> bool:
    """Whether no cell of the first rows below the header stands in the column."""
    below = (row.cells for row in islice(grid(), _SEARCHED) if row.number > header_row)
    return not any(len(cells) > column and cells[column].strip() for cells in below)


def _width(grid: Grid, header: HeaderRow) -> int:
    """The number of columns of the first table."""
    width = _width_of_like(header.headers, partial(_is_empty, grid, header.row_number))
    is_whole = width == len(header.headers) and header.row_number
    return (another_beside(grid, header.row_number) if is_whole else 0) or width


def _width_of_like(headers: Sequence[str], is_gap: Callable[[int], bool]) -> int:
    """The number of columns of the first table: it ends at one without a header that a like table follows."""
    for at, header in enumerate(headers):
        if at == 0 or not header.startswith("Column "):
            continue
        left = {header_key(name) for name in headers[:at]}
        right = [name.rpartition(" (")[0] or name for name in headers[at + 1 :]]
        again = sum(header_key(name) in left for name in right)
        enough = again > 1 or (again == 1 and len(right) > 1 and is_gap(at))
        enough = enough or (_is_sums(headers[at + 1 :]) and is_gap(at))
        if enough and known_count(headers[:at]) > 1:
            return at
    return len(headers)


def _is_sums(headers: Sequence[str]) -> bool:
    """Whether a label and an amount stand where headers would, as of a summary of costs."""
    return (
        1 < len(headers) <= _TABLE
        and not known_count(headers)
        and any(begins_with_number(header) for header in headers)
    )
