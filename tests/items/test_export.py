"""All items, and all relationships, as lines of JSON of one commit."""

import json
from typing import Any

import httpx
import pytest

from tests.support.application import Api, data, problems, refused
from tests.support.people import ENGINEER, OUTSIDER, Person
from tests.versioning.scene import Product, product
from tests.world import World


@pytest.fixture(autouse=True)
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for slice in ("items", "relationships"):
        monkeypatch.setattr(f"partwright.{slice}.export_service.WINDOW", 2)


async def exported(
    api: Api, path: str, *, as_: Person = ENGINEER, **params: Any
) -> tuple[int, list[dict[str, Any]]]:
    """The number of the commit, and the records."""
    answer = await api.get(f"/api/{path}/export", params=params, as_=as_)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    name = answer.headers["content-disposition"].split("-")[-1]
    return int(name.partition(".")[0]), [json.loads(line) for line in answer.text.splitlines()]


async def arm(api: Api) -> Product:
    made = await product(api)
    for number in ("ARM", "SERVO", "BOLT", "LOOSE"):
        await made.part(number)
    await made.line("ARM", "SERVO", 6)
    await made.line("SERVO", "BOLT", 0.5)
    return made


async def test_an_export_has_the_records_of_the_list_as_of_one_commit(api: Api) -> None:
    made = await arm(api)
    listed = data(await made.call("GET", "/api/items"))["items"]
    number, before = await exported(api, "items")
    assert sorted(before, key=lambda r: r["id"]) == sorted(listed, key=lambda r: r["id"])
    await made.edit("BOLT", name="Screw")
    await made.part("NUT")
    data(await made.call("DELETE", f"/api/items/{made.ids['LOOSE']}"))
    later, now = await exported(api, "items")
    assert later > number
    assert sorted(one["name"] for one in now) == ["ARM", "NUT", "SERVO", "Screw"]
    again, then = await exported(api, "items", at=number)
    assert (again, {one["name"] for one in then}) == (number, {"ARM", "SERVO", "BOLT", "LOOSE"})
    assert [one["name"] for one in (await exported(api, "items", itemNumber="BOLT"))[1]] == [
        "Screw"
    ]


async def test_lines_name_both_ends_as_of_one_commit(api: Api) -> None:
    made = await arm(api)
    number, before = await exported(api, "relationships")
    told = [(one["sourceNumber"], one["targetNumber"], one["quantity"]) for one in before]
    assert told == [("ARM", "SERVO", 6), ("SERVO", "BOLT", 0.5)]
    assert {one["sourceId"] for one in before} < set(made.ids.values())
    await made.line("ARM", "BOLT")
    assert len((await exported(api, "relationships", designId=made.design, type="bom"))[1]) == 3
    assert (await exported(api, "relationships", at=number)) == (number, before)


async def test_nobody_exports_what_they_do_not_see(world: World, api: Api) -> None:
    program = await world.program(members={ENGINEER: "lead"})
    design = await world.design(programId=program["id"])
    pair = [await world.part(designId=design["id"]) for _ in range(2)]
    line = {"targetId": pair[1]["id"], "relationshipType": "bom", "quantity": 1}
    path = f"/api/items/{pair[0]['id']}/relationships"
    data(await api.post(path, json=line, as_=ENGINEER), 201)
    for path, many in (("items", 2), ("relationships", 1)):
        assert len((await exported(api, path))[1]) == many
        assert (await exported(api, path, as_=OUTSIDER))[1] == []
        assert "at" in problems(await refusal(api, path, ENGINEER, at=10**9))
        refused(await refusal(api, path, ENGINEER, at=0), 400, "VALIDATION_ERROR")
        refused(
            await refusal(api, path, OUTSIDER, designId=design["id"]), 404, "RESOURCE_NOT_FOUND"
        )
    refused(await refusal(api, "items", ENGINEER, page=2), 400, "VALIDATION_ERROR")


async def refusal(api: Api, path: str, as_: Person, **params: Any) -> httpx.Response:
    return await api.get(f"/api/{path}/export", params=params, as_=as_)
