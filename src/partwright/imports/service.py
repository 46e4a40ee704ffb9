"""Imports applied: the good rows and lines of one request in one transaction."""

import asyncio
from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.imports.body import (
    FailedImportLine,
    FailedImportRow,
    ImportBody,
    ImportLine,
    ImportRow,
    read_lines,
    read_rows,
    told_problems,
)
from partwright.imports.lines import WrittenLines, write_lines
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.items.access import branch_to_write
from partwright.items.creation_service import CreatedItems, NewItem, create_items
from partwright.kit.batches import batch_status
from partwright.kit.db import Transaction
from partwright.kit.errors import ErrorDetail, InvalidImport, PermissionDenied
from partwright.kit.ids import BranchId, DesignId
from partwright.programs import access as program_access
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order, open_commit
from partwright.versioning.model import Branch, Design, ShownVersion
from partwright.workflows import service as workflow_service


class ImportedItem(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A row that became an item."""

    row_number: int
    item_id: str
    item_number: str
    sheet: str | None = None
    """The sheet it stands on, where several are imported."""


class ImportResult(msgspec.Struct, rename="camel", kw_only=True):
    """Result of an import."""

    total_rows: int
    success_count: int
    error_count: int
    created_items: list[ImportedItem]
    failed_rows: list[FailedImportRow]

    @property
    def status(self) -> int:
        """201 all there, 207 something failed, 400 no row imported."""
        refused = not (self.is_whole and self.success_count)
        return batch_status(done=self.success_count, refused=refused, whole=201)

    @property
    def is_whole(self) -> bool:
        return not self.error_count


class PartsImportResult(ImportResult, rename="camel", kw_only=True):
    """Result of an import of items with their structure."""

    relationships_created: int
    relationships_failed: int
    failed_relationships: list[FailedImportLine]

    @property
    def is_whole(self) -> bool:
        return not (self.error_count or self.relationships_failed)


def check_may_import(actor: Actor, kind: ImportKind, *, update: bool) -> None:
    """PermissionDenied unless the actor may make items of the kind, and change them where asked."""
    actor.require(kind.item_type.may("create"))
    if update:
        actor.require(kind.item_type.may("update"))


class ImportTarget(msgspec.Struct, frozen=True):
    """Target of an import: where its items belong, and the branch they are written on."""

    branch: Branch
    design_id: DesignId | None
    program_id: str | None


class WrittenRows(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of the rows and lines of a body."""

    target: ImportTarget
    result: ImportResult
    lines: list[ImportLine]
    """The well-formed ones."""
    failed_lines: dict[int, FailedImportLine]
    """By their places among the lines."""
    found: dict[str, ShownVersion]
    """Items that lines name, by number key."""
    commits: list[int]
    in_library: list[int]
    """The commit in which parents of the library took lines, if any did."""


async def import_items(
    tx: Transaction, actor: Actor, body: ImportBody, kind: ImportKind
) -> WrittenRows:
    """Import the rows of a body, and the BOM lines where the kind has them."""
    # Hundreds of rows with as many attributes hold the event loop for a tenth of a second.
    rows, failed = await asyncio.to_thread(read_rows, body.rows, kind)
    wanted, unmade = read_lines(body.lines)
    await hold_commit_order(tx)
    place = await access_target(
        tx,
        actor,
        kind,
        design_id=body.design_id,
        program_id=body.program_id,
        branch_id=body.branch_id,
        bypass=body.bypass,
    )
    async with open_commit(tx, actor, place.branch, body.message or "Imported") as commit:
        lifecycles = await workflow_service.read_lifecycles(tx)
        created = await create_items(tx, commit, _new_items(rows, kind, place), lifecycles)
        result = _result(rows, created, failed)
        lines = WrittenLines(0, {}, {}, [])
        if kind.with_lines:
            lines = await write_lines(tx, commit, wanted, [*created.created.values()], lifecycles)
            unmade |= lines.failed
            result = PartsImportResult(
                **msgspec.structs.asdict(result),
                relationships_created=lines.made,
                relationships_failed=len(unmade),
                failed_relationships=[unmade[index] for index in sorted(unmade)],
            )
        return WrittenRows(
            target=place,
            result=result,
            lines=wanted,
            failed_lines=unmade,
            found=lines.found,
            commits=[commit.seq],
            in_library=lines.in_library,
        )


async def access_target(
    tx: Transaction,
    actor: Actor,
    kind: ImportKind,
    *,
    design_id: DesignId | None,
    program_id: str | None,
    branch_id: BranchId | None,
    bypass: bool,
) -> ImportTarget:
    """The place for the items, once the actor may write there."""
    if kind.bypass_is_reserved and bypass:
        _check_may_bypass(actor)
    item_type = kind.item_type.name
    if design_id is None:
        if program_id is not None:
            await program_access.access_program(tx, actor, program_id)
            await program_access.check_program_writable(tx, actor, program_id)
        branch = await branch_to_write(
            tx, actor, item_type=item_type, design_id=None, branch_id=None
        )
        return ImportTarget(branch, None, program_id)
    design = await access_design(tx, actor, design_id)
    design.check_open()
    branch = await branch_to_write(
        tx,
        actor,
        item_type=item_type,
        design_id=design.id,
        branch_id=branch_id,
        bypass=_bypasses(actor, branch_id, design, bypass=bypass),
    )
    return ImportTarget(branch, design.id, design.program_id)


def _bypasses(actor: Actor, branch_id: BranchId | None, design: Design, *, bypass: bool) -> bool:
    """Whether the import goes past the protection of main, by the table of branch behaviour."""
    if branch_id is not None or design.phase != "post-release":
        return False
    if not bypass:
        detail = ErrorDetail("branchId", "branchId is required for a post-release design")
        raise InvalidImport(detail.message, details=[detail])
    _check_may_bypass(actor)
    return True


def _check_may_bypass(actor: Actor) -> None:
    if not actor.is_administrator:
        raise PermissionDenied("Only administrators may bypass branch protection")


def _new_items(rows: Sequence[ImportRow], kind: ImportKind, place: ImportTarget) -> list[NewItem]:
    return [
        NewItem(
            item_type=kind.item_type,
            draft=row.draft,
            design_id=place.design_id,
            program_id=place.program_id,
        )
        for row in rows
    ]


def _result(
    rows: Sequence[ImportRow], created: CreatedItems, malformed: list[FailedImportRow]
) -> ImportResult:
    misfits = [
        FailedImportRow(rows[place].row_number, told_problems(problems))
        for place, problems in created.misfits.items()
    ]
    failed = [*malformed, *_duplicates(rows, created), *misfits]
    return ImportResult(
        total_rows=len(rows) + len(malformed),
        success_count=len(created.created),
        error_count=len(failed),
        created_items=[
            ImportedItem(rows[place].row_number, version.item_id, version.item_number)
            for place, version in created.created.items()
        ],
        failed_rows=sorted(failed, key=lambda row: row.row_number),
    )


def _duplicates(rows: Sequence[ImportRow], created: CreatedItems) -> list[FailedImportRow]:
    """The rows whose numbers are taken, by an item or by a row before them."""
    failed: list[FailedImportRow] = []
    for place, duplicate in created.duplicates.items():
        where = "already in use"
        if duplicate.first is not None:
            where = f"in row {rows[duplicate.first].row_number} already"
        told = f"itemNumber: {duplicate.number} is {where}"
        failed.append(FailedImportRow(rows[place].row_number, [told]))
    return failed
