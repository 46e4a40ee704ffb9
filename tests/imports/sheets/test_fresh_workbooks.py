"""Workbooks of companies that were once read without what only their format or layout says."""

from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.rows import shown_number
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
