"""The least that a write needs: its own inserts and updates, sent together over a bare connection, and a commit."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing

import msgspec
import psycopg

from bench.replay import moved, quantile
from bench.requests import Asked
from bench.tape import WRITING, Tape, record
from partwright.kit.db.dialect import for_postgres
from partwright.settings import Settings
from partwright.versioning.queries import LAST_COMMIT_NUMBER


class Floor(msgspec.Struct, frozen=True):
    """Rate and latency that no server with the same statements and as many writers could better."""

    rate: float
    median: float


def record_writes(settings: Settings, asked: Sequence[Asked], token: str) -> list[Tape]:
    """What each of the calls would write, every one taken back."""
    return asyncio.run(record(settings, list(asked), token))


def measure_floor(url: str, tapes: Sequence[Tape], *, together: int) -> Floor:
    """Write what was recorded, so many writes at a time in one pipeline with one commit.

    That is what so many writers at once would share at best: one round trip and one wait for the disk.
    """
    times: list[float] = []
    with closing(psycopg.connect(url, autocommit=True, prepare_threshold=0)) as connection:
        found = connection.execute(LAST_COMMIT_NUMBER.encode()).fetchone()
        assert found is not None
        number = int(found[0])
        for start in range(0, len(tapes) - together + 1, together):
            began = time.perf_counter()
            with connection.pipeline():
                connection.execute("BEGIN")
                for tape in tapes[start : start + together]:
                    number += 1
                    _send(connection, tape, number)
                connection.execute("COMMIT")
            times.append(time.perf_counter() - began)
    # The first ones prepare the statements.
    steady = times[len(times) // 4 :]
    return Floor(rate=together * len(steady) / sum(steady), median=quantile(steady, 0.5))


def _send(connection: "psycopg.Connection[tuple[object, ...]]", tape: Tape, number: int) -> None:
    for statement in moved(tape, number, also_reads=True):
        if not statement.sql.lstrip().startswith(WRITING):
            continue
        sql, params = for_postgres(statement.sql).encode(), statement.params
        for each in params if isinstance(params, list) else [params]:
            connection.execute(sql, each)
