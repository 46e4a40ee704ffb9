"""A Parquet file that is written some rows at a time; it needs the extra `parquet`.

Decimals are exact: `decimal128(27, 12)` has all digits that are ever kept. Moments are milliseconds
of UTC. All is blocking work for a thread.
"""

import io
from collections.abc import Sequence
from typing import Any

import pyarrow  # pyright: ignore[reportMissingTypeStubs]
from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

from partwright.kit.decimals import FRACTION_DIGITS, WHOLE_DIGITS
from partwright.kit.operands import FieldKind
from partwright.web.exports import ExportColumn

ROWS_A_GROUP = 20_000
"""Rows that are compressed together, and so kept until then; of items they take some 20 MB."""

_arrow: Any = pyarrow
_parquet: Any = parquet
_TEXT = _arrow.string()
_DECIMAL = _arrow.decimal128(WHOLE_DIGITS + FRACTION_DIGITS, FRACTION_DIGITS)
_TYPES: dict[FieldKind, Any] = {
    FieldKind.DECIMAL: _DECIMAL,
    FieldKind.NUMBER: _DECIMAL,
    FieldKind.INTEGER: _arrow.int64(),
    FieldKind.DATE: _arrow.date32(),
    FieldKind.MOMENT: _arrow.timestamp("ms", tz="UTC"),
    FieldKind.BOOLEAN: _arrow.bool_(),
}
_KEPT_AS_TEXT = frozenset({FieldKind.DECIMAL, FieldKind.NUMBER, FieldKind.DATE, FieldKind.MOMENT})


class _Sink(io.RawIOBase):
    """Bytes that were written since they were last taken."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


class ParquetFile:
    """Takes rows and gives the bytes of the file, in order."""

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        self._columns = columns
        fields = [(column.name, _TYPES.get(column.kind, _TEXT)) for column in columns]
        self._schema = _arrow.schema(fields)
        self._sink = _Sink()
        self._writer = _parquet.ParquetWriter(self._sink, self._schema, compression="zstd")
        self._batches: list[Any] = []
        self._waiting = 0

    def write(self, rows: Sequence[Any]) -> bytes:
        """The bytes that are ready with these rows; none until a group of rows is whole."""
        if rows:
            self._batches.append(self._batch(rows))
            self._waiting += len(rows)
        if self._waiting >= ROWS_A_GROUP:
            self._end_group()
        return self._sink.take()

    def end(self) -> bytes:
        """The last bytes."""
        if self._waiting:
            self._end_group()
        self._writer.close()
        return self._sink.take()

    def _end_group(self) -> None:
        group = _arrow.Table.from_batches(self._batches, self._schema)
        self._batches, self._waiting = [], 0
        self._writer.write_table(group, row_group_size=group.num_rows)
        del group
        _arrow.default_memory_pool().release_unused()

    def _batch(self, rows: Sequence[Any]) -> Any:
        arrays = [
            _array([column.kept(row) for row in rows], column.kind) for column in self._columns
        ]
        return _arrow.RecordBatch.from_arrays(arrays, schema=self._schema)


def _array(values: list[Any], kind: FieldKind) -> Any:
    if kind in _KEPT_AS_TEXT:
        return _arrow.array(values, _TEXT).cast(_TYPES[kind])
    return _arrow.array(values, _TYPES.get(kind, _TEXT))
