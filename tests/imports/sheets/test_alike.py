"""Rows of one number that say another part: asked about, and never counted as the first."""

from decimal import Decimal
from pathlib import Path

import pytest

from partwright.imports.sheets.items.alike import contradict, is_same_name
from tests.imports.sheets.sheetfiles import read_text


@pytest.mark.parametrize(
    ("one", "other", "same", "against"),
    [
        ("10k", "22k", False, True),
        ("100nF", "0.1uF", True, False),
        ("4k7", "4.7 k", True, False),
        ("Resistor TH 1000 Ω", "Resistor TH 1.8 kΩ", False, True),
        ("10k", "10k 1%", False, False),
        ("Screw M3x8", "Screw M3x8 DIN 912", True, False),
        ("Screw M3", "Screw M4", False, True),
        ("Led Red", "LED RED", True, False),
        ("RED", "PWR", False, False),
        ("100", "220", False, True),
    ],
)
def test_names_that_are_one_and_values_that_contradict(
    one: str, other: str, same: bool, against: bool
) -> None:
    assert (is_same_name(one, other), contradict(one, other)) == (same, against)


def test_a_number_of_two_parts_is_asked_about(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Item Number,Name,Value,Qty
        A-1,Nut,,3
        A-1,Washer,,4
        A-2,Resistor,10k,1
        A-2,Resistor,22k,1
        A-3,Screw M3,,2
        A-3,Screw M3 long,,2""",
        parent="P",
    )
    assert found.lines == {("P", "A-1", "3"), ("P", "A-2", "1"), ("P", "A-3", "4")}
    assert found.bad_rows == [3, 5]
    assert 'name: row 2 gives A-1 another value than Washer: "Nut"' in found.reasons()
    assert 'value: row 4 gives A-2 another value than 22k: "10k"' in found.reasons()


def test_attributes_are_told_by_the_lists_own_words(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Part Number,Name,Grade of care\nA-1,Nut,high\nA-1,Nut,low")
    assert found.reasons() == "Grade of care: row 2 gives A-1 another value than low"


def test_a_manufacturers_number_of_two_values_is_asked_about(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Designator,Value,Qty,Manufacturer,MPN
        R1,10k,1,Yageo,RC0603-10K
        R2,22k,1,Yageo,RC0603-10K
        D1,RED,1,Lite,LTST-C190
        D2,PWR,1,Lite,LTST-C190
        D3,PWR,1,Lite,LTST-C190
        C1,100nF,1,Murata,GRM188
        C2,0.1uF,1,Murata,GRM188""",
        parent="P",
    )
    assert found.bad_rows == [3]
    assert 'MPN: row 2 gives RC0603-10K another value than 22k: "10k"' in found.reasons()
    names = [part["name"] for part in found.parts.values()]
    assert names == ["10k", "RED", "PWR", "100nF"]
    counted = [(line.designators, line.quantity) for line in found.details]
    assert (("D2", "D3"), Decimal(2)) in counted
    assert (("C1", "C2"), Decimal(2)) in counted
    told = [remark.text for remark in found.remarks if remark.row_number == 5]
    assert told == ['LTST-C190 is "RED" in row 4: this row is kept as a part of its own']


def test_a_single_unknown_word_is_no_quantity(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Name,Qty
        Plate,2
        Rod,abc
        Glue,as needed
        Wire,roll
        Tape,por definir
        Bolt,4
        Nut,4
        Washer,8
        Cap,2""",
        parent="P",
    )
    assert found.bad_rows == [3]
    taken = {remark.row_number: remark.text for remark in found.remarks if "one is" in remark.text}
    assert taken[4] == "the row has no quantity (as needed): one is taken"
    assert [line.quantity for line in found.details] == [2, 1, 1, 1, 4, 4, 8, 2]
