"""Reading a sheet for the import: open it, decide what its columns are, stream it.

reading = read_sheet(Path("bom.xlsx"), mapping={"Teil": "itemNumber"})
for piece in reading.batches():
    match piece:
        case Batch(): ...       # send piece.body()
        case Problem(): ...     # keep for reading.write_repairs(problems, path)
        case Remark(): ...      # show
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from partwright.imports.kinds import PARTS, ImportKind
from partwright.imports.sheets.batches import LINE_LIMIT, ROW_LIMIT, ImportBatch, cut_batches
from partwright.imports.sheets.cells import CellReader
from partwright.imports.sheets.columns import ColumnMapping, ColumnPlan, SheetColumn, plan_columns
from partwright.imports.sheets.decimals import Mark
from partwright.imports.sheets.files import open_table
from partwright.imports.sheets.levels import level_pieces
from partwright.imports.sheets.repairs import write_repairs
from partwright.imports.sheets.rows import RowProblem, RowRemark, RowShare, SheetPiece, SheetTable
from partwright.imports.sheets.scan import SheetScan, scan_records
from partwright.imports.sheets.structure import flat_pieces, parent_pieces

SAMPLE_ROWS = 200


@dataclass(frozen=True, slots=True)
class SheetReading:
    """A sheet whose columns are understood; its pieces can be read as often as needed."""

    table: SheetTable
    plan: ColumnPlan
    evidence: SheetScan
    parent: str
    share: RowShare

    @property
    def total(self) -> int:
        """How many rows there are, blank ones left aside."""
        return self.evidence.total

    @property
    def decisions(self) -> tuple[str, ...]:
        """What was decided about the file, its columns and its numbers, for a person to read."""
        return (
            *self.table.decisions,
            *self.plan.decisions,
            *self.evidence.decisions,
            *_level_decision(self.plan, self.evidence),
        )

    def columns(self) -> tuple[SheetColumn, ...]:
        """The plan's columns, without those that have neither a header nor a value."""
        return tuple(
            column
            for column in self.plan.columns
            if column.index in self.evidence.filled or not column.nameless
        )

    def pieces(self) -> Iterator[SheetPiece]:
        """Parts, lines, problems and remarks, in about the order of the sheet."""
        reader = CellReader(
            self.plan,
            self.evidence.marks,
            order=self.evidence.order,
            share=self.share,
            indents=self.evidence.indents,
        )
        rows = map(reader.read, self.table.records())
        if self.plan.structure == "level":
            return level_pieces(
                rows,
                dotted=self.evidence.dotted_levels,
                top_level=self.evidence.top_level,
                parent=self.parent,
            )
        if self.plan.structure == "parent":
            return parent_pieces(rows, parent=self.parent, repeated=self.evidence.repeated_pairs)
        return flat_pieces(rows)

    def batches(
        self, *, rows: int = ROW_LIMIT, lines: int = LINE_LIMIT
    ) -> Iterator[ImportBatch | RowProblem | RowRemark]:
        """The pieces cut into requests; see `batches.cut`."""
        structured = self.plan.structure != "none"
        return cut_batches(self.pieces(), structured=structured, rows=rows, lines=lines)

    def write_repairs(self, problems: Iterable[RowProblem], target: Path) -> int:
        """Write the rows that have problems to a CSV and return how many; see `repairs`."""
        return write_repairs(self.table, problems, target, structured=self.plan.kind.with_lines)


def read_sheet(
    path: Path,
    *,
    kind: ImportKind = PARTS,
    mapping: ColumnMapping | None = None,
    sheet: str | None = None,
    parent: str = "",
    decimal_mark: Mark | None = None,
    share: RowShare = "",
) -> SheetReading:
    """Open the file and understand its columns; every refusal is a `SheetRefusal`.

    `mapping` gives headers fields, `cost [EUR]` with a unit, `attributes.X` or `ignore`. `parent`
    is the assembly that the sheet's top rows belong to. `decimal_mark` decides numbers that the
    file leaves open. `share` takes only the parts, or only the lines between parts that exist.
    The file is read once here, to its end, and again by `pieces`.
    """
    table = open_table(path, sheet=sheet)
    sample = list(islice(table.records(), SAMPLE_ROWS))
    plan = plan_columns(
        table.headers, kind=kind, sample=sample, mapping=mapping, parent=parent, share=share
    )
    evidence = scan_records(table.records(), plan, mark=decimal_mark, parent=parent)
    return SheetReading(table, plan, evidence, parent.strip(), share)


def _level_decision(plan: ColumnPlan, evidence: SheetScan) -> tuple[str, ...]:
    if plan.structure != "level" or not evidence.total:
        return ()
    if plan.indented:
        return (f'Parents follow from the blanks before "{plan.indented.header}".',)
    how = "the numbers in places such as 1.2.3" if evidence.dotted_levels else "the Level column"
    return (f"Parents follow from {how}; level {evidence.top_level} is the top.",)
