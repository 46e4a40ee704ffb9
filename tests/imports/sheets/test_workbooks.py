import datetime
import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.formats.workbooks import text_of
from partwright.imports.sheets.records.refusals import SheetNotFound

ODS = """<?xml version="1.0"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">
<office:body><office:spreadsheet><table:table table:name="Parts">
<table:table-row><table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Qty</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>Bolt</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="4"><text:p>4</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""

MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
)
# A spreadsheet knows no time zones.
MIDNIGHT = datetime.datetime.combine(datetime.date(2026, 11, 21), datetime.time())


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    path = tmp_path / "parts.xlsx"
    book = xlsxwriter.Workbook(path)
    book.add_worksheet("Cover")
    hidden = book.add_worksheet("Hidden")
    hidden.write_row(0, 0, ["Name", "Qty"])
    hidden.hide()
    parts = book.add_worksheet("Parts")
    parts.write_row(1, 0, ["Item Number", "Name", "Weight", "Since", "RoHS"])
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    parts.write_row(2, 0, [10012, "Bolt", 1.234])
    parts.write_datetime(2, 3, MIDNIGHT, day)
    parts.write_boolean(2, 4, True)
    parts.write_row(5, 0, ["A-2", "Nut", "1,5", "", ""])
    book.add_worksheet("Other").write_row(0, 0, ["Title"])
    book.close()
    return path


def test_the_first_visible_sheet_that_holds_anything_is_read(workbook: Path) -> None:
    table = open_table(workbook)
    records = list(table.records())
    assert table.headers == ("Item Number", "Name", "Weight", "Since", "RoHS")
    assert [(record.row_number, record.cells) for record in records] == [
        (3, ("10012", "Bolt", "1.234", "2026-11-21", "true")),
        (6, ("A-2", "Nut", "1,5", "", "")),
    ]
    assert records[0].native == {0, 2}
    assert list(table.records()) == records
    assert '"Parts"' in table.decisions[0]


def test_a_sheet_is_chosen_by_its_name_whatever_its_case(workbook: Path) -> None:
    assert open_table(workbook, sheet="other").headers == ("Title",)
    assert open_table(workbook, sheet="Hidden").headers == ("Name", "Qty")
    with pytest.raises(SheetNotFound, match="Cover, Hidden, Parts, Other"):
        open_table(workbook, sheet="Nothing")


def test_a_workbook_without_anything_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.xlsx"
    book = xlsxwriter.Workbook(path)
    book.add_worksheet("Empty")
    book.close()
    with pytest.raises(SheetNotFound, match="sheets are empty"):
        open_table(path)


def test_opendocument_sheets_are_read(tmp_path: Path) -> None:
    path = tmp_path / "parts.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", ODS)
        archive.writestr(
            "META-INF/manifest.xml",
            MANIFEST,
        )
    table = open_table(path)
    assert [record.cells for record in table.records()] == [("Bolt", "4")]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12.0, "12"),
        (0.1 + 0.2, "0.3"),
        (1e-7, "0.0000001"),
        (123456789012.0, "123456789012"),
        (-1.50, "-1.5"),
        (True, "true"),
        (datetime.date(2026, 1, 2), "2026-01-02"),
        (MIDNIGHT.replace(hour=3), "2026-11-21 03:00:00"),
        (datetime.time(3, 4), "03:04:00"),
        (" 007 ", " 007 "),
    ],
)
def test_cells_become_text(value: float | str | bool | datetime.date, text: str) -> None:
    assert text_of(value) == text


def test_hidden_rows_and_columns_of_an_opendocument_sheet_are_told(tmp_path: Path) -> None:
    head, _, rest = ODS.partition("<table:table-row>")
    _, _, tail = rest.rpartition("</table:table-row>")
    row = ODS[ODS.index("<table:table-row>") : ODS.rindex("</table:table-row>")]
    first, second = row.split("</table:table-row>")[:2]
    hidden = second.replace("table-row", 'table-row table:visibility="filter"', 1)
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    other = '<table:table table:name="Cover"><table:table-row table:visibility="collapse"/></table:table>'
    before, name, behind = head.partition("<table:table ")
    end = "</table:table-row>"
    text = f"{before}{other}{name}{behind}{columns}{first}{end}{second}{end}{hidden}{end}{tail}"
    path = tmp_path / "parts.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", text)
        archive.writestr("META-INF/manifest.xml", MANIFEST)
    told = [(r.code, r.text) for r in open_table(path).remarks]
    assert told == [
        ("HIDDEN", "row 3 is hidden in the sheet, and read all the same"),
        ("HIDDEN", "column B is hidden in the sheet, and read all the same"),
    ]
