"""A database within another one, which adds to some of what it does."""

from contextlib import AbstractAsyncContextManager

from partwright.kit.db.base import Database, Snapshot, Transaction


class WrappedDatabase:
    """The database within it, as it is."""

    def __init__(self, database: Database) -> None:
        self._database = database
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

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction()

    async def flush(self) -> None:
        await self._database.flush()

    async def close(self) -> None:
        await self._database.close()
