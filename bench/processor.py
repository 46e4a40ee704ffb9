"""Processor time of the calls of every day and of heavy ones, beside a bare handler: `python -m bench.processor`.

Each call is made in rounds, in turns with a bare handler that answers 2 KB, and the cheapest round of each
counts. What the machine does besides delays both and is not counted; of PostgreSQL itself nothing is counted.
"""

import argparse
import asyncio
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import databases
from bench.calls import Call
from bench.daily import daily
from bench.filling import Client, design, import_body, imported, part, tree_rows
from bench.load import Job, drive
from bench.processes import memory_of, processor_seconds, served
from bench.requests import Asked, posts, reads
from bench.starting import given, prepare, settings_for

_ROUNDS = 5
_ITEMS = 10_000
_SECONDS = 20.0
_BARE = "answer"
_ANSWER = b"x" * 2_000
_PATHS = ("search for a word", "search for a number", "relationships of an item", "report", "PUT")


class Timed:
    """A server and what its process has computed."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self._pid = pid

    def milliseconds(self) -> float:
        return processor_seconds(self._pid) * 1e3

    @property
    def memory(self) -> int:
        """MiB that are resident."""
        return memory_of(self._pid) // 1024

    def spent(self, requests: Sequence[bytes], connections: int) -> float:
        """Milliseconds of the processor for each of the requests."""
        before = self.milliseconds()
        job = Job(
            port=self.port,
            connections=connections,
            requests=list(requests),
            warmup=0,
            seconds=_SECONDS,
        )
        outcome = drive(job)
        refused = sum(many for status, many in outcome.statuses.items() if not 200 <= status < 300)
        if refused or outcome.lost:
            raise RuntimeError(f"{refused} refused, {outcome.lost} without an answer")
        return (self.milliseconds() - before) / len(requests)


def _calls(client: Client) -> Iterator[tuple[str, int, Sequence[Asked]]]:
    """Name, connections, requests; of these each round sends its part."""
    here = design(client, "LISTED")
    imported(client, here, [part(f"ITEM-{n:06d}", n) for n in range(_ITEMS)])
    pages = [f"/api/items?limit=20&type=Part&sort=name:asc&page={n + 1}" for n in range(400)]
    yield "list of 20 of 10,000", 32, [reads(path) for path in pages]
    for call in daily(client):
        if call.name.startswith(_PATHS) and (call.connections == 32 or "report" in call.name):
            yield call.name, call.connections, _first(call)
    rows = [part(f"NEW-{n:06d}", n) for n in range(1_000)]
    made = [{"type": "Part", "designId": here, **row} for row in rows]
    yield "POST item, 32 writers", 32, [posts("/api/items", each) for each in made]
    for grown in ("first", "after 5,000 more"):
        yield (
            f"import of 500, 499 lines, {grown}",
            1,
            [_import(here, f"{grown[:1]}{n}") for n in range(10)],
        )
        imported(client, here, [part(f"{grown[:1]}-MORE-{n:06d}", n) for n in range(5_000)])


def _first(call: Call) -> Sequence[Asked]:
    requests = list(call.requests)[: 10 if "report" in call.name else 1_000]
    return requests * 10 if len(requests) == 1 else requests


def _import(here: str, prefix: str) -> Asked:
    made = list(tree_rows(prefix.upper() + "I", 500))
    lines = [line for _, above in made for line in above]
    return posts("/api/import/parts", import_body(here, [row for row, _ in made], lines))


def _compare(
    server: Timed, bare: Timed, token: str, filler: Client, call: tuple[str, int, Sequence[Asked]]
) -> None:
    name, connections, requests = call
    each = len(requests) // _ROUNDS
    filler.put_bytes(f"/{_BARE}", _ANSWER)
    here: list[float] = []
    there: list[float] = []
    for turn in range(_ROUNDS):
        some = requests[turn * each : (turn + 1) * each]
        here.append(server.spent([asked.wire(token) for asked in some], connections))
        plain = [
            posts(f"/{_BARE}", {}) if asked.body is None else Asked("POST", f"/{_BARE}", asked.body)
            for asked in some
        ]
        there.append(bare.spent([asked.wire(token) for asked in plain], connections))
    least, beside = min(here), min(there)
    print(
        f"{name:40}{least:9.3f}{beside:9.3f}{least / beside:8.1f}{1000 / least:9.0f}{server.memory:7}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.processor", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    asked = parser.parse_args()
    token = secrets.token_urlsafe(32)
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary(asked.database))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        settings = settings_for(url, directory, token)
        asyncio.run(prepare(settings))
        server = Timed(*stack.enter_context(served("partwright", directory, **given(settings))))
        bare = Timed(*stack.enter_context(served("bare", directory)))
        client, filler = Client(server.port, token), Client(bare.port, token)
        stack.callback(client.close)
        stack.callback(filler.close)
        start = server.milliseconds() / 1000
        print(f"started: {start:.2f} s of the processor, {server.memory} MiB")
        print(f"{'call':40}{'ms':>9}{'bare':>9}{'times':>8}{'/s':>9}{'MiB':>7}")
        for call in _calls(client):
            _compare(server, bare, token, filler, call)


if __name__ == "__main__":
    main()
