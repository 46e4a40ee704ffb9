"""The database layer by itself."""

from collections.abc import AsyncIterator

import pytest

from partwright.kit.db import Database, open_database
from tests.support.databases import Database as Place


@pytest.fixture
async def db(database: Place) -> AsyncIterator[Database]:
    """An open database of each kind."""
    opened = await open_database(database.url)
    yield opened
    await opened.close()
