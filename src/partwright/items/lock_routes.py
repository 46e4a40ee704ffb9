"""Locks and checkouts of items over HTTP."""

import msgspec

from partwright.items import checkouts, lock_service
from partwright.items.checkouts import LARGEST_BATCH, CheckoutRecord, RefusedItem
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput
from partwright.kit.fields import LongText
from partwright.kit.ids import BranchId, CommitId, ItemId
from partwright.locks.item_locks import LockStatus
from partwright.web.answers import Answer, Done
from partwright.web.call import Call
from partwright.web.endpoint import BY_TYPE, Routes
from partwright.web.query import Placed, ViewQuery, branch_of

routes = Routes("Locks and checkouts")

_ID = "0192f0c1-0000-7000-8000-000000000001"


class LockInput(Placed, rename="camel", kw_only=True):
    """Whether to take the lock from another holder; a branch only says where the item is found."""

    force: bool = False


class CheckInInput(Placed, rename="camel", kw_only=True):
    """Where to check in, and what was done."""

    comment: LongText | None = None


class ItemBatchInput(CheckInInput, rename="camel", kw_only=True):
    """Items on one branch."""

    item_ids: list[str]


class CheckedInItem(msgspec.Struct, rename="camel", frozen=True):
    """An item of a batch that succeeded."""

    item_id: str


class CheckedOutItem(CheckedInItem, rename="camel", frozen=True):
    """An item of a batch that is checked out."""

    checked_out_at: str


class ItemRefusal(msgspec.Struct, rename="camel", frozen=True):
    """An item of a batch that was refused."""

    item_id: str
    error: str
    details: str


def required_branch(*places: Placed) -> BranchId:
    """The branch that query or body names; InvalidInput without one."""
    named = branch_of(*places)
    if named is None:
        raise InvalidInput.field("branchId", "is required")
    return named


@routes.post(
    "/api/items/{item_id:str}/lock",
    BY_TYPE,
    example={"force": False},
    gives={"lockStatus": LockStatus},
)
async def lock_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: LockInput
) -> Answer:
    """Take the exclusive right to change the item, on every branch."""
    view = await requested_view(tx, call, query, body)
    status = await lock_service.lock_item(tx, call.actor, item_id, view, force=body.force)
    return Answer({"lockStatus": status})


@routes.post(
    "/api/items/{item_id:str}/unlock",
    BY_TYPE,
    example={},
    gives={"success": bool, "lockStatus": LockStatus},
)
async def unlock_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Placed
) -> Answer:
    """Give the item's lock back."""
    view = await requested_view(tx, call, query, body)
    status = await lock_service.unlock_item(tx, call.actor, item_id, view)
    return Answer({"success": True, "lockStatus": status})


@routes.get("/api/items/{item_id:str}/lock-status", BY_TYPE, gives={"lockStatus": LockStatus})
async def lock_status(call: Call, reads: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """Who holds the item's lock, and for how many minutes."""
    view = await requested_view(reads, call, query)
    return Answer({"lockStatus": await lock_service.lock_status(reads, call.actor, item_id, view)})


@routes.post(
    "/api/items/{item_id:str}/checkout",
    BY_TYPE,
    answers=(201, 200),
    example={"branchId": _ID},
    gives={"checkout": CheckoutRecord},
)
async def check_out(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Placed
) -> Answer:
    """Begin an edit session of the item on a branch."""
    done = await checkouts.check_out_items(tx, call.actor, [item_id], required_branch(body, query))
    first_fault(done.faults)
    return Answer({"checkout": done.checkouts[0]}, status=201 if done.is_new else 200)


@routes.get("/api/items/{item_id:str}/checkout", BY_TYPE, gives={"checkout": CheckoutRecord | None})
async def get_checkout(call: Call, snapshot: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """The item's checkout on a branch, or null."""
    branch = required_branch(query)
    return Answer(
        {"checkout": await checkouts.checkout_status(snapshot, call.actor, item_id, branch)}
    )


@routes.delete("/api/items/{item_id:str}/checkout", BY_TYPE, example={"branchId": _ID})
async def cancel_checkout(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Placed
) -> Done:
    """End the edit session and go back to what stood before it."""
    await checkouts.cancel_checkout(tx, call.actor, item_id, required_branch(body, query))
    return Done(message="The checkout is cancelled")


@routes.post(
    "/api/items/{item_id:str}/checkin",
    BY_TYPE,
    example={"branchId": _ID, "comment": "Stiffer"},
    gives={"success": bool, "commitId": CommitId | None},
)
async def check_in(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: CheckInInput
) -> Answer:
    """End the edit session and keep what was done."""
    branch = required_branch(body, query)
    done = await checkouts.check_in_items(tx, call.actor, [item_id], branch, comment=body.comment)
    first_fault(done.faults)
    return Answer({"success": True, "commitId": done.commit_id})


def first_fault(faults: list[RefusedItem]) -> None:
    """Raise the refusal of the only item."""
    for fault in faults:
        raise fault.refusal


def check_size(body: ItemBatchInput) -> list[str]:
    """The ids of a batch of 1 to 500; InvalidInput otherwise."""
    if not 1 <= len(body.item_ids) <= LARGEST_BATCH:
        raise InvalidInput.field("itemIds", f"must hold 1 to {LARGEST_BATCH} ids")
    return body.item_ids


def to_refusals(faults: list[RefusedItem]) -> list[ItemRefusal]:
    """A batch's refusals as the wire shows them."""
    return [
        ItemRefusal(fault.item_id, fault.refusal.code, fault.refusal.message) for fault in faults
    ]


def batch_status(good: int, faults: list[RefusedItem], *, success: int) -> int:
    """All, some, or none of a batch succeeded."""
    return (207 if good else 400) if faults else success


@routes.post(
    "/api/items/batch-checkout",
    BY_TYPE,
    answers=(201, 207, 400),
    example={"itemIds": [_ID], "branchId": _ID},
    gives={"checkedOut": list[CheckedOutItem], "errors": list[ItemRefusal]},
)
async def batch_check_out(
    call: Call, tx: Transaction, query: ViewQuery, body: ItemBatchInput
) -> Answer:
    """Check up to 500 items out on a branch."""
    branch, ids = required_branch(body, query), check_size(body)
    done = await checkouts.check_out_items(tx, call.actor, ids, branch)
    out = [CheckedOutItem(c.item_id, c.checked_out_at) for c in done.checkouts]
    status = batch_status(len(out), done.faults, success=201)
    return Answer({"checkedOut": out, "errors": to_refusals(done.faults)}, status=status)


@routes.post(
    "/api/items/batch-checkin",
    BY_TYPE,
    answers=(200, 207, 400),
    example={"itemIds": [_ID], "branchId": _ID},
    gives={
        "checkedIn": list[CheckedInItem],
        "errors": list[ItemRefusal],
        "commitId": CommitId | None,
    },
)
async def batch_check_in(
    call: Call, tx: Transaction, query: ViewQuery, body: ItemBatchInput
) -> Answer:
    """Check up to 500 items in on a branch, in one commit."""
    branch, ids = required_branch(body, query), check_size(body)
    done = await checkouts.check_in_items(tx, call.actor, ids, branch, comment=body.comment)
    checked = [CheckedInItem(item_id) for item_id in done.item_ids]
    status = batch_status(len(checked), done.faults, success=200)
    data = {"checkedIn": checked, "errors": to_refusals(done.faults), "commitId": done.commit_id}
    return Answer(data, status=status)
