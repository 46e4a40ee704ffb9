"""Actions that a caller may take on an item now, each with the reason where they may not."""

from collections.abc import Awaitable

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES, ItemType
from partwright.items import access as item_access
from partwright.items import lock_service, service, transition_service, wire
from partwright.kit.db import Snapshot
from partwright.kit.errors import Refusal
from partwright.kit.ids import BranchId, ItemId
from partwright.versioning.model import NOW, BranchView, ShownVersion


class ActionVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Answer whether an action is allowed, and why not."""

    allowed: bool
    reason: str | None = None


class ItemReading(msgspec.Struct, frozen=True):
    """An item as an answer shows it, and its tag; None where more than the item decides."""

    record: wire.ItemRecord
    etag: str | None


async def read_item(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    view: BranchView | None,
    *,
    with_actions: bool,
    item_type: ItemType | None = None,
) -> ItemReading:
    """One item, and where it is asked for what the actor may do with it (`can`)."""
    version = await item_access.read_item_version(
        snapshot, actor, item_id, view, item_type=item_type
    )
    record = wire.item_to_record(version)
    if not with_actions:
        return ItemReading(record, service.item_etag(version))
    verdicts = await allowed_actions(snapshot, actor, version, view)
    return ItemReading(record | {"can": verdicts}, None)


async def allowed_actions(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, view: BranchView | None
) -> dict[str, ActionVerdict]:
    """The verdict on each action on an item as a view shows it."""
    if view is not None and view.at != NOW:
        past = ActionVerdict(
            allowed=False, reason="You are looking at the item as of an earlier commit"
        )
        return dict.fromkeys(_ACTIONS, past)
    branch_id = version.branch_id if view is None or view.branch_id is None else view.branch_id
    edit = await _verdict(_check_edit(snapshot, actor, version, branch_id))
    check_out = edit
    if edit.allowed and not TYPES[version.type].is_branched:
        check_out = ActionVerdict(
            allowed=False, reason=item_access.NotBranched(version.type).message
        )
    return {
        "edit": edit,
        "checkOut": check_out,
        "lock": await _verdict(_check_lock(snapshot, actor, version)),
        "delete": await _verdict(service.check_deletable(snapshot, actor, version, branch_id)),
        **await _moves(snapshot, actor, version, view),
    }


_ACTIONS = ("edit", "checkOut", "lock", "delete", "submit", "approve", "release")


async def _verdict(check: Awaitable[object]) -> ActionVerdict:
    try:
        await check
    except Refusal as refusal:
        return ActionVerdict(allowed=False, reason=refusal.message)
    return ActionVerdict(allowed=True)


async def _check_edit(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, branch_id: BranchId | None
) -> None:
    actor.require(TYPES[version.type].may("update"))
    branch = await item_access.check_branch_for_edit(snapshot, actor, version, branch_id)
    lifecycles = await item_access.lifecycles_for(snapshot, [version])
    item_access.check_editable(lifecycles, version, branch)


async def _check_lock(snapshot: Snapshot, actor: Actor, version: ShownVersion) -> None:
    actor.require(TYPES[version.type].may("update"))
    await lock_service.check_lockable(snapshot, actor, version)
    item_access.check_unlocked(actor, version)


async def _moves(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, view: BranchView | None
) -> dict[str, ActionVerdict]:
    """Submitting, approving and releasing by the item's own lifecycle."""
    none = f"No such transition leaves the state {version.state}"
    if version.branch_id is not None or version.type == "ChangeOrder":
        none = "Its state is changed by the change's workflow"
    verdicts = {
        name: ActionVerdict(allowed=False, reason=none) for name in ("submit", "approve", "release")
    }
    for target, offer in await transition_service.offered_transitions(
        snapshot, actor, version, view
    ):
        check = transition_service.check_movable(snapshot, actor, version, target, offer)
        verdict = await _verdict(check)
        for name in _MOVES.get(target.stage or "", ()):
            if not verdicts[name].allowed:
                verdicts[name] = verdict
    return verdicts


_MOVES = {"review": ("submit",), "released": ("approve", "release")}
"""The stage that a transition leads to -> what taking it is called."""
