"""`partwright import`: parts and structures, documents or issues from a file of any length."""

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from partwright.cli.api import ApiClient, connected
from partwright.cli.console import FAILED, WRONG_USE, CommandFailed
from partwright.cli.design_lookup import (
    DesignPlace,
    NoDesign,
    create_design,
    find_place,
    find_program,
)
from partwright.cli.flags import LOCAL, UNSET, ServerFlags, Servers, Stores
from partwright.cli.import_client import BatchSender, DryRunSender, ImportOutcome, LineSender
from partwright.cli.import_output import (
    CountedReading,
    RemarkPrinter,
    progress,
    tell_bad_rows,
    tell_decisions,
    tell_outcome,
    tell_problems,
)
from partwright.cli.mappings import mapped_by_flags, mapping_file
from partwright.imports.kinds import KINDS, ImportKind
from partwright.imports.sheets import (
    ImportBatch,
    RowProblem,
    SheetReading,
    SheetRefusal,
    read_sheet,
)
from partwright.imports.sheets.columns import ColumnMapping
from partwright.imports.sheets.decimals import Mark
from partwright.imports.sheets.rows import RowShare
from partwright.settings import Settings

_SHARES: dict[str, RowShare] = {"all": "", "parts": "part", "lines": "line"}


@dataclass(frozen=True, kw_only=True)
class SheetFlags:
    """How the file is read."""

    type: Literal["parts", "documents", "issues"] = "parts"
    """What the rows are."""
    sheet: str | None = None
    """The sheet of a workbook; the first one that names columns if left out."""
    map: tuple[str, ...] = ()
    """`Header=field`, as often as needed; `Header=ignore` leaves a column out,
    `Header=attributes.Name` keeps it as an attribute, `Header=cost [EUR]` names a unit."""
    mapping: Path | None = None
    """A JSON or TOML file that maps headers to fields; `--map` stands above it."""
    parent: str = ""
    """The item number of the assembly that the file's top rows belong to."""
    decimal_mark: Mark | None = None
    """The decimal mark, for files whose numbers leave it open."""
    only: Literal["all", "parts", "lines"] = "all"
    """Take the parts alone, or the lines between parts that are there already."""

    def read(self, file: Path) -> SheetReading:
        """The opened file; Stop with the reason when it cannot be understood."""
        try:
            return read_sheet(
                file,
                kind=KINDS[self.type],
                mapping=self._mapping(),
                sheet=self.sheet,
                parent=self.parent,
                decimal_mark=self.decimal_mark,
                share=_SHARES[self.only],
            )
        except SheetRefusal as refusal:
            raise CommandFailed(str(refusal)) from refusal

    def _mapping(self) -> ColumnMapping:
        told = mapped_by_flags(self.map)
        return told if self.mapping is None else {**mapping_file(self.mapping), **told}


@dataclass(frozen=True, kw_only=True)
class TargetFlags:
    """Where the rows go."""

    design: str | None = None
    """The design's code or id; needed for parts and documents."""
    program: str | None = None
    """The program's code or id that issues belong to; none if left out."""
    create_design: bool = False
    """Make the design if there is none of that code."""
    branch: str | None = None
    """A branch of the design by its name or id; main if left out."""
    bypass_branch_protection: bool = False
    """Write to the main branch of a released design, as Administrators may."""
    dry_run: bool = False
    """Read and check everything, and send nothing."""
    bad_rows: Path | None = None
    """The file for the rows that have problems; beside FILE as NAME.bad.csv if left out."""

    def check(self, file: Path, kind: ImportKind) -> Path:
        """Where the bad rows go; Stop when that cannot be, or the place does not fit the kind."""
        if kind.in_design:
            if self.program is not None:
                raise CommandFailed(
                    "--program is for issues; a design names its own", exit_code=WRONG_USE
                )
            if self.design is None and not self.dry_run:
                raise CommandFailed("--design is needed, but for a --dry-run", exit_code=WRONG_USE)
        elif self.design or self.create_design or self.branch or self.bypass_branch_protection:
            line = f"{kind.plural} belong to no design; --program may name their program"
            raise CommandFailed(line, exit_code=WRONG_USE)
        target = self.bad_rows or file.with_name(f"{file.stem}.bad.csv")
        if target.exists() and file.exists() and target.samefile(file):
            raise CommandFailed(
                f"the bad rows cannot go to {target}, which is read", exit_code=WRONG_USE
            )
        if not os.access(target if target.exists() else target.parent, os.W_OK) or target.is_dir():
            raise CommandFailed(
                f"{target}, for bad rows, is not writable; --bad-rows names another"
            )
        return target


Sheets = Annotated[SheetFlags, Parameter(name="*")]
Targets = Annotated[TargetFlags, Parameter(name="*")]


def import_file(
    file: Path,
    /,
    *,
    target: Targets = TargetFlags(),
    sheet: Sheets = SheetFlags(),
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> int:
    """Import parts with their BOM lines, documents or issues from CSV, Excel, OpenDocument or JSON.

    Without --server the configured database is opened here, and an administrator acts.
    Exit code 1 when rows had problems; they are in the file of bad rows with the reasons.
    """
    settings = stores.settings()
    server.check()
    kind = KINDS[sheet.type]
    bad_rows = target.check(file, kind)
    reading = sheet.read(file)
    tell_decisions(reading)
    outcome = ImportOutcome()
    began = time.monotonic()
    try:
        asyncio.run(_carry(settings, server, target, reading, outcome, title=file.name))
    finally:
        seconds = time.monotonic() - began
        verb = "Would import" if target.dry_run else "Imported"
        tell_outcome(outcome, kind, verb=verb, rows=reading.total, seconds=seconds)
        if outcome.problems:
            tell_problems(outcome.problems)
            tell_bad_rows(reading.write_repairs(outcome.problems, bad_rows), bad_rows)
    return FAILED if outcome.problems else 0


async def _carry(
    settings: Settings,
    server: ServerFlags,
    target: TargetFlags,
    reading: SheetReading,
    outcome: ImportOutcome,
    *,
    title: str,
) -> None:
    kind = reading.plan.kind
    if target.dry_run:
        await send_all(reading, DryRunSender(outcome, kind), title=title)
        return
    async with connected(settings, server, deed="partwright import") as api:
        if kind.in_design:
            place = await _place(api, target)
            sender = _design_sender(api, place, outcome, reading, target)
        else:
            where = await find_program(api, target.program)
            sender = BatchSender(api, outcome, kind=kind, where=where)
        await send_all(reading, sender, title=title)


async def _place(api: ApiClient, target: TargetFlags) -> DesignPlace:
    """The place that the flags name, made if they say so."""
    design = target.design or ""
    try:
        return await find_place(api, design, branch=target.branch)
    except NoDesign as missing:
        if not target.create_design:
            raise CommandFailed(f"{missing}; --create-design makes it") from missing
    await create_design(api, code=design, name=design)
    return await find_place(api, design, branch=target.branch)


def _design_sender(
    api: ApiClient,
    place: DesignPlace,
    outcome: ImportOutcome,
    reading: SheetReading,
    target: TargetFlags,
) -> BatchSender:
    where: dict[str, str | bool] = {**place.body()}
    if target.bypass_branch_protection:
        where["bypassBranchProtection"] = True
    structured = reading.plan.structure != "none"
    lines = LineSender(api, place, outcome) if structured else None
    return BatchSender(api, outcome, kind=reading.plan.kind, where=where, lines=lines)


async def send_all(
    reading: SheetReading, sender: BatchSender | DryRunSender, *, title: str
) -> None:
    """Send the whole file, and keep its problems in the sender's outcome."""
    watched, remarks = CountedReading(reading), RemarkPrinter()
    with progress(title, total=reading.total) as bar:
        for piece in watched.reading.batches():
            if isinstance(piece, ImportBatch):
                await sender.send(piece)
                bar.reach(watched.rows)
            elif isinstance(piece, RowProblem):
                sender.outcome.problems.append(piece)
            else:
                remarks.tell(piece)
        bar.reach(reading.total)
    remarks.end()
