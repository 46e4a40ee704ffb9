"""Workbooks of offices: merged headers, currencies by format, notes, rows struck through, ODS."""

import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.records.rows import shown_number
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets import old_workbooks as old
from tests.imports.sheets.sheetfiles import outcome


def test_headers_merged_over_two_rows_are_one_header(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "merged.xlsx"))
    sheet = book.add_worksheet()
    for column, header in enumerate(("Pos", "Part number", "Description")):
        sheet.merge_range(0, column, 1, column, header)
    sheet.merge_range(0, 3, 0, 4, "Quantity")
    sheet.merge_range(0, 5, 0, 7, "Purchasing")
    below = ("per unit", "per 10 units", "Supplier", "Order no.", "Unit price (€)")
    sheet.write_row(1, 3, below)
    sheet.write_row(2, 0, [10, "K-1", "Housing", 1, 10, "Fischer", "4711", 12.5])
    sheet.write_row(3, 0, [20, "K-2", "Screw M3x8", 4, 40, "Berg", "57 3 8", 0.04])
    book.close()
    found = outcome(read_sheet(tmp_path / "merged.xlsx", parent="T"))
    assert {(shown_number(c), q) for _, c, q in found.lines} == {("K-1", "1"), ("K-2", "4")}
    told = [(part["cost"], part["attributes"]) for part in found.parts.values()]
    assert told == [
        ("12.5", {"Supplier": "Fischer", "Order Code": "4711"}),
        ("0.04", {"Supplier": "Berg", "Order Code": "57 3 8"}),
    ]
    assert [r.row_number for r in found.remarks if r.code == "NOT_A_PART"] == [2]


def test_prices_in_several_currencies_keep_the_one_of_their_cell(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "money.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Part number", "Name", "Qty", "Price"])
    shown = ("#,##0.00 [$€-407]", "[$$-409]#,##0.00", "[$£-809]#,##0.00", '"$"0.00', "[$CHF] 0.00")
    for row, code in enumerate(shown, start=1):
        sheet.write_row(row, 0, [f"C-{row}", f"Part {row}", 1])
        sheet.write_number(row, 3, 2.5, book.add_format({"num_format": code}))
    book.close()
    found = outcome(read_sheet(tmp_path / "money.xlsx", parent="T"))
    costs = [(part["cost"], part["costCurrency"]) for part in found.parts.values()]
    assert costs == [("2.5", code) for code in ("EUR", "USD", "GBP", "USD", "CHF")]


def test_rows_that_are_struck_through_are_told(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "struck.xlsx"))
    sheet, struck = book.add_worksheet(), book.add_format({"font_strikeout": True})
    sheet.write_row(0, 0, ["Part number", "Name", "Qty"])
    sheet.write_row(1, 0, ["K-1", "Hub", 1])
    sheet.write_row(2, 0, ["K-2", "Old spoke", 12], struck)
    sheet.write_row(3, 0, ["K-3", "New spoke", 12])
    sheet.write_blank(1, 5, None, struck)
    book.close()
    found = outcome(read_sheet(tmp_path / "struck.xlsx", parent="T"))
    told = [r.text for r in found.reading.remarks if r.code == "STRUCK_THROUGH"]
    assert told == ["row 3 is struck through in the sheet, and read all the same"]


def test_notes_on_cells_are_told_with_their_rows(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "notes.xlsx"))
    cover = book.add_worksheet("Cover")
    cover.write_comment("A1", "not of the list")
    sheet = book.add_worksheet("BOM")
    sheet.write_row(0, 0, ["Part number", "Name", "Qty"])
    sheet.write_row(1, 0, ["N-1", "Plate", 1])
    sheet.write_row(2, 0, ["N-2", "Resistor 10k", 4])
    sheet.write_row(3, 0, ["N-3", "Cap", 1])
    sheet.write_comment("B3", "do not fit <here> & now", {"author": "JD"})
    thread = "[Threaded comment]\n\nLearn more: https://go.microsoft.com/fwlink/?linkid=870924"
    sheet.write_comment("C4", f"{thread}\n\nComment:\n    2 from C")
    book.close()
    found = outcome(read_sheet(tmp_path / "notes.xlsx", parent="T"))
    told = [r.text for r in found.reading.remarks if r.code == "CELL_NOTE"]
    notes = 'row 3: "do not fit <here> & now" (B3); row 4: "2 from C" (C4)'
    assert told == [f"notes on cells become remarks of the lines: {notes}"]
    remarks = {line.child: line.remark for line in found.details}
    assert remarks == {"N-1": "", "N-2": "do not fit <here> & now", "N-3": "2 from C"}


def _folded(path: Path, arm: object) -> Path:
    """Groups that fold into the row below, in three depths; the assembly of arms counts `arm`."""
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Part number", "Name", "Qty"])
    rows = (
        (2, "S-110", "Link", 2),
        (2, "S-120", "Joint", 1),
        (1, "S-100", "Arm", arm),
        (2, "S-210", "Plate", 1),
        (1, "S-200", "Base", 1),
        (1, "S-300", "Cover", 3),
        (0, "S-000", "Robot", ""),
    )
    for at, (depth, *cells) in enumerate(rows, start=1):
        sheet.write_row(at, 0, cells)
        sheet.set_row(at, None, None, {"level": depth})
    book.close()
    return path


def test_groups_that_fold_into_the_row_below_are_its_structure(tmp_path: Path) -> None:
    found = outcome(read_sheet(_folded(tmp_path / "below.xlsx", 2), parent="T"))
    assert {(p, c, q) for p, c, q in found.lines if p != "T"} == {
        ("S-100", "S-110", "2"),
        ("S-100", "S-120", "1"),
        ("S-200", "S-210", "1"),
        ("S-000", "S-100", "2"),
        ("S-000", "S-200", "1"),
        ("S-000", "S-300", "3"),
    }
    flat = outcome(read_sheet(_folded(tmp_path / "flat.xlsx", ""), parent="T"))
    assert {p for p, _, _ in flat.lines} == {"T"}
    assert "GROUPS_LEFT_OUT" in {r.code for r in flat.reading.remarks}


def test_a_table_with_other_columns_beside_the_first_is_told(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "beside.xlsx"))
    sheet = book.add_worksheet()
    rows = (
        ["Mechanical parts", "", "", "", "", "Electrical parts"],
        ["No", "Part", "Qty", "", "", "Nr", "Component", "Quantity", "Supplier"],
        [1, "Frame", 1, "", "", 1, "ESC 40A", 4, "Hobbywing"],
        [2, "Arm", 4, "", "", 2, "Battery 4S", 1, "Tattu"],
        [3, "Prop", 8],
    )
    for at, row in enumerate(rows):
        sheet.write_row(at, 0, row)
    book.close()
    found = outcome(read_sheet(tmp_path / "beside.xlsx", parent="T"))
    assert [(p["name"], p.get("attributes")) for p in found.parts.values()] == [
        ("Frame", None),
        ("Arm", None),
        ("Prop", None),
    ]
    told = [r.text for r in found.reading.remarks if r.code == "OTHER_TABLE"]
    assert len(told) == 1
    assert "in columns F to I" in told[0]
    other = outcome(read_sheet(tmp_path / "beside.xlsx", sheet="!F2", parent="T"))
    assert {str(p["name"]) for p in other.parts.values()} == {"ESC 40A", "Battery 4S"}


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("Qty (m)", "m"),
        ("Menge [m]", "m"),
        ("Quantity (kg)", "kg"),
        ("Length qty (mm)", "mm"),
        ("Menge in m", "m"),
        ("Qty (pcs)", None),
        ("Qty (kit)", None),
    ],
)
def test_units_in_the_header_of_the_quantity_are_those_of_the_parts(
    tmp_path: Path, header: str, unit: str | None
) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "lengths.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Part number", "Name", header])
    rows = (["U-1", "Cable 3G1.5", 2.5], ["U-2", "Hose 10", 0.75], ["U-3", "Plug", "2 pcs"])
    for at, row in enumerate(rows, start=1):
        sheet.write_row(at, 0, row)
    book.close()
    found = outcome(read_sheet(tmp_path / "lengths.xlsx", parent="T"))
    assert {q for _, _, q in found.lines} == {"2.5", "0.75", "2"}
    told = [part.get("unitOfMeasure") for part in found.parts.values()]
    assert told == [unit, unit, None]


_STYLES = """<style:style style:name="i1" style:family="table-cell"><style:paragraph-properties
fo:margin-left="0.35cm"/></style:style><style:style style:name="i2" style:family="table-cell">
<style:paragraph-properties fo:margin-left="0.7cm"/></style:style><number:number-style
style:name="N1"><number:text>P-</number:text><number:number number:decimal-places="0"
number:min-integer-digits="4"/></number:number-style><style:style style:name="code"
style:family="table-cell" style:data-style-name="N1"/><style:style style:name="old"
style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/>
</style:style>"""
_NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("table", "table"),
        ("fo", "xsl-fo-compatible"),
        ("number", "datastyle"),
        ("dc", "dublin-core"),
    )
)


_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)


def _text(text: str, style: str = "") -> str:
    named = f'table:style-name="{style}" ' if style else ""
    return f'<table:table-cell {named}office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


def _number(value: float, told: str = 'office:value-type="float"') -> str:
    return f'<table:table-cell {told} office:value="{value}"><text:p/></table:table-cell>'


def _row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _ods(path: Path, rows: str, common: str = "") -> Path:
    content = (
        f"<office:document-content {_NAMESPACES}><office:automatic-styles>{_STYLES}"
        "</office:automatic-styles><office:body><office:spreadsheet><table:table"
        f' table:name="BOM">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", _MANIFEST)
        archive.writestr("content.xml", content)
        if common:
            archive.writestr("styles.xml", f"<office:document-styles {_NAMESPACES}>{common}")
    return path


_TREE = {("Drone", "Frame", "1"), ("Frame", "Arm", "4"), ("Drone", "Power", "1")}


def test_indents_of_an_ods_workbook_are_a_structure(tmp_path: Path) -> None:
    rows = _row(_text("Name"), _text("Qty")) + "".join(
        _row(_text(name, style), _number(count))
        for name, style, count in (
            ("Drone", "", 1),
            ("Frame", "i1", 1),
            ("Arm", "i2", 4),
            ("Power", "i1", 1),
        )
    )
    found = outcome(read_sheet(_ods(tmp_path / "tree.ods", rows), parent="T"))
    assert {(shown_number(p), shown_number(c), q) for p, c, q in found.lines} >= _TREE


def test_groups_of_an_ods_workbook_are_a_structure(tmp_path: Path) -> None:
    group = "<table:table-row-group>"
    rows = (
        _row(_text("Name"), _text("Qty"))
        + _row(_text("Drone"), _number(1))
        + group
        + _row(_text("Frame"), _number(1))
        + group
        + _row(_text("Arm"), _number(4))
        + "</table:table-row-group>"
        + _row(_text("Power"), _number(1))
        + "</table:table-row-group>"
    )
    found = outcome(read_sheet(_ods(tmp_path / "groups.ods", rows), parent="T"))
    assert {(shown_number(p), shown_number(c), q) for p, c, q in found.lines} >= _TREE


def test_cells_of_an_ods_workbook_are_read_as_they_are_shown(tmp_path: Path) -> None:
    euro = 'office:value-type="currency" office:currency="EUR"'
    rows = (
        '<table:table-column table:default-cell-style-name="code"/>'
        + _row(_text("Part number"), _text("Name"), _text("Qty"), _text("Price"))
        + _row(_number(12), _text("Valve"), _number(1), _number(12.5, euro))
        + _row(
            _number(13), _text("Seat", "old"), _number(2), _number(3, euro.replace("EUR", "USD"))
        )
    )
    found = outcome(read_sheet(_ods(tmp_path / "shown.ods", rows), parent="T"))
    told = [(p["itemNumber"], p["cost"], p["costCurrency"]) for p in found.parts.values()]
    assert told == [("P-0012", "12.5", "EUR"), ("P-0013", "3", "USD")]
    assert "STRUCK_THROUGH" in {r.code for r in found.reading.remarks}


def test_named_styles_and_notes_of_an_ods_workbook_are_read(tmp_path: Path) -> None:
    common = (
        '<number:number-style style:name="N9"><number:text>Q-</number:text>'
        '<number:number number:decimal-places="0" number:min-integer-digits="4"/>'
        '</number:number-style><style:style style:name="Code" style:family="table-cell"'
        ' style:data-style-name="N9"/><style:style style:name="Sub" style:family="table-cell"'
        ' style:parent-style-name="Code"/>'
    )
    shown = 'table:style-name="Sub" office:value-type="float"'
    note = (
        '<office:annotation office:display="true"><dc:creator>JD</dc:creator>'
        "<dc:date>2026-03-01</dc:date><text:p>only with</text:p><text:p>spider &amp; 98A</text:p>"
        "</office:annotation>"
    )
    noted = _text("Seat").replace("<text:p>", f"{note}<text:p>", 1)
    rows = (
        _row(_text("Part number"), _text("Name"), _text("Qty"))
        + _row(_number(12, shown), _text("Valve"), _number(1))
        + _row(_number(13, shown), noted, _number(2))
    )
    found = outcome(read_sheet(_ods(tmp_path / "named.ods", rows, common), parent="T"))
    assert [part["name"] for part in found.parts.values()] == ["Valve", "Seat"]
    assert {line.child: line.remark for line in found.details} == {
        "Q-0012": "",
        "Q-0013": "only with spider & 98A",
    }
    assert "CELL_NOTE" in {remark.code for remark in found.reading.remarks}


def test_an_old_workbook_is_read_as_it_shows_its_cells(tmp_path: Path) -> None:
    heads = ["Part No", "Name", "Qty", "Price", "Share"]
    rows = [(123, "Base", 1, 12.5, 0.05), (7, "Arm", 2, 3.25, 0.1), (9, "Bolt", 8, 0.2, 0.025)]
    cells = [(0, at, head) for at, head in enumerate(heads)]
    texts = [(at, 1, row[1], 4 if row[1] == "Bolt" else 0) for at, row in enumerate(rows, 1)]
    more = [old.row_of(2, 1), old.row_of(3, 1, hidden=True)]
    for at, (code, _, count, price, scrap) in enumerate(rows, start=1):
        more += [old.number(at, 0, code, 1), old.number(at, 2, count)]
        more += [old.number(at, 3, price, 2), old.number(at, 4, scrap, 3)]
    looks = old.styles("00000", "#,##0.00 [$€-407]", "0.0%", struck=True)
    path = tmp_path / "shown.xls"
    path.write_bytes(old.workbook([old.sheet([*cells, *texts], more=more)], looks))
    found = outcome(read_sheet(path))
    assert [
        (part["itemNumber"], part["cost"], part["costCurrency"], part["attributes"])
        for part in found.parts.values()
    ] == [
        ("00123", "12.5", "EUR", {"Share": "5%"}),
        ("00007", "3.25", "EUR", {"Share": "10%"}),
        ("00009", "0.2", "EUR", {"Share": "2.5%"}),
    ]
    assert found.lines == {("00123", "00007", "2"), ("00123", "00009", "8")}
    told = [remark.text for remark in found.reading.remarks if remark.code != "CURRENCY_ASSUMED"]
    assert told == [
        "row 4 is hidden in the sheet, and read all the same",
        "row 4 is struck through in the sheet, and read all the same",
    ]


def test_indents_of_an_old_workbook_are_levels(tmp_path: Path) -> None:
    cells = [(0, at, head) for at, head in enumerate(["Part No", "Name"])]
    names = [("A", 0), ("B", 1), ("C", 2), ("D", 1)]
    cells += [(at, 0, f"N-{name}") for at, (name, _) in enumerate(names, start=1)]
    styled = [(at, 1, name, depth) for at, (name, depth) in enumerate(names, start=1)]
    path = tmp_path / "indents.xls"
    path.write_bytes(old.workbook([old.sheet([*cells, *styled])], old.styles(indents=[1, 2])))
    found = outcome(read_sheet(path))
    assert found.lines == {("N-A", "N-B", "1"), ("N-B", "N-C", "1"), ("N-A", "N-D", "1")}


@pytest.mark.parametrize("code", [9, 10, "0.0 %", "#,##0%"])
def test_percentages_are_read_as_shown(code: int | str, tmp_path: Path) -> None:
    path = tmp_path / "percent.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet, shown = book.add_worksheet(), book.add_format({"num_format": code})
        for at, row in enumerate(
            [
                ("Part No", "Name", "Qty", "Share"),
                ("X-1", "Resin", 0.7, 0.985),
                ("X-2", "Cup", 2, 1),
            ]
        ):
            for column, value in enumerate(row):
                is_part = column == 3 or value == 0.7
                sheet.write(at, column, value, shown if is_part else None)
    found = outcome(read_sheet(path, parent="T"))
    assert [part["attributes"] for part in found.parts.values()] == [
        {"Share": "98.5%"},
        {"Share": "100%"},
    ]
    assert found.lines == {("T", "X-1", "0.7"), ("T", "X-2", "2")}
    assert [remark.text for remark in found.remarks] == ['Qty: "70%" is read as 0.7']
