"""CSV and its relatives, read as a stream: the encoding and the delimiter are found out."""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from partwright.imports.sheets.formula_escape import unescape_formula
from partwright.imports.sheets.header_row import find_header, known_count
from partwright.imports.sheets.refusals import (
    BrokenFile,
    OverlongCell,
    UnknownEncoding,
    UnterminatedQuote,
)
from partwright.imports.sheets.rows import SheetRecord, SheetTable, is_blank, make_record

_DELIMITERS = (",", ";", "\t", "|")
_DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_SAMPLE_CHARACTERS = 65_536
_BLOCK_BYTES = 1 << 20
_LONGEST_CELL = 4 << 20
"""Characters; an open quote must not take the rest of a long file into memory."""
csv.field_size_limit(_LONGEST_CELL)
_EXCEL_HINT = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)


def open_delimited(path: Path) -> SheetTable:
    """The table in a delimited text file; nothing but a sample is held in memory."""
    encoding, decisions = find_encoding(path)
    with path.open(encoding=encoding, newline="") as stream:
        sample = stream.read(_SAMPLE_CHARACTERS)
    delimiter = find_delimiter(sample)
    if delimiter != ",":
        decisions = (*decisions, f"Cells are divided by {_DELIMITER_NAMES[delimiter]}.")
    header = find_header(
        (number, cells)
        for number, cells in _rows(path, encoding, delimiter)
        if not isinstance(cells, str)
    )

    def records() -> Iterator[SheetRecord]:
        width = len(header.headers)
        for number, cells in _rows(path, encoding, delimiter):
            if number <= header.row_number:
                continue
            if isinstance(cells, str):
                yield SheetRecord(number, ("",) * width, fault=cells)
            elif not is_blank(cells):
                yield make_record(number, cells, width=width)

    return SheetTable(header.headers, (*decisions, *header.decisions), records)


def find_encoding(path: Path) -> tuple[str, tuple[str, ...]]:
    """The codec that reads the whole file, and a decision if it is not UTF-8."""
    with path.open("rb") as stream:
        start = stream.read(4096)
    for mark, encoding, name in _MARKS:
        if start.startswith(mark):
            if not _decodes(path, encoding):
                raise UnknownEncoding(f"the file is marked as {name} but holds other bytes")
            return encoding, () if name == "UTF-8" else (f"The text is {name}.",)
    if b"\0" in start:
        raise BrokenFile(
            "the file holds NUL bytes: it is no text, or UTF-16 without a byte-order mark"
        )
    if _decodes(path, "utf-8"):
        return "utf-8", ()
    if _decodes(path, "cp1252"):
        return "cp1252", ("The text is no UTF-8 and is read as Windows-1252.",)
    raise UnknownEncoding("the text is neither UTF-8 nor UTF-16 nor Windows-1252")


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as stream:
        try:
            while block := stream.read(_BLOCK_BYTES):
                decoder.decode(block)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True


def find_delimiter(sample: str) -> str:
    """The delimiter under which the sample has known headers, then rows of one width, then columns.

    Excel's own first line `sep=;` decides at once.
    """
    hint = _EXCEL_HINT.fullmatch(sample.split("\n", 1)[0])
    if hint and hint[1] in _DELIMITERS:
        return hint[1]
    return max(_DELIMITERS, key=lambda delimiter: _likelihood(sample, delimiter))


def _likelihood(sample: str, delimiter: str) -> tuple[int, float, int]:
    rows: list[Sequence[str]] = []
    try:
        reader = csv.reader(sample.splitlines(keepends=True), delimiter=delimiter)
        rows.extend(cells for cells in islice(reader, 50) if not is_blank(cells))
    except csv.Error:
        # A sample may end within a quoted cell; the rows before it say enough.
        pass
    if not rows:
        return (0, 0.0, 0)
    width, hits = Counter(map(len, rows)).most_common(1)[0]
    alike = hits / len(rows) if width > 1 else 0.0
    return (max(map(known_count, rows[:20])), alike, width)


def _rows(path: Path, encoding: str, delimiter: str) -> Iterator[tuple[int, list[str] | str]]:
    """Each row with its number as a spreadsheet counts it, or the reason why it cannot be read."""
    with path.open(encoding=encoding, newline="") as stream:
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        number = 0
        while True:
            number += 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                if "field limit" in str(error):
                    raise OverlongCell(number) from error
                if "end of data" in str(error):
                    raise UnterminatedQuote(number) from error
                yield number, 'a quote inside a quoted cell must be written twice ("")'
                continue
            cells = [unescape_formula(cell) if cell[:1] == "'" else cell for cell in cells]
            if number == 1 and _EXCEL_HINT.fullmatch(delimiter.join(cells)):
                continue
            yield number, cells
