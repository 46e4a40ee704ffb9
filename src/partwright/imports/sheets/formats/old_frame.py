"""Groups, hidden places and formats of a sheet of an old workbook (.xls), beside its values."""

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from partwright.imports.sheets.cell_values.number_shapes import (
    BUILT_IN,
    NumberShape,
    PercentShape,
    number_shape,
)
from partwright.imports.sheets.formats.cell_formats import CellFormats, FormatScan
from partwright.imports.sheets.formats.cell_styles import CellStyles, currency_in
from partwright.imports.sheets.formats.old_workbook import BOUND_SHEET, records, workbook_streams
from partwright.imports.sheets.formats.sheet_size import MOST_COLUMNS
from partwright.imports.sheets.records.refusals import BrokenFile

_BEGIN, _FONT, _FORMAT, _STYLE = 0x809, 0x31, 0x41E, 0xE0
_ROW, _COLUMNS = 0x208, 0x7D
_NUMBERS = 0xBD
_FORMULA, _FAULT = 0x06, 0x205
_ONE = frozenset((_FORMULA, 0xD6, 0xFD, 0x203, 0x204, _FAULT, 0x27E))
"""Records of one cell that is not empty."""
_NEWEST = 0x600
"""The version of the records since Excel 97; texts of older ones are single bytes."""
_STRUCK, _HIDDEN_ROW, _HIDDEN_COLUMN = 0x08, 0x20, 0x01
_UNNAMED_FONT = 4
"""The number that no font has."""
_INWARD = (3, 7)
"""Alignments right and distributed, where an indent sets no name in."""
_ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}


class OldFrame(NamedTuple):
    """Groups, hidden rows (counted from 1), hidden columns (from 0) and formats of cells."""

    outline: dict[int, int]
    hidden_rows: tuple[int, ...]
    hidden_columns: tuple[int, ...]
    formats: CellFormats


def old_frame(path: Path, sheet: int) -> OldFrame:
    """The frame of the sheet at that place of the workbook; an empty one where there is none."""
    try:
        for stream in workbook_streams(path):
            begin = [
                struct.unpack_from("<I", body)[0]
                for kind, body in records(stream, 0)
                if kind == BOUND_SHEET
            ]
            if sheet < len(begin):
                scan = _SheetScan(_styles_of(stream))
                for kind, body in records(stream, begin[sheet]):
                    scan.take(kind, body)
                return scan.found()
    except (struct.error, IndexError, BrokenFile):
        # Cells were read already; a file without readable formats is one without formats.
        pass
    return OldFrame({}, (), (), CellFormats())


def _styles_of(stream: bytes) -> CellStyles:
    """The styles of the workbook's cells, by their numbers."""
    is_newest = True
    formats: dict[int, str] = {}
    struck: list[bool] = []
    styles: list[tuple[int, int, int]] = []
    for kind, body in records(stream, 0):
        if kind == _BEGIN:
            is_newest = struct.unpack_from("<H", body)[0] >= _NEWEST
        elif kind == _FORMAT:
            formats[struct.unpack_from("<H", body)[0]] = _text_of(body[2:], is_newest=is_newest)
        elif kind == _FONT:
            if len(struck) == _UNNAMED_FONT:
                struck.append(False)
            struck.append(bool(struct.unpack_from("<H", body, 2)[0] & _STRUCK))
        elif kind == _STYLE:
            font, shown = struct.unpack_from("<HH", body)
            styles.append((font, shown, _indent(body) if is_newest else 0))
    return _named(styles, formats, struck)


def _named(
    styles: list[tuple[int, int, int]], formats: Mapping[int, str], struck: list[bool]
) -> CellStyles:
    indents: dict[bytes, int] = {}
    currencies: dict[bytes, str] = {}
    shapes: dict[bytes, NumberShape | PercentShape] = {}
    through: set[bytes] = set()
    for number, (font, shown, indent) in enumerate(styles):
        key, code = str(number).encode(), formats.get(shown, "")
        if indent:
            indents[key] = indent
        if currency := currency_in(code):
            currencies[key] = currency
        elif shape := number_shape(code) or BUILT_IN.get(shown):
            shapes[key] = shape
        if font < len(struck) and struck[font]:
            through.add(key)
    return CellStyles(indents, currencies, shapes, frozenset(through))


def _indent(style: bytes) -> int:
    aligned = style[6] & 7
    return 0 if aligned in _INWARD else style[8] & 15


def _text_of(body: bytes, *, is_newest: bool) -> str:
    if not is_newest:
        return body[1 : 1 + body[0]].decode("cp1252", "replace")
    count, flags = struct.unpack_from("<HB", body)
    wide = bool(flags & 1)
    return body[3 : 3 + count * (2 if wide else 1)].decode(
        "utf-16-le" if wide else "latin-1", "replace"
    )


class _SheetScan:
    """Takes the records of one sheet in their order."""

    def __init__(self, styles: CellStyles) -> None:
        self._formats = FormatScan(styles)
        self._outline: dict[int, int] = {}
        self._rows: list[int] = []
        self._columns: set[int] = set()

    def take(self, kind: int, body: bytes) -> None:
        if kind == _ROW:
            self._take_row(body)
        elif kind == _COLUMNS:
            first, last, _, _, flags = struct.unpack_from("<HHHHH", body)
            if flags & _HIDDEN_COLUMN:
                self._columns.update(range(first, min(last + 1, MOST_COLUMNS)))
        elif kind == _NUMBERS:
            row, first = struct.unpack_from("<HH", body)
            for at, place in enumerate(range(4, len(body) - 7, 6)):
                self._take_cell(row, first + at, struct.unpack_from("<H", body, place)[0])
        elif kind in _ONE:
            row, column, style = struct.unpack_from("<HHH", body)
            self._take_cell(row, column, style)
            if error := _error_in(kind, body):
                self._formats.lose(column, row + 1, error)

    def _take_row(self, body: bytes) -> None:
        number, flags = struct.unpack_from("<H", body)[0] + 1, struct.unpack_from("<H", body, 12)[0]
        if depth := flags & 7:
            self._outline[number] = depth
        if flags & _HIDDEN_ROW:
            self._rows.append(number)

    def _take_cell(self, row: int, column: int, style: int) -> None:
        self._formats.take_cell(column, row + 1, str(style).encode())

    def found(self) -> OldFrame:
        hidden = tuple(sorted(set(self._rows)))
        return OldFrame(self._outline, hidden, tuple(sorted(self._columns)), self._formats.found())


def _error_in(kind: int, body: bytes) -> str:
    """The error that a cell holds instead of a value; empty for others."""
    if kind == _FAULT and body[7]:
        return _ERRORS.get(body[6], "")
    if kind == _FORMULA and body[12:14] == b"\xff\xff" and body[6] == 2:
        return _ERRORS.get(body[8], "")
    return ""
