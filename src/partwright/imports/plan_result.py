"""Result of planning an import: columns, figures, differences, matches, warnings."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.imports.body import FailedImportRow
from partwright.imports.preview_columns import ImportPreview
from partwright.imports.sheets.repair.cell_repairs import RowCells


class PlannedColumn(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A column of the file, and what it is read as."""

    header: str
    field: str
    evidence: str
    sheet: str | None = None
    """The sheet it stands on, where several are imported; so below."""


class PartFigures(msgspec.Struct, rename="camel"):
    """Rows by what becomes of their parts."""

    new: int = 0
    matched: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0


class LineFigures(msgspec.Struct, rename="camel"):
    """BOM lines by what becomes of them."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    refused: int = 0


class PartChange(msgspec.Struct, rename="camel", frozen=True):
    """A value of an existing part that the file changes."""

    item_number: str
    field: str
    before: Any = msgspec.field(name="from")
    after: Any = msgspec.field(name="to")


class LineChange(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A value of an existing line that the file changes, or with the field `line` one that goes."""

    row: int
    """0 where no row of the file says the line."""
    parent_item_number: str
    child_item_number: str
    field: str
    before: Any = msgspec.field(name="from")
    after: Any = msgspec.field(name="to")
    sheet: str | None = None


class RowMatch(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A row that is an existing part, and by what it was found."""

    row: int
    item_number: str
    by: str
    sheet: str | None = None


class RowWarning(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """Remark on a row for a person; 0 stands for the whole file."""

    row: int
    code: str
    message: str
    sheet: str | None = None


def numbers_given(count: int) -> RowWarning:
    """The remark that so many parts came without a number of their own."""
    text = f"{count} parts without a number were given one"
    if count == 1:
        text = "1 part without a number was given one"
    return RowWarning(0, "NUMBER_GIVEN", text)


class ImportPlan(msgspec.Struct, rename="camel", kw_only=True):
    """Plan of an import, or its result."""

    columns: list[PlannedColumn]
    decisions: list[str]
    parts: PartFigures
    lines: LineFigures
    changes: list[PartChange]
    matches: list[RowMatch]
    warnings: list[RowWarning]
    problems: list[FailedImportRow]
    """Rows that are refused, whole or in part; they are in the repair file."""
    product: str | None = None
    """The number of the assembly that the top rows belong to."""
    shown_changes: int = 0
    """How many changes there are; the list has the first thousand."""
    line_changes: list[LineChange] = []
    """The first thousand values of lines that change, and lines that go."""
    doubtful_rows: Sequence[RowCells] = ()
    """Rows with problems or warnings as they were read, the first two hundred, to be repaired."""
    preview: ImportPreview | None = None
    """Items and lines as they would be, where a dry run is asked for them."""


def empty_plan() -> ImportPlan:
    """The plan of an import that has not begun."""
    return ImportPlan(
        columns=[],
        decisions=[],
        parts=PartFigures(),
        lines=LineFigures(),
        changes=[],
        matches=[],
        warnings=[],
        problems=[],
    )


MOST_DOUBTFUL = 200
MOST_LISTED = 1_000
"""Changes, matches and warnings that are listed one by one."""
