"""Everyday calls at a low rate for any time, while the server's memory and handles are watched."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx

from attacks import cell
from tests.contract.scene import ENDPOINTS, Scene, made, name_of
from tests.support.application import Api
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD
from tests.support.process import ServerProcess

MORE_MEMORY = 32 << 20
"""Bytes that the last quarter of the time may take beyond the second; the first one fills what is kept."""
MORE_HANDLES = 8
_SAMPLE_SECONDS = 2.0
_STREAM_SECONDS = 2.0
"""So long a stream of events is listened to."""
_PATIENCE_SECONDS = 60
_WRITES_EVERY = 4
_REFUSED = "be refused"

Call = Callable[[], Awaitable[httpx.Response]]


class Sample(NamedTuple):
    """What the server and its children hold at one moment."""

    memory: int
    files: int
    threads: int


class Soak:
    """Calls one after the other, and samples beside them."""

    def __init__(self, server: ServerProcess, http: httpx.AsyncClient, scene: Scene) -> None:
        self.answers: Counter[int] = Counter()
        self.samples: list[Sample] = []
        self.wrong: list[str] = []
        self._server, self._http, self._scene = server, http, scene
        self._count = itertools.count()

    async def run(self, *, seconds: float, rate: float) -> None:
        """So many seconds at most, so many calls in each."""
        watching = asyncio.create_task(self._watch())
        until = time.monotonic() + seconds
        reads, writes = itertools.cycle(self._reads()), itertools.cycle(self._writes())
        number = 0
        while time.monotonic() < until:
            began = time.monotonic()
            number += 1
            await self._call(*next(reads if number % _WRITES_EVERY else writes))
            await asyncio.sleep(max(0.0, 1 / rate - (time.monotonic() - began)))
        watching.cancel()

    async def _call(self, name: str, call: Call) -> None:
        try:
            answer = await call()
        except (TimeoutError, httpx.TransportError) as error:
            self.wrong.append(f"{name}: {type(error).__name__}")
            return
        self.answers[answer.status_code] += 1
        # Of the routes that read some want more than the scene gives; what is written is all good.
        is_wrong = answer.status_code >= (500 if name.startswith("GET ") else 400)
        if is_wrong and not (name == _REFUSED and answer.status_code == 401):
            self.wrong.append(f"{name}: {answer.status_code} {answer.text[:200]}")

    def _reads(self) -> list[tuple[str, Call]]:
        """Every route that reads, on a record of the scene."""

        def reading(path: str) -> Call:
            return lambda: self._read(path)

        routes = (endpoint for endpoint in ENDPOINTS if endpoint.method == "GET")
        return [(name_of(one), reading(self._scene.path(one))) for one in routes]

    async def _read(self, path: str) -> httpx.Response:
        async with self._http.stream("GET", path) as answer:
            with suppress(TimeoutError):
                is_stream = answer.headers.get("content-type", "").startswith("text/event-stream")
                async with asyncio.timeout(_STREAM_SECONDS if is_stream else _PATIENCE_SECONDS):
                    await answer.aread()
        return answer

    def _writes(self) -> list[tuple[str, Call]]:
        """What people do all day: items made, changed and commented, files, sign-on, imports."""
        ids = self._scene.ids
        design, part = ids["design_id"], f"/api/items/{ids['item_id']}"

        def text() -> str:
            return f"Soaked {next(self._count)}"

        def post(path: str, body: Callable[[], dict[str, Any]]) -> Call:
            return lambda: self._http.post(path, json=body())

        def upload(path: str, name: str, content: Callable[[], bytes], **fields: str) -> Call:
            return lambda: self._http.post(path, data=fields, files={"file": (name, content())})

        about = f"item:{ids['item_id']}"
        sheet = {"designId": design, "dryRun": "true"}
        wrong = {"email": ENGINEER.email, "password": "wrong horse battery"}
        return [
            ("make", post("/api/parts", lambda: {"name": text(), "designId": design})),
            ("change", lambda: self._change(part, text())),
            ("comment", post("/api/comments", lambda: {"subject": about, "text": text()})),
            ("upload", upload(f"{part}/files/upload", "n.txt", lambda: text().encode() * 5_000)),
            ("import", upload("/api/import/parts", "n.csv", self._sheet, **sheet)),
            ("sign on", post("/api/auth/login", lambda: wrong | {"password": PASSWORD})),
            (_REFUSED, post("/api/auth/login", lambda: wrong)),
            ("search", lambda: self._http.get("/api/search", params={"q": text()})),
        ]

    async def _change(self, path: str, name: str) -> httpx.Response:
        found = await self._http.get(path)
        headers = {"If-Match": found.headers.get("etag", "*")}
        return await self._http.put(path, json={"name": name}, headers=headers)

    def _sheet(self) -> bytes:
        rows = "".join(f"Bolt {n},{n % 7 + 1}\n" for n in range(200))
        return f"Name,Quantity\n{rows}".encode()

    async def _watch(self) -> None:
        while True:
            self.samples.append(await asyncio.to_thread(sampled, self._server.process.pid))
            await asyncio.sleep(_SAMPLE_SECONDS)


def sampled(pid: int) -> Sample:
    """What a process and its children hold now."""
    files = threads = 0
    for one in cell.family(pid):
        with suppress(OSError):
            files += sum(1 for _ in Path(f"/proc/{one}/fd").iterdir())
            threads += sum(1 for _ in Path(f"/proc/{one}/task").iterdir())
    return Sample(cell.taken(pid), files, threads)


def quarters(samples: list[Sample]) -> Iterator[Sample]:
    """The middle of what was held in each quarter of the time."""
    size = len(samples) // 4
    for start in range(0, 4 * size, max(size, 1)):
        columns = zip(*samples[start : start + size], strict=True)
        yield Sample(*(int(median(column)) for column in columns))


def grown(samples: list[Sample]) -> list[str]:
    """What grew from the second quarter to the last."""
    if len(samples) < 8:
        return ["too few samples: it takes half a minute at least"]
    _, early, _, late = quarters(samples)
    found: list[str] = []
    if late.memory - early.memory > MORE_MEMORY:
        found.append(f"memory grew from {early.memory >> 20} to {late.memory >> 20} MB")
    if late.files - early.files > MORE_HANDLES:
        found.append(f"open files grew from {early.files} to {late.files}")
    if late.threads - early.threads > MORE_HANDLES:
        found.append(f"threads grew from {early.threads} to {late.threads}")
    return found


async def soak(server: ServerProcess, *, minutes: float, rate: float) -> Soak:
    """All of it against a running server."""
    headers = {"Authorization": f"Bearer {ADMINISTRATOR.token}"}
    async with httpx.AsyncClient(base_url=server.url, timeout=_PATIENCE_SECONDS) as plain:
        scene = await made(Api(plain, None))  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        base_url=server.url, timeout=_PATIENCE_SECONDS, headers=headers
    ) as http:
        found = Soak(server, http, scene)
        await found.run(seconds=minutes * 60, rate=rate)
    found.wrong += grown(found.samples)
    return found


def table(samples: list[Sample]) -> str:
    """A line for each quarter."""
    lines = [f"{'quarter':8} {'memory MB':>10} {'files':>6} {'threads':>8}"]
    for number, one in enumerate(quarters(samples), start=1):
        lines.append(f"{number:<8} {one.memory >> 20:10} {one.files:6} {one.threads:8}")
    return "\n".join(lines)
