"""The load generator: prebuilt requests over keep-alive connections, in a process of its own.

Reads a job from its standard input and writes the outcome to its standard output, both MessagePack.
"""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections import Counter
from typing import cast

import msgspec
import uvloop

_END = b"\r\n0\r\n\r\n"
"""Ends an answer that tells no length beforehand."""
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_HARD_LIMIT_SECONDS = 60
"""How long beyond its own limit a generator may live."""


class Job(msgspec.Struct, kw_only=True):
    """What to send; of `requests` the first `warmup` are not measured."""

    port: int
    connections: int
    requests: list[bytes]
    warmup: int
    seconds: float
    """After this nothing more is sent."""


class Outcome(msgspec.Struct, kw_only=True):
    """What came back of the measured requests."""

    seconds: float
    latencies: list[float]
    statuses: dict[int, int]
    lost: int
    """Requests without an answer."""
    accepted: int
    """Requests answered well, those of the warm-up too."""

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds if self.seconds else 0.0


def drive(job: Job) -> Outcome:
    """Run the job in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "bench.load"],
        input=msgspec.msgpack.encode(job),
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=job.seconds + _HARD_LIMIT_SECONDS,
        check=True,
    )
    return msgspec.msgpack.decode(ran.stdout, type=Outcome)


class _Round:
    """Some requests shared out among the connections: each takes the next when it is free."""

    def __init__(self, requests: list[bytes], seconds: float) -> None:
        self._requests = iter(requests)
        self._until = time.perf_counter() + seconds
        self.latencies: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.sent = 0

    @property
    def accepted(self) -> int:
        return sum(many for status, many in self.statuses.items() if 200 <= status < 300)

    def take(self) -> bytes | None:
        if time.perf_counter() > self._until:
            return None
        request = next(self._requests, None)
        self.sent += request is not None
        return request


class _Connection(asyncio.Protocol):
    """Sends a request, reads its answer, and goes on until nothing is left."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport
        self._round: _Round
        self._done: asyncio.Future[None]
        self._head = b""
        self._missing = 0
        self._tail: bytes | None = None
        """The last bytes of an answer that comes in chunks."""
        self._sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def run(self, requests: _Round) -> asyncio.Future[None]:
        self._round = requests
        self._done = asyncio.get_running_loop().create_future()
        self._next()
        return self._done

    def _next(self) -> None:
        request = None if self._transport.is_closing() else self._round.take()
        if request is None:
            self._done.set_result(None)
            return
        self._sent_at = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        if self._tail is not None:
            self._tail = (self._tail + data)[-len(_END) :]
        elif self._missing:
            self._missing -= len(data)
        else:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            self._begin(end)
        if not self._missing and self._tail in (None, _END):
            self._answered()

    def _begin(self, end: int) -> None:
        """Tell by the head how the body ends."""
        if b"\r\ntransfer-encoding: chunked" in self._head[:end].lower():
            self._tail = self._head[end:][-len(_END) :]
            return
        length = _LENGTH.search(self._head, 0, end)
        self._missing = end + 4 + int(length[1] if length else 0) - len(self._head)

    def _answered(self) -> None:
        self._round.latencies.append(time.perf_counter() - self._sent_at)
        self._round.statuses[int(self._head[9:12])] += 1
        self._head, self._tail = b"", None
        self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)

    def close(self) -> None:
        self._transport.close()


async def _generate(job: Job) -> Outcome:
    loop = asyncio.get_running_loop()
    connections = [
        (await loop.create_connection(_Connection, "127.0.0.1", job.port))[1]
        for _ in range(job.connections)
    ]
    warm = _Round(job.requests[: job.warmup], job.seconds)
    await asyncio.gather(*[connection.run(warm) for connection in connections])
    measured = _Round(job.requests[job.warmup :], job.seconds)
    began = time.perf_counter()
    await asyncio.gather(*[connection.run(measured) for connection in connections])
    seconds = time.perf_counter() - began
    for connection in connections:
        connection.close()
    return Outcome(
        seconds=seconds,
        latencies=measured.latencies,
        statuses=dict(measured.statuses),
        lost=measured.sent - len(measured.latencies),
        accepted=warm.accepted + measured.accepted,
    )


def main() -> None:
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    outcome = uvloop.run(_generate(job))
    sys.stdout.buffer.write(msgspec.msgpack.encode(outcome))


if __name__ == "__main__":
    main()
