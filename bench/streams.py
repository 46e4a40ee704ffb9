"""A thousand open event streams: what they cost in memory, and what a GET of an item costs beside them.

`python -m bench.streams` opens them on a server of its own, and again and again compares reading an item
without them, with them, and with them while somebody writes, whom all of them hear.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bench import filling
from bench.changes import served
from bench.load import Job, drive
from bench.replay import quantile
from bench.requests import reads

_MOST_MB = 100
_MOST_SLOWER = 1.1
"""Times as long as without; less than that is within what two runs differ by."""
_ROUNDS = 6
_READS = 2500
_WRITES_EVERY_SECONDS = 1.0
_PATIENCE_SECONDS = 30
"""Until every stream has heard of what was written."""
_PATIENCE_SECONDS = 30
"""Until every stream has heard of what was written."""


class _Stream(asyncio.Protocol):
    """One open stream, which throws away what it hears."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.ready = loop.create_future()
        self.told = loop.create_future()

    def data_received(self, data: bytes) -> None:
        if b"event: ready" in data and not self.ready.done():
            self.ready.set_result(None)
        if b"event: message" in data and not self.told.done():
            self.told.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("the server closed the stream"))


@asynccontextmanager
async def _open(port: int, token: str, count: int) -> AsyncGenerator[list[_Stream]]:
    """So many streams, all of which have heard that they stand."""
    loop = asyncio.get_running_loop()
    head = (
        "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()
    streams: list[_Stream] = []
    transports: list[asyncio.Transport] = []
    try:
        for _ in range(count):
            transport, stream = await loop.create_connection(_Stream, "127.0.0.1", port)
            transport.write(head)
            transports.append(transport)
            streams.append(stream)
        await asyncio.gather(*[stream.ready for stream in streams])
        yield streams
    finally:
        for transport in transports:
            transport.abort()


def _memory_mb(process: int) -> float:
    """What the process holds for itself, in millions of bytes."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    kept = (line.split()[1] for line in told.splitlines() if line.startswith("Private_"))
    return sum(map(int, kept)) * 1024 / 1e6


async def _read_ms(port: int, token: str, path: str) -> float:
    """The time that a tenth of the answers stay below: of a machine shared with others, ours."""
    job = Job(
        port=port,
        connections=1,
        requests=[reads(path).wire(token)] * _READS,
        warmup=_READS // 5,
        seconds=30,
    )
    outcome = await asyncio.to_thread(drive, job)
    if set(outcome.statuses) != {200} or outcome.lost:
        raise RuntimeError(f"answers {outcome.statuses}, {outcome.lost} lost")
    return quantile(outcome.latencies, 0.1) * 1000


async def _write(client: filling.Client, path: str) -> None:
    """Somebody renames an item once a second."""
    number = 0
    while True:
        number += 1
        await asyncio.to_thread(client.put, path, {"name": f"Bracket {number}"})
        await asyncio.sleep(_WRITES_EVERY_SECONDS)


async def _measure(client: filling.Client, server: Any, token: str, count: int) -> bool:
    port = server.settings.port
    items = filling.tree(client, filling.design(client, "STREAM"), "S", 2)
    read, written = (f"/api/items/{item}" for item in items.values())
    alone: list[float] = []
    beside: list[float] = []
    while_told: list[float] = []
    memory: list[float] = []
    for _ in range(_ROUNDS):
        alone.append(await _read_ms(port, token, read))
        before = _memory_mb(server.process.pid)
        async with _open(port, token, count) as streams:
            memory.append(_memory_mb(server.process.pid) - before)
            beside.append(await _read_ms(port, token, read))
            writing = asyncio.create_task(_write(client, written))
            while_told.append(await _read_ms(port, token, read))
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await asyncio.gather(*[stream.told for stream in streams])
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing
    # The first opening is the one that takes memory; later ones find what was given back.
    held = max(memory)
    slower, told = min(beside) / min(alone), min(while_told) / min(alone)
    print(f"{count:,} open event streams, best of {_ROUNDS}:")
    print(f"  memory of the server     {held:8.1f} MB (target {_MOST_MB})")
    print(f"  GET item, none open      {min(alone):8.3f} ms")
    print(f"  GET item beside them     {min(beside):8.3f} ms, {slower:.2f} times as long")
    print(f"  ... while they are told  {min(while_told):8.3f} ms, {told:.2f} times as long")
    return held <= _MOST_MB and max(slower, told) <= _MOST_SLOWER


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.streams", description=__doc__)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    asked = parser.parse_args()
    count: int = asked.streams
    with served(asked.database) as (server, token):
        client = filling.Client(server.settings.port, token)
        is_good = asyncio.run(_measure(client, server, token, count))
        client.close()
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
