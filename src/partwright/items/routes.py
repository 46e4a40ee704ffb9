"""Items over HTTP; parts and documents have paths of their own beside."""

from typing import Any

import msgspec

from partwright.identity.permissions import may
from partwright.items import history, item_input, item_lists, service, transitions, wire
from partwright.items.history import HistoryRecord, RevisionRecord
from partwright.items.item_lists import ItemListQuery
from partwright.items.openapi_types import ANY_RECORD, RECORDS
from partwright.items.transitions import AvailableTransition, TransitionInput
from partwright.items.types import TYPES
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject
from partwright.kit.ids import CommitId, ItemId
from partwright.versioning import access as lines
from partwright.versioning.model import BranchView, ShownVersion
from partwright.web.answers import Answer, Done
from partwright.web.answers import listing as listed
from partwright.web.call import Call
from partwright.web.endpoint import BY_TYPE, SIGNED_IN, Listed, Routes
from partwright.web.query import REMOVAL, Placed, Removal, ViewPageQuery, ViewQuery, branch_of

routes = Routes("Items")

PART, DOCUMENT = TYPES["Part"], TYPES["Document"]


async def requested_view(
    snapshot: Snapshot, call: Call, query: ViewQuery, *bodies: Placed
) -> BranchView | None:
    """The view that a request names; None, for each item's own line, when it names none."""
    branch = branch_of(query, *bodies)
    commit = None if query.commit_id is None else CommitId(query.commit_id)
    if branch is None and commit is None:
        return None
    return await lines.access_view(snapshot, call.actor, branch_id=branch, commit_id=commit)


def item_response(version: ShownVersion, *, status: int = 200) -> Answer:
    return Answer(wire.to_record(version), status=status, etag=service.item_etag(version))


_PART_BODY: dict[str, Any] = {
    "type": "Part",
    "itemNumber": "PN-100",
    "name": "Motor bracket",
    "partType": "Manufacture",
    "material": "Aluminium 6061",
    "cost": "12.50",
}


@routes.get("/api/items", SIGNED_IN, gives=Listed("items", ANY_RECORD))
async def list_items(call: Call, snapshot: Snapshot, query: ItemListQuery) -> Answer:
    """List the current items that you may see, of every type or one."""
    page = await item_lists.list_items(snapshot, call.actor, query)
    return listed("items", page.map(wire.to_record))


@routes.post(
    "/api/items",
    BY_TYPE,
    answers=(201,),
    example=_PART_BODY,
    body_schema=item_input.NEW_ITEM_SCHEMA,
    gives=ANY_RECORD,
)
async def create_item(call: Call, tx: Transaction, query: ViewQuery, body: RawObject) -> Answer:
    """Make an item; without a number it gets the next automatic one of its type."""
    version = await service.create_item(tx, call.actor, body, branch_id=branch_of(query))
    return item_response(version, status=201)


@routes.get("/api/items/{item_id:str}", BY_TYPE, gives=ANY_RECORD)
async def get_item(call: Call, reads: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """One item, on its own line or as a branch or commit shows it."""
    return item_response(
        await service.get_item(reads, call.actor, item_id, await requested_view(reads, call, query))
    )


@routes.put(
    "/api/items/{item_id:str}",
    BY_TYPE,
    example={"name": "Motor bracket, long"},
    body_schema=item_input.ITEM_EDIT_SCHEMA,
    gives=ANY_RECORD,
)
async def update_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: RawObject
) -> Answer:
    """Change some fields of an item."""
    branch = branch_of(query)
    actor, match = call.actor, call.match
    return item_response(
        await service.update_item(tx, actor, item_id, body, branch_id=branch, match=match)
    )


@routes.delete("/api/items/{item_id:str}", BY_TYPE, example=REMOVAL)
async def delete_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Removal
) -> Done:
    """Delete a draft; its number stays taken and earlier commits go on showing it."""
    branch, said, match = branch_of(query, body), body.commit_message, call.match
    await service.delete_item(tx, call.actor, item_id, branch_id=branch, match=match, message=said)
    return Done()


@routes.get(
    "/api/items/{item_id:str}/revisions", BY_TYPE, gives={"revisions": list[RevisionRecord]}
)
async def list_revisions(call: Call, reads: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """The item's revisions on main, newest first."""
    view = await requested_view(reads, call, query)
    return Answer({"revisions": await history.list_revisions(reads, call.actor, item_id, view)})


@routes.get("/api/items/{item_id:str}/history", BY_TYPE, gives=Listed("history", HistoryRecord))
async def list_history(
    call: Call, reads: Snapshot, item_id: ItemId, query: ViewPageQuery
) -> Answer:
    """What happened to the item, newest first."""
    view = await requested_view(reads, call, query)
    page = await history.list_history(reads, call.actor, item_id, view=view, paging=query.paging())
    return listed("history", page)


@routes.get(
    "/api/items/{item_id:str}/transitions",
    BY_TYPE,
    gives={"currentState": str, "availableTransitions": list[AvailableTransition]},
)
async def list_transitions(
    call: Call, reads: Snapshot, item_id: ItemId, query: ViewQuery
) -> Answer:
    """The item's state and the transitions that leave it; on a branch there are none."""
    view = await requested_view(reads, call, query)
    state, offers = await transitions.available_transitions(reads, call.actor, item_id, view)
    return Answer({"currentState": state, "availableTransitions": offers})


@routes.post(
    "/api/items/{item_id:str}/transitions",
    BY_TYPE,
    example={"transition": "Submit"},
    gives=ANY_RECORD,
)
async def move_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: TransitionInput
) -> Answer:
    """Take a transition of the item's lifecycle; on a branch none can be taken."""
    scheme, branch = call.services.settings.revision_scheme, branch_of(query, body)
    moved = await transitions.take_transition(
        tx, call.actor, item_id, body, branch_id=branch, scheme=scheme
    )
    data = wire.to_record(moved.version) | {
        "fromState": moved.from_state,
        "toState": moved.to_state,
    }
    return Answer(data, etag=service.item_etag(moved.version))


@routes.get("/api/parts", may("parts", "read"), gives=Listed("parts", RECORDS["Part"]))
async def list_parts(call: Call, snapshot: Snapshot, query: ItemListQuery) -> Answer:
    """List parts."""
    return await _of_type(call, snapshot, query, "Part")


@routes.get(
    "/api/documents", may("documents", "read"), gives=Listed("documents", RECORDS["Document"])
)
async def list_documents(call: Call, snapshot: Snapshot, query: ItemListQuery) -> Answer:
    """List documents."""
    return await _of_type(call, snapshot, query, "Document")


async def _of_type(call: Call, snapshot: Snapshot, query: ItemListQuery, name: Any) -> Answer:
    narrowed = msgspec.structs.replace(query, type=name)
    page = await item_lists.list_items(snapshot, call.actor, narrowed)
    return listed(TYPES[name].plural, page.map(wire.to_record))


@routes.post(
    "/api/parts",
    may("parts", "create"),
    answers=(201,),
    example=_PART_BODY,
    body_schema=item_input.NEW_ITEM_SCHEMA,
    gives=RECORDS["Part"],
)
async def create_part(call: Call, tx: Transaction, query: ViewQuery, body: RawObject) -> Answer:
    """Make a part."""
    branch = branch_of(query)
    version = await service.create_item(tx, call.actor, body, branch_id=branch, item_type=PART)
    return item_response(version, status=201)


@routes.post(
    "/api/documents",
    may("documents", "create"),
    answers=(201,),
    body_schema=item_input.NEW_ITEM_SCHEMA,
    gives=RECORDS["Document"],
)
async def create_document(call: Call, tx: Transaction, query: ViewQuery, body: RawObject) -> Answer:
    """Make a document."""
    branch = branch_of(query)
    version = await service.create_item(tx, call.actor, body, branch_id=branch, item_type=DOCUMENT)
    return item_response(version, status=201)


@routes.get("/api/parts/{item_id:str}", may("parts", "read"), gives=RECORDS["Part"])
async def get_part(call: Call, reads: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """One part."""
    view = await requested_view(reads, call, query)
    return item_response(await service.get_item(reads, call.actor, item_id, view, item_type=PART))


@routes.get("/api/documents/{item_id:str}", may("documents", "read"), gives=RECORDS["Document"])
async def get_document(call: Call, reads: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """One document."""
    view = await requested_view(reads, call, query)
    return item_response(
        await service.get_item(reads, call.actor, item_id, view, item_type=DOCUMENT)
    )


@routes.put(
    "/api/parts/{item_id:str}",
    may("parts", "update"),
    body_schema=item_input.ITEM_EDIT_SCHEMA,
    gives=RECORDS["Part"],
)
async def update_part(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: RawObject
) -> Answer:
    """Change some fields of a part."""
    branch, match = branch_of(query), call.match
    version = await service.update_item(
        tx, call.actor, item_id, body, branch_id=branch, match=match, item_type=PART
    )
    return item_response(version)


@routes.put(
    "/api/documents/{item_id:str}",
    may("documents", "update"),
    body_schema=item_input.ITEM_EDIT_SCHEMA,
    gives=RECORDS["Document"],
)
async def update_document(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: RawObject
) -> Answer:
    """Change some fields of a document."""
    branch, match = branch_of(query), call.match
    version = await service.update_item(
        tx, call.actor, item_id, body, branch_id=branch, match=match, item_type=DOCUMENT
    )
    return item_response(version)


@routes.delete("/api/parts/{item_id:str}", may("parts", "delete"), example=REMOVAL)
async def delete_part(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Removal
) -> Done:
    """Delete a part that is still a draft."""
    branch, said, match = branch_of(query, body), body.commit_message, call.match
    await service.delete_item(
        tx, call.actor, item_id, branch_id=branch, match=match, message=said, item_type=PART
    )
    return Done()
