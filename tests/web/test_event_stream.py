"""Streams of events: kept alive while nothing happens, left with their client."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from prometheus_client import CollectorRegistry, Gauge

from partwright.web.event_stream import EventStream, event_frame


class Client:
    """Takes what is sent; leaves when told to."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.gone = asyncio.Event()

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def bodies(self) -> list[bytes]:
        return [m["body"] for m in self.sent if m["type"] == "http.response.body"]


def stream(frames: AsyncGenerator[bytes]) -> EventStream:
    gauge = Gauge("streams", "Streams", registry=CollectorRegistry())
    return EventStream(frames, open_streams=gauge, headers={"X-Session-Id": "7"}, heartbeat=0.05)


async def test_silence_is_filled_with_comments() -> None:
    client = Client()

    async def frames() -> AsyncGenerator[bytes]:
        yield event_frame("news", b"{}", number=1)
        async with asyncio.timeout(30):
            while len(client.bodies) < 3:  # noqa: ASYNC110 - no event tells of what is sent
                await asyncio.sleep(0.01)
        yield event_frame("done", b"{}")

    await stream(frames())({}, client.receive, client.send)  # type: ignore[arg-type]
    assert (b"content-type", b"text/event-stream") in client.sent[0]["headers"]
    assert (b"x-session-id", b"7") in client.sent[0]["headers"]
    first, *comments, last, end = client.bodies
    assert first == b"id: 1\nevent: news\ndata: {}\n\n"
    assert last == b"event: done\ndata: {}\n\n"
    assert end == b""
    assert len(comments) >= 2
    assert all(comment.startswith(b":") and comment.endswith(b"\n\n") for comment in comments)


async def test_a_client_who_leaves_ends_the_generator() -> None:
    is_closed = False

    async def frames() -> AsyncGenerator[bytes]:
        nonlocal is_closed
        try:
            yield b"one"
            await asyncio.Event().wait()
        finally:
            is_closed = True

    client = Client()
    asyncio.get_running_loop().call_later(0.02, client.gone.set)
    await asyncio.wait_for(stream(frames())({}, client.receive, client.send), 30)  # type: ignore[arg-type]
    assert client.bodies == [b"one"]
    assert is_closed
