"""The writers of one process on PostgreSQL that follow one another: one connection, shared commits.

Writers that ask for their turn would wait for each other in the database all the same, each on a
connection of its own and each for the other's commit. Here they wait in the process and share it.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from partwright.kit.db.base import (
    DatabaseUnavailable,
    ExpectationFailed,
    WorkLost,
    finish_despite_cancel,
    may_expect,
)
from partwright.kit.db.dialect import Planning
from partwright.kit.db.foresight import Foresight
from partwright.kit.db.group_commit import GroupCommit
from partwright.kit.db.postgres_flush import COMMIT_AND_FLUSH, COMMIT_EARLY, Flushes, has_ended
from partwright.kit.db.postgres_left import LeftStatements
from partwright.kit.db.postgres_pipeline import (
    Answer,
    Flight,
    Message,
    Pipeline,
    Statement,
    StatementFailed,
)
from partwright.kit.db.postgres_statements import (
    StatementTally,
    check_committable,
    execute_unprepared,
    translate_error,
)
from partwright.kit.db.postgres_turn import TurnTransaction

_MARK, _RELEASE = "SAVEPOINT work", "RELEASE work"
SHARED_COMMIT = 32
"""The most transactions that wait for one commit; PostgreSQL keeps 64 savepoints at hand."""


async def check_alive(connection: AsyncConnection[Any]) -> None:
    """OperationalError for an idle connection that the server has closed meanwhile.

    An idle connection has nothing to say, so one that can be read has been told its end. This
    costs no round trip.
    """
    if has_ended(connection):
        await connection.close()
        raise psycopg.OperationalError("the server has closed the connection")


class PostgresWriters:
    """Transactions in turn, on a connection that is kept for them."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        tally: StatementTally,
        begin: Sequence[LiteralString],
        *,
        prepared_after: int | None,
    ) -> None:
        self._begin = begin
        self._pool = pool
        self._tally = tally
        self._prepared_after = prepared_after
        self._foresight = Foresight()
        self._raw: AsyncConnection[Any] | None = None
        self._pipeline: Pipeline | None = None
        self._unsent: list[LiteralString] = []
        """What begins the transaction and marks its writer, as long as there is nothing to write."""
        self._is_begun = False
        self._is_marked = False
        self._left = LeftStatements(self)
        self._is_held = False
        """Whether a writer of the transaction is done: from then on no other process comes between."""
        self._is_certain = False
        """Whether a writer of the transaction expected nothing: no guess may take it back any more."""
        self._many = 0
        """Writers of the transaction so far."""
        self._flushes = Flushes(pool)
        self._commits = GroupCommit(self, most=SHARED_COMMIT)
        self.planned: Planning | None = None

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[TurnTransaction]:
        expects = may_expect.get()
        turn: TurnTransaction | None = None
        try:
            async with self._commits.turn():
                turn = TurnTransaction(
                    self, self._foresight, self._tally, expects=expects, first=not self._is_held
                )
                try:
                    yield turn
                    self._is_certain = self._is_certain or not expects
                    await self._end(turn, leaves=not self._is_certain and self._left.may_take)
                    self._is_held = True
                except (ExpectationFailed, WorkLost, DatabaseUnavailable):
                    raise
                except Exception:
                    # What is refused may be refused for something that was only expected.
                    await turn.settle()
                    raise
        except WorkLost as lost:
            if lost.culprit is turn:
                raise ExpectationFailed from lost
            raise

    async def _end(self, turn: TurnTransaction, *, leaves: bool) -> None:
        if self._left.lost is not None:
            # Nothing is learned of a turn that is taken back with the others.
            raise self._left.lost
        if not leaves:
            await turn.settle()
            turn.keep()
            return
        # Made before anything is left: what cannot be sent is this writer's fault alone.
        messages = self._messages(turn.unsent)
        work = turn.leave()
        if work.waiting:
            self._sent()
            self._left.take(messages, work)

    def _messages(self, statements: Sequence[Statement]) -> list[Message]:
        """A writer's statements, after whatever has to come before them, as they are sent."""
        assert self._pipeline is not None
        return [self._pipeline.message(one) for one in (*map(Statement, self._unsent), *statements)]

    async def begin(self, since: float) -> None:
        try:
            raw = await self._connection()
        except psycopg.Error as error:
            await self.abandon()
            raise DatabaseUnavailable from error
        self._begin_on(raw)

    def hurry(self) -> None:
        """Nothing: reaching the server ends by itself."""

    def begin_at_once(self) -> bool:
        if self._raw is None or has_ended(self._raw):
            return False
        self._begin_on(self._raw)
        return True

    def _begin_on(self, raw: AsyncConnection[Any]) -> None:
        if self._pipeline is None:
            self._pipeline = Pipeline(raw, prepared_after=self._prepared_after)
        self._unsent = list(self._begin)
        self._is_begun = self._is_marked = self._is_held = self._is_certain = False
        self._many = 0
        self._left.begin()
        self.planned = "force_generic_plan"

    async def _connection(self) -> AsyncConnection[Any]:
        """The connection of the last time if it lives, for it has the statements prepared."""
        if self._raw is not None:
            try:
                await check_alive(self._raw)
            except psycopg.OperationalError:
                await self.abandon()
        if self._raw is None:
            self._raw = await self._pool.getconn()
            await self._flushes.follow(self._raw)
        return self._raw

    async def mark(self) -> None:
        self._many += 1
        if _MARK in self._unsent:
            return
        if self._is_marked:
            self._unsent.append(_RELEASE)
        self._unsent.append(_MARK)

    async def send(self, statements: Sequence[Statement]) -> list[Answer]:
        """Execute a writer's statements, after whatever has to come before them.

        A caller who hangs up leaves it to end by itself: others come after on the connection.
        """
        return await finish_despite_cancel(self._send(statements))

    async def _send(self, statements: Sequence[Statement]) -> list[Answer]:
        messages, before = self._messages(statements), len(self._unsent)
        await self._arrive()
        try:
            answers = await self._execute(messages)
        except StatementFailed as failure:
            if len(failure.answers) < before:
                self._left.lost = DatabaseUnavailable()
                raise self._left.lost from failure.error
            self._sent()
            raise StatementFailed(failure.answers[before:], failure.error) from failure
        except DatabaseUnavailable as error:
            self._left.lost = error
            raise
        self._sent()
        return answers[before:]

    async def _arrive(self) -> None:
        """Wait for what others have left; raises what takes everything back."""
        await self._left.arrive()
        if self._left.lost is not None:
            raise self._left.lost

    async def _execute(self, messages: Sequence[Message]) -> list[Answer]:
        return await self.arrive(self.depart(messages))

    def depart(self, messages: Sequence[Message]) -> Flight:
        """Send them, behind what is on its way already; raises DatabaseUnavailable."""
        assert self._pipeline is not None
        self._tally.waits += 1
        try:
            return self._pipeline.depart(messages)
        except psycopg.Error as error:
            raise DatabaseUnavailable from error

    async def arrive(self, flight: Flight) -> list[Answer]:
        """The answers to them, the first of those on their way; raises DatabaseUnavailable."""
        assert self._pipeline is not None
        try:
            return await self._pipeline.arrive(flight)
        except psycopg.Error as error:
            raise DatabaseUnavailable from error

    def _sent(self) -> None:
        if self._unsent:
            self._unsent = []
            self._is_begun = self._is_marked = True

    async def keep(self) -> None:
        """The next mark, or the commit, lets it stand."""
        if self._left.lost is not None:
            raise self._left.lost
        if self._raw is not None and not self._left.is_on_its_way:
            check_committable(self._raw)

    async def undo(self) -> None:
        self.planned = None
        await self._arrive()
        if _MARK not in self._unsent:
            await self._plainly("ROLLBACK TO work")

    async def commit(self) -> asyncio.Future[None] | None:
        await self._arrive()
        self._unsent = []
        if not self._is_begun:
            return None
        assert self._raw is not None
        check_committable(self._raw)
        if self._many == 1 and self._flushes.server is not None:
            # Nobody in this process waits yet, and others may go on as soon as it is committed.
            await self._plainly(COMMIT_AND_FLUSH)
            flusher = None
        else:
            # Taken before the commit: a later one may reach a server that has lost it.
            flusher = self._flushes.usable()
            await self._plainly("COMMIT" if flusher is None else COMMIT_EARLY)
        self._left.committed()
        return None if flusher is None else flusher.flush()

    async def _plainly(self, sql: LiteralString) -> None:
        assert self._raw is not None
        self._tally.waits += 1
        try:
            # A caller who hangs up must not leave the others' transaction in between.
            await finish_despite_cancel(execute_unprepared(self._raw, sql))
        except psycopg.Error as error:
            raise translate_error(error) from error

    async def abandon(self) -> None:
        """Give the connection back to the pool, which ends what is begun on it."""
        await self._left.arrive()
        if isinstance(self._left.lost, WorkLost) and self._is_begun:
            # It is as good as before, and has the statements prepared.
            with suppress(DatabaseUnavailable):
                await self._plainly("ROLLBACK")
                return
        await self._give_back()

    async def _give_back(self) -> None:
        raw, self._raw, self._pipeline = self._raw, None, None
        if raw is not None:
            await self._pool.putconn(raw)

    async def close(self) -> None:
        await self._commits.close()
        await self._flushes.close()
        await self._give_back()
