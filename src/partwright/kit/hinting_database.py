"""A database whose transactions give the hints that were noted in them, once they are committed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from partwright.kit.db.base import Database, Transaction, begin_hints
from partwright.kit.db.wrapped import WrappedDatabase
from partwright.kit.hints import HintBus


class HintingDatabase(WrappedDatabase):
    """The database within it, with hints."""

    def __init__(self, database: Database, hints: HintBus) -> None:
        super().__init__(database)
        self._hints = hints

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        async with self._database.transaction() as tx:
            noted = begin_hints(tx)
            yield tx
        if noted:
            self._hints.give(noted)
