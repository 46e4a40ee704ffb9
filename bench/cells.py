"""Readers of nine cells while a tenth imports, beside the same readers while nothing imports.

`python -m bench.cells` starts a server with ten cells and lets readers ask nine of them at a steady
pace, in turns of ten seconds in which the tenth imports and in which it does not. It prints the
median and the slowest hundredth of both, how they compare, and how long the server's process computed for
a read: what it computes besides is what readers wait for, on a machine with other work as well.
"""

import argparse
import asyncio
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec

from bench import databases
from bench.filling import Client, design, import_body, part, tree_rows
from bench.processes import environment, wait_until_ready
from bench.starting import prepare, settings_for
from partwright.cells.catalogue import Cell, add_cell, settings_of
from partwright.migrations.schema import migrate

_CELLS = 10
_PARTS = 500
_PAUSE_SECONDS = 0.04
"""Between two reads of a cell."""
_PATHS = ("/api/items?limit=20", "/api/items?search=mount&limit=20", "/api/users/me")


class Turn(msgspec.Struct):
    """What the readers waited for in one turn."""

    latencies: list[float] = []
    computed: float = 0.0
    """Seconds of the server's process."""

    def slowest(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


async def _read(port: int, token: str, cells: list[str], seconds: float, turn: Turn) -> None:
    """Each cell at its pace; the next read is not sent before the one before is answered."""

    async def one(http: httpx.AsyncClient, cell: str, shift: float) -> None:
        await asyncio.sleep(shift)
        headers = {"Authorization": f"Bearer {token}", "Partwright-Cell": cell}
        number, due = 0, time.perf_counter()
        until = due + seconds
        while due < until:
            began = time.perf_counter()
            answer = await http.get(_PATHS[number % len(_PATHS)], headers=headers)
            turn.latencies.append(time.perf_counter() - began)
            answer.raise_for_status()
            number += 1
            due = max(due + _PAUSE_SECONDS, time.perf_counter())
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        shifts = [_PAUSE_SECONDS * place / len(cells) for place in range(len(cells))]
        await asyncio.gather(*[one(http, *pair) for pair in zip(cells, shifts, strict=True)])


def _reading(port: int, token: str, cells: list[str], seconds: float) -> Turn:
    """The readers in a process of their own."""
    asked = msgspec.json.encode([port, token, cells, seconds])
    command = [sys.executable, "-m", "bench.cells", "--read"]
    ran = subprocess.run(
        command, input=asked, stdout=subprocess.PIPE, env=environment({}), check=True
    )
    return msgspec.json.decode(ran.stdout, type=Turn)


class _Importer:
    """Imports again and again until it is told to end."""

    def __init__(self, client: Client, how: str) -> None:
        self._client, self._how = client, how
        self._design = design(client, how.upper())
        self._number = 0
        self.done = 0

    def run(self, ending: threading.Event) -> None:
        step: Callable[[], None] = self._by_file if self._how == "file" else self._by_rows
        while not ending.is_set():
            step()
            self.done += 1

    def _by_rows(self) -> None:
        self._number += 1
        made = list(tree_rows(f"R{self._number}", _PARTS))
        lines = [line for _, some in made for line in some]
        body = import_body(self._design, [row for row, _ in made], lines)
        self._client.post("/api/import/parts", body)

    def _by_file(self) -> None:
        self._number += 1
        prefix = f"F{self._number}"
        rows = "".join(f"{prefix}-{n:06d},Bracket {n:06d} for the mount,4\n" for n in range(5_000))
        content = f"Part Number,Name,Weight [kg]\n{rows}".encode()
        fields = {"designId": self._design, "background": "true"}
        answer = self._client.upload("/api/import/parts", ("parts.csv", content), fields)
        job = answer["job"]["id"]
        while self._client.get(f"/api/import-jobs/{job}")["job"]["state"] in ("waiting", "working"):
            time.sleep(0.2)


def _fill(port: int, token: str, cell: str) -> None:
    client = Client(port, token, cell=cell)
    rows = [part(f"P-{index:06d}", index) for index in range(_PARTS)]
    client.post("/api/import/parts", import_body(design(client, "D"), rows, []))
    client.close()


def _make_cells(url: str, directory: Path, token: str) -> list[str]:
    settings = settings_for(url, directory, token)
    asyncio.run(prepare(settings))
    names = [f"c{number}" for number in range(_CELLS)]
    for name in names:
        cell = Cell(name=name, settings={"rate_limit_authenticated": 0})
        add_cell(settings, cell)
        own = msgspec.structs.replace(settings_of(settings, cell), admin_token=token)
        own.data_dir.mkdir(parents=True)
        if url.startswith("sqlite"):
            shutil.copyfile(url.removeprefix("sqlite:///"), own.data_dir / "partwright.sqlite")
        else:
            migrate(own.database)
            asyncio.run(prepare(own))
    return names


def _computed(pid: int) -> float:
    """Processor seconds of a process, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _compare(
    port: int, pid: int, token: str, how: str, asked: argparse.Namespace, names: list[str]
) -> None:
    client = Client(port, token, cell=names[0])
    importer = _Importer(client, how)
    turns = {False: Turn([]), True: Turn([])}
    for number in range(2 * asked.turns):
        imports = number % 2 == 1
        ending = threading.Event()
        thread = threading.Thread(target=importer.run, args=(ending,))
        if imports:
            thread.start()
        before = _computed(pid)
        found = _reading(port, token, names[1:], asked.seconds)
        turns[imports].computed += _computed(pid) - before
        turns[imports].latencies += found.latencies
        ending.set()
        if imports:
            thread.join()
    client.close()
    alone, beside = (turns[which].slowest(0.99) for which in (False, True))
    middle = [turns[which].slowest(0.5) for which in (False, True)]
    computed = [turn.computed / len(turn.latencies) * 1000 for turn in turns.values()]
    print(
        f"{how}: p50 {middle[0]:.1f} / {middle[1]:.1f} ms, p99 {alone:.1f} / {beside:.1f} ms, "
        f"times {beside / alone:.2f}; computed for a read {computed[0]:.1f} / {computed[1]:.1f} ms; "
        f"{importer.done} imports, {len(turns[True].latencies)} reads"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.cells", description=__doc__)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--how", choices=("file", "rows"), action="append")
    parser.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.read:
        port, token, cells, seconds = msgspec.json.decode(sys.stdin.buffer.read())
        turn = Turn([])
        asyncio.run(_read(port, token, cells, seconds, turn))
        sys.stdout.buffer.write(msgspec.json.encode(turn))
        return 0
    token = secrets.token_urlsafe(32)
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary(asked.database))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        migrate(url)
        names = _make_cells(url, directory, token)
        port = databases.free_port()
        given = {
            "data_dir": directory,
            "database_url": url,
            "port": port,
            "log_level": "warning",
            **dict.fromkeys(("rate_limit_anonymous", "rate_limit_authenticated"), 0),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "partwright", "serve"],
            env=environment(given),
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        stack.callback(process.wait)
        stack.callback(process.terminate)
        wait_until_ready(port, process)
        for name in names[1:]:
            _fill(port, token, name)
        for how in asked.how or ("file", "rows"):
            _compare(port, process.pid, token, how, asked, names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
