"""Many items of several types made at once, as imports and the design engine make them."""

import msgspec

from partwright.identity.authentication import find_actor
from partwright.item_types import TYPES
from partwright.items import item_input
from partwright.items.creation_service import CreatedItems, DuplicateNumber, NewItem, create_items
from partwright.kit.ids import DesignId
from partwright.versioning.access import access_main_branch
from partwright.versioning.commits import open_commit
from partwright.workflows.service import read_lifecycles
from tests.support.application import Api, data
from tests.support.people import ENGINEER
from tests.world import World


def newborn(item_type: str, design: DesignId, number: str | None) -> NewItem:
    sent = {"name": item_type, "itemNumber": number}
    raw = {key: msgspec.Raw(msgspec.json.encode(value)) for key, value in sent.items()}
    draft = item_input.read_new_item(raw, item_type=TYPES[item_type])
    return NewItem(item_type=TYPES[item_type], draft=draft, design_id=design, program_id=None)


async def made(api: Api, design: DesignId, *wanted: tuple[str, str | None]) -> CreatedItems:
    async with api.services.database.transaction() as tx:
        actor = await find_actor(tx, ENGINEER.token)
        assert actor is not None
        async with open_commit(tx, actor, await access_main_branch(tx, design)) as commit:
            newborns = [newborn(item_type, design, number) for item_type, number in wanted]
            births = await create_items(tx, commit, newborns, await read_lifecycles(tx))
    return births


async def test_several_types_are_born_together(world: World, api: Api) -> None:
    design = DesignId((await world.design())["id"])
    await world.part(itemNumber="Taken")
    births = await made(
        api,
        design,
        ("Requirement", None),
        ("Part", "PN-000001"),
        ("Part", None),
        ("Part", "TAKEN"),
        ("Requirement", None),
        ("Part", "pn-000001"),
    )
    assert births.duplicates == {
        3: DuplicateNumber("TAKEN", None),
        5: DuplicateNumber("pn-000001", 1),
    }
    numbers = {place: version.item_number for place, version in births.created.items()}
    assert numbers == {0: "REQ-000001", 1: "PN-000001", 2: "PN-000002", 4: "REQ-000002"}
    for version in births.created.values():
        path = f"/api/items/{version.item_id}"
        item = data(await api.get(path, as_=ENGINEER))
        assert (item["itemNumber"], item["designId"]) == (version.item_number, design)
        assert (item["type"], item["state"], item["revision"]) == (version.type, "Draft", "-")
        history = data(await api.get(f"{path}/history", as_=ENGINEER))["history"]
        assert [entry["action"] for entry in history] == ["Created"]


async def test_statements_do_not_grow_with_the_newborns(world: World, api: Api) -> None:
    design = DesignId((await world.design())["id"])
    counts: list[int] = []
    for many in (2, 40):
        numbers = [f"{many}-{number}" for number in range(many)] + [None] * many
        with api.counting() as counted:
            births = await made(api, design, *(("Part", number) for number in numbers))
        assert len(births.created) == 2 * many
        counts.append(counted.statements)
    assert counts[0] == counts[1]
