"""Group commit: writers that follow one another on one connection share what they wait for."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Protocol

from partwright.kit.db.base import (
    DatabaseUnavailable,
    WorkLost,
    WrittenElsewhere,
    finish_despite_cancel,
    outcome_despite_cancel,
)


class WriterConnection(Protocol):
    """The connection that the writers share; a failure to reach it is DatabaseUnavailable."""

    def begin_at_once(self) -> bool:
        """Begin a transaction for several writers, unless something has to be waited for."""
        ...

    async def begin(self, since: float) -> None:
        """Begin a transaction for several writers; the first of them has waited since then.

        WrittenElsewhere where only that one has waited for too long.
        """
        ...

    def hurry(self) -> None:
        """Let a begin that waits for others end soon, as nobody needs it any more."""
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
            batch = self._batch or self._begin_at_once(arrived)
            if batch is None:
                batch = await finish_despite_cancel(
                    self._begin(arrived), on_cancel=self._line.hurry
                )
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
        await self._line.begin(asyncio.get_running_loop().time())
        await self._line.mark()

    def _begin_at_once(self, arrived: float) -> _Batch | None:
        if self._closed or arrived < self._gave_up or not self._line.begin_at_once():
            return None
        return self._new_batch()

    async def _begin(self, arrived: float) -> _Batch:
        # Whoever waited while another one gave up has waited long enough.
        if self._closed or arrived < self._gave_up:
            raise DatabaseUnavailable
        try:
            await self._line.begin(arrived)
        except WrittenElsewhere:
            raise
        except DatabaseUnavailable:
            self._gave_up = asyncio.get_running_loop().time()
            raise
        return self._new_batch()

    def _new_batch(self) -> _Batch:
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
