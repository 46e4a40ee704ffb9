"""Imports applied: the good rows and lines of one request in one transaction."""

from collections.abc import Sequence

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
from partwright.items.births import Births, Newborn, bear
from partwright.items.rules import number_key
from partwright.items.types import TYPES, ItemType
from partwright.kit.db import Transaction
from partwright.kit.errors import Detail, Forbidden, InvalidImport, Refusal
from partwright.kit.fields import RawObject
from partwright.kit.ids import BranchId, DesignId
from partwright.programs import access as programs
from partwright.programs.model import Design
from partwright.programs.visibility import seen_by
from partwright.relationships.model import BOM
from partwright.relationships.service import Outcome, Work, relate_on_line
from partwright.relationships.wishes import Asked
from partwright.versioning import access as lines
from partwright.versioning import service as versioning
from partwright.versioning.model import Line as WorkLine
from partwright.versioning.model import ShownVersion
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
    lifecycles = await workflows.lifecycles(tx)
    births = await bear(tx, change, _newborns(rows, item_type, design), lifecycles)
    failed += _duplicates(rows, births)
    versions = list(births.born.values())
    made, more_failed = await _relate(tx, change, wanted, versions, lifecycles)
    failed_lines |= more_failed
    return Result(
        total_rows=len(body.rows),
        success_count=len(versions),
        error_count=len(failed),
        created_items=[
            CreatedItem(rows[place].row_number, version.item_id, version.item_number)
            for place, version in births.born.items()
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


def _newborns(rows: Sequence[Row], item_type: ItemType, design: Design) -> list[Newborn]:
    return [
        Newborn(
            item_type=item_type,
            draft=row.draft,
            design_id=design.id,
            program_id=design.program_id,
        )
        for row in rows
    ]


def _duplicates(rows: Sequence[Row], births: Births) -> list[FailedRow]:
    """The rows whose numbers are taken, by an item or by a row before them."""
    failed: list[FailedRow] = []
    for place, duplicate in births.duplicates.items():
        where = "already in use"
        if duplicate.first is not None:
            where = f"in row {rows[duplicate.first].row_number} already"
        told = f"itemNumber: {duplicate.number} is {where}"
        failed.append(FailedRow(rows[place].row_number, [told]))
    return failed


async def _relate(
    tx: Transaction,
    change: Change,
    wanted: Sequence[Line],
    versions: Sequence[ShownVersion],
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
    tx: Transaction, change: Change, wanted: Sequence[Line], versions: Sequence[ShownVersion]
) -> dict[str, ShownVersion]:
    """The items that the lines name, by number key: of this import, the design, the library."""
    found = {number_key(version.item_number): version for version in versions}
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
