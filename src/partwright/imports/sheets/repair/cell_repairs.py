"""Cells of a sheet that a person has put right, in place of what the file holds."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import msgspec

from partwright.imports.sheets.records.refusals import MappingRefused
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable


class CellRepairs(msgspec.Struct, frozen=True, rename="camel"):
    """Texts in place of cells, by header; rows are numbered as in the file."""

    rows: dict[int, dict[str, str] | None] = {}
    """Header to text; None leaves the whole row out."""
    all: dict[str, dict[str, str]] = {}
    """Header to texts that are replaced wherever they stand in that column."""


NO_REPAIRS = CellRepairs()


class RowCells(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row as it is read, by header; of its empty cells only those that stand for a field."""

    row: int
    cells: dict[str, str]
    sheet: str | None = None
    """The sheet it stands on, where several are imported."""


def repair_cells(table: SheetTable, repairs: CellRepairs) -> SheetTable:
    """The table with the repairs in it; MappingRefused for a header that it does not have."""
    if not repairs.rows and not repairs.all:
        return table
    told = {header for cells in repairs.rows.values() for header in cells or ()}
    if unknown := sorted((told | repairs.all.keys()) - set(table.headers)):
        raise MappingRefused(f'there is no column "{unknown[0]}" to repair')
    places = {header: at for at, header in enumerate(table.headers)}
    everywhere = [(places[header], texts) for header, texts in repairs.all.items()]

    def records() -> Iterator[SheetRecord]:
        for record in table.records():
            own = repairs.rows.get(record.row_number, {})
            if own is None:
                continue
            cells = list(record.cells)
            for at, texts in everywhere:
                cells[at] = texts.get(cells[at].strip(), cells[at])
            for header, text in own.items():
                cells[places[header]] = text
            after = tuple(cells)
            changed = {at for at, text in enumerate(after) if text != record.cells[at]}
            yield replace(record, cells=after, native=record.native - changed)

    return replace(table, records=records)


def rows_of(
    table: SheetTable, numbers: Collection[int], most: int, *, always: Collection[str] = ()
) -> Sequence[RowCells]:
    """The first of the rows of these numbers, for a person to repair.

    `always` are headers whose cells are told even where they are empty.
    """
    wanted = dict.fromkeys(sorted(numbers)[:most])
    found: list[RowCells] = []
    if not wanted:
        return found
    last = max(wanted)
    for record in table.records():
        if record.row_number in wanted:
            named = zip(table.headers, record.cells, strict=True)
            cells = {
                header: text
                for header, text in named
                if header and (text.strip() or header in always)
            }
            found.append(RowCells(record.row_number, cells))
        if record.row_number >= last:
            return found
    return found
