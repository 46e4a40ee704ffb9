"""Texts whose lines each place a part, and rows that say more or less than their header."""

from pathlib import Path

import pytest

from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, outcome, read_text


def _read(folder: Path, text: str) -> Outcome:
    path = folder / "list.txt"
    path.write_text(text, "utf-8")
    return outcome(read_sheet(path, parent="T"))


TITLED = """All resistors are 1/4W metal film.

RESISTORS
R1{0}1M
R2{0}10k
R3, R4{0}4k7
CAPACITORS
C1{0}100n film
C2{0}22uF
SEMICONDUCTORS
IC1{0}TL072
D1 and D2{0}1N4148
"""


@pytest.mark.parametrize("sign", [" - ", ": ", " = ", " "])
def test_lines_place_parts_below_titles(tmp_path: Path, sign: str) -> None:
    found = _read(tmp_path, TITLED.format(sign))
    assert [
        (part["name"], attributes_of(part)["Category"], line.designators, line.quantity)
        for part, line in zip(found.parts.values(), found.details, strict=True)
    ] == [
        ("1M", "RESISTORS", ("R1",), 1),
        ("10k", "RESISTORS", ("R2",), 1),
        ("4k7", "RESISTORS", ("R3", "R4"), 2),
        ("100n film", "CAPACITORS", ("C1",), 1),
        ("22uF", "CAPACITORS", ("C2",), 1),
        ("TL072", "SEMICONDUCTORS", ("IC1",), 1),
        ("1N4148", "SEMICONDUCTORS", ("D1", "D2"), 2),
    ]


def test_what_is_placed_under_other_names(tmp_path: Path) -> None:
    found = _read(tmp_path, TITLED.format(" - ") + "POTENTIOMETERS\nVolume - A100k\n1590B box\n")
    assert [part["name"] for part in found.parts.values()][-2:] == ["A100k", "1590B box"]
    assert [line.designators for line in found.details][-2:] == [("Volume",), ()]


def test_lists_that_count_are_not_placed(tmp_path: Path) -> None:
    found = _read(tmp_path, "4 x Screw M3\n2 x Nut M3\n1 x Plate\n8 x Washer\n")
    assert sorted(line.quantity for line in found.details) == [1, 2, 4, 8]


def test_rows_that_all_have_a_cell_more_than_the_header(tmp_path: Path) -> None:
    rows = "1,Microcontroller,ESP32-S3,Main,Espressif\n1,Display,ILI9341,SPI,Generic"
    rows += "\n2,Driver,LM2596,Step-down,TI"
    found = read_text(tmp_path, f"Qty,Component,Model,Description\n{rows}", parent="T")
    assert (len(found.parts), found.bad_rows) == (3, [])
    assert attributes_of(found.parts[2])["Column 5"] == "Espressif"
    assert any(remark.code == "DOUBTED" for remark in found.reading.remarks)
    # One such row is a text that nobody quoted.
    text = f"Qty,Component,Model,Description\n{rows}\n1,Case,Box,Grey"
    assert read_text(tmp_path, text, parent="T").bad_rows == [2, 3, 4]
    # So is one that moves the quantities.
    text = "Component,Qty,Description\nPlate,big,1,a\nNut,M3,2,b\nBolt,M3,2,c"
    assert read_text(tmp_path, text, parent="T").bad_rows == [2, 3, 4]


def test_a_value_that_is_the_package_names_no_part(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Ref,Qty,Part,Value,Package
        R1,1,Resistor,10k,0805
        C1,1,Capacitor,100nF,0805
        LED1,1,LED green,0805,0805""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["10k", "100nF", "LED green"]


def test_a_sum_of_prices_under_another_name(tmp_path: Path) -> None:
    rows = "Item,Cost\nVessel,25000\nImpeller,8500\nPiping,35000"
    found = read_text(tmp_path, f"{rows}\nTOTAL ONE-TIME,68500", parent="T")
    assert len(found.parts) == 3
    # Of another amount it may be a part, and is told.
    found = read_text(tmp_path, f"{rows}\nTOTAL ONE-TIME,3200", parent="T")
    assert len(found.parts) == 4
    assert "reads like a sum, and is kept as a part" in "".join(r.text for r in found.remarks)


def test_weights_of_rows_that_say_what_a_piece_weighs(tmp_path: Path) -> None:
    rows = "Part,Qty,Mass g,Notes\nMotor,4,272,68 g each with hardware\nFrame,1,286,"
    doubts = [remark.text for remark in read_text(tmp_path, rows, parent="T").reading.remarks]
    assert any("may be those of whole rows" in text for text in doubts)
    rows = rows.replace("272", "68")
    doubts = [remark.text for remark in read_text(tmp_path, rows, parent="T").reading.remarks]
    assert not any("may be those of whole rows" in text for text in doubts)


def test_columns_that_tick_the_parts_of_variants(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part No.,Name,Variant A,Variant B,Qty
        100,Case,x,x,1
        101,Display,x,,1
        102,Blank,,x,1""",
        parent="T",
    )
    (told,) = [r.text for r in found.reading.remarks if r.code == "QUANTITY_ASSUMED"]
    assert told.startswith('"Variant A", "Variant B" mark which parts a variant has')


def test_texts_in_brackets_are_notes_and_no_titles(tmp_path: Path) -> None:
    rows = "Item,Part Number,Description,Qty\n1,A-1,Bolt M8,4\n,,(torque 24 Nm),\n2,A-2,Cable,1"
    found = read_text(tmp_path, rows, parent="T")
    assert "attributes" not in found.parts[4]
    assert "(torque 24 Nm): a note, not a part" in {remark.text for remark in found.remarks}


def test_wires_are_called_by_their_signals(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Wire ID,Signal,From Conn,From Pin,To Conn,To Pin,Gauge,Color
        W1,+12V,J1,1,J2,1,18,Red
        W2,GND,J1,2,J2,2,18,Black
        W3,CAN_H,J1,3,J3,1,22,Yellow""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["+12V", "GND", "CAN_H"]
    assert all(line.find_number is None for line in found.details)


def test_a_header_behind_blank_lines_is_no_other_table(tmp_path: Path) -> None:
    text = """Partlist exported from piano.sch

        Variant:

        Qty Value   Device      Parts
        1   1.1K    R-EU_R1206  R5
        2   100nF   C-EUC1206   C1, C3
        1   LMC555  IC_555      IC1"""
    found = _read(tmp_path, "\n".join(line.strip() for line in text.splitlines()))
    assert len(found.parts) == 3
    assert found.reading.remarks == ()
