"""JSON of long answers, made piece by piece in a thread.

The encoder lets go of the interpreter only between two calls, and so does what is freed at once. So
a list of many rows is encoded, and its rows are given up, some hundred at a time: nobody else waits
for more than a piece.
"""

from collections import deque
from collections.abc import Generator
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple, cast

from partwright.web.responses import (
    DataResponse,
    RowStream,
    encode,
    is_long_list,
    object_members,
)

PIECE = 500
"""Rows that are encoded at once; it takes about a millisecond."""


class LongJson(NamedTuple):
    """The bytes of an answer in order, and the digest of all of them."""

    pieces: deque[bytes]
    size: int
    digest: blake2b


def encode_long(answer: DataResponse) -> LongJson:
    """The pieces of `answer.body()`; the answer has given up its data afterwards."""
    digest = blake2b(digest_size=16)
    pieces: deque[bytes] = deque()
    for piece in json_pieces(answer):
        digest.update(piece)
        pieces.append(piece)
    return LongJson(pieces, sum(map(len, pieces)), digest)


def close_streams(data: Any) -> None:
    """Give up the streams of rows among the data, wherever they stand."""
    for value in object_members(data).values():
        if type(value) is RowStream:
            cast("RowStream[Any]", value).close()


def json_pieces(answer: DataResponse) -> Generator[bytes]:
    """The same as they are made, one for some hundred rows; streams are closed however it ends."""
    members = object_members(answer.data)
    streams: dict[str, Any] = {n: v for n, v in members.items() if type(v) is RowStream}
    del members
    try:
        yield from _answer_pieces(answer)
    finally:
        close_streams(streams)


def _answer_pieces(answer: DataResponse) -> Generator[bytes]:
    data, answer.data = answer.data, None
    yield b'{"data":'
    if type(data) is list:
        rows = cast("list[Any]", data)[::-1]
        del data
        yield from _list_pieces(rows)
    else:
        members: dict[str, Any] = {
            name: value[::-1] if type(value) is list and is_long_list(value) else value
            for name, value in object_members(data).items()
        }
        del data
        yield from _object_pieces(members)
    if answer.meta is not None:
        yield b',"meta":' + encode(answer.meta)
    yield b"}"


def _object_pieces(members: dict[str, Any]) -> Generator[bytes]:
    """Members whose long lists stand in reverse."""
    mark = b"{"
    for name in list(members):
        value = members.pop(name)
        yield mark + encode(name) + b":"
        mark = b","
        if type(value) is RowStream:
            yield from _stream_pieces(cast("RowStream[Any]", value))
        elif is_long_list(value):
            yield from _list_pieces(value)
        else:
            yield encode(value)
    yield b"{}" if mark == b"{" else b"}"


def _list_pieces(reverse: list[Any]) -> Generator[bytes]:
    """The list from its end to its beginning; it is empty afterwards."""
    mark = b"["
    while reverse:
        rows = reverse[: -PIECE - 1 : -1]
        del reverse[-PIECE:]
        yield mark + encode(rows)[1:-1]
        mark = b","
    yield b"]"


def _stream_pieces(stream: RowStream[Any]) -> Generator[bytes]:
    mark = b"["
    while rows := list(islice(stream.rows, PIECE)):
        yield mark + encode(rows)[1:-1]
        mark = b","
    yield b"[]" if mark == b"[" else b"]"
