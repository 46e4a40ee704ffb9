"""Common part of both databases: the two faces they show, reading and writing, and writers' turns."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from typing import Any, Protocol, TypeVar

from partwright.kit.errors import ServiceUnavailable

T = TypeVar("T")
First = TypeVar("First")
Second = TypeVar("Second")

Value = str | int | float | bool | bytes | None | list[str]
"""What a parameter may be; a list is read in SQL by `each(:name)`, one text a row."""


class ConstraintViolated(Exception):
    """A unique index or a check turned a row down; `name` is the constraint's name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TransactionLost(Exception):
    """The database gave the transaction up for another one; run anew it may succeed."""


class ExpectationFailed(TransactionLost):
    """A statement said something else than expected; run anew, without expectations, it is exact."""


class WorkLost(TransactionLost):
    """Several writers' work was taken back together; `culprit` is the transaction whose fault it was."""

    def __init__(self, culprit: object) -> None:
        super().__init__()
        self.culprit = culprit


class DatabaseUnavailable(ServiceUnavailable):
    """The database does not answer, or not in time."""

    def __init__(self) -> None:
        super().__init__("The database does not answer", retry_after=2)


class StatementTooLong(ServiceUnavailable):
    """A statement takes longer than one may."""

    def __init__(self) -> None:
        super().__init__("The query took the database too long; ask for less at once")


def tuple_of(
    first: Callable[..., First], second: Callable[..., Second]
) -> Callable[..., tuple[First, Second]]:
    """Rows of two columns as they are; the arguments say of which types these are."""
    return whole_row


def whole_row(*columns: Any) -> tuple[Any, ...]:
    """A row as it comes."""
    return columns


class Snapshot(Protocol):
    """Reads of one consistent state."""

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        """The first row, its columns given in order to `row`, or None."""
        ...

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        """All rows, each made by `row` of its columns in order."""
        ...


class Transaction(Snapshot, Protocol):
    """Reads and writes that take effect together, or not at all."""

    async def serialize(self) -> None:
        """Come after all others that took a turn, and before all that will.

        Called before any statement, it lets those who wait share their commit.
        """
        ...

    def prefetch(self, sql: str, **params: Value) -> None:
        """Let a read that will be asked for soon, before any write, go with the next statement.

        It saves a wait where the database is elsewhere, and does nothing where it is not.
        """
        ...

    async def allow_seconds(self, seconds: float) -> None:
        """Let each statement from here on take so long, whatever the limit is otherwise.

        For long work that nobody waits for; it holds to the end of the transaction. Called before
        anything is written. On SQLite the transaction is one of its own.
        """
        ...

    async def run(self, sql: str, **params: Value) -> int:
        """Execute one statement; answers the number of rows it touched."""
        ...

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Execute one statement for each set of parameters."""
        ...


class Database(Protocol):
    """One open database, shared by all requests of the process."""

    dialect: str

    @property
    def statements(self) -> int:
        """How many statements were executed since the start."""
        ...

    @property
    def waits(self) -> int:
        """How often writers waited for a database that is elsewhere."""
        ...

    def committed_state(self) -> int | None:
        """A number that another follows with every commit, of any process; None if it has none."""
        ...

    def single_reads(self) -> AbstractAsyncContextManager[Snapshot]:
        """Light single-statement reads: no thread, and each statement a state of its own."""
        ...

    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        """Any number of reads, however heavy, all of one state."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Committed when the block ends, undone when it raises.

        Raises TransactionLost when the whole block has to be run again.
        """
        ...

    async def flush(self) -> None:
        """Wait until all that was committed so far, by any process, is kept whatever happens."""
        ...

    async def close(self) -> None: ...


ATTEMPTS = 8
_FIRST_PAUSE_SECONDS = 0.002
may_expect: ContextVar[bool] = ContextVar("may_expect", default=False)
"""Whether a transaction may go on with what it expects statements to say: who opened it runs it
again when that was wrong."""


async def retry_lost_transaction(work: Callable[[], Awaitable[T]], *, expects: bool = True) -> T:
    """Run work that opens its own transaction, again when the database gave it up.

    Work that does what no database takes back, such as removing a file, `expects` nothing: it has
    to know.
    """
    expecting = may_expect.set(expects)
    try:
        with suppress(WorkLost):
            return await work()
        # It was another one's fault, who is not relied on again so soon.
        return await work()
    except ExpectationFailed:
        pass
    except TransactionLost:
        await asyncio.sleep(_FIRST_PAUSE_SECONDS)
    finally:
        may_expect.reset(expecting)
    for attempt in range(1, ATTEMPTS - 1):
        try:
            return await work()
        except TransactionLost:
            # Longer each time, so that those who collided drift apart.
            await asyncio.sleep(_FIRST_PAUSE_SECONDS * 2**attempt)
    try:
        return await work()
    except TransactionLost as lost:
        raise DatabaseUnavailable from lost


_NUDGE_SECONDS = 0.05


async def finish_despite_cancel(
    work: Awaitable[T], *, on_cancel: Callable[[], object] | None = None
) -> T:
    """The result of the work; a cancellation is passed on only when the work has ended.

    `on_cancel` is called, again and again, to hasten the end of cancelled work.
    """
    future = asyncio.ensure_future(work)
    try:
        # Shielded also from the report of a failure that nobody waits for any more.
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        while not future.done():
            if on_cancel is not None:
                on_cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([future], timeout=_NUDGE_SECONDS)
        # Looked at, so that a failure that nobody waits for any more is not reported as forgotten.
        _ = future.cancelled() or future.exception()
        raise


answering_task: ContextVar["asyncio.Task[Any] | None"] = ContextVar("answering_task", default=None)
"""The task of a request. It tells of a commit also when it is cut off; any other task just ends."""


async def outcome_despite_cancel(work: Awaitable[T]) -> T:
    """The outcome of a commit; a cancellation is passed on when it has ended, but to no request.

    A request that the end of the server cuts off would else be answered as undone.
    """
    future = asyncio.ensure_future(work)
    is_cancelled = False
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            is_cancelled = True
    result = future.result()
    if is_cancelled and answering_task.get() is not asyncio.current_task():
        raise asyncio.CancelledError
    return result


class WriterConnection(Protocol):
    """The connection that the writers share; a failure to reach it is DatabaseUnavailable."""

    async def begin(self) -> None:
        """Begin a transaction for several writers."""
        ...

    async def mark(self) -> None:
        """Let one writer begin, to be taken back alone."""
        ...

    async def keep(self) -> None:
        """Let what was written since the mark stand.

        DatabaseUnavailable or WorkLost when everything has been taken back.
        """
        ...

    async def undo(self) -> None:
        """Take back what was written since the mark; raises as `keep` does."""
        ...

    async def commit(self) -> "asyncio.Future[None] | None":
        """Commit; where the disk may not have it yet, answers what is done when it has."""
        ...

    async def abandon(self) -> None:
        """End a transaction that cannot be committed, if it has not ended by itself."""
        ...


class _Batch:
    """Writers that share a commit."""

    def __init__(self) -> None:
        self.committed: asyncio.Future[None]
        self.begin_anew()

    def begin_anew(self) -> None:
        """Those who come from now on wait for another commit."""
        self.size = 0
        self.committed = asyncio.get_running_loop().create_future()

    def settle(self, error: BaseException | None) -> None:
        if error is None:
            self.committed.set_result(None)
        else:
            self.committed.set_exception(error)
            # Looked at here, so that a batch whose callers are all gone leaves no warning.
            self.committed.exception()


class GroupCommit:
    """Gives each writer on one connection its turn and commits what waits together.

    A commit waits for the disk, and most of a short write is that wait. So the connection begins a
    transaction for several writers, gives each a savepoint of its own, and each is answered only
    after the commit that holds what it wrote.

    The turn is taken first come, first served. When a batch begins, its committer queues for the
    turn as well: those who waited already go before it and are of the batch, later ones wait for
    the next. It is nobody's child, so that no caller who hangs up can leave a batch uncommitted.
    """

    def __init__(self, line: WriterConnection, *, most: int) -> None:
        self._line = line
        self._most = most
        self._turn = asyncio.Lock()
        self._batch: _Batch | None = None
        self._committers: set[asyncio.Task[None]] = set()
        self._gave_up = 0.0
        self._closed = False

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Write on the line; committed when the block has ended, undone when it raises."""
        arrived = asyncio.get_running_loop().time()
        async with self._turn:
            batch = self._batch or await finish_despite_cancel(self._begin(arrived))
            try:
                await self._line.mark()
                try:
                    yield
                    await self._line.keep()
                except BaseException:
                    await finish_despite_cancel(self._undo(batch))
                    raise
            finally:
                batch.size += 1
                if batch.size >= self._most and self._batch is batch:
                    await outcome_despite_cancel(self._commit(batch))
        await outcome_despite_cancel(batch.committed)

    async def begin_anew(self) -> None:
        """Let whoever has the turn, and has written nothing, go on in another transaction.

        What others of the batch wrote is committed before.
        """
        batch = self._batch
        assert batch is not None
        if batch.size:
            await self._line.commit()
            batch.settle(None)
            batch.begin_anew()
        else:
            await self._line.abandon()
        await self._line.begin()
        await self._line.mark()

    async def _begin(self, arrived: float) -> _Batch:
        # Whoever waited while another one gave up has waited long enough.
        if self._closed or arrived < self._gave_up:
            raise DatabaseUnavailable
        try:
            await self._line.begin()
        except DatabaseUnavailable:
            self._gave_up = asyncio.get_running_loop().time()
            raise
        self._batch = _Batch()
        committer = asyncio.create_task(self._commit_in_turn(self._batch))
        self._committers.add(committer)
        committer.add_done_callback(self._committers.discard)
        return self._batch

    async def _undo(self, batch: _Batch) -> None:
        """Take back one writer of a batch, or the batch when everything was taken back."""
        try:
            await self._line.undo()
        except (DatabaseUnavailable, WorkLost) as error:
            await self._fail(batch, error)

    async def _commit_in_turn(self, batch: _Batch) -> None:
        async with self._turn:
            if self._batch is batch:
                await self._commit(batch)

    async def _commit(self, batch: _Batch) -> None:
        try:
            kept = await self._line.commit()
        except Exception as error:  # noqa: BLE001 - whatever it is, the callers must hear of it
            await self._fail(batch, error)
        else:
            self._batch = None
            if kept is None:
                batch.settle(None)
            else:
                kept.add_done_callback(lambda kept: batch.settle(kept.exception()))

    async def _fail(self, batch: _Batch, error: Exception) -> None:
        self._batch = None
        batch.settle(error)
        await self._line.abandon()

    async def close(self) -> None:
        """Commit what waits, and refuse what comes."""
        async with self._turn:
            self._closed = True
            if self._batch is not None:
                await self._commit(self._batch)
