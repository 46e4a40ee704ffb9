"""Workbooks of companies that were once read without what only their format or layout says."""

from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.records.rows import PreparedRow, shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text


def test_a_second_row_of_headers_says_what_stands_below_a_group(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Artikel;Bezeichnung;Stückzahl je Variante;;;Preis;
        ;;Basis;Plus;Pro;EK netto;Währung
        A-1;Gehäuse;1;1;1;12,40;EUR
        A-2;Akku;2;3;4;31,00;EUR
        A-3;Funkmodul;0;0;1;18,90;CHF""",
        parent="T",
    )
    assert {(shown_number(c), q) for _, c, q in found.lines} == {("A-1", "1"), ("A-2", "2")}
    costs = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert costs == [("12.40", "EUR"), ("31.00", "EUR"), ("18.90", "CHF")]
    codes = [remark.code for remark in (*found.remarks, *found.reading.remarks)]
    assert codes == ["NOT_A_PART", "NOT_IN_VARIANT", "QUANTITY_ASSUMED"]


def test_the_name_below_a_company_is_none_of_the_part(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Part,Description,Qty,,Manufacturer,,Supplier,
        ,,Proto,Series,Name,MPN,Name,Code
        P-1,Lid,1,10,Bosch,B1,RS,123
        P-2,Box,2,20,TE,T4,Farnell,456""",
        parent="T",
    )
    told = [(part["itemNumber"], part["name"], part["attributes"]) for part in found.parts.values()]
    lid = {"Manufacturer": "Bosch", "MPN": "B1", "Supplier": "RS", "Order Code": "123"}
    box = {"Manufacturer": "TE", "MPN": "T4", "Supplier": "Farnell", "Order Code": "456"}
    assert told == [("P-1", "Lid", lid), ("P-2", "Box", box)]
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [2]


@pytest.mark.parametrize(
    ("shown", "currency"),
    [
        ('#,##0.00 "€"', "EUR"),
        ("[$CHF-807] #,##0.00", "CHF"),
        ("0.00", "USD"),
        ("[$-409]0.0", "USD"),
        ('0 "all"', "USD"),
        ('0.0 "ft"', "USD"),
        ('0 "Top"', "USD"),
        ('0.00 "Ft"', "HUF"),
        ('0.00 "Eur"', "EUR"),
        ('0.00 "chf"', "CHF"),
    ],
)
def test_prices_are_in_the_currency_in_which_they_are_shown(
    tmp_path: Path, shown: str, currency: str
) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "costs.xlsx"))
    sheet, money = book.add_worksheet(), book.add_format({"num_format": shown})
    sheet.write_row(0, 0, ["Part number", "Name", "Qty", "Unit price"])
    for row, price in enumerate((12.5, 1250, 3), start=1):
        sheet.write_row(row, 0, [f"P-{row}", f"Part {row}", 2])
        sheet.write_number(row, 3, price, money)
    book.close()
    found = outcome(read_sheet(tmp_path / "costs.xlsx", parent="T"))
    costs = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert costs == [("12.5", currency), ("1250", currency), ("3", currency)]
    told = [r.text for r in found.reading.remarks if r.code == "CURRENCY_ASSUMED"]
    assert ["as the sheet shows" in text for text in told] == [currency != "USD"]


def test_names_that_are_indented_by_their_format_are_a_structure(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "tree.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Name", "Qty", "Material"])
    rows = [(0, "Gearbox", 1), (2, "Housing", 1), (2, "Shaft set", 3), (4, "Key", 2), (2, "Lid", 1)]
    for at, (depth, name, count) in enumerate(rows, start=1):
        sheet.write_string(at, 0, name, book.add_format({"indent": depth}))
        sheet.write_row(at, 1, [count, "C45"])
    book.close()
    found = outcome(read_sheet(tmp_path / "tree.xlsx", parent="T"))
    lines = {(shown_number(p), shown_number(c), q) for p, c, q in found.lines}
    assert {("Gearbox", "Shaft set", "3"), ("Shaft set", "Key", "2")} <= lines
    assert ("Gearbox", "Lid", "1") in lines
    assert "Levels follow from the indents of cells." in found.reading.decisions


def test_figures_that_a_format_holds_off_the_right_border_are_no_structure(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "list.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Name", "Qty", "Material"])
    inward = book.add_format({"align": "right", "indent": 1})
    for at, name in enumerate(("Housing", "Shaft", "Key", "Lid"), start=1):
        sheet.write_row(at, 0, [name, at, "C45"])
        if at % 2 == 0:
            sheet.write_number(at, 1, at, inward)
    book.close()
    found = outcome(read_sheet(tmp_path / "list.xlsx", parent="T"))
    assert {parent for parent, _, _ in found.lines} == {"T"}


def test_places_that_step_to_the_right_are_levels_beside_a_column_of_parts(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """ITEM NO.,,,PART NUMBER,DESCRIPTION,Default/QTY.
        1,,,100-1,FRAME,1
        ,1.1,,100-2,TUBE,4
        2,,,100-3,DRIVE,1
        ,2.1,,100-4,HUB ASSY,2
        ,,2.1.1,100-5,HUB,3""",
        parent="T",
    )
    assert found.lines == {
        *(("T", "100-1", "1"), ("100-1", "100-2", "4"), ("T", "100-3", "1")),
        *(("100-3", "100-4", "2"), ("100-4", "100-5", "3")),
    }
    assert not any(line.remark for line in found.details)


def test_item_numbers_that_begin_anew_in_each_assembly_are_its_places(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,CPN,Name,Quantity,Item Number
        0,999-00012,Node,1,
        1,910-00034,Board,1,1
        2,212-00101,Capacitor,3,1
        2,232-00007,Controller,1,2
        1,310-00009,Lid,1,2
        1,415-00002,Screw,4,3""",
    )
    places = {(line.parent, line.child): line.find_number for line in found.details}
    assert places == {
        ("999-00012", "910-00034"): 1,
        ("910-00034", "212-00101"): 1,
        ("910-00034", "232-00007"): 2,
        ("999-00012", "310-00009"): 2,
        ("999-00012", "415-00002"): 3,
    }
    assert found.problems == []


@pytest.mark.parametrize(
    ("header", "own", "norm"),
    [("代号", "JSQ-01", "GB/T 5782-2016"), ("Sachnummer", "4000-110", "DIN 912")],
)
def test_a_norm_is_the_number_of_no_part(tmp_path: Path, header: str, own: str, norm: str) -> None:
    found = read_text(
        tmp_path,
        f"""{header},Name,Qty
        {own},Shaft,1
        {norm},Screw M6x20,4
        {norm},Screw M8x30,6
        {norm} M4,Screw M4x8,2
        {own}-2,Key,1
        {own}-3,Lid,1""",
        parent="T",
    )
    numbers = [(part.get("itemNumber"), part["name"]) for part in found.parts.values()]
    assert numbers == [
        *((own, "Shaft"), (None, "Screw M6x20"), (None, "Screw M8x30")),
        *((f"{norm} M4", "Screw M4x8"), (f"{own}-2", "Key"), (f"{own}-3", "Lid")),
    ]
    assert found.parts[3]["attributes"] == {"Standard": norm}
    assert sorted(quantity for _, _, quantity in found.lines) == ["1", "1", "1", "2", "4", "6"]
    assert any("no part numbers" in told for told in found.reading.decisions)


def test_dots_before_descriptions_are_levels_and_notes_below_them_no_parts(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """REF,PART NO,DESCRIPTION,QTY,NOTE
        ,7X-2650,CYLINDER,1,A
        1,4T-9977,. TUBE AS,1,
        2,8C-8980,. ROD AS,1,
        3,6J-2419,. . BEARING,2,
        ,,A - FOR REPAIR USE 7X-2650,,""",
        parent="T",
    )
    assert found.lines == {
        *(("T", "7X-2650", "1"), ("7X-2650", "4T-9977", "1"), ("7X-2650", "8C-8980", "1")),
        ("8C-8980", "6J-2419", "2"),
    }
    assert [remark.code for remark in found.remarks] == ["NOT_A_PART"]


@pytest.mark.parametrize("signs", ["|-- |   |-- `--", "+- |  +- \\-", "├── │   ├── └──"])
def test_a_tree_that_is_drawn_in_a_column_is_the_structure(tmp_path: Path, signs: str) -> None:
    inner, deep, last = signs[: signs.index(" ") + 1], signs[signs.index(" ") + 1 :], signs[-3:]
    deep = deep[: deep.rindex(" ") + 1]
    rows = f"Robot,R-1,1\n{inner}Arm,R-2,2\n{deep}Motor,R-3,1\n{last.strip()} Base,R-4,1"
    for header in ("Part,Part Number,Qty", "Assembly Tree,Part Number,Qty"):
        found = read_text(tmp_path, f"{header}\n{rows}", parent="T")
        assert found.lines == {
            *(("T", "R-1", "1"), ("R-1", "R-2", "2"), ("R-2", "R-3", "1"), ("R-1", "R-4", "1")),
        }
        names = [part["name"] for part in found.parts.values()]
        assert names == ["Robot", "Arm", "Motor", "Base"]


def test_masses_of_one_piece_and_sums_in_other_languages(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Nr rysunku;Nazwa;Ilość szt.;Masa 1 szt. [kg];Masa całk. [kg]
        PR-1;Korpus;2;12,40;24,80
        PR-2;Tuleja;4;0,22;0,88
        Toplam;;;;25,68""",
        parent="T",
    )
    assert [part["weight"] for part in found.parts.values()] == ["12.40", "0.22"]
    assert [remark.code for remark in found.remarks] == ["TOTAL_ROW"]


@pytest.mark.parametrize("is_merged", [False, True])
def test_a_group_of_two_columns_has_headers_below_it(is_merged: bool, tmp_path: Path) -> None:
    path = tmp_path / "parts.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    for at, header in enumerate(["Part No.", "Name", "Qty", "Supplier", None, "Unit price"]):
        if is_merged and at not in (3, 4):
            sheet.merge_range(0, at, 1, at, header)
        elif header:
            sheet.write(0, at, header)
    sheet.write_row(1, 3, ["Name", "Order no."])
    sheet.write_row(2, 0, ["K-1", "Profile", 4, "Item", "0.0.026.33", 9.8])
    sheet.write_row(3, 0, ["K-2", "Angle", 8, "Item", "0.0.411.23", 2.1])
    book.close()
    found = outcome(read_sheet(path, parent="T"))
    assert {(child, quantity) for _, child, quantity in found.lines} == {("K-1", "4"), ("K-2", "8")}
    held = [part["attributes"] for part in found.parts.values()]
    assert held[0] == {"Supplier": "Item", "Order Code": "0.0.026.33"}
    assert [part["name"] for part in found.parts.values()] == ["Profile", "Angle"]


def test_the_current_supplier_of_a_group_is_the_supplier(tmp_path: Path) -> None:
    path = tmp_path / "costed.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    for at, header in enumerate(["Part number", "Description", "Qty"]):
        sheet.merge_range(0, at, 1, at, header)
    sheet.merge_range(0, 3, 0, 4, "Current supplier")
    sheet.merge_range(0, 5, 0, 6, "Alternative supplier")
    sheet.write_row(1, 3, ["Name", "Price (€)", "Name", "Price (€)"])
    sheet.write_row(2, 0, ["K-1", "Moulding", 1, "Weber", 14.2, "PlastiCo", 13.1])
    sheet.write_row(3, 0, ["K-2", "Wheel", 2, "Weber", 3.35])
    book.close()
    found = outcome(read_sheet(path, parent="T"))
    assert [part["name"] for part in found.parts.values()] == ["Moulding", "Wheel"]
    rows = [row for row in found.reading.pieces() if isinstance(row, PreparedRow)]
    sold = [[s.name for s in row.sources[0].suppliers] for row in rows]
    assert sold == [["Weber", "PlastiCo"], ["Weber"]]


def test_sheets_are_assemblies_by_the_numbers_behind_a_word(tmp_path: Path) -> None:
    path = tmp_path / "lists.xlsx"
    book = xlsxwriter.Workbook(str(path))
    for name, rows in (
        ("SL 4100-000", [(1, 1, "Grundplatte", "4100-001"), (2, 2, "Spannhebel", "4100-010")]),
        ("SL 4100-010", [(1, 1, "Hebel", "4100-011"), (2, 1, "Druckstück", "4100-012")]),
    ):
        sheet = book.add_worksheet(name)
        sheet.write_row(0, 0, ["Pos.", "Menge", "Benennung", "Sachnummer"])
        for at, row in enumerate(rows, start=1):
            sheet.write_row(at, 0, row)
    book.close()
    found = outcome(read_sheet(path))
    assert found.lines == {
        *(("4100-000", "4100-001", "1"), ("4100-000", "4100-010", "2")),
        *(("4100-010", "4100-011", "1"), ("4100-010", "4100-012", "1")),
    }
