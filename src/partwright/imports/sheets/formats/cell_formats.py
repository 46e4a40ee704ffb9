"""Facts of a workbook's cells beside their values: indents, currencies, zeros ahead, errors."""

import html
import zipfile
from bisect import bisect_right
from collections.abc import Iterable, Mapping

import msgspec

from partwright.imports.sheets.cell_values.number_shapes import CellShape, MoneyShape, PercentShape
from partwright.imports.sheets.formats.cell_styles import CellStyles, read_styles
from partwright.imports.sheets.records.grid import column_number
from partwright.imports.sheets.records.lost_values import UNTOLD, read_formula
from partwright.kit.patterns import lazy_regex

_STYLES = "xl/styles.xml"
_MOST_STYLES = 4 << 20
"""Bytes of the styles of a workbook that are read."""
_CELL = lazy_regex(rb"<(?:\w+:)?c\s+r=\"([A-Z]{1,3})([0-9]{1,7})\"(?:\s+s=\"([0-9]{1,6})\")?")
_ERROR = lazy_regex(
    rb"<(?:\w+:)?c\s+r=\"([A-Z]{1,3})([0-9]{1,7})\"[^<>]*?\st=\"e\"[^<>]*>"
    rb"(?:<(?:\w+:)?f\b[^<>]*(?:/>|>[^<]*</(?:\w+:)?f>))?<(?:\w+:)?v>([^<]{1,16})<"
)
_FORMULA = lazy_regex(
    rb"<(?:\w+:)?c\s+r=\"([A-Z]{1,3})([0-9]{1,7})\"([^<>]*)>\s*"
    rb"<(?:\w+:)?f\b[^<>]*(?:/>|>([^<]*)</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
"""A cell with a formula that no program has computed."""
_COMPUTED = b't="str"'
"""Of a formula whose result is the empty text."""
_MOST_INDENTED = 200_000
"""Cells whose indents are kept, and changes of the shapes of numbers."""
_MOST_LOST = 50_000
"""Cells without their value that are kept."""
_MOST_CURRENCIES = 5
_LONGEST = 300
"""Characters of a formula that are kept."""


class CellFormats(msgspec.Struct, frozen=True):
    """Facts about the cells of a sheet beside their values."""

    indents: dict[int, int] = {}
    """Row to its depth, from 0, of the first column with indents; rows without one are absent."""
    currency: str = ""
    """The one currency in which numbers are shown."""
    shapes: dict[int, "ShapedColumn"] = {}
    """Column to how its numbers are shown, as with zeros ahead, or in one of many currencies."""
    lost: dict[int, dict[int, str]] = {}
    """Row and column of a cell without a value, to the error or the formula that it holds."""
    struck: dict[int, list[int]] = {}
    """Row to its columns whose text is struck through."""


class ShapedColumn(msgspec.Struct, frozen=True):
    """Rows of a column at which the shape of numbers changes, and to which."""

    rows: list[int]
    shapes: list[CellShape | None]

    def at(self, row: int) -> CellShape | None:
        place = bisect_right(self.rows, row)
        return self.shapes[place - 1] if place else None


def styles_of(archive: zipfile.ZipFile) -> CellStyles:
    """The styles of a workbook's cells."""
    if _STYLES not in archive.namelist():
        return CellStyles()
    with archive.open(_STYLES) as stream:
        return read_styles(stream.read(_MOST_STYLES))


class FormatScan:
    """Takes the cells of a sheet, or its XML piece by piece."""

    def __init__(self, styles: CellStyles) -> None:
        self._styles = styles
        self._is_styled = styles != CellStyles()
        self._columns: dict[int, dict[int, int]] = {}
        self._shaped: dict[int, ShapedColumn] = {}
        self._currencies: set[str] = set()
        self._lost: dict[int, dict[int, str]] = {}
        self._struck: dict[int, list[int]] = {}
        self._kept = self._many_lost = 0
        self._has_shapes = bool(styles.shapes or styles.currencies)

    def take(self, text: bytes) -> None:
        """Take a piece of the XML that Excel writes."""
        if self._is_styled:
            numbers = dict[bytes, int]()
            for column, row, style in _CELL.findall(text):
                if (at := numbers.get(column)) is None:
                    at = numbers[column] = column_number(column.decode())
                self.take_cell(at, int(row), style)
        if b't="e"' in text:
            for column, row, error in _ERROR.findall(text):
                at = column_number(column.decode())
                self.lose(at, int(row), error.decode("utf-8", "replace"))
        if b"<f" in text or b":f" in text:
            for column, row, told, formula in _FORMULA.findall(text):
                if _COMPUTED not in told:
                    # A formula that is shared stands with the first of its cells alone.
                    shown = html.unescape(formula.decode("utf-8", "replace"))[:_LONGEST]
                    self.lose(column_number(column.decode()), int(row), f"={shown or UNTOLD}")

    def take_cell(
        self, column: int, row: int, style: bytes, currency: str = "", *, is_percent: bool = False
    ) -> None:
        """Take the cell with its style; some files name its currency or kind beside it."""
        styles = self._styles
        currency = currency or styles.currencies.get(style, "")
        if currency and len(self._currencies) < _MOST_CURRENCIES:
            self._currencies.add(currency)
        if (depth := styles.indents.get(style)) and self._kept < _MOST_INDENTED:
            self._kept += 1
            self._columns.setdefault(column, {})[row] = depth
        if style in styles.struck and self._kept < _MOST_INDENTED:
            self._kept += 1
            self._struck.setdefault(row, []).append(column)
        if currency or is_percent or self._has_shapes:
            told = PercentShape() if is_percent else styles.shapes.get(style)
            self._shape(column, row, MoneyShape(currency) if currency else told)
        elif column in self._shaped:
            self._shape(column, row, None)

    def _shape(self, column: int, row: int, shape: CellShape | None) -> None:
        known = self._shaped.get(column)
        if shape == (known.shapes[-1] if known else None) or self._kept >= _MOST_INDENTED:
            return
        self._kept += 1
        known = known or self._shaped.setdefault(column, ShapedColumn([], []))
        known.rows.append(row)
        known.shapes.append(shape)

    def lose(self, column: int, row: int, text: str) -> None:
        """Take a cell that has no value but an error or a formula."""
        if self._many_lost < _MOST_LOST:
            self._many_lost += 1
            self._lost.setdefault(row, {})[column] = text

    def found(self) -> CellFormats:
        """Give what the cells say, a currency for each of them where there are several."""
        only = next(iter(self._currencies)) if len(self._currencies) == 1 else ""
        shapes = {
            column: ShapedColumn(
                one.rows,
                [None if only and isinstance(s, MoneyShape) else s for s in one.shapes],
            )
            for column, one in self._shaped.items()
        }
        return CellFormats(
            _ranked(self._columns[min(self._columns)]) if self._columns else {},
            # A sign such as $ names none of the currencies that share it.
            only if len(only) == 3 else "",
            {column: one for column, one in shapes.items() if any(one.shapes)},
            self._lost,
            self._struck,
        )


def show_cells(formats: CellFormats, row: int, cells: list[str], native: Iterable[int]) -> None:
    """Put into the cells of a row what the sheet shows in them: zeros ahead, errors, formulas."""
    for column, text in formats.lost.get(row, {}).items():
        if column < len(cells) and not cells[column].strip():
            cells[column] = read_formula(text) if text[0] == "=" else text
    if formats.shapes:
        for column in native:
            shaped = formats.shapes.get(column)
            if shaped and (shape := shaped.at(row)):
                cells[column] = shape.shown(cells[column])


def _ranked(depths: Mapping[int, int]) -> dict[int, int]:
    """The depths as levels one after the other: some indent each level by two."""
    ranks = {depth: rank for rank, depth in enumerate(sorted(set(depths.values())), start=1)}
    return {row: ranks[depth] for row, depth in depths.items()}
