"""Several sheets of one workbook, imported together."""

import io
import json
from typing import Any

import httpx
import xlsxwriter
from python_calamine import CalamineWorkbook

from tests.imports.test_file_import import product, upload
from tests.relationships import scene
from tests.support.application import Api, data, problems
from tests.support.people import ENGINEER

HEAD = ["Part Number", "Name", "Qty", "Cost", "Currency"]
SHEETS = {
    "Notes": [["Everything about the lamp"]],
    "Mechanics": [HEAD, ["M-1", "Foot", "1", "2.50", "EUR"], ["S-1", "Screw", "4", "0.10", "EUR"]],
    "Electronics": [
        [*HEAD, "Designator"],
        ["E-1", "LED", "2", "0.30", "EUR", "D1, D2"],
        ["S-2", "Spacer", "2 or 3", "", "", ""],
    ],
    "Spares": [HEAD, ["S-1", "Screw", "2", "0.10", "EUR"], ["S-9", "Bulb", "3 or 4", "", ""]],
}


def workbook(sheets: dict[str, list[list[str]]]) -> bytes:
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for at, row in enumerate(rows):
                for column, text in enumerate(row):
                    sheet.write_string(at, column, text)
    return stream.getvalue()


async def send(api: Api, design: str, content: bytes = b"", **more: Any) -> httpx.Response:
    told = {"name": "lamp.xlsx", "designId": design, "sheets": "all", **more}
    return await upload(api, content or workbook(SHEETS), **told)


async def test_sheets_come_in_together_and_go_together(api: Api) -> None:
    design = await scene.design(api)
    tried = data(await send(api, design, product="Lamp", dryRun=True))
    sent = data(await send(api, design, product="Lamp"), 207)
    assert sent["plan"] == tried["plan"]
    plan = sent["plan"]
    assert [(one["sheet"], one["rowNumber"]) for one in plan["problems"]] == [
        ("Electronics", 3),
        ("Spares", 3),
    ]
    assert (plan["parts"]["new"], plan["parts"]["matched"]) == (6, 1), "the lamp among them"
    screw = next(one for one in plan["matches"] if one["itemNumber"] == "S-1")
    assert (screw["sheet"], screw["row"], screw["by"]) == ("Spares", 2, "number")
    assert {column["sheet"] for column in plan["columns"]} == {"Mechanics", "Electronics", "Spares"}
    assert sent["result"]["totalRows"] == 6
    (added,) = [one for one in plan["warnings"] if one["code"] == "DUPLICATE_ROW"]
    assert (added["sheet"], added["row"]) == ("Mechanics", 3)
    assert added["message"].startswith("S-1 is on Mechanics, Spares")
    lamp = {"Foot": ("1", None), "Screw": ("6", None), "LED": ("2", "D1, D2")}
    assert await product(api, design, plan["product"]) == lamp

    unchanged = data(await send(api, design, product="Lamp", dryRun=True))["plan"]
    assert (unchanged["lines"]["unchanged"], len(unchanged["problems"])) == (3, 2)

    path = f"/api/imports/{sent['importId']}"
    repair = (await api.get(f"{path}/repair", as_=ENGINEER)).content
    book = CalamineWorkbook.from_filelike(io.BytesIO(repair))
    rows = {n: book.get_sheet_by_name(n).to_python() for n in book.sheet_names}
    assert [len(rows["Electronics"]), len(rows["Spares"])] == [2, 2]
    right = {"2 or 3": "3", "3 or 4": "4"}
    mended = {
        name: [[right.get(str(cell), str(cell)) for cell in row] for row in sheet]
        for name, sheet in rows.items()
    }
    again = {"product": "Lamp", "name": "lamp.bad.xlsx"}
    rest = data(await send(api, design, workbook(mended), **again), 201)
    assert rest["plan"]["product"] == plan["product"]
    assert (await product(api, design, plan["product"]))["Spacer"] == ("3", None)

    data(await api.post(f"/api/imports/{rest['importId']}/undo", as_=ENGINEER))
    assert await product(api, design, plan["product"]) == lamp
    data(await api.post(f"{path}/undo", as_=ENGINEER))
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0


async def test_sheets_are_named_and_what_cannot_be_is_told(api: Api) -> None:
    design = await scene.design(api)
    two = json.dumps(["mechanics", "Electronics", "MECHANICS "])
    job = data(await send(api, design, product="L", sheets=two, background=True), 202)["job"]
    while job["state"] in ("waiting", "working"):
        job = data(await api.get(f"/api/import-jobs/{job['id']}", as_=ENGINEER))["job"]
    plan = job["outcome"]["plan"]
    assert (plan["parts"]["new"], plan["lines"]["new"], job["total"]) == (5, 3, 4)
    for more, field, told in (
        ({"replaceLines": True}, "replaceLines", "cannot be combined with sheets"),
        ({"sheet": "Spares"}, "sheet", "cannot be combined with sheets"),
        ({"sheets": "some"}, "sheets", "expected all"),
        ({"sheets": "[]"}, "sheets", "expected all"),
        ({"sheets": '["Spares", "Gone"]'}, "file", "the sheets are: Notes, Mechanics"),
        (
            {"sheets": '["Spares"]', "name": "a.csv", "content": b"Name\nA\n"},
            "file",
            "not a workbook",
        ),
    ):
        fields: dict[str, Any] = dict(more)
        assert told in problems(await send(api, design, **fields), status=422)[field], more
    shared = {name: [["Name", "Qty"], ["Washer", "2"]] for name in ("A", "B")}
    both = data(await send(api, design, workbook(shared), product="W", dryRun=True))["plan"]
    (added,) = [one for one in both["warnings"] if one["code"] == "DUPLICATE_ROW"]
    assert added["message"] == "Washer is on A, B: the quantities are added up, 4 in all"
    shared = {"Summary": [["Section", "Cost (USD)"], ["Total", "9"]], **shared}
    kept = data(await send(api, design, workbook(shared), product="W", dryRun=True))["plan"]
    assert kept["parts"] == both["parts"]
    (told,) = [one["message"] for one in kept["warnings"] if one["code"] == "OTHER_TABLE"]
    assert told.startswith('sheet "Summary" is not read: no column is a name')
    asked = await send(api, design, workbook(shared), sheets='["Summary"]', dryRun=True)
    assert "no column is a name" in problems(asked, status=422)["file"]
    one = data(await send(api, design, b"Name\nBolt\n", name="one.csv"), 201)
    assert "sheet" not in one["plan"]["columns"][0]
