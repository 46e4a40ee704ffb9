"""Bringing a workspace branch and main together: merge into main, rebase onto it."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from partwright.changes.contents import State, columns_of, numbers, state, values_of
from partwright.changes.diff import fields_of, shown_values, wire_name, wire_value
from partwright.identity.model import Actor
from partwright.items import queries as item_queries
from partwright.kit.db import Transaction
from partwright.kit.errors import Detail, ItemLocked, MergeConflict, Unprocessable
from partwright.kit.ids import BranchId, MasterId, RelationshipId, new_id
from partwright.locks import queries as lock_queries
from partwright.locks.checkouts import conflict
from partwright.locks.queries import CheckoutRow
from partwright.programs.access import check_writable
from partwright.relationships.model import BOM, ClosesCycle
from partwright.relationships.reach import ancestry_below
from partwright.versioning import access, branches, queries, restore
from partwright.versioning import service as versioning
from partwright.versioning.branches import Branch, Commit
from partwright.versioning.merge import Clash, Content, Merged, merge
from partwright.versioning.model import Edge, Line, LineIsClosed, MainIsProtected, Version, View
from partwright.versioning.service import Change


class MergeClash(msgspec.Struct, rename="camel", frozen=True):
    """One place that both sides changed, as the wire tells it."""

    field: str
    message: str
    item_id: str
    item_number: str
    path: str
    base: Any
    ours: Any
    theirs: Any


class Sides(msgspec.Struct, frozen=True):
    """The three states that a merge looks at, and the branch's own items."""

    base: State
    ours: State
    theirs: State
    own: frozenset[str]

    def merged(self) -> Merged:
        return merge(self.base.contents(), self.ours.contents(), self.theirs.contents())


class Brought(msgspec.Struct, frozen=True):
    """The branch after a merge or rebase, and the commit that it made."""

    branch: Branch
    commit: Commit | None


async def sides(tx: Transaction, line: Line, main: Line) -> Sides:
    """Read base, branch and main of everything that either has touched."""
    view = line.view
    own = await tx.all(str, queries.OWN_MASTERS, branch_id=line.id, at=view.at)
    changed = await tx.all(str, queries.CHANGED_ON_MAIN, main_id=main.id, base=view.base)
    masters = {*own, *changed}
    return Sides(
        await state(tx, View(None, view.base, view.base), masters),
        await state(tx, view, masters),
        await state(tx, View(), masters),
        frozenset(own),
    )


async def _open(tx: Transaction, actor: Actor, branch_id: BranchId) -> tuple[Line, Line]:
    line = await access.line(tx, actor, branch_id)
    await check_writable(tx, actor, line.program_id)
    if line.is_main:
        raise Unprocessable("Main cannot be merged into itself")
    if line.is_locked or line.is_archived:
        raise LineIsClosed(line)
    return line, await access.main_line(tx, line.design_id)


async def merge_into_main(tx: Transaction, actor: Actor, branch_id: BranchId) -> Brought:
    """Bring a workspace branch into main of a pre-release design, whole or not at all."""
    seq = await versioning.begin(tx)
    line, main = await _open(tx, actor, branch_id)
    if line.kind != "workspace":
        raise Unprocessable("A change order's branch goes into main at its release")
    if main.phase == "post-release":
        raise MainIsProtected
    await check_not_checked_out_by_others(tx, actor, line)
    found = await sides(tx, line, main)
    merged = found.merged()
    await refuse_clashes(tx, found, merged)
    await check_unlocked(tx, actor, found.own)
    change = Change(actor, main, seq=seq, message=f"Merge {line.name}")
    change.merge_parent_id = line.head_commit_id
    for master_id in sorted(found.own):
        await _write(tx, change, MasterId(master_id), found, merged.items.get(master_id))
    await _close_branch_rows(tx, change, line)
    await _check_unused(tx, found, merged)
    on_main = {**found.ours.rows, **found.theirs.rows}
    await check_cycles(tx, View(), [row.item_id for m, row in on_main.items() if m in found.own])
    commit_id = await versioning.commit(tx, change)
    head, head_seq = (commit_id, seq) if commit_id else (main.head_commit_id, main.head_seq)
    await tx.run(queries.MOVE_BASE, branch_id=line.id, commit_id=head, seq=head_seq)
    return await _brought(tx, actor, line.id, commit_id)


async def rebase(tx: Transaction, actor: Actor, branch_id: BranchId) -> Brought:
    """Move a workspace branch onto main's head, merging what both have changed."""
    seq = await versioning.begin(tx)
    line, main = await _open(tx, actor, branch_id)
    await check_not_checked_out_by_others(tx, actor, line)
    found = await sides(tx, line, main)
    merged = found.merged()
    await refuse_clashes(tx, found, merged)
    moved = msgspec.structs.replace(line, base_seq=main.head_seq or 0)
    change = Change(actor, moved, seq=seq, message=f"Rebase {line.name} onto main")
    change.merge_parent_id = main.head_commit_id
    for master_id in sorted(found.own):
        await _rebase_item(tx, change, MasterId(master_id), found, merged.items.get(master_id))
    await tx.run(
        queries.MOVE_BASE,
        branch_id=line.id,
        commit_id=main.head_commit_id,
        seq=main.head_seq or 0,
    )
    own_items = [row.item_id for row in found.ours.rows.values() if row.branch_id == line.id]
    await check_cycles(tx, moved.view, own_items)
    is_behind = line.base_seq != main.head_seq
    commit_id = await versioning.commit(tx, change, even_empty=is_behind)
    return await _brought(tx, actor, line.id, commit_id)


async def _brought(tx: Transaction, actor: Actor, branch_id: BranchId, commit_id: Any) -> Brought:
    commit = None if commit_id is None else await branches.commit(tx, actor, commit_id)
    return Brought(await branches.branch(tx, actor, branch_id), commit)


async def check_not_checked_out_by_others(tx: Transaction, actor: Actor, line: Line) -> None:
    """CheckoutConflict while somebody else works on the branch; one's own end here."""
    rows = await tx.all(CheckoutRow, lock_queries.CHECKOUTS_ON, branch_id=line.id)
    for row in rows:
        if row.holder != actor.id:
            raise conflict(row)
    await tx.run(lock_queries.END_CHECKOUTS_ON, branch_id=line.id)


async def check_unlocked(tx: Transaction, actor: Actor, masters: Iterable[str]) -> None:
    """ItemLocked when somebody else holds one of the items."""
    held = await tx.all(lock_queries.LockRow, lock_queries.LOCKS, masters=list(masters))
    for row in held:
        if row.holder != actor.id:
            raise ItemLocked(
                f"Item is locked by {row.holder_name}", details=[Detail("lockedBy", row.holder)]
            )


async def refuse_clashes(tx: Transaction, found: Sides, merged: Merged) -> None:
    """MergeConflict with every clash."""
    if merged.clashes:
        details = await told(tx, found, merged.clashes)
        message = f"{len(details)} places were changed on both sides"
        raise MergeConflict(message, details=details)


async def told(tx: Transaction, found: Sides, clashes: Iterable[Clash]) -> list[MergeClash]:
    """Clashes in wire names and wire values."""
    clashes = list(clashes)
    children = {clash.place[2] for clash in clashes if clash.place[:1] == ("bom",)}
    named = await numbers(tx, {*children, *(clash.master_id for clash in clashes)})
    return [_told(found, clash, named) for clash in clashes]


def _told(found: Sides, clash: Clash, named: Mapping[str, str]) -> MergeClash:
    master_id = MasterId(clash.master_id)
    row = found.ours.rows.get(master_id) or found.theirs.rows.get(master_id)
    row = row or found.base.rows[master_id]
    values = (clash.base, clash.ours, clash.theirs)
    if not clash.place:
        path, shown = "item", tuple(None if v is None else "present" for v in values)
    elif clash.place[0] == "bom":
        path = f"bom/{named.get(clash.place[2], clash.place[2])}"
        shown = tuple(_line_shown(v, named) for v in values)
    else:
        path = wire_name(row.type, clash.place[0])
        shown = tuple(wire_value(row.type, clash.place[0], v) for v in values)
    message = f"{path} of {row.item_number} was changed on both sides"
    return MergeClash(path, message, row.item_id, row.item_number, path, *shown)


def _line_shown(value: Any, named: Mapping[str, str]) -> Any:
    """A line's values, or, of a line that moved, the number of its parent."""
    return named.get(value, value) if isinstance(value, str) else shown_values(value)


async def _write(
    tx: Transaction, change: Change, master_id: MasterId, found: Sides, content: Content | None
) -> None:
    """Make main's item what the merge says."""
    theirs = found.theirs.rows.get(master_id)
    if content is None:
        if theirs is not None:
            await versioning.remove(tx, change, [theirs])
            change.note(theirs, "Deleted")
    elif theirs is None:
        await _move_to_main(tx, change, found.ours.rows[master_id])
    else:
        await put_content(tx, change, theirs, found.theirs, content)


async def _move_to_main(tx: Transaction, change: Change, row: Version) -> None:
    """An item that was new on the branch goes on living on main, under its id."""
    (moved,) = await versioning.put(tx, change, [row])
    edges = await tx.all(Edge, queries.RELATIONSHIPS_OF, item_ids=[row.item_id])
    await versioning.close_edges(tx, change, [edge.id for edge in edges])
    await versioning.add_edges(
        tx, change, [msgspec.structs.replace(edge, branch_id=None) for edge in edges]
    )
    change.modified.discard(row.item_id)
    change.added.add(row.item_id)
    change.note(moved, "Created")


async def put_content(
    tx: Transaction, change: Change, row: Version, side: State, content: Content
) -> None:
    """Give an item on the change's line other content; only what differs is written."""
    fields = {c: content.fields[c] for c in columns_of(row.type)}
    now = {c: getattr(row, c) for c in fields}
    lines_change = await _put_lines(tx, change, row, side, content)
    if fields != now:
        await versioning.put(tx, change, [msgspec.structs.replace(row, **fields)])
    if fields != now or lines_change:
        change.modified.add(row.item_id)
        changes = fields_of(row.type, now, fields)
        encoded = msgspec.json.Encoder(decimal_format="number").encode(changes).decode()
        change.note(row, "Updated", changes=encoded)


async def _put_lines(
    tx: Transaction, change: Change, row: Version, side: State, content: Content
) -> bool:
    present = side.edges.get(row.master_id, {})
    gone = [e.id for key, e in present.items() if content.lines.get(key) != values_of(e)]
    come = [
        _edge(row, key, values, present.get(key))
        for key, values in content.lines.items()
        if key not in present or values_of(present[key]) != values
    ]
    await versioning.close_edges(tx, change, gone)
    await versioning.add_edges(tx, change, come)
    return bool(gone or come)


def _edge(row: Version, key: tuple[str, str], values: Any, present: Edge | None) -> Edge:
    quantity, find_number, designators, metadata = values
    return Edge(
        id=RelationshipId(new_id()) if present is None else present.id,
        parent_item_id=row.item_id,
        parent_master_id=row.master_id,
        child_master_id=MasterId(key[1]),
        branch_id=row.branch_id,
        type=key[0],
        quantity=quantity,
        find_number=find_number,
        reference_designator=designators,
        metadata=metadata,
    )


async def _check_unused(tx: Transaction, found: Sides, merged: Merged) -> None:
    """MergeConflict when an item that the branch deleted stands in another design's BOM now."""
    for master_id in sorted(found.own):
        theirs = found.theirs.rows.get(MasterId(master_id))
        if theirs is None or merged.items.get(master_id) is not None:
            continue
        parents = await tx.all(str, item_queries.PARENTS_ON_MAIN, master_id=master_id)
        if parents:
            raise MergeConflict(
                f"{theirs.item_number} was deleted on the branch, but stands in the BOM of"
                f" {', '.join(parents)}",
                details=[Detail("parents", parent) for parent in parents],
            )


async def _close_branch_rows(tx: Transaction, change: Change, line: Line) -> None:
    """What the branch held is in main now; from here on it shows main's rows."""
    rest = await tx.all(Version, queries.OPEN_ON, branch_id=line.id)
    ids = [str(row.item_id) for row in rest]
    await tx.run(queries.CLOSE_VERSIONS, item_ids=ids, until=change.seq)
    await tx.run(queries.CLOSE_RELATIONSHIPS_OF, item_ids=ids, until=change.seq)


async def _rebase_item(
    tx: Transaction, change: Change, master_id: MasterId, found: Sides, content: Content | None
) -> None:
    """Make the branch's own row what the merge says."""
    ours = found.ours.rows.get(master_id)
    if ours is None:
        return
    if content is None:
        await restore.drop(tx, change, [ours])
        change.note(ours, "Deleted")
        return
    await put_content(tx, change, ours, found.ours, content)


async def check_cycles(tx: Transaction, view: View, item_ids: list[Any]) -> None:
    """RelationshipCycle when a structure below the items runs in a circle."""
    edges = await tx.all(Edge, queries.RELATIONSHIPS_OF, item_ids=[str(i) for i in item_ids])
    if not edges:
        return
    ancestry = await ancestry_below(tx, view, list(item_ids))
    for edge in edges:
        if edge.type == BOM and ancestry.would_close(edge.parent_master_id, edge.child_master_id):
            named = await numbers(tx, [edge.parent_master_id, edge.child_master_id])
            raise ClosesCycle(named[edge.parent_master_id], named[edge.child_master_id])
