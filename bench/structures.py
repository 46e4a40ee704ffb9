"""Structures of 100,000 lines: what each answer costs, and how long it holds others up.

`python -m bench.structures --help`. The answers are those of an assembly whose parts stand on five lines each, and of a
tree in which every part stands on one. With another checkout's `src` first in `PYTHONPATH` it measures that one.
"""

import argparse
import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from bench import databases, filling
from bench.million import connected, fill, made_id, prepared, seeded, token_for
from bench.million_calls import cpu_seconds
from bench.processes import memory_of, served, serving
from bench.starting import given
from partwright.kit import log

_PATIENCE_SECONDS = 120
_ROOT = Path(__file__).parent.parent
SHARED = (35_000, 5, 2, 5)
"""Items, the lines of each, an assembly of 100,000 lines, and one that repeats its parts on 127,550."""
TREE = (100_001, 1, 0, 0)

_CALLS = (
    ("graph", "graph?direction=down&depth=all", False),
    ("flat bom", "bom?flat=true", False),
    ("indented bom", "bom", True),
    ("the same as columns", "bom?format=columns", True),
    ("with fields", "bom?format=columns&fields=cost,weight,material&children=true", True),
    ("rollup", "rollup", False),
)


class Measured:
    """A server with one structure."""

    def __init__(self, port: int, pid: int, token: str, rounds: int) -> None:
        self._pid, self._rounds, self._token = pid, rounds, token
        self._url = f"http://127.0.0.1:{port}"
        self._http = httpx.Client(
            base_url=self._url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=_PATIENCE_SECONDS,
        )

    def tell(self, name: str, item: int, path: str) -> None:
        """Print what the answer costs: of it alone, and of the others meanwhile."""
        with self._waiting() as alone:
            for _ in range(self._rounds):
                self._http.get("/healthz")
        target = f"/api/items/{made_id('item', item)}/{path}"
        answer = self._http.get(target).raise_for_status()
        Path(f"/proc/{self._pid}/clear_refs").write_text("5", "ascii")
        before, spent = memory_of(self._pid), cpu_seconds()
        own = own_seconds(self._pid)
        for _ in range(self._rounds):
            self._http.get(target)
        spent, own = cpu_seconds() - spent, own_seconds(self._pid) - own
        most = memory_of(self._pid, "VmHWM")
        with self._waiting() as beside:
            for _ in range(self._rounds):
                self._http.get(target)
        print(
            f"{name:22} {len(answer.content) / 1e6:5.1f} MB {spent / self._rounds * 1000:6.0f} ms,"
            f" server {own / self._rounds * 1000:6.0f};"
            f" memory {before / 1000:4.0f} to {most / 1000:4.0f} MB; others wait"
            f" {_told(beside)}, alone {_told(alone)}; {_digest(answer)}",
            flush=True,
        )

    @contextmanager
    def _waiting(self) -> Iterator[list[float]]:
        """How long a client in a process of its own waits for an item meanwhile."""
        path = f"/api/items/{made_id('item', 7)}"
        found: list[float] = []
        asking = subprocess.Popen(
            [sys.executable, "-m", "attacks.victim", self._url, path, self._token],
            env=os.environ | {"PYTHONPATH": os.pathsep.join((str(_ROOT / "scripts"), *sys.path))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert asking.stdout is not None
        asking.stdout.readline()
        yield found
        told, _ = asking.communicate()
        found += sorted(float(line) for line in told.split())


def _told(waits: list[float]) -> str:
    if not waits:
        return "-"
    return f"{waits[len(waits) // 2]:.1f} {waits[int(len(waits) * 0.99)]:.1f} {waits[-1]:.1f} ms"


def _digest(answer: httpx.Response) -> str:
    """The answer's content, told in a few letters: that of two versions is the same."""
    data = json.dumps(json.loads(answer.content), sort_keys=True)
    return hashlib.blake2b(data.encode(), digest_size=6).hexdigest()


def own_seconds(pid: int) -> float:
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text("ascii").split()[0]) for thread in threads) / 1e9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.structures", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--tree", action="store_true", help="every part on one line")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="calls with this in their name")
    parser.add_argument("--url", default="", help="a database to use, and to fill if it is empty")
    asked = parser.parse_args()
    log.configure_logging("warning")
    items, lines, whole, repeated = TREE if asked.tree else SHARED
    token = token_for(asked.url)
    with ExitStack() as stack:
        url, directory, settings = stack.enter_context(prepared(asked.url, asked.database, token))
        with contextlib.closing(connected(url)) as database:
            (held,) = database.execute("SELECT COUNT(*) FROM masters").fetchone()
            if held < items:
                with serving("partwright", directory, **given(settings)) as port:
                    seeds = seeded(filling.Client(port, token), database)
                fill(database, seeds, items, lines)
        databases.settle(url)
        port, pid = stack.enter_context(served("partwright", directory, **given(settings)))
        measured = Measured(port, pid, token, asked.rounds)
        for name, path, repeats in _CALLS:
            if asked.only in name:
                measured.tell(name, repeated if repeats else whole, path)


if __name__ == "__main__":
    main()
