"""Change orders over HTTP: records, affected items, the way to release."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from partwright.change_orders import (
    affected_item_service,
    conflict_service,
    decision_service,
    diffs,
    impact_service,
    item_changes,
    progress,
    release_preview,
    review_service,
    transition_service,
    workspace_service,
)
from partwright.change_orders.conflict_service import ResolutionsInput
from partwright.change_orders.diffs import AffectedItemDiff
from partwright.change_orders.item_changes import ItemChangeOrder
from partwright.change_orders.model import (
    AffectedItemEdit,
    AffectedItemRecord,
    AffectedItemsInput,
    ApprovalRecord,
    DecisionInput,
    affected_item_record,
)
from partwright.change_orders.order_service import CHANGE_ORDER, ChangeOrderEdit
from partwright.change_orders.progress import OrderProgress
from partwright.change_orders.signatures import check_signature
from partwright.change_orders.workspace_service import WorkspaceInput
from partwright.identity.permissions import may
from partwright.items import access as item_access
from partwright.items import item_input, service, wire
from partwright.items.list_queries import list_query_of
from partwright.items.routes import ActionsQuery, shown_item
from partwright.items.routes import item_response as item_shown
from partwright.items.wire import RECORDS
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import PartialUpdate, RawObject
from partwright.kit.ids import CommitId, ItemId, as_uuid
from partwright.kit.pages import Page
from partwright.merging.conflict_wire import ConflictRecord
from partwright.web.endpoint import SIGNED_IN, AccessRule, ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, list_response, page_response

routes = RouteTable("Change orders")


class OrderListQuery(list_query_of(CHANGE_ORDER), rename="camel", kw_only=True):
    """Filters of a list of change orders."""

    waiting_for: Literal["me"] | None = None


ORDER = RECORDS["ChangeOrder"]

READ = may("change_orders", "read")
UPDATE = may("change_orders", "update")
REVIEW = AccessRule("change_orders.update, or change_orders.approve, or a vote asked for")
ONE = "/api/change-orders/{order_id:str}"

_BODY = {"name": "Stiffer bracket", "reasonForChange": "Field returns", "priority": "high"}


@routes.get(
    "/api/change-orders",
    READ,
    response=ListOf("changeOrders", ORDER),
)
async def list_change_orders(
    request: Request, snapshot: Snapshot, query: OrderListQuery
) -> DataResponse:
    """List change orders; `waitingFor=me` those that wait for your vote."""
    waiting = query.waiting_for is not None
    page = await progress.list_orders(snapshot, request.actor, query, waiting=waiting)
    return page_response("changeOrders", page.map(wire.item_to_record))


@routes.post(
    "/api/change-orders",
    may("change_orders", "create"),
    statuses=(201,),
    example=_BODY,
    body_schema=item_input.item_body_schema(CHANGE_ORDER, new=True),
    response=ORDER,
)
async def create_change_order(request: Request, tx: Transaction, body: RawObject) -> DataResponse:
    """Make a change order; it starts in the initial state of its workflow."""
    version = await service.create_item(tx, request.actor, body, item_type=CHANGE_ORDER)
    return item_shown(version, status=201)


class ProgressQuery(msgspec.Struct, kw_only=True):
    """Of which change orders: at most 100 ids, separated by commas."""

    ids: Annotated[str, Meta(max_length=100 * 37)]


@routes.get(
    "/api/change-orders/progress",
    READ,
    response=ListOf("progress", OrderProgress, is_whole=True),
)
async def list_change_order_progress(
    request: Request, snapshot: Snapshot, query: ProgressQuery
) -> DataResponse:
    """State, votes, who is waited for, and affected items of many change orders at once."""
    ids = [found for found in map(as_uuid, query.ids.split(",")) if found]
    return list_response("progress", await progress.read_progress(snapshot, request.actor, ids))


@routes.get(
    "/api/items/{item_id:str}/change-orders",
    READ,
    response=ListOf("changeOrders", ItemChangeOrder, is_whole=True),
)
async def list_item_change_orders(
    request: Request, snapshot: Snapshot, item_id: ItemId
) -> DataResponse:
    """The change orders that affect an item: the open ones first, then the newest of 500."""
    return list_response(
        "changeOrders", await item_changes.list_item_changes(snapshot, request.actor, item_id)
    )


@routes.get(ONE, READ, response=ORDER)
async def get_change_order(
    request: Request, reads: Snapshot, order_id: ItemId, query: ActionsQuery
) -> DataResponse:
    """One change order; with `can` also what the caller may do with it."""
    return await shown_item(reads, request, order_id, query, item_type=CHANGE_ORDER)


@routes.put(
    ONE,
    UPDATE,
    example={"priority": "critical"},
    body_schema=item_input.item_body_schema(CHANGE_ORDER, new=False),
    response=ORDER,
)
async def update_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: RawObject
) -> DataResponse:
    """Change some fields of a change order."""
    match = request.match
    version = await service.update_item(
        tx, request.actor, order_id, body, match=match, item_type=CHANGE_ORDER
    )
    return item_shown(version)


@routes.get(
    ONE + "/affected-items",
    READ,
    response=ListOf("affectedItems", AffectedItemRecord, is_whole=True),
)
async def list_affected_items(
    request: Request, snapshot: Snapshot, order_id: ItemId, query: OptionalPageQuery
) -> DataResponse:
    """The items that the change affects."""
    rows = await affected_item_service.list_affected_items(snapshot, request.actor, order_id)
    records = [affected_item_record(row) for row in rows]
    paging = query.paging()
    shown = records[paging.offset : paging.offset + paging.limit]
    return page_response("affectedItems", Page(shown, len(records), paging))


@routes.post(
    ONE + "/affected-items",
    UPDATE,
    statuses=(201, 200),
    example={"itemId": "0197a3c1-9f00-7000-8000-000000000001", "changeAction": "release"},
    response={
        "affectedItem": AffectedItemRecord | None,
        "affectedItems": list[AffectedItemRecord],
    },
)
async def add_affected_item(
    request: Request, tx: Transaction, order_id: ItemId, body: AffectedItemsInput
) -> DataResponse:
    """Put items on the list; `revise` makes a working copy on the change's branch."""
    added = await affected_item_service.add_affected_items(tx, request.actor, order_id, body)
    records = [affected_item_record(entry) for entry in added.entries]
    shown = {"affectedItem": next(iter(records), None), "affectedItems": records}
    return DataResponse(shown, status=added.status)


@routes.put(
    ONE + "/affected-items/{entry_id:str}",
    REVIEW,
    example={"reviewed": True},
    response={"affectedItem": AffectedItemRecord},
)
async def update_affected_item(
    request: Request,
    tx: Transaction,
    order_id: ItemId,
    entry_id: str,
    body: PartialUpdate[AffectedItemEdit],
) -> DataResponse:
    """Mark an item reviewed, or change what is to be done with it.

    Approvers, and those whose vote is asked for, set the mark alone.
    """
    row = await review_service.edit_affected_item(tx, request.actor, order_id, entry_id, body)
    return DataResponse({"affectedItem": affected_item_record(row)})


@routes.delete(ONE + "/affected-items/{entry_id:str}", UPDATE)
async def remove_affected_item(
    request: Request, tx: Transaction, order_id: ItemId, entry_id: str
) -> SuccessMessage:
    """Take an item off the list, and its working copy off the branch."""
    await affected_item_service.remove_affected_item(tx, request.actor, order_id, entry_id)
    return SuccessMessage()


async def _order(request: Request, tx: Transaction, work: ChangeOrderEdit) -> wire.ItemRecord:
    return wire.item_to_record(
        await item_access.read_item_version(tx, request.actor, work.version.item_id, None)
    )


@routes.post(ONE + "/submit", UPDATE, response={"changeOrder": ORDER})
async def submit_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> DataResponse:
    """Send the change to review; its content is frozen until it is sent back."""
    settings = request.services.settings
    work = await decision_service.submit_change_order(
        tx, request.actor, order_id, body, settings=settings
    )
    return DataResponse({"changeOrder": await _order(request, tx, work)})


@routes.post(
    ONE + "/approve",
    SIGNED_IN,
    before_write=check_signature,
    response={"changeOrder": ORDER, "approval": ApprovalRecord, "transitioned": bool},
)
async def approve_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> DataResponse:
    """Vote for the change, and take it further if nothing is missing now."""
    settings = request.services.settings
    done = await decision_service.approve_change_order(
        tx, request.actor, order_id, body, settings=settings
    )
    return DataResponse(done.to_record())


@routes.post(
    ONE + "/reject", SIGNED_IN, before_write=check_signature, response={"changeOrder": ORDER}
)
async def reject_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> DataResponse:
    """Vote against the change and send it back."""
    settings = request.services.settings
    work = await decision_service.reject_change_order(
        tx, request.actor, order_id, body, settings=settings
    )
    return DataResponse({"changeOrder": await _order(request, tx, work)})


@routes.post(
    ONE + "/release",
    UPDATE,
    response={"changeOrder": ORDER, "commits": list[CommitId], "revisions": dict[str, str]},
)
async def release_change_order(
    request: Request, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> DataResponse:
    """Release the change: all its branches go into their mains, or none."""
    settings = request.services.settings
    work, released = await transition_service.release_change_order(
        tx, request.actor, order_id, body, settings=settings
    )
    order = await _order(request, tx, work)
    return DataResponse(
        {"changeOrder": order, "commits": released.commits, "revisions": released.revisions}
    )


@routes.post(ONE + "/release/preview", REVIEW, response=release_preview.ReleasePreview)
async def preview_release(request: Request, order_id: ItemId) -> DataResponse:
    """Preview of a release and the reasons against it; nothing is changed."""
    services = request.services
    found = await release_preview.preview_release(
        services.database, request.actor, order_id, settings=services.settings
    )
    return DataResponse(found)


@routes.get(ONE + "/impact", READ, response=impact_service.ImpactReport)
async def get_change_order_impact(
    request: Request, snapshot: Snapshot, order_id: ItemId
) -> DataResponse:
    """The impact of the change."""
    scheme = request.services.settings.revision_scheme
    found = await impact_service.impact_report(snapshot, request.actor, order_id, scheme=scheme)
    return DataResponse(found)


@routes.get(ONE + "/conflicts", READ, response={"conflicts": list[ConflictRecord]})
async def list_change_order_conflicts(
    request: Request, snapshot: Snapshot, order_id: ItemId
) -> DataResponse:
    """The places where main and the change have both changed something."""
    return DataResponse(
        {"conflicts": await conflict_service.list_conflicts(snapshot, request.actor, order_id)}
    )


@routes.post(ONE + "/resolve-conflicts", UPDATE, response={"changeOrder": ORDER})
async def resolve_change_order_conflicts(
    request: Request, tx: Transaction, order_id: ItemId, body: ResolutionsInput
) -> DataResponse:
    """Decide conflicts: ours is the change, theirs is main."""
    work = await conflict_service.resolve_conflicts(tx, request.actor, order_id, body.resolutions)
    return DataResponse({"changeOrder": await _order(request, tx, work)})


@routes.post(ONE + "/rebase", UPDATE, response={"changeOrder": ORDER})
async def rebase_change_order(request: Request, tx: Transaction, order_id: ItemId) -> DataResponse:
    """Move the change's branches onto main's head."""
    work = await conflict_service.rebase_change_order(tx, request.actor, order_id)
    return DataResponse({"changeOrder": await _order(request, tx, work)})


@routes.get(ONE + "/diff", READ, response=ListOf("items", AffectedItemDiff, is_whole=True))
async def get_change_order_diff(
    request: Request, snapshot: Snapshot, order_id: ItemId, query: OptionalPageQuery
) -> DataResponse:
    """The differences that the change makes to each item, by number; of all unless a page is asked for."""
    scheme = request.services.settings.revision_scheme
    page = await diffs.diff_change_order(
        snapshot, request.actor, order_id, paging=query.paging(), scheme=scheme
    )
    return page_response("items", page)


@routes.post(ONE + "/take-over", UPDATE, response={"changeOrder": ORDER})
async def take_over_branch(
    request: Request, tx: Transaction, order_id: ItemId, body: WorkspaceInput
) -> DataResponse:
    """Bring what a workspace branch holds into the change."""
    work = await workspace_service.take_over_workspace(tx, request.actor, order_id, body)
    return DataResponse({"changeOrder": await _order(request, tx, work)})
