"""The audit of many rows: how long `audit verify` takes beside a mere read of the same rows.

`python -m bench.audit --help`. Commits, versions and lines are made by copying rows of items that
were made over HTTP, so that the database is that of a server and filled in a minute or two.
"""

import argparse
import asyncio
import contextlib
import os
import resource
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench import databases
from bench.filling import Client
from bench.million import Row, connected, put, rows, seeded
from bench.processes import serving
from bench.starting import given, prepare, settings_for
from partwright.audit.service import STREAMS, seal_commits, verify_seals
from partwright.kit import log
from partwright.kit.db import Database, open_database
from partwright.migrations.schema import migrate

_BATCH = 50_000
_ROWS_OF_COMMIT = 4
"""A commit, a version, a line, an entry of the history."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.audit", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--rows", type=int, default=1_000_000)
    asked = parser.parse_args()
    log.configure_logging("warning")
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary(asked.database))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        migrate(url)
        settings = settings_for(url, directory, secrets.token_urlsafe(32))
        asyncio.run(prepare(settings))
        with contextlib.closing(connected(url)) as database:
            with serving("partwright", directory, **given(settings)) as port:
                seeds = seeded(Client(port, settings.admin_token), database)
            made = fill(database, seeds, asked.rows // _ROWS_OF_COMMIT)
        databases.settle(url)
        asyncio.run(measure(url, made))


def fill(database: Any, seeds: dict[str, list[Row]], commits: int) -> int:
    """Commits, each with rows of its own; answers how many rows there are."""
    (commit,) = rows(database, "SELECT * FROM commits ORDER BY seq DESC LIMIT 1")
    entry = rows(database, "SELECT * FROM history ORDER BY happened_at LIMIT 1")
    first = commit["seq"] + 1
    for start in range(first, first + commits, _BATCH):
        numbers = range(start, min(start + _BATCH, first + commits))
        for table, seed in (("commits", commit), *((t, seeds[t][0]) for t in _TABLES)):
            put(database, table, _copies(table, seed, numbers))
        put(database, "history", _copies("history", entry[0], numbers))
        database.commit()
    database.execute(f"UPDATE commit_order SET last = {first + commits - 1}")
    database.commit()
    counted = [
        rows(database, f"SELECT COUNT(*) AS held FROM {table}")[0]["held"]
        for table in ("commits", "history", *_TABLES, "file_links")
    ]
    return sum(counted)


_TABLES = ("masters", "versions", "relationships")
_NEW: dict[str, dict[str, str]] = {
    "commits": {"id": "commit"},
    "masters": {"id": "master"},
    "versions": {"item_id": "item", "master_id": "master"},
    "relationships": {
        "id": "line",
        "parent_item_id": "item",
        "parent_master_id": "master",
        "child_master_id": "master",
    },
    "history": {"id": "entry", "master_id": "master", "item_id": "item", "commit_id": "commit"},
}


def _copies(table: str, seed: Row, numbers: range) -> Iterator[Row]:
    for number in numbers:
        row = seed | {name: f"{kind}-{number:032d}" for name, kind in _NEW[table].items()}
        if "seq" in row:
            row["seq"] = number
        if "since" in row:
            row["since"] = number
        if "number_key" in row:
            row["number_key"] = f"AUDIT-{number:09d}"
        if "item_number" in row:
            row["item_number"] = f"AUDIT-{number:09d}"
        yield row


async def measure(url: str, made: int) -> None:
    """Seal, read and verify, and print what each takes."""
    database = await open_database(url)
    try:
        began = time.perf_counter()
        sealed = await seal_commits(database)
        print(f"{made:,} rows of {sealed:,} commits sealed in {time.perf_counter() - began:.1f} s")
        read = await _read(database)
        before = _memory()
        began, cpu = time.perf_counter(), os.times()
        found = await verify_seals(database)
        took, spent = time.perf_counter() - began, os.times().user - cpu.user
        assert not found.breaches, found.breaches[:3]
        assert not found.unsealed
        print(
            f"verified in {took:.1f} s ({spent:.1f} s of them this process's own), read alone in"
            f" {read:.1f} s: {took / read:.1f} times as long; {made / took:,.0f} rows a second,"
            f" {_memory() - before:.0f} MB more memory"
        )
    finally:
        await database.close()


async def _read(database: Database) -> float:
    """Read the same columns of all the rows, in the same pieces, and do nothing with them."""
    began = time.perf_counter()
    for stream in STREAMS:
        number, key = 0, stream.first_key
        while True:
            async with database.snapshot() as snapshot:
                some = await snapshot.all(
                    _nothing, stream.sql, number=number, key=key, last=1 << 60, limit=5_000
                )
            if not some:
                break
            number, key = some[-1]
    return time.perf_counter() - began


def _nothing(*cells: Any) -> tuple[int, Any]:
    return cells[0], cells[1]


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
