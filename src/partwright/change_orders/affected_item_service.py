"""The affected items of a change order."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from partwright.change_orders import order_service, queries
from partwright.change_orders.change_content import change_view, unreleased_below
from partwright.change_orders.model import (
    REVISES,
    AffectedItem,
    AffectedItemEdit,
    AffectedItemsInput,
    AlreadyAffected,
    CannotBeAffected,
    ContentFrozen,
    NewAffectedItem,
    affected_item_record,
)
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import ItemUnderReview
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound, StateConflict
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import ItemId, new_id
from partwright.locks import checkouts
from partwright.merging.apply import check_unlocked
from partwright.programs.access import check_program_writable, visibility_params
from partwright.versioning import queries as version_queries
from partwright.versioning import restore_service
from partwright.versioning.commits import OpenCommit, open_commit
from partwright.versioning.model import MAIN, Branch, ItemVersion, ShownVersion
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles


async def list_affected_items(
    snapshot: Snapshot, actor: Actor, order_id: ItemId
) -> list[AffectedItem]:
    """The items that the order affects, as far as the actor may see them, in the order of listing."""
    await order_service.change_order(snapshot, actor, order_id)
    rows = await snapshot.all(
        AffectedItem, queries.SEEN_AFFECTED, order_id=order_id, **visibility_params(actor)
    )
    return [row for row in rows if actor.may(TYPES[row.type].may("read"))]


async def affected_item(
    snapshot: Snapshot, actor: Actor, order_id: ItemId, entry_id: str
) -> AffectedItem:
    """One entry of the list; NotFound when the order has none of that id."""
    found = await snapshot.one(
        AffectedItem,
        queries.ONE_AFFECTED,
        order_id=order_id,
        id=entry_id,
        **visibility_params(actor),
    )
    if found is None:
        raise NotFound.of("Affected item", entry_id)
    return found


class AddedAffectedItem(msgspec.Struct, frozen=True):
    """An entry, and whether it is new: what was listed by itself was there already."""

    entry: AffectedItem
    is_new: bool


class AddedAffectedItems(msgspec.Struct, frozen=True):
    """The entries that a request asked for, those below them included."""

    entries: list[AffectedItem]
    status: int
    """201 where any of them is new."""


async def add_affected_items(
    tx: Transaction, actor: Actor, order_id: ItemId, body: AffectedItemsInput
) -> AddedAffectedItems:
    """Put items on the list, all or none; with them, when asked for, what is unreleased below.

    Where no item is named, it is what is unreleased below those that are listed; one that is named
    with the action that it is listed with stays as it is.
    """
    wanted = body.wanted()
    async with order_service.open_change_order(tx, actor, order_id) as work:
        check_editable(work)
        if body.include_unreleased_below:
            added = await _add_with_below(tx, work, wanted)
        else:
            added = [await _add(tx, work, one) for one in wanted]
    status = 201 if any(one.is_new for one in added) else 200
    return AddedAffectedItems([one.entry for one in added], status)


async def _add_with_below(
    tx: Transaction, work: ChangeOrderEdit, wanted: list[NewAffectedItem]
) -> list[AddedAffectedItem]:
    """The items that are not listed as they are wanted, and what is unreleased below all of them."""
    listed = await order_service.all_affected_items(tx, work.version.item_id)
    standing = {
        (item_id, entry.change_action): entry
        for entry in listed
        for item_id in (entry.item_id, entry.branch_item_id)
    }
    tops: list[AffectedItem] = []
    added: list[AddedAffectedItem] = []
    for one in wanted:
        entry = standing.get((ItemId(one.item_id), one.change_action))
        if entry is None:
            added.append(await _add(tx, work, one))
            entry = added[-1].entry
        tops.append(entry)
    return added + await _add_below(tx, work, tops or listed)


async def _add_below(
    tx: Transaction, work: ChangeOrderEdit, above: list[AffectedItem]
) -> list[AddedAffectedItem]:
    """Everything unreleased below entries, to be released with them; what is listed stays so."""
    order_id = work.version.item_id
    branches = await order_service.branches_of_order(tx, order_id)
    tops = [entry.branch_item_id or entry.item_id for entry in above if not entry.is_removed]
    below = await unreleased_below(tx, work.actor, tops, change_view(branches))
    listed = {entry.master_id for entry in await order_service.all_affected_items(tx, order_id)}
    missing = [item for item in below if item.master_id not in listed]
    return [await _add(tx, work, NewAffectedItem(item.item_id, "release")) for item in missing]


async def _add(
    tx: Transaction, work: ChangeOrderEdit, wanted: NewAffectedItem
) -> AddedAffectedItem:
    """Put an item on the list; one that is to be revised gets its working copy."""
    actor = work.actor
    item = await item_access.access_item(tx, actor, ItemId(wanted.item_id))
    if not item.is_current:
        # An item is changed, not one of its revisions: the id of an old one means the current one.
        item = await item_access.access_item(tx, actor, item.item_id, view=MAIN)
    actor.require(TYPES[item.type].may("update"))
    await check_program_writable(tx, actor, item.program_id)
    await check_fits(tx, work, item, wanted)
    branch = await order_service.branch_for_design(tx, work, item.design_id)
    # The entry comes first, so that the copy finds its item listed with the action asked for.
    entry_id, is_new = await _insert(tx, work, item, wanted)
    if wanted.change_action in REVISES:
        await make_working_copies(
            tx, work, branch, [item], lifecycles=await workflow_service.read_lifecycles(tx)
        )
    return AddedAffectedItem(await affected_item(tx, actor, work.version.item_id, entry_id), is_new)


def check_editable(work: ChangeOrderEdit) -> None:
    work.check_open()
    if work.is_frozen:
        raise ContentFrozen(work.number, work.version.state)


async def check_fits(
    tx: Transaction, work: ChangeOrderEdit, item: ShownVersion, wanted: NewAffectedItem
) -> None:
    """CannotBeAffected when the item's type, line or state does not go with the action."""
    number, action = item.item_number, wanted.change_action
    if not TYPES[item.type].is_branched:
        raise CannotBeAffected(f"{number} is a {item.type}, which changes without a change order")
    mine = {branch.id for branch in work.branches}
    if item.branch_id is not None and item.branch_id not in mine:
        raise CannotBeAffected(f"{number} is on another branch")
    item_access.check_unlocked(work.actor, item)
    stage = await _stage(tx, item)
    if item.branch_id is None and action == "release" and stage not in (None, "draft", "review"):
        raise CannotBeAffected(f"{number} is {item.state}: revise it instead")
    if stage == "obsolete" and action in (*REVISES, "obsolete"):
        raise CannotBeAffected(f"{number} is {item.state}")
    if action == "obsolete" and stage != "released":
        raise CannotBeAffected(
            f"{number} is {item.state}: only released items can be made obsolete"
        )
    if action in REVISES and stage == "review":
        raise ItemUnderReview(item)


async def _stage(tx: Transaction, item: ItemVersion) -> str | None:
    lifecycles = await workflow_service.read_lifecycles(tx)
    state = lifecycles.of(item.type).named(item.state)
    return None if state is None else state.stage


async def _insert(
    tx: Transaction, work: ChangeOrderEdit, item: ShownVersion, wanted: NewAffectedItem
) -> tuple[str, bool]:
    """The entry's id, and whether it is new; what was listed by itself keeps its id."""
    fresh = new_id()
    entry_id = await tx.one(
        str,
        queries.INSERT_AFFECTED,
        id=fresh,
        order_id=work.version.item_id,
        master_id=item.master_id,
        item_id=item.item_id,
        change_action=wanted.change_action,
        reviewed=wanted.reviewed,
        comment=wanted.comment,
        force=wanted.force,
        now=clock.now(),
        user_id=work.actor.id,
    )
    if entry_id is None:
        raise AlreadyAffected(item.item_number, work.number)
    return entry_id, entry_id == fresh


async def make_working_copies(
    tx: Transaction,
    work: ChangeOrderEdit,
    branch: Branch,
    items: Sequence[ShownVersion],
    *,
    lifecycles: Lifecycles,
) -> None:
    """Make the working copies that the change's branch lacks; one commit."""
    masters = [item.master_id for item in items]
    present = await tx.all(
        ItemVersion,
        version_queries.MASTERS_IN_VIEW,
        masters=list[str](masters),
        **branch.view.params,
    )
    own = {row.master_id for row in present if row.branch_id == branch.id}
    sources = [row for row in present if row.master_id not in own]
    missing = set(masters) - {row.master_id for row in present}
    if missing:
        names = ", ".join(item.item_number for item in items if item.master_id in missing)
        raise CannotBeAffected(
            f"{names} is not on the change's branch yet: rebase the branch first"
        )
    async with open_commit(tx, work.actor, branch, f"Revise for {work.number}") as commit:
        state = {row.type: lifecycles.initial(row.type).name for row in sources}
        for copy in await commit.copy_items(sources, state=state):
            commit.note(copy, "Revision Started")
        commit.modified.update(entry.version.item_id for entry in commit.entries)


async def edit_entry(
    tx: Transaction, work: ChangeOrderEdit, entry_id: str, update: PartialUpdate[AffectedItemEdit]
) -> AffectedItem:
    """Change an entry of an open change; under review and when approved, its review mark alone."""
    actor = work.actor
    entry = await affected_item(tx, actor, work.version.item_id, entry_id)
    await check_program_writable(tx, actor, entry.program_id)
    change = update.over(affected_item_record(entry))
    wanted: dict[str, Any] = {
        name: getattr(entry, name) if getattr(change, name) is UNSET else getattr(change, name)
        for name in change.__struct_fields__
    }
    if work.is_frozen and any(
        wanted[name] != getattr(entry, name) for name in ("change_action", "force")
    ):
        raise ContentFrozen(work.number, work.version.state)
    if wanted["change_action"] != entry.change_action:
        await _check_other_action(tx, work, entry, wanted["change_action"])
    # A mark of review alone leaves what was listed by itself open to a first listing by hand.
    is_automatic = entry.is_automatic and all(
        wanted[name] == getattr(entry, name) for name in wanted if name != "reviewed"
    )
    await tx.run(queries.UPDATE_AFFECTED, id=entry.id, is_automatic=is_automatic, **wanted)
    return await affected_item(tx, actor, work.version.item_id, entry_id)


async def _check_other_action(
    tx: Transaction, work: ChangeOrderEdit, entry: AffectedItem, action: Any
) -> None:
    item = await item_access.access_item(tx, work.actor, entry.main_item_id or entry.item_id)
    wanted = NewAffectedItem(item_id=item.item_id, change_action=action)
    await check_fits(tx, work, item, wanted)
    if action in REVISES and entry.working_copy_id is None:
        branch = await order_service.branch_for_design(tx, work, entry.design_id)
        await _discard_copies(tx, work, branch, entry, f"Revise for {work.number}")
        await make_working_copies(
            tx, work, branch, [item], lifecycles=await workflow_service.read_lifecycles(tx)
        )


async def remove_affected_item(
    tx: Transaction, actor: Actor, order_id: ItemId, entry_id: str
) -> None:
    """Take an item off the list, and its working copy off the branch."""
    async with order_service.open_change_order(tx, actor, order_id) as work:
        check_editable(work)
        entry = await affected_item(tx, actor, order_id, entry_id)
        await check_program_writable(tx, actor, entry.program_id)
        await check_unlocked(tx, actor, [entry.master_id])
        if entry.main_item_id is None and entry.working_copy_id is not None:
            raise StateConflict(
                f"{entry.item_number} is new on the change's branch: delete it there"
            )
        await tx.run(queries.DELETE_AFFECTED, id=entry.id)
        branch = await order_service.branch_for_design(tx, work, entry.design_id)
        await checkouts.check_not_checked_out(
            tx, actor, master_id=entry.master_id, branch_id=branch.id
        )
        await checkouts.end_checkouts(tx, masters=[entry.master_id], branch_id=branch.id)
        await _discard_copies(tx, work, branch, entry, f"Leave {entry.item_number} out")


async def _discard_copies(
    tx: Transaction, work: ChangeOrderEdit, branch: Branch, entry: AffectedItem, message: str
) -> None:
    """Take what the change's branch holds of an item off it."""
    copies = await order_service.own_versions(tx, branch, [entry.master_id])
    if not copies:
        return
    async with open_commit(tx, work.actor, branch, message) as commit:
        await restore_service.discard_rows(tx, commit, copies)
        for copy in copies:
            # What main shows of it meets the branch's other items now.
            await restore_service.check_structure(tx, work.actor, branch.view, copy)
            commit.note(copy, "Revision Dropped")


async def note_touched_items(commit: OpenCommit) -> None:
    """Whatever a commit touches on a change's branch is affected by the change."""
    order_id = commit.branch.change_order_id
    assert order_id is not None, "registered for branches of changes"
    masters = list(dict.fromkeys(entry.version.master_id for entry in commit.entries))
    place = {"change_order_id": order_id, "branch_id": commit.branch.id}
    about = {"now": commit.at, "user_id": commit.actor.id}
    rows = [{**place, **about, "id": new_id(), "master_id": master_id} for master_id in masters]
    await commit.tx.run_many(queries.LIST_AFFECTED, rows)
    await commit.tx.run(queries.UNLIST_AFFECTED, **place, masters=list[str](masters))
    is_edit = commit.change_order_id is None and commit.merge_parent_id is None
    if is_edit:
        await unstage(commit.tx, order_id, masters)


async def unstage(tx: Transaction, order_id: str, masters: Sequence[str]) -> None:
    """List what an edit touches on a change's branch: it is a working copy from there on."""
    await tx.run(queries.UNSTAGE, change_order_id=order_id, masters=list(masters))
