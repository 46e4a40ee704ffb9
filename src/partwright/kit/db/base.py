"""Common part of both databases: the two faces they show, reading and writing, and writers' turns."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

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


_OTHERS_WRITE = (
    "Others are still writing, such as a long import; nothing of this was written, try again later"
)
_OTHERS_SECONDS = 10


class OthersWriteForLong(ServiceUnavailable):
    """The writers before this one take longer than it waits."""

    def __init__(self) -> None:
        super().__init__(_OTHERS_WRITE, retry_after=_OTHERS_SECONDS)


class WrittenElsewhere(DatabaseUnavailable):
    """The same of another process that writes to the same SQLite file."""

    def __init__(self) -> None:
        ServiceUnavailable.__init__(self, _OTHERS_WRITE, retry_after=_OTHERS_SECONDS)


class NoWriteAheadLog(DatabaseUnavailable):
    """SQLite cannot keep its log beside the file, without which readers and writers lock each other out."""

    def __init__(self, folder: str, reason: str, *, is_remote: bool) -> None:
        super().__init__()
        advice = "; expected a folder on a local disk" if is_remote else ""
        self.reason = f"SQLite cannot keep its write-ahead log in {folder} ({reason}){advice}"


class StatementTooLong(ServiceUnavailable):
    """A statement takes longer than one may."""

    def __init__(self) -> None:
        super().__init__("The query took the database too long; ask for less at once")


async def held_up_by_others(statement: Awaitable[T]) -> T:
    """The outcome of a statement that touches one row, and takes long only where another writer has it."""
    try:
        return await statement
    except StatementTooLong as waited:
        raise OthersWriteForLong from waited


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
        """The number of statements executed since the start."""
        ...

    @property
    def waits(self) -> int:
        """The number of times that writers waited for a database that is elsewhere."""
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


def _note_end(ended: asyncio.Future[None], _: object) -> None:
    if not ended.done():
        ended.set_result(None)


async def outcome_despite_cancel(work: Awaitable[T]) -> T:
    """The outcome of a commit; a cancellation is passed on when it has ended, but to no request.

    A request that the end of the server cuts off would else be answered as undone.
    """
    future = asyncio.ensure_future(work)
    is_cancelled = False
    while not future.done():
        ended = asyncio.get_running_loop().create_future()
        tell = partial(_note_end, ended)
        future.add_done_callback(tell)
        try:
            await ended
        except asyncio.CancelledError:
            is_cancelled = True
            future.remove_done_callback(tell)
    result = future.result()
    if is_cancelled and answering_task.get() is not asyncio.current_task():
        raise asyncio.CancelledError
    return result


_noted: WeakKeyDictionary[Transaction, set[str]] = WeakKeyDictionary()
"""Hints to be given once each transaction has been committed."""


def hint(tx: Transaction, topic: str) -> None:
    """Give a hint of `kit.hints` once the transaction has been committed, where this installation gives any."""
    noted = _noted.get(tx)
    if noted is not None:
        noted.add(topic)


def begin_hints(tx: Transaction) -> set[str]:
    """The hints that are noted in a transaction from here on."""
    return _noted.setdefault(tx, set())
