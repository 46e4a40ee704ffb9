"""Loads on a server with little memory, while another client reads an item: what does it wait?"""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import httpx

from attacks import cell
from attacks.loads import FROM, Aim, Load
from tests.contract.scene import Scene, made
from tests.support.application import Api
from tests.support.people import ADMINISTRATOR
from tests.support.process import ServerProcess

CALM_MS = 50.0
"""What the other client may wait at the 99th percentile on a machine with nothing else to do."""
WORSE = 8
"""On a machine with something else to do: so many times what it waits when nobody attacks."""
QUIET_SECONDS = 5
_PATIENCE_SECONDS = 120


class Result(NamedTuple):
    """What one load did."""

    name: str
    seconds: float
    peak: int
    answers: Counter[str]
    waits: list[float]
    is_alive: bool

    @property
    def p99(self) -> float:
        good = sorted(wait for wait in self.waits if wait >= 0)
        return good[int(len(good) * 0.99)] if good else float("inf")

    def wrong(self, quiet: float | None) -> list[str]:
        """What does not hold; without the wait of a quiet time nobody looks at the clock."""
        found: list[str] = []
        if not self.is_alive:
            found.append(f"{self.name}: the server died")
        if self.peak > cell.ALLOWED:
            found.append(f"{self.name}: {self.peak >> 20} MB were taken")
        if failed := sum(wait < 0 for wait in self.waits):
            found.append(f"{self.name}: {failed} reads of the other client failed")
        if quiet is not None and self.p99 > max(CALM_MS, WORSE * quiet):
            found.append(
                f"{self.name}: the other client waited {self.p99:.0f} ms (quiet: {quiet:.0f})"
            )
        faults = [s for s in self.answers if s.startswith("5") and s != "503"]
        return found + [f"{self.name}: answered {s}" for s in faults]


class _Victim:
    """The other client, in a process of its own."""

    def __init__(self, url: str, path: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "attacks.victim", url, path, ADMINISTRATOR.token],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    async def end(self) -> list[float]:
        told, _ = await asyncio.to_thread(self._process.communicate)
        return [float(line) for line in told.split()]


async def _one(
    server: ServerProcess, scene: Scene, name: str, load: Load | None, *, seconds: float
) -> Result:
    """The load, or nothing for a while, with the other client beside it."""
    peaks: list[int] = []
    watching = asyncio.create_task(cell.watch(server, peaks))
    victim = _Victim(server.url, f"/api/items/{scene.ids['item_id']}")
    # It takes a moment to come up.
    await asyncio.sleep(1)
    answers: Counter[str] = Counter()
    began = time.monotonic()
    if load is None:
        await asyncio.sleep(seconds)
    else:
        await _attack(server, scene, load, answers, seconds=seconds)
    took = time.monotonic() - began
    waits = await victim.end()
    watching.cancel()
    is_alive = server.process.poll() is None
    return Result(name, took, max(peaks), answers, waits[5:], is_alive)


async def _attack(
    server: ServerProcess, scene: Scene, load: Load, answers: Counter[str], *, seconds: float
) -> None:
    transport = httpx.AsyncHTTPTransport(local_address=FROM)
    headers = {"Authorization": f"Bearer {ADMINISTRATOR.token}"}
    async with httpx.AsyncClient(
        base_url=server.url, transport=transport, headers=headers, timeout=_PATIENCE_SECONDS
    ) as http:
        until = time.monotonic() + seconds
        aim = Aim("127.0.0.1", server.port, http, scene.ids, answers)
        await load(aim)
        # A short one is repeated: of few waits the 99th of a hundred would be the longest.
        while time.monotonic() < until and server.process.poll() is None:
            await load(aim)


async def bounds(
    server: ServerProcess, loads: Sequence[Load], *, seconds: float = QUIET_SECONDS
) -> list[Result]:
    """First nothing, then one load after the other, each for so long at least."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        scene = await made(Api(http, None))  # type: ignore[arg-type]
    results = [await _one(server, scene, "quiet", None, seconds=seconds)]
    for load in loads:
        results.append(await _one(server, scene, load.__name__, load, seconds=seconds))
        if not results[-1].is_alive:
            server.start()
    return results


def table(results: Sequence[Result]) -> str:
    """A line for each load."""
    lines = [f"{'load':16} {'s':>6} {'peak MB':>8} {'p99 ms':>7}  answers"]
    for one in results:
        figures = f"{one.seconds:6.1f} {one.peak >> 20:8} {one.p99:7.1f}"
        lines.append(f"{one.name:16} {figures}  {dict(one.answers)}")
    return "\n".join(lines)


def wrong(results: Sequence[Result]) -> list[str]:
    """What does not hold, of all loads."""
    quiet = results[0].p99
    return [line for one in results for line in one.wrong(quiet)]
