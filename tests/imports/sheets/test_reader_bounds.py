"""Cells that a reader must not take too much time over, or for something else."""

import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import xlsxwriter

from partwright.imports.sheets.cell_values.approximate import without_about
from partwright.imports.sheets.formats import sheet_size
from partwright.imports.sheets.formats.bullet_lists import find_bullets
from partwright.imports.sheets.formats.cell_formats import styles_of
from partwright.imports.sheets.formats.row_outline import sheet_frame
from partwright.imports.sheets.items.item_key import item_key
from partwright.imports.sheets.mapping.company_names import names_company, sellers_in
from partwright.imports.sheets.records.refusals import BrokenFile
from partwright.imports.sheets.records.rows import PreparedRow, SheetRecord, SheetTable
from partwright.imports.sheets.shapes.kept_rows import with_rows_kept
from partwright.imports.sheets.sheet_reader import read_sheet
from partwright.imports.sheets.tables.header_row import name_columns
from partwright.imports.sheets.tables.non_items import is_comment


@pytest.mark.parametrize(
    "text", ["x/" * 50_000, "a.b" * 30_000, "y" + " " * 50_000 + "x", "or " * 30_000]
)
def test_long_cells_of_companies_cost_no_more_than_their_length(text: str) -> None:
    began = time.process_time()
    assert not names_company(text)
    sellers_in(text)
    # Half a minute and more where each sign was compared with all others.
    assert time.process_time() - began < 5


def test_columns_hidden_again_and_again_are_kept_once(tmp_path: Path) -> None:
    made, path = tmp_path / "made.xlsx", tmp_path / "parts.xlsx"
    with xlsxwriter.Workbook(made) as book:
        book.add_worksheet().write_row(0, 0, ["Part", "Qty"])
    columns = '<col hidden="1" min="1" max="99999"/>' * 400_000
    rows = '<row hidden="1" r="3"/><row hidden="1" r="99999999"/>' * 400
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.endswith("sheet1.xml"):
                text = text.replace(b"<sheetData>", f"<cols>{columns}</cols><sheetData>".encode())
                text = text.replace(b"</sheetData>", f"{rows}</sheetData>".encode())
            new.writestr(name, text)
    began = time.process_time()
    frame = sheet_frame(path, 0)
    # Half a minute and more where each of them was taken.
    assert time.process_time() - began < 8
    assert (len(frame.hidden_columns), frame.hidden_rows) == (2_000, (3,))


@pytest.mark.parametrize(("keys", "rows"), [(3_000, 3_000), (300, 30_000)])
def test_objects_of_other_keys_each_are_refused_before_room_is_made(
    tmp_path: Path, keys: int, rows: int
) -> None:
    path = tmp_path / "parts.json"
    objects = (f'{{"name":"A{at}","k{at % keys}":1}}' for at in range(rows))
    path.write_text(f"[{','.join(objects)}]")
    with pytest.raises(BrokenFile, match="a sheet spans"):
        read_sheet(path)


@pytest.mark.parametrize(("name", "form"), [("a.yaml", "k{}: 1"), ("a.json", '"k{}": 1')])
def test_an_object_of_too_many_keys_is_refused_before_they_are_looked_at(
    tmp_path: Path, name: str, form: str
) -> None:
    path = tmp_path / name
    path.write_text(f"[{{{', '.join(form.format(at) for at in range(30_000))}}}]")
    began = time.process_time()
    with pytest.raises(BrokenFile, match="a sheet spans"):
        read_sheet(path)
    # A quarter of a minute where each key was compared with the names of fields.
    assert time.process_time() - began < 4


def test_a_header_that_repeats_in_all_columns_is_soon_numbered() -> None:
    began = time.process_time()
    headers = name_columns(["Name", "Name (3)", *["Name"] * 1_998])
    # Minutes where each was compared with all before it.
    assert time.process_time() - began < 2
    assert (headers[2:5], len(set(headers))) == (("Name (2)", "Name (4)", "Name (5)"), 2_000)


@pytest.mark.parametrize("text", ["<cellXfs ", "<cellXfs><xf a>", "<numFmt ", "[$a-"])
def test_styles_of_cells_cost_no_more_than_their_length(tmp_path: Path, text: str) -> None:
    path = tmp_path / "parts.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        code = f'<numFmt numFmtId="1" formatCode="{text * 20_000}"/>' if "[" in text else ""
        archive.writestr("xl/styles.xml", code or text * 20_000)
    began = time.process_time()
    with zipfile.ZipFile(path) as archive:
        assert styles_of(archive).indents == {}
    # Half a minute where each tag was looked through to the end for its own.
    assert time.process_time() - began < 1


def test_headings_of_bullets_cost_no_more_than_their_length() -> None:
    began = time.process_time()
    assert find_bullets([*["# x" + " " * 290 + "x"] * 100, "- Tube", "- Lug", "- Nut"])
    # Ten times as long where each blank was compared with all others.
    assert time.process_time() - began < 1


def test_joined_tables_bring_few_columns(tmp_path: Path) -> None:
    tables = "\n".join(
        f"| Name | Qty | {' | '.join(f'c{table}n{at}' for at in range(30))} |\n{'|---' * 32}|\n"
        f"| Part {table} | 2 | {' | '.join('x' * 30)} |\n"
        for table in range(80)
    )
    path = tmp_path / "parts.md"
    path.write_text(f"| Name | Qty | Material |\n|---|---|---|\n| Tube | 2 | PA |\n\n{tables}")
    began = time.process_time()
    reading = read_sheet(path, parent="T")
    assert time.process_time() - began < 2
    assert 100 < len(reading.table.headers) < 300
    assert any(remark.code == "OTHER_TABLE" for remark in reading.table.remarks)


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("~8.00", "8.00"),
        ("ca. 25", "25"),
        ("$10~20", "$10~20"),
        ("¥12～15", "¥12～15"),
        ("5 ~ 8", "5 ~ 8"),
    ],
)
def test_a_range_is_no_approximate_number(cell: str, number: str) -> None:
    assert without_about(cell) == number


def test_an_assortment_under_one_order_code_is_several_parts() -> None:
    bought = {"Supplier": "Amazon", "Order Code": "B0123"}
    keys = {
        item_key({"name": "Screw", "description": size, "attributes": bought})
        for size in ("M3x8 steel", "M3x12 brass")
    }
    assert len(keys) == 2


def test_own_numbers_in_links_to_drawings_stay_own(tmp_path: Path) -> None:
    rows = (f"AB-{n},Plate {n},Acme,https://git.example.org/d/AB-{n}.pdf,2" for n in range(1, 6))
    sheet = tmp_path / "list.csv"
    sheet.write_text("\n".join(["Part Number,Name,Supplier,Drawing,Qty", *rows]))
    reading = read_sheet(sheet, parent="T")
    rows_read = [row for row in reading.pieces() if isinstance(row, PreparedRow)]
    numbers = [row.item.get("itemNumber") for row in rows_read]
    assert numbers == [f"AB-{n}" for n in range(1, 6)]


def test_a_size_behind_a_number_sign_is_no_comment() -> None:
    assert is_comment("# not yet bought")
    assert not is_comment("# 10-24 screw")


@pytest.mark.parametrize(("ending", "cell"), [(".xlsx", b'<c r="A1"><v>1</v></c>'), (".xlsb", b"")])
def test_cells_in_one_place_are_counted(
    monkeypatch: pytest.MonkeyPatch, ending: str, cell: bytes
) -> None:
    monkeypatch.setattr(sheet_size, "MOST_CELLS", 500)
    measure = sheet_size.measure_for(ending, "xl/worksheets/sheet1")
    assert measure is not None
    cell = cell or b"\x02\x0c" + bytes(12)
    measure.feed(cell * 900)
    with pytest.raises(BrokenFile, match="more than 1000 cells"):
        measure.feed(cell * 200)


@pytest.mark.parametrize("text", ["__a ", "**a ", "`a ", "[a](b/", "[a]("])
def test_marks_of_markdown_that_nothing_ends_cost_no_more_than_their_number(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "parts.md"
    path.write_text(f"| Part | Note |\n|---|---|\n| **Nut** | {text * 4_000} |\n", "utf-8")
    began = time.process_time()
    parts = [piece for piece in read_sheet(path).pieces() if isinstance(piece, PreparedRow)]
    assert [part.item["name"] for part in parts] == ["Nut"]
    # A quarter of a minute where each was looked behind to the end.
    assert time.process_time() - began < 6


@pytest.mark.parametrize(("cell", "reads"), [("x", 1), ("x" * 50_000, 3)])
def test_grouped_rows_of_usual_size_are_read_from_the_file_once(cell: str, reads: int) -> None:
    counted: list[int] = []

    def records() -> Iterator[SheetRecord]:
        counted.append(1)
        yield from (SheetRecord(row, (cell,)) for row in range(2, 102))

    table = with_rows_kept(SheetTable(("Name",), (), records, outline={3: 1}))
    # Who only looks at the first rows keeps none of them.
    assert next(iter(table.records())).row_number == 2
    assert [[r.row_number for r in table.records()] for _ in range(3)] == [[*range(2, 102)]] * 3
    assert len(counted) == reads + 1
    assert with_rows_kept(SheetTable(("Name",), (), records)).records is records
