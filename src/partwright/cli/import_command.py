"""`partwright import`: parts and structures, documents or issues from a file of any length."""

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cyclopts import Parameter

from partwright.cli.api import ApiClient, connected
from partwright.cli.console import FAILED, WRONG_USE, CommandFailed, err, out, refuse_present
from partwright.cli.design_lookup import (
    DesignPlace,
    NoDesign,
    create_design,
    find_place,
    find_program,
)
from partwright.cli.flags import LOCAL, UNSET, Force, ServerFlags, Servers, Stores
from partwright.cli.import_client import import_through
from partwright.cli.import_output import (
    tell_bad_rows,
    tell_changes,
    tell_decisions,
    tell_line_changes,
    tell_outcome,
    tell_problems,
    tell_warnings,
)
from partwright.cli.mappings import mapped_by_flags, mapping_file
from partwright.cli.output import print_json
from partwright.imports.file_import import FileImport
from partwright.imports.sheets.cell_values.decimals import Mark
from partwright.imports.sheets.fields.kinds import KINDS, ImportKind
from partwright.imports.sheets.records.refusals import SheetRefusal
from partwright.imports.sheets.repair.repairs import repair_name
from partwright.imports.sheets.sheet_reader import read_sheet
from partwright.settings import Settings


@dataclass(frozen=True, kw_only=True)
class SheetFlags:
    """Options for reading the file."""

    type: Literal["parts", "documents", "issues"] = "parts"
    """What the rows are."""
    sheet: tuple[str, ...] = ()
    """The sheet of a workbook; the first one that names columns if left out. Several as often as
    needed, or `all` for each that reads as a list: they are imported together, with one undo."""
    header_row: int | None = None
    """The row that names the columns; 0 if none does."""
    map: tuple[str, ...] = ()
    """`Header=field`, as often as needed; `Header=ignore` leaves a column out,
    `Header=attributes.Name` keeps it as an attribute, `Header=cost [EUR]` names a unit."""
    mapping: Path | None = None
    """A JSON or TOML file that maps headers to fields; `--map` takes precedence."""
    template: str | None = None
    """The name of a mapping saved on the server; without it, one that fits the headers is found."""
    save_template: str | None = None
    """Save the mapping of the columns under this name, for all sheets with these headers."""
    decimal_mark: Mark | None = None
    """The decimal mark, for files whose numbers leave it open."""
    currency: str | None = None
    """The currency of prices that name none."""
    weight_unit: str | None = None
    """The unit of weights that name none: mg, g, kg, t, oz or lb."""
    only: Literal["all", "parts", "lines"] = "all"
    """Import only the parts, or only the lines between existing parts."""

    @property
    def _several(self) -> str | None:
        """More sheets than one, as the form names them."""
        if any(name.strip().lower() == "all" for name in self.sheet):
            return "all"
        return msgspec.json.encode(self.sheet).decode() if len(self.sheet) > 1 else None

    @property
    def first_sheet(self) -> str | None:
        """The one sheet that is read, or the first that is named."""
        return None if self._several == "all" else next(iter(self.sheet), None)

    def fields(self) -> dict[str, str]:
        """The fields of the form that say so."""
        told = mapped_by_flags(self.map)
        if self.mapping is not None:
            told = {**mapping_file(self.mapping), **told}
        given = {
            "sheet": None if self._several else self.first_sheet,
            "sheets": self._several,
            "headerRow": None if self.header_row is None else str(self.header_row),
            "mapping": msgspec.json.encode(told).decode() if told else None,
            "template": self.template,
            "saveTemplate": self.save_template,
            "decimalMark": self.decimal_mark,
            "currency": self.currency,
            "weightUnit": self.weight_unit,
            "only": None if self.only == "all" else self.only,
        }
        return {key: text for key, text in given.items() if text is not None}


@dataclass(frozen=True, kw_only=True)
class TargetFlags:
    """Target of the rows."""

    design: str | None = None
    """The design's code or id; needed for parts and documents."""
    library: bool = False
    """Put the parts into the library instead of a design."""
    program: str | None = None
    """The program's code or id that issues belong to; none if left out."""
    create_design: bool = False
    """Make the design if none has that code."""
    branch: str | None = None
    """A branch of the design by its name or id; main if left out."""
    bypass_branch_protection: bool = False
    """Write to the main branch of a released design, as Administrators may."""
    parent: str = ""
    """The item number of the assembly that the file's top rows belong to; made where missing."""
    product: str = ""
    """The name of that assembly; without --parent it gets the next number."""
    update: bool = False
    """Let existing parts take the values of the file."""
    replace_lines: bool = False
    """Remove the lines of the file's assemblies that the file does not have."""
    dry_run: bool = False
    """Try everything against the database, and take it back."""
    bad_rows: Path | None = None
    """The file for the rows that have problems; beside FILE as NAME.bad.csv if left out, or under
    the next name that is free."""
    force: Force = False
    """Write over the file of bad rows if it is there."""
    undo: str | None = None
    """Take back the import of this id; without FILE."""
    json: bool = False
    """Print the result as JSON."""

    def check(self, file: Path, kind: ImportKind) -> Path:
        """The path for the bad rows; CommandFailed when that or the place cannot be."""
        if kind.in_design:
            if self.program is not None:
                raise _wrong("--program is for issues; a design has its own program")
            if self.design is None and not self.library and not self.dry_run:
                raise _wrong("--design or --library is required, except with --dry-run")
        elif self.design or self.create_design or self.branch or self.bypass_branch_protection:
            raise _wrong(
                f"{kind.plural} do not belong to a design; --program may name their program"
            )
        target = self.bad_rows or _free(file.with_name(repair_name(file.name)), force=self.force)
        if target.exists() and file.exists() and target.samefile(file):
            raise _wrong(f"the bad rows cannot be written to {target}, which is being imported")
        if self.bad_rows is not None and not self.dry_run:
            refuse_present(target, force=self.force)
        if not os.access(target if target.exists() else target.parent, os.W_OK) or target.is_dir():
            raise CommandFailed(
                f"{target}, for bad rows, is not writable; --bad-rows names another"
            )
        return target

    def fields(self) -> dict[str, str]:
        """The fields of the form that say so, the place aside."""
        flags = {
            "library": self.library,
            "bypassBranchProtection": self.bypass_branch_protection,
            "update": self.update,
            "replaceLines": self.replace_lines,
            "dryRun": self.dry_run,
        }
        given = {key: "true" for key, is_set in flags.items() if is_set}
        texts = {"parent": self.parent, "product": self.product}
        return given | {key: text for key, text in texts.items() if text}


def _free(wanted: Path, *, force: bool) -> Path:
    """A name that no file has: what somebody is about to repair stays."""
    number, target = 1, wanted
    while target.exists() and not force:
        number += 1
        target = wanted.with_stem(f"{wanted.stem}-{number}")
    return target


def _wrong(line: str) -> CommandFailed:
    return CommandFailed(line, exit_code=WRONG_USE)


Sheets = Annotated[SheetFlags, Parameter(name="*")]
Targets = Annotated[TargetFlags, Parameter(name="*")]


def import_file(
    file: Path | None = None,
    /,
    *,
    target: Targets = TargetFlags(),
    sheet: Sheets = SheetFlags(),
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> int:
    """Import parts with their BOM lines, documents or issues from a file.

    CSV, Excel, OpenDocument, JSON, STEP and URDF are understood. Without --server the configured
    database is opened here, and an administrator acts. Exit code 1 when rows had problems; they
    are in the file of bad rows with the reasons.
    """
    settings = stores.settings()
    server.check()
    if target.undo is not None:
        return asyncio.run(_undo(settings, server, target.undo, json=target.json))
    if file is None:
        raise _wrong("FILE is required, or --undo ID")
    kind = KINDS[sheet.type]
    bad_rows = target.check(file, kind)
    fields = {**sheet.fields(), **target.fields()}
    try:
        content = file.read_bytes()
    except OSError as error:
        raise CommandFailed(f"{file}: {error.strerror}") from error
    if kind.with_lines and not target.parent and not target.product and sys.stdin.isatty():
        fields |= _asked_product(file, sheet, kind)
    done, repair = asyncio.run(_carry(settings, server, target, kind, fields, (file.name, content)))
    return _told(done, repair, bad_rows, kind, target)


def _asked_product(file: Path, sheet: SheetFlags, kind: ImportKind) -> dict[str, str]:
    """The one question: which assembly the lines of a flat list belong to."""
    try:
        reading = read_sheet(file, kind=kind, sheet=sheet.first_sheet, header_row=sheet.header_row)
    except SheetRefusal:
        return {}
    plan = reading.plan
    if plan.structure != "none" or not (plan.quantities or plan.designators):
        return {}
    name = out.input("Which product does this list describe (Enter for none)? ").strip()
    return {"product": name} if name else {}


async def _carry(
    settings: Settings,
    server: ServerFlags,
    target: TargetFlags,
    kind: ImportKind,
    fields: dict[str, str],
    file: tuple[str, bytes],
) -> tuple[FileImport, bytes | None]:
    async with connected(settings, server, deed="partwright import") as api:
        where = await _where(api, target, kind)
        path = f"/api/import/{kind.plural}"
        done = await import_through(api, path, fields | where, file)
        if done.import_id is None or not done.plan.problems:
            return done, None
        return done, await api.read_bytes(f"/api/imports/{done.import_id}/repair")


async def _where(api: ApiClient, target: TargetFlags, kind: ImportKind) -> dict[str, str]:
    if not kind.in_design:
        return await find_program(api, target.program)
    if target.library or target.design is None:
        return {"library": "true"}
    try:
        place: DesignPlace = await find_place(api, target.design, branch=target.branch)
    except NoDesign as missing:
        if not target.create_design:
            raise CommandFailed(f"{missing}; --create-design makes it") from missing
        if target.dry_run:
            err.print(
                f"There is no design {target.design} yet: this is what the library would take in."
            )
            return {"library": "true"}
        await create_design(api, code=target.design, name=target.design)
        place = await find_place(api, target.design, branch=target.branch)
    return place.body()


def _told(
    done: FileImport, repair: bytes | None, bad_rows: Path, kind: ImportKind, target: TargetFlags
) -> int:
    plan = done.plan
    if repair is not None and plan.problems:
        bad_rows.write_bytes(repair)
    if target.json:
        print_json(done)
        return FAILED if plan.problems else 0
    tell_decisions(plan)
    tell_warnings(plan.warnings)
    tell_changes(plan.changes, plan.shown_changes)
    tell_line_changes(plan)
    verb = "Would import" if target.dry_run else "Imported"
    tell_outcome(plan, kind, verb=verb, rows=int(done.result["totalRows"]))
    if done.import_id is not None:
        out.print(f"Take it back with: partwright import --undo {done.import_id}")
    if not plan.problems:
        return 0
    tell_problems(plan.problems)
    if repair is not None:
        several = any(problem.sheet for problem in plan.problems)
        tell_bad_rows(len(plan.problems), bad_rows, several=several)
    return FAILED


async def _undo(settings: Settings, server: ServerFlags, import_id: str, *, json: bool) -> int:
    async with connected(settings, server, deed="partwright import") as api:
        undone = await api.post(f"/api/imports/{import_id}/undo", {}, dict[str, Any])
    if json:
        print_json(undone)
        return 0
    out.print("The import was taken back.")
    return 0
