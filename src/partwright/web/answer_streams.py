"""Answers that are sent while they are made."""

import asyncio
from collections.abc import Callable, Generator
from itertools import islice
from typing import Any, TypeVar

from starlette.types import Receive, Send

from partwright.kit.db.base import finish_despite_cancel
from partwright.web.downloads import Headers
from partwright.web.long_json import json_pieces
from partwright.web.request import client_disconnect
from partwright.web.responses import DataResponse

T = TypeVar("T")

MOST_STREAMS = 4
"""Answers of a process that are made while they are sent: until the last byte is taken, each holds
what it is made of, many times as large as its bytes."""
_PIECES_OF_BURST = 4


class AnswerStreams:
    """Sends answers that need not be whole before their first byte, a few at once."""

    def __init__(self) -> None:
        self._open = 0

    def has_room(self) -> bool:
        """Whether one more may begin; what may not is encoded before it is sent."""
        return self._open < MOST_STREAMS

    async def send(
        self, answer: DataResponse, headers: Headers, receive: Receive, send: Send
    ) -> None:
        """Send it until the client has all of it or is gone; a burst at the most is in memory."""
        self._open += 1
        pieces = json_pieces(answer)
        # The server takes in silence what is sent to a client who is no longer there.
        gone = asyncio.ensure_future(client_disconnect(receive))
        try:
            body = await in_thread(_next_burst, pieces)
            start = {"type": "http.response.start", "status": answer.status, "headers": headers}
            await send(start)
            while body and not gone.done():
                await send({"type": "http.response.body", "body": body, "more_body": True})
                body = await in_thread(_next_burst, pieces)
        finally:
            gone.cancel()
            self._open -= 1
            # What is left of it is freed there as well.
            await in_thread(pieces.close)
        if not body:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def _next_burst(pieces: Generator[bytes]) -> bytes:
    """Some pieces at once, as a thread is not worth its while for each; empty at the end."""
    return b"".join(islice(pieces, _PIECES_OF_BURST))


async def in_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Do it to its end, also for a client who goes away: nobody may have a generator beside it."""
    return await finish_despite_cancel(asyncio.ensure_future(asyncio.to_thread(work, *arguments)))
