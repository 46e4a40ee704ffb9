"""Exports of ERP and PLM programs and offers of several suppliers: what a person expects of each."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from partwright.imports.sheets.records.refusals import NoHeader
from partwright.imports.sheets.records.rows import ItemRow, PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text

LINES = {
    "lines of two levels in Business Central": (
        """Fert.-Stücklistennr.;Zeilennr.;Art;Nr.;Beschreibung;Menge pro;Einheitencode
        F-10;10000;Artikel;F-11;Wheel;2;PCS
        F-10;20000;Fert.-Stückliste;F-17;Brake;1;PCS
        F-11;10000;Artikel;F-20;Spoke;36;PCS
        F-17;10000;Artikel;F-21;Cable;1,6;M""",
        {("F-10", "F-11", "2"), ("F-10", "F-17", "1"), ("F-11", "F-20", "36")}
        | {("F-17", "F-21", "1.6")},
    ),
    "quantities with a denominator in Dynamics": (
        """BOMID,ITEMNUMBER,LINENUMBER,LINETYPE,QUANTITY,QUANTITYDENOMINATOR,PRODUCTUNITSYMBOL
        B-1,D-CAB,1,Phantom,1,1,ea
        B-1,D-WIR,2,Item,150,100,m""",
        {("B-1", "D-CAB", "1"), ("B-1", "D-WIR", "1.5")},
    ),
    "places as item numbers in OpenBOM": (
        """Level,Item Number,Part Number,Name,Quantity
        0,0,DRONE,Drone,1
        1,1,ARM,Arm,4
        1,2,STACK,Stack,1
        2,2.1,ESC,Controller,1
        2,2.2,SPC,Spacer,8""",
        {("T", "DRONE", "1"), ("DRONE", "ARM", "4"), ("DRONE", "STACK", "1")}
        | {("STACK", "ESC", "1"), ("STACK", "SPC", "8")},
    ),
    "a document among the items of SAP": (
        """Pos.;PTp;Komponente;Komponentenbezeichnung;Menge;ME
        0010;L;20001120;Drawbar;1,000;ST
        0020;L;30000118;Roller;2,000;ST
        0030;D;;Manual MA-331;1,000;ST
        0040;L;30000990;Screw;12,000;ST""",
        {("T", "20001120", "1"), ("T", "30000118", "2"), ("T", "30000990", "12")},
    ),
    "lists and lines with a header each in Fishbowl, the finished good among the lines": (
        """"Flag","Number","Description","Active","RevisionNumber"
        "Flag","Description","Type","Part","Quantity","UOM"
        "BOM","BOM-BIKE","Custom bike","true","1"
        "Item","Frame","Raw Good","B-200","1","ea"
        "Item","Custom bike","Finished Good","B-100","1","ea"
        "Item","Wheel","Raw Good","B-300","2","ea"
        "Item","Check the brakes","Note","","1","ea"
        "BOM","BOM-WHEEL","Wheel build","true","2"
        "Item","Wheel","Finished Good","B-300","1","ea"
        "Item","Spoke","Raw Good","B-320","36","ea\"""",
        {("B-100", "B-200", "1"), ("B-100", "B-300", "2"), ("B-300", "B-320", "36")},
    ),
    "lines of Fishbowl under one header": (
        """BOM Number,BOM Description,BOM Active,Revision,Item Type,Item Description,Part,Quantity,UOM
        BOM-BIKE,Custom Bike,true,1,Finished Good,Custom bike,B-100,1,ea
        BOM-BIKE,Custom Bike,true,1,Raw Good,Frame,B-200,1,ea
        BOM-BIKE,Custom Bike,true,1,Raw Good,Wheel,B-300,2,ea
        BOM-WHEEL,Wheel build,true,2,Finished Good,Wheel,B-300,1,ea
        BOM-WHEEL,Wheel build,true,2,Raw Good,Spoke,B-320,36,ea""",
        {("B-100", "B-200", "1"), ("B-100", "B-300", "2"), ("B-300", "B-320", "36")},
    ),
    "kinds of rows that are declared with a mark": (
        """!HDR;ITEM;DESC;REV;;
        !CMP;COMPONENT;DESC;QTY;UOM;REFDES
        HDR;A-100;Main board;B;;
        CMP;R-10K;Resistor 10k;2;EA;R1,R2
        HDR;A-200;Harness;A;;
        CMP;W-22;Wire;1.5;M;""",
        {("A-100", "R-10K", "2"), ("A-200", "W-22", "1.5")},
    ),
    "headers behind the kinds of their rows": (
        """H,Assembly No,Rev,Description,Site
        D,Line,Component,Qty Per,UOM,Description
        H,ASM-1,C,Pump,MAIN
        D,10,P-1,1,EA,Housing
        H,ASM-2,A,Motor unit,MAIN
        D,10,P-2,6,EA,Screw
        D,20,P-3,1,EA,Motor""",
        {("ASM-1", "P-1", "1"), ("ASM-2", "P-2", "6"), ("ASM-2", "P-3", "1")},
    ),
    "French words for sides behind what they tell of": (
        """Réf. composé;Désignation composé;Repère;Réf. composant;Désignation composant;Qté;Px achat HT
        ENS-01;Pompe;10;CP-100;Corps;1;45,20 €
        ENS-01;Pompe;20;SE-10;Roue;1;
        SE-10;Roue;10;AX-310;Axe;2;6,40 €""",
        {("ENS-01", "CP-100", "1"), ("ENS-01", "SE-10", "1"), ("SE-10", "AX-310", "2")},
    ),
    "lists and their names, in Dynamics": (
        """BOMId;BOMName;ItemId;ProductName;BOMQty;UnitId
        BOM-1;Cabinet;D1;Body;1;pcs
        BOM-1;Cabinet;D2;Door;2;pcs
        BOM-2;Drawer;D3;Front;1;pcs
        BOM-2;Drawer;D4;Slide;2;pcs""",
        {("BOM-1", "D1", "1"), ("BOM-1", "D2", "2"), ("BOM-2", "D3", "1"), ("BOM-2", "D4", "2")}
        | {("T", "BOM-1", "1"), ("T", "BOM-2", "1")},
    ),
    "figures alone below the parts": (
        """Part No,Name,Unit Price,Quantity,Subtotal
        A-1,Plate,2.00,2,4.00
        A-2,Screw,0.10,6,0.60
        ,,,8,4.60""",
        {("T", "A-1", "2"), ("T", "A-2", "6")},
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_of_exports(tmp_path: Path, name: str) -> None:
    text, lines = LINES[name]
    found = read_text(tmp_path, text, parent="T" if any("T" in x for x in lines) else "")
    assert (found.lines, found.problems) == (lines, [])


VALUES: dict[str, tuple[str, str, Sequence[object]]] = {
    "letters of SAP for make and buy, and phantoms": (
        """Level;Item number;Name;Quantity;Phantom item;Procurement type
        1;100-310;Casing;1;;E
        1;100-400;Module;1;X;E
        2;100-410;Screw;4;;F
        2;100-420;Plate;1;;X""",
        "partType",
        ["Manufacture", "Phantom", "Purchase", None],
    ),
    "phantoms beside no other kinds": (
        "Item number,Name,Quantity,Line type\nA-1,Cabinet,1,Phantom\nA-2,Screw,4,Item",
        "partType",
        ["Phantom", None],
    ),
    "materials that are all called M": (
        "Material,Description,Type,Quantity\nFR-29010,Frame,M,1\nFK-29020,Fork,M,1\nWH-29030,Rim,M,2",
        "partType",
        [None, None, None],
    ),
    "what is known of material or type": (
        "Part,Material / Type,Qty\nTube,50x50x3 steel,2\nAxle,Al-Ko 750 kg,1\nNut,zinc,8",
        "material",
        [None, None, None],
    ),
    "the first of two columns of names": (
        """Artikelnummer,Bezeichnung 1,Bezeichnung 2,Menge,Positionswert
        210010,Tischplatte,1500x750,1,84.50
        210020,Gestell,RAL 7035,2,122.40""",
        "name",
        ["Tischplatte", "Gestell"],
    ),
    "groups that stand once above their parts": (
        """Gruppo,Pos.,Descrizione,Q.tà
        Motore,1,Motoriduttore,1
        ,2,Catena,2
        Telaio,3,Profilo,6
        ,4,Piastra,2""",
        "attributes",
        [{"Category": "Motore"}] * 2 + [{"Category": "Telaio"}] * 2,
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_of_exports(tmp_path: Path, name: str) -> None:
    text, field, values = VALUES[name]
    found = read_text(tmp_path, text, parent="T")
    assert [part.get(field) for part in found.parts.values()] == [*values]


SOLD = {
    "offers of several columns": (
        """Offers;;;;;;
        ;;;Anbieter A: Bossard;;Anbieter B: Keller & Co;
        Pos;Bezeichnung;Menge;Art.-Nr.;EP CHF;Art.-Nr.;EP CHF
        1;Screw M6x20;200;1151398;0,062;104762;0,058
        2;Washer M6;400;1151614;0,011;107089;0,010""",
        [
            ["||Bossard:1151398:0.062CHF", "||Keller & Co:104762:0.058CHF"],
            ["||Bossard:1151614:0.011CHF", "||Keller & Co:107089:0.010CHF"],
        ],
    ),
    "classes of parts are no order codes": (
        """Comment,Designator,Quantity,Supplier Part,Supplier,JLCPCB Part Class
        10uF,"C1,C2",2,C19702,LCSC,Basic Part
        4.7k,R1,1,C25900,LCSC,Extended Part""",
        [["||LCSC:C19702:"], ["||LCSC:C25900:"]],
    ),
    "references of manufacturers beside those of suppliers": (
        """Désignation;Référence;Fabricant;Fournisseur;Réf. fournisseur;Qté
        Plaque alu 3 mm;;;Blocken;AL-3-300;2
        Moteur;37D;Pololu;Gotronic;31245;2
        Driver;TB6612;Pololu;Gotronic;12345;1""",
        [
            ["||Blocken:AL-3-300:"],
            ["Pololu|37D|Gotronic:31245:"],
            ["Pololu|TB6612|Gotronic:12345:"],
        ],
    ),
    "what the company makes has no supplier": (
        """Código,Denominación,Cant.,Proveedor
        CL-1,Bastidor,1,Interno
        CL-2,Guía,2,Hiwin
        CL-3,Placa,2,Officina interna
        CL-4,Rama,1,Wlasny druk PB
        CL-5,Base,1,eigener 3D-Druck
        CL-6,Correa,1,Gates
        CL-7,Motor,1,Nanotec
        CL-8,Tubo,1,Item""",
        [[], ["||Hiwin::"], [], [], [], ["||Gates::"], ["||Nanotec::"], ["||Item::"]],
    ),
}


@pytest.mark.parametrize("name", SOLD)
def test_sources_of_exports(tmp_path: Path, name: str) -> None:
    text, sold = SOLD[name]
    found = read_text(tmp_path, text, parent="T")
    assert [_sources(row) for row in _rows(found)] == sold
    assert len(found.details) == len(sold)


def test_the_top_of_a_report_has_the_name_behind_its_number(tmp_path: Path) -> None:
    text = """Indented Bill of Material;;;;
    Item: BK-29000;Description: Mountain bike;;Revision: B;
    Level;Material;Description;Quantity;Per
    1;FR-29010;Frame;1;Unit
    1;WH-29030;Wheels;1;Unit
    .2;WH-29031;Rim;2;Unit
    1;GR-00001;Grease;5;Lot"""
    found = read_text(tmp_path, text)
    top: ItemRow = next(row.item for row in _rows(found) if row.item_number == "BK-29000")
    assert top["name"] == "Mountain bike"
    told = [remark.text for remark in found.reading.remarks]
    assert (
        '"Per" is "Lot" in rows 7: their quantities may be for a lot, and not for one piece' in told
    )


def _rows(found: Outcome) -> list[PreparedRow]:
    return [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]


def _sources(row: PreparedRow) -> list[str]:
    return [
        f"{source.manufacturer}|{source.mpn}|{seller.name}:{seller.order_code}:"
        + ",".join(f"{price.price}{price.currency}" for price in seller.prices)
        for source in row.sources
        for seller in source.suppliers
    ]


TYPED = """Kind,Number,Description,Buyer
Kind,Number,Name,Country
PART,P-1,Plate,Ann
VENDOR,V-1,Acme,DE
PART,P-2,Screw,Bob
VENDOR,V-2,Bolt AG,CH
"""


def test_kinds_of_rows_of_which_none_are_lines_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(NoHeader, match=r'"PART", "VENDOR".*1 for "PART", 2 for "VENDOR"'):
        read_text(tmp_path, TYPED)
    found = outcome(read_sheet(tmp_path / "sheet.csv", header_row=1))
    assert [part["itemNumber"] for part in found.parts.values()] == ["P-1", "P-2"]


def test_a_later_row_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    lines = "".join(f"D,{n},P-{n},1\n" for n in range(600))
    text = f"H,Assembly No,Rev\nD,Line,Component,Qty\nH,A-1,C\n{lines}X,1,2,3"
    found = read_text(tmp_path, text)
    assert (len(found.lines), found.bad_rows) == (600, [604])


READ = {
    "whole numbers of companies ahead of those of drawings": (
        "Art.nr;Benämning;Antal;Ritningsnr\n1001;Stativ;1;R-1\n1002;Lager;2;R-2\n2001;Skruv;8;",
        [{"itemNumber": "1001"}, {"itemNumber": "1002"}, {"itemNumber": "2001"}],
    ),
    "places that are called Where": (
        "Material,Amount,Where\nWire,2 m,Power\nEpoxy,150 g,Bonding",
        [{"attributes": {"Where": "Power"}}, {"attributes": {"Where": "Bonding"}}],
    ),
    "shops that are called Where": (
        "Material,Amount,Where\nWire,2 m,Amazon\nEpoxy,150 g,Baumarkt",
        [{"attributes": {"Supplier": "Amazon"}}, {"attributes": {"Supplier": "Baumarkt"}}],
    ),
    "a currency of one country, and its tax": (
        """ÍTEM;DESCRIPCIÓN;CANT.;P. UNIT. (S/);P. TOTAL (S/)
        1;Contactor;2;85,00;170,00
        2;Relé;2;120,50;241,00
        ;;;IGV 18%;73,98""",
        [{"cost": "85.00", "costCurrency": "PEN"}, {"cost": "120.50", "costCurrency": "PEN"}],
    ),
    "weeks in Dutch": (
        "Artikelnr;Omschrijving;Aantal;Levertijd\nA-1;Profiel;4;2 weken\nA-2;Plaat;1;10 dagen",
        [{"leadTimeDays": 14}, {"leadTimeDays": 10}],
    ),
}


@pytest.mark.parametrize("name", READ)
def test_what_parts_are_read_as(tmp_path: Path, name: str) -> None:
    text, parts = READ[name]
    found = list(read_text(tmp_path, text, parent="T").parts.values())
    assert [
        {key: part.get(key) for key in own} for part, own in zip(found, parts, strict=True)
    ] == parts


def test_a_manufacturer_has_the_state_of_its_own_number(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,Item Number,Item Description,Qty,Mfr. Name,Mfr. Part Number,Mfr. Part Lifecycle Phase
        0,800-1,Board,,,,
        1,100-1,Resistor,3,Yageo,RC0402,Active
        1,100-1,Resistor,,Vishay,CRCW0402,Obsolete""",
    )
    rows = [x for x in found.reading.pieces() if isinstance(x, PreparedRow)]
    sources = [(s.manufacturer, s.lifecycle) for s in rows[1].sources]
    assert sources == [("Yageo", "Active"), ("Vishay", "Obsolete")]
    assert not any(line.remark for line in found.details)


def test_a_distributor_beside_its_numbers(tmp_path: Path) -> None:
    text = "IPN,Description,Qty,MFR,MPN,Dist,Dist PN,1+,100+\n"
    text += "C-1,Cap 10uF,2,Murata,GRM21,Mouser,81-GRM21,0.32,0.14"
    rows = [x for x in read_text(tmp_path, text).reading.pieces() if isinstance(x, PreparedRow)]
    (seller,) = rows[0].sources[0].suppliers
    assert (seller.name, seller.order_code, len(seller.prices)) == ("Mouser", "81-GRM21", 2)


def test_names_of_reports_whose_labels_tabs_divide(tmp_path: Path) -> None:
    path = tmp_path / "cs12.txt"
    rows = ["Material\t100-400", "Plant\t1000", "Description\tElectronic unit"]
    rows += ["|Lv|Item|Component number|Object description|Comp. Qty (CUn)|Un|"]
    rows += [f"|.1|00{n}0|100-4{n}0|Casing {n}|1|PC|" for n in range(1, 4)]
    path.write_text("\n".join(rows), "utf-8")
    first = next(x for x in read_sheet(path).pieces() if isinstance(x, PreparedRow))
    assert first.item == {"itemNumber": "100-400", "name": "Electronic unit"}
