"""A database whose snapshots and transactions are spans of a trace.

A span tells how many statements there were, and neither their text nor their parameters.
"""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeVar

from partwright.kit.db.base import Database, Snapshot, Transaction, Value
from partwright.kit.db.wrapped import WrappedDatabase
from partwright.kit.traces import Attributes, Tracer

T = TypeVar("T")

_SYSTEMS = {"sqlite": "sqlite", "postgres": "postgresql"}
"""By dialect, as OpenTelemetry calls them."""


class _Reads:
    """Counts the statements of a snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self.statements = 0

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        self.statements += 1
        return await self._snapshot.one(row, sql, **params)

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        self.statements += 1
        return await self._snapshot.all(row, sql, **params)

    def told(self) -> Attributes:
        return {"partwright.statements": self.statements}


class _Writes(_Reads):
    """Counts the statements of a transaction."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction)
        self._transaction = transaction

    async def serialize(self) -> None:
        await self._transaction.serialize()

    def prefetch(self, sql: str, **params: Value) -> None:
        self._transaction.prefetch(sql, **params)

    async def allow_seconds(self, seconds: float) -> None:
        await self._transaction.allow_seconds(seconds)

    async def run(self, sql: str, **params: Value) -> int:
        self.statements += 1
        return await self._transaction.run(sql, **params)

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        self.statements += 1
        await self._transaction.run_many(sql, rows)


class TracedDatabase(WrappedDatabase):
    """The database within it, traced."""

    def __init__(self, database: Database, tracer: Tracer) -> None:
        super().__init__(database)
        self._tracer = tracer
        self._about = {"db.system.name": _SYSTEMS[database.dialect]}

    def single_reads(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._reading("database single reads", self._database.single_reads())

    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._reading("database snapshot", self._database.snapshot())

    @asynccontextmanager
    async def _reading(
        self, name: str, begun: AbstractAsyncContextManager[Snapshot]
    ) -> AsyncGenerator[Snapshot]:
        with self._tracer.measuring(name, self._about) as span:
            async with begun as snapshot:
                reads = _Reads(snapshot)
                try:
                    yield reads
                finally:
                    span.note(reads.told())

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        with self._tracer.measuring("database transaction", self._about) as span:
            async with self._database.transaction() as transaction:
                writes = _Writes(transaction)
                try:
                    yield writes
                finally:
                    span.note(writes.told())
