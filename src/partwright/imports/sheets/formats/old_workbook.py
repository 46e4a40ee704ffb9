"""Extent of the sheets of an old workbook (.xls), found before a reader makes room for them.

The reader takes memory for what a sheet says of itself, and for the whole rectangle that its cells
span, of all sheets at once: five kilobytes could ask for gigabytes, which ends the process.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from partwright.imports.sheets.formats.sheet_size import check_span
from partwright.imports.sheets.records.refusals import BrokenFile

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MOST_BYTES = 64 << 20
MOST_CELLS = 4_000_000
"""Cells of all sheets, the empty ones between others included: some 250 MB."""
_MOST_SHEETS = 1_000
_ROWS, _COLUMNS = 65_536, 256
"""What a sheet of this kind can have."""

_STREAMS = ("workbook", "book")
BOUND_SHEET = 0x85
_END, _DIMENSIONS = 0x0A, 0x200
_MANY = (0xBD, 0xBE)
"""Records of several cells in a row; the last column stands at the end."""
_OLDEST, _OLDER = (0x01, 0x02, 0x03, 0x04, 0x05), (0x206, 0x406)
_CELLS = frozenset((*_MANY, *_OLDEST, *_OLDER, 0x06, 0xD6, 0xFD, 0x201, 0x203, 0x204, 0x205, 0x27E))
_DIRECTORY_ENTRY = 128
_LAST = 0xFFFFFFFA
"""From this number on a sector is none."""


def check_old_workbook(path: Path) -> None:
    """BrokenFile where the sheets span more than is read; what is not such a workbook passes."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return
    if path.stat().st_size > MOST_BYTES:
        raise BrokenFile(
            f"an .xls of more than {MOST_BYTES >> 20} MiB; save it as .xlsx or CSV and import that"
        )
    try:
        for stream in workbook_streams(path):
            _check_sheets(stream)
    except (struct.error, IndexError) as error:
        raise BrokenFile(f"the workbook is damaged: {error}") from error


def workbook_streams(path: Path) -> Iterator[bytes]:
    """The streams of an old workbook that hold its sheets; none for any other file."""
    with path.open("rb") as file:
        is_old = file.read(len(MAGIC)) == MAGIC
    if is_old and path.stat().st_size <= MOST_BYTES:
        yield from _CompoundFile(path.read_bytes()).streams(_STREAMS)


class _CompoundFile:
    """The container of the workbook ([MS-CFB]): sectors in chains, a directory of streams."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        shift, small_shift = struct.unpack_from("<HH", data, 30)
        if shift not in (9, 12) or small_shift != 6:
            raise BrokenFile("the workbook is damaged: its sectors have no known size")
        self._size = 1 << shift
        self._whole = self._table()
        directory, self._least, small, count = struct.unpack_from("<I4xIII", data, 48)
        entries = self._chain(directory)
        self._entries = [
            entries[at : at + _DIRECTORY_ENTRY] for at in range(0, len(entries), _DIRECTORY_ENTRY)
        ]
        self._small = _numbers(self._chain(small) if count else b"")
        start, size = struct.unpack_from("<IQ", self._entries[0], 116)
        self._small_data = self._chain(start)[:size]

    def _table(self) -> list[int]:
        """The sector that follows each sector; where the table itself stands is a chain of its own."""
        places = list(struct.unpack_from("<109I", self._data, 76))
        more, count = struct.unpack_from("<II", self._data, 68)
        for _ in range(min(count, len(self._data) // self._size)):
            *found, more = _numbers(self._sector(more))
            places += found
        used = [place for place in places if place < _LAST]
        if len(used) * self._size > len(self._data):
            raise BrokenFile("the workbook is damaged: its table of sectors is too large")
        return [number for place in used for number in _numbers(self._sector(place))]

    def _sector(self, number: int) -> bytes:
        at = (number + 1) * self._size
        return self._data[at : at + self._size]

    def _chain(self, number: int) -> bytes:
        found: list[bytes] = []
        while number < _LAST:
            if len(found) * self._size > len(self._data):
                raise BrokenFile("the workbook is damaged: its sectors run in a circle")
            found.append(self._sector(number))
            number = self._whole[number]
        return b"".join(found)

    def _small_chain(self, number: int) -> bytes:
        found: list[bytes] = []
        while number < _LAST:
            if len(found) > len(self._small):
                raise BrokenFile("the workbook is damaged: its sectors run in a circle")
            found.append(self._small_data[number << 6 : (number + 1) << 6])
            number = self._small[number]
        return b"".join(found)

    def streams(self, names: tuple[str, ...]) -> Iterator[bytes]:
        """The streams of these names, wherever they stand."""
        for entry in self._entries:
            length = struct.unpack_from("<H", entry, 64)[0] if len(entry) > 120 else 0
            name = entry[: max(length - 2, 0)].decode("utf-16-le", "replace").casefold()
            if name in names:
                start, size = struct.unpack_from("<II", entry, 116)
                chain = self._small_chain if size < self._least else self._chain
                yield chain(start)[:size]


def _numbers(data: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))


def records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Kinds and bodies up to the end of a part of the stream."""
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        if kind == _END:
            return
        yield kind, stream[at + 4 : at + 4 + size]
        at += 4 + size


def _check_sheets(stream: bytes) -> None:
    begin = [
        struct.unpack_from("<I", body)[0]
        for kind, body in records(stream, 0)
        if kind == BOUND_SHEET
    ]
    if len(begin) > _MOST_SHEETS:
        raise BrokenFile(f"the workbook has more than {_MOST_SHEETS} sheets")
    total = 0
    for at in begin:
        total += _cells_of(stream, at)
        if total > MOST_CELLS:
            raise BrokenFile(
                f"the sheets span more than {MOST_CELLS} cells; save the sheet as CSV and import"
                " that"
            )


def _cells_of(stream: bytes, at: int) -> int:
    """The number of cells in the rectangle of a sheet."""
    rows = columns = 0
    for kind, body in records(stream, at):
        if kind == _DIMENSIONS:
            _check_dimensions(body)
        elif kind in _CELLS and len(body) >= 4:
            row, column = struct.unpack_from("<HH", body)
            if kind in _MANY:
                column = max(column, *struct.unpack("<H", body[-2:]))
            rows, columns = max(rows, row + 1), max(columns, column + 1)
    check_span(columns, rows)
    return rows * columns


def _check_dimensions(body: bytes) -> None:
    """BrokenFile for a sheet that says it has more than one can have, or less than nothing."""
    wide = len(body) >= 14
    first, last, left, right = struct.unpack_from("<IIHH" if wide else "<HHHH", body)
    if last > _ROWS or right > _COLUMNS or first > last or left > right:
        raise BrokenFile("the workbook is damaged: a sheet says that it has cells beyond its end")
