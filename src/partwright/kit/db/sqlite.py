"""SQLite: reads in the loop or in reader threads, all writes through one connection.

The statements of a write run in the event loop, where they cost microseconds, one transaction
after the other, each in a savepoint. What costs milliseconds, taking the database's write lock
and the commit with its fsync, runs in the writer thread, and transactions that waited meanwhile
share the next commit. Each is answered only after the commit that holds it.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from partwright.kit.db.base import (
    ConstraintViolated,
    DatabaseUnavailable,
    Snapshot,
    Transaction,
    Value,
)
from partwright.kit.db.dialect import for_sqlite
from partwright.kit.db.rows import maker

T = TypeVar("T")

READERS = 4
SHARED_COMMIT = 64
"""The most transactions that wait for one commit."""
BUSY_SECONDS = 30
_IN_THREAD = 32
"""From so many rows on, a bulk write leaves the event loop."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection as the server uses it: WAL, every commit synced, foreign keys enforced."""
    connection = sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
        timeout=BUSY_SECONDS,
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA mmap_size = 268435456")
    return connection


def _bound(params: Mapping[str, Value]) -> Mapping[str, Value]:
    for value in params.values():
        if type(value) is list:
            return {k: json.dumps(v) if type(v) is list else v for k, v in params.items()}
    return params


class _Connection:
    """Executes on one connection; what SQLite raises becomes this package's own exceptions."""

    def __init__(self, owner: "SqliteDatabase", raw: sqlite3.Connection) -> None:
        self._owner = owner
        self.raw = raw

    def execute(self, sql: str, params: Mapping[str, Value]) -> sqlite3.Cursor:
        self._owner.statements += 1
        try:
            return self.raw.execute(for_sqlite(sql), _bound(params))
        except sqlite3.Error as error:
            raise self._owner.explain(error) from error

    def one(self, row: Callable[..., T], sql: str, params: Mapping[str, Value]) -> T | None:
        found = self.execute(sql, params).fetchall()
        return maker(row)(found[0]) if found else None

    def all(self, row: Callable[..., T], sql: str, params: Mapping[str, Value]) -> list[T]:
        make = maker(row)
        return [make(columns) for columns in self.execute(sql, params)]

    def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        self._owner.statements += 1
        try:
            self.raw.executemany(for_sqlite(sql), [_bound(row) for row in rows])
        except sqlite3.Error as error:
            raise self._owner.explain(error) from error


class _InLoop:
    """Reads that run right in the event loop."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return self._connection.one(row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return self._connection.all(row, sql, params)


class _InThread:
    """Reads that leave the event loop to others while they run."""

    def __init__(self, connection: _Connection, pool: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._pool = pool

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._connection.one, row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._connection.all, row, sql, params)


class _Writing(_InLoop):
    def __init__(self, connection: _Connection, pool: ThreadPoolExecutor) -> None:
        super().__init__(connection)
        self._pool = pool

    async def run(self, sql: str, **params: Value) -> int:
        return self._connection.execute(sql, params).rowcount

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        rows = list(rows)
        if len(rows) < _IN_THREAD:
            self._connection.run_many(sql, rows)
            return
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, self._connection.run_many, sql, rows)


class _Writer:
    """The one connection that writes, and the commits that its transactions share."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._sharing = 0
        self._committed: asyncio.Future[None] | None = None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            committed = await self._begin()
            try:
                self._plainly("SAVEPOINT work")
                try:
                    yield _Writing(self._connection, self._thread)
                except BaseException:
                    self._plainly("ROLLBACK TO work")
                    raise
                finally:
                    self._plainly("RELEASE work")
            finally:
                self._sharing += 1
                if not self._waiting or self._sharing >= SHARED_COMMIT:
                    await self._finish()
        finally:
            self._turn.release()
        await asyncio.shield(committed)

    async def _begin(self) -> asyncio.Future[None]:
        if self._committed is None:
            await self._in_thread("BEGIN IMMEDIATE")
            self._committed = asyncio.get_running_loop().create_future()
            self._sharing = 0
        return self._committed

    async def _finish(self) -> None:
        committed, self._committed = self._committed, None
        assert committed is not None
        # Shielded: a caller that hangs up must not leave the others' commit half waited for.
        await asyncio.shield(asyncio.ensure_future(self._commit(committed)))

    async def _commit(self, committed: asyncio.Future[None]) -> None:
        try:
            await self._in_thread("COMMIT")
        except Exception as error:
            if self._connection.raw.in_transaction:
                await self._in_thread("ROLLBACK")
            committed.set_exception(error)
            # Read once here, so that a batch whose callers are all gone leaves no warning.
            committed.exception()
        else:
            committed.set_result(None)

    def _plainly(self, sql: str) -> None:
        self._connection.raw.execute(sql)

    async def _in_thread(self, sql: str) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._connection.execute, sql, {})

    async def close(self) -> None:
        async with self._turn:
            self._thread.shutdown()
            self._connection.raw.close()


class SqliteDatabase:
    """One database file, open for this process; other processes may have it open too."""

    dialect = "sqlite"

    def __init__(self, path: Path) -> None:
        self.statements = 0
        self._unique: dict[str, str] = {}
        self._glance = _InLoop(_Connection(self, connect(path)))
        self._writer = _Writer(_Connection(self, connect(path)))
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        self._readers: asyncio.Queue[_Connection] = asyncio.Queue()
        for _ in range(READERS):
            self._readers.put_nowait(_Connection(self, connect(path)))
        self._learn_constraints(path)

    def _learn_constraints(self, path: Path) -> None:
        # SQLite names the columns of a violated unique index, not the index.
        raw = connect(path)
        tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for _, index, unique, *_ in raw.execute(f"PRAGMA index_list({table})").fetchall():
                if unique:
                    columns = raw.execute(f"PRAGMA index_info({index})").fetchall()
                    key = ", ".join(f"{table}.{column}" for _, _, column in columns)
                    self._unique.setdefault(key, index)
        raw.close()

    def explain(self, error: sqlite3.Error) -> Exception:
        """This package's exception for one of the driver's; others are handed back as they are."""
        text = str(error)
        if isinstance(error, sqlite3.IntegrityError):
            kind, _, what = text.partition(" constraint failed: ")
            if kind == "UNIQUE":
                what = what.removeprefix("index '").removesuffix("'")
                return ConstraintViolated(self._unique.get(what, what))
            return ConstraintViolated(what or text)
        if isinstance(error, sqlite3.OperationalError) and "locked" in text:
            return DatabaseUnavailable()
        return error

    @asynccontextmanager
    async def glance(self) -> AsyncIterator[Snapshot]:
        yield self._glance

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        connection = await self._readers.get()
        try:
            connection.raw.execute("BEGIN")
            try:
                yield _InThread(connection, self._pool)
            finally:
                connection.raw.execute("COMMIT")
        finally:
            self._readers.put_nowait(connection)

    def transaction(self) -> Any:
        return self._writer.transaction()

    async def close(self) -> None:
        await self._writer.close()
        while not self._readers.empty():
            self._readers.get_nowait().raw.close()
        self._pool.shutdown()
        self._glance._connection.raw.close()  # pyright: ignore[reportPrivateUsage]
