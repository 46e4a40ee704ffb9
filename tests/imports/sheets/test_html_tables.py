"""Tables of pages: in cells of others, with cells over several rows, and such as no list is."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.formats.html_tables import tables_of
from partwright.imports.sheets.records.refusals import BrokenFile
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome

PIECES = (
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<td rowspan=3 colspan=2>",
    "<![",
    "<!--",
    "x",
    "7",
)


def largest_table(page: str) -> list[list[str]]:
    return max((table.rows for table in tables_of(page)), key=len, default=[])


def test_a_table_in_a_cell_is_read_by_itself() -> None:
    inner = "<table><tr><th>Name<th>Qty<tr><td>Bolt<td>3<tr><td>Nut<td>4</table>"
    page = f"<table><tr><td>Shop {inner} of ours</td></tr><tr><td>2026</td></tr></table>"
    assert largest_table(page) == [["Name", "Qty"], ["Bolt", "3"], ["Nut", "4"]]
    assert largest_table(page.replace(inner, "")) == [["Shop of ours"], ["2026"]]


def test_a_text_over_several_rows_stands_in_each_and_a_number_once(tmp_path: Path) -> None:
    page = (
        "<table><tr><th>Group<th>Name<th>Qty<th>Set price"
        "<tr><td rowspan=2>Frame<td>Tube<td>4<td rowspan=2>12.50"
        "<tr><td>Foot<td>2"
        "<tr><td rowspan=9>Feet<td colspan=2>Cap<td>1</table>"
    )
    assert largest_table(page)[1:] == [
        ["Frame", "Tube", "4", "12.50"],
        ["Frame", "Foot", "2", ""],
        ["Feet", "Cap", "", "1"],
    ]
    file = tmp_path / "list.html"
    file.write_text(page)
    assert [record.cells[1] for record in open_table(file).records()] == ["Tube", "Foot", "Cap"]


def test_a_part_over_several_rows_is_one_part_with_several_suppliers(tmp_path: Path) -> None:
    file = tmp_path / "list.html"
    file.write_text(
        "<table><tr><th>Number<th>Name<th>Qty<th>Supplier<th>Order code"
        "<tr><td rowspan=2>100-1<td rowspan=2>Bolt<td rowspan=2>4<td>Mouser<td>M-1<tr><td>RS<td>R-1"
        "<tr><td>100-2<td>Nut<td>5<td>RS<td>R-2</table>"
    )
    found = outcome(read_sheet(file, parent="T"))
    assert found.lines == {("T", "100-1", "4"), ("T", "100-2", "5")}
    assert [remark.code for remark in found.remarks] == ["SOURCE_ROW"]


def test_sections_that_are_no_html_are_passed_over() -> None:
    page = "<table><![if x]><tr><td>a<![endif]><td><![ b]>c<![CDATA[d]]></table>"
    assert largest_table(page) == [["a", "c"]]


def test_a_header_over_several_rows_stands_in_the_first() -> None:
    page = "<table><tr><th rowspan=2>Name<th colspan=2>Supplier<tr><th>Name<th>Code</table>"
    assert largest_table(page) == [["Name", "Supplier", ""], ["", "Name", "Code"]]


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr>" + "<td colspan=10000>x</td>" * 9,
        "<table><tr>" + "<td colspan=100 rowspan=65534>x</td>" * 20,
        "<table><tr><td rowspan=" + "9" * 5_000 + ">x" + "<td>x" * 2_000,
        "<table>" * 50_000,
    ],
    ids=["wide", "carried", "digits", "nested"],
)
def test_what_no_list_holds_is_refused_before_it_takes_memory(page: str) -> None:
    with pytest.raises(BrokenFile, match="too many cells"):
        largest_table(page)


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_tags_in_any_order_make_rows(pieces: list[str]) -> None:
    found = largest_table("".join(pieces))
    assert all(isinstance(cell, str) for row in found for cell in row)


def test_quantities_before_names_over_several_rows_and_links(tmp_path: Path) -> None:
    path = tmp_path / "list.html"
    path.write_text(
        "<table><tr><th>Qty</th><th>Part</th><th>Norm</th><th>Shop</th></tr>"
        '<tr><td rowspan="3">4</td><td rowspan="3">Screw</td><td>DIN 912</td>'
        '<td><a href="https://shop.example/a">Shop A</a></td></tr>'
        "<tr><td>A2</td><td></td></tr><tr><td>zinc</td></tr>"
        '<tr><td>2</td><td>Nut</td><td><a href="#top">DIN 934</a></td><td>Shop B</td></tr></table>'
    )
    found = outcome(read_sheet(path, parent="T"))
    assert [line.quantity for line in found.details] == [4, 2]
    assert [part["attributes"] for part in found.parts.values()] == [
        {"Norm": "DIN 912; A2; zinc", "Supplier": "Shop A", "Link": "https://shop.example/a"},
        {"Norm": "DIN 934", "Supplier": "Shop B"},
    ]
    path.write_text(
        "<table><tr><th>No</th><th>Group</th><th>Part</th><th>Qty</th></tr>"
        '<tr><td rowspan="2">1</td><td rowspan="2">Frame</td><td>Screw</td><td>4</td></tr>'
        "<tr><td>Nut</td><td>2</td></tr>"
        "<tr><td>2</td><td>Drive</td><td>Motor</td><td>1</td></tr></table>"
    )
    found = outcome(read_sheet(path, parent="T"))
    assert [line.quantity for line in found.details] == [4, 2, 1]
    assert [part["name"] for part in found.parts.values()] == ["Screw", "Nut", "Motor"]


_LIST = "<table><tr><th>Part No<th>Name<th>Qty{}</table>"


def test_tables_of_a_page_with_the_same_headers_are_one_list(tmp_path: Path) -> None:
    first = _LIST.format("<tr><td>A-1<td>Relay<td>1<tr><td>A-2<td>Fan<td>2")
    second = _LIST.format("<tr><td>B-1<td>Plate<td>3")
    other = "<table><tr><th>Part<th>Material<tr><td>Grip<td>PETG</table>"
    file = tmp_path / "page.html"
    file.write_text(
        f"<h2>Electronics</h2>{first}<h2>Mechanics</h2>{second}{first}<h2>Tools</h2>"
        f"{second.replace('Plate', 'Key')}<h2>Printed</h2>{other}"
    )
    found = outcome(read_sheet(file, parent="T"))
    assert found.lines == {("T", "A-1", "1"), ("T", "A-2", "2"), ("T", "B-1", "3")}
    kinds = [part["attributes"] for part in found.parts.values()]
    assert kinds == [{"Category": name} for name in ("Electronics", "Electronics", "Mechanics")]
    told = [r.text for r in found.reading.remarks if r.code == "OTHER_TABLE"]
    assert [text.partition("(")[2].partition(")")[0] for text in told] == [
        "Part No, Name, Qty",
        "Part, Material",
    ]


def test_tables_of_assemblies_are_a_structure(tmp_path: Path) -> None:
    arm = _LIST.format("<tr><td>HAND<td>Hand<td>1<tr><td>S-1<td>Screw<td>4")
    hand = _LIST.format("<tr><td>S-1<td>Screw<td>2")
    file = tmp_path / "bom.html"
    file.write_text(f"<h3>Assembly ARM contains:</h3>{arm}<h3>Assembly HAND contains:</h3>{hand}")
    found = outcome(read_sheet(file, parent="T"))
    assert {("ARM", "HAND", "1"), ("ARM", "S-1", "4"), ("HAND", "S-1", "2")} <= found.lines


def test_of_thousands_of_other_tables_some_are_told_and_the_rest_counted(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    tables = (
        f"<table><tr><th>Part<th>Qty<th>C{n}<tr><td>Bolt {n}<td>2<td>x</table>" for n in range(3000)
    )
    path.write_text("".join(tables))
    remarks = [remark.text for remark in open_table(path).remarks]
    assert len(remarks) == 21
    assert remarks[-1] == "2979 more tables of the page are not read"


def test_thousands_of_tables_with_the_same_headers_are_joined_at_once(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    tables = (f"<table><tr><th>Part<th>Qty<tr><td>Bolt {n}<td>2</table>" for n in range(5000))
    path.write_text("".join(tables))
    begun = time.process_time()
    assert "5000 tables" in open_table(path).decisions[0]
    # Each compared with each took 6 s.
    assert time.process_time() - begun < 5
