"""Tables written as CSV or as Excel workbooks, exactly and safe to open."""

import csv
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from partwright.imports.export.columns import Cell, ExportSheet
from partwright.imports.sheets.cell_values.decimals import plain_text, unmistakable
from partwright.imports.sheets.cell_values.formula_escape import escape_formula
from partwright.kit.plain_sheets import plain_workbook

LONGEST_TEXT = 32_767
MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
"""What a sheet of Excel holds: characters of a cell, rows, columns."""
_PRECISION = 15
"""Significant digits that Excel keeps of a number."""


class ExportRefused(Exception):
    """A table that the kind of file cannot hold; the message says what to do."""


def write_sheet(table: ExportSheet, path: Path) -> int:
    """Write the table by the ending of the path, and answer how many rows it has.

    The file appears whole or not at all. ExportRefused for an unknown ending or what does not fit.
    """
    kinds = {".csv": _write_csv, ".xlsx": _write_workbook}
    written = kinds.get(path.suffix.lower())
    if written is None:
        raise ExportRefused(f'"{path.name}" must end in .csv or .xlsx')
    draft = path.with_name(f".{path.name}.part")
    try:
        count = written(table.headers, table.rows(), draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return count


def _write_csv(headers: Sequence[str], rows: Iterable[Sequence[Cell]], path: Path) -> int:
    count = 0
    # Excel takes a file for UTF-8 only with a byte-order mark.
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(map(escape_formula, headers))
        for count, row in enumerate(rows, start=1):  # noqa: B007
            writer.writerow(map(text_of, row))
    return count


def text_of(cell: Cell) -> str:
    """The cell of a CSV file: a number that nobody takes for another, a text that runs nowhere."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return escape_formula(cell)
    return unmistakable(plain_text(cell)) if isinstance(cell, Decimal) else str(cell)


def _write_workbook(headers: Sequence[str], rows: Iterable[Sequence[Cell]], path: Path) -> int:
    if len(headers) > MOST_COLUMNS:
        raise ExportRefused(f"a sheet holds {MOST_COLUMNS} columns; a .csv file holds more")
    book = plain_workbook(path)
    try:
        sheet: Any = book.add_worksheet("Parts")
        bold = book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        for at, header in enumerate(headers):
            sheet.write_string(0, at, header, bold)
        count = 0
        for count, row in enumerate(rows, start=1):
            if count >= MOST_ROWS:
                raise ExportRefused(f"a sheet holds {MOST_ROWS} rows; a .csv file holds more")
            for at, cell in enumerate(row):
                _write_cell(sheet, count, at, cell)
    finally:
        book.close()
    return count


def _write_cell(sheet: Any, row: int, at: int, cell: Cell) -> None:
    if cell is None:
        return
    if isinstance(cell, str) or len(Decimal(cell).normalize().as_tuple().digits) > _PRECISION:
        text = cell if isinstance(cell, str) else unmistakable(plain_text(Decimal(cell)))
        if len(text) > LONGEST_TEXT:
            raise ExportRefused(f"a cell has more than {LONGEST_TEXT} characters; use a .csv file")
        sheet.write_string(row, at, text)
    else:
        sheet.write_number(row, at, cell)
