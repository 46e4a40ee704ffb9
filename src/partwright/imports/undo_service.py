"""Taking an import back: what it made goes, what it changed is as before."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.imports import queries
from partwright.imports.record_service import KeptImport, access_import
from partwright.imports.sheets.fields.kinds import KINDS
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import branch_to_write
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import BranchProtected, ErrorDetail, Refusal, StateConflict
from partwright.kit.ids import BranchId, DesignId, RelationshipId, new_id
from partwright.locks.checkouts import held_by_others
from partwright.merging.apply import check_cycles
from partwright.merging.item_states import visible_item_numbers
from partwright.programs.access import HIDDEN, check_program_writable
from partwright.sourcing.company_service import withdraw_companies
from partwright.sourcing.model import CompanyKind
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.masters import change_numbers
from partwright.versioning.model import (
    Branch,
    BranchView,
    ItemVersion,
    RelationshipRow,
    ShownVersion,
)

_seqs = msgspec.json.Decoder(list[int])


class _MadeBeside(msgspec.Struct, rename="camel"):
    """Things that an import made beside what its branch has."""

    companies: dict[CompanyKind, list[str]] = {}
    in_library: list[int] = []
    """The commit in which parents of the library took lines."""


_beside = msgspec.json.Decoder(_MadeBeside)


class ImportBuiltOn(StateConflict):
    """Something happened since to what the import wrote."""

    def __init__(self, what: str, numbers: Sequence[str]) -> None:
        shown = ", ".join(numbers[:20])
        super().__init__(
            f"The import cannot be undone: {what}: {shown}",
            details=[ErrorDetail("items", number) for number in numbers[:20]],
        )


class _Undone(msgspec.Struct, frozen=True):
    """An import that was taken back."""

    commits: str
    undone_in: int


class _Commits(msgspec.Struct, frozen=True):
    """The commits of an import, and those that cancelled each other out since."""

    own: list[int]
    cancelled: list[int]
    """Of imports that came later and were taken back: their commits, and those that did it."""

    @property
    def params(self) -> dict[str, Value]:
        return {
            "own": [str(number) for number in self.own],
            "seqs": [str(number) for number in self.own + self.cancelled],
        }


class _Written(msgspec.Struct):
    """Rows that the commits of an import wrote, and what stood there before."""

    rows: dict[str, ShownVersion]
    """Current rows by master."""
    before: dict[str, ItemVersion]
    edges: list[RelationshipRow]
    closed: list[RelationshipRow]

    @property
    def created(self) -> list[ShownVersion]:
        return [row for master, row in self.rows.items() if master not in self.before]

    @property
    def returning(self) -> list[RelationshipRow]:
        """Lines that the import took away from items that were there before."""
        gone = {str(version.item_id) for version in self.created}
        return [edge for edge in self.closed if str(edge.parent_item_id) not in gone]


async def undo_import(tx: Transaction, actor: Actor, row: KeptImport) -> KeptImport:
    """Take the import back as one commit; ImportBuiltOn when something builds on it."""
    if row.undone_at is not None:
        raise StateConflict("The import has already been undone")
    item_type = KINDS[row.kind].item_type
    actor.require(item_type.may("delete"))
    await hold_commit_order(tx)
    commits = await _commits(tx, row, _seqs.decode(row.commits))
    try:
        branch = await branch_to_write(
            tx,
            actor,
            item_type=item_type.name,
            design_id=None if row.design_id is None else DesignId(row.design_id),
            branch_id=None if row.branch_id is None else BranchId(row.branch_id),
        )
    except BranchProtected:
        # What was released since says more than that the design is: a change order does not help.
        await _written(tx, row, commits)
        raise
    if in_library := _beside.decode(row.result).in_library:
        # First: afterwards nothing outside of the design uses what was made there.
        library = await branch_to_write(
            tx, actor, item_type=item_type.name, design_id=None, branch_id=None
        )
        await _undo_on(tx, actor, row, library, await _commits(tx, row, in_library))
    undone_in = await _undo_on(tx, actor, row, branch, commits)
    await _withdraw_companies(tx, row, commits)
    await tx.run(queries.MARK_UNDONE, id=row.id, now=clock.now(), commit=undone_in)
    return await access_import(tx, actor, row.id)


async def _undo_on(
    tx: Transaction, actor: Actor, row: KeptImport, branch: Branch, commits: _Commits
) -> int:
    """Take back what the commits wrote on a branch; answers the commit that does it."""
    written = await _written(tx, row, commits)
    await _check_free(tx, actor, branch.id, written)
    message = f"Undid the import of {row.file_name}"[:500]
    async with open_commit(tx, actor, branch, message) as commit:
        await _take_back(tx, commit, written)
        await _check_lines(tx, actor, commit.branch.view, written)
    return commit.seq


async def _commits(tx: Transaction, row: KeptImport, own: list[int]) -> _Commits:
    last = max(own, default=0)
    undone = await tx.all(_Undone, queries.UNDONE_IMPORTS, branch_id=row.branch_id, after=last)
    cancelled: list[int] = []
    for one in undone:
        made = _seqs.decode(one.commits)
        if min(made, default=0) > last:
            cancelled += [*made, one.undone_in]
    return _Commits(own, cancelled)


async def _withdraw_companies(tx: Transaction, row: KeptImport, commits: _Commits) -> None:
    """Take the companies back that the import made, as far as nothing names them."""
    made = _beside.decode(row.result).companies
    for kind, ids in made.items():
        await withdraw_companies(tx, kind, ids, since=min(commits.own, default=0))


async def _written(tx: Transaction, row: KeptImport, commits: _Commits) -> _Written:
    where: dict[str, Value] = {"branch_id": row.branch_id} | commits.params
    rows = await tx.all(ShownVersion, queries.WRITTEN_ROWS, **where)
    before = await tx.all(ItemVersion, queries.REPLACED_ROWS, **where)
    current = {str(version.master_id): version for version in rows if version.until is None}
    known = {*commits.own, *commits.cancelled}
    changed = [v.item_number for v in rows if v.until is not None and v.until not in known]
    if changed:
        raise ImportBuiltOn("items were changed since", sorted(set(changed)))
    edges = await tx.all(RelationshipRow, queries.WRITTEN_EDGES, **where)
    if await tx.all(RelationshipRow, queries.CHANGED_EDGES, **where):
        raise ImportBuiltOn("lines were changed since", [row.file_name])
    closed = await tx.all(RelationshipRow, queries.CLOSED_EDGES, **where)
    return _Written(current, {str(v.master_id): v for v in before}, edges, closed)


async def _check_free(
    tx: Transaction, actor: Actor, branch_id: BranchId, written: _Written
) -> None:
    masters = [str(version.master_id) for version in written.created]
    edges = [str(edge.id) for edge in written.edges]
    users = await tx.all(str, queries.USED_BY_OTHERS, masters=masters, edges=edges)
    if users:
        raise ImportBuiltOn("its parts are used in", users)
    items = [str(version.item_id) for version in written.created]
    holding = await tx.all(str, queries.HOLDING_FILES, items=items)
    if holding:
        raise ImportBuiltOn("files were attached to", holding)
    held = await held_by_others(
        tx, actor, masters=[v.master_id for v in written.rows.values()], branch_id=branch_id
    )
    for refusal in held.values():
        raise refusal
    for program_id in {version.program_id for version in written.rows.values()}:
        await check_program_writable(tx, actor, program_id)
    for version in written.rows.values():
        _check_unlocked(actor, version)


async def _check_lines(tx: Transaction, actor: Actor, view: BranchView, written: _Written) -> None:
    """ImportBuiltOn where a line that comes back has lost its child; ClosesCycle."""
    again = written.returning
    children = sorted({str(edge.child_master_id) for edge in again})
    shown = await tx.all(
        ItemVersion, version_queries.MASTERS_IN_VIEW, masters=children, **view.params
    )
    gone = set(children) - {str(child.master_id) for child in shown}
    if gone:
        named = await visible_item_numbers(tx, actor, gone)
        numbers = sorted(named.get(child, HIDDEN) for child in gone)
        raise ImportBuiltOn("its lines held items that have been deleted since", numbers)
    await check_cycles(tx, actor, view, [edge.parent_item_id for edge in again])


def _check_unlocked(actor: Actor, version: ShownVersion) -> None:
    try:
        item_access.check_unlocked(actor, version)
    except Refusal as refusal:
        raise ImportBuiltOn(refusal.message, [version.item_number]) from refusal


async def _take_back(tx: Transaction, commit: OpenCommit, written: _Written) -> None:
    created = written.created
    gone = {str(version.item_id) for version in created}
    edges = [edge.id for edge in written.edges if str(edge.parent_item_id) not in gone]
    if edges:
        await commit.close_relationships(edges)
    restored = [
        msgspec.structs.replace(version, item_id=written.rows[master].item_id)
        for master, version in written.before.items()
        if master in written.rows
    ]
    if restored:
        await commit.replace_items(restored)
        for version in restored:
            commit.note(version, "Updated", comment="import undone")
    again = written.returning
    if again:
        await commit.add_relationships(
            [msgspec.structs.replace(e, id=RelationshipId(new_id())) for e in again]
        )
    if created:
        await commit.delete_items(list[ItemVersion](created))
        for version in created:
            commit.note(version, "Deleted", comment="import undone")
        # Deletion frees the numbers of content alone, and nobody ever saw these outside.
        records = [v.master_id for v in created if not TYPES[v.type].is_branched]
        if records:
            numbers = {master_id: f" undone:{master_id}" for master_id in records}
            await change_numbers(commit.tx, numbers, user_id=commit.actor.id)
    commit.modified.update(
        edge.parent_item_id for edge in written.edges if str(edge.parent_item_id) not in gone
    )
