"""Repair files: of rows that the list gives no number, fed in until nothing is left to do."""

from io import BytesIO
from typing import Any

import msgspec
import pytest
import xlsxwriter
from python_calamine import CalamineWorkbook

from tests.imports.test_file_import import product, upload
from tests.relationships import scene
from tests.support.application import Api, data
from tests.support.people import ENGINEER

ROWS = [
    ["Name", "Qty", "Material", "Manufacturer", "MPN"],
    ["Bolt", "1 or 2", "Steel", "Acme", "B-7"],
    ["Bolt", "1 or 2", "Brass", "", ""],
    ["Nut", "4", "Steel", "", ""],
    ["Pin", "5", "Steel", "", ""],
    ["Cap", "6", "", "", ""],
]
NAMES = ["Bolt", "Bolt", "Cap", "Nut", "Pin", "Top"]


def sheet(name: str, rows: list[list[str]]) -> bytes:
    """The rows as a file of that ending."""
    if name.endswith(".csv"):
        return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows).encode()
    stream = BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        page = book.add_worksheet()
        for at, row in enumerate(rows):
            page.write_row(at, 0, row)
    return stream.getvalue()


def repaired(name: str, content: bytes, *repairs: tuple[str, str]) -> bytes:
    """The file with texts replaced, as a person would."""
    if name.endswith(".csv"):
        text = content.decode("utf-8-sig")
        for before, after in repairs:
            text = text.replace(before, after)
        return text.encode()
    book = CalamineWorkbook.from_filelike(BytesIO(content))
    rows = book.get_sheet_by_name("Repair").to_python()
    return sheet(name, [[dict(repairs).get(str(c), str(c)) for c in row] for row in rows])


async def fix(api: Api, done: dict[str, Any]) -> bytes:
    """The repair file of an import."""
    answer = await api.get(f"/api/imports/{done['importId']}/repair", as_=ENGINEER)
    return answer.content


async def below(api: Api, number: str) -> list[tuple[str, float]]:
    """All names below an assembly, with their quantities."""
    item = data(await api.get(f"/api/items/by-number/{number}", as_=ENGINEER))
    lines = data(await api.get(f"/api/items/{item['id']}/bom", as_=ENGINEER))["lines"]
    return sorted((line["item"]["name"], line["quantity"]) for line in lines)


async def names(api: Api, design: str) -> list[str]:
    found = data(await api.get(f"/api/items?designId={design}&limit=100", as_=ENGINEER))
    return sorted(item["name"] for item in found["items"])


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("again", [{}, {"product": "Top"}])
async def test_lines_of_parts_without_numbers_are_finished(
    api: Api, ending: str, again: dict[str, Any]
) -> None:
    design = await scene.design(api)
    told: dict[str, Any] = {"name": f"list.{ending}", "designId": design}
    done = data(await upload(api, sheet(told["name"], ROWS), **told, product="Top"), 207)
    assert [p["rowNumber"] for p in done["plan"]["problems"]] == [2, 3]
    top = done["plan"]["product"]
    file = repaired(told["name"], await fix(api, done), ("1 or 2", "3"))
    finished = data(await upload(api, file, **told, **again), 201)
    assert (finished["plan"]["parts"]["new"], finished["plan"]["lines"]["new"]) == (0, 2)
    assert await names(api, design) == NAMES
    lines = await product(api, design, top)
    assert [lines[name][0] for name in ("Bolt", "Nut", "Pin", "Cap")] == ["3", "4", "5", "6"]
    same = data(await upload(api, file, **told, **again), 201)
    assert same["plan"]["lines"] == {
        **dict.fromkeys(("new", "changed", "removed", "refused"), 0),
        "unchanged": 2,
    }
    assert await names(api, design) == NAMES


async def test_what_stands_below_parts_without_numbers_is_finished(api: Api) -> None:
    design = await scene.design(api)
    rows = ["Arm,1", "2,Link,1 or 2", "1,Leg,1", "2,Link,2", "1,,1", "2,Pin,3", "1,Cap,1 or 3"]
    text = "Level,Name,Qty\n1," + "\n".join(rows)
    told: dict[str, Any] = {"name": "tree.csv", "designId": design}
    done = data(await upload(api, text, **told, product="Robot"), 207)
    repairs = [("1 or 2", "5"), (",1,,1", ",1,Hand,1"), ("line,?", "line,Hand"), ("1 or 3", "9")]
    file = repaired("a.csv", await fix(api, done), *repairs)
    finished = data(await upload(api, file, **told), 201)
    assert (finished["plan"]["parts"]["new"], finished["plan"]["lines"]["new"]) == (1, 4)
    assert await below(api, done["plan"]["product"]) == [
        *[("Arm", 1), ("Cap", 9), ("Hand", 1), ("Leg", 1)],
        *[("Link", 2), ("Link", 5), ("Pin", 3)],
    ]
    data(await upload(api, file, **told), 201)
    assert len(await names(api, design)) == 7


async def test_lines_alone_find_parts_without_numbers(api: Api) -> None:
    design = await scene.design(api)
    told: dict[str, Any] = {"name": "list.csv", "designId": design}
    rows = [ROWS[0], *([name, "2", "Steel", "", ""] for name in ("Bolt", "Nut", "Pin"))]
    data(await upload(api, sheet("a.csv", rows), **told, only="parts"), 201)
    more = sheet("a.csv", [*rows, ["Cap", "1", "", "", ""]])
    done = data(await upload(api, more, **told, product="Top", only="lines"), 207)
    assert [problem["rowNumber"] for problem in done["plan"]["problems"]] == [5]
    assert await names(api, design) == ["Bolt", "Nut", "Pin", "Top"]
    lines = [("Bolt", 2), ("Nut", 2), ("Pin", 2)]
    assert await below(api, done["plan"]["product"]) == lines


FOREIGN = [
    ["Kennung", "Was", "Zahl", "Preis", "Wiegt"],
    ["K-1", "Bolzen", "4", "1,25", "12"],
    ["K" * 300, "Mutter", "2", "1.234", "1.500"],
]
TOLD = {
    "Kennung": "itemNumber",
    "Was": "name",
    "Zahl": "quantity",
    "Wiegt": "weight",
    "Preis": "cost",
}


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
async def test_a_repair_file_says_itself_how_it_is_read(api: Api, ending: str) -> None:
    design = await scene.design(api)
    told: dict[str, Any] = {"name": f"liste.{ending}", "designId": design, "product": "Gerät"}
    options: dict[str, Any] = {"mapping": msgspec.json.encode(TOLD).decode(), "currency": "CHF"}
    options |= {"decimalMark": ",", "weightUnit": "g"}
    done = data(await upload(api, sheet(told["name"], FOREIGN), **told, **options), 207)
    file = repaired(told["name"], await fix(api, done), ("K" * 300, "K-2"))
    data(await upload(api, file, **told), 201)
    item = data(await api.get("/api/items/by-number/K-2", as_=ENGINEER))
    assert (item["name"], item["cost"], item["costCurrency"]) == ("Mutter", "1234", "CHF")
    assert (item["weight"], item["weightUnit"]) == ("1500", "g")


async def test_settings_that_were_spoilt_are_no_settings(api: Api) -> None:
    design = await scene.design(api)
    told: dict[str, Any] = {"name": "a.csv", "designId": design}
    for text in ("{", '{""mapping"": 3}', "[" * 100_000):
        file = f'Part Number,Name,"Import Settings {text}"\nS-1,Pin,\n'
        plan = data(await upload(api, file, **told, dryRun="true"), 200)["plan"]
        assert plan["parts"]["new"] == 1
