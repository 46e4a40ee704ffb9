"""The list of affected items follows what commits touch on a change's branches."""

from collections.abc import Sequence

from partwright.change_orders import queries
from partwright.kit.db import Transaction
from partwright.kit.ids import new_id
from partwright.versioning.commits import OpenCommit


async def list_affected_items(commit: OpenCommit) -> None:
    """Whatever a commit touches on a change's branch is affected by the change."""
    if commit.branch.change_order_id is None:
        return
    masters = list(dict.fromkeys(entry.version.master_id for entry in commit.entries))
    place = {"change_order_id": commit.branch.change_order_id, "branch_id": commit.branch.id}
    about = {"now": commit.at, "user_id": commit.actor.id}
    rows = [{**place, **about, "id": new_id(), "master_id": master_id} for master_id in masters]
    await commit.tx.run_many(queries.LIST_AFFECTED, rows)
    await commit.tx.run(queries.UNLIST_AFFECTED, **place, masters=list[str](masters))
    is_edit = commit.change_order_id is None and commit.merge_parent_id is None
    if is_edit:
        await unstage(commit.tx, commit.branch.change_order_id, masters)


async def unstage(tx: Transaction, order_id: str, masters: Sequence[str]) -> None:
    """What an edit touches on a change's branch is a working copy from there on."""
    await tx.run(queries.UNSTAGE, change_order_id=order_id, masters=list(masters))
