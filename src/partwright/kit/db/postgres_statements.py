"""Statements on one connection to PostgreSQL."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, LiteralString, Protocol, TypeVar, cast

import psycopg
from psycopg import AsyncConnection, errors
from psycopg.pq import TransactionStatus
from psycopg.rows import args_row, scalar_row, tuple_row

from partwright.kit.db.base import (
    ConstraintViolated,
    DatabaseUnavailable,
    StatementTooLong,
    TransactionLost,
    Value,
)
from partwright.kit.db.dialect import Planning, for_postgres, planning

T = TypeVar("T")

PLANNED: Mapping[Planning, LiteralString] = {
    "force_generic_plan": "SET LOCAL plan_cache_mode = force_generic_plan",
    "force_custom_plan": "SET LOCAL plan_cache_mode = force_custom_plan",
    "auto": "SET LOCAL plan_cache_mode = auto",
}
ROWS_AT_ONCE = 500
"""Rows that are made into records before others are served."""
ROWS_WRITTEN_AT_ONCE = 100
"""Rows of a bulk write that are sent together; making and sending them keeps others waiting."""
_LOST = (errors.SerializationFailure, errors.DeadlockDetected)


class StatementTally(Protocol):
    """Counts what is executed."""

    statements: int
    waits: int
    """How often a transaction waited for an answer of the database."""
    written: int
    """Rows of bulk writes."""


def translate_error(error: psycopg.Error) -> Exception:
    """The error of this package for one of psycopg."""
    if isinstance(error, _LOST):
        return TransactionLost()
    if isinstance(error, errors.IntegrityError):
        return ConstraintViolated(error.diag.constraint_name or str(error))
    if isinstance(error, errors.QueryCanceled):
        return StatementTooLong()
    if isinstance(error, psycopg.OperationalError):
        return DatabaseUnavailable()
    return error


def statement_limit(seconds: float) -> LiteralString:
    """The command that limits each statement to the end of the transaction; 0 for any time."""
    return cast("LiteralString", f"SET LOCAL statement_timeout = {round(seconds * 1000)}")


async def execute_unprepared(
    raw: AsyncConnection[Any], sql: LiteralString, params: Sequence[object] | None = None
) -> None:
    """Execute what begins, ends or takes back; what psycopg has prepared stays prepared.

    psycopg itself forgets it at every ROLLBACK, for the sake of tables made in the transaction.
    """
    kept, raw.prepare_threshold = raw.prepare_threshold, None
    try:
        # Said for this statement too: the connection's word may be given back before it runs.
        await raw.execute(sql, params, prepare=False)
    finally:
        raw.prepare_threshold = kept


def check_committable(raw: AsyncConnection[Any]) -> None:
    """RuntimeError for work that goes on although a statement of it has failed.

    PostgreSQL answers such a COMMIT with a ROLLBACK, and calls that no error.
    """
    if raw.info.transaction_status == TransactionStatus.INERROR:
        raise RuntimeError("a transaction went on after one of its statements had failed")


def _factory(row: Callable[..., T]) -> Any:
    return scalar_row if row in (str, int) else args_row(row)


class PostgresReads:
    """Single statements, each a transaction of its own."""

    def __init__(self, raw: AsyncConnection[Any], tally: StatementTally) -> None:
        self._raw = raw
        self._tally = tally

    async def _execute(self, factory: Any, sql: str, params: Mapping[str, Value]) -> Any:
        self._tally.statements += 1
        cursor = self._raw.cursor(row_factory=factory)
        try:
            # The text is ours in every case: a constant of a queries module.
            return await cursor.execute(for_postgres(sql), params)  # pyright: ignore[reportArgumentType]
        except psycopg.Error as error:
            raise translate_error(error) from error

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return await (await self._execute(_factory(row), sql, params)).fetchone()

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        cursor = await self._execute(_factory(row), sql, params)
        rows: list[T] = await cursor.fetchmany(ROWS_AT_ONCE)
        while len(rows) < cursor.rowcount:
            # Others are served in between.
            await asyncio.sleep(0)
            rows += await cursor.fetchmany(ROWS_AT_ONCE)
        return rows


class PostgresTransaction(PostgresReads):
    """Statements of one transaction, each planned the way that suits it."""

    def __init__(self, raw: AsyncConnection[Any], tally: StatementTally, planned: Planning) -> None:
        super().__init__(raw, tally)
        self.planned: Planning | None = planned
        """What the transaction is set to; None when that is not known."""

    async def _execute(self, factory: Any, sql: str, params: Mapping[str, Value]) -> Any:
        wanted = planning(sql)
        if wanted is not None and wanted != self.planned:
            try:
                await self._raw.execute(PLANNED[wanted])
            except psycopg.Error as error:
                raise translate_error(error) from error
            self.planned = wanted
        return await super()._execute(factory, sql, params)

    async def allow_seconds(self, seconds: float) -> None:
        try:
            await self._raw.execute(statement_limit(seconds))
        except psycopg.Error as error:
            raise translate_error(error) from error

    async def run(self, sql: str, **params: Value) -> int:
        return (await self._execute(tuple_row, sql, params)).rowcount

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        rows = list(rows)
        self._tally.written += len(rows)
        if len(rows) == 1:
            # executemany is a pipeline, with a round trip more to end it.
            await self._execute(tuple_row, sql, rows[0])
            return
        self._tally.statements += 1
        try:
            for start in range(0, len(rows), ROWS_WRITTEN_AT_ONCE):
                some = rows[start : start + ROWS_WRITTEN_AT_ONCE]
                await self._raw.cursor().executemany(for_postgres(sql), some)  # pyright: ignore[reportArgumentType]
        except psycopg.Error as error:
            raise translate_error(error) from error
