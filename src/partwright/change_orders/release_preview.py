"""Preview of a release, which is tried out and taken back."""

from collections.abc import Awaitable, Callable

import msgspec

from partwright.change_orders import (
    affected_item_service,
    order_service,
    review_service,
    transition_service,
)
from partwright.change_orders.model import DecisionInput
from partwright.change_orders.release_service import ReleaseResult, release_branches
from partwright.identity.model import Actor
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import Refusal
from partwright.kit.ids import DesignId, ItemId
from partwright.kit.permissions import Action
from partwright.settings import Settings


class PreviewRefusal(msgspec.Struct, frozen=True):
    """One reason why the release is not possible now."""

    code: str
    message: str
    details: list[msgspec.Struct]


class PreviewRevision(msgspec.Struct, rename="camel", frozen=True):
    """The revision that an item would have."""

    item_number: str
    revision: str


class PreviewMain(msgspec.Struct, rename="camel", frozen=True):
    """A main that would take over what stands on a branch of the change."""

    design_id: DesignId | None
    branch_name: str


class ReleasePreview(msgspec.Struct, rename="camel", frozen=True):
    """Preview of the release and the reasons against it; possible where there are none."""

    is_possible: bool
    revisions: list[PreviewRevision]
    mains: list[PreviewMain]
    refusals: list[PreviewRefusal]


class _TriedOut(Exception):
    """Leaves the transaction without what was written in it."""

    def __init__(self, result: ReleaseResult) -> None:
        super().__init__()
        self.result = result


async def preview_release(
    database: Database, actor: Actor, order_id: ItemId, *, settings: Settings
) -> ReleasePreview:
    """Try the release; where the workflow does not admit it yet, what the merge alone would do."""

    # Whom the change waits for sees what it does before they vote, also where others release it.
    action: Action | None = "update" if actor.may(review_service.UPDATE) else None

    async def whole(tx: Transaction) -> ReleaseResult:
        _, released = await transition_service.release_change_order(
            tx, actor, order_id, DecisionInput(), settings=settings, action=action
        )
        return released

    async def merge(tx: Transaction) -> ReleaseResult:
        async with order_service.open_change_order(tx, actor, order_id, action=action) as work:
            work.check_open()
            entries = await order_service.all_affected_items(tx, order_id)
            return await release_branches(
                tx, work, entries, wanted={}, scheme=settings.revision_scheme
            )

    async with database.snapshot() as snapshot:
        await review_service.check_may_review(snapshot, actor, order_id)
        branches = await order_service.branches_of_order(snapshot, order_id)
        seen = await affected_item_service.list_affected_items(snapshot, actor, order_id)
    numbers = {entry.item_number for entry in seen}
    released, refusals = await _tried(database, whole)
    if released is None:
        released, more = await _tried(database, merge)
        known = {refusal.message for refusal in refusals}
        refusals += [refusal for refusal in more if refusal.message not in known]
    revisions = {} if released is None else released.revisions
    return ReleasePreview(
        is_possible=not refusals,
        revisions=[PreviewRevision(n, r) for n, r in sorted(revisions.items()) if n in numbers],
        mains=[PreviewMain(branch.design_id, branch.name) for branch in branches],
        refusals=refusals,
    )


async def _tried(
    database: Database, release: Callable[[Transaction], Awaitable[ReleaseResult]]
) -> tuple[ReleaseResult | None, list[PreviewRefusal]]:
    """The result of a release before it was taken back, or why it was refused."""

    async def work(tx: Transaction) -> None:
        raise _TriedOut(await release(tx))

    try:
        await write_alone(database, work)
    except _TriedOut as tried:
        return tried.result, []
    except Refusal as refusal:
        return None, [PreviewRefusal(refusal.code, refusal.message, list(refusal.details))]
    raise AssertionError("a release that is tried out is taken back")
