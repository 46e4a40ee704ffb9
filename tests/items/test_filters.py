"""Filters, sorts and facets by every field that lists show; items by their numbers."""

from typing import Any

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import World


async def numbers(api: Api, path: str = "/api/items", **params: Any) -> str:
    found = data(await api.get(path, params={"sort": "itemNumber", **params}, as_=ENGINEER))
    (rows,) = (value for value in found.values() if isinstance(value, list))
    assert found["total"] == len(rows)
    return "".join(row["itemNumber"] for row in rows)


async def scene(world: World) -> dict[str, Any]:
    design = await world.design(code="FILT")
    bolt = await world.part(
        "Hex bolt, M3",
        itemNumber="A",
        designId=design["id"],
        partType="Purchase",
        material="Steel, zinc",
        cost="2.5",
        leadTime=14,
        attributes={"Supplier": "Würth", "Head": "9.5 mm", "a.b": "x", "Due": "2026-03-01"},
    )
    await world.part(
        "Plate", itemNumber="B", material="STEEL", weight="10", attributes={"Head": "12"}
    )
    await world.document("Drawing of the plate", itemNumber="C", docType="Drawing")
    await world.task("Weld it", itemNumber="D", assignee=ENGINEER.id, dueDate="2026-02-03")
    return {"design": design, "bolt": bolt}


async def test_items_are_filtered_by_every_field(world: World, api: Api) -> None:
    made = await scene(world)
    bolt = await world.get(made["bolt"])
    await api.post(f"/api/items/{bolt['id']}/lock", as_=ENGINEER)
    day = bolt["createdAt"][:10]
    for params, found in (
        ({"itemNumber": "a"}, "A"),
        ({"itemNumber": "a,C,zz"}, "AC"),
        ({"name": "hex BOLT\\, m3"}, "A"),
        ({"name.like": "PLATE"}, "BC"),
        ({"name.like": "pl"}, "BC"),
        ({"itemNumber.like": "a", "name.like": "x"}, "A"),
        ({"material": "steel"}, "B"),
        ({"material": "steel,steel\\, ZINC"}, "AB"),
        ({"material.null": "true", "type": "Part,Document"}, "C"),
        ({"material.null": "false"}, "AB"),
        ({"state": "draft,released", "type": "Part"}, "AB"),
        ({"type": "Document,Task"}, "CD"),
        ({"docType": "Drawing,Manual"}, "C"),
        ({"cost.from": "2.5", "cost.to": "2.50"}, "A"),
        ({"cost": "2.500,7"}, "A"),
        ({"weight.from": "9"}, "B"),
        ({"leadTime.from": "13.5", "leadTimeDays.to": "14"}, "A"),
        ({"leadTime": "14,15"}, "A"),
        ({"dueDate.from": "2026-02-03", "dueDate.to": "2026-02-03"}, "D"),
        ({"createdAt.from": day, "updatedAt.to": day}, "ABCD"),
        ({"createdAt": day}, "ABCD"),
        ({"createdAt": bolt["createdAt"], "itemNumber": "A"}, "A"),
        ({"updatedAt.to": "2020-01-01"}, ""),
        ({"createdBy": ENGINEER.id, "isCurrent": "true"}, "ABCD"),
        ({"isCurrent": "false"}, ""),
        ({"assignee": ENGINEER.name.upper()}, "D"),
        ({"assignee": ENGINEER.id}, "D"),
        ({"assignee.like": ENGINEER.name[1:4]}, "D"),
        ({"lockedBy": ENGINEER.id}, "A"),
        ({"lockedBy.null": "true"}, "BCD"),
        ({"makeBuy": "buy"}, "A"),
        ({"designId": made["design"]["id"]}, "A"),
        ({"designId.null": "true"}, "BCD"),
        ({"id": f"{bolt['id']},{bolt['masterId']}"}, "A"),
        ({"attributes.Supplier": "WÜRTH"}, "A"),
        ({"attributes.Supplier.like": "ürt"}, "A"),
        ({"attributes.a.b": "x"}, "A"),
        ({"attributes.Head.from": "9.5"}, "AB"),
        ({"attributes.Head.from": "10"}, "B"),
        ({"attributes.Due.to": "2026-03-01"}, "A"),
        ({"attributes.Nothing.null": "true", "attributes.Head.null": "false"}, "AB"),
        ({"search": "plate", "docType.null": "true"}, "B"),
    ):
        assert await numbers(api, **params) == found, params
    assert await numbers(api, "/api/parts", **{"material.like": "zin"}) == "A"
    branch = await world.branch(made["design"])
    here = {"branchId": branch["id"]}
    assert await numbers(api, **here, name="hex bolt\\, m3", state="DRAFT") == "A"
    assert await numbers(api, **here, **{"cost.from": "3"}) == ""


async def test_what_is_no_filter_is_refused_with_the_names_there_are(
    world: World, api: Api
) -> None:
    for path, params, field in (
        ("/api/items", {"material": "x", "colour": "red"}, "colour"),
        ("/api/items", {"attributes": "x"}, "attributes"),
        ("/api/items", {"attributes.": "x"}, "attributes."),
        ("/api/items", {"name.from": "a"}, "name.from"),
        ("/api/items", {"cost.like": "1"}, "cost.like"),
        ("/api/items", {"cost.from": "cheap"}, "cost.from"),
        ("/api/items", {"isCurrent": "yes"}, "isCurrent"),
        ("/api/items", {"docType": "Sketch"}, "docType"),
        ("/api/items", {"material.null": "no"}, "material.null"),
        ("/api/parts", {"docType": "Drawing"}, "docType"),
        ("/api/documents", {"material": "Steel"}, "material"),
        ("/api/change-orders", {"material": "Steel"}, "material"),
        ("/api/designs", {"colour": "x"}, "colour"),
        ("/api/programs", {"phase": "x"}, "phase"),
        ("/api/items/facets", {"field": "state", "colour": "x"}, "colour"),
        ("/api/items/facets", {"field": "colour"}, "field"),
        ("/api/items/facets", {"field": "type,attributes.Hed"}, "attributes.Hed"),
        ("/api/items", {"sort": "attributes."}, "sort"),
    ):
        found = problems(await api.get(path, params=params, as_=ENGINEER))
        assert list(found) == [field], (path, params)
        if field in ("colour", "docType", "material") and path != "/api/items":
            assert "createdAt" in found[field], found
    users = problems(await api.get("/api/users", params={"nick": "x"}, as_=ADMINISTRATOR))
    assert "lastLoginAt" in users["nick"]


async def test_other_lists_are_filtered_alike(world: World, api: Api) -> None:
    await world.design(code="ONE", name="First")
    await world.design(code="TWO", name="Second", description="x")

    async def codes(**params: Any) -> set[str]:
        answer = await api.get("/api/designs", params=params, as_=ENGINEER)
        return {row["code"] for row in data(answer)["designs"]}

    assert await codes(code="one,TWO") == {"ONE", "TWO"}
    assert await codes(**{"name.like": "SEC"}) == {"TWO"}
    assert await codes(**{"description.null": "true", "code": "one,two"}) == {"ONE"}
    assert await codes(phase="post-release") == set()
    names = {"name": f"{ENGINEER.name.lower()},{ADMINISTRATOR.name}", "active": "true"}
    found = data(await api.get("/api/users", params=names, as_=ADMINISTRATOR))["users"]
    assert {user["name"] for user in found} == {ENGINEER.name, ADMINISTRATOR.name}


async def test_attributes_are_sorted_by_and_gaps_come_last(world: World, api: Api) -> None:
    await scene(world)
    for sort, found in (
        ("attributes.Head", "ABCD"),
        ("attributes.Head:desc", "BACD"),
        ("lockedBy,material:desc", "ABCD"),
    ):
        answer = data(
            await api.get("/api/items", params={"sort": f"{sort},itemNumber"}, as_=ENGINEER)
        )
        assert "".join(item["itemNumber"] for item in answer["items"]) == found, sort


async def test_facets_count_what_a_list_would_show(world: World, api: Api) -> None:
    made = await scene(world)

    async def facets(field: str, **params: Any) -> dict[str, dict[Any, int]]:
        answer = await api.get("/api/items/facets", params={"field": field, **params}, as_=ENGINEER)
        found = data(answer)["facets"]
        return {name: {row["value"]: row["count"] for row in rows} for name, rows in found.items()}

    assert await facets("type,state") == {
        "type": {"Part": 2, "Document": 1, "Task": 1},
        "state": {"Draft": 4},
    }
    assert await facets("state,material,cost", type="Part") == {
        "state": {"Draft": 2},
        "material": {"STEEL": 1, "Steel, zinc": 1},
        "cost": {None: 1, "2.5": 1},
    }
    assert await facets("type", **{"name.like": "plate"}) == {"type": {"Part": 1, "Document": 1}}
    assert await facets("attributes.Head", type="Part") == {
        "attributes.Head": {"12": 1, "9.5 mm": 1}
    }
    assert await facets("designId", **{"designId.null": "false"}) == {
        "designId": {made["design"]["id"]: 1}
    }
    answer = await api.get("/api/items/facets", params={"field": "assignee"}, as_=ENGINEER)
    (person,) = [row for row in data(answer)["facets"]["assignee"] if row["value"]]
    assert person == {"value": ENGINEER.id, "label": ENGINEER.name, "count": 1}


async def test_an_item_is_found_by_its_number(world: World, api: Api) -> None:
    made = await scene(world)
    branch = await world.branch(made["design"])
    new = await world.part(
        "New", itemNumber="Br-1", designId=made["design"]["id"], branchId=branch["id"]
    )
    bolt = await world.edit(made["bolt"], on=branch, name="Longer")

    async def by_number(number: str, **params: Any) -> Any:
        return await api.get(f"/api/items/by-number/{number}", params=params, as_=ENGINEER)

    answer = await by_number("a")
    assert data(answer) == await world.get(made["bolt"])
    assert answer.headers["etag"]
    assert data(await by_number("A", branchId=branch["id"]))["id"] == bolt["id"]
    assert data(await by_number("BR-1"))["id"] == new["id"]
    refused(await by_number("unheard"), 404, "ITEM_NOT_FOUND")
    secret = await world.program()
    await world.as_(ADMINISTRATOR).part("Secret", itemNumber="S-1", programId=secret["id"])
    refused(await by_number("S-1"), 404, "ITEM_NOT_FOUND")


async def test_at_a_commit_an_item_has_the_number_of_then(world: World, api: Api) -> None:
    """Renumbered or deleted since, and though another item has the number by now."""
    for design in (await world.design(), None):
        place = {} if design is None else {"designId": design["id"]}
        numbers = ("Then-1", "Gone-1") if design else ("Then-2", "Gone-2")
        first, gone = [await world.part(f"Old {n}", itemNumber=n, **place) for n in numbers]
        history = data(await api.get(f"/api/items/{gone['id']}/history", as_=ENGINEER))["history"]
        at = {"commitId": history[0]["commitId"]}
        await world.edit(first, itemNumber=f"{numbers[0]}-now")
        assert (await api.delete(f"/api/items/{gone['id']}", as_=ENGINEER)).status_code == 200
        for number, item in zip(numbers, (first, gone), strict=True):
            new = await world.part("New", itemNumber=number.lower(), **place)
            for where, expected in (({}, new), (at, item)):
                path = f"/api/items/by-number/{number.upper()}"
                answer = data(await api.get(path, params=where, as_=ENGINEER))
                assert (answer["id"], answer["name"]) == (expected["id"], expected["name"])
                named = {"itemNumber": f"{number.upper()},Then", **where, **place}
                listed = data(await api.get("/api/items", params=named, as_=ENGINEER))
                assert [row["id"] for row in listed["items"]] == [expected["id"]]
        # By the number that it has now, the same item is found as it was.
        path = f"/api/items/by-number/{numbers[0]}-now"
        renumbered = data(await api.get(path, params=at, as_=ENGINEER))
        assert (renumbered["id"], renumbered["itemNumber"]) == (first["id"], numbers[0])
