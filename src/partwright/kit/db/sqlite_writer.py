"""All writes to an SQLite file: one connection, one transaction after the other, shared commits.

The statements of a write run in the event loop, where they cost microseconds, each transaction in
a savepoint. What costs milliseconds, taking the database's write lock and the commit with its
fsync, runs in the writer thread, and transactions that waited meanwhile share the next commit.
Each is answered only after the commit that holds it.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from partwright.kit.db.base import DatabaseUnavailable, Transaction, Value
from partwright.kit.db.sqlite_connection import Connection
from partwright.kit.db.waiting import to_the_end

T = TypeVar("T")

SHARED_COMMIT = 64
"""The most transactions that wait for one commit."""
_IN_THREAD = 32
"""From so many rows on, a bulk write leaves the event loop."""


class Writing:
    """One transaction's statements."""

    def __init__(self, connection: Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread

    def check(self) -> None:
        """DatabaseUnavailable when SQLite itself has taken everything back, for want of space say.

        What would follow is then in no transaction any more.
        """
        if not self._connection.raw.in_transaction:
            raise DatabaseUnavailable

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        self.check()
        return self._connection.one(row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        self.check()
        return self._connection.all(row, sql, params)

    async def run(self, sql: str, **params: Value) -> int:
        self.check()
        return self._connection.run(sql, params)

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        self.check()
        rows = list(rows)
        if len(rows) < _IN_THREAD:
            self._connection.run_many(sql, rows)
            return
        loop = asyncio.get_running_loop()
        await to_the_end(loop.run_in_executor(self._thread, self._connection.run_many, sql, rows))


class _Batch:
    """Transactions that share a commit."""

    def __init__(self) -> None:
        self.size = 0
        self.committed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(self, error: Exception | None) -> None:
        if error is None:
            self.committed.set_result(None)
        else:
            self.committed.set_exception(error)
            # Looked at here, so that a batch whose callers are all gone leaves no warning.
            self.committed.exception()


class Writer:
    """Gives each transaction its turn and commits what waits together.

    The turn is taken first come, first served. When a batch begins, its committer queues for the
    turn as well: those who waited already go before it and are of the batch, later ones wait for
    the next. It is nobody's child, so that no caller who hangs up can leave a batch uncommitted.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._turn = asyncio.Lock()
        self._batch: _Batch | None = None
        self._committers: set[asyncio.Task[None]] = set()
        self._gave_up = 0.0
        self._closed = False

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        arrived = asyncio.get_running_loop().time()
        async with self._turn:
            batch = self._batch or await to_the_end(self._begin(arrived))
            try:
                self._connection.plainly("SAVEPOINT work")
                writing = Writing(self._connection, self._thread)
                try:
                    yield writing
                    writing.check()
                    self._connection.plainly("RELEASE work")
                except BaseException:
                    self._undo(batch)
                    raise
            finally:
                batch.size += 1
                if batch.size >= SHARED_COMMIT and self._batch is batch:
                    await to_the_end(self._commit(batch))
        await asyncio.shield(batch.committed)

    async def _begin(self, arrived: float) -> _Batch:
        # Whoever waited while another one gave up has waited long enough.
        if self._closed or arrived < self._gave_up:
            raise DatabaseUnavailable
        try:
            await self._in_thread("BEGIN IMMEDIATE")
        except DatabaseUnavailable:
            self._gave_up = asyncio.get_running_loop().time()
            raise
        self._batch = _Batch()
        committer = asyncio.create_task(self._commit_in_turn(self._batch))
        self._committers.add(committer)
        committer.add_done_callback(self._committers.discard)
        return self._batch

    def _undo(self, batch: _Batch) -> None:
        """Take back one transaction of a batch, or the batch when SQLite itself took all back."""
        if self._connection.raw.in_transaction:
            self._connection.plainly("ROLLBACK TO work")
            self._connection.plainly("RELEASE work")
        else:
            self._batch = None
            batch.settle(DatabaseUnavailable())

    async def _commit_in_turn(self, batch: _Batch) -> None:
        async with self._turn:
            if self._batch is batch:
                await self._commit(batch)

    async def _commit(self, batch: _Batch) -> None:
        self._batch = None
        try:
            await self._in_thread("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, the callers must hear of it
            batch.settle(error)
            if self._connection.raw.in_transaction:
                await self._in_thread("ROLLBACK")
        else:
            batch.settle(None)

    async def _in_thread(self, sql: str) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._connection.plainly, sql)

    async def close(self) -> None:
        """Commit what waits, and refuse what comes."""
        async with self._turn:
            self._closed = True
            if self._batch is not None:
                await self._commit(self._batch)
            self._thread.shutdown()
            self._connection.raw.close()
