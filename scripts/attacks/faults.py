"""Faults amid a walk: ends of processes, and a database that hangs up."""

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any

import httpx
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from tests.support.process import ServerProcess

Fault = Callable[[], Coroutine[Any, Any, None]]

_PATIENCE_SECONDS = 60
_CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()"""


class Faults:
    """What may happen to a server that the walk runs on; afterwards it answers again."""

    def __init__(self, server: ServerProcess, url: str) -> None:
        self._server = server
        self._url = url

    async def kill(self) -> None:
        """The server and its workers end at once, as by a power cut, and it is started again."""
        await asyncio.to_thread(self._server.kill)
        await asyncio.to_thread(self._server.start)

    def all(self) -> list[Fault]:
        """One after the other; a server with one process has no worker to lose."""
        some: list[Fault] = [self.kill, self.stop]
        if self._workers():
            some.append(self.kill_a_worker)
        if self._url.startswith("postgresql"):
            some.append(self.cut_off_the_database)
        return some

    async def stop(self) -> None:
        """The server is asked to end, and is started again."""
        status = await asyncio.to_thread(self._server.terminate)
        if status != 0:
            raise RuntimeError(f"a server that was asked to end answered {status}")
        await asyncio.to_thread(self._server.start)

    async def kill_a_worker(self) -> None:
        """One process of several ends at once; another takes its place."""
        os.kill(self._workers()[0], signal.SIGKILL)
        await self.ready()

    async def cut_off_the_database(self) -> None:
        """Every connection to the database is lost."""
        await asyncio.to_thread(self._cut)
        await self.ready()

    async def crash_the_database(self) -> None:
        """A process of PostgreSQL ends at once: it throws all others out and recovers from its log.

        It serves others beside this server, so only those who have it to themselves do this.
        """
        await asyncio.to_thread(self._crash)
        await self.ready()

    def _cut(self) -> None:
        with self._connected() as connection:
            connection.execute(text(_CUT))

    def _crash(self) -> None:
        with self._connected() as connection:
            pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            os.kill(pid, signal.SIGKILL)
            # Once it is asked again, it is going down already.
            with contextlib.suppress(DBAPIError):
                connection.execute(text("SELECT 1"))

    @contextlib.contextmanager
    def _connected(self) -> Generator[Connection]:
        """A connection of its own, which may be lost meanwhile."""
        engine = create_engine(
            self._url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool
        )
        connection = engine.connect()
        try:
            yield connection
        finally:
            connection.invalidate()
            connection.close()

    def _workers(self) -> list[int]:
        found = subprocess.run(
            ["pgrep", "-P", str(self._server.process.pid), "-f", "spawn_main"],
            capture_output=True,
            check=False,
        )
        return [int(pid) for pid in found.stdout.split()]

    async def ready(self) -> None:
        """Come back when the server answers again; nobody lends it a hand."""
        until = time.monotonic() + _PATIENCE_SECONDS
        async with httpx.AsyncClient(base_url=self._server.url, timeout=5) as http:
            for _ in range(1000):
                try:
                    if (await http.get("/readyz")).is_success:
                        return
                except httpx.TransportError:
                    pass
                if time.monotonic() > until:
                    break
                await asyncio.sleep(0.1)
        raise RuntimeError("the server does not come back after a fault")
