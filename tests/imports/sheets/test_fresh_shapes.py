"""Shapes of public lists that were once read wrongly."""

from pathlib import Path

from tests.imports.sheets.sheetfiles import read_text


def test_a_word_in_place_of_a_quantity_shifts_the_row(tmp_path: Path) -> None:
    rows = """Part No.,Name,Qty,Material,Note
        W-1,Washer,{},
        W-2,Bolt M3,8,Steel,ok
        W-3,Plate,1,Alu,cut"""
    cut = read_text(tmp_path, rows.format("black,4,Steel"), parent="T")
    assert [p["itemNumber"] for p in cut.parts.values()] == ["W-2", "W-3"]
    assert (cut.bad_rows, "quote it" in cut.reasons()) == ([2], True)
    # Without a number behind the word nothing has moved, and the part is there.
    whole = read_text(tmp_path, rows.format("black,Steel,"), parent="T")
    assert [p["itemNumber"] for p in whole.parts.values()] == ["W-1", "W-2", "W-3"]


def test_designators_divided_by_blanks_and_hyphens_are_no_part_numbers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Qty,Reference,Description,MPN
        1,J7 J8,Development board,
        4,J9-J16,Driver carrier,2968
        1,J18,Sensor module,DHT11
        4,C1-C4,Capacitor,
        2,J7 J8,Female header 1x19,
        8,J9-J16,Female header 1x8,""",
        parent="T",
    )
    assert [p.get("itemNumber") for p in found.parts.values()] == [None] * 6
    assert [line.designators[:2] for line in found.details[:2]] == [("J7", "J8"), ("J9", "J10")]


def test_sizes_under_part_are_names_and_not_numbers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,Spec,Qty
        42×30×7,61806,2
        16×5×5,625,12
        M3×10,DIN 912,170
        M4,DIN 934,10
        Pulley,GT2 20T,3
        Belt X,10 mm,1""",
        parent="T",
    )
    parts = [(p["name"], p.get("itemNumber")) for p in found.parts.values()]
    names = ["42×30×7", "16×5×5", "M3×10", "M4", "Pulley", "Belt X"]
    assert parts == [(name, None) for name in names]


def test_a_subtotal_that_says_of_what_is_no_part(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Componente,Cant.,Precio unitario USD
        Sensor,3,33.10
        Placa,1,7.99
        Motor,2,12.00
        Subtotal hardware de adquisición seleccionado,,131.29""",
        parent="T",
    )
    assert [p["name"] for p in found.parts.values()] == ["Sensor", "Placa", "Motor"]
