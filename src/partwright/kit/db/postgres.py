"""PostgreSQL, and what speaks its protocol, through psycopg's pool.

Reads of several statements see one state (REPEATABLE READ, read only); writes run at READ
COMMITTED, since those that depend on what they read take the row they depend on first. Each says
so when it begins, since the server may have another level by default.
"""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from types import TracebackType
from typing import Any, LiteralString, NamedTuple, TypeVar, cast

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from partwright.kit.db.base import (
    DatabaseUnavailable,
    Snapshot,
    StatementTooLong,
    Transaction,
    TransactionLost,
    Value,
    finish_despite_cancel,
    outcome_despite_cancel,
)
from partwright.kit.db.fair_slots import FairSlots
from partwright.kit.db.postgres_flush import FLUSH, UNABLE_TO_FLUSH
from partwright.kit.db.postgres_statements import (
    PLANNED,
    PostgresReads,
    PostgresTransaction,
    check_committable,
    execute_unprepared,
    statement_limit,
    translate_error,
)
from partwright.kit.db.postgres_turn import TurnTransaction
from partwright.kit.db.postgres_writers import PostgresWriters, check_alive
from partwright.kit.postgres_address import postgres_address

T = TypeVar("T")

POOL_SIZE = 16
HEAVY_READS, READS_OF_ONE = 10, 5
"""Snapshots at a time, in all and of one user; the other connections are for the rest."""
LEAST_CONNECTIONS = 2
WAIT_SECONDS = 30
RECONNECT_SECONDS = 0.4
"""Between attempts while the server does not answer; the pool's own pauses would double each time."""
_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How soon a server that has gone without a word is given up, where the address says nothing else."""
PREPARED_AFTER = 5
"""A statement is prepared when it comes for the sixth time on a connection."""
FIRST_ANALYZE = 500
"""Rows of bulk writes after which the tables are analyzed for the first time."""
_ROWS_KNOWN = """
    SELECT COALESCE(SUM(GREATEST(c.reltuples, 0)), 0)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname = current_schema()
"""
"""As of the last time that the tables were analyzed."""
_ANALYZE = """
    SELECT 'ANALYZE ' || string_agg(CAST(c.oid::regclass AS text), ', ')
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname = current_schema()
"""
"""Says what analyzes the tables of this schema, and not those of the others beside it."""


async def _go_on(pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
    """Try again at once, and so for ever: requests wait for it."""
    if not pool.closed:
        await pool.resize(LEAST_CONNECTIONS, POOL_SIZE)


def _missing_patience(url: str) -> dict[str, int]:
    given = conninfo_to_dict(url)
    return {name: value for name, value in _PATIENCE.items() if name not in given}


class Beginnings(NamedTuple):
    """Messages that begin transactions, each one message."""

    snapshot: LiteralString
    write: LiteralString
    turn: Sequence[LiteralString]
    """The same as `write`, each statement by itself."""

    @classmethod
    def with_more(cls, *more: str) -> "Beginnings":
        """`more` are further statements."""
        # Writes read lists of ids, hardly ever a page.
        write = ("BEGIN ISOLATION LEVEL READ COMMITTED", PLANNED["force_generic_plan"], *more)
        snapshot = ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", *more)
        return cls(_joined(snapshot), _joined(write), cast("Sequence[LiteralString]", write))


def _joined(statements: Sequence[str]) -> LiteralString:
    return cast("LiteralString", "; ".join(statements))


class _Begun:
    """A transaction that begins with its first statement, alone or in the writers' turn."""

    def __init__(self, owner: "PostgresDatabase") -> None:
        self._owner = owner
        self._entered: AbstractAsyncContextManager[object] | None = None
        self._block: PostgresTransaction | TurnTransaction | None = None

    async def __aenter__(self) -> Transaction:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._entered is not None:
            await self._entered.__aexit__(kind, error, at)
        if error is None:
            await self._owner.analyze_when_grown()

    async def serialize(self) -> None:
        if self._block is None:
            entered = self._owner.in_turn()
            self._block = await entered.__aenter__()
            self._entered = entered

    def prefetch(self, sql: str, **params: Value) -> None:
        if isinstance(self._block, TurnTransaction):
            self._block.prefetch(sql, **params)

    async def allow_seconds(self, seconds: float) -> None:
        if self._owner.limits_statements:
            await (await self._begun()).allow_seconds(seconds)

    async def _begun(self) -> PostgresTransaction | TurnTransaction:
        if self._block is None:
            entered = self._owner.alone()
            self._block = await entered.__aenter__()
            self._entered = entered
        return self._block

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return await (await self._begun()).one(row, sql, **params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return await (await self._begun()).all(row, sql, **params)

    async def run(self, sql: str, **params: Value) -> int:
        return await (await self._begun()).run(sql, **params)

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        await (await self._begun()).run_many(sql, rows)


class PostgresDatabase:
    """One PostgreSQL database, with a pool of connections for this process."""

    dialect = "postgres"

    def __init__(self, url: str, *, statement_seconds: float = 0) -> None:
        self.statements = self.waits = 0
        address = postgres_address(url)
        self._statement_ms = round(statement_seconds * 1000)
        self.limits_statements = self._statement_ms > 0
        limit = statement_limit(statement_seconds)
        # Through a pooler what is set for a connection would be set for somebody else.
        more = [limit, *filter(None, [address.path_of_transactions])]
        self._begin = Beginnings.with_more(*[] if address.is_prepared else more)
        self._has_path = bool(address.path_of_transactions)
        self._slots = FairSlots(HEAVY_READS, share=READS_OF_ONE)
        self.written = 0
        """Rows of bulk writes since the start."""
        self._analyze_at = FIRST_ANALYZE
        prepared_after = PREPARED_AFTER if address.is_prepared else None
        self._connecting: dict[str, Any] = {
            "conninfo": address.url,
            **_missing_patience(address.url),
        }
        self._pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            address.url,
            min_size=LEAST_CONNECTIONS,
            max_size=POOL_SIZE,
            open=False,
            timeout=WAIT_SECONDS,
            kwargs={
                **_missing_patience(address.url),
                "autocommit": True,
                "prepare_threshold": prepared_after,
            },
            check=check_alive,
            configure=self._limit_statements if address.is_prepared else None,
            reconnect_timeout=RECONNECT_SECONDS,
            reconnect_failed=_go_on,
        )
        self._writers = PostgresWriters(
            self._pool, self, self._begin.turn, prepared_after=prepared_after
        )

    async def _limit_statements(self, connection: AsyncConnection[Any]) -> None:
        await execute_unprepared(
            connection,
            "SELECT set_config('statement_timeout', %s, false)",
            [str(self._statement_ms)],
        )

    async def open(self, *, is_patient: bool = True) -> None:
        """DatabaseUnavailable when nothing answers for 30 s, or at once where nobody is patient."""
        try:
            if not is_patient:
                await (await AsyncConnection.connect(**self._connecting)).close()
            await self._pool.open(wait=True, timeout=WAIT_SECONDS)
        except (PoolTimeout, psycopg.OperationalError) as error:
            raise DatabaseUnavailable from error

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[AsyncConnection[Any]]:
        """A connection of the pool, which ends what the block leaves begun."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except psycopg.Error as error:
            # Statements have translate_error themselves already; this is what begins and ends them.
            raise translate_error(error) from error

    def committed_state(self) -> int | None:
        # To ask would take as long as to read.
        return None

    @asynccontextmanager
    async def single_reads(self) -> AsyncGenerator[Snapshot]:
        if self._has_path:
            async with self._in_schema() as connection:
                yield PostgresReads(connection, self)
            return
        async with self._connection() as connection:
            yield PostgresReads(connection, self)

    @asynccontextmanager
    async def _in_schema(self) -> AsyncGenerator[AsyncConnection[Any]]:
        """A transaction in which each statement sees what is committed, for the sake of its path."""
        async with self._connection() as connection:
            await execute_unprepared(connection, self._begin.write)
            try:
                yield connection
            except BaseException:
                await finish_despite_cancel(execute_unprepared(connection, "ROLLBACK"))
                raise
            await finish_despite_cancel(execute_unprepared(connection, "COMMIT"))

    @asynccontextmanager
    async def snapshot(self) -> AsyncGenerator[Snapshot]:
        async with self._slots.place(), self._connection() as connection:
            await execute_unprepared(connection, self._begin.snapshot)
            try:
                yield PostgresTransaction(connection, self, "auto")
            finally:
                # There is nothing to undo, so it ends in the way that keeps what is prepared.
                await finish_despite_cancel(execute_unprepared(connection, "COMMIT"))

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        return _Begun(self)

    async def analyze_when_grown(self) -> None:
        """Have the tables analyzed where they have doubled; called after each commit."""
        if self.written >= self._analyze_at:
            # What has been committed is not told as failed, nor run again, for the planner's sake.
            with suppress(DatabaseUnavailable, StatementTooLong, TransactionLost):
                await self._analyze()

    def in_turn(self) -> AbstractAsyncContextManager[TurnTransaction]:
        """A transaction that no other one in turn comes between."""
        return self._writers.transaction()

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[PostgresTransaction]:
        """A transaction on a connection of its own."""
        async with self._connection() as connection:
            await execute_unprepared(connection, self._begin.write)
            try:
                yield PostgresTransaction(connection, self, "force_generic_plan")
                check_committable(connection)
            except BaseException:
                await finish_despite_cancel(execute_unprepared(connection, "ROLLBACK"))
                raise
            await outcome_despite_cancel(execute_unprepared(connection, "COMMIT"))

    async def _analyze(self) -> None:
        """Tell the planner how large the tables have become, sooner than autovacuum would.

        Without it the first imports into an empty database are planned for ten rows, and a
        structure of thousands is joined row by row. It is done each time the rows have doubled,
        so hardly ever where there are many already.
        """
        self._analyze_at = 2 * self.written
        async with self._in_schema() if self._has_path else self._connection() as connection:
            known = await connection.execute(_ROWS_KNOWN)
            (rows,) = await known.fetchone() or (0,)
            if rows > self.written:
                self._analyze_at = rows
                return
            (analyze,) = await (await connection.execute(_ANALYZE)).fetchone() or ("ANALYZE",)
            await connection.execute(cast("LiteralString", analyze))

    async def flush(self) -> None:
        # Who may not flush has not committed before the disk either; nor has a standby.
        async with self._connection() as connection:
            with suppress(*UNABLE_TO_FLUSH):
                await execute_unprepared(connection, FLUSH)

    async def close(self) -> None:
        await self._writers.close()
        await self._pool.close()
