"""Lists that were once read as something else without a word: counts, levels, prices, notes."""

from pathlib import Path

import pytest

from partwright.imports.sheets.rows import shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text


def _counts(found: Outcome) -> list[tuple[str, float]]:
    return [(shown_number(line.child), float(line.quantity)) for line in found.details]


def _codes(found: Outcome) -> list[str]:
    return [remark.code for remark in (*found.reading.remarks, *found.remarks)]


def _read(folder: Path, name: str, text: str) -> Outcome:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return outcome(read_sheet(path, parent="T"))


def test_numbers_that_repeat_below_a_sign_count_and_those_of_rows_do_not(tmp_path: Path) -> None:
    rows = "Screw\n{}Nut\n{}Bearing\n{}Motor\n{}Belt\n{}Pulley\n"
    text = "#,Part\n4," + rows.format("4,", "2,", "1,", "2,", "1,")
    found = read_text(tmp_path, text, parent="T")
    assert [count for _, count in _counts(found)] == [4, 4, 2, 1, 2, 1]
    assert "DOUBTED" in _codes(found)
    text = "#,Part\n1," + rows.format("1,", "2,", "2,", "3,", "3,")
    assert {count for _, count in _counts(read_text(tmp_path, text, parent="T"))} == {1}
    table = "# L\n\n| # | Part |\n|---|---|\n| 4 | Screw |\n| 4 | Nut |\n| 1 | Motor |\n"
    found = _read(tmp_path, "list.md", table)
    assert _counts(found) == [("Screw", 4), ("Nut", 4), ("Motor", 1)]
    assert "DOUBTED" in _codes(found)


def test_a_name_in_brackets_alone_is_a_designator(tmp_path: Path) -> None:
    text = 'Designator,Value,Qty\n"R1, R2",10k,2\n(SW),Button,1\n(optional),Fuse,1\nU1,ESP,1'
    found = read_text(tmp_path, text, parent="T")
    assert [line.designators for line in found.details] == [("R1", "R2"), ("SW",), (), ("U1",)]


@pytest.mark.parametrize("header", ["Assy Qty", "Assembly Qty", "Qty per Assy"])
def test_the_quantity_of_an_assembly_goes_before_that_of_all(tmp_path: Path, header: str) -> None:
    text = f"Part Number,Name,{header},Total Qty\nP-1,Plate,1,3\nP-2,Bolt,4,12\nP-3,Nut,2,6"
    assert [count for _, count in _counts(read_text(tmp_path, text, parent="T"))] == [1, 4, 2]


def test_numbers_of_lines_are_no_names(tmp_path: Path) -> None:
    text = "BOM Line,Part Number,Quantity\n10,100-2,2\n20,100-3,1\n30,100-7,4"
    found = read_text(tmp_path, text, parent="T")
    assert [part["name"] for part in found.parts.values()] == ["100-2", "100-3", "100-7"]
    assert [line.find_number for line in found.details] == [10, 20, 30]
