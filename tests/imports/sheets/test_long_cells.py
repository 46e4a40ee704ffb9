"""Cells of many pages: they are read in the time that their length is worth, not its square."""

import time
from contextlib import suppress
from pathlib import Path

import pytest

from partwright.imports.sheets.cell_values.not_placed import LEFT_OUT_NOTE
from partwright.imports.sheets.records.refusals import SheetRefusal
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome

MANY = 40_000
MOST_SECONDS = 5.0
"""Of the processor; with a pattern that takes the square of the length it is minutes."""
REST = ",Quantity\nx,1\n"
COLUMNS = "Level,Name,Quantity,Reference Designators,Unit Price,Weight\n"
SHEETS = {
    "blanks in a header": f'"Name{" " * MANY}x"{REST}',
    "lines in a header": '"Name' + "\n" * MANY + f'x"{REST}',
    "wide blanks in a header": f'"Name{chr(0x3000) * MANY}x"{REST}',
    "brackets in a header": f'"Name{"(" * MANY}x"{REST}',
    "words in a header": f'"Name{" a" * MANY}"{REST}',
    "slashes in a header": f'"Name{" /a" * MANY}"{REST}',
    "digits in a header": f'"Price {"1" * MANY}x",Name\n1,x\n',
    "a title of blanks": f'"x{" " * MANY}y"\nName{REST}',
    "blanks in cells": COLUMNS + f'1,"x{" " * MANY}y",1,"R1{" " * MANY}-","1{" " * MANY}2",1\n',
    "digits in cells": COLUMNS + f'{"1" * MANY}x,x,"{"1" * MANY} sets","x{"1" * MANY}x",1,1\n',
    "digits as numbers": f"Item,Name,Quantity\n{'1' * MANY},x,1\n{'2' * MANY},y,2\n",
    "words in cells": COLUMNS + f'1,x,"{"1 " * MANY}x","{"R1 " * MANY}","{"1," * MANY}€",1\n',
    "one line of words": "  x" + "1 " * MANY + "y\n" + "a 1\n" * 3,
    "one line of blanks": "  x" + " " * MANY + "y\n" + "  a  1\n" * 3,
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_cell_of_pages_is_soon_read(tmp_path: Path, sheet: str) -> None:
    path = tmp_path / "long.csv"
    path.write_text(SHEETS[sheet], encoding="utf-8")
    began = time.process_time()
    # To refuse it is fine, too.
    with suppress(SheetRefusal):
        outcome(read_sheet(path))
    assert time.process_time() - began < MOST_SECONDS


def test_notes_behind_blanks_are_soon_looked_for() -> None:
    began = time.process_time()
    assert LEFT_OUT_NOTE.sub("", "R1" + " " * MANY + "x") == "R1" + " " * MANY + "x"
    assert LEFT_OUT_NOTE.sub("", "R1  (DNP), R2(NC)") == "R1, R2"
    assert time.process_time() - began < 1


def test_a_json_file_is_soon_read(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    gap = " " * MANY
    path.write_text(f'[{{"name": "x{gap}y", "quantity": "1{gap}x", "x{gap}y": "R1{gap}x"}}]')
    began = time.process_time()
    outcome(read_sheet(path))
    assert time.process_time() - began < MOST_SECONDS


def test_what_stands_in_a_long_text_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    note = "Torque 5 Nm.   Then glue.\n\n" * 150
    path.write_text(f'Name,Remark\nBolt,"{note}"\n', encoding="utf-8")
    found = outcome(read_sheet(path))
    assert found.parts[2]["attributes"] == {"Remark": note.strip()}


def test_a_cell_of_a_megabyte_is_told(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    places = ",".join(f"R{at}" for at in range(100_000))
    path.write_text(f'Name,Qty,References\nBolt,1,"{places}"\nNut,2,R1\n', encoding="utf-8")
    began = time.process_time()
    found = outcome(read_sheet(path, parent="T"))
    assert time.process_time() - began < 2
    told = [remark.text for remark in found.remarks if remark.code == "LOST_VALUE"]
    assert told == [
        (
            f"References: the cell holds {len(places)} characters, more than is read of one;"
            " it is read as empty"
        )
    ]
    assert [(len(line.designators), str(line.quantity)) for line in found.details] == [
        *((0, "1"), (1, "2"))
    ]
