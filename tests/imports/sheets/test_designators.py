import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.designators import (
    look_like_designators,
    read_designators,
    read_repeated,
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("R1", "R1"),
        ("R1-R4, R7", "R1 R2 R3 R4 R7"),
        ("R1 - R3", "R1 R2 R3"),
        ("R1–R3;C1", "R1 R2 R3 C1"),
        ("R1..R3", "R1 R2 R3"),
        ("R1 to R3 R9", "R1 R2 R3 R9"),
        ("R1 bis R3", "R1 R2 R3"),
        ("R08-R11", "R08 R09 R10 R11"),
        ("R1,\nR2", "R1 R2"),
        ("J1-A, J1-B", "J1-A J1-B"),
        ("U1A U1B", "U1A U1B"),
        ("TP10-TP12", "TP10 TP11 TP12"),
        ("R3-R3", "R3"),
        ("", ""),
        (" , ", ""),
        ("R1, r1", "R1"),
        ("R1-R3, R2", "R1 R2 R3"),
        ("-K1..-K3, -Q1", "-K1 -K2 -K3 -Q1"),
        ("-F2", "-F2"),
    ],
)
def test_lists_and_ranges(text: str, names: str) -> None:
    assert read_designators(text) == tuple(names.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R4-R1", "rising"),
        ("R1-C4", "one letter"),
        ("R1-R99999", "10000"),
        ("U1A-U1D", "counts up"),
        ("C1-4", "several"),
    ],
)
def test_ranges_that_are_not_understood(text: str, words: str) -> None:
    with pytest.raises(NotUnderstood, match=words):
        read_designators(text)


def test_the_quantity_decides_a_short_range() -> None:
    assert read_designators("C1-4", quantity=4) == ("C1", "C2", "C3", "C4")
    assert read_designators("X1-2", quantity=1) == ("X1-2",)
    with pytest.raises(NotUnderstood):
        read_designators("C1-4", quantity=3)
    assert read_designators("J2-1", quantity=1) == ("J2-1",)
    assert read_designators("J2-1, J2-2, J2-3", quantity=3) == ("J2-1", "J2-2", "J2-3")
    with pytest.raises(NotUnderstood, match="rising"):
        read_designators("C9-4", quantity=6)


@given(
    prefix=st.sampled_from(["R", "C", "TP", "LED"]),
    first=st.integers(0, 500),
    count=st.integers(2, 300),
)
def test_a_range_is_what_it_counts(prefix: str, first: int, count: int) -> None:
    names = tuple(f"{prefix}{number}" for number in range(first, first + count))
    assert read_designators(f"{names[0]}-{names[-1]}") == names
    assert read_designators(", ".join(names)) == names
    assert look_like_designators(", ".join(names))


def test_part_numbers_do_not_look_like_designators() -> None:
    assert not look_like_designators("SO101-1000")
    assert not look_like_designators("Resistor")
    assert not look_like_designators("12")


def test_a_designator_that_is_repeated_is_named() -> None:
    assert read_repeated("C1, C2, c1, C3-C4, C4") == (("C1", "C2", "C3", "C4"), ("C1", "C4"))
    assert read_repeated("C1, C2") == (("C1", "C2"), ())


@pytest.mark.parametrize(
    "text", ["R1 and R2", "R1&R2", "R1 & R2", "R1, and R2", "R1 und R2", "R1 y R2", "R1、R2"]
)
def test_words_and_signs_between_designators(text: str) -> None:
    assert read_designators(text) == ("R1", "R2")
