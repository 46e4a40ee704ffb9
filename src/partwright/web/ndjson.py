"""Many records as lines of JSON, one a line."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any, TypeVar

from partwright.web.responses import encode

T = TypeVar("T")

MEDIA_TYPE = "application/x-ndjson"
NEWEST = 9_007_199_254_740_991
"""The largest number that every reader of JSON knows exactly."""
_PIECE = 200
"""Records that are encoded before others are served."""


async def encode_lines(rows: Sequence[T], record: Callable[[T], Any]) -> AsyncGenerator[bytes]:
    """The rows' records, some at a time."""
    for start in range(0, len(rows), _PIECE):
        yield b"".join(encode(record(row)) + b"\n" for row in rows[start : start + _PIECE])
        await asyncio.sleep(0)
