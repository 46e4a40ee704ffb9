"""Writes in transactions of their own, run again where the database gives one up."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from partwright.kit.db.base import Database, Transaction, Value, retry_lost_transaction

T = TypeVar("T")


async def write_alone(
    database: Database, work: Callable[[Transaction], Awaitable[T]], *, expects: bool = True
) -> T:
    """The result of the work in a transaction in which nothing else is done.

    `expects` as `retry_lost_transaction` has it.
    """

    async def attempt() -> T:
        async with database.transaction() as tx:
            return await work(tx)

    return await retry_lost_transaction(attempt, expects=expects)


async def run_alone(database: Database, sql: str, **params: Value) -> int:
    """Run one statement in a transaction of its own; answers how many rows it changed."""
    return await write_alone(database, lambda tx: tx.run(sql, **params))
