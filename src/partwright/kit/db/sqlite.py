"""SQLite: short reads in the event loop, long ones in threads, all writes by one connection."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from partwright.kit.db.base import (
    DatabaseUnavailable,
    Snapshot,
    StatementTooLong,
    Transaction,
    Value,
    finish_despite_cancel,
)
from partwright.kit.db.fair_slots import FairSlots
from partwright.kit.db.rare_trigrams import RareTrigrams
from partwright.kit.db.sqlite_connection import (
    SHORT_SECONDS,
    SqliteConnection,
    connect,
    connect_reader,
    constraint_names,
    triggered_tables,
)
from partwright.kit.db.sqlite_writer import SqliteWriter

T = TypeVar("T")

_LONG_FOR_SECONDS = 60.0
"""How long a statement that took long is not tried in the event loop: its next one may be short."""
_TURN_SECONDS = 0.005
"""How long reads may work in the event loop before all else has its turn."""
_LONG_AT_MOST = 1_000
"""Statements that are remembered as long."""


class LoopReads:
    """Reads that run right in the event loop."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return self._connection.one(row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return self._connection.all(row, sql, params)


class LongReads:
    """Statements that are left to threads: for a while, those that took long twice running.

    Once may be the collector of Python's garbage, or a user who has more than all others.
    """

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._once: set[str] = set()
        self._worked = 0.0

    def __contains__(self, sql: str) -> bool:
        return self._until.get(sql, 0.0) > time.monotonic()

    def learn(self, sql: str, seconds: float) -> None:
        """Learn how long a statement took in the event loop."""
        self._worked += seconds
        if seconds <= SHORT_SECONDS:
            self._once.discard(sql)
            return
        if len(self._once) >= _LONG_AT_MOST:
            self._once.clear()
            self._until.clear()
        if sql in self._once:
            self._until[sql] = time.monotonic() + _LONG_FOR_SECONDS
        self._once.add(sql)

    async def let_others_run(self) -> None:
        """Pause when reads have worked for long: one after the other, they wait for nothing."""
        if self._worked > _TURN_SECONDS:
            self._worked = 0.0
            await asyncio.sleep(0)


class SnapshotReads:
    """Reads of one state: short ones in the event loop, since a thread costs more than they do.

    What turns out to be long is broken off and run in a thread, which leaves the loop to others;
    cancelled there, it stops at once.
    """

    def __init__(
        self, connection: SqliteConnection, pool: ThreadPoolExecutor, long: LongReads
    ) -> None:
        self._connection = connection
        self._pool = pool
        self._long = long

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return await self._run(self._connection.one, row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return await self._run(self._connection.all, row, sql, params)

    async def _run(
        self, read: Callable[..., T], row: object, sql: str, params: Mapping[str, Value]
    ) -> T:
        if sql not in self._long:
            await self._long.let_others_run()
            began = time.thread_time()
            try:
                return self._connection.run_short(read, row, sql, params)
            except StatementTooLong:
                pass  # A thread does it all again; what it read is still the state.
            finally:
                self._long.learn(sql, time.thread_time() - began)
        running = asyncio.get_running_loop().run_in_executor(self._pool, read, row, sql, params)
        return await finish_despite_cancel(running, on_cancel=self._connection.raw.interrupt)


READERS = 4
READERS_OF_ONE = 2
"""Heavy reads of one user at a time."""
_LOOP_SECONDS = 5.0
"""The most for a read in the event loop, which nobody else can use meanwhile."""


class _SingleReads(LoopReads):
    """Each statement sees a state of its own, so there is nothing to begin or to end."""

    async def __aenter__(self) -> Snapshot:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


class SqliteDatabase:
    """One database file, open for this process; other processes may have it open too."""

    dialect = "sqlite"

    def __init__(self, path: Path, *, statement_seconds: float = 0) -> None:
        self.statements = self.waits = 0
        self._path = path
        self._statement_seconds = statement_seconds
        self._trigrams = RareTrigrams(path)
        raw = connect(path)
        self._unique = constraint_names(raw)
        self._triggered = triggered_tables(raw)
        self._in_loop = self._connection(raw)
        self._in_loop.limit_seconds(min(statement_seconds, _LOOP_SECONDS))
        self._single_reads = _SingleReads(self._in_loop)
        writing = self._connection(connect(path))
        writing.limit_seconds(statement_seconds)
        self._writer = SqliteWriter(writing)
        self.transaction: Callable[[], AbstractAsyncContextManager[Transaction]] = (
            self._writer.transaction
        )
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        # Whoever read last reads next: what it keeps of the file is not kept four times.
        self._readers: asyncio.LifoQueue[SqliteConnection] = asyncio.LifoQueue()
        self._readers_to_open = READERS
        self._long = LongReads()
        self._slots = FairSlots(READERS, share=READERS_OF_ONE)
        self._closed = False

    def _connection(self, raw: sqlite3.Connection) -> SqliteConnection:
        return SqliteConnection(
            raw,
            unique=self._unique,
            triggered=self._triggered,
            trigrams=self._trigrams,
            tally=self,
        )

    async def _reader(self) -> SqliteConnection:
        """A connection that nobody reads with; who holds a slot finds one, or opens it."""
        if self._closed:
            raise DatabaseUnavailable
        if not self._readers.empty():
            return self._readers.get_nowait()
        # In a thread: while another process recovers the log, it waits.
        opening = asyncio.get_running_loop().run_in_executor
        raw = await opening(self._pool, connect_reader, self._path, self._unique)
        if self._closed:
            raw.close()
            raise DatabaseUnavailable
        self._readers_to_open -= 1
        reader = self._connection(raw)
        reader.limit_seconds(self._statement_seconds)
        return reader

    def committed_state(self) -> int | None:
        # SQLite's own mark of commits by other connections, and this one never writes.
        found: tuple[int] = self._in_loop.raw.execute("PRAGMA data_version").fetchone()
        return found[0]

    def single_reads(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._single_reads

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[Snapshot]:
        async with self._slots.place():
            connection = await self._reader()
            try:
                connection.execute_unprepared("BEGIN")
                try:
                    yield SnapshotReads(connection, self._pool, self._long)
                finally:
                    connection.execute_unprepared("COMMIT")
            finally:
                self._readers.put_nowait(connection)

    async def flush(self) -> None:
        """Nothing: a commit has waited for the disk before anybody sees it."""

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        for _ in range(READERS - self._readers_to_open):
            reader = await self._readers.get()
            reader.raw.close()
        self._pool.shutdown()
        self._in_loop.raw.close()
