"""Writes with the database on another host, and with disks that take their time.

`python -m bench.far` starts a durable PostgreSQL whose commits take 5 ms, a proxy that delays by
0.5 ms each way, and one and then two server processes; it prints rate, latency, and how many
statements and waits for the database a request takes.
"""

import argparse
import asyncio
import contextlib
import re
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
import psycopg

from bench import databases
from bench.delay import delayed
from bench.filling import Client, design, part
from bench.load import Job, Outcome, drive
from bench.processes import serving
from bench.replay import quantile
from bench.requests import Asked, posts
from bench.starting import given, prepare, settings_for

_COUNTED = re.compile(r"^partwright_database_(statements|waits)\S* (\S+)$", re.MULTILINE)
_WARMUP = 64
_HEAD = f"{'call':<22}{'servers':>8}{'conn':>6}{'req/s':>8}{'p50 ms':>8}{'p99 ms':>8}{'stmts':>8}{'waits':>8}"


class Bench:
    """Servers on one database far away, and the client that fills it."""

    def __init__(self, ports: Sequence[int], token: str) -> None:
        self._ports = ports
        self._token = token
        self._client = Client(ports[0], token)
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
        before = self._counted()
        outcomes = self._drive(requests, connections, seconds)
        after = self._counted()
        answered = sum(o.accepted for o in outcomes)
        each = {name: (after[name] - before[name]) / max(answered, 1) for name in after}
        latencies = [x for one in outcomes for x in one.latencies]
        refused = sum(n for o in outcomes for s, n in o.statuses.items() if s != 201)
        rate = sum(one.rate for one in outcomes)
        print(
            f"{'POST item':<22}{len(self._ports):>8}{connections:>6}{rate:>8,.0f}"
            f"{quantile(latencies, 0.5) * 1e3:>8.2f}{quantile(latencies, 0.99) * 1e3:>8.2f}"
            f"{each['statements']:>8.1f}{each['waits']:>8.1f}{f'  {refused} FAILED' * bool(refused)}",
            flush=True,
        )

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
    asked = parser.parse_args()
    # Terminated, it still ends its servers and removes its files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    token = secrets.token_urlsafe(32)
    began = time.monotonic()
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary("postgres"))
        folder = url.partition("?host=")[2]
        port = stack.enter_context(delayed(f"{folder}/.s.PGSQL.5432", asked.delay / 1e3))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        _slow_commits(url, asked.commit)
        far = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        settings = settings_for(far, directory, token)
        asyncio.run(prepare(settings))
        ports = [
            stack.enter_context(serving("partwright", directory, **given(settings)))
            for _ in range(max(asked.servers))
        ]
        print(f"database {2 * asked.delay:g} ms away, commits of {asked.commit:g} ms\n{_HEAD}")
        for servers in asked.servers:
            bench = Bench(ports[:servers], token)
            stack.callback(bench.close)
            for connections in (1, 32):
                bench.measure(connections, asked.seconds)
                databases.settle(url)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
