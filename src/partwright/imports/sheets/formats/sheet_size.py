"""Width and height of the sheets of a workbook, found before a reader makes room for them.

The reader takes memory for the whole rectangle that the cells span: two cells at the far corners
of a sheet of Excel are 17 thousand million.
"""

from collections.abc import Callable
from typing import Any, Protocol
from xml.parsers import expat

from partwright.imports.sheets.records.refusals import BrokenFile
from partwright.kit.patterns import lazy_regex

MOST_COLUMNS = 2_000
MOST_CELLS = 8_000_000
"""Cells of one sheet, the empty ones between others included: some 250 MB."""

MOST_TEXT = 256 << 20
"""Characters of all cells of a sheet together; the reader keeps a repeated text for each of them."""
_LONGEST_TEXT = 4 << 20
"""Bytes between two tags, or within one; a cell of Excel has 32,767 characters."""
_MOST_REPEATED = 10_000
"""Times that a row with a value stands in a sheet; a few bytes must not become a million parts."""
_MOST_PLACES = 1 << 24
"""Rows or columns of an OpenDocument sheet, the empty ones at its end included."""
_ALLOCATED = lazy_regex(rb"\buniqueCount\s*=\s*[\"']\s*\+?([0-9]+)")
"""How many texts a workbook says that it shares, for which the reader makes room at once."""
_CELL = lazy_regex(rb'<(?:\w+:)?c\s[^>]*?\br="([A-Za-z]{1,4})(\d{1,8})"[^>]*?(?<!/)>')
_UNNAMED = lazy_regex(rb"<(?:\w+:)?c(?=[\s>])(?![^>]*\sr=)")
_ROW = lazy_regex(rb"<(?:\w+:)?row(?=[\s>])")
_HIGHEST_CELL_RECORD = 11
"""The records of binary sheets from 1 to this one are cells; 0 begins a row."""


class SheetMeasure(Protocol):
    """Takes the bytes of one part of a workbook; BrokenFile as soon as they span too much."""

    def feed(self, block: bytes) -> None: ...


def check_span(columns: int, rows: int) -> None:
    """BrokenFile for a rectangle that no list of parts has."""
    if columns > MOST_COLUMNS or columns * rows > MOST_CELLS:
        raise BrokenFile(
            f"a sheet spans {columns} columns and {rows} rows; at most {MOST_COLUMNS} columns and"
            f" {MOST_CELLS} cells are read"
        )


def check_text(characters: int) -> None:
    """BrokenFile for more text than a list of parts has, however few bytes repeat it."""
    if characters > MOST_TEXT:
        raise BrokenFile(
            f"the cells of a sheet have more than {MOST_TEXT >> 20} million characters"
        )


def check_count(cells: int) -> None:
    """BrokenFile for more cells than one sheet is read of, however few places they stand in."""
    if cells > 2 * MOST_CELLS:
        raise BrokenFile(f"a sheet has more than {2 * MOST_CELLS} cells; at most so many are read")


def measure_for(ending: str, name: str) -> SheetMeasure | None:
    """The measure for this part of a workbook of the ending; None for a part without cells."""
    if ending == ".ods":
        return _OpenDocument() if name == "content.xml" else None
    if name.startswith("xl/media/"):
        return None
    return _Binary() if ending == ".xlsb" else _Excel()


class _Excel:
    """Cells named by their place (`r="B7"`), or by their order where the writer left that out."""

    def __init__(self) -> None:
        self._rest = b""
        self._columns = self._rows = self._row_tags = self._unnamed = self._cells = 0

    def feed(self, block: bytes) -> None:
        text = self._rest + block
        end = text.rfind(b">") + 1
        text, self._rest = text[:end], text[end:]
        if len(self._rest) > _LONGEST_TEXT:
            raise BrokenFile(f"a cell has more than {_LONGEST_TEXT >> 20} MiB of text")
        for shared in _ALLOCATED.findall(text):
            if len(shared.lstrip(b"0")) > 9 or int(shared[-9:]) > MOST_CELLS:
                raise BrokenFile(f"the workbook is said to share {shared[:20].decode()} texts")
        found = _CELL.findall(text)
        self._cells += len(found)
        for letters in {letters.upper() for letters, _ in found}:
            self._columns = max(self._columns, _column(letters))
        self._rows = max(
            self._rows, max((int(row) for row in {row for _, row in found}), default=0)
        )
        for number, part in enumerate(_ROW.split(text)):
            if number:
                self._row_tags += 1
                self._unnamed = 0
            self._unnamed += len(_UNNAMED.findall(part))
            self._columns = max(self._columns, self._unnamed)
        if self._unnamed:
            self._rows = max(self._rows, self._row_tags)
        check_count(self._cells)
        check_span(self._columns, self._rows)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


class _Binary:
    """Records with a number and a length, each in a few bytes of seven bits."""

    def __init__(self) -> None:
        self._rest = b""
        self._columns = self._rows = self._records = 0

    def feed(self, block: bytes) -> None:
        data, at = self._rest + block, 0
        while True:
            kind, body = _number(data, at, most=2)
            size, body = _number(data, body, most=4)
            if body + size > len(data) or body < 0:
                break
            if kind <= _HIGHEST_CELL_RECORD and size >= 4:
                place = int.from_bytes(data[body : body + 4], "little") + 1
                if kind:
                    self._columns = max(self._columns, place)
                else:
                    self._rows = max(self._rows, place)
            at = body + size
            self._records += 1
        check_count(self._records)
        self._rest = data[at:][:_LONGEST_RECORD]
        check_span(self._columns, self._rows)


_LONGEST_RECORD = 64 << 20


def _number(data: bytes, at: int, *, most: int) -> tuple[int, int]:
    """A number and where it ends; the end is -1 or beyond the data where it is not all there."""
    value = 0
    for shift in range(most):
        if at < 0 or at + shift >= len(data):
            return value, -1
        byte = data[at + shift]
        value |= (byte & 0x7F) << (7 * shift)
        if not byte & 0x80:
            return value, at + shift + 1
    return value, at + most


class _OpenDocument:
    """Cells and rows that say how often they are repeated."""

    def __init__(self) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        self._parse: Callable[[bytes, bool], Any] = parser.Parse
        self._column = self._row = self._repeated = self._height = self._width = 0
        self._has_value = False
        parser.CharacterDataHandler = self._take_text
        self._repeats = self._row_text = self._text = 0

    def _take_text(self, text: str) -> None:
        self._row_text += len(text) * self._repeats
        check_text(self._row_text)

    def feed(self, block: bytes) -> None:
        try:
            self._parse(block, False)
        except expat.ExpatError as error:
            raise BrokenFile(f"the workbook is damaged: {error}") from error

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        plain = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        if name == "table":
            self._row = self._height = self._width = self._text = 0
        elif name == "table-row":
            self._column, self._has_value = 0, False
            self._row_text = 0
            self._repeated = _times(plain.get("number-rows-repeated"))
        elif name in ("table-cell", "covered-table-cell"):
            self._repeats = _times(plain.get("number-columns-repeated"))
            self._column += self._repeats
            if self._column > _MOST_PLACES:
                told = f"a row of the sheet has {self._column} columns"
                raise BrokenFile(f"{told}; at most {_MOST_PLACES} are read")
            if "value-type" in plain:
                self._take_value()
        elif name == "p":
            self._take_value()

    def _take_value(self) -> None:
        self._has_value = True
        self._width = max(self._width, self._column)
        check_span(self._width, max(self._height, 1))

    def _end(self, tag: str) -> None:
        if tag.rpartition(" ")[2] == "table-row":
            self._row += self._repeated
            if self._row > _MOST_PLACES:
                raise BrokenFile(f"a sheet has {self._row} rows; at most {_MOST_PLACES} are read")
            if self._has_value and self._repeated > _MOST_REPEATED:
                told = f"a row of the sheet is repeated {self._repeated} times"
                raise BrokenFile(f"{told}; at most {_MOST_REPEATED} times are read")
            self._text += self._row_text * self._repeated
            check_text(self._text)
            if self._has_value:
                self._height = self._row
                check_span(self._width, self._height)


def _times(text: str | None) -> int:
    """The times that a place is repeated; some large number for more than any sheet has."""
    if not text or not text.isdecimal():
        return 1
    return int(text) if len(text.lstrip("0")) < 10 else 10**9
