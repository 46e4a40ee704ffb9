"""More shapes of lists that come with projects: designators, weights, cells that run over."""

from pathlib import Path

from tests.imports.sheets.sheetfiles import read_text


def test_weights_of_one_part_and_designators_in_japanese(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "Teil;Anzahl;Masse je Teil [g]\nHorn;4;0.3\nReifen;3;3.6", parent="T"
    )
    assert [(p["weight"], p["weightUnit"]) for p in found.parts.values()] == [
        *(("0.3", "g"), ("3.6", "g"))
    ]
    found = read_text(
        tmp_path,
        '"ID";"指定子";"数量";"名称"\n1;"A1";1;"Pico"\n2;"Brd1";1;"Reader"\n3;"C1, C7";2;"0.1uF"',
        parent="T",
    )
    assert [line.designators for line in found.details] == [("A1",), ("Brd1",), ("C1", "C7")]


def test_cells_that_run_over_the_next_column(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(
        "Part     Value          Package      Position (mm)         Orientation\n\n"
        "C1       3.9pF          C0603        (22.184 44.983)       R0\n"
        "C2       27pF           C0603        (22.184 43.713)       R0\n"
        "C19      27pF           C0603        (14.219796875 22.414459375) R270\n"
        "IC1      7805DT         TO252        (31.136 7.947)        R180\n",
        "utf-8",
    )
    found = read_text(tmp_path, path.read_text("utf-8"), parent="T")
    assert [(part["name"], part["attributes"]) for part in found.parts.values()] == [
        ("3.9pF", {"Value": "3.9pF", "Package": "C0603"}),
        ("27pF", {"Value": "27pF", "Package": "C0603"}),
        ("7805DT", {"Value": "7805DT", "Package": "TO252"}),
    ]
    assert found.details[1].designators == ("C2", "C19")


def test_quotes_behind_blanks_and_numbers_without_a_part(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """#,Qty,Name,MPN,Newark SKU
        1,2,Socket, "USB4085-GF-A",02AM3195
        2,1,Wafer,PH2.0,ToDo
        3,,,,
        4,,,,""",
        parent="T",
    )
    assert found.parts[2]["attributes"] == {
        "MPN": "USB4085-GF-A",
        "Order Code": "02AM3195",
        "Supplier": "Newark",
    }
    assert found.parts[3]["attributes"] == {"MPN": "PH2.0"}
    assert [remark.code for remark in found.remarks] == ["NOT_A_PART"] * 2
