"""Stored files on their way out: whole or a range (RFC 9110, section 14), saved and never shown."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from urllib.parse import quote

from starlette.responses import Response
from starlette.types import Receive, Send

from partwright.kit.errors import RangeNotSatisfiable
from partwright.web.request import Request, client_disconnect

Headers = list[tuple[bytes, bytes]]
Blocks = Callable[[int, int], AsyncGenerator[bytes]]
"""The bytes from the first offset up to the second."""

_RANGE = re.compile(r"\s*bytes\s*=\s*(\d{0,18})\s*-\s*(\d{0,18})\s*\Z", re.IGNORECASE)


class StreamedFile:
    """Stored bytes, read as the client takes them."""

    __slots__ = ("blocks", "etag", "file_name", "media_type", "plain_name", "sent", "size")

    def __init__(
        self,
        blocks: Blocks,
        *,
        size: int,
        etag: str,
        media_type: str,
        file_name: str,
        sent: Callable[[int], None],
        plain_name: str | None = None,
    ) -> None:
        self.blocks = blocks
        self.size = size
        self.etag = etag
        self.media_type = media_type
        self.file_name = file_name
        self.sent = sent
        """Told how many bytes went out."""
        self.plain_name = plain_name
        """For clients that read no names beyond ASCII; made of the other where nothing is said."""


def file_headers(file_name: str, media_type: str, plain_name: str | None = None) -> Headers:
    return [
        (b"content-type", media_type.encode()),
        (b"content-disposition", content_disposition(file_name, plain_name)),
    ]


def content_disposition(file_name: str, plain_name: str | None = None) -> bytes:
    """To be saved under the name (RFC 6266): no path, and nothing that ends a header."""
    name = re.split(r"[/\\]", file_name)[-1]
    name = "".join(c if c.isprintable() else "_" for c in name).strip()
    if not name.strip("."):
        name = "file"
    plain = (plain_name or name).encode("ascii", "replace").decode().replace('"', "'")
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}".encode()


def parse_range(header: str | None, size: int) -> tuple[int, int] | None:
    """The bytes that a `Range` names, as start and end; None for all of them.

    Several ranges, and what is malformed, stand for the whole, as the standard allows.
    """
    found = _RANGE.match(header or "")
    if found is None or size == 0:
        return None
    first, last = found[1], found[2]
    if first:
        start, end = int(first), min(int(last) + 1, size) if last else size
        if last and int(last) < start:
            return None
    elif last:
        start, end = max(size - int(last), 0), size
    else:
        return None
    if start >= size or start == end:
        raise RangeNotSatisfiable(size)
    return start, end


async def send_file(stream: StreamedFile, request: Request, receive: Receive, send: Send) -> None:
    """Answer with the file, with the part that is asked for, or that it has not changed."""
    request.match.check(stream.etag)
    headers: Headers = [(b"etag", stream.etag.encode()), (b"cache-control", b"private, no-cache")]
    if request.knows(stream.etag):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    part = _part(stream, request)
    start, end = part or (0, stream.size)
    headers += [
        *file_headers(stream.file_name, stream.media_type, stream.plain_name),
        (b"accept-ranges", b"bytes"),
        (b"content-length", b"%d" % (end - start)),
    ]
    if part is not None:
        headers.append((b"content-range", b"bytes %d-%d/%d" % (start, end - 1, stream.size)))
    status = 200 if part is None else 206
    if request.scope["method"] == "HEAD":
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    async with aclosing(stream.blocks(start, end)) as blocks:
        # What cannot be read at all is told before the answer begins.
        block = await anext(blocks, b"")
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await _send_blocks(stream, block, blocks, receive, send)


async def _send_blocks(
    stream: StreamedFile, block: bytes, blocks: AsyncGenerator[bytes], receive: Receive, send: Send
) -> None:
    gone = asyncio.ensure_future(client_disconnect(receive))
    try:
        while block and not gone.done():
            await send({"type": "http.response.body", "body": block, "more_body": True})
            stream.sent(len(block))
            block = await anext(blocks, b"")
        if not gone.done():
            await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()


def _part(stream: StreamedFile, request: Request) -> tuple[int, int] | None:
    if request.scope["method"] == "HEAD":
        return None
    condition = request.header("if-range")
    if condition is not None and condition.strip() != stream.etag:
        return None
    return parse_range(request.header("range"), stream.size)


def image_response(
    request: Request, body: bytes, *, etag: str, media_type: str = "image/png"
) -> Response:
    """An image to be shown, or that it has not changed."""
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if request.knows(etag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)
