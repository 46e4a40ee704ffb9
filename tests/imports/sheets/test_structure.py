from pathlib import Path

import pytest

from partwright.imports.sheets.records.refusals import MappingRefused
from partwright.imports.sheets.records.rows import PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text


def test_parents_named_in_a_column_in_any_order(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Parent Item Number,Item Number,Name,Qty,Find Number,Ref Des
        S,X,x,2,10,
        ,T,t,,,
        T,S,s,1,10,A1
        T,X,x,4,20,
        ELSEWHERE,S,s,,,""",
    )
    assert [part.get("itemNumber") for part in found.parts.values()] == ["X", "T", "S"]
    assert found.lines == {
        ("S", "X", "2"),
        ("T", "S", "1"),
        ("T", "X", "4"),
        ("ELSEWHERE", "S", "1"),
    }
    assert found.problems == []


def test_a_repeated_pair_needs_designators_however_far_apart(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Parent,PN,Qty,Ref Des
        T,A,1,
        T,R,,R1
        U,A,1,
        t,a,1,
        T,R,,R2""",
    )
    assert found.lines == {("T", "A", "2"), ("U", "A", "1"), ("T", "R", "2")}
    assert [(r.row_number, r.code) for r in found.remarks] == [(2, "DUPLICATE_ROW")]


def test_a_part_under_itself_is_reported(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Parent,PN\nA,a\nA,B\n")
    assert found.bad_rows == [2]
    assert "contains itself" in found.reasons()


def test_a_flat_list_belongs_to_the_parent_that_is_told(tmp_path: Path) -> None:
    found = read_text(tmp_path, "PN,Qty,Ref Des\nT,1,\nA,2,R1-R2\nB,1,\nB,1,\n", parent="T")
    assert found.lines == {("T", "A", "2"), ("T", "B", "2")}
    assert [remark.code for remark in found.remarks][-1] == "DUPLICATE_ROW"


def test_lines_alone_and_parts_alone(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("Parent,PN,Qty\n,T,\nT,A,2\n")
    lines = outcome(read_sheet(path, share="line"))
    assert (lines.parts, lines.lines, lines.bad_rows) == ({}, {("T", "A", "2")}, [])
    parts = outcome(read_sheet(path, share="part"))
    assert (len(parts.parts), parts.lines, parts.problems) == (2, set(), [])


def test_assemblies_without_a_number_are_one_only_where_they_hold_the_same(tmp_path: Path) -> None:
    text = "Level,Name,Qty\n0,x,1\n1,frame,1\n2,bolt,2\n1,frame,1\n2,bolt,3\n1,frame,1\n2,bolt,2\n"
    found = read_text(tmp_path, text)
    assert [part["name"] for part in found.parts.values()] == ["x", "frame", "bolt", "frame"]
    assert sorted(line.quantity for line in found.details) == [1, 2, 2, 3]
    assert found.problems == []


def test_lines_alone_need_a_structure(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("PN,Name\nT,x\n")
    with pytest.raises(MappingRefused, match="Level or Parent"):
        read_sheet(path, share="line")


@pytest.mark.parametrize("rows", ["A1,Lamp,A2,Base,1\nA1,Lamp,A3,Cord,2\nA2,Base,A4,Pad,3", ""])
def test_numbers_and_names_of_products_stand_before_those_of_parts(
    rows: str, tmp_path: Path
) -> None:
    # Products that are parts of others, or one over all rows.
    rows = rows or "A1,Lamp,A2,Base,1\nA1,Lamp,A3,Cord,2\nA1,Lamp,A4,Pad,3"
    header = "Product number,Product name,Part No.,Part description,Quantity"
    found = read_text(tmp_path, f"{header}\n{rows}")
    assert {part.get("itemNumber"): part["name"] for part in found.parts.values()} == {
        "A2": "Base",
        "A3": "Cord",
        "A4": "Pad",
    }
    above = {child: parent for parent, child, _ in found.lines}
    assert above == {"A2": "A1", "A3": "A1", "A4": "A2" if "A2,Base,A4" in rows else "A1"}


@pytest.mark.parametrize(
    "header",
    [
        "Product variant code / SKU,Product name,Ingredient variant code / SKU,Ingredient name,Qty",
        "Parent Item,Parent Description,Item No.,Item Description,Qty",
    ],
)
def test_products_that_are_no_parts_have_the_rows_that_stand_together(
    header: str, tmp_path: Path
) -> None:
    rows = "C-1,Chair,S-1,Seat,1\nC-1,Chair,L-1,Leg,4\nC-1,Chair,O-1,Oil,0.1"
    more = "\nC-2,Table,T-1,Top,1\nC-2,Table,L-1,Leg,4\nC-2,Table,O-1,Oil,0.3"
    found = read_text(tmp_path, f"{header}\n{rows}{more}")
    rows_of_parts = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    names = {row.item.get("itemNumber"): row.item["name"] for row in rows_of_parts}
    assert (names["S-1"], names["C-2"]) == ("Seat", "Table")
    assert ("C-2", "O-1", "0.3") in found.lines
    assert len(found.lines) == 6
