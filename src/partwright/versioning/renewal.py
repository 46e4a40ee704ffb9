"""Rows written anew, of items of which only BOM lines changed."""

from collections.abc import Set

from partwright.kit.db import Transaction
from partwright.kit.db.base import Value
from partwright.kit.ids import BranchId, ItemId, UserId
from partwright.versioning import renewal_queries


async def renew_versions(
    tx: Transaction,
    item_ids: Set[ItemId],
    *,
    branch_id: BranchId | None,
    since: int,
    at: str,
    by: UserId,
) -> Set[ItemId]:
    """Replace the rows that the branch shows of items by like ones; answers the items that have some."""
    named = list[str](item_ids)
    closed = await tx.run(
        renewal_queries.CLOSE_SHOWN_VERSIONS, item_ids=named, branch_id=branch_id, until=since
    )
    found = item_ids
    if closed != len(item_ids):
        sql = renewal_queries.CLOSED_ITEMS
        found = set(await tx.all(ItemId, sql, item_ids=named, until=since))
    given: dict[str, Value] = {"since": since, "modified_at": at, "modified_by": by}
    if len(found) == 1:
        # It says which row it wrote, as all do that write one: so writers know the next one's.
        await tx.one(int, renewal_queries.RENEW_LONE_VERSION, item_ids=named, **given)
    else:
        await tx.run(renewal_queries.RENEW_VERSIONS, item_ids=named, **given)
    return found
