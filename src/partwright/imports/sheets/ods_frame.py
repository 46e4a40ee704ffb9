"""Hidden places, groups and formats of a sheet of an OpenDocument workbook, beside its values."""

import html
import re
import zipfile
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from partwright.imports.sheets.cell_formats import CellFormats, FormatScan
from partwright.imports.sheets.cell_styles import CellStyles
from partwright.imports.sheets.number_shapes import NumberShape, PercentShape, number_shape
from partwright.imports.sheets.sheet_size import MOST_COLUMNS

ODS_CONTENT = "content.xml"
_TAG = re.compile(
    rb"<(/?)table:(table|table-row-group|table-row|table-column|table-cell|covered-table-cell)"
    rb"(?=[\s/>])([^>]*)>"
)
_REPEATED = re.compile(rb"table:number-(?:rows|columns)-repeated=\"([0-9]{1,7})\"")
_HIDDEN = re.compile(rb"table:visibility=\"(?:collapse|filter)\"")
_STYLE = re.compile(rb"table:style-name=\"([^\"]{1,80})\"")
_COLUMN_STYLE = re.compile(rb"table:default-cell-style-name=\"([^\"]{1,80})\"")
_CURRENCY = re.compile(rb"office:currency=\"([A-Z]{3})\"")
_PERCENT = b'office:value-type="percentage"'
_STYLE_TAG = re.compile(rb"<(style:style|number:[a-z]+-style)\s([^<>]*)>")
_NAME = re.compile(rb"style:name=\"([^\"]{1,80})\"")
_DATA_STYLE = re.compile(rb"style:data-style-name=\"([^\"]{1,80})\"")
_MARGIN = re.compile(rb"fo:margin-left=\"([0-9.]{1,8})(cm|mm|in|pt)\"")
_STRUCK = re.compile(rb"style:text-line-through-style=\"(?!none\")[a-z]")
_NUMBER_PART = re.compile(
    rb"<number:text>([^<]{0,20})</number:text>|<number:number\s([^<>]*?)(/?)>"
    rb"|<number:embedded-text\s+number:position=\"([0-9]{1,2})\">([^<]{0,9})<"
)
_DIGITS = re.compile(rb"number:min-integer-digits=\"([0-9]{1,2})\"")
_PLAIN = re.compile(rb"number:(?:grouping=\"true\"|decimal-places=\"[1-9])")
_TENTHS = {b"cm": 100, b"mm": 10, b"in": 254, b"pt": 3.53}
"""Tenths of a millimetre in a unit of indents."""
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


def ods_frame(archive: zipfile.ZipFile, sheet: int) -> OdsFrame:
    """The frame of the sheet at that place of the workbook."""
    with archive.open(ODS_CONTENT) as stream:
        head = stream.read(_MOST_HEAD)
    scan = _TableScan(read_ods_styles(head.partition(b"<office:body")[0]))
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
            for slash, name, told in _TAG.findall(text, 0, end):
                yield bool(slash), name, told
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

    def take(self, name: bytes, told: bytes, *, ends: bool) -> None:
        if name == b"table-row-group":
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

    def found(self) -> OdsFrame:
        rows, columns = tuple(self._rows[:_MOST_HIDDEN]), tuple(self._hidden)
        return OdsFrame(self._outline, rows, columns, self._formats.found())


def read_ods_styles(head: bytes) -> CellStyles:
    """The styles of cells that stand before the sheets."""
    shapes: dict[bytes, NumberShape | PercentShape] = {}
    indents, struck = dict[bytes, int](), set[bytes]()
    tags = list(_STYLE_TAG.finditer(head))
    later = list[tuple[bytes, bytes]]()
    for tag, following in zip_longest(tags, tags[1:]):
        name = _NAME.search(tag[2])
        if name is None:
            continue
        body = head[tag.end() : following.start() if following else len(head)]
        if tag[1] == b"number:number-style":
            if shape := number_shape(_code_of(body)):
                shapes[name[1]] = shape
        elif b'style:family="table-cell"' in tag[2]:
            if data := _DATA_STYLE.search(tag[2]):
                later.append((name[1], data[1]))
            if tag[2].endswith(b"/"):
                continue
            if (margin := _MARGIN.search(body)) and (depth := _tenths(margin)):
                indents[name[1]] = depth
            if _STRUCK.search(body):
                struck.add(name[1])
    shaped = {name: shapes[data] for name, data in later if data in shapes}
    return CellStyles(indents, {}, shaped, frozenset(struck))


def _tenths(margin: re.Match[bytes]) -> int:
    try:
        return round(float(margin[1]) * _TENTHS[margin[2]])
    except ValueError:
        return 0


def _code_of(body: bytes) -> str:
    """The format of numbers as Excel writes it, such as `"P-"0000`; empty for one with decimals."""
    pieces: list[str] = []
    digits, places = 0, list[tuple[int, str]]()
    for text, number, _, position, embedded in _NUMBER_PART.findall(body):
        if number:
            match = _DIGITS.search(number)
            if match is None or _PLAIN.search(number):
                return ""
            digits = int(match[1])
            pieces.append("{}")
        elif position:
            places.append((int(position), _quoted(embedded)))
        else:
            pieces.append(_quoted(text))
    zeros = ["0"] * digits
    for position, text in sorted(places):
        if position < digits:
            zeros[digits - position - 1] += text
    return "".join(pieces).replace("{}", "".join(zeros), 1)


def _quoted(text: bytes) -> str:
    shown = html.unescape(text.decode("utf-8", "replace")).replace('"', "").replace("{}", "")
    return f'"{shown}"'


def _times(told: bytes) -> int:
    return int(match[1]) if (match := _REPEATED.search(told)) else 1


def _span(first: int, times: int, most: int) -> range:
    return range(min(first, most), min(first + times, most))
