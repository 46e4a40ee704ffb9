"""Many records as one file that is made while it is sent: lines of JSON, or Parquet."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from partwright.kit.errors import InvalidInput
from partwright.kit.operands import FieldKind
from partwright.web.download_stream import DownloadStream
from partwright.web.request import Request
from partwright.web.responses import encode

T = TypeVar("T")

ExportFormat = Literal["ndjson", "parquet"]
MEDIA_TYPES: dict[ExportFormat, str] = {
    "ndjson": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
NEWEST = 9_007_199_254_740_991
"""The largest number that every reader of JSON knows exactly."""
CommitNumber = Annotated[int, Meta(ge=1, le=NEWEST)]
INSTALL = "Parquet needs pyarrow: install partwright with the extra `parquet`"
_PIECE = 200
"""Records that are encoded before others are served."""


class ExportColumn(msgspec.Struct, frozen=True):
    """A column of a table: what a row holds there, as the database keeps it."""

    name: str
    kind: FieldKind
    kept: Callable[[Any], Any]


def export_column(
    name: str, column: str | None = None, kind: FieldKind = FieldKind.TEXT
) -> ExportColumn:
    """A column that shows one of the row's as it is kept, of the same name if none is given."""
    return ExportColumn(name, kind, attrgetter(column or name))


class ExportedTable(msgspec.Struct, Generic[T], frozen=True):
    """Subject of an export: the file's name, a row as JSON has it, and the columns of a table of them."""

    name: str
    record: Callable[[T], Any]
    columns: tuple[ExportColumn, ...]


def check_export_format(format: ExportFormat) -> None:
    """InvalidInput for what this installation does not write."""
    if format == "parquet" and find_spec("pyarrow") is None:
        raise InvalidInput.field("format", INSTALL)


def export_response(
    request: Request,
    table: ExportedTable[T],
    windows: AsyncGenerator[Sequence[T]],
    *,
    format: ExportFormat,
    at: int,
) -> DownloadStream:
    """The rows of all windows, as the table shows them, of the commit `at`."""
    encoded = _parquet if format == "parquet" else _lines
    return DownloadStream(
        encoded(table, windows),
        media_type=MEDIA_TYPES[format],
        file_name=f"{table.name}-{at}.{format}",
        sent=request.services.metrics.bytes_out.inc,
    )


async def _lines(
    table: ExportedTable[T], windows: AsyncGenerator[Sequence[T]]
) -> AsyncGenerator[bytes]:
    async with aclosing(windows):
        async for rows in windows:
            for start in range(0, len(rows), _PIECE):
                some = rows[start : start + _PIECE]
                yield b"".join(encode(table.record(row)) + b"\n" for row in some)
                await asyncio.sleep(0)


async def _parquet(
    table: ExportedTable[T], windows: AsyncGenerator[Sequence[T]]
) -> AsyncGenerator[bytes]:
    # It takes 54 MB and 0.4 s, and few servers ever write such a file.
    module: Any = await asyncio.to_thread(import_module, "partwright.web.parquet_file")
    file = await asyncio.to_thread(module.ParquetFile, table.columns)
    async with aclosing(windows):
        async for rows in windows:
            yield await asyncio.to_thread(file.write, rows)
    yield await asyncio.to_thread(file.end)
