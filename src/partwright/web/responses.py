"""Responses of routes, and their bytes."""

import asyncio
import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import NODEFAULT, UNSET, UnsetType
from starlette.types import Message, Send

from partwright.kit.pages import Page

T = TypeVar("T")

_encoder = msgspec.json.Encoder(decimal_format="number")
encode = _encoder.encode


class PageMeta(msgspec.Struct, rename="camel"):
    """The page's place in its list."""

    total: int
    page: int
    limit: int
    total_pages: int
    at: int | UnsetType = UNSET
    """The number of the commit that a list was asked for as of."""


class SuccessMessage(msgspec.Struct):
    """The answer of a deed that makes no record."""

    success: bool = True
    message: str | UnsetType = UNSET


class DataResponse:
    """One response: its status, its data, and the tag of what it shows."""

    __slots__ = ("data", "encoded", "etag", "is_fleeting", "meta", "repeats", "status")

    def __init__(
        self,
        data: Any,
        *,
        status: int = 200,
        etag: str | None = None,
        meta: PageMeta | None = None,
        repeats: bool = False,
        is_fleeting: bool = False,
    ) -> None:
        self.data = data
        self.status = status
        self.etag = etag
        self.meta = meta
        self.repeats = repeats
        """Whether the keys of the data stand beside `data` as well."""
        self.is_fleeting = is_fleeting
        """Whether it follows from more than the database, such as the time."""
        self.encoded: bytes | None = None
        """The body, where it is kept."""

    def body(self) -> bytes:
        if self.encoded is not None:
            return self.encoded
        encoded = encode(self.data)
        data = b'{"data":' + encoded
        if self.repeats:
            return data + b"," + encoded[1:]
        if self.meta is None:
            return data + b"}"
        return data + b',"meta":' + encode(self.meta) + b"}"


class RowStream(Generic[T]):
    """A list of many rows, each made when it is about to be encoded; once, and beside the event loop.

    Nothing of it may be refused any more, and the answer has a tag of its own.
    """

    __slots__ = ("_give_up", "rows")

    def __init__(self, rows: Iterator[T], *, give_up: Callable[[], None] | None = None) -> None:
        self.rows = rows
        self._give_up = give_up

    def close(self) -> None:
        """Nobody wants more of it: what the rows are made of is given up, in pieces. Beside the loop."""
        close: Callable[[], None] | None = getattr(self.rows, "close", None)
        if close is not None:
            close()
        if self._give_up is not None:
            self._give_up()


LONG = 2_000
"""Rows of a list that is encoded in pieces."""


_LISTS = frozenset((list, RowStream))


def is_long(data: Any) -> bool:
    """Whether a list of many rows is among the data: itself, or of a key of it."""
    if is_long_list(data):
        return True
    values = object_members(data).values()
    # Most data is one record, which has no list at all.
    return not _LISTS.isdisjoint(map(type, values)) and any(map(is_long_list, values))


def is_long_list(value: Any) -> bool:
    """Whether it is a list of so many rows that others would wait while it is encoded."""
    return type(value) is RowStream or (
        type(value) is list and len(cast("list[Any]", value)) > LONG
    )


def object_members(data: Any) -> Mapping[str, Any]:
    """The keys of an object and what stands under them; nothing of what is encoded otherwise."""
    if type(data) is dict:
        return cast("Mapping[str, Any]", data)
    if not isinstance(data, msgspec.Struct):
        return {}
    found = ((wire, getattr(data, name)) for name, wire in _names(type(data)))
    return {name: value for name, value in found if value is not UNSET}


@cache
def _names(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """The fields with their names on the wire; none where more than that decides what is written."""
    config, fields = kind.__struct_config__, msgspec.structs.fields(kind)
    left_out = config.omit_defaults and any(
        field.default not in (NODEFAULT, UNSET) or field.default_factory is not NODEFAULT
        for field in fields
    )
    if config.tag is not None or config.array_like or left_out:
        return ()
    return tuple((field.name, field.encode_name) for field in fields)


class DryRun:
    """A response whose transaction is taken back: what it tells was tried, and nothing is kept."""

    __slots__ = ("response",)

    def __init__(self, response: DataResponse) -> None:
        self.response = response


class GeneratedFile:
    """A file made on the spot, to be saved by the client."""

    __slots__ = ("content", "file_name", "media_type")

    def __init__(self, content: bytes, *, media_type: str, file_name: str) -> None:
        self.content = content
        self.media_type = media_type
        self.file_name = file_name


def created_response(data: Any, *, etag: str | None = None) -> DataResponse:
    return DataResponse(data, status=201, etag=etag)


def page_response(name: str, page: Page[Any]) -> DataResponse:
    """`data.<name>` with total, page and limit, and the same as `meta`; a whole list with total."""
    if page.is_whole:
        return list_response(name, page.rows)
    at = UNSET if page.at is None else page.at
    meta = PageMeta(page.total, page.paging.page, page.paging.limit, page.total_pages, at)
    data: Mapping[str, Any] = {
        name: page.rows,
        "total": page.total,
        "page": page.paging.page,
        "limit": page.paging.limit,
    }
    return DataResponse(data, meta=meta)


def list_response(name: str, rows: Sequence[Any]) -> DataResponse:
    """A list that is complete."""
    return DataResponse({name: rows, "total": len(rows)})


LEAST_BYTES = 1024
LEVEL = 1
_IN_THREAD = 1 << 18
"""From so many bytes on the work is done in a thread; it takes a millisecond for some 100 KB."""
_PIECE_IN_THREAD = 1 << 16
"""The same of a piece of a long answer: one follows the other."""
_TYPES = frozenset(
    {b"application/json", b"image/svg+xml", b"text/csv", b"model/gltf-binary", b"text/javascript"}
)
VARY = (b"vary", b"Accept-Encoding")
_GZIP_FORMAT = zlib.MAX_WBITS | 16


def accepts_gzip(header: bytes) -> bool:
    """Whether an `Accept-Encoding` names gzip, or everything, with a quality that is not 0."""
    qualities: dict[str, float] = {}
    for part in header.decode("latin-1").lower().split(","):
        coding, _, rest = part.partition(";")
        quality = rest.strip().removeprefix("q=")
        try:
            qualities[coding.strip()] = float(quality) if rest else 1.0
        except ValueError:
            qualities[coding.strip()] = 0.0
    return qualities.get("gzip", qualities.get("*", 0.0)) > 0


class CompressingSender:
    """Sends on, compressed; a part of a file, a stream of events and small answers stay as they are."""

    def __init__(self, send: Send, *, accepted: bytes) -> None:
        self._send = send
        self._accepts = accepts_gzip(accepted) if accepted else False
        self._start: Message | None = None
        """The start of a response that waits for its first bytes."""
        self._stream: Any = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if not _is_compressible(message):
                await self._send(message)
                return
            message["headers"] = [*message["headers"], VARY]
            if self._accepts:
                self._start = message
            else:
                await self._send(message)
        elif self._start is not None:
            await self._begin(self._start, message)
        elif self._stream is not None:
            await self._go_on(message)
        else:
            await self._send(message)

    async def _begin(self, start: Message, message: Message) -> None:
        self._start = None
        body, is_whole = message.get("body", b""), not message.get("more_body", False)
        if is_whole and len(body) < LEAST_BYTES:
            await self._send(start)
            await self._send(message)
            return
        if is_whole:
            packed = await _off_loop(gzip.compress, body, LEVEL, mtime=0)
            await self._send(_packed(start, length=len(packed)))
            await self._send({**message, "body": packed})
            return
        self._stream = zlib.compressobj(LEVEL, zlib.DEFLATED, _GZIP_FORMAT)
        await self._send(_packed(start))
        await self._go_on(message)

    async def _go_on(self, message: Message) -> None:
        packed: bytes = await _off_loop(
            self._stream.compress, message.get("body", b""), least=_PIECE_IN_THREAD
        )
        if not message.get("more_body", False):
            packed += self._stream.flush()
        await self._send({**message, "body": packed})


def _is_compressible(start: Message) -> bool:
    headers = dict(start["headers"])
    kind = headers.get(b"content-type", b"").partition(b";")[0]
    return (
        start["status"] in (200, 201, 207)
        and kind in _TYPES
        and b"content-encoding" not in headers
        and int(headers.get(b"content-length", LEAST_BYTES)) >= LEAST_BYTES
    )


def gzip_answer(
    headers: list[tuple[bytes, bytes]], body: bytes
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of a small answer, compressed."""
    packed = gzip.compress(body, LEVEL, mtime=0)
    return _packed({"headers": headers}, length=len(packed))["headers"], packed


def _packed(start: Message, *, length: int | None = None) -> Message:
    """The start with what compression changes: other bytes, so the tag becomes a weak one."""
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    headers = [
        (name, b"W/" + value if name == b"etag" and not value.startswith(b"W/") else value)
        for name, value in headers
        if name != b"accept-ranges"
    ]
    headers.append((b"content-encoding", b"gzip"))
    if length is not None:
        headers.append((b"content-length", b"%d" % length))
    return {**start, "headers": headers}


async def _off_loop(
    work: Any, body: bytes, *more: Any, least: int = _IN_THREAD, **named: Any
) -> bytes:
    """Do it in a thread where it would keep other requests waiting."""
    if len(body) < least:
        return work(body, *more, **named)
    return await asyncio.to_thread(work, body, *more, **named)
