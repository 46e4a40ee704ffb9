"""Reads of an SQLite file: light ones in the event loop, heavy ones in threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from partwright.kit.db.base import Value
from partwright.kit.db.cancellation import finish_despite_cancel
from partwright.kit.db.sqlite_connection import SqliteConnection

T = TypeVar("T")


class LoopReads:
    """Reads that run right in the event loop."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return self._connection.one(row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return self._connection.all(row, sql, params)


class ThreadReads:
    """Reads that leave the event loop to others while they run; cancelled, they stop at once."""

    def __init__(self, connection: SqliteConnection, pool: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._pool = pool

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        return await self._run(self._connection.one, row, sql, params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        return await self._run(self._connection.all, row, sql, params)

    async def _run(self, read: Callable[..., T], *arguments: object) -> T:
        running = asyncio.get_running_loop().run_in_executor(self._pool, read, *arguments)
        return await finish_despite_cancel(running, on_cancel=self._connection.raw.interrupt)
