"""Results of the sheets of a file put together: plan, result, refused rows to repair."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import msgspec

from partwright.imports.body import FailedImportLine
from partwright.imports.option_input import ImportOptions
from partwright.imports.plan_result import MOST_DOUBTFUL, MOST_LISTED, ImportPlan, empty_plan
from partwright.imports.prepared_file import PreparedFile
from partwright.imports.sheets.mapping.kept_mappings import mapping_of
from partwright.imports.sheets.records.rows import RowProblem
from partwright.imports.sheets.repair.repair_settings import RepairSettings
from partwright.imports.sheets.repair.repairs import (
    repair_name,
    write_repair_sheet,
    write_repairs_as,
)
from partwright.imports.sheets.sheet_reader import SheetReading
from partwright.kit.plain_sheets import plain_workbook
from partwright.sourcing.model import CompanyKind

T = TypeVar("T", bound=msgspec.Struct)


class WrittenSheet(msgspec.Struct, frozen=True):
    """One sheet after its rows were written."""

    file: PreparedFile
    plan: ImportPlan
    created: bytes
    """The items that it made, as rows of JSON."""
    commits: Sequence[int]
    companies: Mapping[CompanyKind, Sequence[str]]
    """Ids of the companies that it made."""
    failed_lines: Sequence[FailedImportLine]
    refused: Sequence[RowProblem]


def joined_plan(sheets: Sequence[WrittenSheet]) -> ImportPlan:
    """The plan of all sheets; each row says on which it stands where there are several."""
    if len(sheets) == 1:
        return sheets[0].plan
    whole = empty_plan()
    for one in sheets:
        plan, name = one.plan, one.file.sheet
        _add(whole.parts, plan.parts)
        _add(whole.lines, plan.lines)
        whole.columns += _on_sheet(plan.columns, name)
        whole.decisions += [f"{name}: {decision}" for decision in plan.decisions]
        whole.changes = (whole.changes + plan.changes)[:MOST_LISTED]
        whole.shown_changes += plan.shown_changes
        line_changes = whole.line_changes + _on_sheet(plan.line_changes, name)
        whole.line_changes = line_changes[:MOST_LISTED]
        whole.matches = (whole.matches + _on_sheet(plan.matches, name))[:MOST_LISTED]
        whole.warnings = (whole.warnings + _on_sheet(plan.warnings, name))[:MOST_LISTED]
        whole.problems += _on_sheet(plan.problems, name)
        doubtful = [*whole.doubtful_rows, *_on_sheet(plan.doubtful_rows, name)]
        whole.doubtful_rows = doubtful[:MOST_DOUBTFUL]
        whole.product = whole.product or plan.product
    return whole


def _add(whole: msgspec.Struct, part: msgspec.Struct) -> None:
    for name in whole.__struct_fields__:
        setattr(whole, name, getattr(whole, name) + getattr(part, name))


def _on_sheet(rows: Sequence[T], sheet: str | None) -> list[T]:
    return [msgspec.structs.replace(row, sheet=sheet) for row in rows]


def joined_result(sheets: Sequence[WrittenSheet], plan: ImportPlan) -> dict[str, Any]:
    """The result of the import, as that of rows in a body."""
    return {
        "totalRows": sum(one.file.reading.total for one in sheets),
        "successCount": plan.parts.new + plan.parts.changed + plan.parts.unchanged,
        "errorCount": plan.parts.refused,
        "createdItems": msgspec.Raw(
            b"[%b]" % b",".join(one.created for one in sheets if one.created)
        ),
        "failedRows": plan.problems,
        "relationshipsCreated": plan.lines.new,
        "relationshipsFailed": plan.lines.refused,
        "failedRelationships": [line for one in sheets for line in one.failed_lines],
    }


def joined_companies(sheets: Sequence[WrittenSheet]) -> dict[CompanyKind, list[str]]:
    """The companies that the sheets made, by their kind."""
    made: dict[CompanyKind, list[str]] = {}
    for one in sheets:
        for kind, ids in one.companies.items():
            made.setdefault(kind, []).extend(ids)
    return made


def columns_of(reading: SheetReading, options: ImportOptions) -> dict[str, str | list[str]]:
    """The targets of the columns, by their headers."""
    return mapping_of(reading.plan, reading.table.headers) | options.mapping


def repair_file(
    sheets: Sequence[WrittenSheet], file_name: str, options: ImportOptions
) -> tuple[str, bytes] | None:
    """The rows that were refused, as a file of the kind that came in."""
    refused = [one for one in sheets if one.refused]
    if not refused:
        return None
    name = repair_name(file_name)
    with NamedTemporaryFile(suffix=Path(name).suffix) as stream:
        target = Path(stream.name)
        if len(sheets) == 1:
            write_repairs_as(
                refused[0].file.reading.table,
                refused[0].refused,
                target,
                **_how(refused[0], options),
            )
        else:
            with plain_workbook(target) as book:
                for one in refused:
                    table = one.file.reading.table
                    sheet = str(one.file.sheet)
                    write_repair_sheet(book, sheet, table, one.refused, **_how(one, options))
        return name, target.read_bytes()


def _how(written: WrittenSheet, options: ImportOptions) -> dict[str, Any]:
    """The way the list was read, which a few of its rows alone might not show again."""
    reading = written.file.reading
    marks = set(reading.scan.marks.values())
    settings = RepairSettings(
        mapping=columns_of(reading, options),
        decimal_mark=options.decimal_mark or (marks.pop() if len(marks) == 1 else None),
        currency=reading.currency,
        weight_unit=reading.weight_unit,
    )
    return {"structured": reading.plan.kind.with_lines, "settings": settings}
