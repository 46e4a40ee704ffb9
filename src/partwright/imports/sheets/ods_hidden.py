"""Hidden rows and columns of a sheet of an OpenDocument workbook, which the reader of cells leaves out."""

import re
import zipfile

from partwright.imports.sheets.sheet_size import MOST_COLUMNS

ODS_CONTENT = "content.xml"
_TAG = re.compile(rb"<table:(table|table-row|table-column)(?=[\s/>])([^>]*)>")
_REPEATED = re.compile(rb"table:number-(?:rows|columns)-repeated=\"([0-9]{1,7})\"")
_HIDDEN = re.compile(rb"table:visibility=\"(?:collapse|filter)\"")
_BLOCK = 1 << 20
_MOST_ROWS = 1 << 20
"""What lies beyond is no row of a list; a repeated one must not take memory."""
_MOST_HIDDEN = 100_000


def hidden_places(archive: zipfile.ZipFile, sheet: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hidden rows, counted from 1, and the hidden columns, counted from 0, of a sheet."""
    rows: list[int] = []
    columns: list[int] = []
    table, row, column = -1, 1, 0
    rest = b""
    with archive.open(ODS_CONTENT) as stream:
        while block := stream.read(_BLOCK):
            text = rest + block
            # A tag may begin in one block and end in the next.
            end = max(text.rfind(b">") + 1, len(text) - _BLOCK)
            for name, told in _TAG.findall(text, 0, end):
                if name == b"table":
                    table, row, column = table + 1, 1, 0
                elif table == sheet:
                    times = int(match[1]) if (match := _REPEATED.search(told)) else 1
                    is_hidden = bool(_HIDDEN.search(told))
                    if name == b"table-row":
                        rows += _span(row, times, _MOST_ROWS) if is_hidden else ()
                        row += times
                    else:
                        columns += _span(column, times, MOST_COLUMNS) if is_hidden else ()
                        column += times
            rest = text[end:]
    return tuple(rows[:_MOST_HIDDEN]), tuple(columns)


def _span(first: int, times: int, most: int) -> range:
    return range(min(first, most), min(first + times, most))
