"""Old workbooks (.xls) written by hand: records of a stream, in a container of sectors."""

import struct
from collections.abc import Iterable, Sequence

_SECTOR = 512
_NONE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def _record(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _begin(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0, 0, 0, 6))


def styles(*formats: str, struck: bool = False, indents: Sequence[int] = ()) -> bytes:
    """Style 0 is plain; one follows for each format, then one struck through, one for each indent."""
    fonts = [_record(0x31, struct.pack("<HHHHH5x", 200, flags, 0, 400, 0)) for flags in (0, 8)]
    told = [
        _record(0x41E, struct.pack("<HHB", 164 + at, len(code), 1) + code.encode("utf-16-le"))
        for at, code in enumerate(formats)
    ]
    made = [(0, 0, 0), *((0, 164 + at, 0) for at in range(len(formats)))]
    made += [(1, 0, 0)] if struck else []
    made += [(0, 0, indent) for indent in indents]
    looks = [
        _record(0xE0, struct.pack("<HHHBBB11x", font, shown, 1, bool(indent), 0, indent))
        for font, shown, indent in made
    ]
    return b"".join([*fonts, *told, *looks])


def number(row: int, column: int, value: float, style: int = 0) -> bytes:
    """A cell with a number."""
    return _record(0x203, struct.pack("<HHHd", row, column, style, value))


def row_of(row: int, depth: int = 0, *, hidden: bool = False) -> bytes:
    """A row with the depth of its group."""
    flags = depth | (0x20 if hidden else 0)
    return _record(0x208, struct.pack("<HHHHHHHH", row, 0, 9, 255, 0, 0, flags, 0))


def sheet(
    cells: Iterable[tuple[int, int, str] | tuple[int, int, str, int]],
    extent: tuple[int, int, int, int] | None = None,
    more: Iterable[bytes] = (),
) -> bytes:
    """A sheet with texts at rows and columns, and what it says of its extent."""
    records = [_begin(0x10)]
    if extent is not None:
        records.append(_record(0x0200, struct.pack("<IIHHH", *extent, 0)))
    for row, column, text, *style in cells:
        head = struct.pack("<HHHHB", row, column, *(style or [0]), len(text), 0)
        records.append(_record(0x0204, head + text.encode()))
    return b"".join([*records, *more, _record(0x0A)])


def workbook(sheets: Sequence[bytes], looks: bytes = b"") -> bytes:
    """The file; `looks` are its styles."""
    head, names = _begin(0x05) + looks, [f"Sheet{n}".encode() for n in range(len(sheets))]
    at = len(head) + sum(12 + len(name) for name in names) + 4
    bound: list[bytes] = []
    for name, one in zip(names, sheets, strict=True):
        bound.append(_record(0x85, struct.pack("<IBBBB", at, 0, 0, len(name), 0) + name))
        at += len(one)
    stream = head + b"".join(bound) + _record(0x0A) + b"".join(sheets)
    return _container(stream.ljust(max(4096, -(-len(stream) // _SECTOR) * _SECTOR), b"\0"))


def _container(stream: bytes) -> bytes:
    sectors = len(stream) // _SECTOR
    table = -(-(sectors + 2) // 127)
    chain = [*range(table + 2, table + 1 + sectors), _END]
    numbers = [*[_TABLE] * table, _END, *chain]
    numbers += [_NONE] * (table * 128 - len(numbers))
    places = [*range(table), *[_NONE] * (109 - table)]
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<9I", 0, table, table, 0, 4096, _END, 0, _END, 0)
    entries = _entry("Root Entry", 5, _END, 0, child=1)
    entries += _entry("Workbook", 2, table + 1, len(stream)) + 2 * _entry("", 0, 0, 0)
    return head + struct.pack(f"<{109 + len(numbers)}I", *places, *numbers) + entries + stream


def _entry(name: str, kind: int, start: int, size: int, child: int = _NONE) -> bytes:
    text = name.encode("utf-16-le")
    length = len(text) + 2 if text else 0
    head = struct.pack("<HBBIII36x", length, kind, 1, _NONE, _NONE, child)
    return text.ljust(64, b"\0") + head + struct.pack("<IQ", start, size)
