"""Fields of columns whose values show more than their headers."""

from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, attributes_of, outcome, read_text


def _codes(found: Outcome) -> list[str]:
    return [remark.code for remark in found.remarks]


def test_a_column_is_the_price_where_sums_are_its_product(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Q\tPart\tUnit\tSum
        2\tBearing\t$19.95\t$39.90
        1\tAxle\t$6.86\t$6.86""",
        parent="T",
    )
    assert [part["cost"] for part in found.parts.values()] == ["19.95", "6.86"]
    found = read_text(
        tmp_path,
        """Part Name,Unit Part Price ($),Unit Part Count,Part Cost Total ($),Total:
        Board,15,1,15,98.65
        Diode,0.35,2,0.70,
        Button,5,1,5,""",
        parent="T",
    )
    assert [line.quantity for line in found.details] == [1, 2, 1]
    assert [part["cost"] for part in found.parts.values()] == ["15", "0.35", "5"]


def test_numbers_that_count_up_are_places_though_some_are_left_out(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """item,qty,description
        1,1,Board
        2,3,Motor
        13,1,Supply
        22,1,Frame""",
        parent="T",
    )
    assert all("itemNumber" not in part for part in found.parts.values())
    assert [line.find_number for line in found.details] == [1, 2, 13, 22]
    found = read_text(
        tmp_path, "Part Number,Name,Qty\n1,Base,1\n8,Arm,2\n25,Hand,1\n190,Bolt,4\n314,Nut,2"
    )
    assert [part["itemNumber"] for part in found.parts.values()] == ["1", "8", "25", "190", "314"]


def test_numbers_of_the_form_of_their_supplier_are_order_codes(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Vendor,Part #,Qty
        Sheet,McMaster-Carr,8505K744,1
        Plug,Amazon,B00E0O2BWC,3
        Uno,Adafruit,PID: 50,1
        Fiber,Industrial Fiber Optics,IF 181L-1-0,1""",
        parent="T",
    )
    assert all("itemNumber" not in part for part in found.parts.values())
    assert found.parts[2]["attributes"] == {"Supplier": "McMaster-Carr", "Order Code": "8505K744"}
    found = read_text(
        tmp_path,
        """Designator,Description,Manufacturer Part Number,Supplier Part Number,Quantity
        U1,Charger,BQ24073RGTR,296-38872-1-ND,1
        C1,Capacitor,CL10C470JB8NNNC,1276-1037-1-ND,1
        L1,Coil,744025002,732-2613-1-ND,1""",
        parent="T",
    )
    attributes = found.parts[2]["attributes"]
    assert isinstance(attributes, dict)
    assert attributes["Supplier"] == "Digi-Key"
    found = read_text(
        tmp_path,
        """Description,Mfr,Mfr P/N,DK P/N,Mouser P/N,Qty/board,Unit @ 5
        Driver,TI,SN75468N,296-9768-5-ND,595-SN75468N,3,0.94
        Clock,Maxim,DS3231SN#,DS3231SN#-ND,700-DS3231SN#,1,8.11""",
        parent="T",
    )
    codes = {t.header: t.unit for t in found.reading.plan.columns if "Order" in t.target}
    assert codes == {"DK P/N": "Digi-Key", "Mouser P/N": "Mouser"}
    assert [remark.code for remark in found.reading.remarks] == ["PRICE_LEFT_OUT"]
    found = read_text(tmp_path, "Name,ASIN,Qty\nProbe,B0F8NQ9S4R,3\nKit,B07CTL3TG6,1", parent="T")
    assert found.parts[2]["attributes"] == {"Order Code": "B0F8NQ9S4R", "Supplier": "Amazon"}


def test_titles_between_rules_and_among_prices(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Item,MPN,Qty
        ## Electronics ##,,
        Relay,SRD-05,
        Button,,
        ## Lid ##,,
        Gasket,,""",
        parent="T",
    )
    assert [part.get("attributes") for part in found.parts.values()] == [
        {"MPN": "SRD-05", "Category": "Electronics"},
        {"Category": "Electronics"},
        {"Category": "Lid"},
    ]
    found = read_text(
        tmp_path,
        """Item,Link,Price
        Strip,a.com/1,3.95
        Shield,a.com/2,19.95
        Panel,a.com/3,49.95
        Card,a.com/4,11.99
        Optional,,
        Coral,a.com/5,75""",
        parent="T",
    )
    assert len(found.parts) == 5
    assert _codes(found) == ["DOUBTED"]


def test_quantities_under_other_words(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "Item,Number per system,Price\nStrip,0.5,13.95\nCable,3,2", parent="T"
    )
    assert [f"{line.quantity}" for line in found.details] == ["0.5", "3"]
    found = read_text(
        tmp_path,
        """Name,Quantity (TX),Quantity (RX)
        Board,1,1
        Cable,0,1
        Wires,As needed,As needed""",
        parent="T",
    )
    assert {child for _, child, _ in found.lines} == {
        line.child for line in found.details if line.row_number != 3
    }
    assert len(found.details) == 2
    text = 'Description\nPot nut (x12)\n"Screw 3/8"" (x2)"\nPanel 300 (x200)'
    found = read_text(tmp_path, text, parent="T")
    assert [line.quantity for line in found.details] == [12, 2, 1]
    assert _codes(found) == ["REMARK"] * 3
    found = read_text(
        tmp_path, "Name,Qty,No per sheet\nBolt,4,100\nNut,0,50\nNail,9,20", parent="T"
    )
    assert [line.quantity for line in found.details] == [4, 0, 9]


def test_files_and_phrases_are_no_suppliers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """item,qty,source
        Shell,1,"this repository, exports/step"
        Plate,2,cut to size
        Driver,1,SB12PACR-00.pdf
        Screw,4,fasteners.json""",
        parent="T",
    )
    assert found.parts[3]["attributes"] == {"source": "cut to size"}
    found = read_text(
        tmp_path, "item,qty,Supplier\nShell,1,misumi\nPlate,2,the oring shop", parent="T"
    )
    assert [part["attributes"] for part in found.parts.values()] == [
        {"Supplier": "misumi"},
        {"Supplier": "the oring shop"},
    ]


def test_of_a_sheet_of_two_columns_and_one_of_parts_the_second_is_read(tmp_path: Path) -> None:
    path = tmp_path / "parts.xlsx"
    with xlsxwriter.Workbook(path) as book:
        lookup = book.add_worksheet("Lookup")
        lookup.write_column(0, 0, ["Category", "hardware"])
        lookup.write_column(0, 1, ["Type", "red"])
        parts = book.add_worksheet("BOM")
        parts.write_row(0, 0, ["Item", "Category", "Quantity", "Material"])
        parts.write_row(1, 0, ["Ring", "hardware", 2, "TPU"])
    found = outcome(read_sheet(path, parent="T"))
    assert [part["name"] for part in found.parts.values()] == ["Ring"]
    assert [remark.code for remark in found.reading.remarks] == ["OTHER_TABLE"]


def test_another_table_below_a_title_and_sums_beside_are_not_read(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Qty,Part,Supplier,Price each,,Mechanics,95
        12,Servo,Adafruit,9.95,,Total,305
        1,Teensy,PJRC,31.5,,,
        24,M2x8 screw,McMaster-Carr,0.12,,,
        ,,,,,,
        Tools needed,,,,,,
        Tool,Size,,,,,
        Hex key,1.5 mm,,,,,
        Soldering iron,,,,,,""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["Servo", "Teensy", "M2x8 screw"]
    assert found.parts[2]["attributes"] == {"Supplier": "Adafruit"}
    assert next(remark.code for remark in found.reading.remarks) == "OTHER_TABLE"
    assert found.problems == []


@pytest.mark.parametrize("said", ["-", "DNP", "TBC", "open", "none", "as needed", "not fitted"])
def test_a_row_without_a_count_begins_no_table(tmp_path: Path, said: str) -> None:
    text = f"Name,Quantity,Note\nFrame,3,a\nPlate,2,a\nRod,1,b\nElectronics,,\nDisplay,{said},"
    found = read_text(tmp_path, f"{text}\nBoard,1,\nCable,2,", parent="T")
    assert len(found.parts) == 6


def test_parents_that_have_no_row_are_called_by_their_names(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Parent Item,Parent Description,Component Item,Component Description,Qty Per
        ASM-1,Cabinet,ASM-2,Door,1
        ASM-1,Cabinet,HDW-1,Screw,24
        ASM-2,Door,PRT-1,Panel,1""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["Door", "Screw", "Panel"]
    assert found.reading.table.product == "Cabinet"
    assert ("ASM-1", "ASM-2", "1") in found.lines
    found = read_text(
        tmp_path,
        """Parent Item,Parent Description,Component Item,Component Description,Qty Per
        ASM-1,Cabinet,HDW-1,Screw,24
        ASM-2,Door,PRT-1,Panel,1""",
        parent="T",
    )
    assert {("T", "ASM-1", "1"), ("T", "ASM-2", "1")} <= found.lines


def test_numbers_that_nothing_is_made_of_are_told(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Benennung,Menge,Sachnummer/Norm-Kurzbezeichnung
        Platte,1,V-01
        Schraube,4,ISO 4762 M6
        Schraube lang,4,ISO 4762 M6""",
        parent="T",
    )
    told = 'no column is read as part numbers; "Sachnummer/Norm-Kurzbezeichnung" may be'
    assert told in [remark.text for remark in found.reading.remarks]
    found = read_text(
        tmp_path, "Name,Qty,Supplier Part Number\nRod,1,KX-77\nCap,2,QR-1", parent="T"
    )
    assert [remark.code for remark in found.reading.remarks] == ["COLUMN_LEFT_OUT"]


def test_numbers_of_rows_that_are_sold_are_those_of_the_sellers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Qty.,Part No.,Supplier,Description
        1,378251,DX,Computer
        1,,Local,Card
        2,143929,DX,Sensor
        2,,Local,Outlet
        1,302050,DX,Switch""",
        parent="T",
    )
    assert all("itemNumber" not in part for part in found.parts.values())
    assert found.parts[2]["attributes"] == {"Supplier": "DX", "Order Code": "378251"}


@pytest.mark.parametrize(
    "rows",
    [
        [f"100-000{at},Bracket {at},Acme Metals" for at in range(9)]
        + [f"112-000{at},Plug {at},Mouser" for at in range(3)],
        ["P-771,Plate,Acme", "P-772,Arm,Acme", "P-773,Lid,Acme", "P-774,Rod,Acme"]
        + [f"C10{at},Capacitor {at},LCSC" for at in range(3)],
        [f"210-000{at},Plug {at},{'Mouser' if at % 2 else 'RS'}" for at in range(6)],
        [*(f"AB-{at},Motor {at},Acme Ltd" for at in range(3)), ",Body,3D printed", ",Lid,local"],
    ],
)
def test_numbers_of_one_scheme_stay_the_companys_own(tmp_path: Path, rows: list[str]) -> None:
    found = read_text(tmp_path, "\n".join(["Part Number,Description,Supplier", *rows]))
    named = [part.get("itemNumber", "") for part in found.parts.values()]
    assert named == [row.split(",")[0] for row in rows]


def test_a_german_list_of_a_board_with_two_suppliers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Menge;Bauteil;Wert;Lieferant 1;Bestellnr. 1;Lieferant 2;Bestellnr. 2;Bestückung
        2;C1, C2;100nF;Mouser;710-8850;Digi-Key;732-8007-1-ND;ja
        1;R7;n.b.;;;;;nein
        1;U1;LM2596S;Reichelt;LM 2596 S5;;;ja""",
        parent="T",
    )
    assert [line.designators for line in found.details] == [("C1", "C2"), ("R7",), ("U1",)]
    assert [line.do_not_place for line in found.details] == [False, True, False]
    attributes = found.parts[2]["attributes"]
    assert isinstance(attributes, dict)
    assert (attributes["Supplier"], attributes["Order Code"]) == ("Mouser", "710-8850")


def test_currencies_before_a_slash_and_numbers_like_designators(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "Part,Qty,€/pc,€ total\nTube,4,6.90,27.60\nClamp,2,1.50,3.00", parent="T"
    )
    assert [part["costCurrency"] for part in found.parts.values()] == ["EUR", "EUR"]
    found = read_text(
        tmp_path, "Item,Qty,Reference\nJack,1,CN1\nBase,1,Part_0\nLid,1,Part_1", parent="T"
    )
    assert 'the part number "CN1" looks like a designator (row 2)' in [
        r.text for r in found.remarks
    ]
    found = read_text(
        tmp_path, "类别,物料,规格,数量\n电源,适配器,5V 5A,1\n保护,保险丝,3A,2", parent="T"
    )
    assert [part["name"] for part in found.parts.values()] == ["适配器", "保险丝"]


def test_names_in_a_language_currencies_in_capitals_and_preferred_sellers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """category,name_ru,name_en,qty,unit_price_rub,config
        hardware,Винты,Screws,3,7.79,all
        hardware,Гайки,Nuts,8,4.71,all""",
        parent="T",
    )
    assert [part["name"] for part in found.parts.values()] == ["Винты", "Гайки"]
    assert [part["costCurrency"] for part in found.parts.values()] == ["RUB", "RUB"]
    found = read_text(
        tmp_path,
        """Designator,Qty,Value,Preferred LCSC
        J1,1,USB-C,C393939
        U1,1,STUSB4500,C2678061
        R2,1,1 kOhm,TBD""",
        parent="T",
    )
    attributes = found.parts[2]["attributes"]
    assert isinstance(attributes, dict)
    assert (attributes["Supplier"], attributes["Order Code"]) == ("LCSC", "C393939")


def test_names_that_stand_for_many_rows_are_told(tmp_path: Path) -> None:
    rows = "".join(f"hardware,{number},{number}.50\n" for number in range(3, 9))
    found = read_text(tmp_path, f"Category,Qty,Unit price\n{rows}", parent="T")
    told = "no column holds names, and 6 rows are given 1 different ones"
    assert told in [remark.text for remark in found.remarks]


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        (
            "Tt;Kod;Nomi;Soni;Narxi\n1;UZ-1;Plita;1;120000\n2;UZ-2;Tirgak;4;35000\n3;UZ-3;Bolt M8;16;900",
            "1 4 16",
        ),
        ("Ainm,Cainníocht\nPláta,1\nBolta,4\nCnó,8\nMotar,1", "1 4 8 1"),
        # Quantities from which prices count are no counts of a list without a header.
        (
            "Tt;Kod;Nomi;Soni;1;10\n1;UZ-1;Plita;1;1.5;1\n2;UZ-2;Tirgak;4;2.5;2\n3;UZ-3;Bolt;16;3.5;3",
            "1 4 16",
        ),
        # What rises is the quantity where it is no place: not even, or beside one.
        ("Jina,Idadi\nPlita mbele,1\nGurudumu,2\nFremu,4\nBolti,8", "1 2 4 8"),
        ("Namba,Jina,Idadi\n1,Plita,1\n2,Gurudumu,2\n3,Fremu,4", "1 2 4"),
        ("Namba,Jina\n10,Plita\n20,Gurudumu\n30,Fremu", "1 1 1"),
    ],
)
def test_headers_in_an_unknown_language_are_no_parts_and_told(
    text: str, quantities: str, tmp_path: Path
) -> None:
    found = read_text(tmp_path, text, parent="T")
    assert " ".join(str(line.quantity) for line in found.details) == quantities
    assert next(iter(found.parts.values()))["name"] in ("Plita", "Pláta", "Plita mbele")
    told = [r.text for r in found.reading.remarks if r.code == "DOUBTED"]
    assert len(told) == 1
    assert "no header is in a language that is known here" in told[0]


def test_a_word_for_a_quantity_is_not_taken_for_a_header(tmp_path: Path) -> None:
    found = read_text(tmp_path, "M3x10,screw,4\n608ZZ,bearing,2\nNEMA17,motor,1", parent="T")
    assert len(found.parts) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Jina,Nambari,Idadi\nPlita,KN-1,1\nGurudumu,KN-2,2\nFremu,KN-3,3", "Idadi"),
        (
            "Cable No.,From,Type,Cores,Maker,Remark\nW1,X1,H05VV,4,Lapp,\nW2,X2,H07RN,7,Lapp,\nW3,X3,LiY,3,Lapp,x",
            "Cores",
        ),
    ],
)
def test_what_may_count_and_may_not_is_no_quantity_and_told(
    text: str, told: str, tmp_path: Path
) -> None:
    found = read_text(tmp_path, text, parent="T")
    assert {quantity for _, _, quantity in found.lines} == {"1"}
    assert all(line.find_number is None for line in found.details)
    assert any(r.code == "QUANTITY_ASSUMED" and told in r.text for r in found.reading.remarks)


@pytest.mark.parametrize("header", ["Ép. (mm)", "Ép.", "EP"])
def test_a_thickness_is_no_price(header: str, tmp_path: Path) -> None:
    text = f"Désignation,Nb,Long. (mm),Larg. (mm),{header}\nCôté,2,850,400,19\nFond,1,1370,820,5"
    found = read_text(tmp_path, text, parent="T")
    assert not any("cost" in part for part in found.parts.values())
    assert attributes_of(found.parts[2])[header] == "19"


@pytest.mark.parametrize(
    ("header", "rows", "numbers"),
    [
        # Of four manufacturers, written alike sign by sign.
        ("Part Number", "101-0010,KEMET;101-0024,Murata;110-0102,Yageo;150-0311,TI", "own"),
        ("Part Number", "RES-0001,Yageo;CAP-0002,Murata;PLT-0003,;BRK-0004,", "own"),
        ("Part Number", "2904601,Phoenix;3211757,Phoenix;1119304,Lapp;1721160,Wago", "theirs"),
        ("Part Number", "CL05B104,Samsung;GRM188R7,Murata;RC0603FR,Yageo;STM32F03,ST", "theirs"),
        ("Codice", "A9F79432,Schneider;3RT2016-1BB41,Siemens;2904601,Phoenix;,;,", "theirs"),
        ("Codice", "A9F79432,Schneider;3RT2016-1BB41,Siemens;2904601,Phoenix;X-1,;X-2,", "own"),
    ],
)
def test_numbers_beside_makers_are_the_companys_where_all_are_alike(
    header: str, rows: str, numbers: str, tmp_path: Path
) -> None:
    lines = [f"Part {at},1,{row}" for at, row in enumerate(rows.split(";"))]
    text = "\n".join([f"Description,Qty,{header},Manufacturer", *lines])
    found = read_text(tmp_path, text, parent="T")
    is_own = any("itemNumber" in part for part in found.parts.values())
    assert is_own == (numbers == "own")


@pytest.mark.parametrize(
    ("references", "placed"),
    [
        (("R10K", "C100N", "OPAMP"), False),
        (("R1 R2", "C1,C2,C3", "U1"), True),
        (("R1", "C1", "see mail"), True),
        (("for Bob", "C1", "see mail"), False),
    ],
)
def test_what_a_customer_wrote_is_a_place_where_it_is_a_designator(
    references: tuple[str, ...], placed: bool, tmp_path: Path
) -> None:
    rows = zip((2, 3, 1), references, strict=True)
    lines = [f'{count},Part {count},"{reference}"' for count, reference in rows]
    text = "\n".join(["Quantity,Description,Customer Reference", *lines])
    found = read_text(tmp_path, text, parent="T")
    assert bool(found.details[1].designators) == placed


def test_texts_of_symbols_name_no_parts_and_cut_pieces_are_parts_of_their_own(
    tmp_path: Path,
) -> None:
    board = """Ref,Qty,Value,Description
        C1,1,100n,Unpolarized capacitor
        R1,1,4k7,Resistor
        U1,1,LM317,1.5A Adjustable Linear Regulator"""
    named = [part["name"] for part in read_text(tmp_path, board, parent="T").parts.values()]
    assert named == ["100n", "4k7", "LM317"]
    profiles = """Name,Qty,Length,Supplier,Order Code
        Profile 40x40,2,600,item,0.0.026.03
        Profile 40x40,4,350,item,0.0.026.03
        Profile 40x40,1,600,item,0.0.026.03"""
    found = read_text(tmp_path, profiles, parent="T")
    assert [attributes_of(part)["Length"] for part in found.parts.values()] == ["600", "350"]
    assert sorted(f"{line.quantity}" for line in found.details) == ["3", "4"]


def test_a_plain_header_goes_before_one_that_says_more(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,Number,Title,Item Quantity,Unit Quantity,Quantity
        0,S,Skid,1,,1
        1,P,Pump,1,,1
        1,H,Hose,1,2.4,2.4""",
    )
    assert ("S", "H", "2.4") in found.lines


def test_notes_for_who_builds_a_board_may_leave_parts_out(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Designator,Qty,Description,Your Instructions / Notes
        U1,1,Module,Bake it before
        J1,1,Plug,"DNP, we solder it"
        J2,1,Jack,DNP - later""",
        parent="T",
    )
    assert [line.do_not_place for line in found.details] == [False, True, True]
    assert found.details[0].remark == "Bake it before"
