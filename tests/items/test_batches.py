"""Many items read and changed in one request; what may be done with one, and why not."""

from typing import Any

import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER
from tests.world import NOBODY, World


async def update(api: Api, items: list[Any], status: int = 200, **more: Any) -> Any:
    body = {"items": items, **more}
    return data(await api.post("/api/items/batch-update", body, as_=ENGINEER), status)


async def test_a_batch_changes_all_items_in_one_commit_or_none(world: World, api: Api) -> None:
    design = await world.design()
    parts = [await world.part(itemNumber=f"B-{n}", designId=design["id"]) for n in range(3)]
    answer = await api.get(f"/api/items/{parts[0]['id']}", as_=ENGINEER)
    wanted = [{"id": part["id"], "changes": {"material": "Steel"}} for part in parts]
    wanted[0]["ifMatch"] = answer.headers["etag"]
    dry = await update(api, wanted, dryRun=True)
    assert [item["material"] for item in dry["items"]] == ["Steel"] * 3
    assert (await world.get(parts[0]))["material"] is None
    done = await update(api, wanted, commitMessage="Harder")
    assert [item["itemNumber"] for item in done["items"]] == ["B-0", "B-1", "B-2"]
    answer = await api.get(f"/api/items/{parts[1]['id']}", as_=ENGINEER)
    assert done["items"][1] == data(answer) | {"etag": answer.headers["etag"]}
    commits = {(await world.history(part))[0]["commitId"] for part in parts}
    assert len(commits) == 1
    # The first tag is old by now, the third item does not exist: nothing is changed.
    bad = [{**one, "changes": {"material": "Brass", "cost": "1"}} for one in wanted]
    bad[1]["changes"] = {"cost": "cheap", "colour": "red"}
    bad[2]["id"] = NOBODY
    failed = await update(api, bad, 400)
    assert [(e["itemId"], e["error"]) for e in failed["errors"]] == [
        (parts[0]["id"], "PRECONDITION_FAILED"),
        (parts[1]["id"], "VALIDATION_ERROR"),
        (NOBODY, "ITEM_NOT_FOUND"),
    ]
    assert {p["field"] for p in failed["errors"][1]["problems"]} == {"cost", "colour"}
    taken = [{"id": part["id"], "changes": {"itemNumber": "X"}} for part in parts[:2]]
    assert (await update(api, taken, 400))["errors"][0]["error"] == "DUPLICATE_ITEM_NUMBER"
    assert [(await world.get(part))["material"] for part in parts] == ["Steel"] * 3
    twice = await api.post("/api/items/batch-update", {"items": wanted[1:2] * 2}, as_=ENGINEER)
    assert list(problems(twice)) == ["items[1].id"]
    assert problems(await api.post("/api/items/batch-update", {"items": []}, as_=ENGINEER))


@pytest.mark.settings(statement_seconds=1)
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_busy_database_is_no_fault_of_the_items(world: World, api: Api) -> None:
    database = api.services.database
    parts = [await world.part() for _ in range(2)]
    items = [{"id": part["id"], "changes": {"material": "Steel"}} for part in parts]
    async with database.transaction() as tx:
        await tx.one(
            int, "SELECT 1 FROM versions WHERE item_id = :id FOR UPDATE", id=parts[0]["id"]
        )
        answer = await api.post("/api/items/batch-update", {"items": items}, as_=ENGINEER)
    refused(answer, 503, "UNAVAILABLE")
    assert len((await update(api, items))["items"]) == 2


async def test_a_batch_on_a_branch_leaves_main_as_it_is(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    branch = await world.branch(design)
    changes = [{"id": part["id"], "changes": {"name": "There"}}]
    (changed,) = (await update(api, changes, branchId=branch["id"]))["items"]
    assert (changed["name"], changed["branchId"]) == ("There", branch["id"])
    assert (await world.get(part))["name"] == part["name"]


async def test_items_are_read_together(world: World, api: Api) -> None:
    part, task = await world.part(), await world.task()
    program = await world.program()
    secret = await world.as_(ADMINISTRATOR).part(programId=program["id"])
    ids = [task["id"], secret["id"], part["id"], NOBODY, task["id"]]

    async def read(**more: Any) -> Any:
        return data(await api.post("/api/items/batch-get", {"ids": ids, **more}, as_=ENGINEER))

    found = await read()
    assert found["missing"] == [secret["id"], NOBODY]
    for item, shown in zip((task, part), found["items"], strict=True):
        answer = await api.get(f"/api/items/{item['id']}", as_=ENGINEER)
        assert shown == data(answer) | {"etag": answer.headers["etag"]}
    (first, _) = (await read(fields=["name"]))["items"]
    assert set(first) == {"id", "etag", "name"}


async def test_an_item_says_what_may_be_done_with_it(world: World, api: Api) -> None:
    async def can(item: Any, as_: Any = ENGINEER, **params: Any) -> dict[str, Any]:
        params["can"] = "true"
        answer = await api.get(f"/api/items/{item['id']}", params=params, as_=as_)
        return dict(data(answer)["can"])

    design = await world.design()
    part = await world.part(itemNumber="C-1", designId=design["id"])
    first = await can(part)
    assert {name for name, one in first.items() if one["allowed"]} == {
        "edit",
        "checkOut",
        "lock",
        "delete",
        "submit",
    }
    assert "leaves the state Draft" in first["release"]["reason"]
    assert not any(one["allowed"] for one in (await can(part, as_=VIEWER)).values())
    assert "parts.update" in (await can(part, as_=VIEWER))["edit"]["reason"]
    await api.post(f"/api/items/{part['id']}/lock", as_=ADMINISTRATOR)
    assert ADMINISTRATOR.name in (await can(part))["edit"]["reason"]
    await api.post(f"/api/items/{part['id']}/unlock", as_=ADMINISTRATOR)
    parent = await world.part(itemNumber="C-2", designId=design["id"])
    await world.relate(parent, part)
    assert "C-2" in (await can(part))["delete"]["reason"]
    await world.move(part, "Submit")
    assert not (await can(part))["edit"]["allowed"]
    assert (await can(part, as_=ADMINISTRATOR))["release"] == {"allowed": True}
    await world.move(part, "Approve")
    assert "change order" in (await can(part))["edit"]["reason"]
    past = await can(part, commitId=(await world.history(part))[-1]["commitId"])
    assert not any(one["allowed"] for one in past.values())
    assert "change" in (await can(await world.change_order()))["submit"]["reason"]


async def test_two_ids_of_one_item_are_checked_out_once(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    branch = await world.branch(design)
    copy = await world.edit(part, on=branch, name="Copy")
    body = {"itemIds": [part["id"], copy["id"]], "branchId": branch["id"]}
    done = data(await api.post("/api/items/batch-checkout", body, as_=ENGINEER), 201)
    assert [one["itemId"] for one in done["checkedOut"]] == [part["id"]]
    assert done["errors"] == []
    done = data(await api.post("/api/items/batch-checkin", body, as_=ENGINEER))
    assert (len(done["checkedIn"]), done["errors"]) == (1, [])
