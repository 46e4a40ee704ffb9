"""The flush to the disk that commits in turn are answered after, behind the writers' backs.

A commit that waits for the disk holds the order of commits meanwhile. So the writers commit without
waiting, and are answered once a later commit of another connection was waited for: the log is one
sequence, so what keeps that one keeps all before it, on this server and on its synchronous standbys.
"""

import asyncio
import select
from contextlib import suppress
from typing import Any, LiteralString, NamedTuple

import psycopg
from psycopg import AsyncConnection, errors
from psycopg_pool import AsyncConnectionPool

from partwright.kit.db.base import DatabaseUnavailable
from partwright.kit.db.postgres_statements import execute_unprepared

FLUSH: LiteralString = "SELECT pg_logical_emit_message(true, 'partwright', '')"
"""By itself a transaction that writes to the log, though to no table, and waits for its commit."""
COMMIT_EARLY: LiteralString = "SET LOCAL synchronous_commit = off; COMMIT"
COMMIT_AND_FLUSH: LiteralString = f"{COMMIT_EARLY}; {FLUSH}"
UNABLE_TO_FLUSH = (
    errors.InsufficientPrivilege,
    errors.UndefinedFunction,
    errors.ObjectNotInPrerequisiteState,
    errors.ReadOnlySqlTransaction,
)
_SERVER = """
    SELECT pg_backend_pid(), CAST(pg_postmaster_start_time() AS text),
           COALESCE(BOOL_OR(has_function_privilege(oid, 'EXECUTE')), FALSE)
      FROM pg_proc WHERE proname = 'pg_logical_emit_message'
"""


class Server(NamedTuple):
    """Identity of a server, which tells it from another, and from itself after a new start."""

    started_at: str


async def reached_server(raw: AsyncConnection[Any]) -> Server | None:
    """The server that the connection reaches by itself, and that can be flushed; else None.

    Behind a pooler a connection outlives the server's, so the server may have lost in between what
    it is asked to keep.
    """
    try:
        found = await (await raw.execute(_SERVER, prepare=False)).fetchone()
    except psycopg.Error:
        return None
    backend, started_at, is_allowed = found or (0, "", False)
    return Server(started_at) if is_allowed and backend == raw.info.backend_pid else None


def has_ended(connection: AsyncConnection[Any]) -> bool:
    """Whether the server has closed an idle connection, which has nothing else to say."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


class Flusher:
    """One connection that flushes, several commits at a time, until it is lost once.

    What was committed before it was lost is not known to be kept: a new connection might reach the
    server after a crash that took it.
    """

    def __init__(self, raw: AsyncConnection[Any], server: Server) -> None:
        self.raw = raw
        self.server = server
        self.is_lost = False
        self._waiting: list[asyncio.Future[None]] = []
        self._work: asyncio.Task[None] | None = None

    def is_usable(self) -> bool:
        if self._work is None and not self.is_lost:
            self.is_lost = self.raw.closed or has_ended(self.raw)
        return not self.is_lost

    def flush(self) -> asyncio.Future[None]:
        """Done when all that is committed by now is kept; DatabaseUnavailable when that is not known."""
        flushed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(flushed)
        if self.is_lost:
            self._give_up()
        elif self._work is None:
            self._work = asyncio.create_task(self._flush_waiting())
        return flushed

    async def _flush_waiting(self) -> None:
        flushing: list[asyncio.Future[None]] = []
        try:
            while self._waiting:
                flushing, self._waiting = self._waiting, []
                await execute_unprepared(self.raw, FLUSH)
                for one in flushing:
                    one.set_result(None)
                flushing = []
        except psycopg.Error:
            self.is_lost = True
        except asyncio.CancelledError:
            self.is_lost = True
            raise
        finally:
            self._work = None
            self._waiting = flushing + self._waiting
            self._give_up()

    def _give_up(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            one.set_exception(DatabaseUnavailable())
            # Looked at here: whoever waited may be gone.
            one.exception()

    async def close(self) -> None:
        if self._work is not None:
            await asyncio.wait([self._work])


class Flushes:
    """The flusher of the server that the writers' connection reaches, where there can be one."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool
        self.server: Server | None = None
        """The one that the writers' connection reaches; None where it cannot be flushed."""
        self._flusher: Flusher | None = None
        self._opening: asyncio.Task[None] | None = None
        self._has_tried = False
        """Whether one was opened for the writers' connection in vain."""

    async def follow(self, writers: AsyncConnection[Any]) -> None:
        """The writers have a new connection."""
        self.server = await reached_server(writers)
        self._has_tried = False

    def usable(self) -> Flusher | None:
        """None as long as commits have to wait for the disk by themselves."""
        if self.server is None or self._opening is not None:
            return None
        flusher = self._flusher
        if flusher is not None and flusher.is_usable() and flusher.server == self.server:
            return flusher
        if not self._has_tried:
            self._has_tried = True
            self._opening = asyncio.create_task(self._open())
        return None

    async def _open(self) -> None:
        try:
            with suppress(psycopg.Error):
                await self._give_back()
                raw = await self._pool.getconn()
                server = await reached_server(raw)
                if server is not None and server == self.server:
                    self._flusher = Flusher(raw, server)
                    self._has_tried = False
                else:
                    await self._pool.putconn(raw)
        finally:
            self._opening = None

    async def _give_back(self) -> None:
        flusher, self._flusher = self._flusher, None
        if flusher is not None:
            await flusher.close()
            await self._pool.putconn(flusher.raw)

    async def close(self) -> None:
        if self._opening is not None:
            await asyncio.wait([self._opening])
        await self._give_back()
