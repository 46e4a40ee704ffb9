"""An import of a file: read, planned against the database, written, and kept on record."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import msgspec

from partwright.identity.model import Actor
from partwright.imports import record_service
from partwright.imports.mapping_service import MappingInput, keep_mapping
from partwright.imports.option_input import ImportOptions
from partwright.imports.plan_result import MOST_DOUBTFUL, ImportPlan, PlannedColumn
from partwright.imports.prepared_file import PreparedFile, ReadBatch
from partwright.imports.service import ImportTarget, access_target
from partwright.imports.sheet_writer import ProductLines, SheetWriter
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.records.rows import RowProblem
from partwright.imports.sheets.records.targets import is_field
from partwright.imports.sheets.repair.cell_repairs import RowCells, rows_of
from partwright.imports.sheets.sheet_reader import SheetReading
from partwright.imports.writer import ImportWriter
from partwright.imports.written_sheets import (
    WrittenSheet,
    columns_of,
    joined_companies,
    joined_plan,
    joined_result,
    repair_file,
)
from partwright.kit.batches import batch_status
from partwright.kit.db import Transaction
from partwright.versioning.commits import hold_commit_order
from partwright.workflows import service as workflow_service

STATEMENT_SECONDS = 3600.0
"""The most for one statement of an import, which may wait for another long one of another process."""


class FileImport(msgspec.Struct, rename="camel", kw_only=True):
    """Answer of an import of a file, the same for a dry run."""

    result: dict[str, Any]
    import_id: str | None
    plan: ImportPlan

    @property
    def status(self) -> int:
        """201 all there, 207 something refused, 400 nothing imported."""
        parts, lines = self.plan.parts, self.plan.lines
        refused = len(self.plan.problems)
        done = parts.new + parts.changed + parts.unchanged + lines.new + lines.changed
        return batch_status(done=done, refused=refused, whole=201)


async def import_file(
    tx: Transaction,
    actor: Actor,
    sheets: Sequence[PreparedFile],
    kind: ImportKind,
    options: ImportOptions,
    tell: Callable[[int], object] | None = None,
) -> FileImport:
    """Write parts and lines of the file's sheets; the caller takes a dry run back.

    A sheet finds what those before it made. `tell` hears now and then how many rows are written.
    """
    await tx.serialize()
    await tx.allow_seconds(STATEMENT_SECONDS)
    await hold_commit_order(tx)
    target = await access_target(
        tx,
        actor,
        kind,
        design_id=options.design_id,
        program_id=options.program_id,
        branch_id=options.branch_id,
        bypass=options.bypass,
    )
    writers = await _write_sheets(tx, actor, sheets, kind, target, options, tell)
    done = [await _written(tx, *one, target, options) for one in zip(writers, sheets, strict=True)]
    return await _finished(tx, actor, done, target, options)


async def _write_sheets(
    tx: Transaction,
    actor: Actor,
    sheets: Sequence[PreparedFile],
    kind: ImportKind,
    target: ImportTarget,
    options: ImportOptions,
    tell: Callable[[int], object] | None,
) -> list[SheetWriter]:
    lifecycles = await workflow_service.read_lifecycles(tx)
    writers: list[SheetWriter] = []
    product_lines = ProductLines()
    before = 0
    for file in sheets:
        writer = SheetWriter(
            tx,
            actor,
            kind,
            target,
            lifecycles,
            message=options.message or f"Imported {file.file_name}"[:500],
            update=options.update,
            replace_lines=options.replace_lines,
            preview=options.preview,
        )
        if file.sheet is not None:
            writer.sheet, writer.product_lines = file.sheet, product_lines
        await _write(writer, file, options, partial(_tell_more, tell, before))
        if (options.product or file.begins_with_top) and not file.reading.parent:
            writer.take_first_as_product()
        writers.append(writer)
        before += file.reading.total
        if writer.plan.product and (options.parent or options.product):
            options = msgspec.structs.replace(options, parent=writer.plan.product)
    await product_lines.write()
    return writers


def _tell_more(tell: Callable[[int], object] | None, before: int, rows: int) -> None:
    if tell is not None:
        tell(before + rows)


async def _write(
    writer: ImportWriter,
    file: PreparedFile,
    options: ImportOptions,
    tell: Callable[[int], object],
) -> None:
    reading = file.reading
    for remark in reading.remarks:
        writer.warn(remark)
    if reading.plan.of("parentItemNumber"):
        spaced = any(" " in name.strip() for name in reading.scan.outside_parents)
        by_name = reading.scan.parents_by_name or spaced
        numbered = reading.plan.of("itemNumber") and not by_name
        writer.makes_parents = "number" if numbered else "name"
    writer.names_parents = any(map(reading.plan.of, ("parentItemNumber", "importParent")))
    if reading.parent:
        # An assembly that the sheet names above all others is the product itself.
        outside = reading.scan.outside_parents
        named = outside[0] if len(outside) == 1 else ""
        number = options.parent or (named if writer.makes_parents == "number" else "")
        await writer.open_product(number, options.product or reading.table.product, called=named)
    written = 0
    pieces = file.pieces()
    while True:
        piece = await asyncio.to_thread(next, pieces, None)
        if piece is None:
            return
        if isinstance(piece, ReadBatch):
            await writer.write(piece.batch, piece.readings)
            written += len(piece.batch.rows)
            tell(written)
        elif isinstance(piece, RowProblem):
            writer.problems.append(piece)
            figures = writer.plan.lines if piece.share == "line" else writer.plan.parts
            figures.refused += 1
        else:
            writer.warn(piece)


async def _written(
    tx: Transaction,
    writer: ImportWriter,
    file: PreparedFile,
    target: ImportTarget,
    options: ImportOptions,
) -> WrittenSheet:
    reading = file.reading
    plan = writer.finish()
    plan.columns = [
        PlannedColumn(c.header, f"{c.target} [{c.unit}]" if c.unit else c.target, c.why)
        for c in reading.columns()
    ]
    plan.decisions = list(reading.decisions)
    plan.doubtful_rows = await asyncio.to_thread(_doubtful_rows, reading, plan)
    view = target.branch.view
    plan.line_changes = await writer.preview.line_changes.finish(tx, view)
    plan.preview = await writer.preview.finish(tx, view, writer.problems, writer.find_item)
    return WrittenSheet(
        file=file,
        plan=plan,
        created=writer.created.rows(),
        commits=writer.commits,
        companies=writer.sources.made,
        failed_lines=writer.failed_lines,
        refused=() if options.dry_run else await writer.problems_to_repair(),
    )


async def _finished(
    tx: Transaction,
    actor: Actor,
    sheets: Sequence[WrittenSheet],
    target: ImportTarget,
    options: ImportOptions,
) -> FileImport:
    plan = joined_plan(sheets)
    result = joined_result(sheets, plan)
    first = sheets[0].file
    import_id = None
    if options.save_template:
        await keep_mapping(tx, actor, _mapping(first.reading, options))
    if not options.dry_run:
        import_id = await record_service.keep_import(
            tx,
            actor,
            target,
            kind=first.reading.plan.kind.plural,
            file_name=first.file_name,
            commits=[seq for one in sheets for seq in one.commits],
            result={"result": result, "plan": plan, "companies": joined_companies(sheets)},
            repair=await asyncio.to_thread(repair_file, sheets, first.file_name, options),
        )
    return FileImport(result=result, import_id=import_id, plan=plan)


def _doubtful_rows(reading: SheetReading, plan: ImportPlan) -> Sequence[RowCells]:
    """Rows that something is told of, with the cells that are empty but stand for a field."""
    doubtful = {problem.row_number for problem in plan.problems}
    doubtful |= {warning.row for warning in plan.warnings if warning.row}
    fields = {column.header for column in reading.plan.columns if is_field(column.target)}
    return rows_of(reading.table, doubtful, MOST_DOUBTFUL, always=fields)


def _mapping(reading: SheetReading, options: ImportOptions) -> MappingInput:
    """The mapping that the columns took, under the name that the sender gives it."""
    headers = reading.table.headers
    return MappingInput(
        name=options.save_template,
        kind=cast("Any", reading.plan.kind.plural),
        headers=headers,
        mapping=columns_of(reading, options),
    )
