"""Items over HTTP."""

from typing import Any

import msgspec
from starlette.responses import Response

from partwright.item_types import ItemType
from partwright.items import (
    allowed_actions,
    batch_service,
    export_service,
    history_service,
    item_input,
    list_queries,
    service,
    transition_service,
    wire,
)
from partwright.items.batch_service import BatchGetInput, BatchUpdateInput, BatchUpdateResult
from partwright.items.export_service import ItemExportQuery
from partwright.items.history_service import HistoryRecord, RevisionRecord
from partwright.items.list_queries import (
    Facet,
    FacetQuery,
    ItemPageQuery,
)
from partwright.items.restoration_service import restore_deleted_item
from partwright.items.transition_service import AvailableTransition, TransitionInput
from partwright.items.wire import ANY_RECORD, PART_BODY
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import RawObject
from partwright.kit.ids import CommitId, ItemId
from partwright.versioning import access as branch_access
from partwright.versioning.model import BranchView, ShownVersion
from partwright.web.endpoint import BY_TYPE, SIGNED_IN, ListOf, RouteTable
from partwright.web.exports import export_response
from partwright.web.parameters import (
    REMOVAL_EXAMPLE,
    BranchParameters,
    RemovalInput,
    ViewPageQuery,
    ViewQuery,
    named_branch,
)
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Items")


async def requested_view(
    snapshot: Snapshot, request: Request, query: BranchParameters, *bodies: BranchParameters
) -> BranchView | None:
    """The view that a request names; None, for each item's own branch, when it names none."""
    branch = named_branch(query, *bodies)
    commit_id = query.commit_id if isinstance(query, ViewQuery) else None
    commit = None if commit_id is None else CommitId(commit_id)
    if branch is None and commit is None:
        return None
    return await branch_access.access_view(
        snapshot, request.actor, branch_id=branch, commit_id=commit
    )


def item_response(version: ShownVersion, *, status: int = 200) -> DataResponse:
    return DataResponse(
        wire.item_to_record(version), status=status, etag=service.item_etag(version)
    )


@routes.get("/api/items", SIGNED_IN, response=ListOf("items", ANY_RECORD), is_lasting=True)
async def list_items(request: Request, snapshot: Snapshot, query: ItemPageQuery) -> DataResponse:
    """List the current items that you may see, of every type or one.

    With `at=newest` the answer gives a commit's number in `meta.at`; further pages with `at=<number>` show that
    state, so that no row comes twice or is missed while others write.
    """
    page = await list_queries.list_items(snapshot, request.actor, query)
    return page_response("items", page.map(wire.item_to_record))


@routes.get("/api/items/facets", SIGNED_IN, response={"facets": dict[str, list[Facet]]})
async def list_facets(request: Request, snapshot: Snapshot, query: FacetQuery) -> DataResponse:
    """Count the values of some fields among the items that a list would show."""
    return DataResponse({"facets": await list_queries.count_facets(snapshot, request.actor, query)})


@routes.get("/api/items/export", SIGNED_IN, is_stream=True)
async def export_items(request: Request, query: ItemExportQuery) -> Response:
    """All items that a list would show, one JSON record a line or as Parquet, as of one commit.

    The commit is `at`, a commit's number, or the newest; the name of the file tells it.
    """
    services = request.services
    async with services.database.snapshot() as snapshot:
        export = await export_service.begin_export(snapshot, request.actor, query)
    rows = export_service.item_windows(services.database, export)
    return export_response(
        request, export_service.ITEMS, rows, format=query.format, at=export.commit_number
    )


@routes.post(
    "/api/items/batch-get",
    BY_TYPE,
    example={"ids": ["0192f0c1-0000-7000-8000-000000000001"], "fields": ["name", "state"]},
    response={"items": list[dict[str, Any]], "missing": list[str]},
)
async def batch_get_items(
    request: Request, snapshot: Snapshot, query: ViewQuery, body: BatchGetInput
) -> DataResponse:
    """Up to 500 items by their ids, whole or with some fields, and their ETags."""
    view = await requested_view(snapshot, request, query, body)
    return DataResponse(await batch_service.get_items(snapshot, request.actor, body, view))


@routes.post(
    "/api/items/batch-update",
    BY_TYPE,
    statuses=(200, 400),
    example={
        "items": [{"id": "0192f0c1-0000-7000-8000-000000000001", "changes": {"name": "Bolt"}}],
        "dryRun": True,
    },
    response=BatchUpdateResult,
)
async def batch_update_items(
    request: Request, query: BranchParameters, body: BatchUpdateInput
) -> DataResponse:
    """Change up to 500 items, all or none of them; with `dryRun` only say what would be."""

    async def keep(tx: Transaction, done: BatchUpdateResult) -> None:
        await request.keep_answer(tx, DataResponse(done, status=done.status))

    done = await batch_service.update_items(
        request.services.database, request.actor, body, named_branch(query, body), keep=keep
    )
    return DataResponse(done, status=done.status)


@routes.get("/api/items/by-number/{number:path}", BY_TYPE, response=ANY_RECORD)
async def get_item_by_number(
    request: Request, snapshot: Snapshot, number: str, query: ViewQuery
) -> DataResponse:
    """One item by its number, on main or as a branch or commit shows it."""
    view = await requested_view(snapshot, request, query)
    return item_response(await list_queries.item_by_number(snapshot, request.actor, number, view))


@routes.post(
    "/api/items",
    BY_TYPE,
    statuses=(201,),
    example=PART_BODY,
    body_schema=item_input.NEW_ITEM_SCHEMA,
    response=ANY_RECORD,
)
async def create_item(
    request: Request, tx: Transaction, query: BranchParameters, body: RawObject
) -> DataResponse:
    """Make an item; without a number it gets the next automatic one of its type."""
    version = await service.create_item(tx, request.actor, body, branch_id=named_branch(query))
    return item_response(version, status=201)


class ActionsQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Wish to be told what the caller may do with an item."""

    can: bool = False


class ItemQuery(ViewQuery, rename="camel", kw_only=True):
    """Place to read an item, and whether to say what the caller may do with it."""

    can: bool = False


async def shown_item(
    reads: Snapshot,
    request: Request,
    item_id: ItemId,
    query: ActionsQuery | ItemQuery,
    *,
    item_type: ItemType | None = None,
) -> DataResponse:
    """Answer with one item as the query asks for it."""
    view = await requested_view(reads, request, query) if isinstance(query, ItemQuery) else None
    found = await allowed_actions.read_item(
        reads, request.actor, item_id, view, with_actions=query.can, item_type=item_type
    )
    # Reasons tell for how many minutes somebody has locked the item.
    return DataResponse(found.record, etag=found.etag, is_fleeting=query.can)


@routes.get("/api/items/{item_id:str}", BY_TYPE, response=ANY_RECORD, is_lasting=True)
async def get_item(
    request: Request, reads: Snapshot, item_id: ItemId, query: ItemQuery
) -> DataResponse:
    """One item, on its own branch or as a branch or commit shows it.

    With `can` also what the caller may do with it: {edit, checkOut, lock, submit, approve,
    release, delete: {allowed, reason}}.
    """
    return await shown_item(reads, request, item_id, query)


@routes.put(
    "/api/items/{item_id:str}",
    BY_TYPE,
    example={"name": "Motor bracket, long"},
    body_schema=item_input.ITEM_EDIT_SCHEMA,
    response=ANY_RECORD,
)
async def update_item(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: RawObject
) -> DataResponse:
    """Change some fields of an item."""
    branch = named_branch(query)
    actor, match = request.actor, request.match
    return item_response(
        await service.update_item(tx, actor, item_id, body, branch_id=branch, match=match)
    )


@routes.delete("/api/items/{item_id:str}", BY_TYPE, example=REMOVAL_EXAMPLE)
async def delete_item(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: RemovalInput
) -> SuccessMessage:
    """Delete a draft; its number stays taken and earlier commits go on showing it."""
    branch, said, match = named_branch(query, body), body.commit_message, request.match
    await service.delete_item(
        tx, request.actor, item_id, branch_id=branch, match=match, message=said
    )
    return SuccessMessage()


@routes.post(
    "/api/items/{item_id:str}/restore",
    BY_TYPE,
    example=REMOVAL_EXAMPLE,
    response=ANY_RECORD,
)
async def restore_item(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, body: RemovalInput
) -> DataResponse:
    """Bring a deleted item back as it stood, on main or on the branch where it was deleted."""
    branch, said = named_branch(query, body), body.commit_message
    return item_response(
        await restore_deleted_item(tx, request.actor, item_id, branch_id=branch, message=said)
    )


@routes.get(
    "/api/items/{item_id:str}/revisions", BY_TYPE, response={"revisions": list[RevisionRecord]}
)
async def list_item_revisions(
    request: Request, reads: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """The item's revisions on main, newest first."""
    view = await requested_view(reads, request, query)
    return DataResponse(
        {"revisions": await history_service.list_revisions(reads, request.actor, item_id, view)}
    )


@routes.get(
    "/api/items/{item_id:str}/history",
    BY_TYPE,
    response=ListOf("history", HistoryRecord),
    is_lasting=True,
)
async def get_item_history(
    request: Request, reads: Snapshot, item_id: ItemId, query: ViewPageQuery
) -> DataResponse:
    """The history of the item, newest first."""
    view = await requested_view(reads, request, query)
    page = await history_service.list_history(
        reads, request.actor, item_id, view=view, paging=query.paging()
    )
    return page_response("history", page)


@routes.get(
    "/api/items/{item_id:str}/transitions",
    BY_TYPE,
    response={"currentState": str, "availableTransitions": list[AvailableTransition]},
)
async def list_item_transitions(
    request: Request, reads: Snapshot, item_id: ItemId, query: ViewQuery
) -> DataResponse:
    """The item's state and the transitions that leave it; on a branch there are none."""
    view = await requested_view(reads, request, query)
    state, offers = await transition_service.available_transitions(
        reads, request.actor, item_id, view
    )
    return DataResponse({"currentState": state, "availableTransitions": offers})


@routes.post(
    "/api/items/{item_id:str}/transitions",
    BY_TYPE,
    example={"transition": "Submit"},
    response=ANY_RECORD,
)
async def transition_item(
    request: Request,
    tx: Transaction,
    item_id: ItemId,
    query: BranchParameters,
    body: TransitionInput,
) -> DataResponse:
    """Take a transition of the item's lifecycle; on a branch none can be taken."""
    scheme, branch = request.services.settings.revision_scheme, named_branch(query, body)
    moved = await transition_service.take_transition(
        tx, request.actor, item_id, body, branch_id=branch, scheme=scheme
    )
    data = wire.item_to_record(moved.version) | {
        "fromState": moved.from_state,
        "toState": moved.to_state,
    }
    return DataResponse(data, etag=service.item_etag(moved.version))
