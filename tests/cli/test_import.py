import csv
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tests.cli.commands import Ended, command
from tests.imports.sheets.test_real_lists import BOMS, EXPECTED
from tests.imports.test_several_sheets import workbook
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER

HEADERS = ["Level", "Part No.", "Title", "Qty", "Cost EUR", "Room"]
ROWS = [
    ["0", "LAMP", "Desk lamp", "", "", "R1"],
    ["1", "ARM", "Arm", "2", "3.50", "R1"],
    ["2", "BOLT", "Bolt M4", "4", "0.05", ""],
    ["1", "FOOT", "Foot", "1.5", "7.25", "R2"],
    ["2", "BOLT", "Bolt M4", "3", "0.05", ""],
]


def write_csv(path: Path, rows: list[list[str]], *, headers: list[str] = HEADERS) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([headers, *rows])
    return path


def write_xlsx(path: Path, rows: list[list[str]]) -> Path:
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Parts")
        for at, row in enumerate([HEADERS, *rows]):
            sheet.write_row(at, 0, row)
    return path


def write_json(path: Path, rows: list[list[str]]) -> Path:
    path.write_text(json.dumps([dict(zip(HEADERS, row, strict=True)) for row in rows]))
    return path


async def run(api: Api, file: Path, *more: object, design: str = "LAMP") -> Ended:
    url = api.services.settings.database
    target = ("--design", design, "--create-design", "--database-url", url)
    return await command("import", file, *target, *more)


async def items(api: Api) -> dict[str, Any]:
    found = data(await api.get("/api/items?limit=100", as_=ADMINISTRATOR))["items"]
    return {item["itemNumber"]: item for item in found}


async def bom(api: Api, number: str) -> list[tuple[int, str, float]]:
    top = (await items(api))[number]["id"]
    lines = data(await api.get(f"/api/items/{top}/bom", as_=ADMINISTRATOR))["lines"]
    return [(line["level"], line["item"]["itemNumber"], line["quantity"]) for line in lines]


@pytest.mark.parametrize(
    ("name", "write"),
    [("lamp.csv", write_csv), ("lamp.xlsx", write_xlsx), ("lamp.json", write_json)],
)
async def test_a_structure_by_level(
    api: Api, directory: Path, name: str, write: Callable[[Path, list[list[str]]], Path]
) -> None:
    ended = await run(api, write(directory / name, ROWS))
    assert (ended.code, ended.err) == (0, "")
    assert "Part No. -> itemNumber (by its header)" in ended.out
    assert "Room     -> attributes.Room (not a field of a part)" in ended.out
    assert "Imported 4 parts and 4 BOM lines of 5 rows" in ended.out
    found = await items(api)
    assert found["ARM"]["name"] == "Arm"
    assert found["ARM"]["cost"] == "3.5"
    assert found["FOOT"]["attributes"] == {"Room": "R2"}
    assert sorted(await bom(api, "LAMP")) == [
        (1, "ARM", 2),
        (1, "FOOT", 1.5),
        (2, "BOLT", 3),
        (2, "BOLT", 4),
    ]
    assert not (directory / "lamp.bad.csv").exists()


async def test_a_mapping_stands_above_what_is_guessed(api: Api, directory: Path) -> None:
    rows = [["A1", "Bracket", "Steel", "x=1"], ["A2", "Beam", "Wood", ""]]
    file = write_csv(directory / "parts.csv", rows, headers=["Code", "What", "Stuff", "k=v"])
    (directory / "mapping.json").write_text('{"Code": "itemNumber", "What": "description"}')
    ended = await run(
        api,
        file,
        *("--mapping", "mapping.json", "--map", "What=name"),
        *("--map", "Stuff=material", "--map", "k=v=attributes.Extra"),
    )
    assert ended.code == 0, ended.err
    missing = await run(api, file, "--map", "Nope=name")
    assert (missing.code, 'no column "Nope"' in missing.err) == (1, True)
    found = await items(api)
    assert (found["A1"]["name"], found["A1"]["material"]) == ("Bracket", "Steel")
    assert found["A1"]["attributes"] == {"Extra": "x=1"}


async def test_a_dry_run_reads_everything_and_sends_nothing(api: Api, directory: Path) -> None:
    rows = [*ROWS, ["1", "LONG", "x" * 1000, "1", "", ""], ["1", "ODD", "Odd", "2 or 3", "", ""]]
    file = write_csv(directory / "lamp.csv", rows)
    url = api.services.settings.database
    ended = await command("import", file, "--dry-run", "--database-url", url)
    assert ended.code == 1
    assert "Would import 5 parts and 4 BOM lines of 7 rows" in ended.out
    assert "Row 7: Title: 1000 characters" in ended.err
    assert "Row 8: Qty" in ended.err
    assert not (directory / "lamp.bad.csv").exists()
    assert await items(api) == {}


async def test_bad_rows_are_repaired_and_fed_in_again(api: Api, directory: Path) -> None:
    first = await run(api, write_csv(directory / "taken.csv", [["0", "FOOT", "Old", "", "", ""]]))
    assert first.code == 0
    assert "Imported 1 part and 0 BOM lines of 1 row." in first.out
    rows = [*ROWS, ["1", "CAP", "Cap", "1 or 2", "9", ""]]
    ended = await run(api, write_csv(directory / "lamp.csv", rows), "--bad-rows", "bad.csv")
    assert ended.code == 1
    assert (
        "Row 5: FOOT already exists with other values (attributes, cost, cost currency, name)"
        in ended.err
    )
    assert "2 rows have problems; repair them in bad.csv" in ended.out
    kept = (directory / "bad.csv").read_bytes()
    told = await run(api, directory / "lamp.csv", "--bad-rows", "bad.csv")
    assert (told.code, "bad.csv already exists; --force" in told.err) == (1, True)
    assert (directory / "bad.csv").read_bytes() == kept
    for name in ("lamp.bad.csv", "lamp.bad-2.csv"):
        assert f"repair them in {directory / name}" in (await run(api, directory / "lamp.csv")).out

    with (directory / "bad.csv").open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        bad = list(reader)
        assert reader.fieldnames is not None
    assert [row["Part No."] for row in bad] == ["FOOT", "CAP"]
    bad[1]["Qty"] = "2"
    repaired = write_csv(
        directory / "repaired.csv",
        [list(bad[1].values())],
        headers=list(reader.fieldnames),
    )
    again = await run(api, repaired)
    assert (again.code, again.err) == (0, "")
    assert sorted(line for line in await bom(api, "LAMP") if line[0] == 1) == [
        (1, "ARM", 2),
        (1, "CAP", 2),
        (1, "FOOT", 1.5),
    ]


async def test_an_import_is_taken_back_by_the_id_that_it_tells(api: Api, directory: Path) -> None:
    def undo(import_id: str, *more: str) -> Awaitable[Ended]:
        url = api.services.settings.database
        return command("import", "--undo", import_id, "--database-url", url, *more)

    first = await run(api, write_csv(directory / "lamp.csv", ROWS))
    before = await items(api)
    changed = [["0", "LAMP", "Desk lamp", "", "", ""], ["1", "FOOT", "Heavy foot", "2", "9", "R2"]]
    file = write_csv(directory / "changed.csv", changed)
    second = await run(api, file, "--update")
    assert (await items(api))["FOOT"]["name"] == "Heavy foot"
    ids = [
        re.findall(r"--undo (\S+?)[ .`]*$", ended.out, re.MULTILINE) for ended in (first, second)
    ]
    assert [len(found) for found in ids] == [1, 1]

    built_on = await undo(ids[0][0])
    assert (built_on.code, built_on.err.count("\n")) == (1, 1)
    assert "FOOT" in built_on.err
    assert (await undo(ids[1][0])).code == 0
    kept = ("name", "cost", "attributes", "revision", "state")
    for number, item in (await items(api)).items():
        assert [item[key] for key in kept] == [before[number][key] for key in kept], number
    assert (1, "FOOT", 1.5) in await bom(api, "LAMP")
    for gone in (ids[1][0], "0197a3c1-9f00-7000-8000-000000000002", "x"):
        again = await undo(gone)
        assert (again.code, again.err.count("\n")) == (1, 1), again


async def test_lines_alone_find_parts_that_are_there(api: Api, directory: Path) -> None:
    parts = [["", f"P-{number}", f"Part {number}", "", "", ""] for number in range(3)]
    file = write_csv(directory / "parts.csv", [row[1:3] for row in parts], headers=HEADERS[1:3])
    assert (await run(api, file)).code == 0
    lines = [["P-0", "P-1", "2"], ["p-1", "P-2", "0.25"], ["P-0", "P-9", "1"]]
    headers = ["Parent Item Number", "Item Number", "Quantity"]
    file = write_csv(directory / "lines.csv", lines, headers=headers)
    ended = await run(api, file, "--only", "lines")
    assert ended.code == 1
    assert "Imported 0 parts and 2 BOM lines of 3 rows" in ended.out
    assert "Row 4: P-9 is neither in this file nor among the parts that you see" in ended.err
    assert await bom(api, "P-0") == [(1, "P-1", 2), (2, "P-2", 0.25)]
    changed = write_csv(directory / "again.csv", [["P-0", "P-1", "3"], lines[1]], headers=headers)
    ended = await run(api, changed, "--only", "lines")
    assert ended.code == 1
    assert "1 line there already" in ended.out
    assert ended.err == (
        "Row 2: the line already exists, with quantity 2, and keeps this without update\n"
    )
    ended = await run(api, changed, "--only", "lines", "--update")
    assert (ended.code, ended.err) == (0, "")
    assert await bom(api, "P-0") == [(1, "P-1", 3), (2, "P-2", 0.25)]


async def test_more_rows_than_one_request_takes(api: Api, directory: Path) -> None:
    rows = [[f"N-{number}", f"Part {number}"] for number in range(1101)]
    rows[700][0] = rows[600][0]
    ended = await run(api, write_csv(directory / "parts.csv", rows, headers=["Number", "Name"]))
    assert ended.code == 1
    assert "Imported 1100 parts and 0 BOM lines of 1101 rows" in ended.out
    assert ended.err.startswith("Row 702: name: row 602 gives N-600 another value")


async def test_onto_a_branch_by_its_name(api: Api, directory: Path) -> None:
    design = data(
        await api.post("/api/designs", {"name": "Lamp", "code": "LAMP"}, as_=ENGINEER), 201
    )
    path = f"/api/designs/{design['id']}/branches"
    branch = data(await api.post(path, {"name": "lighter"}, as_=ENGINEER), 201)["branch"]
    file = write_csv(directory / "lamp.csv", ROWS)
    ended = await run(api, file, "--branch", "lighter", design=design["id"])
    assert (ended.code, ended.err) == (0, "")
    assert await items(api) == {}
    shown = data(await api.get(f"/api/items?branchId={branch['id']}", as_=ADMINISTRATOR))
    assert shown["total"] == 4
    unknown = await run(api, file, "--branch", "heavier")
    assert unknown.code == 1
    assert "design LAMP has no branch heavier; its branches are:" in unknown.err
    assert "work/lighter" in unknown.err


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("lamp.csv",), 2, "--design or --library is required"),
        (("lamp.csv", "--design", "L", "--server", "example.com"), 2, "expected http://"),
        (("lamp.csv", "--design", "L", "--server", "http://x"), 2, "needs a --token"),
        (("lamp.csv", "--design", "L", "--map", "Level"), 2, 'expected "Header=field"'),
        (("lamp.csv", "--design", "L", "--bad-rows", "lamp.csv"), 2, "being imported"),
        (("lamp.csv", "--design", "L", "--bad-rows", "no/bad.csv"), 1, "is not writable"),
        (("none.csv", "--design", "L"), 1, "No such file"),
        (("lamp.csv", "--dry-run", "--mapping", "lamp.csv"), 1, "is not {"),
        ((), 2, "FILE is required"),
    ],
)
async def test_wrong_use_is_told_in_one_line(
    directory: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    write_csv(directory / "lamp.csv", ROWS)
    ended = await command("import", *arguments)
    assert ended.code == code
    assert told in ended.err
    assert ended.err.count("\n") == 1


async def test_a_design_that_is_missing_is_made_only_when_asked(api: Api, directory: Path) -> None:
    file = write_csv(directory / "lamp.csv", ROWS)
    url = api.services.settings.database
    ended = await command("import", file, "--design", "LAMP", "--database-url", url)
    assert ended.code == 1
    assert "there is no design LAMP; --create-design makes it" in ended.err
    dry = ("--design", "LAMP", "--create-design", "--dry-run", "--database-url", url)
    assert (
        "There is no design LAMP yet: this is what the library"
        in (await command("import", file, *dry)).err
    )
    nameless = write_csv(directory / "none.csv", [["1", "2"]], headers=["foo", "bar"])
    refused = await command("import", nameless, *dry)
    assert (refused.code, refused.err.count("no column is a name")) == (1, 1)
    assert await items(api) == {}


async def test_public_lists_become_products(api: Api) -> None:
    there = [name for name in EXPECTED if (BOMS / name).is_file() and name != "inventree_parts.csv"]
    if not there:
        pytest.skip(f"no lists in {BOMS}: set PARTWRIGHT_TEST_BOMS to read some")
    for place, name in enumerate(there):
        ended = await run(api, BOMS / name, "--product", f"Of {name}", design=f"D-{place}")
        parts, lines, _ = EXPECTED[name]
        told = re.search(r"Imported ([0-9]+) parts and ([0-9]+) BOM lines", ended.out)
        assert told, (name, ended.out, ended.err)
        assert (ended.code, int(told[2])) == (0, lines), name
        assert parts <= int(told[1]) <= parts + 1, name


async def test_sheets_of_a_workbook_come_in_together(api: Api, directory: Path) -> None:
    sheets = {"Parts": [HEADERS, *ROWS[1:2]], "More": [HEADERS, ["1", "CAP", "Cap", "1 or 2"]]}
    book = directory / "lamp.xlsx"
    book.write_bytes(workbook(sheets))
    for names in (("all",), ("parts", "More")):
        flags = [text for name in names for text in ("--sheet", name)]
        ended = await run(api, book, "--product", "Lamp", *flags, "--bad-rows", "b.xlsx", "--force")
        assert ended.code == 1
        assert "More, Row 2: Qty" in ended.err
        assert "in b.xlsx and import that file with --sheet all." in ended.out
    alone = await run(api, book, "--product", "Lamp", "--sheet", "Parts", "--dry-run")
    assert (alone.code, "More" in alone.err) == (0, False)
    text = await run(api, write_csv(directory / "lamp.csv", ROWS), "--sheet", "Parts")
    assert (text.code, 'only workbooks have sheets; leave "Parts" out' in text.err) == (1, True)
