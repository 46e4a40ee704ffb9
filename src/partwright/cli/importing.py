"""`partwright import`: parts and structures from a file, of any length, into a design."""

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter

from partwright.cli.api import connected
from partwright.cli.console import FAILED, WRONG_USE, Stop
from partwright.cli.flags import LOCAL, UNSET, ServerFlags, Servers, Stores
from partwright.cli.places import find_place
from partwright.cli.sending import Outcome, Rehearsal, Sender
from partwright.cli.showing import (
    Remarks,
    Watched,
    progress,
    tell_bad_rows,
    tell_decisions,
    tell_outcome,
    tell_problems,
)
from partwright.imports.sheets import Batch, Problem, Reading, SheetRefusal, read_parts
from partwright.imports.sheets.decimals import Mark
from partwright.imports.sheets.rows import Share
from partwright.settings import Settings

_SHARES: dict[str, Share] = {"all": "", "parts": "part", "lines": "line"}


@dataclass(frozen=True, kw_only=True)
class SheetFlags:
    """How the file is read."""

    sheet: str | None = None
    """The sheet of a workbook; the first one with rows if left out."""
    map: tuple[str, ...] = ()
    """`Header=field`, as often as needed; `Header=ignore` leaves a column out,
    `Header=attributes.Name` keeps it as an attribute, `Header=cost [EUR]` names a unit."""
    mapping: Path | None = None
    """A JSON file that maps headers to fields; `--map` stands above it."""
    parent: str = ""
    """The item number of the assembly that the file's top rows belong to."""
    decimal_mark: Mark | None = None
    """The decimal mark, for files whose numbers leave it open."""
    only: Literal["all", "parts", "lines"] = "all"
    """Take the parts alone, or the lines between parts that are there already."""

    def read(self, file: Path) -> Reading:
        """The opened file; Stop with the reason when it cannot be understood."""
        try:
            return read_parts(
                file,
                mapping=self._mapping(),
                sheet=self.sheet,
                parent=self.parent,
                decimal_mark=self.decimal_mark,
                share=_SHARES[self.only],
            )
        except SheetRefusal as refusal:
            raise Stop(str(refusal)) from refusal

    def _mapping(self) -> dict[str, str]:
        mapping = {} if self.mapping is None else _mapping_file(self.mapping)
        for told in self.map:
            header, mark, field = told.rpartition("=")
            if not (mark and header and field):
                raise Stop(f'--map "{told}": expected "Header=field"', exit_code=WRONG_USE)
            mapping[header] = field
        return mapping


def _mapping_file(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except OSError as error:
        raise Stop(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise Stop(f'{path} is not {{"Header": "field", ...}}: {error}') from error


@dataclass(frozen=True, kw_only=True)
class TargetFlags:
    """Where the rows go."""

    design: str | None = None
    """The design's code or id."""
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

    def check(self, file: Path) -> Path:
        """Where the bad rows go; Stop when that cannot be, or when no design is named."""
        if self.design is None and not self.dry_run:
            raise Stop("--design is needed, but for a --dry-run", exit_code=WRONG_USE)
        target = self.bad_rows or file.with_name(f"{file.stem}.bad.csv")
        if target.exists() and file.exists() and target.samefile(file):
            raise Stop(f"the bad rows cannot go to {target}, which is read", exit_code=WRONG_USE)
        if not os.access(target if target.exists() else target.parent, os.W_OK) or target.is_dir():
            raise Stop(f"{target}, for bad rows, is not writable; --bad-rows names another")
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
    """Import parts and BOM lines from CSV, Excel, OpenDocument or JSON.

    Without --server the configured database is opened here, and an administrator acts.
    Exit code 1 when rows had problems; they are in the file of bad rows with the reasons.
    """
    settings = stores.settings()
    server.check()
    bad_rows = target.check(file)
    reading = sheet.read(file)
    tell_decisions(reading)
    outcome = Outcome()
    began = time.monotonic()
    try:
        asyncio.run(_carry(settings, server, target, reading, outcome, title=file.name))
    finally:
        seconds = time.monotonic() - began
        verb = "Would import" if target.dry_run else "Imported"
        tell_outcome(outcome, verb=verb, rows=reading.total, seconds=seconds)
        if outcome.problems:
            tell_problems(outcome.problems)
            tell_bad_rows(reading.write_repairs(outcome.problems, bad_rows), bad_rows)
    return FAILED if outcome.problems else 0


async def _carry(
    settings: Settings,
    server: ServerFlags,
    target: TargetFlags,
    reading: Reading,
    outcome: Outcome,
    *,
    title: str,
) -> None:
    if target.dry_run:
        await send_all(reading, Rehearsal(outcome), title=title)
        return
    assert target.design is not None
    async with connected(settings, server, deed="partwright import") as api:
        place = await find_place(
            api, target.design, branch=target.branch, create=target.create_design
        )
        sender = Sender(
            api,
            place,
            outcome,
            bypass=target.bypass_branch_protection,
            structured=reading.plan.structure != "none",
        )
        await send_all(reading, sender, title=title)


async def send_all(reading: Reading, sender: Sender | Rehearsal, *, title: str) -> None:
    """Send the whole file, and keep its problems in the sender's outcome."""
    watched, remarks = Watched(reading), Remarks()
    with progress(title, total=reading.total) as bar:
        for piece in watched.reading.batches():
            if isinstance(piece, Batch):
                await sender.send(piece)
                bar.reach(watched.rows)
            elif isinstance(piece, Problem):
                sender.outcome.problems.append(piece)
            else:
                remarks.tell(piece)
        bar.reach(reading.total)
    remarks.end()
