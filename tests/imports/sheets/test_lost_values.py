import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from partwright.imports.sheets.cell_values.number_shapes import number_shape
from partwright.imports.sheets.formats.sheet_xml import pieces
from partwright.imports.sheets.records.lost_values import read_formula, without_lost
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text

HEADERS = ["Part Number", "Description", "Qty", "Price", "Colour"]
ROWS = [
    ["P-1", "Housing", 1, "#N/A", "#N/A"],
    ["P-2", "#REF!", 2, 3.5, "#N/A"],
    ["P-3", "Cover", "#VALUE!", 1, 4],
    ["#DIV/0!", "Lid", 1, 2, 5],
]


def workbook(path: Path, rows: list[list[object]]) -> Path:
    """Texts that begin with `#` are errors of formulas, those that begin with `=` formulas."""
    book = xlsxwriter.Workbook(path)
    sheet: Any = book.add_worksheet()
    for row, cells in enumerate([HEADERS, *rows]):
        for column, cell in enumerate(cells):
            if str(cell).startswith("#"):
                sheet.write_formula(row, column, "=A99", value=cell)
            elif str(cell).startswith("="):
                sheet.write_formula(row, column, str(cell), value="")
            else:
                sheet.write(row, column, cell)
    book.close()
    return path


def with_empty_results(path: Path) -> Path:
    """The workbook as a program leaves it that computed the formulas."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content.replace(b'"><f>IF', b'" t="str"><f>IF'))
    return path


def told(found: Outcome) -> list[tuple[int, str]]:
    return [(one.row_number, one.text) for one in found.remarks if one.code == "LOST_VALUE"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_errors_of_formulas_are_told_and_become_no_values(tmp_path: Path, kind: str) -> None:
    if kind == "csv":
        lines = [",".join(map(str, row)) for row in [HEADERS, *ROWS]]
        found = read_text(tmp_path, "\n".join(lines), parent="T")
    else:
        found = outcome(read_sheet(workbook(tmp_path / "a.xlsx", ROWS), parent="T"))
    assert found.bad_rows == [4]
    assert "Qty: the cell holds the error #VALUE!" in found.reasons()
    assert [part.get("itemNumber") for part in found.parts.values()] == ["P-1", "P-2", "P-3", None]
    assert [part.get("cost") for part in found.parts.values()] == [None, "3.5", "1", "2"]
    assert "#" not in str(found.parts)
    assert sorted(told(found)) == [
        (
            2,
            "Colour: the cell holds the error #N/A; it is read as empty, and so are others like it below",
        ),
        (2, "Price: the cell holds the error #N/A; it is read as empty"),
        (3, "Description: the cell holds the error #REF!; it is read as empty"),
        (5, "Part Number: the cell holds the error #DIV/0!; it is read as empty"),
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_formulas_without_results_are_told(tmp_path: Path, kind: str) -> None:
    rows: list[list[object]] = [
        ["P-1", "Housing", "=D2*2", 1.5, 3],
        ["P-2", '=HYPERLINK("http://a.b/c","Cover")', 2, "=E3/2", 4],
    ]
    if kind == "csv":
        quoted = [['"{}"'.format(str(c).replace('"', '""')) for c in r] for r in [HEADERS, *rows]]
        found = read_text(tmp_path, "\n".join(map(",".join, quoted)), parent="T")
    else:
        path = workbook(tmp_path / "a.xlsx", rows)
        found = outcome(read_sheet(path, parent="T"))
    assert found.bad_rows == [2]
    assert "Qty: the cell holds the formula =D2*2 without its result" in found.reasons()
    assert [part["name"] for part in found.parts.values()] == ["Housing", "Cover"]
    assert told(found) == [
        (3, "Description: the cell holds a link to http://a.b/c; what it shows is read"),
        (3, "Price: the cell holds the formula =E3/2 without its result; it is read as empty"),
    ]


def test_a_formula_whose_result_is_empty_is_an_empty_cell(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["P-1", "Housing", 2, '=IF(A2="","x","")', 3]])
    found = outcome(read_sheet(with_empty_results(path), parent="T"))
    assert (told(found), found.lines) == ([], {("T", "P-1", "2")})


@pytest.mark.parametrize(
    "cell",
    ["#1", "# 8-32", "#8-32 x 1/2", "=", "E27", "ERR:5", "#A", '="0012"', "=> see note", "Error!"],
)
def test_what_only_looks_like_one_stays(cell: str) -> None:
    assert without_lost([read_formula(cell)]) == ([cell], ())


@pytest.mark.parametrize(
    "cell", ["#BEZUG!", "#NOM?", "#¡REF!", "#NV", "Err:502", "=Sheet2!A4", "=SUMME(A1:A4)"]
)
def test_errors_and_formulas_of_any_language_are_known(cell: str) -> None:
    assert without_lost([read_formula(cell) if cell[0] == "=" else f" {cell} "])[0] == [""]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("000000", "000123"),
        ('"P-"0000', "P-0123"),
        ("000\\-000", "000-123"),
        ("00-00;@", "01-23"),
        ("00", "123"),
        ('0" pcs"', None),
        ("0.00", None),
        ("#,##0", None),
        ("00:00", None),
    ],
)
def test_formats_of_codes_have_zeros_alone(code: str, shown: str | None) -> None:
    shape = number_shape(code)
    assert (shape and shape.shown("123")) == shown
    assert shape is None or shape.shown("1.5") == "1.5"


def test_numbers_are_the_codes_that_the_sheet_shows(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Part No", "Name", "Qty"])
    coded = book.add_format({"num_format": "000000"})
    for row, number in enumerate([12, 345, 1234567], start=1):
        sheet.write_number(row, 0, number, coded)
        sheet.write_row(row, 1, [f"Part {number}", row])
    sheet.write_row(4, 0, [8, "Plain", 4])
    book.close()
    found = outcome(read_sheet(path, parent="T"))
    assert [part["itemNumber"] for part in found.parts.values()] == [
        "000012",
        "000345",
        "1234567",
        "8",
    ]


def test_a_sheet_is_read_in_pieces_that_end_between_its_cells(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    cells = [f'<c r="A{n}" t="e"><f>A1/B1</f><v>#DIV/0!</v></c>' for n in range(60_000)]
    texts = {"cells": "".join(cells), "none": "<v>" * 900_000, "one": "x" * 3_000_000}
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    began = time.process_time()
    with zipfile.ZipFile(path) as archive:
        for name, text in texts.items():
            found = list(pieces(archive, name))
            assert b"".join(found).decode() == text
            assert len(found) > 2
            assert max(map(len, found)) < 3 << 20
        assert all(one.endswith(b"</c>") for one in pieces(archive, "cells"))
    assert time.process_time() - began < 2


def test_a_text_that_looks_like_a_formula_stays_a_text(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Part Number", "Name", "Qty"])
    sheet.write_string(1, 0, "P-1")
    sheet.write_string(1, 1, "=SUM(A1:A4)")
    sheet.write_number(1, 2, 2)
    book.close()
    guarded = read_text(tmp_path, "Part Number,Name,Qty\nP-1,'=SUM(A1:A4),2", parent="T")
    for found in (outcome(read_sheet(path, parent="T")), guarded):
        assert (found.parts[2]["name"], told(found)) == ("=SUM(A1:A4)", [])
