"""Reports and bills of materials as files, by commands that open the database themselves."""

import asyncio
import csv
import json
from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from partwright.cli.api import connected
from partwright.cli.flags import LOCAL, StoreFlags
from tests.cli.commands import partwright

REPORT: dict[str, Any] = {
    "name": "Servos",
    "itemType": "Part",
    "columns": [
        {"fieldPath": "itemNumber", "label": "No.", "displayOrder": 0, "isVisible": True},
        {
            "fieldPath": "parts.cost",
            "label": "Cost",
            "displayOrder": 1,
            "isVisible": True,
            "formatType": "currency",
        },
    ],
    "filters": [{"fieldPath": "name", "operator": "like", "value": "SERVO STS", "displayOrder": 0}],
    "sorts": [{"fieldPath": "itemNumber", "direction": "asc", "priority": 0}],
}
SERVOS = [["No.", "Cost"], *([f"SOA-50{n}0", "$13.89"] for n in (1, 2, 3))]


async def define(directory: Path) -> None:
    settings = StoreFlags(data_dir=str(directory)).settings()
    async with connected(settings, LOCAL, deed="test") as api:
        await api.post("/api/reports", REPORT, object)


def test_reports_and_structures_become_files(
    directory: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    store = ("--data-dir", directory / "data")
    assert partwright("demo", *store).code == 0
    asyncio.run(define(directory / "data"))
    listed = partwright("report", "list", *store)
    assert listed.out.endswith("Part         Servos\n")
    assert partwright("report", "list", "--json", *store).code == 0
    as_json = json.loads(capfdbinary.readouterr().out)
    assert [(report["name"], report["itemType"]) for report in as_json] == [("Servos", "Part")]
    files = ("--csv", "a.csv", "--xlsx", "a.xlsx", "--pdf", "a.pdf")
    assert partwright("report", "run", "Servos", *files, *store).code == 0
    assert list(csv.reader(Path("a.csv").read_text().splitlines())) == SERVOS
    assert CalamineWorkbook.from_path("a.xlsx").get_sheet_by_index(0).to_python()[3][1] == 13.89
    assert Path("a.pdf").read_bytes().startswith(b"%PDF-")
    capfdbinary.readouterr()
    assert partwright("report", "run", listed.out[:36], "--limit", 1, *store).code == 0
    assert capfdbinary.readouterr().out == b"No.,Cost\r\nSOA-5010,$13.89\r\n"

    told = partwright("bom", "soa-1100", "--csv", "b.csv", "--pdf", "b.pdf", *store)
    assert (told.code, [line.split()[0] for line in told.out.splitlines()]) == (
        0,
        ["b.csv", "b.pdf"],
    )
    lines = list(csv.DictReader(Path("b.csv").read_text().splitlines()))
    assert (lines[0]["Level"], lines[0]["Item Number"], lines[0]["Quantity"]) == (
        "1",
        "SOA-4010",
        "1",
    )
    assert Path("b.pdf").read_bytes().startswith(b"%PDF-")
    Path("b.csv").write_text("mine")
    Path("a.pdf").write_text("mine")
    for command in (
        ("bom", "soa-1100", "--csv", "b.csv", "--pdf", "c.pdf"),
        ("report", "run", "Servos", "--csv", "c.csv", "--pdf", "a.pdf"),
        ("export", "SO101", "--output", "b.csv"),
    ):
        ended = partwright(*command, *store)
        assert (ended.code, "already exists; --force" in ended.err) == (1, True), command
    assert (Path("b.csv").read_text(), Path("a.pdf").read_text()) == ("mine", "mine")
    assert not Path("c.pdf").exists()
    assert not Path("c.csv").exists()
    assert partwright("export", "SO101", "--output", "b.csv", "--force", *store).code == 0
    assert Path("b.csv").read_text() != "mine"
    for wrong in (
        ("bom", "nothing"),
        ("report", "run", "nothing"),
        ("bom", "SOA-1100", "--csv", "/"),
    ):
        ended = partwright(*wrong, *store)
        assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert partwright("report", "run", "Servos", "--limit", 0, *store).code == 2
