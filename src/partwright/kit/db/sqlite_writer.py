"""The connection that writes to an SQLite file, and the transactions that follow one another on it."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

from partwright.kit.db.base import (
    DatabaseUnavailable,
    Transaction,
    Value,
    WrittenElsewhere,
    finish_despite_cancel,
)
from partwright.kit.db.dialect import placed_for_sqlite
from partwright.kit.db.group_commit import GroupCommit
from partwright.kit.db.sqlite_connection import SqliteConnection

T = TypeVar("T")

SHARED_COMMIT = 64
"""The most transactions that wait for one commit."""
_IN_THREAD, _READ_IN_THREAD = 32, 500
"""From so many rows, or values in a list, a write or a writer's read leaves the event loop."""
_BEGIN = "BEGIN IMMEDIATE"
PATIENCE_SECONDS = 50.0
"""How long a writer waits for another process, an import say: less than proxies wait for an answer."""
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.001, 0.05
"""Between two looks whether it still writes."""


def _check_in_transaction(connection: SqliteConnection) -> None:
    """DatabaseUnavailable when SQLite itself has taken everything back, for want of space say.

    What would follow is then in no transaction any more.
    """
    if not connection.raw.in_transaction:
        raise DatabaseUnavailable


def _has_long_list(sql: str, params: Mapping[str, Value], most: int) -> bool:
    return placed_for_sqlite(sql).has_lists and any(
        isinstance(value, list) and len(value) >= most for value in params.values()
    )


class WriterThread:
    """The thread of one connection; an executor's futures take as long as several short statements."""

    def __init__(self) -> None:
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, work: Callable[..., T], *what: object) -> asyncio.Future[T]:
        """The outcome of the work, which goes on when nobody waits for it any more."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._go_on, name="sqlite-writer", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[T] = loop.create_future()

        def do() -> None:
            try:
                result = work(*what)
            except BaseException as error:  # noqa: BLE001 - whoever waits for it has to hear of it
                _tell(loop, _fail, outcome, error)
            else:
                _tell(loop, _succeed, outcome, result)

        self._work.put(do)
        return outcome

    def _go_on(self) -> None:
        while (do := self._work.get()) is not None:
            do()
            # What it holds is not kept until something else comes.
            del do

    async def close(self) -> None:
        """Let it end after what it still has to do."""
        if self._thread is not None:
            self._work.put(None)
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)


def _tell(loop: asyncio.AbstractEventLoop, settle: Callable[..., None], *what: object) -> None:
    # A loop that has been closed meanwhile has nobody who waits.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(settle, *what)


def _succeed(outcome: asyncio.Future[T], result: T) -> None:
    if not outcome.done():
        outcome.set_result(result)


def _fail(outcome: asyncio.Future[Any], error: BaseException) -> None:
    if not outcome.done():
        outcome.set_exception(error)


class SqliteTransaction:
    """One transaction's statements."""

    def __init__(
        self,
        connection: SqliteConnection,
        thread: WriterThread,
        begin_long: Callable[[], Awaitable[None]],
    ) -> None:
        self._connection = connection
        self._thread = thread
        self._begin_long = begin_long

    async def serialize(self) -> None:
        """Nothing: every writer has its turn already."""

    def prefetch(self, sql: str, **params: Value) -> None:
        """Nothing: a statement is a call."""

    async def allow_seconds(self, seconds: float) -> None:
        await self._begin_long()
        self._connection.allow_seconds(seconds)

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        _check_in_transaction(self._connection)
        if _has_long_list(sql, params, _READ_IN_THREAD):
            return await self._in_thread(self._connection.one, row, sql, params)
        return self._connection.one(row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        _check_in_transaction(self._connection)
        if _has_long_list(sql, params, _READ_IN_THREAD):
            return await self._in_thread(self._connection.all, row, sql, params)
        return self._connection.all(row, sql, params)

    async def run(self, sql: str, **params: Value) -> int:
        _check_in_transaction(self._connection)
        if _has_long_list(sql, params, _IN_THREAD):
            return await self._in_thread(self._connection.run, sql, params)
        return self._connection.run(sql, params)

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        _check_in_transaction(self._connection)
        to_come = iter(rows)
        first = list(islice(to_come, _IN_THREAD))
        if len(first) < _IN_THREAD:
            self._connection.run_many(sql, first)
            return
        # The thread makes the others too, where they are made one by one.
        await self._in_thread(lambda: self._connection.run_many(sql, [*first, *to_come]))

    async def _in_thread(self, work: Callable[..., T], *what: object) -> T:
        """Let the writer's thread do what is long; whoever hangs up meanwhile waits for its end."""
        return await finish_despite_cancel(self._thread.run(work, *what))


class SqliteWriter:
    """The connection that writes, and its thread."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._thread = WriterThread()
        self._commits = GroupCommit(self, most=SHARED_COMMIT)
        self._is_long = False
        self._was_long = False
        self._store = ""
        self._changes = 0
        self._is_hurried = False
        self._is_fresh = True
        """Whether nobody has written in the transaction, so that to end it takes back all of a writer."""
        self._is_marked = False
        # Only the begin of a transaction waits for other processes, and does so itself.
        connection.execute_unprepared("PRAGMA busy_timeout = 0")

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        async with self._commits.turn():
            try:
                yield SqliteTransaction(self._connection, self._thread, self._begin_long)
            finally:
                self._connection.allow_seconds(None)
                self._is_long = False

    async def _begin_long(self) -> None:
        """Go on in a transaction that keeps on the disk what its statements may have to put back.

        In memory that is a list, which SQLite walks from its beginning after each statement: with
        100,000 changed rows for hours. A file costs a short write as much as all the rest of it.
        """
        assert self._connection.raw.total_changes == self._changes, "It has written already."
        self._is_long = self._was_long = True
        # What hangs up meanwhile is undone like any other, so there has to be a mark by then.
        await finish_despite_cancel(self._commits.begin_anew(), on_cancel=self.hurry)

    def begin_at_once(self) -> bool:
        self._prepare()
        try:
            self._connection.execute_unprepared(_BEGIN)
        except DatabaseUnavailable:
            # Another process writes, say.
            return False
        return True

    async def begin(self, since: float) -> None:
        """Begin once no other process writes, for a writer who has waited since then."""
        self._prepare()
        self._is_hurried = False
        loop, pause = asyncio.get_running_loop(), _FIRST_PAUSE_SECONDS
        while True:
            try:
                self._connection.execute_unprepared(_BEGIN)
                return
            except WrittenElsewhere:
                if self._is_hurried or loop.time() > since + PATIENCE_SECONDS:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def hurry(self) -> None:
        """Let a begin that waits end soon: nobody needs it any more."""
        self._is_hurried = True

    def _prepare(self) -> None:
        if self._was_long and not self._is_long:
            # Its pages stay in this connection's cache otherwise, where hardly any is read again.
            self._was_long = False
            self._connection.execute_unprepared("PRAGMA shrink_memory")
        self._is_fresh = True
        store = "FILE" if self._is_long else "MEMORY"
        if store != self._store:
            self._connection.execute_unprepared(f"PRAGMA temp_store = {store}")
            self._store = store

    async def mark(self) -> None:
        self._changes = self._connection.raw.total_changes
        # A savepoint copies each page before it is changed.
        self._is_marked, self._is_fresh = not self._is_fresh, False
        if self._is_marked:
            self._connection.execute_unprepared("SAVEPOINT work")

    async def keep(self) -> None:
        _check_in_transaction(self._connection)
        if self._is_marked:
            self._connection.execute_unprepared("RELEASE work")

    async def undo(self) -> None:
        _check_in_transaction(self._connection)
        if self._is_marked:
            self._connection.execute_unprepared("ROLLBACK TO work")
            self._connection.execute_unprepared("RELEASE work")
            return
        await self._in_thread("ROLLBACK")
        # Where another process comes between, the next writer waits for it, and not this one.
        self._connection.execute_unprepared(_BEGIN)
        self._is_fresh = True

    async def commit(self) -> None:
        await self._in_thread("COMMIT")

    async def abandon(self) -> None:
        if self._connection.raw.in_transaction:
            await self._in_thread("ROLLBACK")

    async def _in_thread(self, sql: str) -> None:
        await self._thread.run(self._connection.execute_unprepared, sql)

    async def close(self) -> None:
        await self._commits.close()
        await self._thread.close()
        self._connection.raw.close()
