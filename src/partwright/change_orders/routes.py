"""Change orders over HTTP: records, affected items, the way to release."""

import msgspec

from partwright.change_orders import (
    affected_items,
    conflict_resolution,
    decisions,
    diffs,
    impact,
    workspace,
)
from partwright.change_orders.approvals import ApprovalRecord
from partwright.change_orders.conflict_resolution import ResolutionsInput
from partwright.change_orders.diffs import AffectedItemDiff
from partwright.change_orders.model import (
    AffectedItemEdit,
    AffectedItemRecord,
    DecisionInput,
    NewAffectedItem,
    affected_item_record,
)
from partwright.change_orders.orders import CHANGE_ORDER, ChangeOrderEdit
from partwright.change_orders.workspace import WorkspaceInput
from partwright.identity.permissions import may
from partwright.items import item_input, item_lists, service, wire
from partwright.items.item_lists import ItemListQuery
from partwright.items.openapi_types import RECORDS
from partwright.items.routes import item_response as item_shown
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject
from partwright.kit.ids import CommitId, ItemId
from partwright.merging.conflicts import ConflictRecord
from partwright.web.answers import Answer, Done, whole
from partwright.web.answers import listing as listed
from partwright.web.call import Call
from partwright.web.endpoint import SIGNED_IN, Listed, Routes

routes = Routes("Change orders")

ORDER = RECORDS["ChangeOrder"]

READ = may("change_orders", "read")
UPDATE = may("change_orders", "update")
ONE = "/api/change-orders/{order_id:str}"

_BODY = {"name": "Stiffer bracket", "reasonForChange": "Field returns", "priority": "high"}


@routes.get("/api/change-orders", READ, gives=Listed("changeOrders", ORDER))
async def list_orders(call: Call, snapshot: Snapshot, query: ItemListQuery) -> Answer:
    """List change orders."""
    narrowed = msgspec.structs.replace(query, type="ChangeOrder")
    page = await item_lists.list_items(snapshot, call.actor, narrowed)
    return listed("changeOrders", page.map(wire.to_record))


@routes.post(
    "/api/change-orders",
    may("change_orders", "create"),
    answers=(201,),
    example=_BODY,
    body_schema=item_input.body_schema(CHANGE_ORDER, new=True),
    gives=ORDER,
)
async def create_order(call: Call, tx: Transaction, body: RawObject) -> Answer:
    """Make a change order; it starts in the initial state of its workflow."""
    version = await service.create_item(tx, call.actor, body, item_type=CHANGE_ORDER)
    return item_shown(version, status=201)


@routes.get(ONE, READ, gives=ORDER)
async def get_order(call: Call, reads: Snapshot, order_id: ItemId) -> Answer:
    """One change order."""
    found = await service.get_item(reads, call.actor, order_id, None, item_type=CHANGE_ORDER)
    return item_shown(found)


@routes.put(
    ONE,
    UPDATE,
    example={"priority": "critical"},
    body_schema=item_input.body_schema(CHANGE_ORDER, new=False),
    gives=ORDER,
)
async def update_order(call: Call, tx: Transaction, order_id: ItemId, body: RawObject) -> Answer:
    """Change some fields of a change order."""
    match = call.match
    version = await service.update_item(
        tx, call.actor, order_id, body, match=match, item_type=CHANGE_ORDER
    )
    return item_shown(version)


@routes.get(
    ONE + "/affected-items", READ, gives=Listed("affectedItems", AffectedItemRecord, is_whole=True)
)
async def list_affected(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """What the change affects."""
    rows = await affected_items.list_affected_items(snapshot, call.actor, order_id)
    return whole("affectedItems", [affected_item_record(row) for row in rows])


@routes.post(
    ONE + "/affected-items", UPDATE, answers=(201, 200), gives={"affectedItem": AffectedItemRecord}
)
async def add_affected(
    call: Call, tx: Transaction, order_id: ItemId, body: NewAffectedItem
) -> Answer:
    """Put an item on the list; `revise` makes its working copy on the change's branch."""
    added = await affected_items.add_affected_item(tx, call.actor, order_id, body)
    return Answer(
        {"affectedItem": affected_item_record(added.entry)}, status=201 if added.is_new else 200
    )


@routes.put(
    ONE + "/affected-items/{entry_id:str}",
    UPDATE,
    example={"reviewed": True},
    gives={"affectedItem": AffectedItemRecord},
)
async def edit_affected(
    call: Call, tx: Transaction, order_id: ItemId, entry_id: str, body: AffectedItemEdit
) -> Answer:
    """Mark an item reviewed, or change what is to be done with it."""
    row = await affected_items.edit_affected_item(tx, call.actor, order_id, entry_id, body)
    return Answer({"affectedItem": affected_item_record(row)})


@routes.delete(ONE + "/affected-items/{entry_id:str}", UPDATE)
async def remove_affected(call: Call, tx: Transaction, order_id: ItemId, entry_id: str) -> Done:
    """Take an item off the list, and its working copy off the branch."""
    await affected_items.remove_affected_item(tx, call.actor, order_id, entry_id)
    return Done()


async def _order(call: Call, tx: Transaction, work: ChangeOrderEdit) -> wire.ItemRecord:
    return wire.to_record(await service.get_item(tx, call.actor, work.version.item_id, None))


@routes.post(ONE + "/submit", UPDATE, gives={"changeOrder": ORDER})
async def submit_order(
    call: Call, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> Answer:
    """Send the change to review; its content is frozen until it is sent back."""
    settings = call.services.settings
    work = await decisions.submit_change_order(tx, call.actor, order_id, body, settings=settings)
    return Answer({"changeOrder": await _order(call, tx, work)})


@routes.post(
    ONE + "/approve",
    SIGNED_IN,
    gives={"changeOrder": ORDER, "approval": ApprovalRecord, "transitioned": bool},
)
async def approve_order(
    call: Call, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> Answer:
    """Vote for the change, and take it further if nothing is missing now."""
    settings = call.services.settings
    done = await decisions.approve_change_order(tx, call.actor, order_id, body, settings=settings)
    return Answer(
        {
            "changeOrder": wire.to_record(done.order),
            "approval": done.approval,
            "transitioned": done.transitioned,
        }
    )


@routes.post(ONE + "/reject", SIGNED_IN, gives={"changeOrder": ORDER})
async def reject_order(
    call: Call, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> Answer:
    """Vote against the change and send it back."""
    settings = call.services.settings
    work = await decisions.reject_change_order(tx, call.actor, order_id, body, settings=settings)
    return Answer({"changeOrder": await _order(call, tx, work)})


@routes.post(
    ONE + "/release",
    UPDATE,
    gives={"changeOrder": ORDER, "commits": list[CommitId], "revisions": dict[str, str]},
)
async def release_order(
    call: Call, tx: Transaction, order_id: ItemId, body: DecisionInput
) -> Answer:
    """Release the change: all its branches go into their mains, or none."""
    settings = call.services.settings
    work, released = await decisions.release_change_order(
        tx, call.actor, order_id, body, settings=settings
    )
    order = await _order(call, tx, work)
    return Answer(
        {"changeOrder": order, "commits": released.commits, "revisions": released.revisions}
    )


@routes.get(ONE + "/impact", READ, gives=impact.ImpactReport)
async def get_impact(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """What the change reaches."""
    return Answer(await impact.impact_report(snapshot, call.actor, order_id))


@routes.get(ONE + "/conflicts", READ, gives={"conflicts": list[ConflictRecord]})
async def list_conflicts(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """Where main has changed what this change changes too."""
    return Answer(
        {"conflicts": await conflict_resolution.list_conflicts(snapshot, call.actor, order_id)}
    )


@routes.post(ONE + "/resolve-conflicts", UPDATE, gives={"changeOrder": ORDER})
async def resolve_conflicts(
    call: Call, tx: Transaction, order_id: ItemId, body: ResolutionsInput
) -> Answer:
    """Decide conflicts: ours is the change, theirs is main."""
    work = await conflict_resolution.resolve_conflicts(tx, call.actor, order_id, body.resolutions)
    return Answer({"changeOrder": await _order(call, tx, work)})


@routes.post(ONE + "/rebase", UPDATE, gives={"changeOrder": ORDER})
async def rebase_order(call: Call, tx: Transaction, order_id: ItemId) -> Answer:
    """Move the change's branches onto main's head."""
    work = await conflict_resolution.rebase_change_order(tx, call.actor, order_id)
    return Answer({"changeOrder": await _order(call, tx, work)})


@routes.get(ONE + "/diff", READ, gives={"items": list[AffectedItemDiff]})
async def diff_order(call: Call, snapshot: Snapshot, order_id: ItemId) -> Answer:
    """What the change does to each item."""
    return Answer({"items": await diffs.diff_change_order(snapshot, call.actor, order_id)})


@routes.post(ONE + "/take-over", UPDATE, gives={"changeOrder": ORDER})
async def take_over_branch(
    call: Call, tx: Transaction, order_id: ItemId, body: WorkspaceInput
) -> Answer:
    """Bring what a workspace branch holds into the change."""
    work = await workspace.take_over_workspace(tx, call.actor, order_id, body)
    return Answer({"changeOrder": await _order(call, tx, work)})
