import csv
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import outcome, read_text

LINES = {("T", "A", "1"), ("A", "B", "2"), ("B", "C", "3"), ("T", "D", "4")}


@pytest.mark.parametrize(
    "levels",
    [
        *["0 1 2 3 1", "1 2 3 4 2", "1 1.1 1.1.1 1.1.1.1 1.2", "0 .1 ..2 ...3 .1"],
        *["0.0 1.0 2.0 3.0 1.0", "1. 1.1. 1.1.1. 1.1.1.1. 1.2.", "0 -1 --2 ---3 -1"],
    ],
)
def test_every_way_of_writing_levels_gives_the_same_structure(tmp_path: Path, levels: str) -> None:
    items = ["T,1", "A,1", "B,2", "C,3", "D,4"]
    rows = [f"{level},{item}" for level, item in zip(levels.split(), items, strict=True)]
    found = read_text(tmp_path, "\n".join(["Level,PN,Qty", *rows]))
    assert found.lines == LINES
    assert list(found.parts) == [2, 3, 4, 5, 6]
    assert (found.problems, found.remarks) == ([], [])


def test_several_tops_and_an_assembly_over_them(tmp_path: Path) -> None:
    text = "Level,PN,Qty\n1,A,2\n2,B,3\n1,C,4\n"
    assert read_text(tmp_path, text).lines == {("A", "B", "3")}
    assert len(read_text(tmp_path, text).remarks) == 2
    found = read_text(tmp_path, text, parent="TOP")
    assert found.lines == {("TOP", "A", "2"), ("A", "B", "3"), ("TOP", "C", "4")}


def test_a_level_that_jumps_is_reported_with_its_row_and_the_part_kept(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,PN,Qty\n0,T,1\n1,A,1\n3,B,1\n4,C,1\n3,D,1\n2,E,1\n")
    assert found.bad_rows == [4, 6]
    assert "the level is 3, but no row of level 2 is above it" in found.reasons()
    assert len(found.parts) == 6
    assert found.lines == {("T", "A", "1"), ("B", "C", "1"), ("A", "E", "1")}
    assert {problem.share for problem in found.problems} == {"line"}


def test_a_sheet_that_begins_below_its_top_is_reported(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,PN\n2,A\n1,B\n2,C\n")
    assert found.bad_rows == [2]
    assert found.lines == {("B", "C", "1")}


def test_after_an_unreadable_level_parents_are_not_guessed(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "Level,PN\n0,T\n1,A\n?,B\n2,C\n1,D\n0,U\n1,E\n2,F\n,G\n"
    )  # fmt: skip
    assert found.bad_rows == [4, 5, 6, 10]
    assert "row 4 has no readable level" in found.reasons()
    assert found.lines == {("T", "A", "1"), ("U", "E", "1"), ("E", "F", "1")}
    assert len(found.parts) == 9


def test_a_repeated_expansion_does_not_double_its_lines(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,PN,Qty,Ref Des
        0,T,1,
        1,L,1,
        2,S,1,
        3,X,2,"R1, R2"
        3,Y,1,
        1,R,1,
        2,s,2,
        3,Y,1.0,
        3,x,2,R1-R2
        1,Q,1,
        2,S,1,""",
    )
    assert (found.problems, found.remarks) == ([], [])
    assert len(found.details) == 8
    assert found.lines >= {("S", "X", "2"), ("S", "Y", "1"), ("R", "s", "2"), ("Q", "S", "1")}


def test_a_later_expansion_of_a_collapsed_assembly_is_taken(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,PN\n0,T\n1,S\n1,R\n2,S\n3,X\n")
    assert ("S", "X", "1") in found.lines
    assert found.problems == []


def test_a_differing_expansion_is_reported_line_by_line(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,PN,Qty
        0,T,1
        1,S,1
        2,X,2
        2,Y,1
        1,R,1
        2,S,1
        3,X,3
        3,Z,1""",
    )
    assert found.bad_rows == [8, 9]
    assert "S was expanded at row 3" in found.reasons()
    assert found.lines >= {("S", "X", "2"), ("S", "Y", "1")}
    assert ("S", "Z", "1") not in found.lines
    assert [remark.row_number for remark in found.remarks] == [7]


def test_a_child_twice_under_one_parent_needs_designators(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,PN,Qty,Find,Ref Des
        0,T,1,,
        1,A,2,10,
        1,A,2,10,
        1,R,2,20,R1-R2
        1,R,,20,"R7, R9"
        1,C,1,30,C1
        1,C,1,30,C1
        1,D,1,40,D1
        1,D,1,50,D2
        1,E,2,60,"E1, E2"
        1,E,2,60,"E2, E3"
        1,F,3,70,F1
        1,F,1,70,F1""",
    )
    # A place is one, however often it stands there; what is counted otherwise leaves it open.
    assert found.bad_rows == [13, 14]
    assert "F stands under T in rows 13, 14" in found.reasons()
    assert [r.row_number for r in found.remarks if r.code == "DUPLICATE_ROW"] == [3, 7, 11]
    assert "names C1; it is counted once, 1 in all" in found.remarks[-2].text
    (merged,) = [line for line in found.details if line.child == "R"]
    assert (merged.quantity, merged.find_number) == (4, 20)
    assert merged.designators == ("R1", "R2", "R7", "R9")
    counted = {("A", "4"), ("R", "4"), ("C", "1"), ("D", "2"), ("E", "3")}
    assert found.lines == {("T", *line) for line in counted}


def test_places_of_several_boards_are_told_apart(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Board,Ref,Value,Qty,MPN
        Main,R1,10k,1,RC0603
        Main,"C1, C2",100n,2,GRM188
        Panel,R1,10k,1,RC0603""",
        parent="T",
    )
    assert sorted(line.quantity for line in found.details) == [2, 2]
    assert any("of several boards, so each counts" in remark.text for remark in found.remarks)


def test_quantities_come_from_designators_and_doubt_is_remarked(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,PN,Qty,Ref Des
        0,T,,
        1,A,,R1-R3
        1,B,3,C1
        1,C,,
        1,D,0,""",
    )
    assert found.lines == {("T", "A", "3"), ("T", "B", "3"), ("T", "C", "1"), ("T", "D", "0")}
    assert [remark.row_number for remark in found.remarks] == [4, 5]


def test_a_bad_line_does_not_cost_the_part_and_a_bad_part_takes_its_line_along(
    tmp_path: Path,
) -> None:
    found = read_text(
        tmp_path,
        """Level,PN,Qty,Cost
        0,T,1,
        1,A,3 or 4,1
        1,,2,much
        2,C,1,1
        1,,1,1
        2,D,1,1""",
    )
    assert [(p.row_number, p.share, p.parent) for p in found.problems] == [
        (3, "line", "T"),
        (4, "", "T"),
        (5, "line", "?"),
        (6, "", "T"),
        (7, "line", "?"),
    ]
    assert sorted(str(part.get("itemNumber", "")) for part in found.parts.values()) == list("ACDT")
    assert found.lines == set()


def test_items_inside_themselves_are_reported(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,PN\n0,T\n1,A\n2,T\n2,A\n")
    assert found.bad_rows == [4, 5]
    assert "contains itself" in found.reasons()
    assert found.lines == {("T", "A", "1")}


def test_ids_and_the_product_in_a_parent_column_contradict_no_level(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """BOM Level,Parent ID,Parent IPN,Part,Component.IPN,Component.Name,Quantity
        1,10,ASM-1,21,PCB-1,Driver,1
        2,21,PCB-1,31,C-100,Capacitor,4
        1,10,ASM-1,22,HSG-1,Housing,2""",
        parent="T",
    )
    below = {("ASM-1", "PCB-1", "1"), ("PCB-1", "C-100", "4"), ("ASM-1", "HSG-1", "2")}
    assert found.lines == {("T", "ASM-1", "1"), *below}
    assert found.problems == []
    ids = read_text(
        tmp_path, "Level,Parent ID,PN,Qty\n1,10,A-1,1\n2,21,B-1,4\n1,10,C-1,2", parent="T"
    )
    assert ids.lines == {("T", "A-1", "1"), ("A-1", "B-1", "4"), ("T", "C-1", "2")}
    assert ids.problems == []
    several = read_text(
        tmp_path, "Level,Parent No,PN,Qty\n1,X-1,A-1,1\n1,X-1,B-1,4\n1,Y-1,C-1,2", parent="T"
    )
    assert several.lines == {("X-1", "A-1", "1"), ("X-1", "B-1", "4"), ("Y-1", "C-1", "2")}


def test_a_parent_column_beside_the_levels_must_agree(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,Parent,PN\n0,,T\n1,t,A\n2,T,B\n")
    assert found.bad_rows == [4]
    assert "names T as its parent, its level A" in found.reasons()


def test_repeated_items_are_created_once_and_may_not_contradict(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Level,PN,Name,Cost,Material
        0,T,top,,
        1,A,a,$5,
        2,X,x,"1.50",
        1,B,b,,
        2,X,x,1.50,
        2,A,a,6,Steel""",
    )
    assert [part.get("itemNumber") for part in found.parts.values()] == ["T", "A", "X", "B"]
    (problem,) = found.problems
    assert (problem.row_number, problem.share) == (7, "part")
    assert "cost: row 3 gives A another value than 6" in problem.reasons
    assert "material: A is created from row 3, which gives none" in problem.reasons
    assert ("B", "A", "1") in found.lines


def test_a_repeated_row_may_leave_everything_out_but_its_number(tmp_path: Path) -> None:
    found = read_text(tmp_path, "Level,PN,Name,Cost\n0,T,t,1\n1,A,a,2\n2,X,x,3\n1,X,,\n1,Y,,\n")
    assert found.bad_rows == [6]
    assert "Name: a part needs a name" in found.reasons()
    assert found.lines == {("T", "A", "1"), ("A", "X", "1"), ("T", "X", "1")}


@settings(max_examples=40)
@given(seed=st.integers(0, 10**9), count=st.integers(1, 30), full=st.booleans())
def test_a_random_structure_comes_back(
    tmp_path_factory: pytest.TempPathFactory, seed: int, count: int, full: bool
) -> None:
    chance = random.Random(seed)
    lines = {
        (f"P{parent}", f"P{child}", str(chance.randint(1, 9)))
        for child in range(1, count)
        for parent in {chance.randrange(child) for _ in range(chance.randint(1, 2))}
    }
    path = tmp_path_factory.mktemp("levels") / "bom.csv"
    expanded: set[str] = set()

    rows: list[tuple[int, str, str]] = []

    def write(item: str, level: int, quantity: str) -> None:
        rows.append((level, item, quantity))
        if (full and level < 6) or item not in expanded:
            expanded.add(item)
            for _, child, number in sorted(line for line in lines if line[0] == item):
                write(child, level + 1, number)

    write("P0", 0, "1")
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([("Level", "Part Number", "Qty"), *rows])
    found = outcome(read_sheet(path))
    assert found.lines == lines
    assert len(found.details) == len(lines)
    assert found.problems == []
    assert len(found.parts) == count


def test_a_code_names_its_part_where_nothing_else_does_and_a_later_name_is_told(
    tmp_path: Path,
) -> None:
    found = read_text(
        tmp_path, "Level,PN,Name,Qty\n0,T,t,1\n1,HW-M5X12,,14\n1,B,b,2\n2,HW-M5X12,Screw,1\n"
    )
    assert (found.parts[3]["name"], found.problems) == ("HW-M5X12", [])
    assert ("T", "HW-M5X12", "14") in found.lines
    told = [(remark.row_number, remark.code) for remark in found.remarks]
    assert told == [(3, "REMARK"), (5, "DUPLICATE_ROW")]
