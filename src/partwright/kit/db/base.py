"""The two faces a database shows: reading and writing."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

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
