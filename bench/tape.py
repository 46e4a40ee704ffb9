"""Records the statements of one call, so that they can be run again without the server."""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Literal, TypeVar

import httpx
import msgspec

from bench.requests import Asked
from partwright import app
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.settings import Settings

T = TypeVar("T")

WRITING = ("INSERT", "UPDATE", "DELETE")
"""Statements that also give rows back."""


class Statement(msgspec.Struct):
    """One statement with its parameters, or with many sets of them."""

    kind: Literal["read", "write", "writes"]
    sql: str
    params: Mapping[str, Value] | list[Mapping[str, Value]]


class Tape(msgspec.Struct):
    """What one call did, and what it answered."""

    statements: list[Statement]
    body: bytes
    seq: int | None = None
    """The commit number that it took."""

    @property
    def reads(self) -> list[Statement]:
        """What a reading call asks; what it writes down of itself is not its bare SQL."""
        return [
            statement
            for statement in self.statements
            if statement.kind == "read" and not statement.sql.lstrip().startswith(WRITING)
        ]


class _Undone(Exception):
    """Takes a recorded transaction back."""


class _Recording:
    """A snapshot or transaction that also writes down what goes through it."""

    def __init__(self, inner: Any, statements: list[Statement]) -> None:
        self._inner = inner
        self._statements = statements

    def _note(self, kind: Any, sql: str, params: Any) -> None:
        self._statements.append(Statement(kind, sql, params))

    async def serialize(self) -> None:
        await self._inner.serialize()

    async def allow_seconds(self, seconds: float) -> None:
        await self._inner.allow_seconds(seconds)

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        self._note("read", sql, params)
        return await self._inner.one(row, sql, **params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        self._note("read", sql, params)
        return await self._inner.all(row, sql, **params)

    async def run(self, sql: str, **params: Value) -> int:
        self._note("write", sql, params)
        return await self._inner.run(sql, **params)

    def prefetch(self, sql: str, **params: Value) -> None:
        """Nothing: what is asked for is recorded when it is."""

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        kept = list(rows)
        if kept:
            self._note("writes", sql, kept)
        await self._inner.run_many(sql, kept)


class Recorder:
    """A database that takes every write back and keeps the statements."""

    def __init__(self, inner: Database) -> None:
        self._inner = inner
        self.dialect = inner.dialect
        self.statements = self.waits = 0
        self.kept: list[Statement] = []

    def single_reads(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._reading(self._inner.single_reads())

    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._reading(self._inner.snapshot())

    @asynccontextmanager
    async def _reading(
        self, inner: AbstractAsyncContextManager[Snapshot]
    ) -> AsyncGenerator[Snapshot]:
        async with inner as snapshot:
            yield _Recording(snapshot, self.kept)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        try:
            async with self._inner.transaction() as tx:
                yield _Recording(tx, self.kept)
                raise _Undone
        except _Undone:
            pass

    async def close(self) -> None:
        """The one beneath is closed by whoever opened it."""


async def record(settings: Settings, calls: list[Asked], token: str) -> list[Tape]:
    """Make the calls in this process, one after the other, and take their writes back."""
    tapes: list[Tape] = []
    async with app.opened(settings) as services:
        recorder = Recorder(services.database)
        recorded = msgspec.structs.replace(services, database=recorder)
        transport = httpx.ASGITransport(app.application(recorded))  # pyright: ignore[reportArgumentType]
        async with httpx.AsyncClient(transport=transport, base_url="http://bench") as http:
            for asked in calls:
                recorder.kept = []
                answer = await http.request(
                    asked.method, asked.path, content=asked.body, headers=asked.headers(token)
                )
                answer.raise_for_status()
                tapes.append(Tape(recorder.kept, answer.content, _seq(recorder.kept)))
    return tapes


def _seq(statements: list[Statement]) -> int | None:
    """The commit number, as the statements after the one that took it name it."""
    for statement in statements:
        params = statement.params[0] if isinstance(statement.params, list) else statement.params
        if statement.kind != "read" and isinstance(params.get("seq"), int):
            return int(str(params["seq"]))
    return None
