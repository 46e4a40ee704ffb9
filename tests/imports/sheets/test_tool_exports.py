"""Lists in the shapes in which CAD, ERP and PLM programs export them."""

from decimal import Decimal
from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, outcome, read_text


def test_levels_have_as_many_dots_as_they_count(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """St;Pos;Komponentennr.;Objektkurztext;Menge;KME
        .1;0010;20001001;Rahmen;1;ST
        ..2;0010;30001001;Profil 40x40;4;ST
        ..2;0020;30001002;Fußplatte;4;ST
        .1;0020;20001002;Antrieb;1;ST""",
        parent="T",
    )
    assert found.lines == {
        ("T", "20001001", "1"),
        ("20001001", "30001001", "4"),
        ("20001001", "30001002", "4"),
        ("T", "20001002", "1"),
    }
    assert not any("attributes" in part for part in found.parts.values())


def test_lines_of_a_structure_are_called_by_number_revision_and_name(tmp_path: Path) -> None:
    path = tmp_path / "bom.csv"
    path.write_text(
        "BOM Line,Quantity\nTC000100/A;1-Pump (View),1\n  TC000101/B;1-Casing,1\n"
        "  TC000102/A;2-Impeller,2\n    TC000103/A;1-Key x,3\n"
    )
    found = outcome(read_sheet(path, parent="T"))
    assert [(p["itemNumber"], p["revision"], p["name"]) for p in found.parts.values()] == [
        ("TC000100", "A", "Pump"),
        ("TC000101", "B", "Casing"),
        ("TC000102", "A", "Impeller"),
        ("TC000103", "A", "Key x"),
    ]
    assert ("TC000102", "TC000103", "3") in found.lines


def test_the_sum_below_a_template_s_list_is_no_part(tmp_path: Path) -> None:
    rows = """Comment,Description,Designator,Footprint,Quantity
        100nF,Cap X7R,"C1, C2, C3",0603,3
        LM358,Dual opamp,U1,SOIC8,1"""
    found = read_text(tmp_path, f"{rows}\n\nApproved,,,Notes,4", parent="T")
    assert len(found.parts) == 2
    assert "Approved | Notes | 4: a sum, not a part" in {remark.text for remark in found.remarks}
    # Right below the others, or of another quantity, it is a part without designators.
    for rest in ("Heat sink,Heat sink,,,4", "\nHeat sink,Heat sink,,,5"):
        assert len(read_text(tmp_path, f"{rows}\n{rest}", parent="T").parts) == 3


def test_prices_by_quantity_stand_beside_counts_and_sums(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,MPN,Supplier,Order code,Qty/board,Qty for 100,Price @1 EUR,Price @100 EUR,Ext @100
        MCU,STM32F405,Mouser,511-STM32,1,100,8.5,6.4,640
        Res,RC0603FR,Mouser,603-RC06,12,1200,0.02,0.002,2.4""",
        parent="T",
    )
    assert {quantity for _, _, quantity in found.lines} == {"1", "12"}
    sold = [p.sources[0].suppliers[0] for p in found.reading.pieces() if isinstance(p, PreparedRow)]
    assert [[(x.quantity, x.price) for x in one.prices] for one in sold] == [
        [(1, Decimal("8.5")), (100, Decimal("6.4"))],
        [(1, Decimal("0.02")), (100, Decimal("0.002"))],
    ]


def test_a_table_that_lies_on_its_side_is_read_by_columns(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part Number,A-1,A-2,A-3
        Description,Body,Lid,Seal
        Qty,1,1,2
        Material,Al,Al,NBR""",
        parent="T",
    )
    assert [(p["itemNumber"], p["name"], p["material"]) for p in found.parts.values()] == [
        ("A-1", "Body", "Al"),
        ("A-2", "Lid", "Al"),
        ("A-3", "Seal", "NBR"),
    ]
    assert ("T", "A-3", "2") in found.lines
    assert "The headers stand in the first column" in found.reading.table.decisions[0]


PAIRS = {
    "epicor": (
        """Company,PartNum,RevisionNum,MtlSeq,MtlPartNum,MtlPartNumPartDescription,QtyPer,UOMCode
        EP,D-100,A,10,D-110,Cylinder,1,EA
        EP,D-100,A,20,D-120,End cap,2,EA
        EP,D-110,B,10,ST-50,Tube,0.42,M""",
        {("T", "D-100", "1"), ("D-100", "D-110", "1"), ("D-100", "D-120", "2")}
        | {("D-110", "ST-50", "0.42")},
        ["Cylinder", "End cap", "Tube"],
    ),
    "fishbowl": (
        """BOM NUMBER,BOM DESCRIPTION,BOM ACTIVE,REVISION,ITEM TYPE,ITEM DESCRIPTION,PART,QUANTITY,UOM
        B-1,Battery,true,2,Finished Good,Battery,B-1,1,ea
        B-1,Battery,true,2,Raw Good,Cell 21700,CELL,52,ea
        B-1,Battery,true,2,Raw Good,Strip 8 x 0.15,STRIP,3.5,ft
        B-1,Battery,true,2,Raw Good,BMS 30A,BMS,1,ea
        B-1,Battery,true,2,Note,Charge before packing,,,""",
        {("B-1", "CELL", "52"), ("B-1", "STRIP", "3.5"), ("B-1", "BMS", "1")},
        ["Cell 21700", "Strip 8 x 0.15", "BMS 30A"],
    ),
    "katana": (
        """Product variant code / SKU (required),Product variant name,Ingredient variant code / SKU (required),Ingredient variant name,Quantity (required)
        TBL,Table / Oak,TOP,Table top / Oak,1
        TBL,Table / Oak,LEG,Table leg,4
        TOP,Table top / Oak,PLK,Plank,6""",
        {("TBL", "TOP", "1"), ("TBL", "LEG", "4"), ("TOP", "PLK", "6")},
        ["Table top / Oak", "Table leg", "Plank"],
    ),
    "sage": (
        """BillNo,Revision,BillDesc1,ComponentItemCode,ComponentDesc,QuantityPerBill,ScrapPercent,CommentText
        D15,000,CABINET,D1501,BODY,1.0000,0.00,
        D15,000,CABINET,/C,,0.0000,0.00,Inspect paint
        D15,000,CABINET,D1510,LOCK KIT,1.0000,0.00,
        D15,000,CABINET,D1502,SLIDE,3.0000,0.00,
        D1510,000,LOCK KIT,LK-02,KEY,2.0000,0.00,""",
        {
            ("D15", "D1501", "1"),
            ("D15", "D1510", "1"),
            ("D15", "D1502", "3"),
            ("D1510", "LK-02", "2"),
        },
        ["BODY", "LOCK KIT", "SLIDE", "KEY"],
    ),
    "acumatica": (
        """BOM ID,Revision,BOM Item,BOM Item Description,Line Nbr.,Inventory ID,Description,Qty. Required,UOM
        BOM01,A,AMDRONE,Quad drone,1,AMFRAME,Carbon frame,1,EA
        BOM01,A,AMDRONE,Quad drone,2,AMCTRL,Controller,1,EA
        BOM02,A,AMCTRL,Controller,1,AMPCB,Flight PCB,1,EA""",
        {("AMDRONE", "AMFRAME", "1"), ("AMDRONE", "AMCTRL", "1"), ("AMCTRL", "AMPCB", "1")},
        ["Carbon frame", "Controller", "Flight PCB"],
    ),
    "netsuite": (
        """Bill of Materials : Name,Revision : Name,Assembly,Item : Name,Item : Description,Quantity,Units
        BOM-WP,BOM-WP-R3,WP-100,WP-HSG,Pump housing,1,Ea
        BOM-WP,BOM-WP-R3,WP-100,MOT-24V,DC motor,1,Ea
        BOM-HSG,BOM-HSG-R1,WP-HSG,CAST-AL,Casting,1,Ea""",
        {("WP-100", "WP-HSG", "1"), ("WP-100", "MOT-24V", "1"), ("WP-HSG", "CAST-AL", "1")},
        ["Pump housing", "DC motor", "Casting"],
    ),
    "levels below": (
        """Assembly Item,Assembly Description,Level,Item Seq,Component Item,Component Description,Quantity
        AS5,Desktop,1,10,CM1,Case,1
        AS5,Desktop,1,20,CM2,Board,1
        AS5,Desktop,2,10,CM3,Memory,2""",
        {("T", "AS5", "1"), ("AS5", "CM1", "1"), ("AS5", "CM2", "1"), ("CM2", "CM3", "2")},
        ["Case", "Board", "Memory"],
    ),
}


@pytest.mark.parametrize("tool", PAIRS)
def test_what_parts_go_into_and_the_parts_are_told_by_their_headers(
    tmp_path: Path, tool: str
) -> None:
    text, lines, names = PAIRS[tool]
    found = read_text(tmp_path, text, parent="T")
    assert found.lines == lines
    assert not found.problems
    assert [part["name"] for part in found.parts.values()][-len(names) :] == names
    parts = [x.item for x in found.reading.pieces() if isinstance(x, PreparedRow)]
    revisions = {part["itemNumber"]: part["revision"] for part in parts if "revision" in part}
    # Those of bills are none of what is made by them.
    assert revisions == ({"D-100": "A", "D-110": "B"} if tool == "epicor" else {})


@pytest.mark.parametrize(
    "text",
    [
        "Part Number,Raw Material,Qty\nP-1,Steel,2\nP-2,Steel,3\nP-3,Brass,1",
        "Assembly,Sub Assembly,Part Number,Qty\nFrame,Left,P-1,2\nFrame,Right,P-2,3\nCart,Axle,P-3,1",
        "BOM Item,Part Number,Description,Qty\n10,P-1,Hub,2\n20,P-2,Rim,3\n30,P-3,Tyre,1",
        "Product,Part Number,Description,Qty\nCart,P-1,Hub,2\nCart,P-2,Rim,3\nSled,P-3,Ski,1",
    ],
)
def test_other_headers_of_such_words_are_no_pairs(tmp_path: Path, text: str) -> None:
    found = read_text(tmp_path, text, parent="T")
    assert [part["itemNumber"] for part in found.parts.values()] == ["P-1", "P-2", "P-3"]
    assert not any("is the parent of" in told for told in found.reading.decisions)


def _costs(found: Outcome) -> list[object]:
    return [part.get("cost") for part in found.parts.values()]


def test_prices_of_sap_are_for_the_pieces_beside_them(tmp_path: Path) -> None:
    text = """Material,Material description,Material type,Price,Currency,Price unit
    20001188,Sechskantschraube M8x25,HIBE,8.40,EUR,100
    20001190,Scheibe 8.4,HIBE,1.25,EUR,100
    10002020,Pumpe PGP511,ROH,184.50,EUR,1"""
    found = read_text(tmp_path, text)
    assert _costs(found) == ["0.084", "0.0125", "184.50"]
    assert not any("material" in part for part in found.parts.values())


def test_what_holds_for_a_line_stays_with_it(tmp_path: Path) -> None:
    text = """Level,Part Number,Name,Qty,Op Seq,Scrap Factor,Yield,Valid From,Valid to,Substitute Component,Yield Strength
    1,A-1,Frame,1,10,0,1,2024-01-01,9999-12-31,,235
    2,A-2,Tube,4,20,0.05,0.98,2024-01-01,2025-12-31,A-7,355"""
    found = read_text(tmp_path, text, parent="T")
    assert {line.child: line.remark for line in found.details} == {
        "A-1": "Op Seq: 10, Valid From: 2024-01-01",
        "A-2": "Op Seq: 20, Scrap Factor: 0.05, Yield: 0.98, Valid From: 2024-01-01, "
        "Valid to: 2025-12-31, Substitute Component: A-7",
    }
    assert [attributes_of(part) for part in found.parts.values()] == [
        {"Yield Strength": "235"},
        {"Yield Strength": "355"},
    ]
    assert "ALTERNATE" in {remark.code for remark in found.reading.remarks}


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ("Line,Item,Your Part No.,Description,Material,Qty,Unit Price", True),
        ("Pos.,Art.-Nr.,Ihre Mat.-Nr.,Bezeichnung,Werkstoff,Menge,Preis", True),
        ("Quotation 4711\nLine,Item,Customer P/N,Description,Material,Qty,Unit Price", True),
        ("Line,Customer Part Number,Item Number,Description,Material,Qty,Unit Price", None),
    ],
)
def test_numbers_of_the_customer_are_own_ones(
    tmp_path: Path, headers: str, told: bool | None
) -> None:
    rows = "1,57 8 25,AR-3001,Gear housing,6061-T6,10,84.20\n2,317 8,AR-3002,Cap,Steel,20,21.75\n"
    rows += "3,893 243,AR-3010,Shaft,4140 PH,10,63.00\n4,,,Anodize lot charge,,1,150.00"
    found = read_text(tmp_path, f"{headers}\n{rows}", parent="T")
    own = [part.get("itemNumber") for part in found.parts.values()][:3]
    assert own == ["AR-3001", "AR-3002", "AR-3010"]
    codes = [attributes_of(part).get("Order Code") for part in found.parts.values()][:3]
    assert codes == (["57 8 25", "317 8", "893 243"] if told else [None] * 3)


def test_titles_where_levels_stand_and_the_end_of_a_report_are_no_parts(tmp_path: Path) -> None:
    text = """Pos.,Part No.,Description,Qty,Unit price
    Frame,,,,
    1.1,K-1001,Base frame,1,148.00
    1.2,K-1002,Side panel,2,36.50
    Hydraulics,,,,
    2.1,K-2001,Pump,1,912.00
    2.2,K-2002,Hose 6x4,3.5,7.90
    *** End of Report ***,,,,"""
    found = read_text(tmp_path, text, parent="T")
    assert not found.problems
    groups = [attributes_of(part)["Category"] for part in found.parts.values()]
    assert groups == ["Frame", "Frame", "Hydraulics", "Hydraulics"]
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [8]


def test_a_line_below_the_headers_of_a_report_says_nothing_of_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "bom.txt"
    path.write_text(
        "Item  Qty  Reference  Part Name      Manufacturer  Description\n"
        "----  ---  ---------  -------------  ------------  ----------------\n"
        "   1    2  C1 C4      CAP-1206-22U   Samsung       CAP 22UF 25V\n"
        "   2    1  D1         DIODE-SS54     onsemi        SCHOTTKY 40V\n"
        "   3    1  L1         IND-XAL6060    Coilcraft     IND 10UH 9.2A\n"
    )
    found = outcome(read_sheet(path, parent="T"))
    assert [line.find_number for line in found.details] == [1, 2, 3]
    assert not any("itemNumber" in part for part in found.parts.values())


TOPS = {
    "title of SAP": (
        """Display Structural BOM
        Material           10002000                 Hydraulic unit HA 20
        Plant/Usage/Alt.   1000  / 1 / 01           Hamburg
        Lv;Item;Component number;Object description;Quantity;Un
        1;0010;10002010;Tank 20 l;1;ST
        1;0020;10002020;Pump;1;ST""",
        ("10002000", "Hydraulic unit HA 20"),
    ),
    "title of a report": (
        """Indented BOM Report;;;
        Item: BK-27000;;Mountain bike;
        Level;Item;Item Description;Quantity
        1;FA-10000;Frame;1
        .2;FA-10500;Tube set;1
        1;ST-30000;Saddle;1""",
        ("BK-27000", "Mountain bike"),
    ),
    "column of parents": (
        """BOM Level;Parent IPN;Parent Name;Part IPN;Part Name;Quantity
        1;ASM-055;Weather station;PRT-012;Enclosure;1
        1;ASM-055;Weather station;ASM-060;Sensor board;1
        2;ASM-060;Sensor board;PRT-031;Humidity sensor;1""",
        ("ASM-055", "Weather station"),
    ),
}


@pytest.mark.parametrize("place", TOPS)
def test_levels_count_from_what_stands_above_the_list(tmp_path: Path, place: str) -> None:
    text, top = TOPS[place]
    found = read_text(tmp_path, text)
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    made = {row.item.get("itemNumber"): row.item["name"] for row in rows}
    assert top[0] in {parent for parent, _, _ in found.lines}
    assert made.get(top[0], top[1]) == top[1]
    assert not found.problems
    assert len([line for line in found.details if line.parent == top[0]]) == 2


def test_prices_stand_below_who_offers_them(tmp_path: Path) -> None:
    text = """Part No,Description,Qty,Supplier A: Bossard,Supplier B: Würth,Quote date
    F-100,Screw M5x16,24,0.062,0.058,2024-01-01
    F-102,Nut M5,24,0.019,,2024-01-01"""
    found = read_text(tmp_path, text, parent="T")
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    sold = [[(s.name, str(s.prices[0].price)) for s in row.sources[0].suppliers] for row in rows]
    assert sold == [[("Bossard", "0.062"), ("Würth", "0.058")], [("Bossard", "0.019")]]


def test_a_supplier_above_the_list_offers_its_prices(tmp_path: Path) -> None:
    text = """Request for Quotation 5512;;;
    Supplier:;Shenzhen Yiheng Precision Co.;;
    Currency:;CNY;;
    No.;Customer P/N;Part description;Unit price @100;Unit price @500;Lead time (weeks)
    1;BR-20011;Bracket left;2.35;1.92;4
    2;SH-30001;Shaft 8x120;3.1;2.6;3"""
    found = read_text(tmp_path, text)
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    sold = [
        (s.name, [(p.quantity, p.currency) for p in s.prices])
        for row in rows
        for s in row.sources[0].suppliers
    ]
    assert sold == [("Shenzhen Yiheng Precision Co.", [(100, "CNY"), (500, "CNY")])] * 2


@pytest.mark.parametrize(
    ("header", "weight"), [("Gewicht [kg/St.]", "12.4"), ("Gewicht [kg/m]", None)]
)
def test_a_weight_of_a_piece_is_one_and_that_of_a_metre_is_none(
    tmp_path: Path, header: str, weight: str | None
) -> None:
    found = read_text(tmp_path, f"Part No,Name,Qty,{header}\nK-1,Plate,1,12.4\nK-2,Bar,2,3.1")
    assert next(iter(found.parts.values())).get("weight") == weight


@pytest.mark.parametrize(("packs", "is_sold"), [(", Packs of 100", True), ("", False)])
def test_numbers_of_mcmaster_are_its_order_codes(tmp_path: Path, packs: str, is_sold: bool) -> None:
    text = f"""Line,Product,Description,Quantity,Unit Price
    1,91290A115,"Socket head screw M3{packs}",2,10.58
    2,6391K123,Sleeve bearing,6,1.24
    3,8974K28,Aluminum rod,2,12.06"""
    found = read_text(tmp_path, text, parent="T")
    assert all(("itemNumber" in part) != is_sold for part in found.parts.values())
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    sold = [s.order_code for row in rows for source in row.sources for s in source.suppliers]
    assert sold == (["91290A115", "6391K123", "8974K28"] if is_sold else [])
