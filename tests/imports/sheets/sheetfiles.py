"""Sheets written for the tests, and what reading them gives."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from partwright.imports.sheets.records.rows import (
    ItemRow,
    PreparedRow,
    RowProblem,
    RowRemark,
    SheetLine,
)
from partwright.imports.sheets.sheet_reader import SheetReading, read_sheet


class Outcome(NamedTuple):
    """The pieces of a reading, sorted by kind."""

    reading: SheetReading
    parts: dict[int, ItemRow]
    lines: set[tuple[str, str, str]]
    """Parent, child, quantity."""
    details: list[SheetLine]
    problems: list[RowProblem]
    remarks: list[RowRemark]

    @property
    def bad_rows(self) -> list[int]:
        return sorted(problem.row_number for problem in self.problems)

    def reasons(self) -> str:
        return "\n".join(reason for problem in self.problems for reason in problem.reasons)


def outcome(reading: SheetReading) -> Outcome:
    pieces = list(reading.pieces())
    details = [piece for piece in pieces if isinstance(piece, SheetLine)]
    return Outcome(
        reading,
        {piece.row_number: piece.item for piece in pieces if isinstance(piece, PreparedRow)},
        {(line.parent, line.child, f"{line.quantity.normalize():f}") for line in details},
        details,
        [piece for piece in pieces if isinstance(piece, RowProblem)],
        [piece for piece in pieces if isinstance(piece, RowRemark)],
    )


def read_text(
    folder: Path, text: str, *, mapping: Mapping[str, str] | None = None, parent: str = ""
) -> Outcome:
    """What a CSV of this text gives; lines may be indented for the test's sake."""
    path = folder / "sheet.csv"
    path.write_text("\n".join(line.strip() for line in text.strip().splitlines()) + "\n", "utf-8")
    return outcome(read_sheet(path, mapping=mapping, parent=parent))


def attributes_of(part: ItemRow) -> dict[str, str]:
    """The attributes of a part that was read."""
    held = part.get("attributes", {})
    assert isinstance(held, dict)
    return held
