"""Runs recorded statements on the database alone: no server, no structs, no checks."""

import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec
import psycopg

from bench.tape import Statement, Tape
from partwright.kit.db.connect import SQLITE
from partwright.kit.db.dialect import for_postgres, for_sqlite
from partwright.kit.db.sqlite_connection import connect
from partwright.versioning.queries import NEXT_COMMIT
from partwright.web.responses import encode

_OF_THE_COMMIT = frozenset({"seq", "since", "until"})


class Replay(Protocol):
    """One connection to the database."""

    def read(self, tape: Tape) -> None:
        """The statements of a reading call, in one snapshot if there are several."""
        ...

    def number(self) -> int:
        """A commit number of its own."""
        ...

    def write(self, statements: list[Statement]) -> None:
        """The statements of a writing call in one transaction that is committed."""
        ...

    def close(self) -> None: ...


class _Sqlite:
    def __init__(self, path: Path) -> None:
        self._raw: sqlite3.Connection = connect(path)

    def read(self, tape: Tape) -> None:
        if len(tape.reads) == 1:
            self._run(tape.reads[0])
            return
        self._raw.execute("BEGIN")
        for statement in tape.reads:
            self._run(statement)
        self._raw.execute("COMMIT")

    def _run(self, statement: Statement) -> None:
        sql, params = for_sqlite(statement.sql), statement.params
        if isinstance(params, list):
            self._raw.executemany(sql, params)
        else:
            self._raw.execute(sql, _listed(params)).fetchall()

    def number(self) -> int:
        return int(self._raw.execute(NEXT_COMMIT).fetchone()[0])

    def write(self, statements: list[Statement]) -> None:
        self._raw.execute("BEGIN IMMEDIATE")
        for statement in statements:
            self._run(statement)
        self._raw.execute("COMMIT")

    def close(self) -> None:
        self._raw.close()


def _listed(params: Mapping[str, Any]) -> Mapping[str, Any]:
    if any(type(value) is list for value in params.values()):
        return {k: json.dumps(v) if type(v) is list else v for k, v in params.items()}
    return params


class _Postgres:
    def __init__(self, url: str) -> None:
        self._raw = psycopg.connect(url, autocommit=True)

    def read(self, tape: Tape) -> None:
        if len(tape.reads) == 1:
            self._run(tape.reads[0])
            return
        self._raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for statement in tape.reads:
            self._run(statement)
        self._raw.execute("COMMIT")

    def _run(self, statement: Statement) -> None:
        sql, params = for_postgres(statement.sql).encode(), statement.params
        if isinstance(params, list):
            self._raw.cursor().executemany(sql, params)
            return
        cursor = self._raw.execute(sql, params)
        if cursor.description is not None:
            cursor.fetchall()

    def number(self) -> int:
        row = self._raw.execute(NEXT_COMMIT).fetchone()
        assert row is not None
        return int(row[0])

    def write(self, statements: list[Statement]) -> None:
        with self._raw.transaction():
            for statement in statements:
                self._run(statement)

    def close(self) -> None:
        self._raw.close()


def moved(tape: Tape, seq: int, *, also_reads: bool) -> list[Statement]:
    """The tape's statements at another commit number."""

    def at(params: Mapping[str, Any]) -> Mapping[str, Any]:
        return {k: seq if k in _OF_THE_COMMIT and v == tape.seq else v for k, v in params.items()}

    return [
        Statement(
            s.kind, s.sql, [at(p) for p in s.params] if isinstance(s.params, list) else at(s.params)
        )
        for s in tape.statements
        if also_reads or s.kind != "read"
    ]


def replay_on(url: str) -> Replay:
    if url.startswith(SQLITE):
        return _Sqlite(Path(url.removeprefix(SQLITE)))
    return _Postgres(url)


def seconds_of_reading(replay: Replay, tape: Tape, *, answer: Any, budget: float) -> float:
    """The time of the tape in undisturbed moments, and of encoding the answer unless that is None."""

    def once() -> None:
        replay.read(tape)
        if answer is not None:
            encode(answer)

    once()
    return quantile(_times(once, budget), 0.1)


def _times(work: Callable[[], None], budget: float) -> list[float]:
    times: list[float] = []
    until = time.perf_counter() + budget
    while len(times) < 3 or (time.perf_counter() < until and len(times) < 2000):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return times


def seconds_of_writing(replay: Replay, tapes: list[Tape], *, also_reads: bool) -> float:
    """The time of a tape in undisturbed moments; each is run once."""
    times: list[float] = []
    for tape in tapes:
        statements = moved(tape, replay.number(), also_reads=also_reads)
        began = time.perf_counter()
        replay.write(statements)
        times.append(time.perf_counter() - began)
    return quantile(times, 0.1)


def quantile(times: list[float], part: float) -> float:
    """The time that this part of the times stay below."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def decoded(body: bytes, shape: Any) -> Any:
    """The data of an answer as the server held it before it was encoded."""
    envelope = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    return msgspec.json.decode(envelope["data"], type=shape)
