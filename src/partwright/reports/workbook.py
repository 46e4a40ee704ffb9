"""Rows as an Excel workbook: typed cells, written row by row with little memory.

Calls block; they belong into a thread.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from decimal import Context, Decimal
from pathlib import Path
from typing import Any

from partwright.kit.operands import NUMERIC
from partwright.kit.plain_sheets import plain_workbook
from partwright.reports import cells
from partwright.reports.cells import Kept
from partwright.reports.fields import ReportField
from partwright.reports.model import ReportColumn

_PRECISION = 15
"""Significant digits that Excel keeps of a number."""
_FIRST_YEAR = 1900
_NUMBERS = {
    "number": "#,##0.############",
    "currency": '"$"#,##0.00',
    "percentage": "0.00%",
    "date": "yyyy-mm-dd",
    "datetime": "yyyy-mm-dd hh:mm:ss",
}
_WHOLE = "#,##0"

Cell = str | Decimal | date | None


class WorkbookSheet:
    """One workbook with one sheet, for the columns of a report."""

    def __init__(self, path: Path, columns: Sequence[tuple[ReportColumn, ReportField]]) -> None:
        self._book = plain_workbook(path)
        self._sheet: Any = self._book.add_worksheet("Report")
        self._columns = columns
        self._formats = {
            name: self._book.add_format({"num_format": text}) for name, text in _NUMBERS.items()
        }
        self._whole = self._book.add_format({"num_format": _WHOLE})
        self._row = 0
        self._head()

    def _head(self) -> None:
        bold = self._book.add_format({"bold": True})
        self._sheet.freeze_panes(1, 0)
        for place, (column, _) in enumerate(self._columns):
            if column.width:
                self._sheet.set_column_pixels(place, place, column.width)
            self._sheet.write_string(0, place, column.label, bold)

    def write(self, rows: Sequence[Sequence[Kept]]) -> None:
        """Add rows, whose values stand as the columns do."""
        for row in rows:
            self._row += 1
            for place, ((column, field), kept) in enumerate(zip(self._columns, row, strict=True)):
                self._write(place, column, cell(field, column, kept))

    def _write(self, place: int, column: ReportColumn, value: Cell) -> None:
        shape = self._formats.get(column.format_type)
        if isinstance(value, str):
            self._sheet.write_string(self._row, place, value)
        elif isinstance(value, date):
            self._sheet.write_datetime(self._row, place, value, shape)
        elif value is not None:
            # Without a fraction the pattern of numbers would leave a bare point.
            is_whole = column.format_type == "number" and value == int(value)
            self._sheet.write_number(self._row, place, value, self._whole if is_whole else shape)

    def close(self) -> None:
        """Write the file; also what is there of it after a failure."""
        self._book.close()


def cell(field: ReportField, column: ReportColumn, kept: Kept) -> Cell:
    """The value of a cell: a number, date or text; text where Excel could not hold it exactly."""
    if kept is None:
        return field.absent or None
    text = cells.cell_as_text(field, kept)
    typed = _TYPED.get(column.format_type)
    value = None if typed is None else typed(text)
    if value is None and typed is _number and column.aggregate == "average":
        # It is rounded already.
        return Context(prec=_PRECISION).create_decimal(text)
    if value is not None:
        return value
    if column.format_type == "boolean":
        return cells.boolean(text)
    # Cells of text are never run as formulas, so nothing is put before them.
    return text if field.kind not in NUMERIC else cells.formatted(field, column.format_type, kept)


def _number(text: str) -> Decimal | None:
    # Not as a float, of which the workbook would keep more digits than the number has.
    exact = Decimal(text)
    return exact if len(exact.normalize().as_tuple().digits) <= _PRECISION else None


def _date(text: str) -> date | None:
    found = date.fromisoformat(text[:10])
    return found if found.year >= _FIRST_YEAR else None


def _datetime(text: str) -> date | None:
    found = datetime.fromisoformat(text[:19])
    return found if found.year >= _FIRST_YEAR else None


_TYPED: dict[str, Callable[[str], Cell]] = {
    "number": _number,
    "currency": _number,
    "percentage": _number,
    "date": _date,
    "datetime": _datetime,
}
