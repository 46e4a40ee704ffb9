import csv
from pathlib import Path

import xlsxwriter

from partwright.imports.sheets.records.rows import RowProblem
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text

BROKEN = """Level,PN,Name,Qty,Cost,Note
0,T,top,1,,"a; ""b"", c"
1,A,,2,1.00,keep me
2,X,x,3,1.50,
1,B,b,2 or 3,2.50,
2,X,x,1,1.50,
4,Y,y,1,3.50,"""


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def rewritten(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def test_bad_rows_go_out_with_reasons_and_come_back_repaired(tmp_path: Path) -> None:
    found = read_text(tmp_path, BROKEN)
    target = tmp_path / "repairs.csv"
    assert found.reading.write_repairs(found.problems, target) == 3
    rows = rows_of(target)
    assert list(rows[0])[:4] == ["Import Problem", "Import Only", "Import Parent", "Level"]
    assert [(row["PN"], row["Import Only"], row["Import Parent"]) for row in rows] == [
        ("A", "", "T"),
        ("B", "line", "T"),
        ("Y", "line", "?"),
    ]
    assert rows[0]["Note"] == "keep me"
    assert "a part needs a name" in rows[0]["Import Problem"]

    rows[0]["Name"], rows[0]["Cost"], rows[1]["Qty"], rows[2]["Import Parent"] = (
        "a",
        "4.50",
        "2",
        "X",
    )
    rewritten(target, rows)
    again = outcome(read_sheet(target))
    assert again.problems == []
    assert [part.get("itemNumber") for part in again.parts.values()] == ["A"]
    assert [line.remark for line in again.details if line.child == "A"] == ["keep me"]
    assert again.lines == {("T", "A", "2"), ("T", "B", "2"), ("X", "Y", "1")}


def test_a_row_whose_parent_is_unknown_does_not_come_back_as_a_top_one(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,PN,Qty,Cost\n0,T,1,\nx,A,1,\n1,B,2 or 3,cheap\n")
    assert (
        'Qty: expected a number, got "2 or 3"; its unit belongs in a separate column'
        in found.reasons()
    )
    target = tmp_path / "repairs.csv"
    found.reading.write_repairs(found.problems, target)
    rows = rows_of(target)
    assert [row["Import Parent"] for row in rows] == ["?", "?"]
    rows[0]["Level"], rows[1]["Cost"], rows[1]["Qty"] = "1", "1", "2"
    rewritten(target, rows)
    again = outcome(read_sheet(target))
    assert (again.bad_rows, again.lines) == ([2, 3], set())
    assert "write its parent under Import Parent" in again.reasons()
    rows[0]["Import Parent"] = rows[1]["Import Parent"] = "T"
    rewritten(target, rows)
    assert outcome(read_sheet(target)).lines == {("T", "A", "1"), ("T", "B", "2")}


def test_rows_that_are_not_repaired_come_back_with_the_same_columns(tmp_path: Path) -> None:
    found = read_text(tmp_path, BROKEN)
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    found.reading.write_repairs(found.problems, first)
    again = outcome(read_sheet(first))
    assert again.reading.write_repairs(again.problems, second) == 3
    assert rows_of(second)[0] == rows_of(first)[0]


def test_several_problems_of_a_row_are_one_row(tmp_path: Path) -> None:
    found = read_text(tmp_path, BROKEN)
    problems = [RowProblem(4, ("one",), "part"), RowProblem(4, ("two", "one"), "line", parent="A")]
    target = tmp_path / "repairs.csv"
    found.reading.write_repairs(problems, target)
    (row,) = rows_of(target)
    assert (row["Import Problem"], row["Import Only"], row["Import Parent"]) == (
        "one; two",
        "",
        "A",
    )


def test_nothing_bad_leaves_the_headers_alone(tmp_path: Path) -> None:
    found = read_text(tmp_path, "PN,Name\nA,x\n")
    assert found.reading.write_repairs([], tmp_path / "repairs.csv") == 0
    assert rows_of(tmp_path / "repairs.csv") == []


def test_a_number_of_a_workbook_is_no_doubt_in_its_repair_file(tmp_path: Path) -> None:
    path = tmp_path / "parts.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["PN", "Name", "Weight (kg)", "Type"])
    sheet.write_row(1, 0, ["A", "", 1.234, "wrong"])
    sheet.write_row(2, 0, ["B", "y", 2.5, "buy"])
    book.close()
    found = outcome(read_sheet(path))
    assert found.bad_rows == [2]
    target = tmp_path / "repairs.csv"
    found.reading.write_repairs(found.problems, target)
    rows = rows_of(target)
    rows[0]["Name"], rows[0]["Type"] = "x", "make"
    rewritten(target, rows)
    again = outcome(read_sheet(target))
    assert again.problems == []
    assert again.parts[2].get("weight") in ("1.234", "1.2340")
    assert again.parts[2].get("partType") == "Manufacture"


def test_a_wrong_import_only_is_reported(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Import Problem,Import Only,PN,Name\nx,both,A,a\n")
    assert "part or line" in found.reasons()
