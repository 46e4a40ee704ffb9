"""The history of an item: one entry per change, over all its versions."""

from typing import Any

import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, VIEWER
from tests.world import NOBODY, World

TYPES = ("Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue")


@pytest.mark.parametrize("type_name", TYPES)
async def test_a_creation_has_no_changes(world: World, api: Api, type_name: str) -> None:
    item = await world.item(type_name, attributes={"a": "1"})
    found = data(await api.get(f"/api/items/{item['id']}/history", as_=VIEWER))
    assert set(found) == {"history", "total", "page", "limit"}
    (entry,) = found["history"]
    assert set(entry) == {
        *("id", "action", "user", "timestamp", "changes", "comment", "branchId", "commitId"),
    }
    assert (entry["action"], entry["changes"], entry["comment"]) == ("Created", {}, None)
    assert entry["user"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    assert entry["timestamp"] == item["createdAt"]
    assert entry["branchId"] is None
    assert entry["commitId"]


async def test_an_update_tells_each_field_as_it_was_shown_before_and_after(world: World) -> None:
    part = await world.part("Old", weight="1.50", quantityOnHand=2, attributes={"a": "1"})
    edit: dict[str, Any] = {
        "name": "New",
        "weight": 2,
        "quantityOnHand": 0.5,
        "makeBuy": "buy",
        "leadTimeDays": 0,
        "attributes": {"b": "2"},
        "description": "Text",
        "itemNumber": "X-1",
        "cost": None,
    }
    await world.edit(part, **edit)
    updated, _ = await world.history(part)
    assert updated["action"] == "Updated"
    assert updated["changes"] == {
        "name": {"from": "Old", "to": "New"},
        "weight": {"from": "1.5", "to": "2"},
        "quantityOnHand": {"from": 2, "to": 0.5},
        "partType": {"from": None, "to": "Purchase"},
        "leadTime": {"from": None, "to": 0},
        "attributes": {"from": {"a": "1"}, "to": {"a": "1", "b": "2"}},
        "description": {"from": None, "to": "Text"},
        "itemNumber": {"from": part["itemNumber"], "to": "X-1"},
    }


async def test_an_assignee_is_told_by_name(world: World) -> None:
    task = await world.task()
    await world.edit(task, assignee=VIEWER.id)
    await world.edit(task, assignee=ENGINEER.id)
    changes = [entry["changes"] for entry in await world.history(task)]
    vera = {"id": VIEWER.id, "name": VIEWER.name}
    assert changes == [
        {"assignee": {"from": vera, "to": {"id": ENGINEER.id, "name": ENGINEER.name}}},
        {"assignee": {"from": None, "to": vera}},
        {},
    ]


async def test_what_changes_nothing_makes_no_entry_and_no_version(world: World, api: Api) -> None:
    part = await world.part("N", weight="1.50", attributes={"a": "1", "b": "2"}, makeBuy="buy")
    tag = (await api.get(f"/api/items/{part['id']}", as_=ENGINEER)).headers["etag"]
    for same in (
        {},
        {"name": " N "},
        {"weight": 1.5},
        {"weight": "1.500"},
        {"attributes": {"b": "2", "a": "1"}},
        {"makeBuy": "BUY", "costCurrency": "usd"},
        {"itemNumber": None},
        {"itemNumber": part["itemNumber"]},
        {"description": None, "commitMessage": "Nothing to say"},
        part,
    ):
        answer = await api.put(f"/api/items/{part['id']}", same, as_=ENGINEER)
        assert data(answer) == part, same
        assert answer.headers["etag"] == tag
    assert len(await world.history(part)) == 1


async def test_everything_that_happens_is_told_newest_first(world: World, api: Api) -> None:
    part = await world.part()
    child = await world.part()
    path = f"/api/items/{part['id']}"
    await world.edit(part, name="New")
    line = await world.relate(part, child, quantity=2)
    data(await api.put(f"/api/relationships/{line['id']}", {"quantity": 3}, as_=ENGINEER))
    data(await api.delete(f"/api/relationships/{line['id']}", as_=ENGINEER))
    data(await api.post(f"{path}/lock", as_=ENGINEER))
    data(await api.post(f"{path}/unlock", as_=ENGINEER))
    await world.move(part, "Submit", comment="Please look")
    await world.move(part, "Approve")
    history = await world.history(part)
    assert [entry["action"] for entry in history] == [
        *("Released", "Transitioned", "Unlocked", "Locked", "Relationship Removed"),
        *("Relationship Updated", "Relationship Added", "Updated", "Created"),
    ]
    released, submitted, *_ = history
    assert released["user"] == {"id": ADMINISTRATOR.id, "name": ADMINISTRATOR.name}
    assert released["changes"] == {
        "state": {"from": "In Review", "to": "Released"},
        "revision": {"from": "-", "to": "A"},
    }
    assert submitted["comment"] == "Please look"
    assert submitted["changes"] == {"state": {"from": "Draft", "to": "In Review"}}
    assert history == sorted(history, key=lambda e: str(e["timestamp"]), reverse=True)
    assert len({entry["id"] for entry in history}) == len(history)


async def test_history_is_paged(world: World, api: Api) -> None:
    part = await world.part()
    for n in range(4):
        await world.edit(part, name=f"Name {n}")
    everything = await world.history(part)
    seen: list[Any] = []
    for page in (1, 2, 3, 4):
        params = {"page": page, "limit": 2}
        answer = await api.get(f"/api/items/{part['id']}/history", params=params, as_=ENGINEER)
        assert answer.json()["meta"] == {"total": 5, "page": page, "limit": 2, "totalPages": 3}
        seen += data(answer)["history"]
    assert seen == everything
    for params in ({"page": "0"}, {"limit": "x"}):
        answer = await api.get(f"/api/items/{part['id']}/history", params=params, as_=ENGINEER)
        assert set(problems(answer)) == set(params)
    assert (
        data(
            await api.get(f"/api/items/{part['id']}/history", params={"limit": 500}, as_=ENGINEER)
        )["limit"]
        == 100
    )


async def test_history_spans_all_versions_of_the_item(world: World) -> None:
    design = await world.design()
    part = await world.part("Old", designId=design["id"])
    branch = await world.branch(design)
    copy = await world.edit(part, on=branch, name="New", commitMessage="Lighter")
    assert copy["id"] != part["id"]
    on_main, on_branch = await world.history(part), await world.history(copy)
    assert on_main == on_branch
    assert [e["action"] for e in on_main] == ["Updated", "Created"]
    assert on_main[0]["branchId"] == branch["id"]
    assert on_main[0]["changes"] == {"name": {"from": "Old", "to": "New"}}


async def test_each_write_is_a_commit_with_the_message_given(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"], commitMessage="Begin")
    await world.edit(part, name="New", commitMessage="Rename")
    await world.edit(part, name="Newer")
    path = f"/api/designs/{design['id']}/commits"
    commits = data(await api.get(path, as_=ENGINEER))["commits"]
    assert [c["message"] for c in commits][1:3] == ["Rename", "Begin"]
    assert [e["commitId"] for e in await world.history(part)] == [c["id"] for c in commits[:3]]
    old = await world.get(part, commitId=commits[2]["id"])
    assert (old["id"], old["name"]) == (part["id"], part["name"])
    assert (await world.get(part, commitId=commits[1]["id"]))["name"] == "New"


async def test_a_refused_change_leaves_no_trace(world: World, api: Api) -> None:
    part = await world.part(itemNumber="A")
    await world.part(itemNumber="B")
    path = f"/api/items/{part['id']}"
    refused(
        await api.put(path, {"itemNumber": "b", "name": "N"}, as_=ENGINEER),
        409,
        "DUPLICATE_ITEM_NUMBER",
    )
    refused(await api.put(path, {"name": "N"}, as_=APPROVER), 403, "FORBIDDEN")
    assert len(await world.history(part)) == 1
    assert await world.get(part) == part


async def test_history_of_nothing(api: Api) -> None:
    for path in ("history", "revisions", "transitions"):
        answer = await api.get(f"/api/items/{NOBODY}/{path}", as_=ENGINEER)
        refused(answer, 404, "ITEM_NOT_FOUND")
        refused(await api.get(f"/api/items/x/{path}", as_=ENGINEER), 404, "ITEM_NOT_FOUND")
