"""Tables as CSV and as Excel workbooks; calls block and belong into a thread."""

import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from partwright.kit.ids import ItemId
from partwright.kit.plain_sheets import plain_workbook
from partwright.packages.bom_table import BomTable
from partwright.packages.columns import BomColumn, Cell, as_text
from partwright.packages.unit_columns import with_units
from partwright.reports.cells import csv_line, without_formula

_PRECISION = 15
"""Significant digits that Excel keeps of a number."""
_NUMBER = "#,##0.############"
_WHOLE = "#,##0"
_PICTURE_POINTS = 48
_WIDEST = 60
"""Characters of a column; longer texts are broken."""
_LONGEST_CELL = 32_767
"""Characters that Excel keeps of a cell."""


def write_csv(table: BomTable, path: Path) -> None:
    """The table as CSV; texts that a spreadsheet would run as formulas get an apostrophe."""
    table = with_units(table)
    shown = [n for n in range(len(table.columns)) if n != table.pictures_column]
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(csv_line([without_formula(table.columns[n].label) for n in shown]))
        for row in table.rows:
            file.write(csv_line([_csv_cell(row[n]) for n in shown]))


def _csv_cell(cell: Cell) -> str:
    return as_text(cell) if isinstance(cell, Decimal) else without_formula(cell or "")


def write_workbook(table: BomTable, path: Path, pictures: Mapping[ItemId, bytes]) -> None:
    """The table as a workbook, written row by row with little memory; pictures are PNG."""
    book = plain_workbook(path)
    try:
        _Sheet(book, with_units(table), pictures).write()
    finally:
        book.close()


class _Sheet:
    """The only sheet of a workbook."""

    def __init__(self, book: Any, table: BomTable, pictures: Mapping[ItemId, bytes]) -> None:
        self._sheet: Any = book.add_worksheet("BOM")
        self._table = table
        self._pictures = pictures
        middle = {"valign": "vcenter"}
        self._text = book.add_format({**middle, "text_wrap": True})
        self._number = book.add_format({**middle, "num_format": _NUMBER})
        self._whole = book.add_format({**middle, "num_format": _WHOLE})
        self._bold = book.add_format({"bold": True, "bottom": 1, "text_wrap": True})

    def write(self) -> None:
        table, sheet = self._table, self._sheet
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        if table.rows:
            sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
        for place, column in enumerate(table.columns):
            sheet.set_column(place, place, self._width(place, column))
            sheet.write_string(0, place, column.label, self._bold)
        for number, row in enumerate(table.rows, start=1):
            self._row(number, row)

    def _width(self, place: int, column: BomColumn) -> float:
        if place == self._table.pictures_column:
            return 10
        longest = max((len(as_text(row[place])) for row in self._table.rows), default=0)
        return min(max(longest, len(column.label)) + 2, _WIDEST)

    def _row(self, number: int, row: Sequence[Cell]) -> None:
        picture = self._pictures.get(self._table.items[number - 1])
        if picture is not None:
            self._sheet.set_row(number, _PICTURE_POINTS)
        for place, cell in enumerate(row):
            if isinstance(cell, Decimal) and len(cell.normalize().as_tuple().digits) <= _PRECISION:
                shape = self._whole if cell == cell.to_integral_value() else self._number
                self._sheet.write_number(number, place, cell, shape)
            elif cell is not None:
                # Cells of text are never run as formulas, so nothing is put before them.
                self._sheet.write_string(number, place, as_text(cell)[:_LONGEST_CELL], self._text)
        if picture is not None and self._table.pictures_column is not None:
            options = {"image_data": io.BytesIO(picture), "object_position": 1}
            options |= {"x_offset": 2, "y_offset": 2}
            name = f"{self._table.items[number - 1]}.png"
            self._sheet.insert_image(number, self._table.pictures_column, name, options)
