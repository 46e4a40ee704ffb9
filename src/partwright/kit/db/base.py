"""The two faces a database shows: reading and writing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import cache
from typing import Any, Protocol, TypeVar, get_type_hints

import msgspec

from partwright.kit.errors import Refusal, ServiceUnavailable

T = TypeVar("T")

Value = str | int | float | bool | bytes | None | list[str]
"""What a parameter may be; a list is read in SQL by `each(:name)`, one text a row."""


class ConstraintViolated(Exception):
    """A unique index or a check turned a row down; `name` is the constraint's name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TransactionLost(Exception):
    """The database gave the transaction up for another one; run anew it may succeed."""


class DatabaseUnavailable(ServiceUnavailable):
    """The database does not answer, or not in time."""

    def __init__(self) -> None:
        super().__init__("The database does not answer", retry_after=2)


class StatementTooLong(ServiceUnavailable):
    """A statement takes longer than one may."""

    def __init__(self) -> None:
        super().__init__("This takes the database too long; ask for less at once")


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

    async def close(self) -> None: ...


ATTEMPTS = 8
_FIRST_PAUSE_SECONDS = 0.002


async def retry_lost_transaction(work: Callable[[], Awaitable[T]]) -> T:
    """Run work that opens its own transaction, again when the database gave it up."""
    for attempt in range(ATTEMPTS - 1):
        try:
            return await work()
        except TransactionLost:
            # Longer each time, so that those who collided drift apart.
            await asyncio.sleep(_FIRST_PAUSE_SECONDS * 2**attempt)
    try:
        return await work()
    except TransactionLost as lost:
        raise DatabaseUnavailable from lost


def refusal_for_violation(
    violation: ConstraintViolated, table: Mapping[str, Callable[[], Refusal]]
) -> Refusal:
    """The refusal a constraint stands for; a constraint not in the table is a fault of ours."""
    try:
        return table[violation.name]()
    except KeyError:
        raise violation from None


@cache
def row_maker(row: Callable[..., T]) -> Callable[[Sequence[Any]], T]:
    """A function from SQLite's tuple to the struct; SQLite keeps booleans as 0 and 1."""
    if row in (str, int):
        return lambda columns: columns[0]
    flags = _flags(row)
    if not flags:
        return lambda columns: row(*columns)

    def with_flags(columns: Sequence[Any]) -> T:
        values = list(columns)
        for flag in flags:
            if values[flag] is not None:
                values[flag] = bool(values[flag])
        return row(*values)

    return with_flags


def _flags(row: Callable[..., object]) -> tuple[int, ...]:
    if not (isinstance(row, type) and issubclass(row, msgspec.Struct)):
        return ()
    hints = get_type_hints(row)
    return tuple(
        place
        for place, name in enumerate(row.__struct_fields__)
        if hints[name] in (bool, bool | None)
    )


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
        raise
