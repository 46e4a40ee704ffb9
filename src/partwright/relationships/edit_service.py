"""Edits of a structure: many lines added, changed, moved and removed in one transaction, or none."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET

from partwright.identity.model import Actor
from partwright.identity.permissions import Action, may
from partwright.item_types import TYPES
from partwright.items.access import SharedCommits, branch_to_write, lifecycles_for
from partwright.kit.db import Transaction
from partwright.kit.decimals import decimal_number, stored_decimal
from partwright.kit.errors import PreconditionFailed, Refusal, UnprocessableInput
from partwright.kit.ids import BranchId, DesignId, ItemId, RelationshipId, new_id
from partwright.relationships.cycles import ancestry_between
from partwright.relationships.edit_input import EditAction, ExpectedLine, LineEdit, LineEditInput
from partwright.relationships.edit_lookup import (
    EditedItems,
    ShownLines,
    find_edited,
    present_line,
    read_lines,
)
from partwright.relationships.edit_plan import PlannedLine, refused_edits
from partwright.relationships.model import (
    BOM,
    encode_changes,
    stored_relationship_type,
)
from partwright.relationships.plan import RefusedRequest, RelationshipEnd, end_of
from partwright.relationships.service import (
    ADDED,
    REMOVED,
    UPDATED,
    BranchWork,
    own_relationships,
    record_change,
    refused_sources,
    resolve_items,
)
from partwright.relationships.single_service import edited_line, field_changes
from partwright.versioning.model import (
    Branch,
    ItemVersion,
    RelationshipRow,
    ShownVersion,
)

_ACTIONS: dict[EditAction, Action] = {
    "create": "create",
    "update": "update",
    "move": "update",
    "delete": "delete",
}


class LineChangedMeanwhile(PreconditionFailed):
    """Another person changed the line after the client read it."""

    def __init__(self, present: RelationshipRow) -> None:
        super().__init__("The line has changed since it was read")
        self.present = present


class MoveAcrossBranches(UnprocessableInput):
    """A line keeps its identity within one branch only."""

    def __init__(self) -> None:
        super().__init__("A line can only move within one branch; remove it here and add it there")


class EditedLines(msgspec.Struct):
    """Results of the edits: by their indexes the lines as they stand now, or the refusals."""

    lines: dict[int, RelationshipRow]
    faults: list[RefusedRequest]


_BranchKey = tuple[DesignId | None, BranchId | None, bool]


async def edit_lines(
    tx: Transaction,
    actor: Actor,
    edits: Sequence[LineEdit],
    *,
    new_items: Mapping[str, ShownVersion],
    branch_id: BranchId | None,
    commits: SharedCommits,
) -> EditedLines:
    """Write all edits, each on the branch of its parent; where one is refused the caller rolls back."""
    actions: set[EditAction] = {edit.input.action for edit in edits}
    for action in actions:
        actor.require(may("relationships", _ACTIONS[action]))
    found = await find_edited(tx, actor, edits, new_items, branch_id)
    outcome = EditedLines({}, [])
    groups: dict[_BranchKey, list[LineEdit]] = {}
    for edit in edits:
        try:
            parent = found.parent(edit.input)
        except Refusal as refusal:
            outcome.faults.append(RefusedRequest(edit.index, refusal))
            continue
        branched = TYPES[parent.type].is_branched
        key = (parent.design_id if branched else None, branch_id or parent.branch_id, branched)
        groups.setdefault(key, []).append(edit)
    for (design_id, named, _), group in groups.items():
        item_type = found.parent(group[0].input).type
        try:
            branch = await branch_to_write(
                tx, actor, item_type=item_type, design_id=design_id, branch_id=named
            )
        except Refusal as refusal:
            outcome.faults += [RefusedRequest(edit.index, refusal) for edit in group]
            continue
        await _edit_branch(tx, actor, group, found, outcome, branch=branch, commits=commits)
    outcome.faults.sort(key=lambda fault: fault.index)
    return outcome


async def _edit_branch(
    tx: Transaction,
    actor: Actor,
    edits: Sequence[LineEdit],
    found: EditedItems,
    outcome: EditedLines,
    *,
    branch: Branch,
    commits: SharedCommits,
) -> None:
    """The edits of one branch: planned, and written where none is refused."""
    view = branch.view
    parents = _parents(edits, found)
    lines = await read_lines(tx, actor, parents, view)
    ids = [e.input.target_id for e in edits if e.input.target_id]
    found.items |= await resolve_items(tx, actor, ids, view)
    planned: list[PlannedLine] = []
    for edit in edits:
        try:
            planned.append(_plan(edit, found, lines, branch))
        except Refusal as refusal:
            outcome.faults.append(RefusedRequest(edit.index, refusal))
    planned = [each for each in planned if not _note_unchanged(each, outcome)]
    work = BranchWork(
        await commits.on(branch), await lifecycles_for(tx, parents.values()), parents, {}
    )
    outcome.faults += await _refused(tx, work, planned, lines)
    if not outcome.faults:
        await _write(tx, actor, work, planned, outcome)


def _note_unchanged(planned: PlannedLine, outcome: EditedLines) -> bool:
    if planned.changes_nothing and planned.after is not None:
        outcome.lines[planned.index] = planned.after
    return planned.changes_nothing


def _parents(edits: Sequence[LineEdit], found: EditedItems) -> dict[str, ShownVersion]:
    """The parents that lose or gain lines, by the ids that the branch shows them under."""
    parents = [found.parent(edit.input) for edit in edits]
    for edit in edits:
        edge = found.edges.get(edit.input.id or "")
        if edge is not None and edge.parent_item_id in found.items:
            parents.append(found.items[edge.parent_item_id])
    return {str(parent.item_id): parent for parent in parents}


def _plan(edit: LineEdit, found: EditedItems, lines: ShownLines, branch: Branch) -> PlannedLine:
    """The result of an edit for its line; raises why it cannot be."""
    sent = edit.input
    parent = found.parent(sent)
    if sent.action == "create":
        child = found.named(sent.target_id, sent.target_ref)
        after = _new_line(sent, parent, child)
        end = RelationshipEnd(child.item_id, child.master_id, child.item_number)
        return PlannedLine(index=edit.index, after=after, parent=end_of(parent), child=end)
    present, end = present_line(sent, found, lines)
    _check_expected(edit.expected, present)
    former = found.items[found.edges[sent.id or ""].parent_item_id]
    after, child, former_end = None, end, None
    if sent.action == "update" and (sent.target_id or sent.target_ref):
        found_child = found.named(sent.target_id, sent.target_ref)
        child, former_end = end_of(found_child), end
    if sent.action != "delete":
        if former.design_id != parent.design_id:
            raise MoveAcrossBranches
        after = msgspec.structs.replace(
            edited_line(present, sent),
            parent_item_id=parent.item_id,
            parent_master_id=parent.master_id,
            child_master_id=child.master_id,
        )
    return PlannedLine(
        index=edit.index,
        before=present,
        after=after,
        parent=end_of(parent),
        child=child,
        former=former_end,
    )


def _new_line(sent: LineEditInput, parent: ShownVersion, child: ShownVersion) -> RelationshipRow:
    bare = RelationshipRow(
        id=RelationshipId(new_id()),
        parent_item_id=parent.item_id,
        parent_master_id=parent.master_id,
        child_master_id=child.master_id,
        branch_id=parent.branch_id,
        type=stored_relationship_type(sent.relationship_type),
        quantity=stored_decimal(decimal_number("1")),
        find_number=None,
        reference_designator=None,
        metadata="{}",
    )
    return edited_line(bare, sent)


def _check_expected(expected: ExpectedLine | None, present: RelationshipRow) -> None:
    if expected is None:
        return
    sees = (
        expected.quantity is UNSET or stored_decimal(expected.quantity) == present.quantity,
        expected.find_number is UNSET or expected.find_number == present.find_number,
        expected.reference_designator is UNSET
        or (expected.reference_designator or None) == present.reference_designator,
    )
    if not all(sees):
        raise LineChangedMeanwhile(present)


async def _refused(
    tx: Transaction, work: BranchWork, planned: Sequence[PlannedLine], lines: ShownLines
) -> list[RefusedRequest]:
    """Edits of parents that take none now, and those that cannot stand together."""
    touched = {item_id for each in planned for item_id in _touched(each)}
    refused = await refused_sources(tx, work, touched)
    faults = [
        RefusedRequest(each.index, refused[item_id])
        for each in planned
        for item_id in _touched(each)
        if item_id in refused
    ]
    added = [each for each in planned if each.after is not None and each.after.type == BOM]
    ancestry = await ancestry_between(
        tx,
        work.commit.branch.view,
        sources=[each.parent.master_id for each in added],
        targets=[ItemId(each.child.item_id) for each in added],
    )
    return faults + refused_edits(planned, existing=lines.rows, ancestry=ancestry)


def _touched(planned: PlannedLine) -> list[str]:
    parents = [line.parent_item_id for line in (planned.before, planned.after) if line is not None]
    return list(dict.fromkeys(parents))


async def _write(
    tx: Transaction,
    actor: Actor,
    work: BranchWork,
    planned: Sequence[PlannedLine],
    outcome: EditedLines,
) -> None:
    """Close what goes and changes, and open what comes; parents become working copies first."""
    commit = work.commit
    touched = dict.fromkeys(item_id for each in planned for item_id in _touched(each))
    rows = await own_relationships(
        tx, commit, [work.sources[one] for one in touched], work.lifecycles
    )
    own: ShownLines | None = None
    if any(rows[item_id].item_id != item_id for item_id in touched):
        item_ids = [row.item_id for row in rows.values()]
        own = await read_lines(tx, actor, item_ids, commit.branch.view)
    closing: list[RelationshipRow] = []
    opening: list[RelationshipRow] = []
    for each in planned:
        before = each.before and _own_line(each.before, rows, own)
        after = each.after and _own_after(each.after, before, rows)
        if before is not None:
            closing.append(before)
        if after is not None:
            opening.append(after)
            outcome.lines[each.index] = after
        _record(work, each, before, after, rows)
    if closing:
        await commit.close_lines(closing)
    if opening:
        await commit.add_relationships(opening)
    commit.modified.update(row.item_id for row in rows.values() if row.item_id not in commit.added)


def _own_line(
    line: RelationshipRow, rows: Mapping[str, ItemVersion], own: ShownLines | None
) -> RelationshipRow:
    """Of a fresh working copy its own line, not the original's."""
    row = rows[line.parent_item_id]
    if own is None or row.item_id == line.parent_item_id:
        return line
    return own.rows[row.item_id, line.type, line.child_master_id]


def _own_after(
    line: RelationshipRow, before: RelationshipRow | None, rows: Mapping[str, ItemVersion]
) -> RelationshipRow:
    row = rows[line.parent_item_id]
    is_replaced = before is not None and before.child_master_id != line.child_master_id
    kept_id = line.id if before is None else before.id
    return msgspec.structs.replace(
        line,
        # A line is one child of its parent; another child makes it another line.
        id=RelationshipId(new_id()) if is_replaced else kept_id,
        parent_item_id=row.item_id,
        branch_id=row.branch_id,
    )


def _record(
    work: BranchWork,
    planned: PlannedLine,
    before: RelationshipRow | None,
    after: RelationshipRow | None,
    rows: Mapping[str, ItemVersion],
) -> None:
    """Tell the parents' histories."""
    numbers = {planned.child.master_id: planned.child.number}
    parents = {row.item_id: row for row in rows.values()}
    if planned.former is not None:
        numbers[planned.former.master_id] = planned.former.number
    if before is not None and after is not None and planned.keeps_ends:
        target = planned.child.number
        told = {"targetItem": (target, target), **field_changes(before, after)}
        parent = parents[after.parent_item_id]
        work.commit.note(parent, UPDATED, changes=encode_changes(told))
        return
    for action, line in ((REMOVED, before), (ADDED, after)):
        if line is not None:
            record_change(work.commit, action, line, parents[line.parent_item_id], numbers)
