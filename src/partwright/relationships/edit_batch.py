"""One edit of a structure over HTTP: the parts it makes and its lines, all of them or none."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.items import item_input, wire
from partwright.items.access import SharedCommits, branch_to_write, lifecycles_for
from partwright.items.creation_service import NewItem, create_items
from partwright.items.service import program_of_new
from partwright.kit.db import ConstraintViolated, Database, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.decimals import decimal_number
from partwright.kit.errors import DuplicateItemNumber, InvalidInput, Refusal, ServiceUnavailable
from partwright.kit.fields import RawObject
from partwright.kit.ids import BranchId, DesignId
from partwright.relationships.edit_input import (
    NewItemInput,
    StructureEdit,
    read_structure_edit,
)
from partwright.relationships.edit_service import LineChangedMeanwhile, edit_lines
from partwright.versioning.commits import OpenCommit, hold_commit_order
from partwright.versioning.model import RelationshipRow, ShownVersion
from partwright.web.error_responses import error_status
from partwright.web.parameters import single_branch


class EditedLine(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A line as it stands after the edit, or would."""

    index: int
    """The place of the edit in the request; one that deletes leaves no line."""
    id: str
    parent_id: str
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None


class PresentLine(msgspec.Struct, rename="camel", frozen=True):
    """The values of a line that another person changed meanwhile."""

    quantity: Decimal
    find_number: int | None
    reference_designator: str | None


class RefusedEdit(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """An edit that cannot be made, and why; it names a line by its index or a new item by its ref."""

    index: int | None
    ref: str | None
    error: str
    status: int
    details: str
    problems: list[msgspec.Struct]
    present: PresentLine | None


class StructureEditResult(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Result of the edit, or of its dry run; or what stands against it."""

    lines: list[EditedLine] = []
    items: list[dict[str, Any]] = []
    """The new items, each with its ref."""
    errors: list[RefusedEdit] = []
    dry_run: bool

    @property
    def status(self) -> int:
        """200 all of it, 400 none."""
        return 400 if self.errors else 200


class _RolledBack(Exception):
    """Leaves the transaction without what was written in it."""

    def __init__(self, result: StructureEditResult) -> None:
        super().__init__()
        self.result = result


async def edit_structure(
    database: Database,
    actor: Actor,
    body: RawObject,
    *,
    branch_id: BranchId | None,
    keep: Callable[[Transaction, StructureEditResult], Awaitable[None]],
) -> StructureEditResult:
    """Make all edits, in one commit of each branch, or none where one is refused.

    `keep` writes what else belongs to edits that are made, in the same transaction.
    """
    sent, edit = read_structure_edit(body)
    branch = single_branch(sent.branch_id, sent.branch, besides=branch_id)

    async def work(tx: Transaction) -> StructureEditResult:
        done = await _edit(tx, actor, edit, branch)
        await keep(tx, done)
        return done

    try:
        return await write_alone(database, work)
    except _RolledBack as left:
        return left.result


async def _edit(
    tx: Transaction, actor: Actor, edit: StructureEdit, branch_id: BranchId | None
) -> StructureEditResult:
    """The edits, made; _RolledBack with what they would be, or with what stands against them."""
    await hold_commit_order(tx)
    async with SharedCommits(tx, actor, edit.message) as commits:
        made, errors = await _make_items(tx, actor, edit.items, branch_id, commits)
        if errors:
            raise _RolledBack(StructureEditResult(errors=errors, dry_run=edit.is_dry_run))
        done = await edit_lines(
            tx, actor, edit.lines, new_items=made, branch_id=branch_id, commits=commits
        )
        if done.faults:
            errors = [_refused(fault.refusal, index=fault.index) for fault in done.faults]
            raise _RolledBack(StructureEditResult(errors=errors, dry_run=edit.is_dry_run))
    ids = {ref: item.item_id for ref, item in made.items()}
    shown = await item_access.access_items(tx, actor, list(ids.values()), None) if ids else {}
    result = StructureEditResult(
        lines=[_edited(index, line) for index, line in sorted(done.lines.items())],
        items=[wire.item_to_record(shown[item_id]) | {"ref": ref} for ref, item_id in ids.items()],
        dry_run=edit.is_dry_run,
    )
    if edit.is_dry_run:
        raise _RolledBack(result)
    return result


async def _make_items(
    tx: Transaction,
    actor: Actor,
    wanted: Sequence[NewItemInput],
    branch_id: BranchId | None,
    commits: SharedCommits,
) -> tuple[Mapping[str, ShownVersion], list[RefusedEdit]]:
    """The new items by their refs, and those that cannot be made."""
    made: dict[str, ShownVersion] = {}
    errors: list[RefusedEdit] = []
    groups: dict[tuple[str, DesignId | None], dict[str, NewItem]] = {}
    programs: dict[str | None, str | None] = {}
    for item in wanted:
        try:
            new = await _new_item(tx, actor, item, programs)
        except ServiceUnavailable:
            raise
        except Refusal as refusal:
            errors.append(_refused(refusal, ref=item.ref))
        else:
            groups.setdefault((new.item_type.name, new.design_id), {})[item.ref] = new
    for (item_type, design_id), group in groups.items():
        try:
            branch = await branch_to_write(
                tx, actor, item_type=item_type, design_id=design_id, branch_id=branch_id
            )
            commit = await commits.on(branch)
            made |= await _create_group(tx, commit, group, errors)
        except ServiceUnavailable:
            # It is no fault of the items, and nothing more is answered in this transaction.
            raise
        except Refusal as refusal:
            errors += [_refused(refusal, ref=ref) for ref in group]
            if isinstance(refusal.__cause__, ConstraintViolated):
                # The database takes nothing more in this transaction.
                break
    return made, errors


async def _create_group(
    tx: Transaction, commit: OpenCommit, group: Mapping[str, NewItem], errors: list[RefusedEdit]
) -> dict[str, ShownVersion]:
    """Items of one type and branch; numbers that are taken are told among the errors."""
    created = await create_items(tx, commit, list(group.values()), await lifecycles_for(tx, []))
    made: dict[str, ShownVersion] = {}
    for place, ref in enumerate(group):
        duplicate = created.duplicates.get(place)
        if place in created.misfits:
            errors.append(_refused(InvalidInput.fields(created.misfits[place]), ref=ref))
        elif duplicate is None:
            made[ref] = created.created[place]
        else:
            errors.append(_refused(DuplicateItemNumber.of(duplicate.number), ref=ref))
    return made


async def _new_item(
    tx: Transaction, actor: Actor, item: NewItemInput, programs: dict[str | None, str | None]
) -> NewItem:
    item_type = item_input.read_item_type(item.body)
    actor.require(item_type.may("create"))
    draft = item_input.read_new_item(item.body, item_type=item_type)
    if draft.design_id is None or draft.program_id is not None or draft.design_id not in programs:
        programs[draft.design_id] = await program_of_new(tx, actor, draft)
    return NewItem(
        item_type=item_type,
        draft=draft,
        design_id=draft.design_id,
        program_id=programs[draft.design_id],
    )


def _edited(index: int, line: RelationshipRow) -> EditedLine:
    return EditedLine(
        index=index,
        id=line.id,
        parent_id=line.parent_item_id,
        quantity=decimal_number(line.quantity),
        find_number=line.find_number,
        reference_designator=line.reference_designator,
    )


def _refused(refusal: Refusal, *, index: int | None = None, ref: str | None = None) -> RefusedEdit:
    present = None
    if isinstance(refusal, LineChangedMeanwhile):
        line = refusal.present
        present = PresentLine(
            decimal_number(line.quantity), line.find_number, line.reference_designator
        )
    return RefusedEdit(
        index=index,
        ref=ref,
        error=refusal.code,
        status=error_status(refusal),
        details=refusal.message,
        problems=list(refusal.details),
        present=present,
    )
