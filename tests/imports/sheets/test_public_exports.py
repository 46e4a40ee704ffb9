"""Shapes of exports and of lists that projects keep: what they hold besides parts, and whose numbers."""

from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import PreparedRow
from partwright.imports.sheets.records.sources import SheetSupplier
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, read_text


def _names(found: Outcome) -> list[str]:
    return [str(part["name"]) for part in found.parts.values()]


def _codes(found: Outcome) -> set[str]:
    return {remark.code for remark in (*found.remarks, *found.reading.remarks)}


def _rows(found: Outcome) -> list[PreparedRow]:
    return [piece for piece in found.reading.pieces() if isinstance(piece, PreparedRow)]


def _sellers(found: Outcome) -> list[SheetSupplier]:
    return [s for row in _rows(found) for source in row.sources for s in source.suppliers]


def test_sums_of_groups_where_suppliers_stand_are_no_suppliers(tmp_path: Path) -> None:
    text = """Reference,Qty,Description,Part Number,Supplier,Unit Price
    U1,1,Buck converter,LM2596S-5.0,Mouser,$2.50
    C1,2,Capacitor,CL21A106,LCSC,$0.10
    ,,,,Board 0 Subtotal:,$2.70
    U2,1,Radio module,SX1262,Mouser,$17.50
    ,,,,Radio Subtotal:,$17.50"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["Buck converter", "Capacitor", "Radio module"]
    assert [r.code for r in found.remarks].count("TOTAL_ROW") == 2
    assert "SOURCE_ROW" not in _codes(found)


def test_a_sum_with_a_note_beyond_the_columns_is_a_sum(tmp_path: Path) -> None:
    text = """Component,Quantity,Unit Price (EUR),Total (EUR)
    Frame,1,15,15
    Motor,3,35,105
    ,,Estimated Total (essentials only):,~120,without tools"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["Frame", "Motor"]
    assert not found.problems
    assert "TOTAL_ROW" in _codes(found)


def test_sellers_in_a_second_row_of_the_header_are_no_part(tmp_path: Path) -> None:
    text = """MPN,Qty,Manufacturer,Part Description,SKU,SKU,Packaging,Packaging,Stock,Stock
    ,,,,Digi-Key,Mouser,Digi-Key,Mouser,Digi-Key,Mouser
    AP3012KTR-G1,1,Diodes,Boost converter,AP3012KTR-G1DICT-ND,621-AP3012KTR-G1,Cut Tape,Reel,100,20
    CT-6EP503,2,Nidec,Trimmer 50k,CT6EP503-ND,229-CT6EP503,Bulk,Bulk,30,40"""
    found = read_text(tmp_path, text, parent="T")
    assert len(found.parts) == 2
    assert {quantity for _, _, quantity in found.lines} == {"1", "2"}


def test_blocks_with_names_are_parents_where_some_are_items_of_others(tmp_path: Path) -> None:
    text = """Block,Block Description,Item No,Item Description,Quantity
    822423 0003,FRAME COMPLETE,32383066 01,PAINT,1
    822423 0003,FRAME COMPLETE,82302521 01,FRAME BURN,1
    MSI0004793,FRAME PLATE,822423 0003,FRAME COMPLETE,1
    MV00001287,FASTENERS,2210462 29,BOLT HEX,2
    MV00001287,FASTENERS,70490,WASHER,2"""
    found = read_text(tmp_path, text, parent="T")
    assert found.lines == {
        ("822423 0003", "32383066 01", "1"),
        ("822423 0003", "82302521 01", "1"),
        ("MSI0004793", "822423 0003", "1"),
        ("MV00001287", "2210462 29", "2"),
        ("MV00001287", "70490", "2"),
        ("T", "MSI0004793", "1"),
        ("T", "MV00001287", "1"),
    }
    made = {part.get("itemNumber"): part["name"] for part in found.parts.values()}
    assert made["70490"] == "WASHER"


def test_blocks_that_are_no_items_are_no_structure(tmp_path: Path) -> None:
    text = """Zone,Zone Name,Item No,Item Description,Quantity
    Z1,Left,100-1,Bolt,1
    Z1,Left,100-2,Nut,1
    Z2,Right,100-3,Washer,1
    Z2,Right,100-4,Plate,1"""
    found = read_text(tmp_path, text, parent="T")
    assert {parent for parent, _, _ in found.lines} == {"T"}


def test_names_of_symbols_are_no_numbers_of_manufacturers(tmp_path: Path) -> None:
    text = """Reference,MPN,Value,Footprint
    J1,Conn_01x02,Battery,Conn:Conn_01x02
    R1,R,10k,R_0603
    R2,R,1k,R_0603
    SW1,SW_Push,START,SW_TL3301
    U1,INA180A2IDBVR,INA180A2,SOT-23-5"""
    found = read_text(tmp_path, text, parent="T")
    numbers = [
        source.mpn for piece in found.reading.pieces() for source in getattr(piece, "sources", ())
    ]
    assert numbers == ["INA180A2IDBVR"]
    assert "DOUBTED" in _codes(found)


def test_a_little_of_something_is_one_and_told(tmp_path: Path) -> None:
    text = "Componente;Cantidad\nPlaca;2\nEje;2\nTornillo;2\nTuerca;2\nPLA natural;poco\nPegamento;poco"
    found = read_text(tmp_path, text, parent="T")
    assert {quantity for _, _, quantity in found.lines} == {"2", "1"}
    assert not found.problems
    assert any('"poco" is read as 1' in remark.text for remark in found.remarks)


def test_packing_and_carriage_are_charges_and_a_transport_is_a_part(tmp_path: Path) -> None:
    text = """Name,Qty,Unit Price (EUR)
    Bolt,4,1.00
    Transport,1,30.00
    Packaging and transport,1,25.00
    Verpackung und Transport,1,25.00"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["Bolt", "Transport"]


def test_discounts_beside_prices_are_told(tmp_path: Path) -> None:
    text = """Part Number,Name,Qty,Unit Price (EUR),Disc.%
    A-100,Bolt,4,10.00,10
    A-101,Cable,3,2.00,0"""
    assert "PRICE_DOUBTED" in _codes(read_text(tmp_path, text, parent="T"))
    assert "PRICE_DOUBTED" not in _codes(
        read_text(tmp_path, text.replace(",10\n", ",0\n"), parent="T")
    )


def test_codes_of_articles_are_numbers_and_words_are_names(tmp_path: Path) -> None:
    text = """Article,Description,Qty
    VT-88,Valve,2
    VT-12,Seal,4
    PX-3,Plate,1
    PX-14,Rod,2"""
    found = read_text(tmp_path, text, parent="T")
    assert [part.get("itemNumber") for part in found.parts.values()] == [
        "VT-88",
        "VT-12",
        "PX-3",
        "PX-14",
    ]
    named = read_text(tmp_path, "Article,Qty,Prix\nVis M3,4,1\nMoteur,1,20\nVis M4,2,1", parent="T")
    assert _names(named) == ["Vis M3", "Moteur", "Vis M4"]
    assert all("itemNumber" not in part for part in named.parts.values())


def test_units_below_unit_quantity_are_units(tmp_path: Path) -> None:
    text = """Part Number,Description,Unit QTY,QTY
    SF-1,Clamp,Each,2
    SF-2,Cable chain,mm,450"""
    found = read_text(tmp_path, text, parent="T")
    assert [part["unitOfMeasure"] for part in found.parts.values()] == ["Each", "mm"]
    assert {quantity for _, _, quantity in found.lines} == {"2", "450"}


def test_without_headers_what_counts_the_designators_is_the_quantity(tmp_path: Path) -> None:
    text = """C2;10u;C_0603;0.38;C1608X5R0J106K;1
    "C1, C3, C7, C20";1u;C_0402;0.19;C1005X5R1E105K;4
    "C4, C5";33p;C_0402;0.10;CGA2B2C0G1H330J;2
    "R1, R2";15k;R_0402;0.10;AC0402FR-0715KL;2
    R7;120;R_0402;0.10;AC0402FR-07120RL;1
    U2;W25Q128;SOIC-8;1.95;W25Q128JVSIM;1"""
    found = read_text(tmp_path, text, parent="T")
    assert sorted(quantity for _, _, quantity in found.lines) == ["1", "1", "1", "2", "2", "4"]


def test_vendors_of_odoo_stand_under_their_group_with_one_row_each(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Internal Reference,Name,Cost,Vendors/Vendor,Vendors/Vendor Product Code,Vendors/Price,Vendors/Quantity,Vendors/Delivery Lead Time
        F-1,Bolt,0.12,Würth,0057 6 20,0.11,100,5
        ,,,Fabory,51060.060.020,0.10,500,9
        F-2,Leg,9.50,Azure,AI-70,9.10,10,14
        F-3,Top,31.00,,,,,""",
        parent="T",
    )
    assert [part["cost"] for part in found.parts.values()] == ["0.12", "9.50", "31.00"]
    assert [line.quantity for line in found.details] == [1, 1, 1]
    assert [
        (s.name, s.order_code, str(s.prices[0].price), s.minimum_order) for s in _sellers(found)
    ] == [
        ("Würth", "0057 6 20", "0.11", 100),
        ("Fabory", "51060.060.020", "0.10", 500),
        ("Azure", "AI-70", "9.10", 10),
    ]


def test_columns_of_agile_stand_under_their_group_and_changes_behind_revisions(
    tmp_path: Path,
) -> None:
    found = read_text(
        tmp_path,
        """Level,Number,Description,Rev,BOM.Find Num,BOM.Item Number,BOM.Qty,Manufacturers.Mfr. Name,Manufacturers.Mfr. Part Number
        0,900-1,Top,B C00231,,,,,
        1,610-4,Board,C C00228,10,610-4,1,,
        2,100-1,Resistor,A C00101,1,100-1,4,YAGEO,RC0603FR
        ,,,,,,,VISHAY,CRCW0603
        1,300-7,Screw,02,20,300-7,6,,""",
    )
    assert [part["revision"] for part in found.parts.values()] == ["B", "C", "A", "02"]
    assert attributes_of(found.parts[2])["Rev Change"] == "C00231"
    assert ("610-4", "100-1", "4") in found.lines
    assert {line.find_number for line in found.details} == {10, 1, 20}
    assert [source.mpn for source in _rows(found)[2].sources] == ["RC0603FR", "CRCW0603"]


def test_boms_of_production_name_the_parents_of_their_rows(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Production BOM No.;Type;No.;Description;Quantity per;Unit of Measure Code;Scrap %
        BIKE;Item;1100;Wheel;2;PCS;0
        BIKE;Production BOM;FRAME;Frame;1;PCS;2,5
        FRAME;Item;1310;Tube;1,85;M;5""",
    )
    assert found.lines == {("BIKE", "1100", "2"), ("BIKE", "FRAME", "1"), ("FRAME", "1310", "1.85")}
    assert [part["unitOfMeasure"] for part in found.parts.values()] == ["PCS", "PCS", "M"]


def test_own_numbers_and_labels_are_told_from_order_codes(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part #,Description,Vendor,Qty
        ABC-1001,Base plate,Shop,1
        296-1857-5-ND,Timer,Digi-Key,3
        ABC-1002,Side plate,Shop,2
        PID: 50,Uno,Adafruit,1
        ABC-1003,Bracket,Xometry,4""",
        parent="T",
    )
    assert [part.get("itemNumber") for part in found.parts.values()] == [
        *("ABC-1001", None, "ABC-1002", None, "ABC-1003")
    ]
    assert [(s.name, s.order_code) for s in _sellers(found)] == [
        ("Digi-Key", "296-1857-5-ND"),
        ("Adafruit", "50"),
        ("Xometry", ""),
    ]


@pytest.mark.parametrize(
    "seller",
    [
        "Eigen productie",
        "eigen fabricage",
        "Eigenfertigung",
        "Inhouse",
        "fabrication interne",
        "produzione interna",
        "Own production",
        "n.v.t.",
        "内製",
    ],
)
def test_what_the_company_makes_itself_has_no_supplier(seller: str, tmp_path: Path) -> None:
    text = f"Part No,Name,Qty,Supplier,Unit Price\n1-1,Frame,1,{seller},45.00\n1-2,Bearing,2,ERIKS,4.85"
    found = read_text(tmp_path, text, parent="T")
    assert [len(row.sources) for row in _rows(found)] == [0, 1]


def test_diameters_tell_no_language_and_lone_prices_are_told(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        "Part Number,Description,Qty,Price 1,Price 10\nF-1,Lens Ø25,1,31.00,28.00\nF-2,Ring ø 8,2,2.00,1.00",
        parent="T",
    )
    assert [part["costCurrency"] for part in found.parts.values()] == ["USD", "USD"]
    assert any("prices of a supplier that nothing names" in r.text for r in found.remarks)
    found = read_text(
        tmp_path,
        "Supply 12 V,1,17\nJack 3.5,2,0.3\nPlug,1,0.1\nMotor,4,3.6\nBoard,1,5.5",
        parent="T",
    )
    assert "COLUMN_LEFT_OUT" in {remark.code for remark in found.reading.remarks}


def test_a_price_is_that_of_the_length_beside_it(tmp_path: Path) -> None:
    text = "Product,Description,Quantity,Unit,Unit Price\n8974K28,Rod,1,3 ft,$9.87\n6384K363,Bearing,4,Each,$7.14\n9657K12,Spring,2,Each,$6.13"
    found = read_text(tmp_path, text, parent="T")
    assert [part["unitOfMeasure"] for part in found.parts.values()] == ["3 ft", "Each", "Each"]


def test_a_word_in_place_of_many_numbers_is_kept_and_is_none(tmp_path: Path) -> None:
    text = """Part Number,Part Name,Quantity,Link
    CSM-0001,staging plate,1,
    FDM-0005,y gantry,2,
    OTS,NEMA 17 stepper motor,4,https://example.com/a
    OTS,V-slot roller,9,https://example.com/b
    OTS,Rubber band,2,https://example.com/c"""
    found = read_text(tmp_path, text, parent="T")
    assert not found.problems
    assert len(found.lines) == 5
    made = {str(part["name"]): part for part in found.parts.values()}
    assert made["y gantry"]["itemNumber"] == "FDM-0005"
    assert "itemNumber" not in made["Rubber band"]
    assert attributes_of(made["Rubber band"]) == {
        "Part Number": "OTS",
        "Link": "https://example.com/c",
    }
    assert any('"OTS" in "Part Number"' in told for told in found.reading.scan.decisions)


def test_a_number_that_two_rows_call_otherwise_is_asked_for(tmp_path: Path) -> None:
    text = """Part Number,Part Name,Quantity
    BASE,base plate,1
    BASE,lid,1
    FOOT,rubber foot,4"""
    assert read_text(tmp_path, text, parent="T").bad_rows == [3]


def test_a_column_called_name_stands_in_where_values_are_missing(tmp_path: Path) -> None:
    text = """#,RefDes,Value,Quantity,Name,Category
    1,24V,,1,KK-254-4,Connector
    2,"C1, C2",470u 35V,2,CAP300RP,Capacitor
    3,Q1,,1,BC547A,Transistor
    4,R3,4.7k,1,RES400,Resistor"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["KK-254-4", "470u 35V", "BC547A", "4.7k"]


def test_sizes_with_their_letters_name_what_has_a_mere_number(tmp_path: Path) -> None:
    text = """Item No.,Size,Length,Amount
    S01,3.5mm,20mm,14
    S02,M3,12mm,20
    S03,M3,16mm,96"""
    found = read_text(tmp_path, text, parent="T")
    assert _names(found) == ["3.5mm 20mm", "M3 12mm", "M3 16mm"]


def test_counts_in_brackets_before_names_are_quantities(tmp_path: Path) -> None:
    text = """Item,Link
    (2x) 634ZZ ball bearings,https://example.com/a
    (100x) Shim 3mmx5mmx0.2mm,https://example.com/b
    (20) M2 thin,https://example.com/c
    Mini extruder,https://example.com/d"""
    found = read_text(tmp_path, text, parent="T")
    assert [f"{line.quantity:f}" for line in found.details] == ["2", "100", "1", "1"]


def test_links_where_suppliers_stand_lead_to_them(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part name,Qty,Distributor,Distributor Part Number,Unit Price (EUR)
        Board,1,https://www.mouser.se/ProductDetail/511-NUCLEO,511-NUCLEO-H723ZG,30
        Battery,2,https://www.elefun.se/p/prod.aspx?v=63197,63197,35
        Model,1,https://github.com/someone/model,,0""",
        parent="T",
    )
    assert [(s.name, s.order_code) for s in _sellers(found)] == [
        ("Mouser", "511-NUCLEO-H723ZG"),
        ("elefun.se", "63197"),
    ]
    assert attributes_of(found.parts[3])["Link"] == "https://www.elefun.se/p/prod.aspx?v=63197"
    found = read_text(
        tmp_path,
        """Qty,Component,Specification,Cost,Source
        2,Bearing,5 mm,3.5,https://www.amazon.com/Bearing-Precision/dp/B0CQFPJFVH
        1,Spring,1 mm,2,https://www.amazon.co.uk/Spring-Cord/dp/B001PZB57G
        1,Magnet,3 mm,1,https://amzn.to/3YFnGh6
        1,Frame,Printed,0,https://www.open-frame.org/build""",
        parent="T",
    )
    assert _names(found) == ["Bearing", "Spring", "Magnet", "Frame"]
    assert [s.name for s in _sellers(found)] == ["Amazon", "Amazon", "Amazon"]


def test_makers_before_their_numbers_are_manufacturers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,Manufacturer part,Qty,Approx. each
        SiPM,onsemi MICROFC-60035-SMT-TR,2,$24.25
        Clamp,Diodes Inc. BAT54S-7-F,1,$0.25
        Amplifier,3PEAK TPH2502-SR,2,$1.12
        Frame,,1,""",
        parent="T",
    )
    made = [(s.manufacturer, s.mpn) for row in _rows(found) for s in row.sources]
    assert made == [
        *(("onsemi", "MICROFC-60035-SMT-TR"), ("Diodes Inc.", "BAT54S-7-F")),
        ("3PEAK", "TPH2502-SR"),
    ]
    assert [part.get("cost") for part in found.parts.values()] == ["24.25", "0.25", "1.12", None]


def test_lists_of_dynamics_are_those_of_the_rows_that_they_make(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """BOM,Line number,Item number,Product name,Quantity,Unit,Line type,Sub-BOM
        BOM-123,10,D1,Frame,1,ea,Item,
        BOM-123,20,D2,Door,2,ea,Production,BOM-124
        BOM-124,10,M1,Pane,1,ea,Item,
        BOM-124,20,M2,Hinge,2,ea,Item,""",
    )
    assert found.lines == {
        *(("BOM-123", "D1", "1"), ("BOM-123", "D2", "2"), ("D2", "M1", "1"), ("D2", "M2", "2")),
    }


def test_products_beside_the_parts_that_go_into_them_are_parents(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Product number,Product,BOM number,BOM name,Part No.,Part description,Quantity
        P-12,Desk lamp,BOM-7,Standard,A-31,Lamp base,1
        P-12,Desk lamp,BOM-7,Standard,A-33,Cable,1.8
        P-13,Long lamp,BOM-8,Standard,A-31,Lamp base,1
        P-13,Long lamp,BOM-8,Standard,A-40,Arm,1""",
    )
    assert found.lines == {
        *(("P-12", "A-31", "1"), ("P-12", "A-33", "1.8"), ("P-13", "A-31", "1")),
        ("P-13", "A-40", "1"),
    }
    names = {part["itemNumber"]: part["name"] for part in found.parts.values()}
    assert (names["A-33"], names["P-13"]) == ("Cable", "Long lamp")


def test_numbers_in_two_languages_are_those_of_parts(tmp_path: Path) -> None:
    text = "序号 No.,物料编码 P/N,名称 Name,用量 Qty\n1,1.01.0001,主板 Board,1\n2,1.03.0102,螺丝 Screw,8"
    found = read_text(tmp_path, text, parent="T")
    assert [part["itemNumber"] for part in found.parts.values()] == ["1.01.0001", "1.03.0102"]


def test_a_sum_may_hold_some_of_the_charges(tmp_path: Path) -> None:
    rows = "Item,Qty,Unit Price,Total\nMotor,2,10.00,20.00\nBelt,1,5.00,5.00\nShipping,,,4.00\nVAT,,,3.00"
    for total, differs in (("28.00", False), ("29.00", False), ("32.00", False), ("47.00", True)):
        found = read_text(tmp_path, f"{rows}\nTotal,,,{total}", parent="T")
        assert ("FIGURES_DIFFER" in _codes(found)) == differs, total


def test_coded_names_that_parents_are_called_by_are_the_numbers(tmp_path: Path) -> None:
    text = """Level,Name,Type,Rev,Description,Qty,Item Number,parent_name
    1,103118246,Part,AA,"PACKER, 7 X 3-1/2",,,0
    2,102929140,Drawing,AA,PACKER 7,0.0,,103118246
    2,103127481,Part,AA,"MANDREL, 7 X 3-1/2",1.0,0001,103118246
    3,100261623,Part,AC,"LINE, CONTROL",2.0,8001,103127481
    2,102722007,Part,AB,"RING, UPPER GAGE",2.0,0002,103118246"""
    found = read_text(tmp_path, text, parent="T")
    assert not found.problems
    assert found.lines == {
        ("T", "103118246", "1"),
        ("103118246", "102929140", "0"),
        ("103118246", "103127481", "1"),
        ("103127481", "100261623", "2"),
        ("103118246", "102722007", "2"),
    }
    places = {line.child: line.find_number for line in found.details}
    assert (places["103127481"], places["102722007"]) == (1, 2)
    own = text.replace(",,0\n", ",A-100,0\n").replace(",,1", ",A-101,1")
    own = own.replace("0001", "A-102").replace("8001", "A-103").replace("0002", "A-104")
    kept = read_text(tmp_path, own, parent="T")
    assert [part["itemNumber"] for part in kept.parts.values()] == [
        *("A-100", "A-101", "A-102", "A-103", "A-104")
    ]


def test_ids_of_several_boms_are_the_parents_of_their_components(tmp_path: Path) -> None:
    text = """BOM ID,Component ID,Quantity per Unit
    FG-0001,SFG-1410,1
    FG-0001,SFG-1129,3
    FG-0002,SFG-0271,3
    FG-0002,SFG-1129,1
    SFG-1129,RM-0115,2"""
    found = read_text(tmp_path, text, parent="T")
    assert {("FG-0001", "SFG-1129", "3"), ("SFG-1129", "RM-0115", "2")} <= found.lines
    assert ("T", "SFG-1129", "3") not in found.lines


@pytest.mark.parametrize("header", ["product_name,component_name", "Product code,Component code"])
def test_products_beside_components_are_their_parents(tmp_path: Path, header: str) -> None:
    text = f"""{header},quantity
    Tonic 250,Ginger,0.05
    Tonic 250,Bottle,1
    Syrup 250,Ginger,0.02
    Syrup 250,Bottle,1"""
    found = read_text(tmp_path, text, parent="T")
    assert {parent for parent, _, _ in found.lines} >= {"Tonic 250", "Syrup 250"}
    assert len(found.parts) == 2
    single = text.replace("Tonic 250", "A").replace("Syrup 250,G", "B,G").replace("Syrup", "C")
    alone = read_text(tmp_path, single.replace("A,Bottle", "D,Bottle"), parent="T")
    assert {parent for parent, _, _ in alone.lines} == {"T"}
