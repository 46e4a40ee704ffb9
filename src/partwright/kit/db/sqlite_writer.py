"""All writes to an SQLite file: one connection, one transaction after the other, shared commits.

The statements of a write run in the event loop, where they cost microseconds. What costs
milliseconds, taking the database's write lock and the commit with its fsync, runs in the writer
thread.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from partwright.kit.db.base import DatabaseUnavailable, Transaction, Value, finish_despite_cancel
from partwright.kit.db.group_commit import GroupCommit
from partwright.kit.db.sqlite_connection import SqliteConnection

T = TypeVar("T")

SHARED_COMMIT = 64
"""The most transactions that wait for one commit."""
_IN_THREAD = 32
"""From so many rows on, a bulk write leaves the event loop."""


def _check_in_transaction(connection: SqliteConnection) -> None:
    """DatabaseUnavailable when SQLite itself has taken everything back, for want of space say.

    What would follow is then in no transaction any more.
    """
    if not connection.raw.in_transaction:
        raise DatabaseUnavailable


class SqliteTransaction:
    """One transaction's statements."""

    def __init__(self, connection: SqliteConnection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread

    async def serialize(self) -> None:
        """Nothing: every writer has its turn already."""

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        _check_in_transaction(self._connection)
        return self._connection.one(row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        _check_in_transaction(self._connection)
        return self._connection.all(row, sql, params)

    async def run(self, sql: str, **params: Value) -> int:
        _check_in_transaction(self._connection)
        return self._connection.run(sql, params)

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        _check_in_transaction(self._connection)
        rows = list(rows)
        if len(rows) < _IN_THREAD:
            self._connection.run_many(sql, rows)
            return
        loop = asyncio.get_running_loop()
        await finish_despite_cancel(
            loop.run_in_executor(self._thread, self._connection.run_many, sql, rows)
        )


class SqliteWriter:
    """The connection that writes, and its thread."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._commits = GroupCommit(self, most=SHARED_COMMIT)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        async with self._commits.turn():
            yield SqliteTransaction(self._connection, self._thread)

    async def begin(self) -> None:
        await self._in_thread("BEGIN IMMEDIATE")

    async def mark(self) -> None:
        self._connection.execute_unprepared("SAVEPOINT work")

    async def keep(self) -> None:
        _check_in_transaction(self._connection)
        self._connection.execute_unprepared("RELEASE work")

    async def undo(self) -> None:
        _check_in_transaction(self._connection)
        self._connection.execute_unprepared("ROLLBACK TO work")
        self._connection.execute_unprepared("RELEASE work")

    async def commit(self) -> None:
        await self._in_thread("COMMIT")

    async def abandon(self) -> None:
        if self._connection.raw.in_transaction:
            await self._in_thread("ROLLBACK")

    async def _in_thread(self, sql: str) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._connection.execute_unprepared, sql)

    async def close(self) -> None:
        await self._commits.close()
        self._thread.shutdown()
        self._connection.raw.close()
