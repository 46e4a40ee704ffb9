"""Definitions of attributes: judged on every write, found again in lists."""

from typing import Any

from tests.imports.test_file_import import upload
from tests.relationships import scene
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER
from tests.world import World

PATH = "/api/attribute-definitions"


async def define(api: Api, name: str, type_: str, **more: Any) -> dict[str, Any]:
    body = {"name": name, "type": type_, **more}
    made = data(await api.post(PATH, body, as_=ADMINISTRATOR), 201)
    found: dict[str, Any] = made["attributeDefinition"]
    return found


async def test_values_fit_their_definitions(world: World, api: Api) -> None:
    await define(api, "Voltage", "number", unit="V")
    finish = await define(api, "Finish", "choice", choices=["raw", "painted"], itemTypes=["Part"])
    await define(api, "Since", "date")
    await define(api, "RoHS", "boolean")
    await define(api, "Sheet", "link")
    right = {
        "Voltage": "3.3",
        "Finish": "raw",
        "Since": "2026-11-22",
        "RoHS": "true",
        "Sheet": "https://example.com/a",
        "Free": "anything",
    }
    part = await world.part(attributes=right)
    assert part["attributes"] == right
    wrong = {
        "voltage": "3,3",
        "Finish": "Raw",
        "Since": "22.11.2026",
        "RoHS": "yes",
        "Sheet": "javascript:alert(1)",
    }
    body = {"type": "Part", "name": "P", "attributes": wrong}
    told = problems(await api.post("/api/items", body, as_=ENGINEER))
    assert told.keys() == {f"attributes.{name}" for name in wrong}
    assert "raw, painted" in told["attributes.Finish"]
    path = f"/api/items/{part['id']}"
    put = await api.put(path, {"attributes": {"Voltage": "many"}}, as_=ENGINEER)
    assert "in V" in problems(put)["attributes.Voltage"]
    assert (await world.edit(part, attributes={"Voltage": "5 V"}))["attributes"]["Voltage"] == "5 V"
    for number in (
        "1_0",
        "NaN",
        "Infinity",
        "\u0663",
        "1e999999999999999999999",
        "1e3",
        ".5",
        "5.",
        "1" * 16,
        "",
    ):
        put = await api.put(path, {"attributes": {"Voltage": number}}, as_=ENGINEER)
        assert put.status_code == (200 if number == "" else 400), number
    # A second spelling hides nothing from the definition.
    twice = {"attributes": {"Voltage": "many", "voltage": "5"}}
    assert set(problems(await api.put(path, twice, as_=ENGINEER))) == {
        "attributes.Voltage",
        "attributes.voltage",
    }
    assert problems(await api.put(path, {"attributes": {"voltage": "x"}}, as_=ENGINEER))
    week = await api.put(path, {"attributes": {"Since": "2026-W48-1"}}, as_=ENGINEER)
    assert "2026-11-22" in problems(week)["attributes.Since"]
    batch = {"items": [{"id": part["id"], "changes": {"attributes": {"RoHS": "no"}}}]}
    answer = await api.post("/api/items/batch-update", batch, as_=ENGINEER)
    assert answer.status_code == 400
    found = data(await api.get("/api/items?attributes.Finish=raw", as_=ENGINEER))
    assert found["total"] == 1
    # What is defined or in use is known, whether or not an item is found by it.
    data(await api.delete(f"/api/attribute-definitions/{finish['id']}", as_=ADMINISTRATOR))
    for known in ("Since=2020-01-01", "Free=other", "Finish=raw", "Free.null=true"):
        data(await api.get(f"/api/parts?attributes.{known}", as_=ENGINEER))
    data(await api.get("/api/parts?sort=attributes.Since:desc,name", as_=ENGINEER))
    unknown = problems(await api.get("/api/parts?sort=name,attributes.Nope", as_=ENGINEER))
    assert "attributes.Since" in unknown["attributes.Nope"]
    # Who may read no item learns no name from one.
    token = {"name": "narrow", "scopes": ["programs.read"]}
    made = data(await api.post("/api/auth/tokens", token, as_=ENGINEER), 201)
    narrow = ENGINEER._replace(token=made["token"])
    answer = await api.get("/api/items?attributes.Nope=1", as_=narrow)
    assert "attributes.Free" not in answer.text
    await world.edit(part, attributes={"Free": "", "Finish": ""})
    for list_ in ("parts?", "items?", "items/facets?field=type&"):
        for unknown in ("Nope=1", "Nope.null=false", "Nope.from=3"):
            answer = await api.get(f"/api/{list_}attributes.{unknown}", as_=ENGINEER)
            told = problems(answer)["attributes.Nope"]
            assert "attributes.Since" in told, told


async def test_what_is_required_and_of_which_program(world: World, api: Api) -> None:
    program = await scene.program(api, engineer=ENGINEER)
    made = await define(api, "Zone", "text", programId=program, required=True, itemTypes=["Part"])
    design = await scene.design(api, of=program)
    for person, names in ((ENGINEER, ["Zone"]), (OUTSIDER, [])):
        seen = data(await api.get(f"{PATH}?limit=5", as_=person))
        assert ([one["name"] for one in seen["attributeDefinitions"]], seen["total"]) == (
            names,
            len(names),
        )
    inside = {"type": "Part", "name": "P", "designId": design}
    told = problems(await api.post("/api/items", inside, as_=ENGINEER))
    assert told == {"attributes.Zone": "is required"}
    kept = data(
        await api.post("/api/items", inside | {"attributes": {"zone": "B"}}, as_=ENGINEER), 201
    )
    assert (await world.part())["attributes"] == {}
    put = await api.put(f"/api/items/{kept['id']}", {"attributes": {"zone": None}}, as_=ENGINEER)
    assert "attributes.Zone" in problems(put)
    refused(
        await api.post(
            PATH, {"name": "ZONE", "type": "date", "programId": program}, as_=ADMINISTRATOR
        ),
        409,
        "CONFLICT",
    )
    path = f"{PATH}/{made['id']}"
    changed = data(await api.put(path, {"required": False}, as_=ADMINISTRATOR))
    assert changed["attributeDefinition"]["required"] is False
    assert "choices" in problems(await api.put(path, {"type": "choice"}, as_=ADMINISTRATOR))
    refused(await api.post(PATH, {"name": "A", "type": "text"}, as_=ENGINEER), 403, "FORBIDDEN")
    data(await api.delete(path, as_=ADMINISTRATOR))
    refused(await api.delete(path, as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")
    assert data(await api.get(PATH, as_=ENGINEER))["attributeDefinitions"] == []


async def test_an_import_refuses_rows_that_do_not_fit(api: Api) -> None:
    await define(api, "Length", "number", unit="mm")
    design = await scene.design(api)
    sheet = "Part No,Name,Length\nA1,Rod,300\nA2,Tube,long\n"
    tried = data(await upload(api, sheet, designId=design, dryRun=True))
    done = data(await upload(api, sheet, designId=design), 207)
    assert done["plan"] == tried["plan"]
    assert [row["rowNumber"] for row in done["plan"]["problems"]] == [3]
    assert "attributes.Length" in done["plan"]["problems"][0]["errors"][0]
    wrong = "Part No,Name,Length\nA1,Rod,short\n"
    again = data(await upload(api, wrong, designId=design, update=True), 400)
    assert "attributes.Length" in again["plan"]["problems"][0]["errors"][0]


async def test_an_import_reads_values_as_lists_write_them(api: Api) -> None:
    await define(api, "Length", "number", unit="mm")
    await define(api, "RoHS", "boolean")
    await define(api, "Finish", "choice", choices=["Raw", "Powder coated"])
    await define(api, "Since", "date")
    design = await scene.design(api)
    head = "Part No;Name;length;RoHS;Finish;Since;Free\n"
    rows = "A1;Rod;12,5 mm;Ja;RAW;22.11.2026;Ja\nA2;Tube;1.234,5;x;powder  coated;;1,5\nA3;Bar;1,234;0;;;\n"
    done = data(await upload(api, head + rows, designId=design), 207)
    items = data(await api.get(f"/api/parts?designId={design}&sort=itemNumber", as_=ENGINEER))
    assert [item["attributes"] for item in items["parts"]] == [
        {
            "length": "12.5 mm",
            "RoHS": "true",
            "Finish": "Raw",
            "Since": "2026-11-22",
            "Free": "Ja",
        },
        {"length": "1234.5", "RoHS": "true", "Finish": "Powder coated", "Free": "1,5"},
    ]
    # What may be read in two ways is refused, and so is a word that means neither.
    assert "attributes.length" in done["plan"]["problems"][0]["errors"][0]
    again = f"{head}A1;Rod;12,5 mm;nein;raw;22.11.2026;Ja\nA2;Tube;;maybe;;;\n"
    done = data(await upload(api, again, designId=design, update=True), 207)
    (change,) = done["plan"]["changes"]
    assert {n for n, v in change["from"].items() if change["to"][n] != v} == {"RoHS"}
    assert change["to"]["RoHS"] == "false"
    assert "attributes.RoHS" in done["plan"]["problems"][0]["errors"][0]
