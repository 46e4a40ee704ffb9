"""Former rows of items and lines cost their readers nothing."""

import re

import pytest

from partwright.items import queries as item_queries
from partwright.kit.db.base import Value
from partwright.relationships import queries
from tests.support.application import Api

_GIVEN: dict[str, Value] = {
    "item_ids": ["a"],
    "master_ids": ["a"],
    "types": ["Part"],
    "type": "bom",
    "child": None,
    "item_id": "a",
    "seer": "a",
    "sees_all": False,
    "limit": 10,
    "offset": 0,
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "sql",
    [
        queries.LEVEL_DOWN,
        queries.LEVEL_UP,
        queries.LINES_BELOW,
        queries.STRUCTURE_ITEMS,
        queries.OF_ITEM,
        item_queries.ITEMS_ON_MAIN,
    ],
)
async def test_indexes_pass_over_former_rows(api: Api, sql: str) -> None:
    """A row that ended is in none of the indexes, or behind a comparison of the index."""
    wanted = {name: _GIVEN[name] for name in re.findall(r"(?<!:):(\w+)", sql)}
    async with api.services.database.snapshot() as snapshot:
        steps = await snapshot.all(lambda *row: str(row[3]), f"EXPLAIN QUERY PLAN {sql}", **wanted)
    read = [step for step in steps if re.search("SEARCH [vr] ", step)]
    assert read, steps
    for step in read:
        assert re.search(r"versions_(one_current|open)|relationships_\w+ .*until=\?", step), steps
