"""Standbys that take reads, each once it has replayed what the reader has seen.

What a client has seen is a position in the log of the primary. How far each replica has come is
asked behind the requests, so that to choose one waits for nothing; it only ever goes forward, so
what was heard last is true of later reads. An address is one server's: behind one that spreads
connections over several, what one of them said would be believed of another.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import structlog

from partwright.kit.db.base import Database, DatabaseUnavailable
from partwright.kit.errors import ServiceUnavailable
from partwright.kit.tasks import end_tasks

_log = structlog.get_logger("database")

PAUSE_SECONDS = 0.1
"""Between questions for how far a replica has come."""
_LONG_PAUSE_SECONDS = 1.0
_PATIENCE_SECONDS = 2.0
OLDEST_SECONDS = 30.0
"""What a replica shows is no older, whatever its readers have seen."""
UNKNOWN = (1 << 53) - 1
"""A position that nothing reaches, for a writer whose own could not be told."""

_WRITTEN = """
    SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bigint)
"""
_REPLAYED = """
    SELECT CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS bigint)
     WHERE pg_is_in_recovery()
"""
_SYSTEM = "SELECT CAST(system_identifier AS text) FROM pg_control_system()"

Opening = Callable[[str], Awaitable[Database]]


class _NotAReplica(Exception):
    """The server at the address is another database's, or no standby (any more)."""


class _Goal(NamedTuple):
    """Position of the primary at a time: a replica that has come there is no older."""

    position: int
    at: float


class Replica:
    """One standby, and how far it has come."""

    def __init__(self, url: str, opening: Opening) -> None:
        self._url = url
        self._opening = opening
        self._database: Database | None = None
        self._goal: _Goal | None = None
        self._fresh_at = 0.0
        self._position = -1
        self.reads = 0
        """How many requests it has answered."""

    @property
    def database(self) -> Database:
        assert self._database is not None
        return self._database

    def has(self, position: int) -> bool:
        """Whether all that was committed before the position is read here."""
        is_fresh = time.monotonic() - self._fresh_at < OLDEST_SECONDS
        return is_fresh and self._position >= position

    async def position(self) -> int:
        """The position that it has come to by now."""
        async with self.database.single_reads() as reads:
            replayed = await reads.one(int, _REPLAYED)
        if replayed is None:
            raise _NotAReplica
        return replayed

    async def follow(self, primary: "Primary") -> None:
        """Keep asking how far it has come; whoever loses it is left alone until it is back."""
        is_told = False
        while True:
            pause = PAUSE_SECONDS
            try:
                await asyncio.wait_for(self._look(primary), _PATIENCE_SECONDS)
                is_told = False
            except Exception as error:  # noqa: BLE001 - whatever it is, the primary takes its reads
                self._position, self._goal, pause = -1, None, _LONG_PAUSE_SECONDS
                if not is_told:
                    _log.warning("replica not used", reason=repr(error))
                is_told = True
            await asyncio.sleep(pause)

    async def _look(self, primary: "Primary") -> None:
        if self._database is None:
            self._database = await self._opening(self._url)
        if self._position < 0 and await primary.system() != await system_of(self._database):
            raise _NotAReplica
        if self._goal is None:
            began = time.monotonic()
            self._goal = _Goal(await primary.position(), began)
        replayed = await self.position()
        if replayed >= self._goal.position:
            self._fresh_at, self._goal = self._goal.at, None
        self._position = replayed

    async def close(self) -> None:
        if self._database is not None:
            await self._database.close()


class Primary:
    """The server that takes the writes; many ask it for its position at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()
        self._next: asyncio.Task[int] | None = None
        self._system: str | None = None

    async def system(self) -> str | None:
        if self._system is None:
            self._system = await system_of(self._database)
        return self._system

    async def position(self) -> int:
        """One behind all that was committed before the call."""
        if self._next is None:
            self._next = asyncio.create_task(self._ask())
        return await asyncio.shield(self._next)

    async def _ask(self) -> int:
        async with self._turn:
            # Who comes from now on may have committed since, and asks anew.
            self._next = None
            async with self._database.single_reads() as reads:
                position = await reads.one(int, _WRITTEN)
        if position is None:
            raise DatabaseUnavailable
        return position


class Replicas:
    """The replicas of one database, followed until the end."""

    def __init__(self, database: Database, urls: Sequence[str], opening: Opening) -> None:
        self._primary = Primary(database)
        self._replicas = [Replica(url, opening) for url in urls]
        self._tasks = [
            asyncio.create_task(replica.follow(self._primary)) for replica in self._replicas
        ]
        self._chosen = 0

    @property
    def reads(self) -> int:
        """The number of requests that they have answered."""
        return sum(replica.reads for replica in self._replicas)

    def find(self, position: int) -> Replica | None:
        """One that has come so far, each in turn."""
        self._chosen += 1
        able = [replica for replica in self._replicas if replica.has(position)]
        return able[self._chosen % len(able)] if able else None

    async def primary_position(self) -> int:
        """One behind all that was committed before the call; UNKNOWN where nobody can tell."""
        try:
            return await self._primary.position()
        except ServiceUnavailable:
            return UNKNOWN

    async def close(self) -> None:
        await end_tasks(self._tasks)
        for replica in self._replicas:
            await replica.close()


async def system_of(database: Database) -> str | None:
    """The identifier that tells a database and its standbys from any other."""
    async with database.single_reads() as reads:
        return await reads.one(str, _SYSTEM)
