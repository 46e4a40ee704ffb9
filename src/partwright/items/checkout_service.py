"""Checking items out on a branch and in again, one or many at once."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor, UserCard
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import NotBranched, check_editable
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import (
    ItemNotFound,
    NotCheckedOut,
    NotYourCheckout,
    PermissionDenied,
    Refusal,
)
from partwright.kit.ids import BranchId, CommitId, ItemId, MasterId, as_uuid
from partwright.locks import checkouts
from partwright.locks.queries import CheckoutRow
from partwright.programs.access import check_program_writable
from partwright.versioning import access as branch_access
from partwright.versioning import restore_service
from partwright.versioning.commits import OpenCommit, hold_commit_order, open_commit
from partwright.versioning.masters import change_numbers
from partwright.versioning.model import (
    Branch,
    BranchIsClosed,
    ForeignBranch,
    ItemVersion,
    MainIsProtected,
    ShownVersion,
)
from partwright.workflows import service as workflow_service

LARGEST_BATCH = 500


class CheckoutRecord(msgspec.Struct, rename="camel", frozen=True):
    """A checkout as the wire shows it."""

    item_id: ItemId
    master_id: MasterId
    branch_id: BranchId
    checked_out_by: UserCard
    checked_out_at: str
    working_copy_id: ItemId


class RefusedItem(msgspec.Struct, frozen=True):
    """An item of a batch that was refused."""

    item_id: str
    refusal: Refusal


class CheckOutResult(msgspec.Struct):
    """Result of a check-out of items."""

    checkouts: list[CheckoutRecord]
    faults: list[RefusedItem]
    is_new: bool

    @property
    def status(self) -> int:
        """Of an answer on one item: made now, or held before."""
        return 201 if self.is_new else 200


async def check_out_items(
    tx: Transaction, actor: Actor, item_ids: Sequence[str], branch_id: BranchId
) -> CheckOutResult:
    """Take the items' edit sessions on the branch, with a working copy of each."""
    seq = await hold_commit_order(tx)
    branch = await branch_access.access_branch(tx, actor, branch_id)
    await check_program_writable(tx, actor, branch.program_id)
    branch_access.check_branch_writable(branch)
    found, faults = await _found(tx, actor, item_ids, branch)
    good = await _editable(tx, actor, found, faults, branch)
    held = await checkouts.take_checkouts(
        tx, actor, masters=[v.master_id for v in good.values()], branch_id=branch.id, since=seq - 1
    )
    mine = {i: v for i, v in good.items() if held[v.master_id].holder == actor.id}
    faults += [
        RefusedItem(i, checkouts.checkout_conflict(held[v.master_id]))
        for i, v in good.items()
        if i not in mine
    ]
    fresh = {i for i, v in mine.items() if held[v.master_id].since == seq - 1}
    async with open_commit(tx, actor, branch) as commit:
        copies = await _copies(tx, commit, [mine[i] for i in fresh])
        for item_id in fresh:
            copy = copies.get(mine[item_id].master_id, mine[item_id])
            commit.note(copy, "Checked Out")
    shown = [
        _shown(i, held[v.master_id], copies.get(v.master_id, v).item_id) for i, v in mine.items()
    ]
    return CheckOutResult(shown, faults, bool(fresh))


def check_not_archived(branch: Branch) -> None:
    """BranchIsClosed for a branch that was put away; one under review lets its holders finish."""
    branch.check_design_open()
    if branch.is_archived:
        raise BranchIsClosed(branch)


async def _found(
    snapshot: Snapshot, actor: Actor, item_ids: Sequence[str], branch: Branch
) -> tuple[dict[str, ShownVersion], list[RefusedItem]]:
    """The items that the branch shows, by the ids that were sent."""
    ids = {item_id: as_uuid(item_id) for item_id in dict.fromkeys(item_ids)}
    wanted = [known for known in ids.values() if known]
    by_id = await item_access.access_items(snapshot, actor, wanted, branch.view)
    # Of several ids of one item the first counts.
    firsts: dict[MasterId, str] = {}
    found = {
        sent: by_id[known]
        for sent, known in ids.items()
        if known in by_id and firsts.setdefault(by_id[known].master_id, sent) == sent
    }
    unknown = [sent for sent, known in ids.items() if known not in by_id]
    faults = [RefusedItem(sent, ItemNotFound.by_id(sent)) for sent in unknown]
    return found, faults


async def _editable(
    tx: Transaction,
    actor: Actor,
    found: dict[str, ShownVersion],
    faults: list[RefusedItem],
    branch: Branch,
) -> dict[str, ShownVersion]:
    """The items that may be edited on the branch now; the others join the faults."""
    lifecycles = await workflow_service.read_lifecycles(tx)
    good: dict[str, ShownVersion] = {}
    for item_id, version in found.items():
        try:
            actor.require(TYPES[version.type].may("update"))
            if not TYPES[version.type].is_branched:
                raise NotBranched(version.type)
            if version.design_id != branch.design_id:
                raise ForeignBranch
            item_access.check_unlocked(actor, version)
            check_editable(lifecycles, version, branch)
        except Refusal as refusal:
            faults.append(RefusedItem(item_id, refusal))
        else:
            good[item_id] = version
    return good


async def _copies(
    tx: Transaction, commit: OpenCommit, versions: list[ShownVersion]
) -> dict[MasterId, ItemVersion]:
    """Working copies of those that the line has no row of yet."""
    foreign = [v for v in versions if v.branch_id != commit.branch.branch_id]
    if not foreign:
        return {}
    lifecycles = await workflow_service.read_lifecycles(tx)
    state = {v.type: lifecycles.initial(v.type).name for v in foreign}
    copies = await commit.copy_items(list[ItemVersion](foreign), state=state)
    return {copy.master_id: copy for copy in copies}


def _shown(item_id: str, row: CheckoutRow, working_copy_id: ItemId) -> CheckoutRecord:
    return CheckoutRecord(
        item_id=ItemId(item_id),
        master_id=row.master_id,
        branch_id=row.branch_id,
        checked_out_by=UserCard(row.holder, row.holder_name, row.holder_email),
        checked_out_at=row.taken_at,
        working_copy_id=working_copy_id,
    )


async def checkout_status(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, branch_id: BranchId
) -> CheckoutRecord | None:
    """The item's checkout on the branch."""
    branch = await branch_access.access_branch(snapshot, actor, branch_id)
    version = await _on_branch(snapshot, actor, item_id, branch)
    held = await checkouts.find_checkouts(
        snapshot, masters=[version.master_id], branch_id=branch.id
    )
    row = held.get(version.master_id)
    return None if row is None else _shown(item_id, row, version.item_id)


async def _on_branch(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, branch: Branch
) -> ShownVersion:
    """The item as the branch shows it; ForeignBranch for another design's."""
    version = await item_access.access_item(snapshot, actor, item_id, view=branch.view)
    if version.design_id != branch.design_id:
        raise ForeignBranch
    return version


class CheckInResult(msgspec.Struct):
    """Result of a check-in of items."""

    item_ids: list[str]
    faults: list[RefusedItem]
    commit_id: CommitId | None


async def check_in_items(
    tx: Transaction,
    actor: Actor,
    item_ids: Sequence[str],
    branch_id: BranchId,
    *,
    comment: str | None = None,
) -> CheckInResult:
    """End the actor's checkouts and keep what was done; a locked branch takes this too."""
    await hold_commit_order(tx)
    branch = await branch_access.access_branch(tx, actor, branch_id)
    check_not_archived(branch)
    found, faults = await _found(tx, actor, item_ids, branch)
    held = await checkouts.find_checkouts(
        tx, masters=[v.master_id for v in found.values()], branch_id=branch.id
    )
    mine: dict[str, ShownVersion] = {}
    for item_id, version in found.items():
        row = held.get(version.master_id)
        update = TYPES[version.type].may("update")
        if not actor.may(update):
            refusal = PermissionDenied(f"This requires the permission {update}")
            faults.append(RefusedItem(item_id, refusal))
        elif version.design_id != branch.design_id:
            faults.append(RefusedItem(item_id, ForeignBranch()))
        elif row is None:
            faults.append(RefusedItem(item_id, NotCheckedOut("Item is not checked out")))
        elif row.holder != actor.id:
            refusal = NotYourCheckout("You do not have this item checked out")
            faults.append(RefusedItem(item_id, refusal))
        else:
            mine[item_id] = version
    await checkouts.end_checkouts(
        tx, masters=[v.master_id for v in mine.values()], branch_id=branch.id
    )
    async with open_commit(tx, actor, branch, comment) as commit:
        for version in mine.values():
            commit.note(version, "Checked In", comment=comment)
    return CheckInResult(list(mine), faults, commit.commit_id)


async def cancel_checkout(
    tx: Transaction, actor: Actor, item_id: ItemId, branch_id: BranchId
) -> None:
    """End a checkout and drop what was done since; administrators may end another's.

    Refused where the item takes no such change any more: locked by another, under review,
    released meanwhile, or protected. Check-in stays open.
    """
    await hold_commit_order(tx)
    branch = await branch_access.access_branch(tx, actor, branch_id)
    check_not_archived(branch)
    version = await _on_branch(tx, actor, item_id, branch)
    actor.require(TYPES[version.type].may("update"))
    held = await checkouts.find_checkouts(tx, masters=[version.master_id], branch_id=branch.id)
    row = held.get(version.master_id)
    if row is None:
        raise NotCheckedOut("Item is not checked out")
    if row.holder != actor.id and not actor.is_administrator:
        raise NotYourCheckout("You do not have this item checked out")
    item_access.check_unlocked(actor, version)
    check_editable(await workflow_service.read_lifecycles(tx), version, branch)
    await checkouts.end_checkouts(tx, masters=[version.master_id], branch_id=branch.id)
    async with open_commit(tx, actor, branch, "Checkout cancelled") as commit:
        before = await restore_service.restore_item(tx, commit, version, at=row.since)
        if commit.modified and branch.is_protected:
            raise MainIsProtected
        if before is not None and before.item_number != version.item_number:
            numbers = {version.master_id: before.item_number}
            await change_numbers(tx, numbers, user_id=actor.id)
        commit.note(before or version, "Checkout Cancelled")
