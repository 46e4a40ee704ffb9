from typing import Any

import pytest

from tests.relationships import scene
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER

BOTH_SHAPES = [
    lambda target: {"targetId": target, "relationshipType": "bom"},
    lambda target: {"targetItemId": target, "type": "BOM"},
]


@pytest.mark.parametrize("body", BOTH_SHAPES)
async def test_both_shapes_make_the_same_relationship(api: Api, body: Any) -> None:
    parent, child = await scene.items(api, "A", "B")
    sent = body(child) | {"quantity": 2.5, "findNumber": 10, "referenceDesignator": "R1,R2"}
    made = data(await api.post(f"/api/items/{parent}/relationships", sent, as_=ENGINEER), 201)
    assert made["success"] is True
    (line,) = await scene.list_of(api, parent)
    assert line == made["relationship"]
    assert {key: line[key] for key in line if key not in ("id", "sourceItem", "targetItem")} == {
        "sourceId": parent,
        "sourceItemId": parent,
        "targetId": child,
        "targetItemId": child,
        "relationshipType": "bom",
        "type": "BOM",
        "quantity": 2.5,
        "findNumber": 10,
        "referenceDesignator": "R1,R2",
        "metadata": {},
    }
    for end, id_, number in (("sourceItem", parent, "A"), ("targetItem", child, "B")):
        named = line[end]
        assert (named["id"], named["itemNumber"], named["name"]) == (id_, number, number)


async def test_types_in_any_letter_case(api: Api) -> None:
    parent, child, other = await scene.items(api, "A", "B", "C")
    for sent, target, kept, shown in (
        ("BOM", child, "bom", "BOM"),
        ("Bom", other, "bom", "BOM"),
        ("REFERENCE", child, "reference", "reference"),
        ("Derived", child, "derived", "derived"),
        ("cross_Reference", child, "cross_reference", "cross_reference"),
    ):
        line = await scene.relate(api, parent, target, sent)
        assert (line["relationshipType"], line["type"]) == (kept, shown)


BAD_VALUES: list[tuple[dict[str, Any], str]] = [
    ({"relationshipType": "where_used"}, "relationshipType"),
    ({"relationshipType": ""}, "relationshipType"),
    ({"relationshipType": None}, "relationshipType"),
    ({"relationshipType": "bom", "type": "reference"}, "relationshipType"),
    ({"targetId": None}, "targetId"),
    ({"targetId": "B"}, "targetId"),
    ({"targetItemId": scene.NOBODY}, "targetId"),
    ({"quantity": 0}, "quantity"),
    ({"quantity": -1}, "quantity"),
    ({"quantity": "many"}, "quantity"),
    ({"quantity": 10**15}, "quantity"),
    ({"quantity": "0.0000000000001"}, "quantity"),
    ({"findNumber": -1}, "findNumber"),
    ({"findNumber": 1.5}, "findNumber"),
    ({"findNumber": 2**31}, "findNumber"),
    ({"referenceDesignator": "R" * 5001}, "referenceDesignator"),
    ({"referenceDesignator": "R\x00"}, "referenceDesignator"),
    ({"metadata": []}, "metadata"),
    ({"metadata": {"a": "\x00"}}, "metadata"),
    ({"qty": 1}, "qty"),
    ({"branchId": "main"}, "branchId"),
]


async def test_bad_values_are_named(api: Api) -> None:
    parent, child = await scene.items(api, "A", "B")
    for change, field in BAD_VALUES:
        answer = await scene.attempt(api, parent, child, **change)
        assert field in problems(answer), change
    assert await scene.list_of(api, parent) == []
    edge = {"quantity": 999_999_999_999_999, "findNumber": 2**31 - 1}
    assert (await scene.attempt(api, parent, child, **edge)).status_code == 201


async def test_numbers_beyond_all_bounds_are_400(api: Api) -> None:
    parent, child = await scene.items(api, "A", "B")
    for spelling in ("1e400", "1e-400", "NaN", "-0.5", "123456789012345.1234567890123"):
        body = f'{{"targetId": "{child}", "type": "bom", "quantity": {spelling}}}'
        answer = await api.request(
            "POST",
            f"/api/items/{parent}/relationships",
            as_=ENGINEER,
            content=body,
            headers={"Content-Type": "application/json"},
        )
        refused(answer, 400, "VALIDATION_ERROR")


async def test_twelve_decimals_stay_exact(api: Api) -> None:
    parent, child = await scene.items(api, "A", "B")
    body = f'{{"targetId": "{child}", "type": "bom", "quantity": 123456789012345.123456789012}}'
    await api.request(
        "POST",
        f"/api/items/{parent}/relationships",
        as_=ENGINEER,
        content=body,
        headers={"Content-Type": "application/json"},
    )
    found = await api.get(f"/api/items/{parent}/relationships", as_=ENGINEER)
    assert '"quantity":123456789012345.123456789012,' in found.text


async def test_the_quantity_is_one_and_may_be_sent_as_text(api: Api) -> None:
    parent, one, two = await scene.items(api, "A", "B", "C")
    assert (await scene.relate(api, parent, one))["quantity"] == 1
    assert (await scene.relate(api, parent, two, quantity="2.50"))["quantity"] == 2.5


async def test_a_duplicate_names_both_items(api: Api) -> None:
    parent, child = await scene.items(api, "A-1", "B-2")
    await scene.relate(api, parent, child)
    error = refused(await scene.attempt(api, parent, child, quantity=7), 409, "CONFLICT")
    assert "A-1" in error["message"]
    assert "B-2" in error["message"]
    (line,) = await scene.list_of(api, parent)
    assert line["quantity"] == 1
    await scene.relate(api, parent, child, "reference")


async def test_nothing_is_related_to_itself(api: Api) -> None:
    part = await scene.item(api, "A")
    answer = await scene.attempt(api, part, part)
    refused(answer, 422, "ITEM_RELATIONSHIP_CYCLE")
    for type in ("reference", "derived", "cross_reference"):
        answer = await scene.attempt(api, part, part, relationshipType=type)
        refused(answer, 400, "VALIDATION_ERROR")


async def test_other_types_may_run_in_circles(api: Api) -> None:
    one, two = await scene.items(api, "A", "B")
    await scene.relate(api, one, two, "reference")
    await scene.relate(api, two, one, "reference")
    for parent, child in ((one, two), (two, one)):
        (line,) = await scene.list_of(api, parent)
        assert (line["targetId"], line["relationshipType"]) == (child, "reference")


async def test_unknown_items_are_404(api: Api) -> None:
    part = await scene.item(api, "A")
    body = {"targetId": part, "type": "bom"}
    for unknown in (scene.NOBODY, "nonsense", "%00", "%F0%9F%94%A9"):
        path = f"/api/items/{unknown}/relationships"
        assert (await api.post(path, body, as_=ENGINEER)).status_code == 404
        assert (await api.get(path, as_=ENGINEER)).status_code == 404
    refused(await scene.attempt(api, part, scene.NOBODY), 404, "ITEM_NOT_FOUND")


async def test_items_of_a_foreign_program_are_unknown(api: Api) -> None:
    program = await scene.program(api, engineer=ENGINEER)
    hidden = await scene.item(api, "H", designId=await scene.design(api, of=program))
    mine = await scene.item(api, "A")
    line = await scene.relate(api, mine, hidden)
    body = {"targetId": hidden, "type": "reference"}
    answer = await api.post(f"/api/items/{mine}/relationships", body, as_=OUTSIDER)
    refused(answer, 404, "ITEM_NOT_FOUND")
    body = {"targetId": mine, "type": "bom"}
    answer = await api.post(f"/api/items/{hidden}/relationships", body, as_=OUTSIDER)
    refused(answer, 404, "ITEM_NOT_FOUND")
    assert await scene.list_of(api, mine, as_=OUTSIDER) == []
    assert [row["id"] for row in await scene.list_of(api, mine)] == [line["id"]]


@pytest.mark.parametrize("nested", [True, False])
async def test_a_change_under_both_paths(api: Api, nested: bool) -> None:
    parent, child = await scene.items(api, "A", "B")
    line = await scene.relate(api, parent, child, findNumber=5, referenceDesignator="R1")
    path = f"/api/relationships/{line['id']}"
    if nested:
        path = f"/api/items/{parent}/relationships/{line['id']}"
    changed = data(await api.put(path, {"quantity": 2.50}, as_=ENGINEER))["relationship"]
    # Only under the path of relationships is the quantity a text.
    assert changed == line | {"quantity": 2.5 if nested else "2.5"}
    changed = data(await api.put(path, {"findNumber": None}, as_=ENGINEER))["relationship"]
    assert (changed["findNumber"], changed["referenceDesignator"]) == (None, "R1")
    for bad in ({"quantity": 0}, {"quantity": -3}, {"findNumber": -1}, {"nonsense": 1}):
        assert problems(await api.put(path, bad, as_=ENGINEER)).keys() == bad.keys()
    done = data(await api.delete(path, as_=ENGINEER))
    assert done["success"] is True
    assert done["message"]
    assert await scene.list_of(api, parent) == []
    refused(await api.delete(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.put(path, {"quantity": 1}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_under_another_item_a_relationship_is_not_there(api: Api) -> None:
    parent, child, other = await scene.items(api, "A", "B", "C")
    line = await scene.relate(api, parent, child)
    for item in (child, other, scene.NOBODY):
        path = f"/api/items/{item}/relationships/{line['id']}"
        assert (await api.put(path, {"quantity": 3}, as_=ENGINEER)).status_code == 404
        assert (await api.delete(path, as_=ENGINEER)).status_code == 404
    assert (await scene.list_of(api, parent))[0]["quantity"] == 1


async def test_unknown_relationships_are_404(api: Api) -> None:
    for unknown in (scene.NOBODY, "nonsense"):
        path = f"/api/relationships/{unknown}"
        refused(await api.put(path, {"quantity": 3}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        refused(await api.delete(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_a_relationship_of_a_foreign_program_is_unknown(api: Api) -> None:
    design = await scene.design(api, of=await scene.program(api, engineer=ENGINEER))
    parent, child = await scene.items(api, "A", "B", designId=design)
    line = await scene.relate(api, parent, child)
    path = f"/api/relationships/{line['id']}"
    refused(await api.put(path, {"quantity": 3}, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.delete(path, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")


async def test_a_relationship_to_what_one_does_not_see_is_unknown(api: Api) -> None:
    hidden = await scene.design(api, of=await scene.program(api, engineer=ENGINEER))
    parent = await scene.item(api, "A")
    child = await scene.item(api, "H", designId=hidden)
    line = await scene.relate(api, parent, child)
    assert await scene.list_of(api, parent, as_=OUTSIDER) == []
    for path in (
        f"/api/relationships/{line['id']}",
        f"/api/items/{parent}/relationships/{line['id']}",
    ):
        refused(await api.put(path, {"quantity": 3}, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
        refused(await api.delete(path, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
    assert [row["quantity"] for row in await scene.list_of(api, parent)] == [1]


async def test_what_was_read_may_be_sent_back_changed(api: Api) -> None:
    parent, child = await scene.items(api, "A", "B")
    await scene.relate(api, parent, child, metadata={"note": ["x", 1.5]})
    (line,) = await scene.list_of(api, parent)
    path = f"/api/relationships/{line['id']}"
    changed = data(await api.put(path, line | {"quantity": 4}, as_=ENGINEER))["relationship"]
    assert changed["quantity"] == "4"
    assert changed["metadata"] == {"note": ["x", 1.5]}
    # The answer gives the quantity as text, and that too may come back.
    again = data(await api.put(path, changed | {"findNumber": 7}, as_=ENGINEER))["relationship"]
    assert again == changed | {"findNumber": 7}
    for key, value in (("id", child), ("targetId", parent), ("type", "reference")):
        assert problems(await api.put(path, {key: value}, as_=ENGINEER)).keys() == {key}


async def test_a_malformed_branch_in_a_change_is_400(api: Api) -> None:
    parent, child = await scene.items(api, "A", "B")
    line = await scene.relate(api, parent, child)
    for branch in ("nonsense", 7, "\x00", ["x"]):
        body = {"quantity": 3, "branchId": branch}
        answer = await api.put(f"/api/relationships/{line['id']}", body, as_=ENGINEER)
        assert problems(answer).keys() == {"branchId"}


async def test_a_change_of_nothing_makes_no_history(api: Api) -> None:
    parent, child = await scene.items(api, "A", "B")
    line = await scene.relate(api, parent, child)
    await api.put(f"/api/relationships/{line['id']}", line, as_=ENGINEER)
    await api.put(f"/api/relationships/{line['id']}", {"quantity": 2}, as_=ENGINEER)
    await api.delete(f"/api/relationships/{line['id']}", as_=ENGINEER)
    history = data(await api.get(f"/api/items/{parent}/history", as_=ENGINEER))["history"]
    assert [entry["action"] for entry in history] == [
        "Relationship Removed",
        "Relationship Updated",
        "Relationship Added",
        "Created",
    ]
    assert history[1]["changes"]["quantity"] == {"from": 1, "to": 2}
    assert history[2]["changes"]["targetItem"] == {"from": None, "to": "B"}
    assert len({entry["commitId"] for entry in history}) == 4


@pytest.mark.parametrize(
    ("person", "reads", "writes"),
    [(ADMINISTRATOR, True, True), (APPROVER, True, False), (VIEWER, True, False)],
)
async def test_rights_by_role(api: Api, person: Any, reads: bool, writes: bool) -> None:
    parent, child, other = await scene.items(api, "A", "B", "C")
    line = await scene.relate(api, parent, child)
    path = f"/api/items/{parent}/relationships"
    assert (await api.get(path, as_=person)).status_code == (200 if reads else 403)
    answers = [
        await api.post(path, {"targetId": other, "type": "bom"}, as_=person),
        await api.put(f"/api/relationships/{line['id']}", {"quantity": 2}, as_=person),
        await api.delete(f"/api/relationships/{line['id']}", as_=person),
        await api.post(
            "/api/relationships/batch-create",
            {"relationships": [{"sourceId": other, "targetId": child, "relationshipType": "bom"}]},
            as_=person,
        ),
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses == ([201, 200, 200, 201] if writes else [403] * 4)


async def test_a_viewer_of_the_program_changes_nothing_in_it(api: Api) -> None:
    program = await scene.program(api, lead=ENGINEER, viewer=OUTSIDER)
    design = await scene.design(api, of=program)
    parts = await scene.items(api, "A", "B", designId=design)
    library = await scene.items(api, "L", "M", programId=program)
    tasks = await scene.items(api, "T", "U", type="Task", programId=program)
    for one, two in (parts, library, tasks):
        line = await scene.relate(api, one, two, "reference")
        body = {"targetId": one, "type": "reference"}
        answer = await api.post(f"/api/items/{two}/relationships", body, as_=OUTSIDER)
        refused(answer, 403, "FORBIDDEN")
        path = f"/api/relationships/{line['id']}"
        refused(await api.put(path, {"quantity": 2}, as_=OUTSIDER), 403, "FORBIDDEN")
        refused(await api.delete(path, as_=OUTSIDER), 403, "FORBIDDEN")
        entry = {"sourceId": two, "targetId": one, "relationshipType": "reference"}
        batch = await api.post(
            "/api/relationships/batch-create", {"relationships": [entry]}, as_=OUTSIDER
        )
        assert data(batch, 400)["errors"][0]["error"] == "FORBIDDEN"


async def test_an_item_under_review_takes_no_relationship_of_its_own(api: Api) -> None:
    parent, child, other = await scene.items(api, "A", "B", "C")
    line = await scene.relate(api, parent, child)
    moved = await api.post(
        f"/api/items/{parent}/transitions", {"transition": "Submit"}, as_=ENGINEER
    )
    data(moved)
    refused(await scene.attempt(api, parent, other), 409, "CONFLICT")
    path = f"/api/relationships/{line['id']}"
    refused(await api.put(path, {"quantity": 2}, as_=ENGINEER), 409, "CONFLICT")
    refused(await api.delete(path, as_=ENGINEER), 409, "CONFLICT")
    # Standing in another one's structure is no change of the item.
    await scene.relate(api, other, parent)


async def test_a_locked_item_takes_relationships_of_the_holder_only(api: Api) -> None:
    parent, child, other = await scene.items(api, "A", "B", "C")
    line = await scene.relate(api, parent, child)
    data(await api.post(f"/api/items/{parent}/lock", {}, as_=ADMINISTRATOR))
    error = refused(await scene.attempt(api, parent, other), 423, "ITEM_LOCKED")
    assert error["message"] == f"Item is locked by {ADMINISTRATOR.name}"
    path = f"/api/relationships/{line['id']}"
    refused(await api.put(path, {"quantity": 2}, as_=ENGINEER), 423, "ITEM_LOCKED")
    refused(await api.delete(path, as_=ENGINEER), 423, "ITEM_LOCKED")
    assert (await api.put(path, {"quantity": 2}, as_=ADMINISTRATOR)).status_code == 200
    await scene.relate(api, other, parent)
