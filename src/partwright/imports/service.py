"""Imports applied: the good rows and lines of one request in one transaction."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.imports import queries
from partwright.imports.body import (
    Body,
    FailedLine,
    FailedRow,
    Line,
    Row,
    read_body,
    read_lines,
    read_rows,
)
from partwright.items import queries as item_queries
from partwright.items.numbering import next_numbers, taken
from partwright.items.rules import number_key
from partwright.items.types import TYPES, ItemType
from partwright.kit.db import Transaction
from partwright.kit.errors import Detail, Forbidden, InvalidImport, Refusal
from partwright.kit.fields import RawObject
from partwright.kit.ids import BranchId, DesignId, ItemId, MasterId, new_id
from partwright.programs import access as programs
from partwright.programs.model import Design
from partwright.programs.visibility import seen_by
from partwright.relationships.model import BOM
from partwright.relationships.service import Outcome, Work, relate_on_line
from partwright.relationships.wishes import Asked
from partwright.versioning import access as lines
from partwright.versioning import service as versioning
from partwright.versioning.model import Line as WorkLine
from partwright.versioning.model import ShownVersion, Version
from partwright.versioning.service import Change
from partwright.workflows import service as workflows
from partwright.workflows.service import Lifecycles


class CreatedItem(msgspec.Struct, rename="camel", frozen=True):
    """A row that became an item."""

    row_number: int
    item_id: str
    item_number: str


class Result(msgspec.Struct, rename="camel", kw_only=True):
    """What became of an import of items with a structure."""

    total_rows: int
    success_count: int
    error_count: int
    created_items: list[CreatedItem]
    failed_rows: list[FailedRow]
    relationships_created: int
    relationships_failed: int
    failed_relationships: list[FailedLine]

    @property
    def status(self) -> int:
        """201 all there, 207 something failed, 400 no row imported."""
        if not self.success_count:
            return 400
        return 207 if self.error_count or self.relationships_failed else 201


async def import_parts(tx: Transaction, actor: Actor, raw: RawObject) -> Result:
    """Import parts and BOM lines into a design."""
    body = read_body(raw, with_lines=True)
    item_type = TYPES["Part"]
    actor.require(item_type.may("create"))
    rows, failed = read_rows(body.rows, item_type)
    wanted, failed_lines = read_lines(body.lines)
    seq = await versioning.begin(tx)
    design = await programs.design(tx, actor, DesignId(body.design_id))
    line = await _line(tx, actor, body, design)
    change = Change(actor, line, seq=seq, message=body.message or "Imported")
    rows = await _unused(tx, rows, failed)
    lifecycles = await workflows.lifecycles(tx)
    versions = await _write(tx, change, rows, item_type, lifecycles, design)
    made, more_failed = await _relate(tx, change, wanted, versions, lifecycles)
    failed_lines |= more_failed
    return Result(
        total_rows=len(body.rows),
        success_count=len(versions),
        error_count=len(failed),
        created_items=[
            CreatedItem(row.row_number, version.item_id, version.item_number)
            for row, version in zip(rows, versions, strict=True)
        ],
        failed_rows=sorted(failed, key=lambda row: row.row_number),
        relationships_created=made,
        relationships_failed=len(failed_lines),
        failed_relationships=[failed_lines[index] for index in sorted(failed_lines)],
    )


async def _line(tx: Transaction, actor: Actor, body: Body, design: Design) -> WorkLine:
    """Where the items go, by the interface's table of branch behaviour."""
    branch_id = None if body.branch_id is None else BranchId(body.branch_id)
    released = design.phase == "post-release"
    bypass = False
    if branch_id is None and released:
        if not body.bypass:
            detail = Detail("branchId", "branchId is required for a post-release design")
            raise InvalidImport(detail.message, details=[detail])
        if not actor.is_administrator:
            raise Forbidden("Only an Administrator may bypass branch protection")
        bypass = True
    return await lines.writable_line(
        tx, actor, design_id=design.id, branch_id=branch_id, bypass=bypass
    )


async def _unused(tx: Transaction, rows: list[Row], failed: list[FailedRow]) -> list[Row]:
    """The rows whose numbers are free; the others join the failed ones."""
    used = await taken(tx, [row.number for row in rows if row.number is not None])
    free: list[Row] = []
    for row in rows:
        if row.number is not None and number_key(row.number) in used:
            told = f"itemNumber: {row.number} is already in use"
            failed.append(FailedRow(row.row_number, [told]))
        else:
            free.append(row)
    return free


async def _write(
    tx: Transaction,
    change: Change,
    rows: Sequence[Row],
    item_type: ItemType,
    lifecycles: Lifecycles,
    design: Design,
) -> list[Version]:
    """Make the items of the rows, set-wise."""
    if not rows:
        return []
    state = lifecycles.initial(item_type.name).name
    versions = [_version(row, item_type, change, state=state, design=design) for row in rows]
    await _insert_masters(tx, [version for version in versions if version.item_number])
    unnumbered = [version for version in versions if not version.item_number]
    if unnumbered:
        # Only now are the numbers of this very import known to the counter.
        numbers = iter(await next_numbers(tx, item_type, many=len(unnumbered)))
        versions = [
            v if v.item_number else msgspec.structs.replace(v, item_number=next(numbers))
            for v in versions
        ]
        waiting = {version.item_id for version in unnumbered}
        await _insert_masters(tx, [v for v in versions if v.item_id in waiting])
    written = await versioning.add(tx, change, versions)
    for version in written:
        change.note(version, "Created")
    return written


def _version(
    row: Row, item_type: ItemType, change: Change, *, state: str, design: Design
) -> Version:
    columns: dict[str, Any] = dict(row.draft.columns)
    columns["item_number"] = columns["item_number"] or ""
    return Version(
        row_id=0,
        item_id=ItemId(new_id()),
        master_id=MasterId(new_id()),
        branch_id=change.line.branch_id,
        since=change.seq,
        until=None,
        is_current=True,
        is_deleted=False,
        type=item_type.name,
        design_id=design.id,
        program_id=design.program_id,
        state=state,
        created_at=change.at,
        created_by=change.actor.id,
        modified_at=change.at,
        modified_by=change.actor.id,
        **columns,
    )


async def _insert_masters(tx: Transaction, versions: Sequence[Version]) -> None:
    await tx.run_many(
        item_queries.INSERT_MASTER,
        [
            {
                "id": version.master_id,
                "number_key": number_key(version.item_number),
                "type": version.type,
                "design_id": version.design_id,
                "program_id": version.program_id,
                "created_at": version.created_at,
            }
            for version in versions
        ],
    )


async def _relate(
    tx: Transaction,
    change: Change,
    wanted: Sequence[Line],
    versions: Sequence[Version],
    lifecycles: Lifecycles,
) -> tuple[int, dict[int, FailedLine]]:
    """Make the BOM lines and close the change; answers how many, and the failed ones."""
    found = await _items(tx, change, wanted, versions)
    failed: dict[int, FailedLine] = {}
    here: list[Asked] = []
    library: list[Asked] = []
    for line in wanted:
        problem = _problem(line, found, change)
        if problem is not None:
            failed[line.index] = FailedLine(line.parent, line.child, problem)
        elif found[number_key(line.parent)].design_id == change.line.design_id:
            here.append(_asked(line, found))
        else:
            library.append(_asked(line, found))
    outcome = Outcome([], [], [])
    by_id: dict[str, ShownVersion] = {version.item_id: version for version in found.values()}
    await relate_on_line(tx, Work(change, lifecycles, by_id, by_id), here, outcome)
    if library:
        line = await lines.writable_line(tx, change.actor, design_id=None)
        seq = await versioning.begin(tx)
        besides = Change(change.actor, line, seq=seq, message=change.message)
        await relate_on_line(tx, Work(besides, lifecycles, by_id, by_id), library, outcome)
    places = {line.index: line for line in wanted}
    for fault in outcome.faults:
        failed[fault.index] = _failed(places[fault.index], fault.refusal)
    for wish in outcome.skipped:
        line = places[wish.index]
        failed[wish.index] = FailedLine(line.parent, line.child, "stands already, or is repeated")
    return len(outcome.created), failed


async def _items(
    tx: Transaction, change: Change, wanted: Sequence[Line], versions: Sequence[Version]
) -> dict[str, ShownVersion]:
    """The items that the lines name, by number key: of this import, the design, the library."""
    found = {
        number_key(version.item_number): ShownVersion(*msgspec.structs.astuple(version))
        for version in versions
    }
    named = {number_key(number) for line in wanted for number in (line.parent, line.child)}
    others = await tx.all(
        ShownVersion,
        queries.NUMBERED,
        keys=list(named - found.keys()),
        design_id=change.line.design_id,
        **change.line.view.params,
        **seen_by(change.actor),
    )
    return found | {
        number_key(version.item_number): version
        for version in others
        if TYPES[version.type].is_branched and change.actor.may(TYPES[version.type].may("read"))
    }


def _problem(line: Line, found: dict[str, ShownVersion], change: Change) -> str | None:
    for number in (line.parent, line.child):
        if number_key(number) not in found:
            return f"{number} is neither in this import, nor in the design, nor in the library"
    parent = found[number_key(line.parent)]
    if parent.design_id != change.line.design_id and not change.line.is_main:
        return f"{line.parent} belongs to the library: a branch of the design cannot change it"
    return None


def _asked(line: Line, found: dict[str, ShownVersion]) -> Asked:
    return Asked(
        index=line.index,
        source_id=found[number_key(line.parent)].item_id,
        target_id=found[number_key(line.child)].item_id,
        type=BOM,
        quantity=line.quantity,
        find_number=line.find_number,
        reference_designator=line.reference_designator,
        metadata="{}",
    )


def _failed(line: Line, refusal: Refusal) -> FailedLine:
    return FailedLine(line.parent, line.child, refusal.message)
