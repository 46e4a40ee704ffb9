from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.imports.prepared_file import ROWS_A_COMMIT, PreparedFile, ReadBatch
from partwright.imports.sheets.records.rows import (
    PreparedRow,
    RowProblem,
    RowRemark,
    SheetLine,
    SheetPiece,
)
from partwright.imports.sheets.repair.batches import ImportBatch, cut_batches, request_line
from partwright.imports.sheets.sheet_reader import read_sheet
from partwright.items.item_input import ItemInput


def part(number: int) -> PreparedRow:
    return PreparedRow(number + 2, {"itemNumber": f"P{number}", "name": "x"})


def line(parent: int, child: int) -> SheetLine:
    return SheetLine(child + 2, f"p{parent}", f"P{child}")


@given(
    order=st.permutations(range(12)),
    pairs=st.sets(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=60),
    places=st.lists(st.integers(0, 100), min_size=60, max_size=60),
    row_limit=st.integers(1, 6),
    line_limit=st.integers(1, 8),
)
def test_every_row_and_line_once_and_no_line_before_its_items(
    order: list[int],
    pairs: set[tuple[int, int]],
    places: list[int],
    row_limit: int,
    line_limit: int,
) -> None:
    pieces: list[SheetPiece] = [part(number) for number in order]
    for (parent, child), place in zip(sorted(pairs), places, strict=False):
        pieces.insert(place % (len(pieces) + 1), line(parent, child))
    batches = [
        batch
        for batch in cut_batches(pieces, structured=True, rows=row_limit, lines=line_limit)
        if isinstance(batch, ImportBatch)
    ]
    assert [row for batch in batches for row in batch.rows] == [part(number) for number in order]
    sent = [one for batch in batches for one in batch.lines]
    assert len(sent) == len(set(sent))
    assert set(sent) == {line(*pair) for pair in pairs}
    known: set[str] = set()
    for batch in batches:
        assert len(batch.rows) <= row_limit
        assert len(batch.lines) <= line_limit or not batch.rows
        known |= {row.item_number for row in batch.rows}
        for one in batch.lines:
            ends = {one.parent.upper(), one.child} & {f"P{number}" for number in range(12)}
            assert ends <= known


def test_lines_that_overflow_make_the_last_rows_travel_apart() -> None:
    pieces: list[SheetPiece] = [part(number) for number in range(5)]
    pieces += [line(parent, child) for parent in range(3) for child in range(3)]
    batches = [
        b
        for b in cut_batches(pieces, structured=True, rows=10, lines=4)
        if isinstance(b, ImportBatch)
    ]
    assert [(len(batch.rows), len(batch.lines)) for batch in batches] == [(3, 4), (1, 4), (1, 1)]


def test_lines_without_rows_stand_alone() -> None:
    (batch,) = cut_batches([line(1, 2)], structured=True)
    assert isinstance(batch, ImportBatch)
    assert batch.rows == ()
    assert list(cut_batches([], structured=True)) == []


def test_a_line_to_a_refused_part_becomes_a_problem_and_others_pass_through() -> None:
    refused = RowProblem(3, ("no",), "", "P1", "P0")
    remark = RowRemark(4, "well")
    found = list(cut_batches([part(0), refused, line(0, 0), line(1, 5), remark], structured=True))
    assert found[:2] == [refused, remark]
    problem, batch = found[2:]
    assert isinstance(problem, RowProblem)
    assert (problem.row_number, problem.share, problem.parent) == (7, "line", "p1")
    assert isinstance(batch, ImportBatch)
    assert batch.lines == (line(0, 0),)


def test_a_later_good_row_heals_a_refused_one() -> None:
    refused = RowProblem(2, ("no",), "", "P1")
    found = list(cut_batches([refused, part(0), line(0, 1), part(1)], structured=True))
    assert [type(piece) for piece in found] == [RowProblem, ImportBatch]


def test_the_body_has_the_names_of_the_interface() -> None:
    detailed = SheetLine(3, "A", "B", Decimal("2.50"), 10, ("R1", "R2"))
    batch = ImportBatch((part(0),), (detailed,))
    assert batch.body() == {
        "rows": [{"itemNumber": "P0", "name": "x"}],
        "bomRelationships": [
            {
                "parentItemNumber": "A",
                "childItemNumber": "B",
                "quantity": Decimal("2.50"),
                "findNumber": 10,
                "referenceDesignator": "R1, R2",
            }
        ],
    }
    assert request_line(SheetLine(3, "A", "B", Decimal("2.00"))).get("quantity") == 2
    assert "bomRelationships" not in ImportBatch((part(0),), ()).body()


def test_what_the_server_refuses_is_found_again_in_the_sheet() -> None:
    batch = ImportBatch((part(7), part(9)), (line(7, 9),))
    assert batch.refused_row(3, ["taken"]) == RowProblem(11, ("taken",), "part", "P9")
    assert batch.refused_line("P7", "p9", "cycle") == RowProblem(11, ("cycle",), "line", "P9", "p7")


@pytest.mark.parametrize(("rows", "sizes"), [(1, [1]), (500, [500]), (501, [500, 1])])
def test_a_flat_sheet_is_cut_at_five_hundred(rows: int, sizes: list[int]) -> None:
    batches = list(cut_batches([part(number) for number in range(rows)], structured=False))
    assert [len(batch.rows) for batch in batches if isinstance(batch, ImportBatch)] == sizes


def test_lines_that_replace_others_come_assembly_by_assembly(tmp_path: Path) -> None:
    """Those of a second batch would else take those of the first away again."""
    sheet = tmp_path / "long.csv"
    rows = "".join(f"TOP,W-{n},Part {n},1\n" for n in range(ROWS_A_COMMIT + 100))
    sheet.write_text(f"Parent,Part Number,Name,Qty\n,TOP,Top,\n{rows}")
    reading = read_sheet(sheet)
    for whole in (False, True):
        prepared = PreparedFile("long.csv", reading, tmp_path, whole_parents=whole)
        pieces = [piece for piece in prepared.pieces() if isinstance(piece, ReadBatch)]
        # No writer waits until a row has become an item.
        read = [reading for piece in pieces for reading in piece.readings]
        assert {reading.columns["name"] for reading in read if isinstance(reading, ItemInput)} >= {
            "Top",
            f"Part {ROWS_A_COMMIT}",
        }
        assert len(read) == ROWS_A_COMMIT + 101
        batches = [piece.batch for piece in pieces]
        counts = [len(batch.lines) for batch in batches if batch.lines]
        assert (len(counts), sum(counts)) == (1 if whole else 2, ROWS_A_COMMIT + 100)
        assert sum(len(batch.rows) for batch in batches) == ROWS_A_COMMIT + 101
