"""Items over HTTP; parts and documents have paths of their own beside."""

from typing import Any

import msgspec

from partwright.identity.permissions import may
from partwright.items import drafts, history, listing, service, transitions, wire
from partwright.items.history import Entry, Revision
from partwright.items.listing import Wanted
from partwright.items.records import ANY_RECORD, RECORDS
from partwright.items.transitions import Move, Offer
from partwright.items.types import TYPES
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject
from partwright.kit.ids import CommitId, ItemId
from partwright.versioning import access as lines
from partwright.versioning.model import ShownVersion, View
from partwright.web.answers import Answer, Done
from partwright.web.answers import listing as listed
from partwright.web.call import Call
from partwright.web.endpoint import BY_TYPE, SIGNED_IN, Listed, Routes
from partwright.web.query import REMOVAL, Placed, Removal, ViewPageQuery, ViewQuery, branch_of

routes = Routes("Items")

PART, DOCUMENT = TYPES["Part"], TYPES["Document"]


async def view_of(snapshot: Snapshot, call: Call, query: ViewQuery, *bodies: Placed) -> View | None:
    """The view that a request names; None, for each item's own line, when it names none."""
    branch = branch_of(query, *bodies)
    commit = None if query.commit_id is None else CommitId(query.commit_id)
    if branch is None and commit is None:
        return None
    return await lines.view(snapshot, call.actor, branch_id=branch, commit_id=commit)


def shown(version: ShownVersion, *, status: int = 200) -> Answer:
    return Answer(wire.show(version), status=status, etag=service.etag(version))


_PART_BODY: dict[str, Any] = {
    "type": "Part",
    "itemNumber": "PN-100",
    "name": "Motor bracket",
    "partType": "Manufacture",
    "material": "Aluminium 6061",
    "cost": "12.50",
}


@routes.get("/api/items", SIGNED_IN, gives=Listed("items", ANY_RECORD))
async def list_items(call: Call, snapshot: Snapshot, query: Wanted) -> Answer:
    """List the current items that you may see, of every type or one."""
    page = await listing.items(snapshot, call.actor, query)
    return listed("items", page.map(wire.show))


@routes.post(
    "/api/items",
    BY_TYPE,
    answers=(201,),
    example=_PART_BODY,
    body_schema=drafts.NEW,
    gives=ANY_RECORD,
)
async def create_item(call: Call, tx: Transaction, query: ViewQuery, body: RawObject) -> Answer:
    """Make an item; without a number it gets the next automatic one of its type."""
    version = await service.create(tx, call.actor, body, branch_id=branch_of(query))
    return shown(version, status=201)


@routes.get("/api/items/{item_id:str}", BY_TYPE, gives=ANY_RECORD)
async def get_item(call: Call, glance: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """One item, on its own line or as a branch or commit shows it."""
    return shown(await service.get(glance, call.actor, item_id, await view_of(glance, call, query)))


@routes.put(
    "/api/items/{item_id:str}",
    BY_TYPE,
    example={"name": "Motor bracket, long"},
    body_schema=drafts.EDIT,
    gives=ANY_RECORD,
)
async def update_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: RawObject
) -> Answer:
    """Change some fields of an item."""
    branch = branch_of(query)
    actor, match = call.actor, call.match
    return shown(await service.update(tx, actor, item_id, body, branch_id=branch, match=match))


@routes.delete("/api/items/{item_id:str}", BY_TYPE, example=REMOVAL)
async def delete_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Removal
) -> Done:
    """Delete a draft; its number stays taken and earlier commits go on showing it."""
    branch, said, match = branch_of(query, body), body.commit_message, call.match
    await service.delete(tx, call.actor, item_id, branch_id=branch, match=match, message=said)
    return Done()


@routes.get("/api/items/{item_id:str}/revisions", BY_TYPE, gives={"revisions": list[Revision]})
async def list_revisions(call: Call, glance: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """The item's revisions on main, newest first."""
    view = await view_of(glance, call, query)
    return Answer({"revisions": await history.revisions(glance, call.actor, item_id, view)})


@routes.get("/api/items/{item_id:str}/history", BY_TYPE, gives=Listed("history", Entry))
async def list_history(
    call: Call, glance: Snapshot, item_id: ItemId, query: ViewPageQuery
) -> Answer:
    """What happened to the item, newest first."""
    view = await view_of(glance, call, query)
    page = await history.history(glance, call.actor, item_id, view=view, paging=query.paging())
    return listed("history", page)


@routes.get(
    "/api/items/{item_id:str}/transitions",
    BY_TYPE,
    gives={"currentState": str, "availableTransitions": list[Offer]},
)
async def list_transitions(
    call: Call, glance: Snapshot, item_id: ItemId, query: ViewQuery
) -> Answer:
    """The item's state and the transitions that leave it; on a branch there are none."""
    view = await view_of(glance, call, query)
    state, offers = await transitions.offers(glance, call.actor, item_id, view)
    return Answer({"currentState": state, "availableTransitions": offers})


@routes.post(
    "/api/items/{item_id:str}/transitions",
    BY_TYPE,
    example={"transition": "Submit"},
    gives=ANY_RECORD,
)
async def move_item(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Move
) -> Answer:
    """Take a transition of the item's lifecycle; on a branch none can be taken."""
    scheme, branch = call.services.settings.revision_scheme, branch_of(query, body)
    moved = await transitions.move(tx, call.actor, item_id, body, branch_id=branch, scheme=scheme)
    data = wire.show(moved.version) | {"fromState": moved.from_state, "toState": moved.to_state}
    return Answer(data, etag=service.etag(moved.version))


@routes.get("/api/parts", may("parts", "read"), gives=Listed("parts", RECORDS["Part"]))
async def list_parts(call: Call, snapshot: Snapshot, query: Wanted) -> Answer:
    """List parts."""
    return await _of_type(call, snapshot, query, "Part")


@routes.get(
    "/api/documents", may("documents", "read"), gives=Listed("documents", RECORDS["Document"])
)
async def list_documents(call: Call, snapshot: Snapshot, query: Wanted) -> Answer:
    """List documents."""
    return await _of_type(call, snapshot, query, "Document")


async def _of_type(call: Call, snapshot: Snapshot, query: Wanted, name: Any) -> Answer:
    narrowed = msgspec.structs.replace(query, type=name)
    page = await listing.items(snapshot, call.actor, narrowed)
    return listed(TYPES[name].plural, page.map(wire.show))


@routes.post(
    "/api/parts",
    may("parts", "create"),
    answers=(201,),
    example=_PART_BODY,
    body_schema=drafts.NEW,
    gives=RECORDS["Part"],
)
async def create_part(call: Call, tx: Transaction, query: ViewQuery, body: RawObject) -> Answer:
    """Make a part."""
    branch = branch_of(query)
    version = await service.create(tx, call.actor, body, branch_id=branch, item_type=PART)
    return shown(version, status=201)


@routes.post(
    "/api/documents",
    may("documents", "create"),
    answers=(201,),
    body_schema=drafts.NEW,
    gives=RECORDS["Document"],
)
async def create_document(call: Call, tx: Transaction, query: ViewQuery, body: RawObject) -> Answer:
    """Make a document."""
    branch = branch_of(query)
    version = await service.create(tx, call.actor, body, branch_id=branch, item_type=DOCUMENT)
    return shown(version, status=201)


@routes.get("/api/parts/{item_id:str}", may("parts", "read"), gives=RECORDS["Part"])
async def get_part(call: Call, glance: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """One part."""
    view = await view_of(glance, call, query)
    return shown(await service.get(glance, call.actor, item_id, view, item_type=PART))


@routes.get("/api/documents/{item_id:str}", may("documents", "read"), gives=RECORDS["Document"])
async def get_document(call: Call, glance: Snapshot, item_id: ItemId, query: ViewQuery) -> Answer:
    """One document."""
    view = await view_of(glance, call, query)
    return shown(await service.get(glance, call.actor, item_id, view, item_type=DOCUMENT))


@routes.put(
    "/api/parts/{item_id:str}",
    may("parts", "update"),
    body_schema=drafts.EDIT,
    gives=RECORDS["Part"],
)
async def update_part(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: RawObject
) -> Answer:
    """Change some fields of a part."""
    branch, match = branch_of(query), call.match
    version = await service.update(
        tx, call.actor, item_id, body, branch_id=branch, match=match, item_type=PART
    )
    return shown(version)


@routes.put(
    "/api/documents/{item_id:str}",
    may("documents", "update"),
    body_schema=drafts.EDIT,
    gives=RECORDS["Document"],
)
async def update_document(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: RawObject
) -> Answer:
    """Change some fields of a document."""
    branch, match = branch_of(query), call.match
    version = await service.update(
        tx, call.actor, item_id, body, branch_id=branch, match=match, item_type=DOCUMENT
    )
    return shown(version)


@routes.delete("/api/parts/{item_id:str}", may("parts", "delete"), example=REMOVAL)
async def delete_part(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, body: Removal
) -> Done:
    """Delete a part that is still a draft."""
    branch, said, match = branch_of(query, body), body.commit_message, call.match
    await service.delete(
        tx, call.actor, item_id, branch_id=branch, match=match, message=said, item_type=PART
    )
    return Done()
