"""Hidden places, groups and formats of a sheet of an OpenDocument workbook, beside its values."""

import zipfile
from collections.abc import Iterator
from typing import NamedTuple

from partwright.imports.sheets.formats.cell_formats import CellFormats, FormatScan
from partwright.imports.sheets.formats.cell_notes import note_text
from partwright.imports.sheets.formats.cell_styles import CellStyles
from partwright.imports.sheets.formats.ods_styles import read_ods_styles
from partwright.imports.sheets.formats.sheet_size import MOST_COLUMNS
from partwright.imports.sheets.records.grid import column_letters
from partwright.kit.patterns import lazy_regex

ODS_CONTENT = "content.xml"
_COMMON_STYLES = "styles.xml"
"""The styles that people give names; those of single cells stand with the content."""
_TAG = lazy_regex(
    rb"<(/?)table:(table|table-row-group|table-row|table-column|table-cell|covered-table-cell)"
    rb"(?=[\s/>])([^>]*)>|<office:annotation[\s>]"
    rb"((?:[^<]|<(?!/?office:annotation[\s>])){0,20000}+)</office:annotation>",
)
_NOTE, _NOTE_END = b"<office:annotation", b"</office:annotation>"
_BESIDE = lazy_regex(rb"<(dc|meta):[^<>]*>[^<]*</\1:[^<>]*>")
"""Who wrote a note, and when."""
_MARKUP = lazy_regex(rb"<[^<>]*>")
_MOST_NOTES = 10_000
_REPEATED = lazy_regex(rb"table:number-(?:rows|columns)-repeated=\"([0-9]{1,7})\"")
_HIDDEN = lazy_regex(rb"table:visibility=\"(?:collapse|filter)\"")
_STYLE = lazy_regex(rb"table:style-name=\"([^\"]{1,80})\"")
_COLUMN_STYLE = lazy_regex(rb"table:default-cell-style-name=\"([^\"]{1,80})\"")
_CURRENCY = lazy_regex(rb"office:currency=\"([A-Z]{3})\"")
_PERCENT = b'office:value-type="percentage"'
_BLOCK = 1 << 20
_MOST_HEAD = 4 << 20
"""Bytes of the styles before the first sheet that are read."""
_MOST_ROWS = 1 << 20
"""What lies beyond is no row of a list; a repeated one must not take memory."""
_MOST_HIDDEN = 100_000
_DEEPEST = 7


class OdsFrame(NamedTuple):
    """Groups, hidden rows (counted from 1), hidden columns (from 0) and formats of cells."""

    outline: dict[int, int]
    hidden_rows: tuple[int, ...]
    hidden_columns: tuple[int, ...]
    formats: CellFormats
    notes: dict[int, dict[str, str]]
    """Row and cell, as `B3`, to the note that stands on it."""


def ods_frame(archive: zipfile.ZipFile, sheet: int) -> OdsFrame:
    """The frame of the sheet at that place of the workbook."""
    with archive.open(ODS_CONTENT) as stream:
        head = stream.read(_MOST_HEAD)
    common = b""
    if _COMMON_STYLES in archive.namelist():
        with archive.open(_COMMON_STYLES) as stream:
            common = stream.read(_MOST_HEAD).partition(b"<office:master-styles")[0]
    scan = _TableScan(read_ods_styles(common + head.partition(b"<office:body")[0]))
    table = -1
    for ends, name, told in _tags(archive):
        if name == b"table":
            table += not ends
            if table > sheet:
                break
        elif table == sheet:
            scan.take(name, told, ends=ends)
    return scan.found()


def _tags(archive: zipfile.ZipFile) -> Iterator[tuple[bool, bytes, bytes]]:
    """The tags of sheets, rows, columns, groups and cells: whether it is an end, name, attributes."""
    rest = b""
    with archive.open(ODS_CONTENT) as stream:
        while block := stream.read(_BLOCK):
            text = rest + block
            # A tag may begin in one block and end in the next.
            end = max(text.rfind(b">") + 1, len(text) - _BLOCK)
            if (begun := text.rfind(_NOTE, 0, end)) > text.rfind(_NOTE_END, 0, end):
                end = max(begun, len(text) - _BLOCK)
            for slash, name, told, note in _TAG.findall(text, 0, end):
                yield bool(slash), name or b"annotation", told or note
            rest = text[end:]


class _TableScan:
    """Takes the tags of one sheet in their order."""

    def __init__(self, styles: CellStyles) -> None:
        self._row, self._column, self._columns, self._depth = 1, 0, 0, 0
        self._times = 1
        self._outline: dict[int, int] = {}
        self._rows: list[int] = []
        self._hidden: list[int] = []
        self._defaults: dict[int, bytes] = {}
        self._formats = FormatScan(styles)
        self._is_styled = styles != CellStyles()
        self._notes: dict[int, dict[str, str]] = {}
        self._many_notes = 0

    def take(self, name: bytes, told: bytes, *, ends: bool) -> None:
        if name == b"annotation":
            self._take_note(told)
        elif name == b"table-row-group":
            self._depth += -1 if ends else 1
        elif name == b"table-row":
            if ends or told.endswith(b"/"):
                self._row += self._times if ends else _times(told)
            else:
                self._begin_row(told)
        elif not ends and name == b"table-column":
            times = _times(told)
            if style := _COLUMN_STYLE.search(told):
                for at in _span(self._columns, times, MOST_COLUMNS):
                    self._defaults[at] = style[1]
            if _HIDDEN.search(told):
                self._hidden += _span(self._columns, times, MOST_COLUMNS)
            self._columns += times
        elif not ends:
            self._take_cell(told)

    def _begin_row(self, told: bytes) -> None:
        self._column, self._times = 0, _times(told)
        rows = _span(self._row, self._times, _MOST_ROWS)
        if _HIDDEN.search(told) and len(self._rows) < _MOST_HIDDEN:
            self._rows += rows
        if self._depth > 0 and len(rows) < _MOST_HIDDEN and len(self._outline) < _MOST_ROWS:
            self._outline.update(dict.fromkeys(rows, min(self._depth, _DEEPEST)))

    def _take_cell(self, told: bytes) -> None:
        times = _times(told)
        if b"office:value-type=" in told:
            currency, is_percent = _CURRENCY.search(told), _PERCENT in told
            if self._is_styled or currency or is_percent:
                style = _STYLE.search(told)
                name = style[1] if style else self._defaults.get(self._column, b"")
                for at in _span(self._column, times, MOST_COLUMNS):
                    code = currency[1].decode() if currency else ""
                    self._formats.take_cell(at, self._row, name, code, is_percent=is_percent)
        self._column += times

    def _take_note(self, body: bytes) -> None:
        """Take the note on the cell that was taken last."""
        said = note_text(_MARKUP.sub(b" ", _BESIDE.sub(b"", body.partition(b">")[2])))
        if said and self._column and self._many_notes < _MOST_NOTES:
            self._many_notes += 1
            cell = f"{column_letters(self._column - 1)}{self._row}"
            self._notes.setdefault(self._row, {})[cell] = said

    def found(self) -> OdsFrame:
        rows, columns = tuple(self._rows[:_MOST_HIDDEN]), tuple(self._hidden)
        return OdsFrame(self._outline, rows, columns, self._formats.found(), self._notes)


def _times(told: bytes) -> int:
    return int(match[1]) if (match := _REPEATED.search(told)) else 1


def _span(first: int, times: int, most: int) -> range:
    return range(min(first, most), min(first + times, most))
