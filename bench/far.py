"""Writes with the database on another host, and with disks that take their time.

`python -m bench.far` starts a durable PostgreSQL whose commits take 5 ms, a proxy that delays by
0.5 ms each way, and one and then two server processes; it prints rate, latency, how many statements
and waits for the database a request takes, and what a bare connection reaches that only writes what
such requests write (`bench.floor`). `at best` is the rate at which the processors would have nothing
left to give, were they ours alone: what all processes computed for a request, shared out among them.
"""

import argparse
import asyncio
import contextlib
import os
import re
import resource
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import psycopg

from bench import databases
from bench.delay import delayed
from bench.filling import Client, design, part
from bench.floor import Floor, measure_floor, record_writes
from bench.load import Job, Outcome, drive
from bench.processes import children_of, processor_seconds, served
from bench.replay import quantile
from bench.requests import Asked, posts
from bench.starting import given, prepare, settings_for
from partwright.settings import Settings

_COUNTED = re.compile(r"^partwright_database_(statements|waits)\S* (\S+)$", re.MULTILINE)
_WARMUP = 64
_BARE_WRITES = (80, 640)
"""Writes of the bare connection, one and 32 at a time."""
_HEAD = (
    f"{'call':<11}{'servers':>8}{'conn':>5}{'req/s':>7}{'p50 ms':>8}{'p99 ms':>8}{'stmts':>7}{'waits':>7}"
    f"{'bare/s':>8}{'p50 ms':>8}{'of bare':>9}"
    f"   {'ms of the processor: server':>27}{'database':>10}{'proxy':>7}{'client':>8}{'at best':>9}"
)


class Places(msgspec.Struct, frozen=True):
    """Where everything is, and who computes."""

    far_url: str
    near: Settings
    """The same database without the proxy between."""
    token: str
    servers: list[tuple[int, int]]
    """Port and process of each."""
    proxy: int
    postmaster: int

    def database(self) -> list[int]:
        return [self.postmaster, *children_of(self.postmaster)]


class Bench:
    """Servers on one database far away, and the client that fills it."""

    def __init__(self, places: "Places", servers: int) -> None:
        self._places = places
        self._servers = places.servers[:servers]
        self._ports = [port for port, _ in self._servers]
        self._token = places.token
        self._client = Client(self._ports[0], self._token)
        self._designs = 0

    def close(self) -> None:
        self._client.close()

    def _counted(self) -> dict[str, float]:
        found: dict[str, float] = dict.fromkeys(("statements", "waits"), 0.0)
        for port in self._ports:
            text = (
                httpx.get(
                    f"http://127.0.0.1:{port}/metrics",
                    headers={"Authorization": f"Bearer {self._token}"},
                )
                .raise_for_status()
                .text
            )
            for name, value in _COUNTED.findall(text):
                found[name] += float(value)
        return found

    def measure(self, connections: int, seconds: float) -> None:
        """POST items with so many connections, shared out among the servers."""
        self._designs += 1
        code = f"FAR{len(self._ports)}{self._designs}"
        design_id = design(self._client, code)
        many = round(seconds * (3000 if connections > 1 else 400))
        requests = [_new_item(design_id, code, n).wire(self._token) for n in range(many)]
        before, spent_before = self._counted(), self._spent()
        outcomes = self._drive(requests, connections, seconds)
        after, spent = self._counted(), self._spent()
        answered = max(sum(o.accepted for o in outcomes), 1)
        each = {name: (after[name] - before[name]) / answered for name in after}
        latencies = [x for one in outcomes for x in one.latencies]
        refused = sum(n for o in outcomes for s, n in o.statuses.items() if s != 201)
        rate = sum(one.rate for one in outcomes)
        floor = self._floor(design_id, code, connections)
        print(
            f"{'POST item':<11}{len(self._ports):>8}{connections:>5}{rate:>7,.0f}"
            f"{quantile(latencies, 0.5) * 1e3:>8.2f}{quantile(latencies, 0.99) * 1e3:>8.2f}"
            f"{each['statements']:>7.1f}{each['waits']:>7.1f}"
            f"{floor.rate:>8,.0f}{floor.median * 1e3:>8.2f}{rate / floor.rate:>9.2f}"
            + _shares(
                [(now - then) / answered for then, now in zip(spent_before, spent, strict=True)]
            )
            + f"  {refused} FAILED" * bool(refused),
            flush=True,
        )

    def _floor(self, design_id: str, code: str, connections: int) -> Floor:
        asked = [_new_item(design_id, f"{code}B", n) for n in range(_BARE_WRITES[connections > 1])]
        places = self._places
        tapes = record_writes(places.near, asked, self._token)
        return measure_floor(places.far_url, tapes, together=connections)

    def _spent(self) -> list[float]:
        """Seconds of the processor: servers, database, proxy, clients."""
        processes = (
            [pid for _, pid in self._servers],
            self._places.database(),
            [self._places.proxy],
        )
        clients = resource.getrusage(resource.RUSAGE_CHILDREN)
        return [
            *(sum(map(processor_seconds, each)) for each in processes),
            clients.ru_utime + clients.ru_stime,
        ]

    def _drive(self, requests: list[bytes], connections: int, seconds: float) -> list[Outcome]:
        places = self._ports if connections > 1 else self._ports[:1]
        jobs = [
            Job(
                port=port,
                connections=connections // len(places),
                requests=requests[place :: len(places)],
                warmup=_WARMUP,
                seconds=seconds,
            )
            for place, port in enumerate(places)
        ]
        with ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(drive, jobs))


def _shares(seconds: Sequence[float]) -> str:
    """Milliseconds of a request, and the rate at which they take all of the processors."""
    server, database, proxy, client = (each * 1e3 for each in seconds)
    most = (os.cpu_count() or 1) / sum(seconds)
    return f"   {server:>27.2f}{database:>10.2f}{proxy:>7.2f}{client:>8.2f}{most:>9,.0f}"


def _new_item(design_id: str, code: str, index: int) -> Asked:
    row = part(f"{code}-{index:06d}", index)
    return posts("/api/items", {"type": "Part", "designId": design_id, **row})


def _slow_commits(url: str, milliseconds: float) -> None:
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("ALTER SYSTEM SET commit_siblings = 0")
        connection.execute(f"ALTER SYSTEM SET commit_delay = {round(milliseconds * 1000)}".encode())
        connection.execute("SELECT pg_reload_conf()")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.far", description=__doc__)
    parser.add_argument("--delay", type=float, default=0.5, help="milliseconds each way")
    parser.add_argument("--commit", type=float, default=5.0, help="milliseconds of a commit")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--connections", type=int, nargs="*", default=[1, 32])
    asked = parser.parse_args()
    # Terminated, it still ends its servers and removes its files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    token = secrets.token_urlsafe(32)
    began = time.monotonic()
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary("postgres"))
        folder = url.partition("?host=")[2]
        delaying = delayed(f"{folder}/.s.PGSQL.5432", asked.delay / 1e3)
        port, proxy = stack.enter_context(delaying)
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        _slow_commits(url, asked.commit)
        far = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        settings = settings_for(far, directory, token)
        asyncio.run(prepare(settings))
        places = Places(
            far_url=far,
            near=msgspec.structs.replace(settings, database_url=url),
            token=token,
            servers=[
                stack.enter_context(served("partwright", directory, **given(settings)))
                for _ in range(max(asked.servers))
            ],
            proxy=proxy,
            postmaster=int((Path(folder) / "data/postmaster.pid").read_text().split()[0]),
        )
        print(f"database {2 * asked.delay:g} ms away, commits of {asked.commit:g} ms\n{_HEAD}")
        for servers in asked.servers:
            bench = Bench(places, servers)
            stack.callback(bench.close)
            for connections in asked.connections:
                bench.measure(connections, asked.seconds)
                databases.settle(url)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
