"""Old workbooks (.xls) written by hand: records of a stream, in a container of sectors."""

import struct
from collections.abc import Iterable, Sequence

_SECTOR = 512
_NONE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def _record(kind: int, body: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _begin(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0, 0, 0, 6))


def sheet(
    cells: Iterable[tuple[int, int, str]], extent: tuple[int, int, int, int] | None = None
) -> bytes:
    """A sheet with texts at rows and columns, and what it says of its extent."""
    records = [_begin(0x10)]
    if extent is not None:
        records.append(_record(0x0200, struct.pack("<IIHHH", *extent, 0)))
    for row, column, text in cells:
        head = struct.pack("<HHHHB", row, column, 0, len(text), 0)
        records.append(_record(0x0204, head + text.encode()))
    return b"".join([*records, _record(0x0A)])


def workbook(sheets: Sequence[bytes]) -> bytes:
    """The file."""
    head, names = _begin(0x05), [f"Sheet{n}".encode() for n in range(len(sheets))]
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
