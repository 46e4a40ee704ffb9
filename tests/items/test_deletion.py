"""Deleting items: what may go, what stays, and what is left of it."""

from typing import Any

import pytest

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER
from tests.world import NOBODY, Record, World

TYPES = ("Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue")


async def delete(api: Api, item: Record, **more: Any) -> Any:
    return await api.delete(f"/api/items/{item['id']}", **{"as_": ENGINEER, **more})


@pytest.mark.parametrize("type_name", TYPES)
async def test_a_draft_goes_and_frees_the_number_of_content(
    world: World, api: Api, type_name: str
) -> None:
    item = await world.item(type_name, itemNumber="Gone-1")
    for person in (APPROVER, VIEWER):
        refused(await delete(api, item, as_=person), 403, "FORBIDDEN")
    assert data(await delete(api, item)) == {"success": True}
    path = f"/api/items/{item['id']}"
    refused(await api.get(path, as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    refused(await api.put(path, {"name": "Back"}, as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    refused(await delete(api, item), 404, "ITEM_NOT_FOUND")
    for verb in ("history", "revisions", "transitions", "relationships"):
        refused(await api.get(f"{path}/{verb}", as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    assert await world.numbers() == []
    body = {"type": "Task", "name": "N", "itemNumber": "GONE-1"}
    answer = await api.post("/api/items", body, as_=ENGINEER)
    if type_name in ("Part", "Document", "Requirement"):
        assert data(answer, 201)["itemNumber"] == "GONE-1"
        restored = await api.post(f"{path}/restore", as_=ENGINEER)
        refused(restored, 409, "DUPLICATE_ITEM_NUMBER")
    else:
        refused(answer, 409, "DUPLICATE_ITEM_NUMBER")


async def test_earlier_commits_go_on_showing_it(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    child = await world.part(designId=design["id"])
    await world.relate(part, child)
    path = f"/api/designs/{design['id']}/commits"
    before = data(await api.get(path, as_=ENGINEER))["commits"][0]
    data(await delete(api, part))
    after = data(await api.get(path, as_=ENGINEER))["commits"][0]
    assert after["changes"] == {"added": 0, "modified": 0, "removed": 1}
    assert (await world.get(part, commitId=before["id"]))["name"] == part["name"]
    answer = await api.get(
        f"/api/items/{part['id']}", params={"commitId": after["id"]}, as_=ENGINEER
    )
    refused(answer, 404, "ITEM_NOT_FOUND")
    told = await world.history(part, commitId=before["id"])
    assert told[0]["action"] == "Deleted"
    assert data(await delete(api, child)) == {"success": True}


async def test_a_child_of_a_bom_stays_and_its_parents_are_named(world: World, api: Api) -> None:
    child = await world.part()
    parents = [await world.part(itemNumber=number) for number in ("P-1", "P-2")]
    for parent in parents:
        await world.relate(parent, child)
    error = refused(await delete(api, child), 409, "CONFLICT")
    assert "P-1" in error["message"]
    assert [d["message"] for d in error["details"]] == ["P-1", "P-2"]
    data(await delete(api, parents[0]))
    data(await delete(api, parents[1]))
    data(await delete(api, child))


async def test_other_relationships_hold_nothing_back(world: World, api: Api) -> None:
    requirement, part = await world.requirement(), await world.part()
    await world.relate(requirement, part, relationshipType="reference")
    data(await delete(api, part))
    found = await api.get(f"/api/items/{requirement['id']}/relationships", as_=ENGINEER)
    assert data(found)["relationships"] == []


async def test_only_drafts_go(world: World, api: Api) -> None:
    part = await world.part()
    await world.move(part, "Submit")
    assert "In Review" in refused(await delete(api, part), 409, "CONFLICT")["message"]
    await world.move(part, "Reject")
    await world.release(part)
    refused(await delete(api, part, as_=ADMINISTRATOR), 409, "CONFLICT")
    task, issue = await world.task(), await world.issue()
    await world.move(task, "Start")
    await world.move(issue, "Resolve")
    for item in (task, issue):
        refused(await delete(api, item), 409, "CONFLICT")
    await world.move(issue, "Reopen")
    assert data(await delete(api, issue)) == {"success": True}


async def test_a_protected_main_keeps_its_drafts(world: World, api: Api) -> None:
    design = await world.design()
    part, draft = [await world.part(designId=design["id"]) for _ in range(2)]
    await world.release(part)
    refused(await delete(api, part), 409, "CONFLICT")
    refused(await delete(api, draft), 403, "BRANCH_PROTECTED")


async def test_what_is_new_on_a_branch_is_removed_there(world: World, api: Api) -> None:
    design = await world.design()
    branch = await world.branch(design)
    part = await world.part(designId=design["id"], branchId=branch["id"])
    data(await delete(api, part))
    where = {"branchId": branch["id"]}
    assert await world.numbers(**where) == []
    answer = await api.get(f"/api/items/{part['id']}", params=where, as_=ENGINEER)
    refused(answer, 404, "ITEM_NOT_FOUND")


async def test_what_came_from_main_is_hidden_on_the_branch_alone(world: World, api: Api) -> None:
    design = await world.design()
    untouched, edited = [await world.part(itemNumber=n, designId=design["id"]) for n in ("A", "B")]
    branch = await world.branch(design)
    where = {"branchId": branch["id"]}
    copy = await world.edit(edited, on=branch, name="Edited")
    data(await delete(api, untouched, params=where))
    data(await delete(api, copy))
    assert await world.numbers(**where) == []
    assert await world.numbers(sort="itemNumber") == ["A", "B"]
    assert await world.get(untouched) == untouched
    assert await world.get(edited) == edited
    for item in (untouched, edited):
        refused(await delete(api, item, params=where), 404, "ITEM_NOT_FOUND")


async def test_what_was_released_goes_on_no_branch(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.release(await world.part(designId=design["id"]))
    branch = await world.branch(design)
    refused(await delete(api, part, params={"branchId": branch["id"]}), 409, "CONFLICT")
    copy = await world.edit(part, on=branch, name="Edited")
    refused(await delete(api, copy), 409, "CONFLICT")


async def test_a_child_of_a_bom_on_a_branch_stays_there(world: World, api: Api) -> None:
    design = await world.design()
    parent, child = [await world.part(designId=design["id"]) for _ in range(2)]
    branch = await world.branch(design)
    where = {"branchId": branch["id"]}
    await world.relate(parent, child, **where)
    refused(await delete(api, child, params=where), 409, "CONFLICT")
    assert data(await delete(api, child)) == {"success": True}


async def test_what_others_hold_stays(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    body = {"branchId": design["mainBranchId"]}
    data(await api.post(f"/api/items/{part['id']}/checkout", body, as_=ENGINEER), 201)
    refused(await delete(api, part, as_=OUTSIDER), 409, "CHECKOUT_CONFLICT")
    data(await api.post(f"/api/items/{part['id']}/lock", as_=ENGINEER))
    refused(await delete(api, part, as_=OUTSIDER), 423, "ITEM_LOCKED")
    assert data(await delete(api, part)) == {"success": True}


async def test_what_is_not_there_cannot_go(api: Api) -> None:
    for item_id in (NOBODY, "x", "%00", "1" * 3000):
        answer = await api.delete(f"/api/items/{item_id}", as_=ENGINEER)
        assert answer.status_code == 404, answer.text
