"""Shapes of lists of boards and machines as projects publish them: what is told, and what is a part."""

from pathlib import Path

import pytest

from partwright.imports.sheets.records.refusals import NoHeader
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text


def _names(found: Outcome) -> list[str]:
    return [str(part["name"]) for part in found.parts.values()]


def _told(found: Outcome, code: str) -> str:
    every = (*found.remarks, *found.reading.remarks)
    return "\n".join(remark.text for remark in every if remark.code == code)


def _attribute(found: Outcome, row: int, name: str) -> object:
    held = found.parts[row].get("attributes")
    return held.get(name) if isinstance(held, dict) else None


def test_long_texts_of_materials_are_read_at_once(tmp_path: Path) -> None:
    text = """part_no,name,qty,material
    AE-101,Cover,1,PC/ABS Covestro Bayblend T85 FR3010 black UL94 V-0 5VA 2.5mm textured matt!
    AE-102,Fins,1,Al 1100-H22 hydrophilic coated fins 0.095 mm pitch 14 louvred 12345 type 77!
    AE-103,Pipe,2,Copper C12200 inner grooved 7 mm soft annealed coil 45 m 99999 degreased!"""
    found = read_text(tmp_path, text, parent="T")
    assert sorted(str(part["material"]).split()[0] for part in found.parts.values()) == [
        "Al",
        "Copper",
        "PC/ABS",
    ]


def test_symbols_beside_footprints_are_no_part_numbers(tmp_path: Path) -> None:
    text = """Item,Manufacturer,MPN,Qty per board,Footprint,Symbol
    J5 socket,Samtec,QSE-040-01-L,1,SAMTEC_QSE-040-01-X,QSE-040-01-X-D-A
    Coax jack,Hirose,U.FL-R-SMT-1(10),25,U.FL_Hirose_Vertical,U.FL-R-SMT-1_10_
    Coax jack B,Amphenol,901-143-6RFX,25,SMA_901-143,SMA_Amphenol_901-143"""
    found = read_text(tmp_path, text, parent="T")
    assert all("itemNumber" not in part for part in found.parts.values())
    assert _attribute(found, 3, "Symbol") == "U.FL-R-SMT-1_10_"


def test_numbers_yet_to_be_said_are_no_order_codes(tmp_path: Path) -> None:
    text = """RefDes,Manufacturer,MPN,Digi-Key PN,Qty
    U1,ASIX,AX88279A,TBD-VERIFY,1
    U2,TI,TPS26750RSM,296-TPS26750RSMR-ND,1"""
    found = read_text(tmp_path, text, parent="T")
    assert _attribute(found, 2, "Order Code") is None
    assert _attribute(found, 3, "Order Code") == "296-TPS26750RSMR-ND"


def test_an_alternative_with_other_designators_is_a_part_of_its_own(tmp_path: Path) -> None:
    text = """RefDes,Category,Manufacturer,MPN,Qty,Primary or Alt
    R1-R4,Resistor,Yageo,RC0402FR-0710KL,4,Primary
    L1,Choke,TDK,ACT45B-510-2P,1,Alt
    L1,Choke,Bourns,SRF4532-510Y,1,Alt"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["RC0402FR-0710KL", "ACT45B-510-2P"]
    assert {quantity for _, _, quantity in found.lines} == {"4", "1"}
    assert "another manufacturer" in _told(found, "SOURCE_ROW")


def test_marks_in_any_column_leave_a_part_out_of_the_board(tmp_path: Path) -> None:
    text = """References,Quantity,Value,MPN,Assembly
    U1,1,Pico W,SC0918,B
    J1,1,TOUCH_I2C,TSW-104-07-G-S,DNP / optional
    R3,1,330,RC0603FR-07330RL,DNPX series"""
    found = read_text(tmp_path, text, parent="T")
    assert {line.designators[0]: line.do_not_place for line in found.details} == {
        "U1": False,
        "J1": True,
        "R3": False,
    }


def test_words_where_designators_stand_are_told(tmp_path: Path) -> None:
    text = """Quantity,Comment,Designator
    1,ESP32-WROOM,U1
    4,10k,"R1,R2,R3,R4"
    2,Nut,"Nut 1, Nut 2"
    1,OLED cover,same as the shield"""
    found = read_text(tmp_path, text, parent="T")
    told = _told(found, "DOUBTED")
    assert '"same as the shield" reads as words' in told
    assert "Nut" not in told


def test_words_where_part_numbers_stand_are_told(tmp_path: Path) -> None:
    text = """Part Name,PN,Qty
    Encoder,MT6701,1
    Button,Order 3.1 height,1
    Insert,94180A331,2
    Screw,ISO 4017 M8x20,4"""
    told = _told(read_text(tmp_path, text, parent="T"), "DOUBTED")
    assert '"Order 3.1 height" reads as words' in told
    assert "ISO" not in told
    own = text.replace("MT6701", "Encoder left side").replace("94180A331", "Insert brass short")
    assert "reads as words" not in _told(read_text(tmp_path, own, parent="T"), "DOUBTED")


def test_rows_of_other_tables_are_named_by_the_cells_that_they_have(tmp_path: Path) -> None:
    path = tmp_path / "bom.md"
    path.write_text(
        """# Bill of Materials
## Screws
| Diameter, length | Type | Quantity |
| --- | --- | --- |
| M3 10 mm screw | philips pan head | 54 |
| M5 8 mm screw | Hex socket cap | 12 |

## Nuts
| Type | Quantity |
| --- | --- |
| M5 nuts | 15 |

## Ball Bearings
| Ball Bearing Type | Quantity |
| --- | --- |
| 35x47x7 | 8 |
""",
        "utf-8",
    )
    found = outcome(read_sheet(path, parent="T"))
    assert not found.problems
    assert _names(found)[-2:] == ["M5 nuts", "35x47x7"]
    assert {quantity for _, _, quantity in found.lines} == {"54", "12", "15", "8"}


def test_prices_that_lost_their_decimal_mark_are_not_read(tmp_path: Path) -> None:
    text = """Reference,Qty,Value,Price
    C1,7,10u,0182
    C8,16,100n,0037
    U1,1,ATmega8A,2226"""
    found = read_text(tmp_path, text, parent="T")
    assert all("cost" not in part for part in found.parts.values())
    assert '"Price" may be' in _told(found, "PRICE_LEFT_OUT")
    marked = read_text(tmp_path, text.replace("0182", "0.182"), parent="T")
    assert str(marked.parts[2]["cost"]) == "0.182"


def test_what_times_the_price_is_the_sum_of_the_row_is_the_quantity(tmp_path: Path) -> None:
    text = """Item,Unit,Price,Total
    Camera,1,17.05,17.05
    Motor,3,16.54,49.62
    Shield,2,5.46,10.92"""
    found = read_text(tmp_path, text, parent="T")
    assert {quantity for _, _, quantity in found.lines} == {"1", "3", "2"}
    assert "Total" not in str(found.parts)


def test_trees_of_folders_and_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.write_text(
        "robot/\n├── hardware/\n│   ├── bom.csv\n│   └── case.step\n└── README.md\n", "utf-8"
    )
    with pytest.raises(NoHeader, match="folders and files"):
        read_sheet(path, parent="T")
    path.write_text("Robot\n├── Arm\n│   ├── Elbow 2.5\n│   └── Hand\n└── Base v1.2 Alu\n", "utf-8")
    assert "Hand" in _names(outcome(read_sheet(path, parent="T")))


def test_the_names_of_columns_of_each_assembly_are_no_part(tmp_path: Path) -> None:
    path = tmp_path / "bom.txt"
    path.write_text(
        """Assembly DRIVE contains:

Qty  Type           Name              Actions
1    Part           HOUSING
2    Sub-Assembly   SHAFT_ASM

Sub-Assembly SHAFT_ASM contains:

Qty  Type           Name              Actions
2    Part           BEARING_6004
""",
        "utf-8",
    )
    found = outcome(read_sheet(path))
    assert _names(found) == ["HOUSING", "SHAFT_ASM", "BEARING_6004"]


def test_rows_quoted_as_a_whole_are_taken_apart(tmp_path: Path) -> None:
    text = '''Name,Qty,Material,Note
    Frame,1,Steel,welded
    "Bracket,2,Alu,bent"
    "Spare, or from stock, as it comes, see 4"'''
    found = read_text(tmp_path, text, parent="T")

    assert _names(found) == ["Frame", "Bracket"]
    assert {quantity for _, _, quantity in found.lines} == {"1", "2"}


def test_a_group_above_the_header_is_the_category_of_the_first_rows(tmp_path: Path) -> None:
    text = """ELECTRONICS,,
    Part,Qty,Price
    Arduino Nano,1,$4.50
    MECHANICAL,,
    Bearing 608,4,$0.60"""
    found = read_text(tmp_path, text, parent="T")
    assert [_attribute(found, row, "Category") for row in (3, 5)] == ["ELECTRONICS", "MECHANICAL"]
    titled = read_text(tmp_path, text.replace("ELECTRONICS", "ROBOT ARM"), parent="T")
    assert _attribute(titled, 3, "Category") is None


def test_units_with_a_length_and_stock_of_inventor_are_no_order_codes(tmp_path: Path) -> None:
    text = """Item,Part Number,BOM Structure,Unit QTY,QTY,Stock Number,Description
    1,FR-1001,Normal,Each,2,TUBE 50x50x3,Side tube
    2,FR-1002,Normal,1250.000 mm,2500.000 mm,FLAT 30x5,Flat bar
    3,FR-1003,Normal,Each,4,RD 40,Axle"""
    found = read_text(tmp_path, text, parent="T")
    assert found.parts[3]["unitOfMeasure"] == "mm"
    assert _attribute(found, 3, "Stock Number") == "FLAT 30x5"
    assert _attribute(found, 3, "Order Code") is None
    assert any("1250.000 mm" in line.remark for line in found.details)


def test_documents_of_sap_are_no_parts(tmp_path: Path) -> None:
    text = """Pos.,Pos.typ,Komponente,Objektkurztext,Menge,ME
    10,L,4711-10,Housing,1,ST
    20,D,ZCH-100,Drawing,1,ST
    30,N,4711-12,Bearing,2,ST"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["Housing", "Bearing"]
    assert "document" in _told(found, "NOT_A_PART")


def test_descriptions_of_places_are_remarks_of_the_lines(tmp_path: Path) -> None:
    text = """Reference,Value,Package,Qty,Description
    C1,10uF,0805,1,LDO input decoupling
    C2,10uF,0805,1,LDO output decoupling
    R1,5.1kΩ,0603,1,CC1 pull-down
    R2,5.1kΩ,0603,1,CC2 pull-down
    J1,JST-PH 2-Pin,S2B-PH-K-S,1,Battery connector"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["10uF", "5.1kΩ", "JST-PH 2-Pin"]
    assert {quantity for _, _, quantity in found.lines} == {"2", "1"}
    assert "LDO input decoupling" in found.details[0].remark
    kinds = text.replace("CC2 pull-down", "CC1 pull-down")
    assert "LDO input decoupling" in _names(read_text(tmp_path, kinds, parent="T"))


def test_a_mark_in_place_of_a_value_is_no_name(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Ref;Qty;Value;Footprint;Description
        C1;1;100nF;C_0603;SMD part
        R2 R3;2;DNP;R_0603;SMD part
        U1;1;ATmega328P-AU;TQFP-32;SMD part""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == [
        *("100nF", "SMD part", "ATmega328P-AU")
    ]
    assert [line.do_not_place for line in found.details] == [False, True, False]
