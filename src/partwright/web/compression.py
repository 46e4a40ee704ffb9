"""Compresses responses as they go out (gzip), where the client takes it and it is worth it."""

import asyncio
import gzip
import zlib
from typing import Any

from starlette.types import Message, Send

LEAST_BYTES = 1024
LEVEL = 1
_IN_THREAD = 1 << 18
"""From so many bytes on the work is done in a thread; it takes a millisecond for some 100 KB."""
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
        packed: bytes = await _off_loop(self._stream.compress, message.get("body", b""))
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


async def _off_loop(work: Any, body: bytes, *more: Any, **named: Any) -> bytes:
    """Do it in a thread where it would keep other requests waiting."""
    if len(body) < _IN_THREAD:
        return work(body, *more, **named)
    return await asyncio.to_thread(work, body, *more, **named)
