"""Keys of bodies: own keys, unknown ones, those that only the service sets, second names."""

from typing import Any

import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER
from tests.world import NOBODY, World

TYPES = ("Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue")


async def test_every_unknown_key_is_named(world: World, api: Api) -> None:
    sent = {"type": "Part", "name": "N", "nmae": "x", "Weight": 1, "docType": "Drawing", "": 0}
    assert set(problems(await api.post("/api/items", sent, as_=ENGINEER))) == {
        *("nmae", "Weight", "docType", ""),
    }
    part = await world.part()
    del sent["type"], sent["name"]
    found = problems(await api.put(f"/api/items/{part['id']}", sent, as_=ENGINEER))
    assert found.pop("nmae").startswith(
        "unknown key; did you mean name? expected itemNumber, name, "
    )
    assert found == dict.fromkeys(["Weight", "docType", ""], "unknown key")
    assert await world.get(part) == part


async def test_nothing_is_changed_by_a_body_of_which_a_part_is_bad(world: World, api: Api) -> None:
    part = await world.part(name="Old", weight="1")
    sent = {"name": "New", "weight": "-1"}
    assert list(problems(await api.put(f"/api/items/{part['id']}", sent, as_=ENGINEER))) == [
        "weight"
    ]
    assert await world.get(part) == part


FULL: dict[str, dict[str, Any]] = {
    "Part": {"partType": "Purchase", "leadTime": 0, "weight": "1.50", "quantityOnHand": 2.25},
    "Document": {"docType": "Drawing", "fileSize": 7},
    "ChangeOrder": {"reasonForChange": "Cracks", "implementationDate": "2026-12-24"},
    "Requirement": {"requirementType": "Performance"},
    "Task": {"assignee": ENGINEER.id, "estimatedHours": 7.5, "dueDate": "2026-12-24"},
    "Issue": {"assignee": ENGINEER.id, "severity": "Critical"},
}


@pytest.mark.parametrize("type_name", TYPES)
async def test_what_was_read_can_be_sent_back(world: World, api: Api, type_name: str) -> None:
    item = await world.item(type_name, attributes={"b": "1", "a": "2"}, **FULL[type_name])
    await api.post(f"/api/items/{item['id']}/lock", as_=ENGINEER)
    item = await world.get(item)
    assert item["lockedBy"]["id"] == ENGINEER.id
    assert await world.edit(item, **item) == item
    changed = await world.edit(item, **{**item, "name": "Another"})
    assert changed["updatedAt"] >= item["updatedAt"]
    assert changed == {
        **item,
        "name": "Another",
        **{key: changed[key] for key in ("updatedAt", "modifiedAt")},
    }
    assert [entry["action"] for entry in await world.history(item)] == [
        *("Updated", "Locked", "Created"),
    ]


async def test_what_was_read_on_a_branch_can_be_sent_back_there(world: World) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    branch = await world.branch(design)
    copy = await world.edit(part, on=branch, name="Lighter")
    assert copy["branchId"] == branch["id"] != part["branchId"]
    again = await world.edit(copy, **{**copy, "name": "Lightest"})
    assert (again["id"], again["name"]) == (copy["id"], "Lightest")
    assert (await world.get(part))["name"] == part["name"]


@pytest.mark.parametrize("type_name", TYPES)
async def test_only_the_service_sets_who_when_and_where(
    world: World, api: Api, type_name: str
) -> None:
    moment = "2020-01-01T00:00:00.000Z"
    forged: dict[str, Any] = {
        "id": NOBODY,
        "masterId": NOBODY,
        "state": "Released",
        "isCurrent": False,
        "lockedBy": {"id": OUTSIDER.id, "name": OUTSIDER.name, "email": OUTSIDER.email},
        "createdBy": OUTSIDER.id,
        "createdAt": moment,
        "updatedAt": moment,
        "modifiedAt": moment,
    }
    if type_name == "ChangeOrder":
        forged |= dict.fromkeys(["submittedAt", "approvedAt", "releasedAt", "closedAt"], moment)
        forged["approvedBy"] = OUTSIDER.id
    new = await api.post("/api/items", {"type": type_name, "name": "N", **forged}, as_=ENGINEER)
    assert set(problems(new)) == set(forged)
    later = {
        "revision": "Z",
        "type": "Task" if type_name != "Task" else "Part",
        "designId": NOBODY,
        "programId": NOBODY,
    }
    item = await world.item(type_name)
    for person in (ENGINEER, ADMINISTRATOR):
        answer = await api.put(f"/api/items/{item['id']}", {**forged, **later}, as_=person)
        assert set(problems(answer)) == {*forged, *later}
    assert await world.get(item) == item
    assert await world.numbers() == [item["itemNumber"]]


async def test_internal_columns_are_no_keys(world: World, api: Api) -> None:
    part = await world.part()
    hidden = ["row_id", "master_id", "since", "until", "isDeleted", "modifiedBy", "searchText"]
    sent = dict.fromkeys(hidden)
    assert set(problems(await api.put(f"/api/items/{part['id']}", sent, as_=ENGINEER))) == set(sent)


async def test_make_or_buy_and_the_part_type_follow_each_other(world: World) -> None:
    cases: list[tuple[dict[str, Any], str | None, str | None]] = [
        ({}, None, None),
        ({"makeBuy": "BUY"}, "Purchase", "buy"),
        ({"makeBuy": "Make"}, "Manufacture", "make"),
        ({"partType": "Purchase"}, "Purchase", "buy"),
        ({"partType": "Phantom"}, "Phantom", "make"),
        ({"partType": "Software", "makeBuy": "make"}, "Software", "make"),
    ]
    for sent, part_type, make_buy in cases:
        part = await world.part(**sent)
        assert (part["partType"], part["makeBuy"]) == (part_type, make_buy)
        blank = await world.edit(await world.part(), **sent)
        assert (blank["partType"], blank["makeBuy"]) == (part_type, make_buy)


async def test_two_names_of_one_value_must_not_disagree(world: World, api: Api) -> None:
    new = {"type": "Part", "name": "N"}
    twice = {"partType": "Phantom", "makeBuy": "buy", "leadTime": 1, "leadTimeDays": 2}
    answer = await api.post("/api/items", {**new, **twice}, as_=ENGINEER)
    assert set(problems(answer)) == {"makeBuy", "leadTimeDays"}
    part = await world.part(partType="Software", leadTime=5)
    path = f"/api/items/{part['id']}"
    assert set(problems(await api.put(path, twice, as_=ENGINEER))) == {"makeBuy", "leadTimeDays"}
    moments = {"updatedAt": part["updatedAt"], "modifiedAt": "2020-01-01T00:00:00.000Z"}
    assert set(problems(await api.put(path, moments, as_=ENGINEER))) == {"modifiedAt"}


async def test_of_two_names_the_one_that_differs_from_the_stored_value_wins(world: World) -> None:
    part = await world.part(partType="Purchase", leadTime=5)
    whole = {key: part[key] for key in ("partType", "makeBuy", "leadTime", "leadTimeDays")}
    part = await world.edit(part, **{**whole, "makeBuy": "make", "leadTimeDays": 0})
    assert (part["partType"], part["makeBuy"]) == ("Manufacture", "make")
    assert (part["leadTime"], part["leadTimeDays"]) == (0, 0)
    whole = {key: part[key] for key in whole}
    part = await world.edit(part, **{**whole, "partType": "Purchase", "leadTime": 9})
    assert (part["partType"], part["makeBuy"]) == ("Purchase", "buy")
    assert (part["leadTime"], part["leadTimeDays"]) == (9, 9)


async def test_a_path_with_a_type_takes_no_other(world: World, api: Api) -> None:
    part = data(await api.post("/api/parts", {"name": "N", "type": "Part"}, as_=ENGINEER), 201)
    assert part["type"] == "Part"
    document = data(await api.post("/api/documents", {"name": "N"}, as_=ENGINEER), 201)
    assert document["type"] == "Document"
    for path, sent in (("/api/parts", "Document"), ("/api/documents", "Part")):
        answer = await api.post(path, {"name": "N", "type": sent}, as_=ENGINEER)
        assert list(problems(answer)) == ["type"]
    for path in (f"/api/parts/{document['id']}", f"/api/documents/{part['id']}"):
        refused(await api.get(path, as_=ENGINEER), 404, "ITEM_NOT_FOUND")
        refused(await api.put(path, {"name": "X"}, as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    refused(await api.delete(f"/api/parts/{document['id']}", as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    assert (
        data(await api.put(f"/api/parts/{part['id']}", {"name": "X"}, as_=ENGINEER))["name"] == "X"
    )
    found = await api.put(f"/api/documents/{document['id']}", {"name": "Y"}, as_=ENGINEER)
    assert data(found)["name"] == "Y"
    assert data(await api.get(f"/api/documents/{document['id']}", as_=ENGINEER))["name"] == "Y"
    assert data(await api.get(f"/api/parts/{part['id']}", as_=ENGINEER))["name"] == "X"
    assert data(await api.delete(f"/api/parts/{part['id']}", as_=ENGINEER)) == {"success": True}


@pytest.mark.parametrize("key", ["branchId", "branch", "designId", "programId"])
async def test_ids_in_bodies_are_ids_of_something_visible(world: World, api: Api, key: str) -> None:
    """Malformed: 400 naming the key; unknown: 404 with the code of its kind."""
    new = {"type": "Part", "name": "N"}
    for bad in ("x", "", 5, "\x00", NOBODY[:-1], "{" + NOBODY + "}", "é" * 36):
        assert list(problems(await api.post("/api/items", {**new, key: bad}, as_=ENGINEER))) == [
            key
        ], bad
    unknown = await api.post("/api/items", {**new, key: NOBODY}, as_=ENGINEER)
    refused(unknown, 404, "RESOURCE_NOT_FOUND")
    if key in ("branchId", "branch"):
        part = await world.part()
        path = f"/api/items/{part['id']}"
        for bad in ("x", "", 5, "\x00", NOBODY[:-1]):
            assert list(problems(await api.put(path, {key: bad}, as_=ENGINEER))) == [key], bad
        refused(await api.put(path, {key: NOBODY}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        assert data(await api.put(path, {key: None}, as_=ENGINEER))["id"] == part["id"]


async def test_names_of_the_branch_must_not_disagree(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    one, other = [await world.branch(design, name) for name in ("one", "other")]
    both = {"branchId": one["id"], "branch": other["id"]}
    new = {"type": "Part", "name": "N", "designId": design["id"]}
    path = f"/api/items/{part['id']}"
    assert list(problems(await api.post("/api/items", {**new, **both}, as_=ENGINEER))) == ["branch"]
    assert list(problems(await api.put(path, both, as_=ENGINEER))) == ["branch"]
    for query in (both, {"branchId": one["id"], "branch": other["id"].upper()}):
        assert list(problems(await api.get(path, params=query, as_=ENGINEER))) == ["branch"]
    apart = await api.put(
        path, {"branchId": one["id"]}, params={"branch": other["id"]}, as_=ENGINEER
    )
    assert list(problems(apart)) == ["branchId"]
    same = {"branchId": one["id"], "branch": one["id"]}
    made = data(await api.put(path, {**same, "name": "M"}, params=same, as_=ENGINEER))
    assert (made["branchId"], made["name"]) == (one["id"], "M")


async def test_bodies_that_are_no_objects_are_refused(world: World, api: Api) -> None:
    path = f"/api/items/{(await world.part())['id']}"
    headers = {"Content-Type": "application/json"}
    deep = b'{"name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    for content in (b"[]", b'"x"', b"5", b"null", b"{", b'{"name": }', b"\xff", deep):
        for method, where in (("POST", "/api/items"), ("PUT", path)):
            answer = await api.request(
                method, where, content=content, headers=headers, as_=ENGINEER
            )
            assert answer.status_code == 400, content[:20]
            assert answer.json()["error"]["code"] == "VALIDATION_ERROR"
    plain = {"Content-Type": "text/plain"}
    answer = await api.request("PUT", path, content=b"{}", headers=plain, as_=ENGINEER)
    refused(answer, 415, "UNSUPPORTED_MEDIA_TYPE")
    assert data(await api.put(path, {}, as_=ENGINEER))["id"]


async def test_a_megabyte_of_a_name_is_refused(api: Api) -> None:
    for more, place in (
        ({"name": "x" * 1_000_000}, "name"),
        ({"attributes": {"k": "v" * 1_000_000}}, "k"),
    ):
        sent = {"type": "Part", "name": "n", **more}
        assert set(problems(await api.post("/api/items", sent, as_=ENGINEER))) == {place}
