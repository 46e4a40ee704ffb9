"""The writers of one process on PostgreSQL that follow one another: one connection, shared commits.

Writers that ask for their turn would wait for each other in the database all the same, each on a
connection of its own and each for the other's commit. Here they wait in the process and share it.
"""

import select
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from partwright.kit.db.base import DatabaseUnavailable, GroupCommit, finish_despite_cancel
from partwright.kit.db.postgres_statements import (
    PostgresTransaction,
    StatementTally,
    execute_unprepared,
    translate_error,
)

SHARED_COMMIT = 32
"""The most transactions that wait for one commit; PostgreSQL keeps 64 savepoints at hand."""


async def check_alive(connection: AsyncConnection[Any]) -> None:
    """OperationalError for an idle connection that the server has closed meanwhile.

    An idle connection has nothing to say, so one that can be read has been told its end. This
    costs no round trip.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        await connection.close()
        raise psycopg.OperationalError("the server has closed the connection")


class PostgresWriters:
    """Transactions in turn, on a connection that is kept for them."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        tally: StatementTally,
        begin: LiteralString,
    ) -> None:
        self._begin: LiteralString = begin
        self._pool = pool
        self._tally = tally
        self._raw: AsyncConnection[Any] | None = None
        self._block: PostgresTransaction | None = None
        self._marked = False
        self._commits = GroupCommit(self, most=SHARED_COMMIT)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[PostgresTransaction]:
        async with self._commits.turn():
            assert self._block is not None
            yield self._block

    async def begin(self) -> None:
        try:
            raw = await self._connection()
            await execute_unprepared(raw, self._begin)
        except psycopg.Error as error:
            await self.abandon()
            raise DatabaseUnavailable from error
        self._block = PostgresTransaction(raw, self._tally, "force_generic_plan")
        self._marked = False

    async def _connection(self) -> AsyncConnection[Any]:
        """The connection of the last time if it lives, for it has the statements prepared."""
        if self._raw is not None:
            try:
                await check_alive(self._raw)
            except psycopg.OperationalError:
                await self.abandon()
        if self._raw is None:
            self._raw = await self._pool.getconn()
        return self._raw

    async def mark(self) -> None:
        await self._plainly("RELEASE work; SAVEPOINT work" if self._marked else "SAVEPOINT work")
        self._marked = True

    async def keep(self) -> None:
        """Nothing: the next mark, or the commit, lets it stand."""

    async def undo(self) -> None:
        await self._plainly("ROLLBACK TO work")
        assert self._block is not None
        # What was set since the mark has been taken back as well.
        self._block.planned = None

    async def commit(self) -> None:
        await self._plainly("COMMIT")

    async def _plainly(self, sql: str) -> None:
        assert self._raw is not None
        try:
            # A caller who hangs up must not leave the others' transaction in between.
            await finish_despite_cancel(execute_unprepared(self._raw, sql))  # pyright: ignore[reportArgumentType]
        except psycopg.Error as error:
            raise translate_error(error) from error

    async def abandon(self) -> None:
        """Give the connection back to the pool, which ends what is begun on it."""
        raw, self._raw = self._raw, None
        if raw is not None:
            await self._pool.putconn(raw)

    async def close(self) -> None:
        await self._commits.close()
        await self.abandon()
