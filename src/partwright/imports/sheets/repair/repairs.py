"""The rows that could not be imported, with their reasons, as a file to repair and feed in again."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from partwright.imports.sheets.cell_values.decimals import unmistakable
from partwright.imports.sheets.cell_values.formula_escape import unescape_formula
from partwright.imports.sheets.fields.header_names import REPAIR_HEADERS, REPAIR_ITEM, REPAIR_KEYS
from partwright.imports.sheets.records.rows import RowProblem, SheetRecord, SheetTable
from partwright.imports.sheets.repair.repair_settings import (
    NO_SETTINGS,
    RepairSettings,
    settings_header,
)
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.plain_sheets import plain_workbook


@dataclass(slots=True)
class _Entry:
    reasons: list[str] = field(default_factory=list[str])
    shares: set[str] = field(default_factory=set[str])
    parent: str = ""
    item: str = ""
    """The number that the part was given, where the list has none for it."""


def write_repairs(
    table: SheetTable,
    problems: Iterable[RowProblem],
    target: Path,
    *,
    structured: bool = True,
    settings: RepairSettings = NO_SETTINGS,
) -> int:
    """Write the rows that have problems, under their own headers, and return how many.

    Three columns stand before them: the reasons, which half of the row is still to be imported
    (`part`, `line`, or both if empty), and the parent that was worked out for it. Reading such a
    file again takes the second and third into account, so that a row keeps its place in a
    structure that is not in the file; rows of a kind that is not `structured` need but the first.
    A fourth stands there where parts without a number in the list have got one. The `settings`
    stand in a header after the last column, with nothing below it. UTF-8 with a
    byte-order mark, which Excel needs.
    """
    entries = _by_row(problems)
    with_items = any(entry.item for entry in entries.values())
    kept = [at for at, header in enumerate(table.headers) if header_key(header) not in REPAIR_KEYS]
    written = 0
    # A record may hold half a character, which no encoding can write.
    with target.open("w", encoding="utf-8-sig", newline="", errors="backslashreplace") as stream:
        writer = csv.writer(stream)
        heads = list(REPAIR_HEADERS) if structured else list(REPAIR_HEADERS)[:1]
        heads += [REPAIR_ITEM] if with_items else []
        last = [settings_header(settings)] if settings != NO_SETTINGS else []
        writer.writerow([*heads, *(table.headers[at] for at in kept), *last])
        if not entries:
            return 0
        for record in table.records():
            entry = entries.get(record.row_number)
            if entry is not None:
                only = next(iter(entry.shares)) if len(entry.shares) == 1 else ""
                cells = (_cell(record, at) for at in kept)
                repair = ("; ".join(entry.reasons), only, entry.parent, entry.item)
                writer.writerow([*repair[: len(heads)], *cells, *([""] if last else [])])
                written += 1
    return written


def _by_row(problems: Iterable[RowProblem]) -> dict[int, _Entry]:
    entries: dict[int, _Entry] = {}
    for problem in problems:
        entry = entries.setdefault(problem.row_number, _Entry())
        entry.reasons.extend(reason for reason in problem.reasons if reason not in entry.reasons)
        entry.shares.add(problem.share)
        entry.parent = entry.parent or problem.parent
        entry.item = entry.item or problem.given
    return entries


def _cell(record: SheetRecord, index: int) -> str:
    """The cell's text; a number such as 1.234 gets a zero, since in a CSV it would be doubtful."""
    text = record.cells[index]
    return unmistakable(text) if index in record.native else text


def repair_name(file_name: str) -> str:
    """The name of the file of refused rows: workbooks stay workbooks, all else is CSV."""
    stem, _, ending = file_name.rpartition(".")
    kind = "xlsx" if ending.lower() in ("xlsx", "xlsm", "xlsb", "xls", "ods") else "csv"
    return f"{stem or file_name}.bad.{kind}"


def write_repairs_as(
    table: SheetTable,
    problems: Iterable[RowProblem],
    target: Path,
    *,
    structured: bool,
    settings: RepairSettings,
) -> int:
    """Write the refused rows by the ending of the target; in a workbook every cell is text."""
    if target.suffix.lower() != ".xlsx":
        return write_repairs(table, problems, target, structured=structured, settings=settings)
    with plain_workbook(target) as book:
        return write_repair_sheet(
            book, "Repair", table, problems, structured=structured, settings=settings
        )


def write_repair_sheet(
    book: Any,
    name: str,
    table: SheetTable,
    problems: Iterable[RowProblem],
    *,
    structured: bool,
    settings: RepairSettings,
) -> int:
    """Add a sheet with the refused rows to a workbook that is written."""
    with NamedTemporaryFile(suffix=".csv") as stream:
        csv_file = Path(stream.name)
        written = write_repairs(table, problems, csv_file, structured=structured, settings=settings)
        with csv_file.open(encoding="utf-8-sig", newline="") as rows:
            sheet: Any = book.add_worksheet(name)
            for number, cells in enumerate(csv.reader(rows)):
                for at, cell in enumerate(cells):
                    sheet.write_string(number, at, unescape_formula(cell))
    return written
