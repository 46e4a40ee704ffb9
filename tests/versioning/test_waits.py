"""What waits for the database in turn, where every wait is one of all other writers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from partwright.settings import Settings
from tests.support import databases
from tests.support.application import Api, running
from tests.world import World

MOST = {"create": 2, "change": 4, "relate": 4, "move": 4}
"""The commit is one of them."""
USES = 6
"""After so many writes of a kind, what does not change is expected."""


@pytest.fixture
async def api(tmp_path: Path) -> AsyncIterator[Api]:
    place = databases.fresh("postgres", tmp_path)
    limits = dict.fromkeys(
        ("rate_limit_anonymous", "rate_limit_authenticated", "rate_limit_login"), 0
    )
    async with running(
        Settings(data_dir=tmp_path / "data", database_url=place.url, **limits)
    ) as opened:
        yield opened


async def test_a_write_waits_a_few_times_for_the_database(world: World, api: Api) -> None:
    design = await world.design()
    top = await world.part(designId=design["id"])
    parts = [await world.part(designId=design["id"]) for _ in range(USES)]

    async def create(turn: int) -> None:
        await world.part(f"New {turn}", designId=design["id"])

    async def change(turn: int) -> None:
        await world.edit(parts[turn], name=f"Changed {turn}")

    async def relate(turn: int) -> None:
        await world.relate(top, parts[turn], quantity=turn + 1)

    async def move(turn: int) -> None:
        await world.move(parts[turn], "Submit")

    async def waits(write: Callable[[int], Awaitable[None]]) -> int:
        for turn in range(USES - 1):
            await write(turn)
        before = api.services.database.waits
        await write(USES - 1)
        return api.services.database.waits - before

    found = {write.__name__: await waits(write) for write in (create, change, relate, move)}
    assert all(0 < found[kind] <= most for kind, most in MOST.items()), found
    assert all(0 < found[kind] <= most for kind, most in MOST.items()), found
