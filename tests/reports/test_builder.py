"""Questions of whoever builds a report: the fields there are, and the rows before anything is saved."""

from typing import Any

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, ROLELESS, Person
from tests.world import World

PREVIEW = "/api/reports/preview"


def column(path: str, place: int) -> dict[str, Any]:
    return {"fieldPath": path, "label": path, "displayOrder": place, "isVisible": True}


async def test_every_field_that_is_named_can_be_shown(api: Api) -> None:
    types = data(await api.get("/api/reports/fields", as_=ENGINEER))["types"]
    assert {one["itemType"] for one in types} >= {"Part", "Document", "ChangeOrder", "Issue"}
    for one in types:
        columns = [column(field["path"], at) for at, field in enumerate(one["fields"])]
        body = {"name": "All", "itemType": one["itemType"], "columns": columns}
        found = data(await api.post(PREVIEW, body, as_=ENGINEER))
        assert len(found["columns"]) == len(one["fields"])
    parts = next(one["fields"] for one in types if one["itemType"] == "Part")
    assert {"path": "parts.cost", "kind": "decimal", "isShownOnly": False} in parts
    assert {"path": "parts.mpn", "kind": "text", "isShownOnly": True} in parts
    refused(await api.get("/api/reports/fields", as_=ROLELESS), 403, "FORBIDDEN")


async def test_the_attributes_of_a_type_are_those_that_its_items_have(
    api: Api, world: World
) -> None:
    program = await world.program("Mars", members={ENGINEER: "engineer"})
    design = await world.design("Rover", programId=program["id"])
    own = {"Supplier: first": "Otto", "finish": "zinc", "Colour": "red"}
    await world.part("Cover", designId=design["id"], attributes=own)
    await world.item("Document", "Sheet", attributes={"Scale": "1:2"})
    body = {"name": "Torque", "type": "number", "unit": "Nm", "itemTypes": ["Part"]}
    data(await api.post("/api/attribute-definitions", body, as_=ADMINISTRATOR), 201)

    async def known(of: str, as_: Person = ENGINEER) -> list[str]:
        answer = await api.get("/api/reports/attributes", as_=as_, params={"itemType": of})
        return data(answer)["attributes"]

    assert await known("Part") == ["Colour", "finish", "Supplier: first", "Torque"]
    assert await known("Document") == ["Scale"]
    assert await known("Part", OUTSIDER) == ["Torque"]
    wrong = await api.get("/api/reports/attributes", as_=ENGINEER, params={"itemType": "Colour"})
    refused(wrong, 400, "VALIDATION_ERROR")


async def test_a_report_is_seen_before_it_is_saved(api: Api, world: World) -> None:
    program = await world.program("Mars", members={ENGINEER: "engineer"})
    design = await world.design("Rover", programId=program["id"])
    for number in range(52):
        await world.part(f"Screw {number}", designId=design["id"], cost=str(number))
    body = {
        "name": "Screws",
        "itemType": "Part",
        "columns": [column("name", 0), column("parts.cost", 1)],
        "filters": [
            {"fieldPath": "parts.cost", "operator": "gte", "value": 1, "displayOrder": 0},
        ],
        "sorts": [{"fieldPath": "parts.cost", "direction": "desc", "priority": 0}],
    }
    found = data(await api.post(PREVIEW, body, as_=ENGINEER))
    assert (found["totalRows"], len(found["rows"])) == (51, 50)
    assert found["rows"][0] == {"name": "Screw 51", "parts.cost": "51"}
    assert data(await api.get("/api/reports", as_=ENGINEER))["reports"] == []
    foreign = data(await api.post(PREVIEW, body, as_=OUTSIDER))
    assert (foreign["totalRows"], foreign["rows"]) == (0, [])
    wrong = {**body, "columns": [column("parts.colour", 0)]}
    assert "columns[0].fieldPath" in problems(await api.post(PREVIEW, wrong, as_=ENGINEER))
    refused(await api.post(PREVIEW, body, as_=ROLELESS), 403, "FORBIDDEN")
