"""The database layer by itself."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from partwright.kit.db import Database, Transaction, open_database
from tests.support.databases import Database as Place


class InTurn:
    """A database whose writers take their turn."""

    def __init__(self, inner: Database) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        async with self._inner.transaction() as tx:
            await tx.serialize()
            yield tx


@pytest.fixture(params=[False, True], ids=["alone", "in-turn"])
async def db(database: Place, request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """An open database of each kind, its writers alone or in turn."""
    opened = await open_database(database.url)
    yield InTurn(opened) if request.param else opened  # pyright: ignore[reportReturnType]
    await opened.close()
