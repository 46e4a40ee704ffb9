"""Sheets as they should not be: each gives a report that a person can act on."""

import random
import tracemalloc
import zipfile
from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.records.refusals import (
    BrokenFile,
    OverlongCell,
    OverlongRow,
    SheetRefusal,
    UnterminatedQuote,
)
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text


def test_commas_without_quotes(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Number,Name,Cost
        A,Bracket,1.50
        B,Screw, M4, zinc,0.05
        C,Nut""",
    )
    assert found.parts[3] == {
        "itemNumber": "B",
        "name": "Screw, M4, zinc",
        "cost": "0.05",
        "costCurrency": "USD",
    }
    found = read_text(tmp_path, "Number,Name,Cost\nA,Bracket,1.50\nB,Screw,M4,zinc,0.05\n")
    assert (set(found.parts), found.bad_rows) == ({2}, [3])
    assert "5 cells under 3 headers; a cell that holds the delimiter must be quoted" in (
        found.reasons()
    )


def test_merged_headers(tmp_path: Path) -> None:
    path = tmp_path / "bom.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.merge_range("A1:D1", "Desk lamp, third prototype")
        sheet.merge_range("A2:B2", "Identification")
        sheet.merge_range("C2:D2", "Procurement")
        sheet.write_row(2, 0, ["Part No.", "Title", "Unit Cost", "Vendor"])
        sheet.write_row(3, 0, ["A", "Arm", 1.5, "Acme"])
    found = outcome(read_sheet(path))
    assert found.parts[4]["cost"] == "1.5"
    assert found.parts[4]["attributes"] == {"Supplier": "Acme"}
    assert "The header is row 3; the rows above it are not read" in found.reading.decisions[0]


def test_mixed_decimals(tmp_path: Path) -> None:
    text = 'Number,Name,Cost\nA,a,"1,5"\nB,b,1.5\nC,c,"1,234"\nD,d,1.234\nE,e,1_000\nF,f,１２\n'
    found = read_text(tmp_path, text)
    assert [part.get("cost") for part in found.parts.values()] == ["1.5", "1.5", None, None]
    assert found.bad_rows == [4, 5]
    assert found.parts[6]["attributes"] == {"Cost": "1_000"}
    assert [remark.code for remark in found.remarks] == ["UNREADABLE", "UNREADABLE"]
    assert "holds decimal points and decimal commas" in found.reading.decisions[0]
    assert 'Cost: "1,234" may be 1234 or 1.234' in found.reasons()


def test_numbers_given_twice_and_cycles(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,Number,Name,Qty
        0,A,Arm,1
        1,B,Bolt,2
        2,A,Arm,1
        1,b,Bracket,1""",
    )
    assert "A contains itself" in found.reasons()
    assert "name: row 3 gives b another value than Bracket" in found.reasons()
    assert found.remarks == []
    assert {line for line in found.lines if line[1] == "B"} == {("A", "B", "2")}


def test_a_cell_of_a_megabyte_is_lost_and_told(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text(f"Number,Name,Material\nA,a,{'x' * 1_000_000}\nB,b,Steel\n")
    found = outcome(read_sheet(path))
    assert [(r.row_number, r.code) for r in found.remarks] == [(2, "LOST_VALUE")]
    assert "Material: the cell holds 1000000 characters" in found.remarks[0].text
    assert ("material" in found.parts[2], found.parts[3]["material"]) == (False, "Steel")
    path.write_text('Number,Name\nA,"' + "x" * 1_000)
    with pytest.raises(UnterminatedQuote, match="begins in row 2 never ends"):
        outcome(read_sheet(path))
    path.write_text('Number,Name\nA,"' + "x" * (5 << 20))
    with pytest.raises(OverlongCell, match="closing quote may be missing"):
        outcome(read_sheet(path))


def test_reports_are_short_whatever_the_cells_hold(tmp_path: Path) -> None:
    rows = "".join(f"{'9' * 3000},P{n},a,1\n" for n in range(3))
    found = read_text(tmp_path, f"Level,Number,Name,Qty\n{rows}")
    assert found.bad_rows == [2, 3, 4]
    assert len(found.reasons()) < 1000
    rows = "1,B,Bolt,1\n" * 5000
    found = read_text(tmp_path, f"Level,Number,Name,Qty\n0,A,Arm,1\n{rows}")
    (told,) = [one.text for one in found.remarks if "quantities are added" in one.text]
    assert "20, 21, 22 and 4980 more: their quantities" in told


def test_a_workbook_that_unpacks_to_too_much(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bytes(80 << 20))
    assert path.stat().st_size < 1 << 20
    with pytest.raises(BrokenFile, match="unpacks to more than 64 MiB; save the sheet as CSV"):
        read_sheet(path)


def test_junk_is_refused_in_words(tmp_path: Path) -> None:
    good = tmp_path / "good.xlsx"
    with xlsxwriter.Workbook(good) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Number", "Name"])
        sheet.write_row(1, 0, ["A", "Arm"])
    content, chance = good.read_bytes(), random.Random(7)
    for _ in range(60):
        junk = bytearray(content[: chance.randrange(len(content))] or b"\0")
        for _ in range(chance.randrange(20)):
            junk[chance.randrange(len(junk))] = chance.randrange(256)
        for ending in ("xlsx", "xls", "ods", "csv", "json"):
            path = tmp_path / f"junk.{ending}"
            path.write_bytes(junk)
            with pytest.raises(SheetRefusal):
                outcome(read_sheet(path))


CORNERS = (
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
)
UNNAMED = f"<row>{'<c><v>1</v></c>' * 3000}</row>"
EMPTY = '<row r="1"><c r="A1"><v>1</v></c></row><row r="9"><c r="XFD9" s="1"/></row>'


@pytest.mark.parametrize(("rows", "spans"), [(CORNERS, 16384), (UNNAMED, 3000), (EMPTY, 1)])
def test_a_sheet_that_spans_too_much_is_refused_before_room_is_made(
    tmp_path: Path, rows: str, spans: int
) -> None:
    path = tmp_path / "wide.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", f"<sheetData>{rows}</sheetData>")
    with pytest.raises(BrokenFile) as refused:
        read_sheet(path)
    assert (f"spans {spans} columns" in str(refused.value)) is (spans > 1)


def test_a_binary_sheet_that_spans_too_much(tmp_path: Path) -> None:
    def record(kind: int, place: int) -> bytes:
        return bytes([kind, 8]) + place.to_bytes(4, "little") + bytes(4)

    path = tmp_path / "wide.xlsb"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "xl/worksheets/sheet1.bin",
            record(0, 0) + record(2, 0) + record(0, 1_048_575) + record(2, 1_000),
        )
    with pytest.raises(BrokenFile, match="spans 1001 columns and 1048576 rows"):
        read_sheet(path)


TEXTS = "<si><t>Name</t></si><si><t>Qty</t></si><si/>"
CELLS = '<row r="{0}"><c r="A{0}" t="s"><v>3</v></c><c r="B{0}"><v>3</v></c></row>'


@pytest.mark.parametrize(
    ("strings", "sheet", "refused"),
    [
        (f'<sst uniqueCount="4294967295">{TEXTS}</sst>', "", "said to share 4294967295 texts"),
        (f"<sst>{TEXTS}<si><t>{'a' * 6_000_000}</t></si></sst>", "", "more than 4 MiB of text"),
        (
            f"<sst>{TEXTS}<si><t>{'a' * 30_000}</t></si></sst>",
            f"<sheetData>{''.join(map(CELLS.format, range(1, 9_999)))}</sheetData>",
            "more than 256 million characters",
        ),
    ],
)
def test_shared_texts_that_would_take_much_memory(
    tmp_path: Path, strings: str, sheet: str, refused: str
) -> None:
    path = tmp_path / "shared.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        archive.writestr("xl/sharedStrings.xml", strings)
    with pytest.raises(BrokenFile, match=refused):
        read_sheet(path)


def test_a_binary_workbook_that_ends_too_early(tmp_path: Path) -> None:
    path = tmp_path / "short.xlsb"
    with zipfile.ZipFile(path, "w") as archive:
        root = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        kind = f'<Relationship Id="a" Type="{root}/officeDocument" Target="xl/workbook.bin"/>'
        archive.writestr("_rels/.rels", f"<Relationships>{kind}</Relationships>")
        archive.writestr("xl/_rels/workbook.bin.rels", "<Relationships/>")
        archive.writestr("xl/workbook.bin", b"")
        archive.writestr("xl/sharedStrings.bin", bytes([159, 1, 8, 255, 255, 255, 255, 255]))
    with pytest.raises(BrokenFile, match="cannot be read"):
        read_sheet(path)


def test_merged_cells_that_overlap_without_end(tmp_path: Path) -> None:
    made, path = tmp_path / "made.xlsx", tmp_path / "merged.xlsx"
    with xlsxwriter.Workbook(made) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Part", "Qty"])
        sheet.write_row(4_500, 0, ["Bolt", 1])
    merged = '<mergeCell ref="A2:A4500"/>' * 20_000
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.endswith("sheet1.xml"):
                text = text.replace(
                    b"</sheetData>", f"</sheetData><mergeCells>{merged}</mergeCells>".encode()
                )
            new.writestr(name, text)
    with pytest.raises(BrokenFile, match="merged cells span more than 1000000 rows"):
        read_sheet(path)


@pytest.mark.parametrize(
    ("rows", "cells", "words"),
    [
        ("900000", "16384", "spans 16384 columns"),
        ("900000", "3", "a row of the sheet is repeated 900000 times"),
        ("4294967295", "3", "has 1000000000 rows"),
        ("1", "4294967295", "has 1000000000 columns"),
    ],
)
def test_an_open_document_that_repeats_a_cell(
    tmp_path: Path, rows: str, cells: str, words: str
) -> None:
    path = tmp_path / "wide.ods"
    names = 'xmlns:table="t" xmlns:office="o" xmlns:text="x"'
    row = (
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell'
        f' table:number-columns-repeated="{cells}" office:value-type="string"><text:p>x</text:p>'
        "</table:table-cell>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "content.xml",
            f"<a {names}><table:table>{row}</table:table-row></table:table></a>",
        )
    with pytest.raises(BrokenFile, match=words):
        read_sheet(path)


@pytest.mark.parametrize("line", ["x," * 1_000_000, '"' + "x," * 9 + '",' + "," * 3_000])
def test_a_line_of_a_million_columns_is_not_taken_apart(tmp_path: Path, line: str) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(f"Number,Name\nA,a\n{line}\n")
    tracemalloc.start()
    try:
        with pytest.raises(OverlongRow, match="line 3"):
            outcome(read_sheet(path))
        assert tracemalloc.get_traced_memory()[1] < 24 << 20
    finally:
        tracemalloc.stop()
