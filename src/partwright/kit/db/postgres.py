"""PostgreSQL, and what speaks its protocol, through psycopg's pool.

Reads of several statements see one state (REPEATABLE READ, read only); writes run at READ
COMMITTED, since those that depend on what they read take the row they depend on first.
"""

import select
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection, errors
from psycopg.rows import args_row, scalar_row, tuple_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from partwright.kit.db.base import (
    ConstraintViolated,
    DatabaseUnavailable,
    Snapshot,
    Transaction,
    TransactionLost,
    Value,
)
from partwright.kit.db.dialect import for_postgres

T = TypeVar("T")

POOL_SIZE = 16
WAIT_SECONDS = 30
FIRST_ANALYZE = 500
"""Rows of bulk writes after which the tables are analyzed for the first time."""
_LOST = (errors.SerializationFailure, errors.DeadlockDetected)


def _explained(error: psycopg.Error) -> Exception:
    if isinstance(error, _LOST):
        return TransactionLost()
    if isinstance(error, errors.IntegrityError):
        return ConstraintViolated(error.diag.constraint_name or str(error))
    if isinstance(error, psycopg.OperationalError):
        return DatabaseUnavailable()
    return error


def _factory(row: Callable[..., T]) -> Any:
    return scalar_row if row in (str, int) else args_row(row)


async def _check_alive(connection: AsyncConnection[Any]) -> None:
    """OperationalError for an idle connection that the server has closed meanwhile.

    An idle connection has nothing to say, so one that can be read has been told its end. This
    costs no round trip.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        await connection.close()
        raise psycopg.OperationalError("the server has closed the connection")


class _Session:
    """Executes on one connection of the pool."""

    def __init__(self, owner: "PostgresDatabase", raw: AsyncConnection[Any]) -> None:
        self._owner = owner
        self._raw = raw

    async def _execute(self, factory: Any, sql: str, params: Mapping[str, Value]) -> Any:
        self._owner.statements += 1
        cursor = self._raw.cursor(row_factory=factory)
        try:
            # The text is ours in every case: a constant of a queries module.
            return await cursor.execute(for_postgres(sql), params)  # pyright: ignore[reportArgumentType]
        except psycopg.Error as error:
            raise _explained(error) from error

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return await (await self._execute(_factory(row), sql, params)).fetchone()

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return await (await self._execute(_factory(row), sql, params)).fetchall()

    async def run(self, sql: str, **params: Value) -> int:
        return (await self._execute(tuple_row, sql, params)).rowcount

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        self._owner.statements += 1
        rows = list(rows)
        self._owner.written += len(rows)
        try:
            await self._raw.cursor().executemany(for_postgres(sql), rows)  # pyright: ignore[reportArgumentType]
        except psycopg.Error as error:
            raise _explained(error) from error


class PostgresDatabase:
    """One PostgreSQL database, with a pool of connections for this process."""

    dialect = "postgres"

    def __init__(self, url: str) -> None:
        self.statements = 0
        self.written = 0
        """Rows of bulk writes since the start."""
        self._analyze_at = FIRST_ANALYZE
        self._pool = AsyncConnectionPool(
            url,
            min_size=2,
            max_size=POOL_SIZE,
            open=False,
            timeout=WAIT_SECONDS,
            kwargs={"autocommit": True},
            check=_check_alive,
        )

    async def open(self) -> None:
        try:
            await self._pool.open(wait=True, timeout=WAIT_SECONDS)
        except PoolTimeout as error:
            raise DatabaseUnavailable from error

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[AsyncConnection[Any]]:
        """A connection of the pool, which ends what the block leaves begun."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            # Statements have explained themselves already; this is what begins and ends them.
            raise _explained(error) from error

    @asynccontextmanager
    async def glance(self) -> AsyncGenerator[Snapshot]:
        async with self._connection() as connection:
            yield _Session(self, connection)

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[Snapshot]:
        async with self._connection() as connection:
            await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _Session(self, connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        async with self._connection() as connection:
            async with connection.transaction():
                yield _Session(self, connection)
            if self.written >= self._analyze_at:
                await self._analyze(connection)

    async def _analyze(self, connection: AsyncConnection[Any]) -> None:
        """Tell the planner how large the tables have become, sooner than autovacuum would.

        Without it the first imports into an empty database are planned for ten rows, and a
        structure of thousands is joined row by row. It is done each time the rows have doubled.
        """
        self._analyze_at = 2 * self.written
        await connection.execute("ANALYZE")

    async def close(self) -> None:
        await self._pool.close()
