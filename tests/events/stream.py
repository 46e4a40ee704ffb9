"""A browser's stream of events: read frame by frame as it comes, over ASGI."""

import asyncio
from types import TracebackType
from typing import Any, NamedTuple

import httpx
import msgspec

from tests.support.application import Api
from tests.support.people import Person

PATIENCE_SECONDS = 20


class Frame(NamedTuple):
    """One message of the stream."""

    name: str
    id: str
    data: Any


class EventReader:
    """Follows the feed until the block is left."""

    def __init__(self, api: Api, person: Person, query: str = "", *, last: str = "") -> None:
        self.status = 0
        self._frames: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._text = ""
        headers = [(b"authorization", f"Bearer {person.token}".encode()), (b"host", b"test")]
        headers.append((b"accept", b"text/event-stream"))
        if last:
            headers.append((b"last-event-id", last.encode()))
        path = "/api/events"
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": "http",
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("test", 80),
        }
        transport = api.http._transport
        assert isinstance(transport, httpx.ASGITransport)
        self._task = asyncio.create_task(self._serve(transport.app, scope))

    async def __aenter__(self) -> "EventReader":
        ready = await self.next()
        assert ready is not None
        assert ready.name == "ready"
        self.ready = ready
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, PATIENCE_SECONDS)

    async def next(self) -> Frame | None:
        """The next message; None at the end of the stream."""
        return await asyncio.wait_for(self._frames.get(), PATIENCE_SECONDS)

    async def event(self) -> Frame:
        """The next event."""
        found = await self.next()
        assert found is not None
        assert found.name == "message", found
        return found

    async def _serve(self, application: Any, scope: Any) -> None:
        try:
            await application(scope, self._receive, self._send)
        finally:
            self._frames.put_nowait(None)

    async def _receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        self._text += message["body"].decode()
        *whole, self._text = self._text.split("\n\n")
        for frame in whole:
            lines = dict(line.split(": ", 1) for line in frame.splitlines() if line[0] != ":")
            if lines:
                told = msgspec.json.decode(lines["data"])
                self._frames.put_nowait(Frame(lines["event"], lines.get("id", ""), told))
