"""Owners of the numbers in lists, and what is told where that stays open."""

from pathlib import Path

import pytest

from partwright.imports.sheets.mapping.pure_sellers import move_attributes
from partwright.imports.sheets.records.rows import PreparedRow, ReadRow, RowRemark, SheetLine
from partwright.imports.sheets.sheet_reader import SheetReading, read_sheet
from tests.imports.sheets.sheetfiles import attributes_of, outcome, read_text

NUMBERS = """Board,Id,Designator,Qty,Designation,Supplier,Ref,Unit price
dial,1,H1,1,Hole,,,
dial,2,J1,1,Plug,Mouser,538-22-29-2041,0.58
lamp,1,D1-D2,2,Lamp,Mouser,941-C503BABNC,0.12
lamp,2,SW1,1,Dial,Digi-Key,RCER71E106,0.30"""
PLACES = """ref,part,qty_owned
U1,Processor board,2
RT1,Thermometer,3
R1,Resistor,1
KA2,Relay,0"""
PROSE = """reference,manufacturer,part_number,function
U6,Etron,EM68B16,Memory
U12,Etron,EM68B16,Memory
main board near the fan,Cavium,CN5010,Processor
U3 U4,ST,LD1117,Regulator
Mini card U?1,SiGe,exact part unknown,Amplifier"""
OPEN = """RefDes,Qty,Description,Manufacturer,Entered MPN,Resolved MPN,Supplier,Supplier SKU
U1,1,Regulator,Diodes,AP22112,AP2112K-1.8,DigiKey,AP2112K-ND
U2,1,Driver,TI,TPS61165,TPS61165DBVR,DigiKey,TBD
J1,1,,TBD,TBD,TBD,TBD,TBD"""
TEMPLATE = """Designator,Component,Number,Cost per unit - COP,Source of materials
U1,Node,3,30000,Mouser
U2,Display,1,90000,Banggood/AliExpress
M1,Case,4,10000,3D printed
M2,Lid,4,9000,printed in-house"""


@pytest.mark.parametrize(
    ("text", "places", "sellers", "mpns"),
    [
        (
            NUMBERS,
            ["H1", "J1", "D1 D2", "SW1"],
            ["Mouser:538-22-29-2041", "Mouser:941-C503BABNC", "Digi-Key:RCER71E106"],
            [],
        ),
        (PLACES, ["U1", "RT1", "R1", "KA2"], [], []),
        (
            PROSE,
            ["U6 U12", "main board near the fan", "U3 U4"],
            [],
            ["EM68B16", "CN5010", "LD1117"],
        ),
        (
            OPEN,
            ["U1", "U2"],
            ["DigiKey:AP2112K-ND", "DigiKey:"],
            ["AP2112K-1.8", "TPS61165DBVR"],
        ),
        (TEMPLATE, ["U1", "U2", "M1", "M2"], ["Mouser:", "Banggood:", "AliExpress:"], []),
    ],
)
def test_numbers_are_of_whom_the_list_says(
    text: str, places: list[str], sellers: list[str], mpns: list[str], tmp_path: Path
) -> None:
    pieces = list(_reading(text, tmp_path).pieces())
    parts = [piece for piece in pieces if isinstance(piece, PreparedRow)]
    sources = [source for part in parts for source in part.sources]
    assert [" ".join(p.designators) for p in pieces if isinstance(p, SheetLine)] == places
    assert [f"{o.name}:{o.order_code}" for s in sources for o in s.suppliers] == sellers
    assert [source.mpn for source in sources if source.mpn] == mpns
    assert not any("itemNumber" in part.item or part.item["name"] == "TBD" for part in parts)


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("Part,Qty,Preferred vendor,Vendor part code A", {"numbers"}),
        ("Part,Qty,Vendor,Proposed MPN", {"numbers"}),
        ("Part,Qty,Vendor for us", {"manufacturers"}),
        ("Part,Qty,Vendor,Vendor link", set[str]()),
    ],
)
def test_columns_of_sources_that_no_field_takes_are_told(
    header: str, told: set[str], tmp_path: Path
) -> None:
    text = f"{header}\nMotor,1,Acme,M-100\nHook,2,Acme,H-20"
    remarks = _reading(text, tmp_path).remarks
    left = [remark.text for remark in remarks if remark.code == "COLUMN_LEFT_OUT"]
    assert {text.split("read as ")[1].split()[0] for text in left} == told


def _reading(text: str, folder: Path) -> SheetReading:
    path = folder / "sheet.csv"
    path.write_text(text + "\n", "utf-8")
    return read_sheet(path, parent="T")


@pytest.mark.parametrize(
    ("text", "mpns"),
    [
        (
            "Name,Qty,MPN\nNut,2,5909K31\nRod,1,89015K18\nBox,1,1590A\nLid,1,555A\nCase,1,30022A",
            ["5909K31", "89015K18", "1590A", "555A", "30022A"],
        ),
        ("Value,Qty,MPN\n47R,2,47R\n100nF,1,100n\n22p,1,100nF", ["100n"]),
    ],
)
def test_values_are_no_numbers_and_short_numbers_no_values(
    text: str, mpns: list[str], tmp_path: Path
) -> None:
    parts = [p for p in _reading(text, tmp_path).pieces() if isinstance(p, PreparedRow)]
    assert [source.mpn for part in parts for source in part.sources if source.mpn] == mpns


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (
            "Reference,Name,Qty,Price\nA100,Frame,1,2\nA101,Plate,2,3\nB200,Bolt,40,1",
            ["A100", "A101", "B200"],
        ),
        ("Reference,Name,Qty\nR1,Resistor,1\nC1,Cap,1\nU1,Chip,1", ["", "", ""]),
        ("PN,Name,Qty\nA-100?,Bolt,1\nTBD,Nut,2", ["A-100?", ""]),
        ("Qty,MPN\n3,LM358?\n2,probably LM317", ["", ""]),
    ],
)
def test_own_numbers_are_kept_as_they_stand(text: str, numbers: list[str], tmp_path: Path) -> None:
    parts = [p for p in _reading(text, tmp_path).pieces() if isinstance(p, PreparedRow)]
    assert [part.item.get("itemNumber", "") for part in parts] == numbers


def test_drawings_number_the_parts_where_nothing_else_does(tmp_path: Path) -> None:
    rows = """Drawing,Denomination,Pcs
        TC9-01,Frame,1
        TC9-02,Door,2
        ,Castor,4"""
    found = read_text(tmp_path, rows, parent="T")
    assert [part.get("itemNumber") for part in found.parts.values()] == ["TC9-01", "TC9-02", None]
    found = read_text(tmp_path, rows.replace("Denomination", "Part Number"), parent="T")
    assert [part["itemNumber"] for part in found.parts.values()] == ["Frame", "Door", "Castor"]


def test_companies_may_be_called_like_nobody(tmp_path: Path) -> None:
    text = """Name,Qty,Manufacturer,MPN,Supplier,Order Code
Lamp,1,DIY Electronics,LX-12,DIY Drones,1001
Hook,1,General Supply Co,HK-1,General Supply,1002
Rod,1,Candidate Electronics GmbH,RD-1,Local Fab,1003
Nut,1,Likely Inc,NT-1,DIY,
Cap,1,Acme likely,CP-1,n/a,
Pin,1,DIY,PN-1,in stock,1006"""
    pieces = list(_reading(text, tmp_path).pieces())
    sources = [s for part in pieces if isinstance(part, PreparedRow) for s in part.sources]
    assert [source.manufacturer for source in sources] == [
        *("DIY Electronics", "General Supply Co", "Candidate Electronics GmbH", "Likely Inc"),
        *("", ""),
    ]
    sold = [f"{seller.name}:{seller.order_code}" for s in sources for seller in s.suppliers]
    assert sold == ["DIY Drones:1001", "General Supply:1002", "Local Fab:1003"]
    told = [piece.text for piece in pieces if isinstance(piece, RowRemark)]
    assert any('"1006" has no supplier' in text for text in told)


def test_order_codes_that_are_numbers_are_no_quantities(tmp_path: Path) -> None:
    text = "Name,Qty,Supplier,Order Code\nLamp,1,DIY Drones,1001\nHook,1,Local Fab,X-1"
    parts = [p for p in _reading(text, tmp_path).pieces() if isinstance(p, PreparedRow)]
    sold = [(s.name, s.order_code) for p in parts for o in p.sources for s in o.suppliers]
    assert sold == [("DIY Drones", "1001"), ("Local Fab", "X-1")]


def _sold(text: str, tmp_path: Path) -> list[list[tuple[str, str, list[tuple[str, str]]]]]:
    """Of each part its sources: manufacturer, number, and suppliers with their numbers."""
    (path := tmp_path / "list.csv").write_text(text, "utf-8")
    pieces = read_sheet(path, parent="T").pieces()
    return [
        [
            (s.manufacturer, s.mpn, [(p.name, p.order_code) for p in s.suppliers])
            for s in row.sources
        ]
        for row in pieces
        if isinstance(row, PreparedRow)
    ]


def test_who_only_sells_is_no_manufacturer(tmp_path: Path) -> None:
    text = (
        "Item,Qty,Manufacturer / Source,Part Number,Unit Price\n"
        "Mirror,1,Thorlabs,PF10-03-P01,$60.20\nStepper,1,Amazon,B07VPD4KJD,$2.96\n"
        "Lamp,1,VCC / DigiKey,1050QC2,$5.85\nProfile,4,McMaster-Carr,5537T926,$10.00\n"
    )
    assert _sold(text, tmp_path) == [
        [("Thorlabs", "PF10-03-P01", [])],
        [("", "", [("Amazon", "B07VPD4KJD")])],
        [("VCC", "1050QC2", [("DigiKey", "")])],
        [("", "", [("McMaster-Carr", "5537T926")])],
    ]
    told = [r.text for r in outcome(read_sheet(tmp_path / "list.csv", parent="T")).remarks]
    assert told == ['"Manufacturer / Source": "Amazon" is read as the supplier (rows 3, 4, 5)']


def test_numbers_under_a_second_header_and_numbers_that_distributors_sell(tmp_path: Path) -> None:
    text = (
        "Name,Qty,Manufacturer,MPN,Manufacturer,MPN,Digikey\n"
        "Holder,1,MPD,BS-7,,,BS-7-RED-ND\nGate,1,TI,CD4093BE,,296-2068-5-ND,\n"
        "Diode,1,onsemi,1N4148,Vishay,1N4148-TAP,\n"
    )
    assert _sold(text, tmp_path) == [
        [("MPD", "BS-7", [("Digi-Key", "BS-7-RED-ND")])],
        [("TI", "CD4093BE", [("Digi-Key", "296-2068-5-ND")])],
        [("onsemi", "1N4148", []), ("Vishay", "1N4148-TAP", [])],
    ]
    text = (
        "Name,Qty,MPN,MPN 2,Supplier,Order Code\n"
        "Regulator,1,LM317,MIC5219-3.3YM5-TR,Digi-Key,576-1281-1-ND\n"
        "Relay,1,G5V-2,G5V-1,Digi-Key,Z1-ND\nGate,1,CD4093BE,296-2068-5-ND,Digi-Key,X-ND\n"
        "Plug,1,CD4094BE,296-2069-5-ND,Digi-Key,296-2069-5-ND\n"
    )
    assert _sold(text, tmp_path) == [
        [("", "LM317", [("Digi-Key", "576-1281-1-ND")]), ("", "MIC5219-3.3YM5-TR", [])],
        [("", "G5V-2", [("Digi-Key", "Z1-ND")]), ("", "G5V-1", [])],
        [("", "CD4093BE", [("Digi-Key", "X-ND")]), ("", "296-2068-5-ND", [])],
        [("", "CD4094BE", [("Digi-Key", "296-2069-5-ND")])],
    ]
    text = (
        "Designator;quantity;value/description;Part Number;supplier\n"
        "R1,R2;2;10k resistor;ESR03EZPD1002;Mouser electronics\nR6;1;LDR;PDV-P8103;Mouser electronics\n"
        "J1;1;Header 1x3;1-826629-2;Mouser electronics\nJ2;1;Header 1x2;1-826629-2;Mouser electronics\n"
        "U2;1;Reference;LT6654BIS6-4.096#TRMPBF;DigiKey\nA1;1;Shield;;Adafruit\n"
    )
    assert [sources[0][1] for sources in _sold(text, tmp_path)] == [
        *("ESR03EZPD1002", "PDV-P8103", "1-826629-2", "1-826629-2", "LT6654BIS6-4.096#TRMPBF", "")
    ]


@pytest.mark.parametrize(
    ("row", "source"),
    [
        ("Digi-Key,296-1234-1-ND,Digi-Key,", ("", "", [("Digi-Key", "296-1234-1-ND")])),
        ("Digi-Key,296-1234-1-ND,Digikey,X-ND", ("", "296-1234-1-ND", [("Digikey", "X-ND")])),
        ("Digi-Key,MIC5219-TR,Digi-Key,", ("", "MIC5219-TR", [("Digi-Key", "")])),
        ("R&S,NRP8S,RS,123-456", ("R&S", "NRP8S", [("RS", "123-456")])),
        ("RS Components,NRP8S,,", ("", "NRP8S", [("RS Components", "")])),
    ],
)
def test_sellers_among_the_manufacturers_lose_no_number(
    row: str, source: tuple[str, str, list[tuple[str, str]]], tmp_path: Path
) -> None:
    header = "Name,Qty,Manufacturer,MPN,Supplier,Order Code"
    assert _sold(f"{header}\nPart,1,{row}\nOther,1,TI,LM358,Mouser,595-LM358\n", tmp_path)[0] == [
        source
    ]


def test_sellers_beside_other_suppliers_stay_manufacturers() -> None:
    attributes = {"Manufacturer": "Digi-Key", "MPN": "X-ND", "Supplier": "Mouser"}
    move_attributes(row := ReadRow(2, "", item={"attributes": dict(attributes)}))
    assert row.item["attributes"] == attributes
    attributes["Supplier"] = "Digikey"
    move_attributes(row := ReadRow(2, "", item={"attributes": attributes}))
    assert row.item["attributes"] == {"Supplier": "Digikey", "Order Code": "X-ND"}


def test_order_numbers_beside_manufacturers_alone_are_theirs(tmp_path: Path) -> None:
    rows = """Pos;Bezeichnung;Hersteller;Bestell-Nr.;Menge{}
        1;Sensor;ifm;{}IFS204;3{}
        2;Lichtschranke;Sick;{}WTB4-3P2161;2{}
        3;Ventilinsel;Festo;{}573606;1{}"""
    found = read_text(tmp_path, rows.format(*[""] * 7))
    assert [attributes_of(p)["MPN"] for p in found.parts.values()] == [
        *("IFS204", "WTB4-3P2161", "573606")
    ]
    for rest in (
        ["", "603-", "", "603-", "", "603-", ""],
        [";Lieferant", *["", ";RS"] * 3],
        [";Typ", "", ";A-1", "", ";B-2X", "", ";C-3"],
    ):
        found = read_text(tmp_path, rows.format(*rest))
        part = attributes_of(found.parts[2])
        assert part["Order Code"].endswith("IFS204")


def test_devices_of_a_cabinet_have_designators_and_types(tmp_path: Path) -> None:
    text = """BMK;Menge;Bezeichnung;Typnummer;Hersteller;Artikelnr. Lieferant;Lieferant
        -Q1;1;Hauptschalter;P3-63/EA/SVB;Eaton;274857;Schäcke
        -F1, -F2;2;Automat C16;FAZ-C16/1;Eaton;278580;Schäcke
        -K1..-K4;4;Relais;38.51.7.024;Finder;38517024;RS Components"""
    found = read_text(tmp_path, text, parent="T")
    assert [line.designators for line in found.details] == [
        *(("-Q1",), ("-F1", "-F2"), ("-K1", "-K2", "-K3", "-K4"))
    ]
    part = attributes_of(found.parts[2])
    assert (part["MPN"], part["Order Code"]) == ("P3-63/EA/SVB", "274857")


def test_kits_are_the_parents_of_their_components(tmp_path: Path) -> None:
    text = """Kit;Kit name;Component;Component name;Qty per kit;Wt. Ea. (lbs);Fornitore;Cod. fornitore
        K100;Starter kit;CMP-1;Box;1;0.9;SKF;6205-2RSH
        K100;Starter kit;CMP-2;Manual;1;0.35;SKF;6206-2Z
        K200;Pro kit;CMP-1;Box;1;0.9;SKF;6205-2RSH
        K200;Pro kit;CMP-3;Sensor;2;8.2;SKF;22208 E"""
    found = read_text(tmp_path, text)
    assert found.lines == {
        *(("K100", "CMP-1", "1"), ("K100", "CMP-2", "1")),
        *(("K200", "CMP-1", "1"), ("K200", "CMP-3", "2")),
    }
    rows = [piece for piece in found.reading.pieces() if isinstance(piece, PreparedRow)]
    named = {row.item_number: row.item for row in rows}
    assert (named["K100"]["name"], named["K200"]["name"]) == ("Starter kit", "Pro kit")
    assert (named["CMP-1"]["weight"], named["CMP-1"]["weightUnit"]) == ("0.9", "lb")
    assert attributes_of(named["CMP-1"])["Order Code"] == "6205-2RSH"


def test_numbers_of_one_form_belong_to_who_sells_the_row(tmp_path: Path) -> None:
    rows = [
        *(f"{at},1,IC{at},DigiKey,LM{at}17-{at}CT-ND,Part {at}" for at in range(1, 6)),
        "6,4,IC7,Mouser,595-SN74LVC126AD,Buffer",
        "7,0,C31,,,",
    ]
    found = read_text(
        tmp_path, "Item,Qty,Ref des.,Distributer,Dist. Part no.,Description\n" + "\n".join(rows)
    )
    sold = [attributes_of(part) for part in found.parts.values()]
    assert [one["Supplier"] for one in sold] == [*["DigiKey"] * 5, "Mouser"]
    assert (sold[-1]["Order Code"], found.problems) == ("595-SN74LVC126AD", [])
    # Nothing is placed in the last row, and nothing names what could be.
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [8]


def test_links_name_who_sells_under_their_code(tmp_path: Path) -> None:
    links = ("http://de.farnell.com/harwin/x/dp/7992033", "de.farnell.com/y/dp/2069808", "", "")
    codes = ("7992033", "2069808", "1014141", "9330364")
    rows = [f"{c};P{at};2;{link}" for at, (c, link) in enumerate(zip(codes, links, strict=True))]
    found = read_text(tmp_path, "Bestellnr;Bezeichnung;Anzahl;Link\n" + "\n".join(rows))
    sold = [attributes_of(part).get("Supplier") for part in found.parts.values()]
    assert sold == ["Farnell", "Farnell", None, None]
    assert [r.code for r in found.reading.remarks] == ["COLUMN_LEFT_OUT"]


def test_numbers_that_count_the_rows_are_no_part_numbers(tmp_path: Path) -> None:
    rows = [f"{at},Part {at},{at + 1}" for at in range(1, 7)]
    found = read_text(tmp_path, "Part Number,Part Name,Qty\n" + "\n".join(rows), parent="T")
    assert all("itemNumber" not in part for part in found.parts.values())
    assert [line.find_number for line in found.details] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("headers", "field"),
    [("MANUFACTURER,MP,PARTREV", None), ("Part Number,MPN,PARTREV", "A3"), ("Maker,MPN,Rev", "A3")],
)
def test_the_revision_of_a_symbol_is_none_of_the_part(
    headers: str, field: str | None, tmp_path: Path
) -> None:
    text = f"Reference,Value,Qty,{headers}\nJ1,USB,1,GCT,USB4105-GF-A,A3"
    part = read_text(tmp_path, text, parent="T").parts[2]
    assert part.get("revision") == field
    assert ("PARTREV" in attributes_of(part)) == (field is None)


def test_numbers_serve_as_names_where_few_rows_have_one_and_it_is_told(tmp_path: Path) -> None:
    rows = "".join(f"N-{at},,1\n" for at in range(6))
    found = read_text(tmp_path, f"Part Number,Name,Qty\nN,Named,1\n{rows}")
    assert [part["name"] for part in found.parts.values()][:2] == ["Named", "N-0"]
    told = [r.row_number for r in found.remarks if "serves as one" in r.text]
    assert (told, found.problems) == ([3, 4, 5, 6, 7, 8], [])


@pytest.mark.parametrize(
    ("numbers", "field"),
    [(("NEMA17-42BYG", "LM7805CT", "608-2RS"), "MPN"), (("ACM-1001", "ACM-1002", "ACM-13"), None)],
)
def test_numbers_within_order_codes_are_those_of_makers(
    numbers: tuple[str, ...], field: str | None, tmp_path: Path
) -> None:
    text = """Description,Qty,Part #,Distributor Part #,Distributor
        Motor,2,{},1568-1105-ND,Digi-Key
        Regulator,1,{},926-LM7805CT/NOPB,Mouser
        Bearing,4,{},,"""
    part = read_text(tmp_path, text.format(*numbers), parent="T").parts[3]
    assert part.get("itemNumber") == (None if field else numbers[1])
    assert attributes_of(part).get("MPN") == (numbers[1] if field else None)


@pytest.mark.parametrize(
    ("header", "cells", "codes"),
    [
        ("AliExpress item", ("1005001636295529", "1005003123456789"), "AliExpress"),
        ("Amazon item", ("B08D5ZD528", "B07ZSZ28ZC"), "Amazon"),
        ("eBay item no", ("123456789012", "123456789013"), "eBay"),
        ("Amazon item", ("USB cable 3-pack", "Charger 65 W"), ""),
        ("Source", ("PID: 711", "SKU: A-12"), ""),
        ("Source", ("Art.-Nr.: 4711", "Part #: 12"), ""),
    ],
)
def test_items_of_shops_are_order_codes_and_labelled_numbers_are_no_suppliers(
    tmp_path: Path, header: str, cells: tuple[str, str], codes: str
) -> None:
    found = read_text(tmp_path, f"Part,Qty,{header}\na,1,{cells[0]}\nb,2,{cells[1]}", parent="T")
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    sold = [(s.name, s.order_code) for r in rows for source in r.sources for s in source.suppliers]
    assert sold == ([(codes, cell) for cell in cells] if codes else [])


@pytest.mark.parametrize(
    ("headers", "rows", "called"),
    [
        ("File Name,Label", ("leg.FCStd,Leg", "foot.FCStd,Foot"), [("", "Leg"), ("", "Foot")]),
        ("File Name,Weight", ("leg.FCStd,1 kg", "foot.FCStd,2 kg"), [("", "leg"), ("", "foot")]),
        (
            "File Name,Description",
            ("100-12.SLDPRT,Leg", "C:\\parts\\100-13.sldasm,Foot"),
            [("100-12", "Leg"), ("100-13", "Foot")],
        ),
        ("Part No,Label", ("A-1,Hot", "A-2,CE"), [("A-1", "A-1"), ("A-2", "A-2")]),
    ],
)
def test_files_of_parts_are_not_what_these_are_called(
    tmp_path: Path, headers: str, rows: tuple[str, str], called: list[tuple[str, str]]
) -> None:
    found = read_text(tmp_path, f"{headers},Qty\n{rows[0]},1\n{rows[1]},2", parent="T")
    parts = found.parts.values()
    assert [(part.get("itemNumber", ""), part["name"]) for part in parts] == called


_TWO = "Part,Qty,Supplier 1,SPN 1,Supplier 2,SPN 2"


@pytest.mark.parametrize(
    ("headers", "cells", "prices", "told"),
    [
        (f"{_TWO},Price 1,Price 2", "RS,88-1,Farnell,99-2,3.10,3.40", {"RS": "1:3.1", "Farnell": "1:3.4"}, ""),
        (f"{_TWO},Price 1,Price 10", "RS,88-1,Farnell,99-2,3.10,2.40", {"RS": "1:3.1 10:2.4", "Farnell": ""}, "several suppliers"),
        (f"{_TWO},Price", "RS,88-1,Farnell,99-2,3.10", {"RS": "1:3.1", "Farnell": ""}, "several suppliers"),
        ("Part,Qty,Vendor,Vendor P/N,Cost,Alt Vendor,Alt Vendor P/N,Alt Cost", "Acme,R-5,8.5,Misumi,B-5,12.00", {"Acme": "1:8.5", "Misumi": "1:12"}, ""),
        ("Part,Qty,Digi-Key PN,Digi-Key Price,Mouser PN,Mouser Price", "311-10.0KHRCT-ND,0.10,603-RC0603,0.12", {"Digi-Key": "1:0.1", "Mouser": "1:0.12"}, ""),
        ("Part,Qty,Digi-Key PN,Mouser PN,Unit price", "311-10.0KHRCT-ND,603-RC0603,0.12", {"Digi-Key": "1:0.12", "Mouser": ""}, "several suppliers"),
        ("Teil;Menge;Lieferant;Preis ab 1;Preis ab 100", "Acme;1,250;0,95", {"Acme": "1:1.25 100:0.95"}, ""),
        ("Part;Qty;Supplier;Qty Break 1;Price 1;Qty Break 2;Price 2", "Acme;1;0,10;1000;0,012", {"Acme": "1:0.1 1000:0.012"}, ""),
        ("Part,Qty,Supplier,Break 1,Break 2,Break 3,Unit Price 1,Unit Price 2,Unit Price 3", "Acme,1,10,,0.10,0.08,", {"Acme": "1:0.1 10:0.08"}, ""),
        ("Part,Qty,Supplier,Price Break 1,Price Break 1 Qty,Price Break 2,Price Break 2 Qty", "Acme,3.5,10+,2.5,50-99", {"Acme": "10:3.5 50:2.5"}, ""),
        ("Teil;Menge;Lieferant;Staffel 1;Preis 1 (EUR);Staffel 2;Preis 2 (EUR)", "Acme;25 Stk;1,25;2.500;0,95", {"Acme": "25:1.25 2500:0.95"}, ""),
        ("Part,Qty,Vendor,PB1 Qty,PB1 Price,PB2 Qty,PB2 Price", "Acme,1,2.1,1k,1.9", {"Acme": "1:2.1 1000:1.9"}, ""),
        ("Part,Qty,Supplier,Price 1,Price 2,Price 3", "Acme,3.10,2.90,2.60", {"Acme": ""}, ""),
        ("Part;Qty;Supplier;Price @ 1;Price @ 10", "Acme;on call;1.10", {"Acme": "10:1.1"}, 'as "on call"; it is left out'),
    ],
)  # fmt: skip
def test_prices_are_those_of_their_suppliers(
    tmp_path: Path, headers: str, cells: str, prices: dict[str, str], told: str
) -> None:
    sign = ";" if ";" in headers else ","
    rows = [f"Nut{sign}2{sign}{cells}", f"Bolt{sign}3{sign}{cells.replace('on call', '1.3')}"]
    found = read_text(tmp_path, "\n".join([headers, *rows]), parent="T")
    first = next(row for row in found.reading.pieces() if isinstance(row, PreparedRow))
    sold = [seller for source in first.sources for seller in source.suppliers]
    read = {s.name: " ".join(f"{p.quantity}:{p.price.normalize()}" for p in s.prices) for s in sold}
    assert read == prices
    remarks = " ".join(r.text for r in found.remarks)
    assert ("several suppliers" in remarks, "left out" in remarks) == (
        "several" in told,
        "left out" in told,
    )
    assert told in remarks


@pytest.mark.parametrize(
    ("text", "chosen", "currency", "told"),
    [
        ("Varenr;Beskrivelse;Antal;Pris\nA1;Skrue;4;12,50 kr", "", "DKK", "kr is read as DKK"),
        ("Varenr;Beskrivelse;Antall;Pris\nA1;Skrue;4;12,50", "", "NOK", "NOK is assumed"),
        ("Artikel;Antal;Pris\nBolt;4;12,50", "", "SEK", "SEK is assumed; it may as well be DKK"),
        ("Artikel;Antal;Pris\nBøjle;4;12,50", "", "DKK", "DKK is assumed, as the texts are Danish"),
        ("Part;Qty;Price\nBolt;4;12,50 kr", "", None, "could not be read"),
        ("Part;Qty;Price\nBolt;4;12,50 kr", "NOK", "NOK", "kr is read as NOK, as was said"),
    ],
)
def test_crowns_are_told_apart_by_evidence_and_told_as_a_guess(
    tmp_path: Path, text: str, chosen: str, currency: str | None, told: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text)
    found = outcome(read_sheet(path, currency=chosen, parent="T"))
    assert found.parts[2].get("costCurrency") == currency
    remarks = [r.text for r in (*found.remarks, *found.reading.remarks)]
    assert told in " ".join((*remarks, *found.reading.decisions))


_SOLD = {
    "Manufacturer": ("Schneider Electric", "Finder", "Phoenix Contact"),
    "Catalogue no.": ("LC1D09BD", "55.34.9.024.0040", "2866268"),
    "Supplier": ("RS", "Farnell", "RS"),
    "Stock code": ("331-0186", "1169338", "666-9001"),
    "Stores code|Stock code": ("ST-001", "ST-002", "ST-003"),
    "Bin|Stock code": ("10023", "20991", "31822"),
    "Order no.": ("LC1D09BD", "55.34.9.024.0040", "2866268"),
    "Supplier part no.": ("331-0186", "1169338", "666-9001"),
}


@pytest.mark.parametrize(
    ("columns", "read"),
    [
        ("Manufacturer;Catalogue no.;Supplier;Stock code", "LC1D09BD 331-0186 "),
        ("Manufacturer;Catalogue no.;Stock code;Supplier", "LC1D09BD 331-0186 "),
        ("Manufacturer;Catalogue no.;Stores code|Stock code;Supplier", "LC1D09BD  ST-001"),
        ("Bin|Stock code;Supplier;Manufacturer;Catalogue no.", "LC1D09BD  10023"),
        ("Stores code|Stock code;Manufacturer;Supplier", "  ST-001"),
        ("Manufacturer;Order no.;Supplier;Supplier part no.", "LC1D09BD 331-0186 "),
        ("Manufacturer;Catalogue no.;Supplier", "LC1D09BD  "),
    ],
)
def test_numbers_beside_makers_and_suppliers_are_theirs(
    columns: str, read: str, tmp_path: Path
) -> None:
    names = columns.split(";")
    headers = ",".join(["Description", *(name.rpartition("|")[2] for name in names), "Qty"])
    words = ("Contactor", "Relay", "Supply")
    rows = [",".join([word, *(_SOLD[n][at] for n in names), "1"]) for at, word in enumerate(words)]
    found = read_text(tmp_path, "\n".join([headers, *rows]), parent="T")
    part = found.parts[2]
    held = attributes_of(part)
    numbers = (held.get("MPN", ""), held.get("Order Code", ""), part.get("itemNumber", ""))
    assert " ".join(map(str, numbers)) == read
    told = [r.text for r in found.reading.remarks if "is read as the numbers of" in r.text]
    assert bool(told) is (numbers[0] != "")


def test_stock_codes_that_may_be_of_either_are_told(tmp_path: Path) -> None:
    text = "Stock code,Name,Qty,Supplier\n10023,Contactor,1,RS\n20991,Relay,1,RS\n31822,Supply,2,RS"
    found = read_text(tmp_path, text, parent="T")
    assert found.parts[2]["itemNumber"] == "10023"
    assert any("if they are those of" in remark.text for remark in found.reading.remarks)


def test_each_supplier_has_its_own_prices_for_several_pieces(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part No,Name,Qty,MPN,Digi-Key PN,Digi-Key 1,Digi-Key 100,Mouser PN,Mouser 1,Mouser 1k
        E-1,Diode,4,SS14,SS14CT-ND,0.39,0.18,512-SS14,0.37,0.08""",
        parent="T",
    )
    pieces = found.reading.pieces()
    (source,) = next(piece.sources for piece in pieces if isinstance(piece, PreparedRow))
    assert {s.name: [(p.quantity, str(p.price)) for p in s.prices] for s in source.suppliers} == {
        "Digi-Key": [(1, "0.39"), (100, "0.18")],
        "Mouser": [(1, "0.37"), (1000, "0.08")],
    }
