"""Workbooks of companies that were once read without what only their format or layout says."""

from pathlib import Path

from partwright.imports.sheets.rows import shown_number
from tests.imports.sheets.sheetfiles import read_text


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
