"""Server-Sent Events as a response: what a slice yields, kept alive, ended with the client."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing

from prometheus_client import Gauge
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from partwright.kit.errors import Refusal
from partwright.web.request import AUTHENTICATED_SECONDS, client_disconnect

HEARTBEAT_SECONDS = 15.0
"""After so long without an event a comment keeps proxies from closing the connection."""
_HEARTBEAT = b": still here\n\n"
UNBUFFERED = {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Accel-Buffering": "no"}
"""Headers by which proxies pass on each event as it comes."""


class EventStream(Response):
    """Sends frames as they come; a client who goes away ends the generator, and nothing else."""

    def __init__(
        self,
        frames: AsyncGenerator[bytes],
        *,
        open_streams: Gauge,
        headers: Mapping[str, str] = UNBUFFERED,
        heartbeat: float = HEARTBEAT_SECONDS,
        is_checked: bool = False,
    ) -> None:
        super().__init__(media_type="text/event-stream")
        self._frames = frames
        self._open_streams = open_streams
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._heartbeat = heartbeat
        self.is_checked = is_checked
        """Whether the frames end by themselves once the client may not read on."""
        self.check: Callable[[], Awaitable[None]] | None = None
        """Raises a refusal once the client may not read on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        start = [(b"content-type", b"text/event-stream"), *self._headers]
        await send({"type": "http.response.start", "status": 200, "headers": start})
        with self._open_streams.track_inprogress():
            async with aclosing(self._frames):
                gone = asyncio.ensure_future(client_disconnect(receive))
                try:
                    await self._pump(gone, send)
                finally:
                    gone.cancel()
        if not gone.done() or gone.cancelled():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pump(self, gone: "asyncio.Future[None]", send: Send) -> None:
        """Send each frame, and a heartbeat where none comes, until the end or the client's."""
        frames: AsyncIterator[bytes] = self._frames
        coming: asyncio.Future[bytes] | None = None
        sent = checked = time.monotonic()
        try:
            while not gone.done():
                coming = coming or asyncio.ensure_future(anext(frames))
                patience = self._heartbeat
                if self.check is not None:
                    patience = min(AUTHENTICATED_SECONDS, patience)
                await asyncio.wait(
                    [coming, gone], timeout=patience, return_when=asyncio.FIRST_COMPLETED
                )
                now = time.monotonic()
                if self.check is not None and now - checked >= AUTHENTICATED_SECONDS:
                    checked = now
                    try:
                        await self.check()
                    except Refusal:
                        return
                if not coming.done() and now - sent < self._heartbeat:
                    continue
                frame, sent = _HEARTBEAT, now
                if coming.done():
                    try:
                        frame = coming.result()
                    except StopAsyncIteration:
                        return
                    coming = None
                if not gone.done():
                    await send({"type": "http.response.body", "body": frame, "more_body": True})
        finally:
            if coming is not None:
                coming.cancel()
                await asyncio.wait([coming])


def event_frame(name: str, data: bytes, *, number: int | str | None = None) -> bytes:
    """One message of the stream; `data` is JSON on one line."""
    head = b"" if number is None else f"id: {number}\n".encode()
    return head + b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
