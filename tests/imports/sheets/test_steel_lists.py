"""Lists of steel by marks and profiles, and trees whose names stand behind boxes and counts."""

from pathlib import Path

from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text


def test_marks_and_profiles_are_parts_without_names(tmp_path: Path) -> None:
    rows = """Mark,Qty,Shape,Length,Grade
        B1,4,W12X26,20'-0 1/2,A992
        p101,24,PL1/2X6,0'-8,A36"""
    found = read_text(tmp_path, rows, parent="T")
    names = {part["itemNumber"]: part["name"] for part in found.parts.values()}
    assert names == {"B1": "W12X26, 20'-0 1/2", "p101": "PL1/2X6, 0'-8"}
    assert [part["material"] for part in found.parts.values()] == ["A992", "A36"]
    assert found.lines == {("T", "B1", "4"), ("T", "p101", "24")}
    assert '"Shape" and "Length" serve as names' in " ".join(found.reading.decisions)


def test_parts_go_into_the_assembly_whose_mark_stands_before_theirs(tmp_path: Path) -> None:
    rows = """Assembly Mark,Part Mark,No.,Profile,Length (mm)
        T1,,2,,
        ,1001,2,SHS80X80X4,6000
        ,1002,8,SHS40X40X3,1120
        T2,,1,,
        T2,1002,6,SHS40X40X3,1120"""
    found = read_text(tmp_path, rows, parent="T")
    assert found.lines == {
        *(("T", "T1", "2"), ("T", "T2", "1")),
        *(("T1", "1001", "2"), ("T1", "1002", "8"), ("T2", "1002", "6")),
    }
    names = {part["itemNumber"]: part["name"] for part in found.parts.values()}
    assert (names["T1"], names["1001"]) == ("T1", "SHS80X80X4, 6000 mm")


def test_marks_beside_names_are_read_as_before(tmp_path: Path) -> None:
    rows = """Mark,Qty,Profile,Name
        1,4,20x20,Extrusion A
        2,4,20x40,Extrusion B"""
    found = read_text(tmp_path, rows, parent="T")
    assert [part["name"] for part in found.parts.values()] == ["Extrusion A", "Extrusion B"]
    assert not any("itemNumber" in part for part in found.parts.values())


def test_boxes_to_open_draw_a_tree_whose_names_are_counted(tmp_path: Path) -> None:
    text = """[-] 1 Rover
    [-] 2 Chassis
        [o] 2 Side plate
        [o] 8 608ZZ bearing
    [+] 4 Wheel
    [o] 1 Battery pack
"""
    (tmp_path / "tree.txt").write_text(text)
    found = outcome(read_sheet(tmp_path / "tree.txt", parent="T"))
    names = [part["name"] for part in found.parts.values()]
    assert names == ["Rover", "Chassis", "Side plate", "608ZZ bearing", "Wheel", "Battery pack"]
    counts = {line.row_number: f"{line.quantity:f}" for line in found.details}
    assert counts == {1: "1", 2: "2", 3: "2", 4: "8", 5: "4", 6: "1"}
    assert "The number before a name counts it." in " ".join(found.reading.decisions)


def test_sizes_before_the_names_of_a_drawn_tree_count_nothing(tmp_path: Path) -> None:
    text = """Hose kit
├── 10 mm hose
├── 12 mm hose
└── 10 mm clamp
"""
    (tmp_path / "tree.txt").write_text(text)
    found = outcome(read_sheet(tmp_path / "tree.txt", parent="T"))
    assert [part["name"] for part in found.parts.values()][1:] == [
        *("10 mm hose", "12 mm hose", "10 mm clamp"),
    ]
    assert {f"{line.quantity:f}" for line in found.details} == {"1"}
