"""Locks and checkouts of items over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.items import checkout_service, lock_service
from partwright.items.checkout_service import LARGEST_BATCH, CheckoutRecord, RefusedItem
from partwright.items.routes import requested_view
from partwright.kit.batches import batch_status
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput
from partwright.kit.fields import LongText, ShortText
from partwright.kit.ids import BranchId, CommitId, ItemId
from partwright.locks.item_locks import LockStatus
from partwright.web.endpoint import BY_TYPE, RouteTable
from partwright.web.parameters import BranchParameters, ViewQuery, named_branch
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage

routes = RouteTable("Locks and checkouts")

_ID = "0192f0c1-0000-7000-8000-000000000001"


class LockInput(BranchParameters, rename="camel", kw_only=True):
    """Options of a lock: to take it from another holder; a branch only says where the item is found."""

    force: bool = False


class CheckInInput(BranchParameters, rename="camel", kw_only=True):
    """Branch to check in on, and a message."""

    comment: LongText | None = None


class ItemBatchInput(CheckInInput, rename="camel", kw_only=True):
    """Items on one branch."""

    item_ids: Annotated[list[ShortText], Meta(max_length=LARGEST_BATCH)]


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


def required_branch(*places: BranchParameters) -> BranchId:
    """The branch that query or body names; InvalidInput without one."""
    named = named_branch(*places)
    if named is None:
        raise InvalidInput.field("branchId", "is required")
    return named


@routes.post(
    "/api/items/{item_id:str}/lock",
    BY_TYPE,
    example={"force": False},
    response={"lockStatus": LockStatus},
)
async def lock_item(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: LockInput
) -> DataResponse:
    """Take the exclusive right to change the item, on every branch."""
    view = await requested_view(tx, request, query, body)
    status = await lock_service.lock_item(tx, request.actor, item_id, view, force=body.force)
    return DataResponse({"lockStatus": status})


@routes.post(
    "/api/items/{item_id:str}/unlock",
    BY_TYPE,
    example={},
    response={"success": bool, "lockStatus": LockStatus},
)
async def unlock_item(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    query: BranchParameters,
    body: BranchParameters,
) -> DataResponse:
    """Give the item's lock back."""
    view = await requested_view(tx, request, query, body)
    status = await lock_service.unlock_item(tx, request.actor, item_id, view)
    return DataResponse({"success": True, "lockStatus": status})


@routes.get("/api/items/{item_id:str}/lock-status", BY_TYPE, response={"lockStatus": LockStatus})
async def get_item_lock_status(
    request: Request, reads: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """The holder of the item's lock, and for how many minutes they have held it."""
    view = await requested_view(reads, request, query)
    return DataResponse(
        {"lockStatus": await lock_service.lock_status(reads, request.actor, item_id, view)}
    )


@routes.post(
    "/api/items/{item_id:str}/checkout",
    BY_TYPE,
    statuses=(201, 200),
    example={"branchId": _ID},
    response={"checkout": CheckoutRecord},
)
async def check_out_item(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    query: BranchParameters,
    body: BranchParameters,
) -> DataResponse:
    """Begin an edit session of the item on a branch."""
    done = await checkout_service.check_out_items(
        tx, request.actor, [item_id], required_branch(body, query)
    )
    first_fault(done.faults)
    return DataResponse({"checkout": done.checkouts[0]}, status=done.status)


@routes.get(
    "/api/items/{item_id:str}/checkout", BY_TYPE, response={"checkout": CheckoutRecord | None}
)
async def get_item_checkout(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """The item's checkout on a branch, or null."""
    branch = required_branch(query)
    return DataResponse(
        {
            "checkout": await checkout_service.checkout_status(
                snapshot, request.actor, item_id, branch
            )
        }
    )


@routes.delete("/api/items/{item_id:str}/checkout", BY_TYPE, example={"branchId": _ID})
async def cancel_item_checkout(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    query: BranchParameters,
    body: BranchParameters,
) -> SuccessMessage:
    """End the edit session and go back to what stood before it."""
    await checkout_service.cancel_checkout(tx, request.actor, item_id, required_branch(body, query))
    return SuccessMessage(message="The checkout is cancelled")


@routes.post(
    "/api/items/{item_id:str}/checkin",
    BY_TYPE,
    example={"branchId": _ID, "comment": "Stiffer"},
    response={"success": bool, "commitId": CommitId | None},
)
async def check_in_item(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: CheckInInput
) -> DataResponse:
    """End the edit session and keep what was done."""
    branch = required_branch(body, query)
    done = await checkout_service.check_in_items(
        tx, request.actor, [item_id], branch, comment=body.comment
    )
    first_fault(done.faults)
    return DataResponse({"success": True, "commitId": done.commit_id})


def first_fault(faults: list[RefusedItem]) -> None:
    """Raise the refusal of the only item."""
    for fault in faults:
        raise fault.refusal


def check_size(body: ItemBatchInput) -> list[str]:
    """The ids of a batch of 1 to 500; InvalidInput otherwise."""
    if not 1 <= len(body.item_ids) <= LARGEST_BATCH:
        raise InvalidInput.field(
            "itemIds", f"expected 1 to {LARGEST_BATCH} ids, got {len(body.item_ids)}"
        )
    return body.item_ids


def to_refusals(faults: list[RefusedItem]) -> list[ItemRefusal]:
    """A batch's refusals as the wire shows them."""
    return [
        ItemRefusal(fault.item_id, fault.refusal.code, fault.refusal.message) for fault in faults
    ]


@routes.post(
    "/api/items/batch-checkout",
    BY_TYPE,
    statuses=(201, 207, 400),
    example={"itemIds": [_ID], "branchId": _ID},
    response={"checkedOut": list[CheckedOutItem], "errors": list[ItemRefusal]},
)
async def check_out_items(
    request: Request, tx: Transaction, query: BranchParameters, body: ItemBatchInput
) -> DataResponse:
    """Check up to 500 items out on a branch."""
    branch, ids = required_branch(body, query), check_size(body)
    done = await checkout_service.check_out_items(tx, request.actor, ids, branch)
    out = [CheckedOutItem(c.item_id, c.checked_out_at) for c in done.checkouts]
    status = batch_status(done=len(out), refused=len(done.faults), whole=201)
    return DataResponse({"checkedOut": out, "errors": to_refusals(done.faults)}, status=status)


@routes.post(
    "/api/items/batch-checkin",
    BY_TYPE,
    statuses=(200, 207, 400),
    example={"itemIds": [_ID], "branchId": _ID},
    response={
        "checkedIn": list[CheckedInItem],
        "errors": list[ItemRefusal],
        "commitId": CommitId | None,
    },
)
async def check_in_items(
    request: Request, tx: Transaction, query: BranchParameters, body: ItemBatchInput
) -> DataResponse:
    """Check up to 500 items in on a branch, in one commit."""
    branch, ids = required_branch(body, query), check_size(body)
    done = await checkout_service.check_in_items(
        tx, request.actor, ids, branch, comment=body.comment
    )
    checked = [CheckedInItem(item_id) for item_id in done.item_ids]
    status = batch_status(done=len(checked), refused=len(done.faults), whole=200)
    data = {"checkedIn": checked, "errors": to_refusals(done.faults), "commitId": done.commit_id}
    return DataResponse(data, status=status)
