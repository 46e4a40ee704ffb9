"""Imports of files over HTTP: whole lists in one step, tried first, taken back, fed in again."""

import asyncio
import json
import zipfile
from io import BytesIO
from typing import Any

import httpx
import pytest

from tests.imports.sheets.old_workbooks import sheet, workbook
from tests.relationships import scene
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER, Person
from tests.world import World


async def upload(
    api: Api,
    content: str | bytes,
    *,
    name: str = "list.csv",
    path: str = "/api/import/parts",
    as_: Person = ENGINEER,
    **fields: Any,
) -> httpx.Response:
    """Send a file as a form."""
    body = content.encode() if isinstance(content, str) else content
    texts = {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in fields.items()
    }
    return await api.request("POST", path, as_=as_, files={"file": (name, body)}, data=texts)


async def product(api: Api, design: str, number: str) -> dict[str, tuple[str, Any]]:
    """The lines of an assembly: name of the child to quantity and designators."""
    found = data(await api.get(f"/api/items?designId={design}&search={number}", as_=ENGINEER))
    item = next(item for item in found["items"] if item["itemNumber"] == number)
    bom = data(await api.get(f"/api/items/{item['id']}/bom", as_=ENGINEER))
    return {
        line["item"]["name"]: (f"{float(line['quantity']):g}", line["referenceDesignator"])
        for line in bom["lines"]
    }


KICAD = """Reference,Value,Footprint,Qty,DNP,Manufacturer,PartNumber,Notes
"C1,C2",100nF,C_0603,2,,Murata,GRM188,
R1-R3,10k,R_0603,3,DNP,Yageo,RC0603,1 %
U1,MCU,QFN,1,,ST,STM32,
"""


async def test_a_list_becomes_a_product_and_is_taken_back(api: Api) -> None:
    design = await scene.design(api)
    tried = data(await upload(api, KICAD, designId=design, product="Board", dryRun=True))
    assert tried["importId"] is None
    assert (tried["plan"]["parts"]["new"], tried["plan"]["lines"]["new"]) == (4, 3)
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0

    done = data(await upload(api, KICAD, designId=design, product="Board"), 201)
    assert done["plan"] == tried["plan"]
    board = done["plan"]["product"]
    assert await product(api, design, board) == {
        "100nF": ("2", "C1, C2"),
        "10k": ("3", "R1, R2, R3"),
        "MCU": ("1", "U1"),
    }
    items = data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["items"]
    resistor = next(item for item in items if item["name"] == "10k")
    assert resistor["attributes"] == {
        "Value": "10k",
        "Footprint": "R_0603",
        "Manufacturer": "Yageo",
        "MPN": "RC0603",
    }
    number = next(item["id"] for item in items if item["itemNumber"] == board)
    below = data(await api.get(f"/api/items/{number}/relationships", as_=ENGINEER))
    lines = below["relationships"]
    assert {"remark": "1 %", "doNotPlace": True} in [line["metadata"] for line in lines]

    again = data(await upload(api, KICAD, designId=design, product="Board"), 201)
    assert again["plan"]["parts"] == {
        "new": 0,
        "matched": 3,
        "changed": 0,
        "unchanged": 3,
        "refused": 0,
    }
    assert again["plan"]["lines"]["unchanged"] == 3
    assert {match["by"] for match in again["plan"]["matches"]} == {"name", "manufacturer and MPN"}

    path = f"/api/imports/{done['importId']}"
    assert data(await api.get(path, as_=ENGINEER))["plan"] == done["plan"]
    assert (await api.get(path, as_=VIEWER)).status_code in (403, 404)
    assert data(await api.post(f"{path}/undo", as_=ENGINEER))["undoneAt"]
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0
    assert (await api.post(f"{path}/undo", as_=ENGINEER)).status_code == 409


PRICES = "Item Number,Name,Cost,Currency,Vendor\nUP-1,Bolt,1.00,EUR,A\nUP-2,Nut,0.50,EUR,\n"


async def test_existing_parts_are_updated_when_that_is_asked_for(api: Api) -> None:
    design = await scene.design(api)
    data(await upload(api, PRICES, designId=design), 201)
    other = PRICES.replace("1.00", "1.25").replace("0.50,EUR,", "0.50,EUR,B")
    failed = data(await upload(api, other, designId=design), 400)
    assert failed["plan"]["parts"]["refused"] == 2
    tried = data(await upload(api, other, designId=design, update=True, dryRun=True))
    done = data(await upload(api, other, designId=design, update=True), 201)
    assert done["plan"]["changes"] == tried["plan"]["changes"]
    assert {"itemNumber": "UP-1", "field": "cost", "from": "1", "to": "1.25"} in done["plan"][
        "changes"
    ]
    items = data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["items"]
    assert {i["itemNumber"]: (i["cost"], i["attributes"].get("Supplier")) for i in items} == {
        "UP-1": ("1.25", "A"),
        "UP-2": ("0.5", "B"),
    }
    data(await api.post(f"/api/imports/{done['importId']}/undo", as_=ENGINEER))
    items = data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["items"]
    assert {i["itemNumber"]: i["cost"] for i in items} == {"UP-1": "1", "UP-2": "0.5"}
    # A sheet of prices alone leaves names, currencies and units as they are.
    prices, only = "Item Number,Cost\nUP-1,1.25\nUP-2,0.5\n", {"designId": design, "update": True}
    assert data(await upload(api, prices, **only, dryRun=True))["plan"]["changes"] == [
        {"itemNumber": "UP-1", "field": "cost", "from": "1", "to": "1.25"}
    ]
    weights = "Part No,Name,Weight (lb)\nUP-3,Cap,12\n"
    data(await upload(api, weights, designId=design), 201)
    bare = "Part No,MPN,Weight,Cost\nUP-3,CC-1,13,\nUP-1,BC547,,1.25\n"
    tried = data(await upload(api, bare, **only, dryRun=True))["plan"]
    assert ("weight", "13") in [(one["field"], one["to"]) for one in tried["changes"]]
    assert {one["field"] for one in tried["changes"]}.isdisjoint({"name", "weightUnit"})
    told = {(one["row"], one["message"]) for one in tried["warnings"]}
    assert told >= {
        (2, "13 names no unit: it is taken in lb, that of UP-3"),
        (3, "1.25 names no currency: it is taken in EUR, that of UP-1"),
    }
    same = data(await upload(api, "Part No,Name\nUP-3,UP-3\n", **only, dryRun=True))["plan"]
    assert [(one["field"], one["to"]) for one in same["changes"]] == [("name", "UP-3")]
    named = data(await upload(api, prices, **only, currency="CHF", dryRun=True))["plan"]["changes"]
    assert {(one["field"], one["to"]) for one in named} == {
        ("cost", "1.25"),
        ("costCurrency", "CHF"),
    }


async def test_lines_change_and_go_when_that_is_asked_for(api: Api) -> None:
    design = await scene.design(api)
    text = "Part Number,Name,Qty\nL-1,Bolt,4\nL-2,Nut,4\n"
    first = data(await upload(api, text, designId=design, parent="TOP", product="Top"), 201)
    assert first["plan"]["product"] == "TOP"
    text = "Part Number,Name,Qty,Remark,DNP\nL-1,Bolt,8,left,x\nL-3,Ring,1,,\n"
    over = {"designId": design, "parent": "TOP", "update": True, "replaceLines": True}
    tried = data(await upload(api, text, **over, dryRun=True))["plan"]
    done = data(await upload(api, text, **over), 201)
    assert tried["lineChanges"] == done["plan"]["lineChanges"]
    ends = {"parentItemNumber": "TOP", "childItemNumber": "L-1"}
    assert done["plan"]["lineChanges"] == [
        {"row": 2, **ends, "field": "quantity", "from": "4", "to": "8"},
        {"row": 2, **ends, "field": "remark", "from": None, "to": "left"},
        {"row": 2, **ends, "field": "doNotPlace", "from": None, "to": True},
        {**ends, "childItemNumber": "L-2", "row": 0, "field": "line", "from": "4", "to": None},
    ]
    assert done["plan"]["lines"] == {
        "new": 1,
        "changed": 1,
        "unchanged": 0,
        "removed": 1,
        "refused": 0,
    }
    assert await product(api, design, "TOP") == {"Bolt": ("8", None), "Ring": ("1", None)}
    conflict = await api.post(f"/api/imports/{first['importId']}/undo", as_=ENGINEER)
    assert conflict.status_code == 409
    data(await api.post(f"/api/imports/{done['importId']}/undo", as_=ENGINEER))
    assert await product(api, design, "TOP") == {"Bolt": ("4", None), "Nut": ("4", None)}


async def test_refused_rows_come_back_as_a_file_that_finishes_the_rest(api: Api) -> None:
    design = await scene.design(api)
    text = "Part Number,Name,Qty\nR-1,Bolt,2 or 3\nR-2,Nut,4\n"
    done = data(await upload(api, text, designId=design, parent="RT"), 207)
    assert [problem["rowNumber"] for problem in done["plan"]["problems"]] == [2]
    repair = await api.get(f"/api/imports/{done['importId']}/repair", as_=ENGINEER)
    assert "list.bad.csv" in repair.headers["content-disposition"]
    repaired = repair.content.decode("utf-8-sig").replace("2 or 3", "3")
    data(await upload(api, repaired, designId=design, parent="RT"), 201)
    assert await product(api, design, "RT") == {"Bolt": ("3", None), "Nut": ("4", None)}


def outline(preview: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Parent, child, quantity before and after, outcome and row of each line of a preview."""
    items, lines = preview["items"], preview["lines"]
    called = [name or number for number, name in zip(items["numbers"], items["names"], strict=True)]
    columns = ("parents", "children", "quantitiesBefore", "quantities", "outcomes", "rows")
    return [
        (called[parent] if parent >= 0 else None, called[child], *others)
        for parent, child, *others in zip(*(lines[name] for name in columns), strict=True)
    ]


async def test_a_preview_tells_rows_and_parents_before_anything_is_there(api: Api) -> None:
    design = await scene.design(api)
    first = "Level,Part Number,Name,Qty\n1,V-1,Arm,1\n2,V-2,Joint,2\n2,V-3,Cover,1\n2,V-4,Rod,4\n"
    data(await upload(api, first, designId=design), 201)
    second = (
        "Level,Part Number,Name,Qty\n1,V-1,Arm,1\n2,V-2,Joint,3\n2,V-3,Lid,1\n2,V-5,Hand,1\n"
        "3,V-6,Finger,-5\n3,V-2,Joint,1\n3,,,1\n"
    )
    asked = {"designId": design, "update": True, "replaceLines": True, "dryRun": True}
    tried = data(await upload(api, second, preview=True, **asked))
    preview = tried["plan"]["preview"]
    assert sorted(outline(preview), key=str) == sorted(
        [
            ("Arm", "Joint", 2, 3, "changed", 3),
            ("Arm", "Lid", None, 1, "unchanged", 4),
            ("Arm", "Hand", None, 1, "new", 5),
            ("Arm", "Rod", 4, None, "removed", 0),
            ("Hand", "Finger", None, None, "refused", 6),
            ("Hand", "", None, None, "refused", 8),
            ("Hand", "Joint", None, 1, "new", 7),
        ],
        key=str,
    )
    items = preview["items"]
    told = dict(
        zip(items["names"], zip(items["outcomes"], items["rows"], strict=True), strict=True)
    )
    assert told["Lid"] == ("changed", [4])
    assert told["Joint"] == ("unchanged", [3])
    assert told["Hand"] == ("new", [5])
    assert told[""] == ("refused", [8])
    assert preview["isWhole"]
    twice = "Name,Qty\nBolt,2\nNut,1\nBolt,3\nBolt,1\n"
    merged = {"designId": design, "product": "Box", "dryRun": True, "preview": True}
    items = data(await upload(api, twice, **merged))["plan"]["preview"]["items"]
    rows = dict(zip(items["names"], items["rows"], strict=True))
    assert (rows["Bolt"], rows["Nut"]) == ([2, 4, 5], [3])
    nameless = next(one for one in tried["plan"]["doubtfulRows"] if one["row"] == 8)
    assert nameless["cells"]["Name"] == "", "nobody could give the row its name"
    plain = data(await upload(api, second, **asked))["plan"]
    assert plain["preview"] is None
    told_of = await upload(api, second, preview=True, designId=design)
    assert problems(told_of, status=422)["preview"].startswith("requires dryRun=true")


async def test_rows_are_repaired_before_they_come_in(api: Api) -> None:
    design = await scene.design(api)
    content = (
        "Number,Name,Qty,Price\nA,Frame,1,10\nB,Bolt,2,n/k\nC,Nut,3,n/k\nD,Pin,4,1..2\n,,9,1\n"
    )
    tried = data(await upload(api, content, designId=design, product="Top", dryRun=True))
    doubtful = {one["row"]: one["cells"] for one in tried["plan"]["doubtfulRows"]}
    assert {3, 4, 5} <= doubtful.keys()
    assert doubtful[3] == {"Number": "B", "Name": "Bolt", "Qty": "2", "Price": "n/k"}
    spoilt = 'Number,Name\n1E+12,Bolt\n"1,23E+11",Nut\n+49-1,Pin\n1E5,Kit\n'
    plan = data(await upload(api, spoilt, designId=design, dryRun=True))["plan"]
    assert [one["row"] for one in plan["doubtfulRows"]] == [2, 3]
    assert {one["code"] for one in plan["warnings"] if one["row"]} == {"NUMBER_SPOILT"}
    unnumbered = "Number,Name\nA,Frame\n,Bolt\n"
    plan = data(await upload(api, unnumbered, designId=design, dryRun=True))["plan"]
    assert "1 part without a number was given one" in [one["message"] for one in plan["warnings"]]
    repairs = {
        "rows": {"4": {"Price": "0.2", "Name": "Nut M3"}, "5": None, "6": None},
        "all": {"Price": {"n/k": "0.1"}},
    }
    fields: dict[str, Any] = {"designId": design, "product": "Top", "repairs": json.dumps(repairs)}
    done = data(await upload(api, content, **fields), 201)
    assert done["plan"]["problems"] == []
    found = data(await api.get(f"/api/items?designId={design}&sort=itemNumber", as_=ENGINEER))
    costs = {one["name"]: one["cost"] for one in found["items"] if one["name"] != "Top"}
    assert costs == {"Frame": "10", "Bolt": "0.1", "Nut M3": "0.2"}
    for wrong, told in (
        ("{", "expected"),
        ('{"rows": {"x": null}}', "expected"),
        ('{"rows": {"3": {"Colour": "red"}}}', "Colour"),
        ('{"all": {"Price": [1]}}', "expected"),
    ):
        answer = await upload(api, content, designId=design, repairs=wrong)
        assert answer.status_code == 422, wrong
        assert told in answer.text


async def test_what_the_form_says_wrong_is_told(api: Api) -> None:
    design = await scene.design(api)
    for fields, named in (
        ({}, "designId"),
        ({"designId": design, "update": "perhaps"}, "update"),
        ({"designId": design, "mapping": "[1]"}, "mapping"),
        ({"designId": design, "headerRow": "-1"}, "headerRow"),
        ({"designId": design, "colour": "red"}, "colour"),
        ({"designId": design, "currency": "shells"}, "currency"),
    ):
        answer = await upload(api, PRICES, as_=ENGINEER, **dict[str, Any](fields))
        assert answer.status_code == 422, fields
        assert named in [detail["field"] for detail in answer.json()["error"]["details"]]
    for kind in ("documents", "issues"):
        path = f"/api/import/{kind}"
        answer = await upload(api, PRICES, path=path, library=True, parent="A")
        assert f"{kind} have no structure" in answer.json()["error"]["message"]
    for name, told in (("photo.PNG", '".png" is an unknown ending; '), ("list", "has no ending; ")):
        answer = await upload(api, "nothing", name=name, designId=design)
        assert answer.status_code == 422
        message = answer.json()["error"]["message"]
        assert told in message
        assert "upload" not in message, "a name that nobody gave"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nobody_waits_for_a_sheet_that_takes_long_to_read(api: Api) -> None:
    design = await scene.design(api)
    item = data(await api.post("/api/items", {"type": "Task", "name": "A"}, as_=ENGINEER), 201)
    endless = '"' * 3_000_001
    reading = asyncio.create_task(upload(api, endless, designId=design, background=False))
    edits = 0
    while not reading.done():
        name = {"name": f"B{edits}"}
        data(await api.put(f"/api/items/{item['id']}", name, as_=ENGINEER))
        edits += 1
    # One that came first, and one that waited for all of it, would be there in any case.
    assert edits > 3
    assert (await reading).status_code == 422


async def test_only_who_may_write_there_takes_an_import_back(api: Api, world: World) -> None:
    program = await world.program(members={ENGINEER: "engineer"})
    design = await world.design(programId=program["id"])
    parts = data(await upload(api, "Part Number,Name\nP-1,Plate\n", designId=design["id"]), 201)
    issues = await upload(api, "Title\nCrack\n", path="/api/import/issues", programId=program["id"])
    done = [parts["importId"], data(issues, 201)["importId"]]
    membership = f"/api/programs/{program['id']}/members/{ENGINEER.id}"
    data(await api.put(membership, {"role": "viewer"}, as_=ADMINISTRATOR))
    for one in done:
        assert (await api.get(f"/api/imports/{one}", as_=ENGINEER)).status_code == 200
        refused(await api.post(f"/api/imports/{one}/undo", as_=ENGINEER), 403, "FORBIDDEN")
    data(await api.delete(membership, as_=ADMINISTRATOR))
    for one in done:
        for method, path in (("GET", ""), ("GET", "/repair"), ("POST", "/undo")):
            answer = await api.request(method, f"/api/imports/{one}{path}", as_=ENGINEER)
            refused(answer, 404, "RESOURCE_NOT_FOUND")
        data(await api.post(f"/api/imports/{one}/undo", as_=ADMINISTRATOR))


async def test_old_workbooks_that_ask_for_gigabytes_are_refused(api: Api) -> None:
    design = await scene.design(api)
    cells = [(0, 0, "Part Number"), (0, 1, "Name"), (1, 0, "P-1"), (1, 1, "Plate")]
    tall = sheet([(0, 0, "Name"), (65_535, 50, "x")])
    for sheets, why in (
        ([sheet(cells, (0, 0xFFFFFFFF, 0, 0xFFFF))], "beyond its end"),
        ([sheet(cells, (9, 2, 0, 2))], "beyond its end"),
        ([sheet([(0, 0, "Name"), (65_535, 65_535, "x")])], "spans 65536 columns"),
        ([tall] * 8, "span more than 4000000 cells"),
    ):
        answer = await upload(api, workbook(sheets), name="old.xls", designId=design)
        assert why in refused(answer, 422, "VALIDATION_ERROR")["message"]
    whole = workbook([sheet(cells, (0, 2, 0, 2))])
    for cut in range(500, len(whole), 331):
        answer = await upload(api, whole[:cut], name="cut.xls", designId=design, dryRun=True)
        assert answer.status_code in (200, 422), answer.text
    made = data(await upload(api, whole, name="old.xls", designId=design), 201)
    assert [one["itemNumber"] for one in made["result"]["createdItems"]] == ["P-1"]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_archive_of_a_version_to_come_is_refused(api: Api) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../xl/workbook.xml", "<workbook/>")
    content = bytearray(packed.getvalue())
    content[content.index(b"PK\x01\x02") + 6] = 255
    answer = await upload(api, bytes(content), name="list.xlsx", library=True)
    refused(answer, 422, "VALIDATION_ERROR")


async def test_what_columns_mean_is_kept_and_found_by_the_headers(api: Api) -> None:
    design = await scene.design(api)
    sheet = b"Wat,Hoeveel,Waarvan\nFoo-1,2,ijzer\n"
    told: dict[str, Any] = {"designId": design, "product": "Kar"}
    mapping = '{"Wat": "name", "Hoeveel": "quantity", "Waarvan": "material"}'
    saved = {"mapping": mapping, "saveTemplate": "Lijst"}
    assert data(await upload(api, sheet, dryRun=True, **saved, **told))["plan"]["parts"]["new"] == 2
    kept = data(await api.get("/api/import/mappings", as_=ENGINEER))["mappings"]
    assert kept == []
    data(await upload(api, sheet, **saved, **told), 201)
    other = sheet.replace(b"Foo-1", b"Bar").replace(b"ijzer", b"hout")
    done = data(await upload(api, other, name="b.csv", **told), 201)
    assert 'The kept mapping "Lijst" says what the columns are.' in done["plan"]["decisions"]
    columns = {column["header"]: column["field"] for column in done["plan"]["columns"]}
    assert columns == {"Wat": "name", "Hoeveel": "quantity", "Waarvan": "material"}
    (kept,) = data(await api.get("/api/import/mappings", as_=ENGINEER))["mappings"]
    assert kept["headers"] == ["Wat", "Hoeveel", "Waarvan"]
    unlike = b"Wat,Waarvan,A,B,C\nBaz,goud,1,2,3\n"
    done = data(await upload(api, unlike, name="c.csv", **told, template="lijst"), 201)
    columns = {column["header"]: column["field"] for column in done["plan"]["columns"]}
    assert columns["Waarvan"] == "material"
    missing = problems(await upload(api, sheet, **told, template="Lyst"), status=422)
    assert "Lijst" in missing["template"]
    body = {"name": "LIJST", "headers": ["A"], "mapping": {"A": "name"}}
    refused(await api.post("/api/import/mappings", body, as_=ADMINISTRATOR), 409, "CONFLICT")
    path = f"/api/import/mappings/{kept['id']}"
    data(await api.delete(path, as_=ADMINISTRATOR))
    assert (await api.delete(path, as_=ENGINEER)).status_code == 404


ROWS = [
    {"itemNumber": "W-1", "name": "Frame", "cost": "1,50", "weight": 2},
    {"itemNumber": "W-2", "name": "Bolt", "cost": 0.25, "Farbe": "rot"},
]
LINES = [{"parentItemNumber": "W-1", "childItemNumber": "W-2", "quantity": 4}]
BODY_OPTIONS: list[dict[str, Any]] = [
    {"library": True},
    {"parent": "TOP", "product": "Cart"},
    {"product": "Cart"},
    {"mapping": {"Farbe": "attributes.Colour", "weight": "ignore"}},
    {"template": "of bodies"},
    {"saveTemplate": "of these"},
    {"update": True},
    {"replaceLines": True, "update": True},
    {"currency": "CHF"},
    {"weightUnit": "g"},
    {"decimalMark": ","},
    {"only": "parts"},
    {"repairs": {"rows": {"2": {"cost": "2.75"}}, "all": {"Farbe": {"rot": "red"}}}},
]


def comparable(answer: Any) -> Any:
    """Plan and result without ids, which differ from one import to the next."""
    made = [(one["rowNumber"], one["itemNumber"]) for one in answer["result"]["createdItems"]]
    return answer["plan"], answer["result"] | {"createdItems": made}


async def bodied(api: Api, *, kind: str = "parts", as_: Person = ENGINEER, **body: Any) -> Any:
    return await api.post(f"/api/import/{kind}", body, as_=as_)


@pytest.mark.parametrize("options", BODY_OPTIONS, ids=str)
async def test_rows_of_a_body_are_read_as_a_file_where_options_say_so(
    api: Api, options: dict[str, Any]
) -> None:
    kept = {"kind": "parts", "name": "of bodies", "headers": ["Farbe"]}
    kept |= {"mapping": {"Farbe": "attributes.Paint"}}
    data(await api.post("/api/import/mappings", kept, as_=ENGINEER), 201)
    where: dict[str, Any] = {}
    if "library" not in options:
        where = {"designId": await scene.design(api)}
    if "update" in options:
        first = [{"itemNumber": "W-1", "name": "Old"}, {"itemNumber": "W-9", "name": "Gone"}]
        gone = [{"parentItemNumber": "W-1", "childItemNumber": "W-9"}]
        data(await bodied(api, rows=first, bomRelationships=gone, **where), 201)
    body = {"rows": ROWS, "bomRelationships": LINES, **where, **options}
    texts: dict[str, Any] = {
        key: json.dumps(v) if isinstance(v, dict) else v for key, v in options.items()
    }
    sent = json.dumps({"rows": ROWS, "bomRelationships": LINES})
    form = data(await upload(api, sent, name="rows.json", **where, **texts, dryRun=True))
    trial = data(await bodied(api, **body, dryRun=True))
    assert comparable(trial) == comparable(form)
    assert trial["importId"] is None
    done = data(await bodied(api, **body), 201)
    assert comparable(done) == comparable(trial)
    path = f"/api/imports/{done['importId']}"
    assert comparable(data(await api.get(path, as_=ENGINEER))) == comparable(done)
    assert data(await api.post(f"{path}/undo", as_=ENGINEER))["undoneAt"]
    again = data(await bodied(api, **body, dryRun=True))["plan"]
    for what in ("parts", "lines", "changes", "matches"):
        assert again[what] == trial["plan"][what], "the import was not taken back"


async def test_options_of_a_body_have_their_types_and_what_says_nothing_of_rows_is_refused(
    api: Api,
) -> None:
    design = await scene.design(api)
    body: dict[str, Any] = {"designId": design, "rows": [{"name": "A"}]}
    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({"update": "true"}, {"update"}),
        ({"dryRun": 1, "replaceLines": "no"}, {"dryRun", "replaceLines"}),
        ({"mapping": '{"Teil": "name"}'}, {"mapping"}),
        ({"mapping": {"Teil": 1}}, {"mapping"}),
        ({"repairs": {"rows": []}}, {"repairs.rows"}),
        ({"parent": 7, "product": ["x"]}, {"parent", "product"}),
        ({"currency": "Taler", "weightUnit": "stone"}, {"currency", "weightUnit"}),
        ({"decimalMark": ";", "only": "some"}, {"decimalMark", "only"}),
        ({"preview": True}, {"preview"}),
        ({"library": True}, {"designId"}),
        ({"programId": design}, {"programId"}),
        ({"designId": None, "library": False}, {"designId"}),
        ({"sheet": "Parts", "headerRow": 1}, {"sheet", "headerRow"}),
        ({"sheets": "all", "background": True, "file": ""}, {"sheets", "background", "file"}),
        ({"update": True, "rows": body["rows"] * 501, "uptate": 1}, {"rows", "uptate"}),
        ({"template": "no such"}, {"template"}),
        ({"mapping": {"Teil": "name"}}, {"rows"}),
    ]
    for more, fields in cases:
        told = problems(await bodied(api, **body | more), status=422)
        assert told.keys() == fields, more
    nothing: Any = dict.fromkeys(("update", "parent", "mapping", "library", "dryRun"))
    nothing["replaceLines"] = False
    made = data(await bodied(api, **(body | nothing)), 201)
    by = made["plan"]["columns"][0]["evidence"]
    assert by == "by its key", "null and false leave an option out"


async def test_rights_and_rules_of_bodies_with_options_are_those_of_forms(api: Api) -> None:
    design, rows = await scene.design(api), [{"itemNumber": "Z-1", "name": "A"}]
    options: dict[str, Any] = {"rows": rows, "update": True}
    refused(await bodied(api, **options, designId=design, as_=VIEWER), 403, "FORBIDDEN")
    refused(await bodied(api, **options, designId=scene.NOBODY), 404, "RESOURCE_NOT_FOUND")
    scopes = ["imports.create", "designs.read", "parts.create", "parts.read"]
    token = await api.post("/api/auth/tokens", {"name": "t", "scopes": scopes}, as_=ENGINEER)
    scoped = ENGINEER._replace(token=data(token, 201)["token"])
    refused(await bodied(api, **options, designId=design, as_=scoped), 403, "FORBIDDEN")
    tried = [
        await api.request(
            "POST",
            "/api/import/parts",
            as_=ENGINEER,
            json={**options, "designId": design, "dryRun": dry},
            headers={"Idempotency-Key": f"body-{dry}"},
        )
        for dry in (True, True, False, False)
    ]
    assert [one.status_code for one in tried] == [200, 200, 201, 201]
    assert tried[0].json() == tried[1].json()
    assert tried[2].json() == tried[3].json()
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 1
    await scene.release(api, await scene.item(api, "R", designId=design))
    told = problems(await bodied(api, **options, designId=design), status=422)
    assert told.keys() == {"branchId"}
    branch = await scene.branch(api, design)
    assert data(await bodied(api, **options, designId=design, branchId=branch), 201)["importId"]
    for kind in ("documents", "issues"):
        where = {"designId": await scene.design(api)} if kind == "documents" else {}
        sheet = [{"Title": "Arm"}, {"Title": "Leg"}]
        meant = {"rows": sheet, "mapping": {"Title": "name"}, **where}
        made = data(await bodied(api, kind=kind, **meant), 201)
        assert made["plan"]["parts"]["new"] == 2
        told = problems(await bodied(api, kind=kind, **meant, product="P"), status=422)
        assert told.keys() == {"rows"}
