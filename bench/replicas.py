"""Reads beside a replica that is late.

`python -m bench.replicas` starts a PostgreSQL, a standby that replays 3 s late, and a server of
both. Clients write now and then and read in between; it prints how many reads were stale to the
one who wrote, and how many the replica answered, and ends with 1 if one was stale.
"""

import argparse
import asyncio
import contextlib
import secrets
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg

from bench.processes import serving
from bench.starting import given, prepare, settings_for
from partwright.migrations.schema import migrate
from tests.support.own_postgres import own_server

_CLIENTS = 16
_PAUSE_SECONDS = 5.0
"""Between two writes of a client; the reads in between begin on the primary."""
_HEADER = "Partwright-Position"


class Reader:
    """A client that reads how much it wrote."""

    def __init__(self, number: int, port: int, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}", _HEADER: "new"}
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60)
        self._name = f"Reader{number:02d}"
        self._seen = self._written = 0
        self.reads = self.stale = 0

    def run(self, more: threading.Semaphore) -> None:
        due = 0.0
        while more.acquire(blocking=False):
            if time.monotonic() >= due:
                due = time.monotonic() + _PAUSE_SECONDS
                self._ask("POST", "/api/items", json={"type": "Part", "name": self._name})
                self._written += 1
            path = f"/api/items?name={self._name}&limit=1"
            found = self._ask("GET", path).json()["data"]["total"]
            self.reads += 1
            self.stale += found != self._written
        self._http.close()

    def _ask(self, method: str, path: str, *, json: object = None) -> httpx.Response:
        response = self._http.request(method, path, json=json).raise_for_status()
        self._seen = max(self._seen, int(response.headers[_HEADER]))
        self._http.headers[_HEADER] = str(self._seen)
        return response


def _delay(url: str, seconds: float) -> None:
    with contextlib.closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(f"ALTER SYSTEM SET recovery_min_apply_delay = '{seconds:g}s'".encode())
        connection.execute("SELECT pg_reload_conf()")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.replicas", description=__doc__)
    parser.add_argument("--reads", type=int, default=10_000)
    parser.add_argument("--delay", type=float, default=3.0, metavar="SECONDS")
    asked = parser.parse_args()
    token = secrets.token_urlsafe(32)
    with ExitStack() as stack:
        server = stack.enter_context(own_server())
        server.connect().close()
        migrate(server.url)
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        settings = settings_for(server.url, directory, token)
        asyncio.run(prepare(settings))
        replica = stack.enter_context(server.standby())
        _delay(replica, asked.delay)
        fields = given(settings) | {"database_replicas": replica}
        port = stack.enter_context(serving("partwright", directory, **fields))
        readers = [Reader(number, port, token) for number in range(_CLIENTS)]
        more, began = threading.Semaphore(asked.reads), time.monotonic()
        with ThreadPoolExecutor(_CLIENTS) as pool:
            list(pool.map(lambda reader: reader.run(more), readers))
        took = time.monotonic() - began
        headers = {"Authorization": f"Bearer {token}"}
        metrics = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=headers).text
    answered = next(x for x in metrics.splitlines() if x.startswith("partwright_replica_reads "))
    stale = sum(reader.stale for reader in readers)
    print(f"{sum(reader.reads for reader in readers)} reads in {took:.1f} s, {stale} of them stale")
    print(f"{float(answered.split()[1]):.0f} answered by a replica {asked.delay:g} s late")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
