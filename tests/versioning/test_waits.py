"""Waits for the database in turn, where every wait is one of all other writers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from partwright.settings import Settings
from tests.support import databases
from tests.support.application import Api, data, running
from tests.support.people import ENGINEER
from tests.world import World

MOST = {
    "create": 2,
    "change": 4,
    "relate": 4,
    "edit_line": 4,
    "remove_line": 4,
    "move": 4,
    "check_in": 4,
    "check_in_file": 4,
}
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
    spares = [await world.part(designId=design["id"]) for _ in range(USES)]
    parts = [await world.part(designId=design["id"]) for _ in range(USES)]

    before = 0

    def count() -> None:
        """Only what follows is counted."""
        nonlocal before
        before = api.services.database.waits

    async def create(turn: int) -> None:
        await world.part(f"New {turn}", designId=design["id"])

    async def change(turn: int) -> None:
        await world.edit(parts[turn], name=f"Changed {turn}")

    async def relate(turn: int) -> None:
        await world.relate(top, parts[turn], quantity=turn + 1)

    async def move(turn: int) -> None:
        await world.move(parts[turn], "Submit")

    async def check_in(turn: int) -> None:
        path, branch = f"/api/items/{parts[turn]['id']}", {"branchId": design["mainBranchId"]}
        data(await api.post(f"{path}/checkout", json=branch, as_=ENGINEER), 201)
        count()
        data(await api.post(f"{path}/checkin", json=branch, as_=ENGINEER))

    async def check_in_file(turn: int) -> None:
        item, form = spares[turn]["id"], {"file": ("a.txt", f"{turn}".encode())}
        path = f"/api/items/{item}/files/upload"
        made = data(await api.post(path, files=form, as_=ENGINEER), 201)
        path = f"/api/files/{made['files'][0]['id']}"
        data(await api.post(f"{path}/checkout", as_=ENGINEER))
        count()
        data(await api.post(f"{path}/checkin", files=form, as_=ENGINEER))

    async def waits(write: Callable[[int], Awaitable[None]]) -> int:
        for turn in range(USES - 1):
            await write(turn)
        count()
        await write(USES - 1)
        return api.services.database.waits - before

    kinds = (create, change, relate, check_in, check_in_file, move)
    found = {write.__name__: await waits(write) for write in kinds}
    assert all(0 < many <= MOST[kind] for kind, many in found.items()), found
    assert all(0 < many <= MOST[kind] for kind, many in found.items()), found


async def test_an_edit_of_a_line_waits_a_few_times_for_the_database(world: World, api: Api) -> None:
    design = await world.design()
    top = await world.part(designId=design["id"])
    parts = [await world.part(designId=design["id"]) for _ in range(USES)]
    for part in parts:
        await world.relate(top, part)
    found = data(await api.get(f"/api/items/{top['id']}/relationships", as_=ENGINEER))
    lines = [f"/api/relationships/{line['id']}" for line in found["relationships"]]
    waits: dict[str, int] = {}
    for turn, line in enumerate(lines):
        before = api.services.database.waits
        data(await api.put(line, json={"quantity": 50 + turn}, as_=ENGINEER))
        waits["edit_line"] = api.services.database.waits - before
    for line in lines:
        before = api.services.database.waits
        data(await api.delete(line, as_=ENGINEER))
        waits["remove_line"] = api.services.database.waits - before
    assert all(0 < many <= MOST[kind] for kind, many in waits.items()), waits
