"""No way back to main's lines leads a change's branch, or main, into a structure in a circle."""

from typing import Any

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import Record, World

FREE = {
    "name": "Without guards",
    "definitionType": "workflow",
    "states": [
        {"id": "draft", "name": "Draft", "isInitial": True},
        {"id": "review", "name": "Review"},
        {"id": "released", "name": "Released", "isFinal": True},
    ],
    "transitions": [
        {"name": "Submit", "fromStateId": "draft", "toStateId": "review"},
        {"name": "Release", "fromStateId": "review", "toStateId": "released"},
    ],
}


async def change_of(
    api: Api, world: World, design: Record, *parts: Record
) -> tuple[str, str, list[str]]:
    """A change with the parts: its path, its branch, the ids of its entries."""
    order = await world.change_order(designId=design["id"])
    path, entries = f"/api/change-orders/{order['id']}", []
    for part in parts:
        listed = {"itemId": part["id"], "changeAction": "release"}
        made = await api.post(f"{path}/affected-items", listed, as_=ENGINEER)
        entries.append(data(made, 201)["affectedItem"]["id"])
    found = data(await api.get(f"/api/designs/{design['id']}/branches", as_=ENGINEER))["branches"]
    return path, next(b["id"] for b in found if b["changeOrderId"] == order["id"]), entries


async def turned(
    api: Api, world: World, design: Record
) -> tuple[str, str, list[str], Record, Record]:
    """Main has a > b; on the branch of a change it is b > a."""
    a, b = [await world.part(designId=design["id"]) for _ in range(2)]
    line = await world.relate(a, b)
    path, branch, entries = await change_of(api, world, design, a, b)
    gone = f"/api/relationships/{line['id']}?branchId={branch}"
    data(await api.delete(gone, as_=ENGINEER))
    await world.relate(b, a, branchId=branch)
    return path, branch, entries, a, line


async def test_what_brings_mains_lines_back_closes_no_cycle(api: Api, world: World) -> None:
    design = await world.design()
    path, branch, entries, a, line = await turned(api, world, design)

    async def is_whole() -> None:
        answer = await api.get(f"/api/items/{a['id']}/bom?branchId={branch}", as_=ENGINEER)
        assert data(answer)["lines"] == []

    left = await api.delete(f"{path}/affected-items/{entries[0]}", as_=ENGINEER)
    refused(left, 422, "ITEM_RELATIONSHIP_CYCLE")
    await is_whole()
    data(await api.put(f"/api/relationships/{line['id']}", {"quantity": 7}, as_=ENGINEER))
    (clash,) = data(await api.get(f"{path}/conflicts", as_=ENGINEER))["conflicts"]

    async def take(side: str) -> Any:
        body = {"itemId": clash["itemId"], "path": clash["path"], "take": side}
        call = f"{path}/resolve-conflicts"
        return await api.post(call, {"resolutions": [body]}, as_=ENGINEER)

    refused(await take("theirs"), 422, "ITEM_RELATIONSHIP_CYCLE")
    await is_whole()
    data(await take("ours"))


async def test_what_others_close_meanwhile_is_not_submitted(api: Api, world: World) -> None:
    workflow = data(await api.post("/api/workflows", FREE, as_=ADMINISTRATOR), 201)["workflow"]
    here, there = [await world.design() for _ in range(2)]
    a, b = await world.part(designId=here["id"]), await world.part(designId=there["id"])
    path, branch, _ = await change_of(api, world, here, a)
    chosen = {"workflowDefinitionId": workflow["id"]}
    data(await api.post(f"{path}/workflow", chosen, as_=ENGINEER), 201)
    await world.relate(a, b, branchId=branch)
    back = await world.relate(b, a)
    step = {"transition": "Submit"}
    for call, body in (("submit", {}), ("workflow/transition", step)):
        answer = await api.post(f"{path}/{call}", body, as_=ENGINEER)
        refused(answer, 422, "ITEM_RELATIONSHIP_CYCLE")
    data(await api.delete(f"/api/relationships/{back['id']}", as_=ENGINEER))
    data(await api.post(f"{path}/submit", {}, as_=ENGINEER))
    # Nor is it released once it was submitted.
    await world.relate(b, a)
    answer = await api.post(f"{path}/release", {}, as_=ENGINEER)
    refused(answer, 422, "ITEM_RELATIONSHIP_CYCLE")


async def test_an_import_taken_back_closes_no_cycle(api: Api, world: World) -> None:
    design = await world.design()

    async def imported(rows: str, **more: str) -> str:
        sheet = {"file": ("list.csv", f"Part Number,Name,Level\n{rows}".encode())}
        form = {"designId": design["id"], **more}
        answer = await api.post("/api/import/parts", as_=ENGINEER, files=sheet, data=form)
        return str(data(answer, 201)["importId"])

    await imported("U-A,A,0\nU-B,B,1\nU-C,C,0\n")
    again = await imported("U-A,A,0\nU-C,C,1\n", update="true", replaceLines="true")
    found = data(await api.get(f"/api/items?designId={design['id']}", as_=ENGINEER))["items"]
    items = {one["itemNumber"]: one for one in found}
    line = await world.relate(items["U-B"], items["U-A"])
    undo = f"/api/imports/{again}/undo"
    refused(await api.post(undo, as_=ENGINEER), 422, "ITEM_RELATIONSHIP_CYCLE")
    data(await api.delete(f"/api/relationships/{line['id']}", as_=ENGINEER))
    data(await api.delete(f"/api/items/{items['U-B']['id']}", as_=ENGINEER))
    error = refused(await api.post(undo, as_=ENGINEER), 409, "CONFLICT")
    assert "U-B" in error["message"]
