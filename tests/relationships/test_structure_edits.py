"""Edits of a structure: many lines at once, all or none, their identity kept."""

from typing import Any

from tests.relationships.scene import (
    NOBODY,
    branch,
    children,
    design,
    item,
    items,
    list_of,
    program,
    relate,
    release,
)
from tests.support.application import Api, data, problems
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER, Person

Line = dict[str, Any]


async def edit(
    api: Api, *changes: Line, status: int = 200, as_: Person = ENGINEER, **more: Any
) -> Any:
    body = {"changes": list(changes), **more}
    return data(await api.post("/api/relationships/batch-update", body, as_=as_), status)


async def refusals(api: Api, *changes: Line, **more: Any) -> list[tuple[int | str, str]]:
    """What each refused edit is refused with, by its index or its ref."""
    failed = await edit(api, *changes, status=400, **more)
    assert failed["lines"] == failed["items"] == []
    return [(one["ref"] or one["index"], one["error"]) for one in failed["errors"]]


async def commit_of(api: Api, item_id: str) -> str:
    shown = data(await api.get(f"/api/items/{item_id}/history", as_=ENGINEER))
    return str(shown["history"][0]["commitId"])


async def test_lines_and_new_parts_are_saved_in_one_commit_or_not_at_all(api: Api) -> None:
    design_id = await design(api)
    top, frame, screw, nut, bolt = await items(
        api, "S-TOP", "S-FRAME", "S-SCREW", "S-NUT", "S-BOLT", designId=design_id
    )
    kept = await relate(api, top, screw, quantity=4, findNumber=20, referenceDesignator="R1")
    moved = await relate(api, top, nut, quantity="2.5", metadata={"torque": 12})
    gone = await relate(api, top, bolt)
    below = await relate(api, top, frame)
    changes: list[Line] = [
        {"action": "update", "id": kept["id"], "quantity": "6", "referenceDesignator": None},
        {"action": "move", "id": moved["id"], "sourceId": frame, "findNumber": 5},
        {"action": "delete", "id": gone["id"]},
        {"action": "create", "sourceId": frame, "targetId": bolt, "quantity": 8},
        {"action": "create", "sourceId": frame, "targetRef": "new", "findNumber": 30},
        {"action": "create", "sourceRef": "new", "targetId": screw},
        {"action": "update", "id": below["id"], "quantity": 1},
    ]
    new = {"ref": "new", "type": "Part", "name": "Bracket", "designId": design_id}
    before = [await list_of(api, one) for one in (top, frame)]
    dry = await edit(api, *changes, items=[new], dryRun=True)
    assert dry["dryRun"]
    assert [line["index"] for line in dry["lines"]] == [0, 1, 3, 4, 5, 6]
    assert [await list_of(api, one) for one in (top, frame)] == before
    done = await edit(api, *changes, items=[new], commitMessage="Rework")
    (bracket,) = done["items"]
    assert (bracket["ref"], bracket["name"]) == ("new", "Bracket")
    by_index = {line["index"]: line for line in done["lines"]}
    assert (by_index[0]["id"], by_index[0]["quantity"]) == (kept["id"], 6)
    assert by_index[1] == {
        "index": 1,
        "id": moved["id"],
        "parentId": frame,
        "quantity": 2.5,
        "findNumber": 5,
        "referenceDesignator": None,
    }
    assert by_index[5]["parentId"] == bracket["id"]
    now = await list_of(api, frame)
    assert [(one["id"], one["metadata"]) for one in now[:1]] == [(moved["id"], {"torque": 12})]
    assert await children(api, frame) == ["S-NUT", bracket["itemNumber"], "S-BOLT"]
    assert await children(api, top) == ["S-SCREW", "S-FRAME"]
    assert await children(api, bracket["id"]) == ["S-SCREW"]
    assert len({await commit_of(api, one) for one in (top, frame, bracket["id"])}) == 1
    # Lines change places within one edit: what goes is gone before anything is added.
    first = {"action": "delete", "id": by_index[3]["id"]}
    again = {"action": "create", "sourceId": frame, "targetId": bolt, "quantity": 1}
    assert len((await edit(api, again, first))["lines"]) == 1


async def test_what_cannot_stand_is_told_for_each_line_and_nothing_is_saved(api: Api) -> None:
    design_id = await design(api)
    top, sub, leaf = await items(api, "T-TOP", "T-SUB", "T-LEAF", designId=design_id)
    first, second = await relate(api, top, sub, quantity=2), await relate(api, sub, leaf)
    other = await item(api, "T-OTHER", designId=await design(api))
    stale = {"quantity": 3, "findNumber": None, "referenceDesignator": None}
    failed = await edit(
        api,
        {"action": "update", "id": first["id"], "quantity": 9, "expected": stale},
        {"action": "create", "sourceId": top, "targetId": leaf},
        {"action": "create", "sourceId": leaf, "targetId": top},
        {"action": "create", "sourceId": top, "targetId": NOBODY},
        {"action": "move", "id": second["id"], "sourceId": other},
        {"action": "delete", "id": NOBODY},
        status=400,
    )
    assert [(one["index"], one["error"], one["status"]) for one in failed["errors"]] == [
        (0, "PRECONDITION_FAILED", 412),
        (2, "ITEM_RELATIONSHIP_CYCLE", 422),
        (3, "ITEM_NOT_FOUND", 404),
        (4, "UNPROCESSABLE", 422),
        (5, "RESOURCE_NOT_FOUND", 404),
    ]
    assert failed["errors"][0]["present"] == {
        "quantity": 2,
        "findNumber": None,
        "referenceDesignator": None,
    }
    assert await children(api, top) == ["T-SUB"]
    # Circles, also those that only several lines together close, and lines that stand already.
    nut = await item(api, "T-NUT", designId=design_id)
    circle = [
        {"action": "create", "sourceId": leaf, "targetId": nut},
        {"action": "create", "sourceId": nut, "targetId": top},
    ]
    assert await refusals(api, *circle) == [(1, "ITEM_RELATIONSHIP_CYCLE")]
    # Once the way down is taken away in the same edit, the way up is none any more.
    turned = await edit(api, *circle, {"action": "delete", "id": second["id"]}, dryRun=True)
    assert len(turned["lines"]) == 2
    twice = [{"action": "create", "sourceId": top, "targetId": nut}] * 2
    assert await refusals(api, *twice) == [(1, "CONFLICT")]
    taken = {"ref": "a", "type": "Part", "name": "A", "itemNumber": "t-top"}
    bad = {"ref": "b", "type": "Part", "colour": "red"}
    line = {"action": "create", "sourceId": top, "targetRef": "a"}
    found = await refusals(api, line, items=[taken, bad])
    assert found == [("b", "VALIDATION_ERROR"), ("a", "DUPLICATE_ITEM_NUMBER")]


async def test_a_malformed_edit_names_every_problem(api: Api) -> None:
    top = await item(api, "U-TOP")
    body = {
        "changes": [
            {"action": "create", "sourceId": top},
            {"action": "update", "id": NOBODY, "quantity": 0, "colour": 1},
            {"action": "move", "id": NOBODY, "sourceRef": "none"},
            {"action": "delete", "id": NOBODY, "expected": {"quantity": "x"}},
            7,
        ],
        "items": [{"name": "No ref"}],
    }
    answer = await api.post("/api/relationships/batch-update", body, as_=ENGINEER)
    assert set(problems(answer)) == {
        "changes[0].targetId",
        "changes[1].quantity",
        "changes[1].colour",
        "changes[2].sourceRef",
        "changes[3].quantity",
        "changes[4]",
        "items[0].ref",
    }
    for wrong in ({"changes": []}, {"changes": {}}, {}):
        sent = await api.post("/api/relationships/batch-update", wrong, as_=ENGINEER)
        assert "changes" in problems(sent)


async def test_rights_locks_and_branches_are_those_of_single_lines(api: Api) -> None:
    program_id = await program(api, engineer=ENGINEER)
    design_id = await design(api, of=program_id)
    top, screw = await items(api, "V-TOP", "V-SCREW", designId=design_id)
    line = await relate(api, top, screw, quantity=2)
    change = {"action": "update", "id": line["id"], "quantity": 3}
    body = {"changes": [change]}
    refused = await api.post("/api/relationships/batch-update", body, as_=VIEWER)
    assert refused.status_code == 403
    # To whom the program is closed, its lines are not there.
    assert await refusals(api, change, as_=OUTSIDER) == [(0, "RESOURCE_NOT_FOUND")]
    data(await api.post(f"/api/items/{top}/lock", as_=ADMINISTRATOR))
    assert await refusals(api, change) == [(0, "ITEM_LOCKED")]
    data(await api.post(f"/api/items/{top}/unlock", as_=ADMINISTRATOR))
    for one in (screw, top):
        await release(api, one)
    assert await refusals(api, change) == [(0, "BRANCH_PROTECTED")]
    # On a branch the parent becomes a working copy, and main's ids are understood there.
    there = await branch(api, design_id)
    nut = {"ref": "n", "type": "Part", "name": "Nut", "designId": design_id}
    more = {"action": "create", "sourceId": top, "targetRef": "n"}
    done = await edit(api, change, more, items=[nut], branchId=there)
    copy = done["lines"][0]["parentId"]
    assert copy != top
    assert {one["parentId"] for one in done["lines"]} == {copy}
    there_now = await list_of(api, top, branchId=there)
    assert sorted(one["quantity"] for one in there_now) == [1, 3]
    assert [one["quantity"] for one in await list_of(api, top)] == [2]
    again = await edit(api, change | {"quantity": 4}, branchId=there)
    assert again["lines"][0]["id"] == done["lines"][0]["id"]


async def test_a_branch_goes_on_showing_a_line_that_main_has_moved(api: Api) -> None:
    design_id = await design(api)
    top, sub, screw = await items(api, "W-TOP", "W-SUB", "W-SCREW", designId=design_id)
    line = await relate(api, top, screw, quantity=2)
    there = await branch(api, design_id)
    await edit(api, {"action": "move", "id": line["id"], "sourceId": sub})
    assert await children(api, sub) == ["W-SCREW"]
    changed = await api.put(
        f"/api/relationships/{line['id']}",
        {"quantity": 5},
        as_=ENGINEER,
        params={"branchId": there},
    )
    assert data(changed)["relationship"]["sourceItem"]["itemNumber"] == "W-TOP"
    assert [one["quantity"] for one in await list_of(api, top, branchId=there)] == [5]


async def test_two_names_of_one_line_are_one_line(api: Api) -> None:
    design_id = await design(api)
    names = ("W-TOP", "W-SCREW", "W-NUT", "W-PIN")
    top, screw, nut, pin = await items(api, *names, designId=design_id)
    line = await relate(api, top, screw, quantity=2)
    there = await branch(api, design_id)
    path, params = f"/api/relationships/{line['id']}", {"branchId": there}
    own = data(await api.put(path, {"quantity": 5}, as_=ENGINEER, params=params))["relationship"]
    assert own["id"] != line["id"]
    changes = [
        {"action": "update", "id": line["id"], "targetId": nut},
        {"action": "update", "id": own["id"], "targetId": pin},
    ]
    assert await refusals(api, *changes, branchId=there) == [(1, "VALIDATION_ERROR")]
    assert await children(api, top) == ["W-SCREW"]
