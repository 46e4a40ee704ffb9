"""Clients that keep the server waiting, that are too many, and whose rights end meanwhile."""

import asyncio
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

import httpx
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from partwright import app
from partwright.identity import authentication
from partwright.settings import Settings
from partwright.web import event_stream, request
from partwright.web.connection_table import ConnectionTable
from partwright.web.dispatch import build_application
from partwright.web.endpoint import SIGNED_IN, RouteTable
from partwright.web.event_stream import EventStream, event_frame
from partwright.web.protocol import BoundedHttpProtocol
from partwright.web.request import Request
from partwright.web.routing import RouteTree
from tests.support.application import data, running
from tests.support.people import ENGINEER


class Impatient(BoundedHttpProtocol):
    """The limits of the server, in tenths of a second."""

    tick_seconds = 0.1
    head_seconds = 0.4
    stalled_seconds = 0.5
    table: ClassVar[ConnectionTable | None] = ConnectionTable(most_per_address=50)


probes = RouteTable("Probes")


@probes.get("/api/probe/stream", SIGNED_IN)
async def follow(request: Request) -> EventStream:
    """Tell the time for ever."""

    async def frames() -> AsyncGenerator[bytes]:
        while True:
            yield event_frame("tick", b"{}")
            await asyncio.sleep(0.05)

    return EventStream(frames(), open_streams=request.services.metrics.streams, headers={})


@probes.post("/api/probe/upload", SIGNED_IN)
async def take(request: Request) -> int:
    """Take a body in."""
    return sum([len(chunk) async for chunk in request.chunks()])


@asynccontextmanager
async def listening(settings: Settings) -> AsyncIterator[int]:
    """The service on a port of this machine."""
    door = socket.create_server(("127.0.0.1", 0))
    async with app.opened(settings) as services:
        serving = build_application(RouteTree([*app.endpoints(), *probes.endpoints]), services)
        config = uvicorn.Config(
            serving,
            http=type("Protocol", (Impatient,), {"closing": services.closing}),
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[door]))
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            await task
            door.close()


async def _answered(port: int, *pieces: bytes, pause: float = 0.0) -> bytes:
    """What comes back until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_slow_clients_are_left_and_others_are_served(settings: Settings) -> None:
    head = b"POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    slow = {
        "nothing at all": [b""],
        "half a head": [head],
        "half a body": [head + b"Content-Length: 5000\r\n\r\n{"],
    }
    async with listening(settings) as port:
        waiting = [
            asyncio.create_task(_answered(port, *pieces))
            for pieces in slow.values()
            for _ in range(15)
        ]
        await asyncio.sleep(0.1)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            began = time.monotonic()
            assert (await http.get("/healthz")).status_code == 200
            assert time.monotonic() - began < 2
            answers = await asyncio.gather(*waiting)
            assert {answer.split(b"\r\n")[0] for answer in answers} == {
                b"HTTP/1.1 408 Request Timeout"
            }
            assert b"REQUEST_TIMEOUT" in answers[0]
            # A body that comes steadily is waited for, however long it takes.
            body = [b"x" * 1024] * 8
            login = head + b"Content-Length: 8192\r\nConnection: close\r\n\r\n"
            answer = await _answered(port, login, *body, pause=0.1)
            assert b" 400 " in answer.split(b"\r\n")[0]


class Written(asyncio.Transport):
    """Keeps each write by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def resume_reading(self) -> None:
        """Nothing was paused."""


async def test_a_head_goes_out_with_its_body_and_waits_for_none() -> None:
    begun = asyncio.Event()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-length", b"4")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["path"] == "/later":
            await begun.wait()
        await send({"type": "http.response.body", "body": b"body"})

    config = uvicorn.Config(answer, lifespan="off", log_config=None)
    config.load()
    written = Written()
    protocol = BoundedHttpProtocol(config, ServerState(), {})
    protocol.connection_made(written)

    async def writes_after(line: bytes) -> list[bytes]:
        written.writes.clear()
        protocol.data_received(line + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(5):
            await asyncio.sleep(0)
        return written.writes

    (whole,) = await writes_after(b"GET /")
    assert whole.startswith(b"HTTP/1.1 200")
    assert whole.endswith(b"\r\n\r\nbody")
    (head,) = await writes_after(b"HEAD /")
    assert head.endswith(b"\r\n\r\n")
    (later,) = await writes_after(b"GET /later")
    assert later.endswith(b"\r\n\r\n")
    begun.set()
    await asyncio.sleep(0.01)
    assert written.writes[1:] == [b"body"]
    protocol.connection_lost(ConnectionResetError())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_is_sent_ahead_or_behind_is_bounded(settings: Settings) -> None:
    chunked = b"POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    asked = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    last = asked + b"Connection: close\r\n\r\n"
    token = f"Authorization: Bearer {ENGINEER.token}".encode()
    async with listening(settings) as port:
        for endless in (b"2\r\n{}\r\n0\r\nX-A: ", b"2\r\n{}\r\n0\r\nX-", b"2;"):
            answer = await _answered(port, chunked + endless, *[b"a" * 65536] * 8)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
        answer = await _answered(port, (asked + b"\r\n") * 30 + last)
        assert answer.count(b"HTTP/1.1 200 ") == 31
        for many in (
            (asked + b"\r\n") * 2_000,
            asked + b"\r\n" + chunked + b"f4240\r\n" + b"a" * 10**6,
        ):
            answer = await _answered(port, many)
            assert answer.count(b"HTTP/1.1 200 ") < 40
            assert answer == b"" or b"HTTP/1.1 400 " in answer
        # What is answered without end reads no further; it goes on as it did.
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /api/probe/stream HTTP/1.1\r\nHost: x\r\n" + token + b"\r\n\r\n")
        await reader.readuntil(b"event: tick")
        writer.write((asked + b"X: " + b"a" * 30_000 + b"\r\n\r\n") * 200)
        for _ in range(10):
            await reader.readuntil(b"event: tick")
        writer.transport.abort()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_address_has_so_many_connections(settings: Settings) -> None:
    async with listening(settings) as port:
        streams = [await asyncio.open_connection("127.0.0.1", port) for _ in range(50)]
        await asyncio.sleep(0.1)
        answer = await _answered(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 503 ")
        for _, writer in streams:
            writer.close()
        await asyncio.sleep(0.2)
        closing = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        assert (await _answered(port, closing)).startswith(b"HTTP/1.1 200 ")


async def test_what_goes_on_ends_with_its_token_in_every_process(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authentication, "REMEMBERED_SECONDS", 0.2)
    monkeypatch.setattr(event_stream, "AUTHENTICATED_SECONDS", 0.1)
    monkeypatch.setattr(request, "AUTHENTICATED_SECONDS", 0.1)
    async with running(settings) as other, listening(settings) as port:
        made = data(await other.post("/api/auth/tokens", {"name": "a"}, as_=ENGINEER), 201)
        headers = {"Authorization": f"Bearer {made['token']}"}

        ended = asyncio.Event()

        async def pieces() -> AsyncGenerator[bytes]:
            more = 20
            while more := more - ended.is_set():
                yield b"x" * 1024
                await asyncio.sleep(0.05)

        async with (
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers) as http,
            asyncio.timeout(30),
        ):
            uploading = asyncio.create_task(http.post("/api/probe/upload", content=pieces()))
            async with http.stream("GET", "/api/probe/stream") as stream:
                lines = stream.aiter_lines()
                assert await anext(lines) == "event: tick"
                data(await other.delete(f"/api/auth/tokens/{made['id']}", as_=ENGINEER))
                began = time.monotonic()
                async for _ in lines:
                    assert time.monotonic() - began < 5
            ended.set()
            assert (await uploading).status_code == 401
