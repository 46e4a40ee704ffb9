import json
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cli.commands import Ended, command
from tests.relationships import scene
from tests.support.application import Api, data
from tests.support.people import ENGINEER

FIELDS = {
    "name": '=HYPERLINK("x")',
    "description": "a, b;\n'+c",
    "partType": "Purchase",
    "material": "1.234",
    "weight": "0.001",
    "weightUnit": "g",
    "cost": "1.234",
    "costCurrency": "EUR",
    "leadTimeDays": 0,
    "unitOfMeasure": "M",
    "quantityOnHand": 1.5,
    "location": "-5",
    "attributes": {"Name": "@x", "Farbe": "rot", "-": ""},
}


async def robot(api: Api) -> str:
    """Two tops, a shared assembly, an assembly of the library with a child of its own."""
    made = await api.post("/api/designs", {"name": "Robot", "code": "ROBOT"}, as_=ENGINEER)
    design = str(data(made, 201)["id"])
    ids = await scene.structure(
        api,
        design,
        [("TOP", "ARM", 2), ("TOP", "LEG", 1.234), ("SPARE", "ARM", 1), ("ARM", "Bolt", 4)],
        parts={"Bolt": FIELDS, "ALONE": {"name": "=1"}},
    )
    kit, nut = await scene.items(api, "KIT", "NUT")
    await scene.relate(api, kit, nut, quantity=7, metadata={"remark": "greased"})
    held = {"remark": "of the wide form", "doNotPlace": True}
    line = {"findNumber": 10, "referenceDesignator": "R1-R3", "metadata": held}
    await scene.relate(api, ids["ARM"], kit, quantity=3, **line)
    note = await scene.item(api, "NOTE", type="Document", designId=design)
    await scene.relate(api, ids["TOP"], note)
    return design


async def export(api: Api, *more: object) -> Ended:
    return await command("export", *more, "--database-url", api.services.settings.database)


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
async def test_an_export_makes_the_same_design_elsewhere(
    api: Api, directory: Path, ending: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    await robot(api)
    first, again = directory / f"robot.{ending}", directory / "again.csv"
    ended = await export(api, "ROBOT", "--output", first)
    assert ended.code == 0, ended.err
    assert "Exported 8 parts and 6 BOM lines to 9 rows." in ended.out
    assert "Left out, since they lead to items that are not parts: 1 BOM line." in ended.err
    elsewhere = ("--data-dir", directory / "elsewhere")
    ended = await command("import", first, "--design", "COPY", "--create-design", *elsewhere)
    assert ended.code == 0, ended.err
    assert "Imported 8 parts and 6 BOM lines of 9 rows" in ended.out
    # Secrets of a first start are no part of what a command gives.
    assert ("Token:" in ended.err, "Token:" in ended.out) == (True, False)
    ended = await command("export", "COPY", "-o", again, *elsewhere)
    assert ended.code == 0, ended.err
    capfdbinary.readouterr()
    assert (await export(api, "ROBOT", "-o", directory / "first.csv", "--json")).code == 0
    told = json.loads(capfdbinary.readouterr().out)
    assert (told["parts"], told["lines"], told["rows"], told["leftOut"]) == (8, 6, 9, 1)
    assert again.read_bytes() == (directory / "first.csv").read_bytes()
    assert b"greased" in again.read_bytes()
    assert b"of the wide form,yes" in again.read_bytes()


async def test_a_branch_by_parents(api: Api, directory: Path) -> None:
    design = await robot(api)
    branch = await scene.branch(api, design)
    await scene.item(api, "NEW", designId=design, branchId=branch)
    file = directory / "robot.csv"
    ended = await export(api, "ROBOT", "-o", file, "--branch", "lighter", "--layout", "parent")
    assert ended.code == 0, ended.err
    head, *rows = file.read_text("utf-8-sig").splitlines()
    assert head.startswith("Parent Item Number,Item Number,Name,")
    assert any(row.startswith(",NEW,NEW,") for row in rows)
    assert any(row.startswith("KIT,NUT,NUT,") for row in rows)
    assert ",'=HYPERLINK" not in file.read_text("utf-8-sig")
    assert ",\"'=HYPERLINK(" in file.read_text("utf-8-sig")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("LAMP", "-o", "lamp.pdf"), 2, "must end in .csv or .xlsx"),
        (("LAMP", "-o", "no/lamp.csv"), 1, "is not writable"),
        (("LAMP", "-o", "lamp.csv"), 1, "there is no design LAMP"),
        (("LAMP", "-o", "lamp.csv", "--format", "xlsx"), 2, "must end in .xlsx"),
        (("-o", "lamp.csv"), 2, "a sheet needs a design"),
        (("-o", "lamp", "--format", "parquet", "--at", "0"), 1, "at: "),
        (("-o", "lamp", "--format", "ndjson", "--branch", "x"), 1, "--branch needs a design"),
    ],
)
async def test_wrong_use_is_told_in_one_line(
    api: Api, directory: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    ended = await export(api, *arguments)
    assert ended.code == code
    assert told in ended.err
    assert ended.err.count("\n") == 1
    assert not (directory / "lamp.csv").exists()


async def test_all_rows_of_one_commit_are_two_files(
    api: Api, directory: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    design = await robot(api)
    folder = directory / "rows"
    ended = await export(api, "--format", "ndjson", "-o", folder, "--json")
    told = json.loads(capfdbinary.readouterr().out)
    lines = (folder / f"relationships-{told['at']}.ndjson").read_text().splitlines()
    assert (ended.code, len(lines)) == (0, 7), ended.err
    await scene.item(api, "LATER", designId=design)
    ended = await export(
        api, "ROBOT", "--format", "parquet", "-o", folder, "--at", str(told["at"]), "--json"
    )
    again = json.loads(capfdbinary.readouterr().out)
    assert again["at"] == told["at"]
    assert again["items"] == str(folder / f"items-{told['at']}.parquet")
    items = parquet.read_table(again["items"]).to_pylist()
    assert {row["designId"] for row in items} == {design}
    assert "LATER" not in {row["itemNumber"] for row in items}
    assert parquet.read_table(again["relationships"]).num_rows == 6
    ended = await export(api, "--format", "parquet", "-o", folder, "--at", str(told["at"]))
    assert (ended.code, "--force" in ended.err) == (1, True), ended.err
    ended = await export(api, "--format", "parquet", "-o", folder, "--force")
    assert "Exported commit" in ended.out
    assert {path.suffix for path in folder.iterdir()} == {".ndjson", ".parquet"}
