"""Going back on a branch to what stood at an earlier commit."""

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import tuple_of
from partwright.kit.errors import ErrorDetail, RelationshipCycle, StateConflict
from partwright.kit.ids import MasterId
from partwright.programs.access import HIDDEN, visibility_params
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import OpenCommit
from partwright.versioning.model import BranchView, FileLink, ItemVersion, RelationshipRow

_PLACE = ("row_id", "since", "until", "modified_at", "modified_by")


async def restore_item(
    tx: Transaction, commit: OpenCommit, version: ItemVersion, *, at: int
) -> ItemVersion | None:
    """Make the item on the commit's branch what it was at a commit, if that still can stand.

    None when the branch had no row of it then: the row is closed, and the branch shows main's again.
    """
    before = await tx.one(
        ItemVersion,
        version_queries.ROW_AT,
        master_id=version.master_id,
        branch_id=commit.branch.branch_id,
        at=at,
    )
    if before is None:
        await discard_rows(tx, commit, [version])
    else:
        await _restore_edges(tx, commit, version, at=at)
        await _restore_links(tx, commit, version, at=at)
        if not _same(before, version):
            await commit.replace_items([before])
    await check_structure(tx, commit.actor, commit.branch.view, version)
    return before


def _same(one: ItemVersion, other: ItemVersion) -> bool:
    left, right = msgspec.structs.asdict(one), msgspec.structs.asdict(other)
    return all(left[name] == right[name] for name in left if name not in _PLACE)


async def discard_rows(tx: Transaction, commit: OpenCommit, versions: list[ItemVersion]) -> None:
    """Take items off the commit's branch, as if it had never touched them."""
    await commit.close_items([version.item_id for version in versions])
    commit.modified.update(version.item_id for version in versions)


async def _restore_edges(
    tx: Transaction, commit: OpenCommit, version: ItemVersion, *, at: int
) -> None:
    before = await tx.all(RelationshipRow, version_queries.EDGES_AT, item_id=version.item_id, at=at)
    present = await tx.all(
        RelationshipRow, version_queries.RELATIONSHIPS_OF, item_ids=[version.item_id]
    )
    stood = {edge.id: edge for edge in before}
    stands = {edge.id: edge for edge in present}
    gone = [edge.id for edge in present if stood.get(edge.id) != edge]
    come = [edge for edge in before if stands.get(edge.id) != edge]
    await commit.close_relationships(gone)
    await commit.add_relationships(come)
    if gone or come:
        commit.modified.add(version.item_id)


async def _restore_links(
    tx: Transaction, commit: OpenCommit, version: ItemVersion, *, at: int
) -> None:
    before = await tx.all(FileLink, version_queries.LINKS_OF_AT, item_ids=[version.item_id], at=at)
    present = await tx.all(FileLink, version_queries.LINKS_OF, item_ids=[version.item_id])
    gone = [link.id for link in present if link not in before]
    come = [commit.relinked(link, version.item_id) for link in before if link not in present]
    await commit.close_file_links(gone)
    await commit.add_file_links(come)
    if gone or come:
        commit.modified.add(version.item_id)


async def check_structure(
    snapshot: Snapshot, actor: Actor, view: BranchView, version: ItemVersion
) -> None:
    """Refuse a structure that others have made impossible meanwhile.

    StateConflict when a child was deleted, RelationshipCycle when the item now stands below one.
    """
    children = await _below(snapshot, view, [version.master_id])
    shown = await snapshot.all(
        ItemVersion, version_queries.MASTERS_IN_VIEW, masters=list[str](children), **view.params
    )
    gone = children - {child.master_id for child in shown}
    if gone:
        deleted = await _numbers(snapshot, actor, gone)
        told = f"{version.item_number} held {', '.join(sorted(deleted))}, which have been deleted since"
        raise StateConflict(told, details=[ErrorDetail("children", number) for number in deleted])
    seen: set[MasterId] = set()
    while children:
        if version.master_id in children:
            number = version.item_number
            raise RelationshipCycle(f"{number} as it stood would now contain itself")
        seen |= children
        children = await _below(snapshot, view, list(children)) - seen


async def _below(snapshot: Snapshot, view: BranchView, masters: list[MasterId]) -> set[MasterId]:
    sql = version_queries.BELOW
    return set(await snapshot.all(MasterId, sql, masters=list[str](masters), **view.params))


async def _numbers(snapshot: Snapshot, actor: Actor, masters: set[MasterId]) -> list[str]:
    """The names of the masters, as far as the actor may know them."""
    seen = await snapshot.all(
        tuple_of(str, str),
        version_queries.VISIBLE_NUMBERS,
        masters=list[str](masters),
        **visibility_params(actor),
    )
    numbers = [number for _, number in seen]
    return [*numbers, HIDDEN] if len(seen) < len(masters) else numbers
