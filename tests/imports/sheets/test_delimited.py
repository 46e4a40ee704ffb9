import csv
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from partwright.imports.sheets.cell_values.formula_escape import unescape_formula
from partwright.imports.sheets.formats.delimited import find_delimiter
from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.records.refusals import (
    BrokenFile,
    FileNotReadable,
    NoHeader,
    UnknownEncoding,
    UnknownFileKind,
    UnterminatedQuote,
)

CELL = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20
).filter(lambda text: unescape_formula(text) == text)
"""Any text but one whose apostrophe makes a formula harmless: that is taken off."""


def written(folder: Path, content: bytes, name: str = "parts.csv") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def cells_of(path: Path) -> list[tuple[int, tuple[str, ...]]]:
    return [(record.row_number, record.cells) for record in open_table(path).records()]


@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), max_size=8),
    delimiter=st.sampled_from(",;\t|"),
    ending=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
@example(rows=[("", "L", "L")], delimiter=",", ending="\n", encoding="utf-8")
@example(rows=[("", "", "MAKE;LP;FIRMA;ME")], delimiter="\t", ending="\r\n", encoding="utf-8")
def test_what_the_csv_module_writes_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str, str]],
    delimiter: str,
    ending: str,
    encoding: str,
) -> None:
    path = tmp_path_factory.mktemp("csv") / "parts.csv"
    with path.open("w", encoding=encoding, newline="") as stream:
        # The writer leaves a lone CR unquoted unless CR is part of its own line end.
        quoting = csv.QUOTE_ALL if ending == "\n" else csv.QUOTE_MINIMAL
        writer = csv.writer(stream, delimiter=delimiter, lineterminator=ending, quoting=quoting)
        writer.writerow(["Item Number", "Name", "Description"])
        writer.writerows(rows)
    expected = [
        (number, row)
        for number, row in enumerate(rows, start=2)
        if any(cell.strip() for cell in row)
    ]
    assert cells_of(path) == expected


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
        ("cp1252", b""),
    ],
)
def test_encodings_are_found_out(tmp_path: Path, encoding: str, mark: bytes) -> None:
    path = written(tmp_path, mark + "Nummer,Größe\nA-1,5 Ω µ\n".replace("Ω", "é").encode(encoding))
    table = open_table(path)
    assert table.headers == ("Nummer", "Größe")
    assert [record.cells for record in table.records()] == [("A-1", "5 é µ")]
    assert any("1252" in decision for decision in table.decisions) == (encoding == "cp1252")


def test_a_late_foreign_byte_makes_the_whole_file_windows_1252(tmp_path: Path) -> None:
    body = b"Name\n" + b"plain\n" * 400_000 + b"Fl\xfcgel\n"
    *_, last = open_table(written(tmp_path, body)).records()
    assert last.cells == ("Flügel",)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Part Number,Qty\nA,1\n", ","),
        ("Part Number;Price\nA;1,5\nB;2,5\n", ";"),
        ("Nummer\tName, lang\nA\tx, y\n", "\t"),
        ("PN|Name\nA|x,y\n", "|"),
        ("Name\nx\n", ","),
        ('"Name; lang",Qty\n"a;b;c",2\n', ","),
        ("sep=;\nfoo,bar;baz\n", ";"),
        ("erste;zweite\n1,5;2,5\n1,7;2,8\n", ";"),
    ],
)
def test_the_delimiter_is_found_out(text: str, delimiter: str) -> None:
    assert find_delimiter(text) == delimiter


def test_blank_lines_count_and_cells_of_several_lines_are_one_row(tmp_path: Path) -> None:
    path = written(tmp_path, b'\nName,Qty\n\n"a\nb",1\n,,\n , \nc,2\n')
    assert cells_of(path) == [(4, ("a\nb", "1")), (7, ("c", "2"))]


def test_the_excel_hint_is_a_row_but_no_header(tmp_path: Path) -> None:
    path = written(tmp_path, b"sep=;\nName;Qty\na;1\n")
    assert open_table(path).headers == ("Name", "Qty")
    assert cells_of(path) == [(3, ("a", "1"))]


def test_titles_above_the_header_are_passed_over_and_told(tmp_path: Path) -> None:
    table = open_table(
        written(tmp_path, b"Bill of Materials,,\nProject X,,\n\nPart Number,Qty,Note\nA,1,x\n")
    )
    assert table.headers == ("Part Number", "Qty", "Note")
    assert [record.row_number for record in table.records()] == [5]
    assert "row 4" in table.decisions[0]


def test_short_rows_are_padded_and_long_ones_are_problems_of_theirs(tmp_path: Path) -> None:
    path = written(tmp_path, b"Name,Qty\na\nb,1,\nc,1,more\nd,2\n")
    records = list(open_table(path).records())
    assert [record.cells for record in records][:2] == [("a", ""), ("b", "1")]
    assert [bool(record.fault) for record in records] == [False, False, True, False]
    assert "3 cells under 2 headers" in records[2].fault


def test_a_stray_quote_is_a_problem_of_its_row(tmp_path: Path) -> None:
    path = written(tmp_path, b'Name,Qty\n"5" pipe",1\nb,2\n')
    first, second = open_table(path).records()
    assert "written twice" in first.fault
    assert (second.row_number, second.cells) == (3, ("b", "2"))


def test_a_late_nul_is_a_problem_of_its_row(tmp_path: Path) -> None:
    path = written(tmp_path, b"Name,Qty\n" + b"a,1\n" * 2000 + b"b\0,1\n")
    *_, last = open_table(path).records()
    assert "NUL" in last.fault


@pytest.mark.parametrize(
    ("content", "name", "refusal", "words"),
    [
        (b"", "a.csv", NoHeader, "first row"),
        (b"\n \n\t\n", "a.csv", NoHeader, "first row"),
        (b"\xef\xbb\xbf", "a.csv", NoHeader, "first row"),
        (b'Name,Qty\na,1\n"b,2\nc,3\n', "a.csv", None, "row 3"),
        (b"Name\0\0\0\n\0\0\0\0a", "a.csv", BrokenFile, "byte-order"),
        (b"\xff\xfeN\0a", "a.csv", UnknownEncoding, "UTF-16"),
        (b"x", "a.pdf", UnknownFileKind, ".xlsx"),
        (b"x", "a", UnknownFileKind, ".csv"),
        (b"no zip", "a.xlsx", BrokenFile, "workbook"),
    ],
)
def test_files_that_cannot_be_read_are_refused_in_words(
    tmp_path: Path, content: bytes, name: str, refusal: type[Exception] | None, words: str
) -> None:
    path = written(tmp_path, content, name)
    with pytest.raises(refusal or UnterminatedQuote) as refused:
        list(open_table(path).records())
    assert words in str(refused.value)


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    for name in ("missing.csv", "folder.csv"):
        with pytest.raises(FileNotReadable):
            open_table(tmp_path / name)


@pytest.mark.parametrize(
    ("encoding", "cells"),
    [
        ("gb18030", "导热硅脂"),
        ("gb18030", "不锈钢螺丝"),
        ("big5", "不鏽鋼螺絲"),
        ("cp932", "六角穴付ボルト"),
        ("cp949", "베어링 하우징"),
        ("cp1251", "Кронштейн двигателя"),
        ("cp1251", "БОЛТ ГАЙКА"),
        ("cp1252", "Größenübersicht Übermaß"),
        ("cp1252", "“Large” fan – it’s 5 µm ±2°C"),
        ("cp1252", "Hööker määrä ÄÖÅ pöytä"),
    ],
)
def test_cells_tell_the_encoding_under_english_headers(
    tmp_path: Path, encoding: str, cells: str
) -> None:
    table = open_table(written(tmp_path, f"Part Number,Name\nA-1,{cells}\n".encode(encoding)))
    assert [record.cells[1] for record in table.records()] == [cells]
