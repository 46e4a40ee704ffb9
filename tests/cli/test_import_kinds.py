from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Ended, command
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR


async def run(api: Api, file: Path, *more: object) -> Ended:
    return await command("import", file, "--database-url", api.services.settings.database, *more)


async def items(api: Api) -> dict[str, Any]:
    found = data(await api.get("/api/items?limit=100", as_=ADMINISTRATOR))["items"]
    return {item["itemNumber"]: item for item in found}


async def test_documents(api: Api, directory: Path) -> None:
    file = directory / "drawings.csv"
    file.write_text(
        "Zeichnungs-Nr.;Titel;Dokumentart;Revision;Dateiname;Blatt\n"
        "D-1;Arm;Zeichnung;B;arm.pdf;3\n"
        "D-2;Fuß;Skizze;;;\n"
        ";Handbuch;Anleitung;;;\n",
        "cp1252",
    )
    target = ("--type", "documents", "--design", "LAMP", "--create-design")
    ended = await run(api, file, *target)
    assert ended.code == 1
    assert "Imported 2 documents of 3 rows" in ended.out
    assert "Row 3: Dokumentart: expected Specification," in ended.err
    bad = file.with_name("drawings.bad.csv")
    text = bad.read_text("utf-8-sig")
    assert text.startswith("Import Problem,Zeichnungs-Nr.,Titel,")
    found = await items(api)
    arm = found["D-1"]
    assert (arm["type"], arm["name"], arm["docType"]) == ("Document", "Arm", "Drawing")
    assert (arm["revision"], arm["fileName"]) == ("B", "arm.pdf")
    assert arm["attributes"] == {"Blatt": "3"}
    assert found["DOC-000001"]["docType"] == "Manual"
    bad.write_text(text.replace("Skizze,", "Zeichnung,"), "utf-8-sig")
    again = await run(api, bad, *target)
    assert again.code == 0
    assert (await items(api))["D-2"]["name"] == "Fuß"


async def test_issues_of_a_program(api: Api, directory: Path) -> None:
    made = await api.post("/api/programs", {"name": "Lander"}, as_=ADMINISTRATOR)
    program = data(made, 201)
    file = directory / "issues.csv"
    file.write_text(
        "Ticket,Summary,Severity,Priority,Created,Root Cause,Votes\n"
        "T-1,Cracks,Critical,niedrig,04/03/2026,Sharp radius,7\n"
        "T-2,Rattles,,,11/21/2026 9:30 AM,,\n"
        "T-3,Leaks,Blocker,,soon,,\n"
    )
    (directory / "map.toml").write_text('ignore = ["Votes", "Stimmen"]\nname = ["Summary"]\n')
    ended = await run(api, file, "--type", "issues", "--program", "LANDER", "--mapping", "map.toml")
    assert ended.code == 1
    assert "Imported 2 issues of 3 rows" in ended.out
    assert "Row 3: Created: the date is kept; the time of day is not" in ended.err
    assert 'Severity: expected Critical, High, Medium or Low, got "Blocker"' in ended.err
    assert "Created: expected a date such as 2026-11-21" in ended.err
    found = await items(api)
    first, second = found["T-1"], found["T-2"]
    assert (first["severity"], first["priority"]) == ("Critical", "Low")
    assert (first["reportedDate"], second["reportedDate"]) == ("2026-04-03", "2026-11-21")
    assert first["rootCause"] == "Sharp radius"
    assert first["programId"] == second["programId"] == program["id"]
    assert first["attributes"] == {}
    missing = await run(api, file, "--type", "issues", "--program", "ROVER")
    assert missing.code == 1
    assert "there is no program ROVER" in missing.err


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--type", "issues", "--design", "L"), 2, "issues do not belong to a design"),
        (("--type", "issues", "--bypass-branch-protection"), 2, "issues do not belong to a design"),
        (("--type", "documents"), 2, "--design or --library is required"),
        (("--design", "L", "--program", "P"), 2, "--program is for issues"),
        (("--dry-run", "--mapping", "bad.toml"), 1, "bad.toml is not {"),
        (("--dry-run", "--mapping", "list.json"), 1, "list.json is not {"),
    ],
)
async def test_wrong_use_is_told_in_one_line(
    directory: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    file = directory / "x.csv"
    file.write_text("Number,Name\nA,B\n")
    (directory / "bad.toml").write_text("name = \n")
    (directory / "list.json").write_text("[]")
    ended = await command("import", file, *arguments)
    assert ended.code == code
    assert told in ended.err
    assert ended.err.count("\n") == 1
