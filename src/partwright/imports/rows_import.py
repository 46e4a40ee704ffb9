"""An import of the rows of a body: written, planned, and kept on record as that of a file."""

import asyncio
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.imports import record_service
from partwright.imports.body import ImportBody, as_json
from partwright.imports.plan_result import ImportPlan
from partwright.imports.row_plan import LINE_FIELDS, line_row, plan_rows
from partwright.imports.service import (
    ImportResult,
    PartsImportResult,
    WrittenRows,
    import_items,
)
from partwright.imports.sheets.fields.kinds import ATTRIBUTES, ImportKind
from partwright.imports.sheets.formats.json_files import plain_table
from partwright.imports.sheets.records.refusals import SheetRefusal
from partwright.imports.sheets.records.rows import RowProblem, SheetTable
from partwright.imports.sheets.repair.repair_settings import RepairSettings
from partwright.imports.sheets.repair.repairs import repair_name, write_repairs
from partwright.kit.db import Transaction


class ImportAnswer(msgspec.Struct, rename="camel", frozen=True):
    """Answer of an import."""

    result: ImportResult
    import_id: str | None
    """None for a dry run."""
    plan: ImportPlan


class PartsImportAnswer(msgspec.Struct, rename="camel", frozen=True):
    """Answer of an import of items with their structure."""

    result: PartsImportResult
    import_id: str | None
    plan: ImportPlan


async def import_rows(
    tx: Transaction, actor: Actor, body: ImportBody, kind: ImportKind
) -> ImportAnswer | PartsImportAnswer:
    """Import the rows by the letter of the interface; the caller takes a dry run back."""
    written = await import_items(tx, actor, body, kind)
    options = body.options
    plan = await asyncio.to_thread(plan_rows, body, written, kind, preview=options.preview)
    import_id = None
    if not options.dry_run:
        import_id = await record_service.keep_import(
            tx,
            actor,
            written.target,
            kind=kind.plural,
            file_name=record_service.ROWS_FILE,
            commits=written.commits,
            result={"result": written.result, "plan": plan, "inLibrary": written.in_library},
            repair=await asyncio.to_thread(_repair_file, body, written, kind),
        )
    if isinstance(written.result, PartsImportResult):
        return PartsImportAnswer(written.result, import_id, plan)
    return ImportAnswer(written.result, import_id, plan)


def _repair_file(
    body: ImportBody, written: WrittenRows, kind: ImportKind
) -> tuple[str, bytes] | None:
    """The rows and lines that were refused, as a file to repair and import again."""
    problems = [
        RowProblem(row.row_number, tuple(row.errors), "part") for row in written.result.failed_rows
    ]
    problems += [
        RowProblem(
            line_row(body, index),
            (line.error,),
            "line",
            _text(line.child_item_number),
            _text(line.parent_item_number),
        )
        for index, line in sorted(written.failed_lines.items())
    ]
    if not problems:
        return None
    try:
        table = plain_table(as_json(body.rows, body.lines).decode())
    except (SheetRefusal, ValueError):
        # No row has a key to repair, or is text at all.
        return None
    name = repair_name(record_service.ROWS_FILE)
    with NamedTemporaryFile(suffix=".csv") as stream:
        target = Path(stream.name)
        settings = _settings(table, kind)
        write_repairs(table, problems, target, structured=kind.with_lines, settings=settings)
        return name, target.read_bytes()


def _settings(table: SheetTable, kind: ImportKind) -> RepairSettings:
    """Answer the meaning of the keys, and the units that stand where a row names none."""
    known = {*kind.fields, *(LINE_FIELDS if kind.with_lines else ())}
    mapping: dict[str, str | list[str]] = {
        header: header
        for header in table.headers
        if header in known or header.startswith(f"{ATTRIBUTES}.")
    }
    defaults = {field.wire: field.default for field in kind.item_type.fields}
    return RepairSettings(
        mapping=mapping,
        decimal_mark=".",
        currency=defaults.get("costCurrency") or "",
        weight_unit=defaults.get("weightUnit") or "",
    )


def _text(number: Any) -> str:
    return number if isinstance(number, str) else ""
