"""Files that are made while they are sent, so that often nobody knows their length beforehand."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from partwright.web.downloads import file_headers
from partwright.web.request import client_disconnect


class DownloadStream(Response):
    """Sends what a generator yields, to be saved under a name.

    Whatever the generator refuses before its first piece, which may be empty, is an answer with a
    reason; what fails later breaks the connection, since half a file must not look like a whole one.
    A client who goes away ends the generator.
    """

    def __init__(
        self,
        pieces: AsyncGenerator[bytes],
        *,
        media_type: str,
        file_name: str,
        sent: Callable[[int], None],
        size: int | None = None,
    ) -> None:
        super().__init__(media_type=media_type)
        self._pieces = pieces
        self._headers = file_headers(file_name, media_type)
        if size is not None:
            self._headers.append((b"content-length", b"%d" % size))
        self._sent = sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._pieces) as pieces:
            piece = await anext(pieces, b"")
            headers = [*self._headers, (b"cache-control", b"private, no-store")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            if scope["method"] == "HEAD":
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            gone = asyncio.ensure_future(client_disconnect(receive))
            try:
                await self._send_all(piece, pieces, gone, send)
            finally:
                gone.cancel()

    async def _send_all(
        self,
        piece: bytes,
        pieces: AsyncGenerator[bytes],
        gone: "asyncio.Future[None]",
        send: Send,
    ) -> None:
        if piece:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            self._sent(len(piece))
        async for more in pieces:
            if gone.done():
                return
            if more:
                await send({"type": "http.response.body", "body": more, "more_body": True})
                self._sent(len(more))
        await send({"type": "http.response.body", "body": b"", "more_body": False})
