"""Shapes of public lists that were once read wrongly."""

from pathlib import Path

import pytest

from partwright.imports.sheets.records.rows import PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet
from partwright.imports.sheets.words.header_words import without_markup
from tests.imports.sheets.sheetfiles import attributes_of, outcome, read_text


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


@pytest.mark.parametrize(
    "numbers",
    [
        ("M10", "M23", "M31", "M44", "M12", "M71"),
        ("X1-X2", "AB1-AB4", "P3-P9", "K7-K8"),
        ("A1 B2", "C3 D4", "MX12 A3"),
        ("KA101", "KA102, KA103", "KA104", "KA105"),
    ],
)
def test_numbers_that_look_like_sizes_or_places_are_part_numbers(
    numbers: tuple[str, ...], tmp_path: Path
) -> None:
    rows = "\n".join(f'"{number}",Part {at},2' for at, number in enumerate(numbers))
    found = read_text(tmp_path, f"Part Number,Name,Qty\n{rows}", parent="T")
    assert [p.get("itemNumber") for p in found.parts.values()] == list(numbers)


@pytest.mark.parametrize(
    "label",
    [
        "Sub total electronics",
        "Zwischensumme Elektronik",
        "Gesamtsumme Elektronik und Mechanik",
        "Summe Elektronik",
    ],
)
def test_a_sum_that_says_of_what_is_no_part(label: str, tmp_path: Path) -> None:
    found = read_text(
        tmp_path, f"Name,Qty,Price EUR\nMotor,2,10\nBoard,1,5\n{label},,25", parent="T"
    )
    assert [p["name"] for p in found.parts.values()] == ["Motor", "Board"]
    assert [r.code for r in found.remarks] == ["TOTAL_ROW"]


@pytest.mark.parametrize("text", ["d<b or a>c", "if U<B and C>D", "x <b 5> y"])
def test_signs_of_comparison_are_no_tags(text: str) -> None:
    assert without_markup(text) == text
    assert without_markup('a<br/>b<br />c<font color="red">d</font >e') == "a b c d e"


def test_articles_of_an_erp_are_numbers_and_alloys_are_materials(tmp_path: Path) -> None:
    rows = """Stufe;Material;Bezeichnung;Menge
        .1;{};Antriebseinheit;1
        ..2;{};Motorflansch;1
        ..2;{};Welle;2"""
    found = read_text(tmp_path, rows.format("4000-100", "4000-110", "4000-120"), parent="T")
    numbers = [part.get("itemNumber") for part in found.parts.values()]
    assert (numbers, len(found.lines)) == (["4000-100", "4000-110", "4000-120"], 3)
    for alloys in (
        ("1.4301", "1.4404", "1.0037"),
        ("6061-T651", "7075-T651", "2024-T351"),
        ("A6061-T6", "A7075-T651", "A5052-H32"),
        ("X5CrNi18-10", "X2CrNiMo17-12-2", "X8CrNiS18-9"),
    ):
        found = read_text(tmp_path, rows.format(*alloys), parent="T")
        assert tuple(part.get("material") for part in found.parts.values()) == alloys


def test_material_beside_components_of_an_erp_is_what_they_go_into(tmp_path: Path) -> None:
    rows = """Material;{}Komponente;Objektkurztext;Menge;Bewertungspreis;Währg
        700100;{};300455;Blech;2;41,90;EUR
        700100;{};300233;Einsatz;4;0,35;EUR
        700200;{};300871;Servomotor;1;1.240,50;EUR
        700200;{};300018;Passfeder;3;0,60;EUR"""
    found = read_text(tmp_path, rows.format(*[""] * 5).replace(";;", ";"))
    assert found.lines == {
        *(("700100", "300455", "2"), ("700100", "300233", "4")),
        *(("700200", "300871", "1"), ("700200", "300018", "3")),
    }
    prices = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert prices == [("41.90", "EUR"), ("0.35", "EUR"), ("1240.50", "EUR"), ("0.60", "EUR")]
    levels = read_text(tmp_path, rows.format("Stufe;", ".1", "..2", ".1", "..2"))
    assert levels.lines == {
        *(("700100", "300455", "2"), ("300455", "300233", "4")),
        *(("700200", "300871", "1"), ("300871", "300018", "3")),
    }
    for part in [*found.parts.values(), *levels.parts.values()]:
        assert "material" not in part


def test_values_of_a_board_are_no_part_numbers_among_types(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Item;Quantity;Reference;Part
        1;3;C1,C4,C8;10uF/25V
        2;1;D1;SMBJ24A
        3;2;R1,R2;100K
        4;1;U1;LM2596S-5.0""",
        parent="T",
    )
    assert [(p["name"], p.get("itemNumber")) for p in found.parts.values()] == [
        *(("10uF/25V", None), ("SMBJ24A", None), ("100K", None), ("LM2596S-5.0", None))
    ]


def test_texts_between_the_items_of_a_list_are_told(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Pos.;PTyp;Komponente;Objektkurztext;Menge;ME
        0010;L;100-4711;Oberteil;1,000;ST
        0020;L;100-4712;Schnur;0,850;M
        0030;T;;Vor Montage entfetten;0,000;
        0040;T;;Siehe Zeichnung;;
        0050;L;200-0815;Schraube;12,000;ST
        0060;L;;Muster;2,000;ST""",
        parent="T",
    )
    assert [p["name"] for p in found.parts.values()] == ["Oberteil", "Schnur", "Schraube", "Muster"]
    assert [(r.code, r.row_number) for r in found.remarks] == [("NOT_A_PART", 4), ("NOT_A_PART", 5)]


def test_a_text_item_may_have_something_in_the_column_of_numbers(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Stufe;Pos;Komponente;Kurztext;Menge;ME;Positionstyp
        .1;10;4711;Motor 0,75 kW;1;ST;L
        .1;20;4712;Gurt;4,250;M;L
        .1;30;TEXT;Drehmoment beachten;;;T""",
        parent="T",
    )
    # 4,250 alone may be read either way: the fraction in the motor's name tells.
    assert found.lines == {("T", "4711", "1"), ("T", "4712", "4.25")}
    assert [(r.code, r.row_number) for r in found.remarks] == [("NOT_A_PART", 4)]


def test_documents_of_a_specification_and_tools_of_a_guide_are_no_parts(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Формат;Поз.;Обозначение;Наименование;Кол.;Примечание
        ;;;Документация;;
        А3;;АБВГ.301111.001 СБ;Сборочный чертёж;;
        ;;;Детали;;
        А4;1;АБВГ.741111.003;Крышка;1;
        А4;2;АБВГ.741112.004;Вал;2;""",
        parent="T",
    )
    assert found.lines == {("T", "АБВГ.741111.003", "1"), ("T", "АБВГ.741112.004", "2")}
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [3]
    guide = tmp_path / "guide.md"
    guide.write_text(
        "## Parts\n- 2x motor\n- 4x M3x8 screw\n\n### Tools you need\n- Soldering iron\n"
    )
    found = outcome(read_sheet(guide, parent="T"))
    assert [part["name"] for part in found.parts.values()] == ["motor", "M3x8 screw"]
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [5, 6]


def test_the_only_quantity_is_that_of_the_rows_below_a_group_before_it(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """,,Size,,Cost,
        Pos,Part,L,W,Unit,Qty
        ,,mm,mm,EUR,pcs
        1,Plate,200,100,12.50,2
        2,Bolt M8,,,0.15,8""",
        parent="T",
    )
    assert {(line.quantity, line.find_number) for line in found.details} == {(2, 1), (8, 2)}
    assert [part["cost"] for part in found.parts.values()] == ["12.50", "0.15"]


def test_lines_of_a_structure_have_their_numbers_beside_the_name_of_the_revision(
    tmp_path: Path,
) -> None:
    found = read_text(
        tmp_path,
        """BOM Line;Item Type;Rev Name;Quantity;Find No.
        000123/A;Item;Pump;;
         000124/B;Item;Housing;1;10
         000126/A;Item;Shaft set;1;30
          000128/C;Item;Bearing;2;20""",
    )
    assert [(p.get("itemNumber"), p["name"]) for p in found.parts.values()] == [
        *(("000123/A", "Pump"), ("000124/B", "Housing")),
        *(("000126/A", "Shaft set"), ("000128/C", "Bearing")),
    ]


def test_a_row_that_only_names_another_manufacturer_takes_nothing_from_the_part(
    tmp_path: Path,
) -> None:
    found = read_text(
        tmp_path,
        """Level,Item Number,Item Name,Lifecycle Phase,Qty,Mfr Name,Mfr Item Number,Standard Cost
        0,900-10,Node,In Production,,,,
        1,210-01,Capacitor,In Production,3,Murata,GRM155R71C104KA88D,$0.0030
        1,210-01,,,,Kemet,C0402C104K4RACTU,
        1,500-03,Case,In Design,1,,,$1.10""",
    )
    part = found.parts[3]
    attributes: dict[str, str] = part["attributes"]  # type: ignore[assignment]
    assert (part["cost"], attributes["Lifecycle Phase"]) == ("0.0030", "In Production")
    assert [line.remark for line in found.details] == ["", ""]


def test_the_standard_header_of_numbers_and_norms_is_a_number(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Pos.;Menge;Benennung;Sachnummer / Norm-Kurzbezeichnung;Werkstoff
        1;1;Platte;HB-2301-01;S235JR
        2;8;Schraube;ISO 4762 - M10x30;8.8
        3;8;Scheibe;ISO 7089 - 10;200 HV""",
        parent="T",
    )
    numbers = [part.get("itemNumber") for part in found.parts.values()]
    assert numbers == ["HB-2301-01", "ISO 4762 - M10x30", "ISO 7089 - 10"]


def test_the_vendor_of_a_block_stands_in_its_first_row(tmp_path: Path) -> None:
    text = """Part,Vendor,Part Number,Required
    ,,,
    Chassis,RobotShop,RB-Lyn-454,1
    Wheels,,RB-Trx-11,2
    ,,,
    Gear motor,Pololu,2827,4
    Sensor,,1605,3
    ,,,
    Screw,McMaster-Carr,93135A079,5
    Washer,,92141A005,8
    ,,,
    Board,ETS,,1"""
    found = read_text(tmp_path, text, parent="T")
    held = [part["attributes"] for part in found.parts.values()]
    sellers = [one.get("Supplier") for one in held if isinstance(one, dict)]
    assert sellers == [*["RobotShop"] * 2, *["Pololu"] * 2, *["McMaster-Carr"] * 2, "ETS"]
    assert any('Under "Vendor" the first row' in told for told in found.reading.decisions)
    other = read_text(tmp_path, text.replace("Sensor,,", "Sensor,Bosch,"), parent="T")
    assert "Supplier" not in str(other.parts[4].get("attributes"))


def test_prices_that_are_ranges_or_estimates_are_told(tmp_path: Path) -> None:
    for header, price in (("ca. Preis", "45–60 €"), ("Est. $", "20")):
        found = read_text(tmp_path, f"Name,Qty,{header}\nSensor,1,{price}\nCase,2,{price}")
        codes = [remark.code for remark in found.reading.remarks]
        assert codes == ["PRICE_LEFT_OUT"]


def test_what_is_noted_behind_designators_is_none(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Designator,Value,Function
        "R1, R2",10k,divider
        R3,27k,pull-up
        Rg (8×),10R,gates
        (optional),220 uF,inrush
        C1 (DNP),100 nF,filter""",
        parent="T",
    )
    places = [(line.designators, float(line.quantity), line.remark) for line in found.details]
    assert places == [
        *((("R1", "R2"), 2, ""), (("R3",), 1, ""), (("Rg",), 8, ""), ((), 1, "optional")),
        (("C1",), 1, ""),
    ]


def test_a_supplier_and_its_code_in_one_cell_are_two(tmp_path: Path) -> None:
    rows = """Ref,Qty,Value,Vendor
        C1,1,100nF,Mouser 81-GRM188
        U1,1,ATmega328P,Digi-Key: ATMEGA328P-AU-ND
        J1,1,USB,LCSC (C165948)
        K1,1,Cable,Amazon 4 pack
        T1,1,Tape,Hardware store"""
    found = read_text(tmp_path, rows, parent="T")
    held = [attributes_of(part) for part in found.parts.values()]
    assert [(one["Supplier"], one.get("Order Code")) for one in held] == [
        *(("Mouser", "81-GRM188"), ("Digi-Key", "ATMEGA328P-AU-ND"), ("LCSC", "C165948")),
        *(("Amazon 4 pack", None), ("Hardware store", None)),
    ]
    pieces = [p for p in found.reading.pieces() if isinstance(p, PreparedRow)]
    sold = [(s.name, s.order_code) for p in pieces[:3] for o in p.sources for s in o.suppliers]
    assert sold == [(one["Supplier"], one["Order Code"]) for one in held[:3]]


def test_the_first_alternate_is_the_second_source(tmp_path: Path) -> None:
    rows = """MPN,Manufacturer,Description,Qty,Alt MPN 1,Alt Mfr 1,Second Source MPN 2,Alt. Mfg. 2
        TPS62130,TI,Buck,1,TPS62131,TI,LM2,ST
        GRM21BR,Murata,Cap,4,CL21A,Samsung,,"""
    found = read_text(tmp_path, rows, parent="T")
    pieces = [p for p in found.reading.pieces() if isinstance(p, PreparedRow)]
    assert [[(s.manufacturer, s.mpn) for s in p.sources] for p in pieces] == [
        [("TI", "TPS62130"), ("TI", "TPS62131"), ("ST", "LM2")],
        [("Murata", "GRM21BR"), ("Samsung", "CL21A")],
    ]


def test_running_numbers_ahead_of_names_count_the_rows(tmp_path: Path) -> None:
    rows = """item,qty,spec
        1 Bank post,1,Steel
        2 Far stake,2,Tube
        3. Collar,1,Tube
        5 Screws M3,8,Steel"""
    found = read_text(tmp_path, rows, parent="T")
    names = [part["name"] for part in found.parts.values()]
    assert names == ["Bank post", "Far stake", "Collar", "Screws M3"]
    assert [line.find_number for line in found.details] == [1, 2, 3, 5]
    # Sizes and counts ahead of names go up and down.
    sizes = read_text(tmp_path, rows.replace("2 Far", "12 Far"), parent="T")
    assert next(part["name"] for part in sizes.parts.values()) == "1 Bank post"


def test_kinds_as_numbers_and_prices_of_two_currencies(tmp_path: Path) -> None:
    rows = """Component,Model/Part Number,Qty,Price (CAD),Price (USD)
        Capacitor 1000uF,Electrolytic 25V,1,$4.37,$3.21
        Capacitor 470uF,Electrolytic 25V,1,$3.54,$2.60
        Driver,PCA9685,2,$4.43,$3.25"""
    found = read_text(tmp_path, rows, parent="T")
    assert not found.bad_rows
    first, second, _ = found.parts.values()
    assert (first["name"], second["name"]) == ("Capacitor 1000uF", "Capacitor 470uF")
    assert (second["cost"], attributes_of(second)["Price (USD)"]) == ("3.54", "$2.60")


def test_headings_of_documents_are_no_notes(tmp_path: Path) -> None:
    path = tmp_path / "bom.md"
    table = "| Part | Qty |\n|---|---|\n| {} | 1 |\n\n"
    long = "## Option 2 - Raspberry Pi Camera V2 + wide angle attachment of glass\n\n"
    path.write_text(
        f"## Option 1 - A\n\n{table.format('Camera')}{long}{table.format('Lens')}", "utf-8"
    )
    found = outcome(read_sheet(path, parent="T"))
    held = [attributes_of(part)["Category"] for part in found.parts.values()]
    assert [text[:8] for text in held] == ["Option 1", "Option 2"]
    assert sum("one way to build it" in remark.text for remark in found.remarks) == 2


def test_a_suppliers_sku_beside_own_references_is_none_of_ours(tmp_path: Path) -> None:
    rows = """ref,desc,qty,supplier,sku
        MECH-001,Plate,1,,
        MECH-002,Standoff,8,Würth,971200321
        ELEC-001,Board,1,,"""
    found = read_text(tmp_path, rows, parent="T")
    numbers = [part["itemNumber"] for part in found.parts.values()]
    assert numbers == ["MECH-001", "MECH-002", "ELEC-001"]
    assert attributes_of(found.parts[3])["Order Code"] == "971200321"


def test_the_name_of_a_parent_that_is_written_once_is_kept(tmp_path: Path) -> None:
    rows = """ID,Artikel,Item Description,Artikelname,Artikel-Code (Artikel),Einheit (Artikel),Menge (Artikel)
        BOM-1,BIKE-2,Light,Velo City,COMP-29,Nos,1
        ,,,,COMP-23,Nos,2
        BOM-2,EBIKE-1,Strong,Velo Trekking,COMP-29,Nos,1"""
    found = read_text(tmp_path, rows)
    pieces = [p.item for p in found.reading.pieces() if isinstance(p, PreparedRow)]
    named = {str(item["itemNumber"]): item["name"] for item in pieces}
    assert (named["BIKE-2"], named["EBIKE-1"]) == ("Velo City", "Velo Trekking")
    assert named["COMP-23"] == "COMP-23"
    assert found.lines >= {("BIKE-2", "COMP-23", "2"), ("EBIKE-1", "COMP-29", "1")}


def test_fractions_of_one_sign_and_rows_for_reference(tmp_path: Path) -> None:
    rows = """Part No.,Name,Qty
        A-1,Tape,½
        A-2,Wire,1½
        A-3,Screw,REF"""
    found = read_text(tmp_path, rows, parent="T")
    assert [f"{line.quantity:f}" for line in found.details] == ["0.5", "1.5", "1"]
    assert [line.do_not_place for line in found.details] == [False, False, True]


def test_a_header_over_two_rows_is_kept_beside_groups(tmp_path: Path) -> None:
    rows = """Component,Supplier A,,Supplier B,,Qty
        ,Price,Lead time,Price,Lead time,
        Bearing,2.1,2 weeks,1.9,6 weeks,8
        Shaft,14,3 weeks,12.5,5 weeks,2"""
    found = read_text(tmp_path, rows, parent="T")
    assert [part["name"] for part in found.parts.values()] == ["Bearing", "Shaft"]
    assert [line.quantity for line in found.details] == [8, 2]
    german = """Pos.,Bezeichnung,Menge,Lieferant Name,Lieferant Best.-Nr.
        10,Profil,4,Item,0.0.026.33
        20,Motor,1,SEW,R17DR63L4"""
    held = attributes_of(read_text(tmp_path, german, parent="T").parts[2])
    assert (held["Supplier"], held["Order Code"]) == ("Item", "0.0.026.33")


def test_a_word_among_designators_names_a_row_without_a_value(tmp_path: Path) -> None:
    text = 'Designator,Value,Qty\n"R1,R2",100k,2\nPCB,,1\nFront panel,,1\nC7,,1'
    found = read_text(tmp_path, text, parent="T")
    assert [part["name"] for part in found.parts.values()] == ["100k", "PCB", "Front panel"]
    assert found.bad_rows == [5]


def test_lists_beside_each_other_may_have_columns_of_their_own(tmp_path: Path) -> None:
    text = """Frame,,,,Electronics,,
        Part,Qty,Note,,Part,Qty,Price
        Extrusion 400 mm,8,cut,,Control board,1,35
        Corner bracket,24,,,Stepper driver,4,5.5
        Button head M5x8,60,,,,,"""
    found = read_text(tmp_path, text, parent="T")
    pieces = [p for p in found.reading.pieces() if isinstance(p, PreparedRow)]
    names = [str(piece.item["name"]) for piece in pieces]
    assert names[3:] == ["Control board", "Stepper driver"]
    assert [str(piece.item.get("cost", "")) for piece in pieces] == ["", "", "", "35", "5.5"]
    assert [int(line.quantity) for line in found.details] == [8, 24, 60, 1, 4]


def test_a_table_below_that_numbers_on_is_of_the_same_list(tmp_path: Path) -> None:
    text = """Open microscope
        ,Printed parts,,,
        No.,Name,File,Count,Print time
        1,Main body,main_body.stl,1,8h30
        2,Actuator column,act_col.stl,3,1h10

        ,Bought parts,,,
        No.,Name,Spec,Count,Price
        {first},Camera,v2,1,25 €
        {second},Viton band,30 mm,3,0.60 €"""
    found = read_text(tmp_path, text.format(first=3, second=4), parent="T")
    assert [(line.find_number, int(line.quantity)) for line in found.details] == [
        (1, 1),
        (2, 3),
        (3, 1),
        (4, 3),
    ]
    assert "goes on with the numbers of the first one" in str(found.reading.table.remarks)
    # Of one with a gap the rows behind it would be read by other columns.
    gap = text.replace("{second},Viton", "\n        {second},Viton").format(first=3, second=4)
    found = read_text(tmp_path, gap, parent="T")
    assert len(found.details) == 2
    # One that begins anew is another table, which is told and not read.
    found = read_text(tmp_path, text.format(first=1, second=2), parent="T")
    assert len(found.details) == 2
    assert "a header row of 8 reads it" in str(found.reading.table.remarks)


def test_titles_in_bold_are_the_categories_of_bullets(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text(
        "# Kayak\n\n**Hull**\n- 2x bulkhead\n- 1x seat\n\n**Rigging:**\n- 3x cleat\n", "utf-8"
    )
    found = outcome(read_sheet(path, parent="T"))
    told = [(part["name"], attributes_of(part)["Category"]) for part in found.parts.values()]
    assert told == [("bulkhead", "Hull"), ("seat", "Hull"), ("cleat", "Rigging")]
