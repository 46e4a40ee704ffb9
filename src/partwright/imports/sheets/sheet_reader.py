"""Reading a sheet for the import: open it, decide what its columns are, stream it.

reading = read_sheet(Path("bom.xlsx"), mapping={"Teil": "itemNumber"})
for piece in reading.batches():
    match piece:
        case Batch(): ...       # send piece.body()
        case Problem(): ...     # keep for reading.write_repairs(problems, path)
        case Remark(): ...      # show
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from partwright.imports.sheets.cell_values.decimals import Mark
from partwright.imports.sheets.cell_values.row_texts import is_ruler
from partwright.imports.sheets.cell_values.values import begins_with_number, is_uncounted
from partwright.imports.sheets.doubts.column_doubts import column_doubts
from partwright.imports.sheets.doubts.figure_checks import FigureChecks
from partwright.imports.sheets.doubts.left_out_columns import left_out_columns, left_out_prices
from partwright.imports.sheets.doubts.price_doubts import price_doubts
from partwright.imports.sheets.doubts.quantity_doubts import quantities_beside, quantity_doubts
from partwright.imports.sheets.doubts.value_doubts import ValueDoubts
from partwright.imports.sheets.doubts.weight_doubts import weight_doubts
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.fields.kinds import PARTS, ImportKind
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.items.cells import CellReader
from partwright.imports.sheets.items.levels import level_pieces
from partwright.imports.sheets.items.line_attributes import with_line_attributes
from partwright.imports.sheets.items.price_units import PriceUnit
from partwright.imports.sheets.items.row_kinds import RowSifter
from partwright.imports.sheets.items.scan import SheetScan, scan_records
from partwright.imports.sheets.items.sheet_units import assumed_units
from partwright.imports.sheets.items.source_reader import SourceReader
from partwright.imports.sheets.items.structure import flat_pieces, parent_pieces
from partwright.imports.sheets.items.title_blocks import is_of_block
from partwright.imports.sheets.mapping.cell_languages import TextLanguage, language_of
from partwright.imports.sheets.mapping.columns import ColumnMapping, ColumnPlan, plan_columns
from partwright.imports.sheets.mapping.kept_mappings import KeptMapping, find_mapping, usable
from partwright.imports.sheets.mapping.price_guess import PRICE_OF_ROWS
from partwright.imports.sheets.mapping.shared_signs import with_usual_currency
from partwright.imports.sheets.records.rows import (
    ReadRow,
    RowProblem,
    RowRemark,
    RowShare,
    SheetPiece,
    SheetRecord,
    SheetTable,
)
from partwright.imports.sheets.records.sources import SheetSource, sells_otherwise
from partwright.imports.sheets.repair.batches import LINE_LIMIT, ROW_LIMIT, ImportBatch, cut_batches
from partwright.imports.sheets.repair.cell_repairs import NO_REPAIRS, CellRepairs, repair_cells
from partwright.imports.sheets.repair.repair_settings import RepairSettings, take_settings
from partwright.imports.sheets.repair.repairs import write_repairs
from partwright.imports.sheets.shapes.alternates import is_source_of, place_alternate
from partwright.imports.sheets.shapes.table_shapes import shape_table
from partwright.imports.sheets.tables.header_row import NAMELESS
from partwright.imports.sheets.tables.non_items import is_sum_label
from partwright.imports.sheets.words.header_words import header_key
from partwright.imports.sheets.words.signatures import is_signed_row

SAMPLE_ROWS = 200


@dataclass(frozen=True, slots=True)
class SheetReading:
    """A sheet whose columns are understood; its pieces can be read as often as needed."""

    table: SheetTable
    plan: ColumnPlan
    scan: SheetScan
    parent: str
    share: RowShare
    currency: str = ""
    weight_unit: str = ""
    doubts: tuple[RowRemark, ...] = ()
    """What may have been meant otherwise."""
    language: TextLanguage | None = None

    @property
    def total(self) -> int:
        """The number of rows, blank ones left aside."""
        return self.scan.total

    @property
    def decisions(self) -> tuple[str, ...]:
        """The decisions about the file, its columns and its numbers, for a person to read."""
        return (
            *self.table.decisions,
            *self.plan.decisions,
            *self.scan.decisions,
            *_level_decision(self.plan, self.scan),
        )

    def columns(self) -> tuple[SheetColumn, ...]:
        """The plan's columns, without those that have neither a header nor a value."""
        return tuple(
            column
            for column in self.plan.columns
            if column.index in self.scan.filled or not column.nameless
        )

    @property
    def remarks(self) -> tuple[RowRemark, ...]:
        """The remarks on the sheet as a whole: other tables, units that are assumed."""
        doubts = [
            doubt
            for doubt in self.doubts
            # What rows cost is divided by what they need, and not by what a pack holds.
            if not (self.scan.row_prices and doubt.code == "PRICE_DOUBTED")
        ]
        return (*self.table.remarks, *self._assumed()[1], *self._row_prices(), *doubts)

    @property
    def variant(self) -> str:
        """The header of the quantities, where other columns hold those of other variants."""
        several = any(doubt.code == "QUANTITY_ASSUMED" for doubt in self.doubts)
        return self.plan.quantities.header if several and self.plan.quantities else ""

    def _row_prices(self) -> Iterator[RowRemark]:
        cost = self.plan.of("cost")
        if self.scan.row_prices and cost is not None:
            is_named = cost.why == PRICE_OF_ROWS
            why = "names what rows cost" if is_named else "adds up to the sum below"
            told = "each price is that of its row and is divided by the quantity"
            yield RowRemark(0, f'"{cost.header}" {why}: {told}', "PRICE_OF_ROW")

    @property
    def _chosen(self) -> dict[str, str]:
        return {"costCurrency": self.currency, "weightUnit": self.weight_unit}

    def _assumed(self) -> tuple[dict[str, str], list[RowRemark]]:
        return assumed_units(self.plan, self.scan, self._chosen, self.table.currency, self.language)

    def pieces(self) -> Iterator[SheetPiece]:
        """Parts, lines, problems and remarks, in about the order of the sheet."""
        guessed = {unit for unit, told in self._chosen.items() if not told}
        if len(self.scan.currencies) == 1:
            guessed.discard("costCurrency")
        assumed = self._assumed()[0]
        reader = CellReader(
            self.plan,
            self.scan,
            share=self.share,
            assumed=assumed,
            guessed=frozenset(guessed),
            may_be_cut=self.table.may_be_cut,
        )
        told: list[RowRemark] = []
        rows = self._rows(reader, told)
        if self.plan.structure == "level":
            pieces = level_pieces(
                rows,
                dotted=self.scan.dotted_levels,
                top_level=self.scan.top_level,
                parent=self.parent,
            )
        elif self.plan.structure == "parent":
            pieces = parent_pieces(rows, parent=self.parent, repeated=self.scan.repeated_pairs)
        else:
            pieces = flat_pieces(rows)
        for piece in pieces:
            yield from told
            told.clear()
            yield piece
        yield from told

    def _noted(self, row: ReadRow) -> ReadRow:
        """The row with the notes on its cells in the remark of its line."""
        if note := self.table.notes.get(row.row_number):
            row.remark = "; ".join(filter(None, (row.remark, note)))
        return row

    def _rows(self, reader: CellReader, told: list[RowRemark]) -> Iterator[ReadRow]:
        """The rows that are parts; remarks on the others go to `told`."""
        sources = SourceReader(self.plan, self.scan, self._assumed()[0].get("cost", ""))
        checks = FigureChecks(self.table, self.plan, self.scan)
        doubts = ValueDoubts(self.plan)
        last: ReadRow | None = None
        primary: ReadRow | None = None
        variant = self.variant
        for record in RowSifter(self.table, self.plan, self.scan):
            if isinstance(record, RowRemark):
                told += filter(None, (record, checks.take_total(record)))
                continue
            row = None if record.is_source else self._noted(reader.read(record))
            further = sources.read(record) if self.plan.kind.with_lines else ()
            if last is not None and (
                row is None
                or _is_further_source(row, last, further)
                or is_source_of(row, record, last, [s.mpn for s in further])
            ):
                told.append(_with_sources(last, further, record))
                continue
            if row is not None and record.alternate:
                place_alternate(row, record, primary)
            elif row is not None:
                primary = row
            if last is not None:
                yield last
            if row is not None and variant and self._is_not_in_variant(row, record):
                row.share = "part"
                text = f'no "{variant}": the part is not in this variant'
                told.append(RowRemark(record.row_number, text, "NOT_IN_VARIANT"))
            last = row
            if last is not None:
                checks.take(record, last)
                told += doubts.take(record, last, further)
                sources.give(record, last, further)
        if last is not None:
            yield last
        told += (*checks.told(), *doubts.told(), *sources.told())

    def _is_not_in_variant(self, row: ReadRow, record: SheetRecord) -> bool:
        """Whether a part has no quantity in the variant; `as needed` is one.

        With designators it is placed, unless just another variant has a quantity of it.
        """
        others = quantities_beside(self.plan) if row.designators else ()
        elsewhere = any(begins_with_number(record.cells[c.index]) for c in others)
        if row.quantity or (row.designators and not elsewhere) or self.plan.quantities is None:
            return False
        return not is_uncounted(record.cells[self.plan.quantities.index])

    def batches(
        self, *, rows: int = ROW_LIMIT, lines: int = LINE_LIMIT
    ) -> Iterator[ImportBatch | RowProblem | RowRemark]:
        """The pieces cut into requests; see `batches.cut`."""
        structured = self.plan.structure != "none"
        return cut_batches(self.pieces(), structured=structured, rows=rows, lines=lines)

    def write_repairs(self, problems: Iterable[RowProblem], target: Path) -> int:
        """Write the rows that have problems to a CSV and return how many; see `repairs`."""
        return write_repairs(self.table, problems, target, structured=self.plan.kind.with_lines)


def _with_sources(last: ReadRow, further: Sequence[SheetSource], record: SheetRecord) -> RowRemark:
    if sells_otherwise(last.sources, further):
        text = "it has no name, and its supplier has another number for the part above"
        return RowRemark(record.row_number, text, "NOT_A_PART")
    last.sources += tuple(source for source in further if source not in last.sources)
    text = "another manufacturer or supplier of the part above"
    return RowRemark(record.row_number, text, "SOURCE_ROW")


def _is_further_source(row: ReadRow, last: ReadRow, sources: Sequence[SheetSource]) -> bool:
    """Whether a row repeats the part above with another manufacturer's number alone."""
    return (
        row.is_numbered
        and row.item_number == last.item_number
        and row.level == last.level
        and row.parent == last.parent
        and row.quantity in (None, last.quantity)
        and row.designators in ((), last.designators)
        and bool(sources)
        and sources[0].mpn not in ("", *(source.mpn for source in last.sources))
    )


def read_sheet(
    path: Path,
    *,
    kind: ImportKind = PARTS,
    mapping: ColumnMapping | None = None,
    sheet: str | None = None,
    parent: str = "",
    decimal_mark: Mark | None = None,
    share: RowShare = "",
    default_parent: str = "",
    header_row: int | None = None,
    currency: str = "",
    weight_unit: str = "",
    kept: Sequence[KeptMapping] = (),
    template: str = "",
    table: SheetTable | None = None,
    repairs: CellRepairs = NO_REPAIRS,
) -> SheetReading:
    """Open the file and understand its columns; every refusal is a `SheetRefusal`.

    `mapping` gives headers fields, `cost [EUR]` with a unit, `attributes.X` or `ignore`; it stands
    above that of `kept` which the headers fit, or `template` names. `parent` is the assembly of the
    sheet's top rows, `decimal_mark` that of numbers that the file leaves open. `share` takes only
    parts, or only lines between parts that exist. `table` is a file opened before. It is read once
    here, to its end, and again by `pieces`; `repairs` stand in place of its cells.
    """
    table = table or open_table(path, sheet=sheet, header_row=header_row)
    opened, mapping, before = _with_kept(table, mapping or {}, kept, is_named=bool(template))
    table = repair_cells(shape_table(opened, _all_headers(mapping)), repairs)
    parent = (parent or (default_parent if table.product else "")).strip()
    sample = _sample(table)
    plan = plan_columns(
        table.headers, kind=kind, sample=sample, mapping=mapping, parent=parent, share=share
    )
    units = (currency or before.currency, weight_unit or before.weight_unit)
    plan, mark = with_usual_currency(plan, sample, units[0]), before.mark_unless(decimal_mark)
    scan = scan_records(table.records(), plan, mark=mark, parent=parent)
    plan = with_line_attributes(plan, scan.differing, table.records())
    doubts, language = tuple(_doubts(plan, table, sample)), language_of(plan, sample)
    return SheetReading(table, plan, scan, parent, share, *units, doubts, language)


def _with_kept(
    table: SheetTable, mapping: ColumnMapping, kept: Sequence[KeptMapping], *, is_named: bool
) -> tuple[SheetTable, ColumnMapping, RepairSettings]:
    """The mapping over what a repair file or the kept one that fits says, told by the table."""
    table, before = take_settings(table)
    mapping = {**usable(before.mapping, table.headers), **mapping}
    found = kept[0] if is_named else find_mapping(table.headers, kept)
    if found is None:
        return table, mapping, before
    told = f'The kept mapping "{found.name}" says what the columns are.'
    whole = {**usable(found.mapping, table.headers), **mapping}
    return replace(table, decisions=(*table.decisions, told)), whole, before


def _doubts(
    plan: ColumnPlan, table: SheetTable, sample: Sequence[SheetRecord]
) -> Iterator[RowRemark]:
    if NAMELESS in table.decisions:
        yield RowRemark(0, "the columns have no headers; they are read by their values", "REMARK")
    yield from price_doubts(plan, sample)
    if told := PriceUnit(plan).told(sample):
        yield RowRemark(0, told, "PRICE_UNIT")
    if plan.kind.with_lines:
        yield from left_out_columns(plan, sample)
        yield from left_out_prices(plan, sample)
        yield from column_doubts(plan, sample)
    yield from quantity_doubts(plan, sample)
    yield from weight_doubts(plan, sample)


def _all_headers(mapping: ColumnMapping) -> list[str]:
    return [name for known, meant in mapping.items() for name in _headers_of(known, meant)]


def _headers_of(name: str, meant: str | Sequence[str]) -> Sequence[str]:
    """The headers that an entry of a mapping names."""
    return (name,) if isinstance(meant, str) else meant


def _sample(table: SheetTable) -> list[SheetRecord]:
    """The first rows that look like parts; titles and sums would spoil what columns look like."""
    records = (r for r in islice(table.records(), SAMPLE_ROWS) if not is_ruler(r.cells))
    first = list(records)
    counts = sorted(sum(1 for cell in record.cells if cell.strip()) for record in first)
    usual = counts[len(counts) // 2] if counts else 0
    above = _parents_among(first, table.headers)
    return [
        record
        for record in first
        if not record.fault
        and not record.alternate
        and (_is_usual(record, table.headers, usual) or not above.isdisjoint(record.cells))
    ] or first


def _parents_among(records: Sequence[SheetRecord], headers: Sequence[str]) -> frozenset[str]:
    """The texts of a column of parents; the row of an assembly often has little but its number."""
    ranks, weak = RANKS["parts"]["parentItemNumber"], WEAK_KEYS["parts"]["parentItemNumber"]
    keys = enumerate(map(header_key, headers))
    columns = [at for at, key in keys if key in ranks and key not in weak]
    return frozenset(record.cells[at] for record in records for at in columns) - {""}


def _is_usual(record: SheetRecord, headers: Sequence[str], usual: int) -> bool:
    filled = [cell.strip() for cell in record.cells if cell.strip()]
    is_single = len(filled) < 2 < len(record.cells)
    repeated = sum(
        cell.strip() == header for cell, header in zip(record.cells, headers, strict=True)
    )
    return (
        not is_single
        and 2 * repeated < max(len(filled), 2)
        and 5 * len(filled) > 2 * usual
        and not filled[0].endswith(":")
        and not any(map(is_sum_label, filled))
        and not is_signed_row(filled)
        and not any(map(is_of_block, filled))
    )


def _level_decision(plan: ColumnPlan, scan: SheetScan) -> tuple[str, ...]:
    if plan.structure != "level" or not scan.total:
        return ()
    if plan.indented:
        return (f'Parents follow from the blanks before "{plan.indented.header}".',)
    how = "the numbers in places such as 1.2.3" if scan.dotted_levels else "the Level column"
    return (f"Parents follow from {how}; level {scan.top_level} is the top.",)
