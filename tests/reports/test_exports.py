"""Exports: files to the byte, recorded, and kept in the vault."""

import asyncio
import io
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from python_calamine import CalamineWorkbook

from partwright.kit import clock
from partwright.reports import execution_service
from tests.reports.scenes import Record, by, column, made, where
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER
from tests.world import World

COLUMNS = [
    column("itemNumber", 0, label="Number"),
    column("name", 1, label='The "name", so called'),
    column("parts.cost", 2, label="Cost", formatType="currency"),
    column("parts.weight", 3, label="Weight", formatType="number"),
    column("parts.material", 4, label="Hidden", isVisible=False),
    column("parts.quantityOnHand", 5, label="Share", formatType="percentage"),
    column("parts.location", 6, label="=Stocked", formatType="boolean"),
    column("createdAt", 7, label="Made", formatType="date"),
    column("revision", 8, label="Rev"),
]


async def fill(world: World) -> None:
    await world.part(
        "Bolt, long",
        itemNumber="A",
        cost="1234.5",
        weight="1234567.5",
        quantityOnHand=0.12345,
        location="yes",
    )
    await world.part('=HYPERLINK("x")', itemNumber="B", cost="1.005", location="0", material="Tin")
    await world.part("über 支架\nzwei", itemNumber="C", revision="+1")


async def export(api: Api, one: Record, **more: Any) -> httpx.Response:
    path = f"/api/reports/{one['id']}/export"
    return await api.post(path, more.pop("json", None), as_=ENGINEER, **more)


async def test_csv_to_the_byte(world: World, api: Api) -> None:
    await fill(world)
    called = 'Bolts/Muttern: "Übersicht" – 支架'
    one = await made(api, name=called, columns=COLUMNS, sorts=[by("itemNumber")])
    answer = await export(api, one)
    day = clock.now()[:10]
    assert answer.content.decode() == (
        'Number,"The ""name"", so called",Cost,Weight,Share,\'=Stocked,Made,Rev\r\n'
        f'A,"Bolt, long","$1,234.50","1,234,567.5",12.35%,Yes,{day},-\r\n'
        f'B,"\'=HYPERLINK(""x"")",$1.01,,,No,{day},-\r\n'
        f"C,über 支架 zwei,,,,,{day},+1\r\n"
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == "text/csv"
    assert int(answer.headers["content-length"]) == len(answer.content)
    name = f"report-{one['id']}-{day}.csv"
    own = f"Bolts_Muttern_ _Übersicht_ – 支架 {day}.csv"
    told = answer.headers["content-disposition"]
    assert told == f"attachment; filename=\"{name}\"; filename*=UTF-8''{quote(own, safe='')}"


async def test_an_export_of_nothing_is_its_header(api: Api) -> None:
    one = await made(api)
    assert (await export(api, one)).content == b"itemNumber\r\n"
    hidden = await made(api, columns=[column("name", isVisible=False)])
    assert (await export(api, hidden)).content == b"\r\n"


async def test_part_of_the_rows_in_their_order(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution_service, "BATCH", 2)
    for number in "EBDAC":
        await world.part(itemNumber=number)
    one = await made(api, sorts=[by("itemNumber", "desc")])
    for options, numbers in (
        ({}, "EDCBA"),
        ({"limit": 3}, "EDC"),
        ({"limit": 3, "offset": 1}, "DCB"),
        ({"limit": 10**9}, "EDCBA"),
        ({"runtimeFilters": [where("itemNumber", "lte", "B")]}, "BA"),
    ):
        lines = (await export(api, one, json=options)).text.split("\r\n")
        assert lines == ["itemNumber", *numbers, ""], options
    hidden = await world.as_(ADMINISTRATOR).program()
    await world.as_(ADMINISTRATOR).part(itemNumber="F", programId=hidden["id"])
    assert "F" not in (await export(api, one)).text


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_thousand_rows_are_exported_unless_more_are_asked_for(
    world: World, api: Api
) -> None:
    design = await world.design()
    for rows in (500, 500, 1):
        body = {"designId": design["id"], "rows": [{"name": "N"}] * rows}
        data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)
    one = await made(api)
    for options, count in (({}, 1000), ({"limit": 1001}, 1001)):
        assert (await export(api, one, json=options)).text.count("\r\n") == count + 1


async def test_a_workbook_has_typed_cells(world: World, api: Api) -> None:
    await fill(world)
    await world.part("=1+1", itemNumber="D", cost="123456789012345.678901", weight="5")
    one = await made(api, columns=COLUMNS, sorts=[by("itemNumber")])
    answer = await export(api, one, params={"format": "xlsx"})
    assert answer.headers["content-type"].endswith("spreadsheetml.sheet")
    assert f"report-{one['id']}-" in answer.headers["content-disposition"]
    assert '.xlsx"' in answer.headers["content-disposition"]
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(answer.content)).get_sheet_by_index(0)
    head, *rows = sheet.to_python()
    assert head == [one["label"] for one in COLUMNS if one["isVisible"]]
    assert rows[0][:6] == ["A", "Bolt, long", 1234.5, 1234567.5, 0.12345, "Yes"]
    assert str(rows[0][6]) == clock.now()[:10]
    assert rows[1][1:6] == ['=HYPERLINK("x")', 1.005, "", "", "No"]
    assert rows[3][1:4] == ["=1+1", "$123,456,789,012,345.68", 5.0]
    again = await export(api, one, json={"format": "xlsx"})
    assert again.content[:4] == b"PK\x03\x04"


async def test_every_export_is_recorded_and_kept(world: World, api: Api) -> None:
    await world.part(itemNumber="A")
    one = await made(api, isPublic=True)
    answer = await export(api, one, json={"limit": 7})
    path = f"/api/reports/{one['id']}"
    found = data(await api.get(f"{path}/executions", as_=OUTSIDER))
    (execution,), (kept,) = found["executions"], found["exports"]
    assert (execution["rowCount"], execution["success"]) == (1, True)
    assert execution["parameters"] == {"limit": 7, "format": "csv"}
    assert kept == {
        "id": kept["id"],
        "reportId": one["id"],
        "executionId": execution["id"],
        "exportedBy": ENGINEER.id,
        "exportedAt": kept["exportedAt"],
        "format": "csv",
        "fileName": f"{one['name']} {execution['executedAt'][:10]}.csv",
        "fileSize": len(answer.content),
        "storagePath": kept["storagePath"],
    }
    stored = Path(api.services.settings.vault) / kept["storagePath"]
    assert stored.read_bytes() == answer.content
    sql = "SELECT COUNT(*) FROM kept_contents WHERE owner = :owner"
    owner = f"report/{one['id']}"
    async with api.services.database.snapshot() as snapshot:
        assert await snapshot.one(int, sql, owner=owner) == 1
    data(await api.delete(path, as_=ENGINEER))
    async with api.services.database.snapshot() as snapshot:
        assert await snapshot.one(int, sql, owner=owner) == 0


async def test_several_export_at_once_and_one_deletes(world: World, api: Api) -> None:
    await world.part(itemNumber="A")
    one = await made(api)
    answers = await asyncio.gather(*(export(api, one) for _ in range(4)))
    assert {answer.content for answer in answers} == {b"itemNumber\r\nA\r\n"}
    found = data(await api.get(f"/api/reports/{one['id']}/executions", as_=ENGINEER))
    assert (found["total"], len(found["exports"])) == (4, 4)
    deleting = api.delete(f"/api/reports/{one['id']}", as_=ENGINEER)
    late = await asyncio.gather(*(export(api, one) for _ in range(3)), deleting)
    assert {answer.status_code for answer in late[:3]} <= {200, 404}
    assert late[3].status_code == 200


async def test_what_cannot_be_exported(api: Api) -> None:
    one = await made(api)
    wrong = {"runtimeFilters": [{"fieldPath": "x", "operator": "eq", "value": 1}]}
    assert list(problems(await export(api, one, json=wrong))) == ["runtimeFilters[0].fieldPath"]
    assert list(problems(await export(api, one, params={"format": "docx"}))) == ["format"]
    assert list(problems(await export(api, one, json={"format": "ods"}))) == ["format"]
    assert list(problems(await export(api, one, json={"limit": 0}))) == ["limit"]
    path = f"/api/reports/{one['id']}/export"
    refused(await api.post(path, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
    found = data(await api.get(f"/api/reports/{one['id']}/executions", as_=ENGINEER))
    assert [run["success"] for run in found["executions"]] == [False]
    assert found["exports"] == []
    assert re.search("'x'", found["executions"][0]["errorMessage"])


async def test_a_failure_of_ours_is_recorded_without_its_words(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await made(api)
    monkeypatch.setattr(
        execution_service.row_queries, "row_ids", lambda *_, **__: "SELECT no_such_secret"
    )
    answer = await export(api, one)
    refused(answer, 500, "INTERNAL_ERROR")
    found = data(await api.get(f"/api/reports/{one['id']}/executions", as_=ENGINEER))
    (failed,) = found["executions"]
    assert not failed["success"]
    assert "secret" not in failed["errorMessage"]
