"""Cells that a reader must not take too much time over, or for something else."""

import time
from pathlib import Path

import pytest

from partwright.imports.sheets.approximate import without_about
from partwright.imports.sheets.company_names import names_company, sellers_in
from partwright.imports.sheets.item_key import item_key
from partwright.imports.sheets.non_items import is_comment
from partwright.imports.sheets.rows import PreparedRow
from partwright.imports.sheets.sheet_reader import read_sheet


@pytest.mark.parametrize(
    "text", ["x/" * 50_000, "a.b" * 30_000, "y" + " " * 50_000 + "x", "or " * 30_000]
)
def test_long_cells_of_companies_cost_no_more_than_their_length(text: str) -> None:
    began = time.process_time()
    assert not names_company(text)
    sellers_in(text)
    # Half a minute and more where each sign was compared with all others.
    assert time.process_time() - began < 5


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
