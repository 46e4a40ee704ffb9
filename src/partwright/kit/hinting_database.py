"""A database whose transactions give the hints that were noted in them, once they are committed."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from partwright.kit.db.base import Database, Snapshot, Transaction, begin_hints
from partwright.kit.hints import HintBus


class HintingDatabase:
    """The database within it, with hints."""

    def __init__(self, database: Database, hints: HintBus) -> None:
        self._database = database
        self._hints = hints
        self.dialect = database.dialect

    @property
    def statements(self) -> int:
        return self._database.statements

    @property
    def waits(self) -> int:
        return self._database.waits

    def committed_state(self) -> int | None:
        return self._database.committed_state()

    def single_reads(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._database.single_reads()

    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        return self._database.snapshot()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        async with self._database.transaction() as tx:
            noted = begin_hints(tx)
            yield tx
        if noted:
            self._hints.give(noted)

    async def flush(self) -> None:
        await self._database.flush()

    async def close(self) -> None:
        await self._database.close()
