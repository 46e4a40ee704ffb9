"""Inboxes and watches over HTTP."""

import msgspec
from msgspec import UNSET, UnsetType

from partwright.inbox import service as inbox_service
from partwright.inbox.model import InboxCounts, InboxEntry, NoticeKind, WatchedItem, WatchState
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import ItemId
from partwright.web.endpoint import BY_TYPE, SIGNED_IN, SIGNED_IN_WHOLLY, ListOf, RouteTable
from partwright.web.parameters import PageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, page_response

routes = RouteTable("Inbox")


class InboxQuery(PageQuery, rename="camel", kw_only=True):
    """Filters of entries: of one kind, and those that are done instead of those that wait."""

    kind: NoticeKind | None = None
    done: bool = False


class EntryMarks(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of an entry; what is left out stays."""

    is_read: bool | UnsetType = UNSET
    is_done: bool | UnsetType = UNSET
    """What is done is read as well, and comes back by itself when something new happens."""


@routes.get("/api/inbox", SIGNED_IN, response=ListOf("entries", InboxEntry))
async def list_inbox(request: Request, snapshot: Snapshot, query: InboxQuery) -> DataResponse:
    """The entries that wait for you, one per subject, newest first."""
    found = await inbox_service.list_entries(
        snapshot, request.actor, kind=query.kind, is_done=query.done, paging=query.paging()
    )
    return page_response("entries", found)


@routes.get("/api/inbox/counts", SIGNED_IN, response=InboxCounts)
async def count_inbox(request: Request, reads: Snapshot) -> DataResponse:
    """The number of entries that wait for you, by their most urgent reason."""
    return DataResponse(await inbox_service.count_entries(reads, request.actor))


@routes.put(
    "/api/inbox/{notice_id:str}",
    SIGNED_IN_WHOLLY,
    example={"isDone": True},
    response={"entry": InboxEntry},
)
async def mark_inbox_entry(
    request: Request, tx: Transaction, notice_id: str, body: EntryMarks
) -> DataResponse:
    """Call an entry read or done, or take it back."""
    after = await inbox_service.mark_entry(
        tx, request.actor, notice_id, is_read=body.is_read, is_done=body.is_done
    )
    return DataResponse({"entry": after})


@routes.post(
    "/api/inbox/{notice_id:str}/read",
    SIGNED_IN_WHOLLY,
    response={"entry": InboxEntry},
)
async def read_inbox_entry(request: Request, tx: Transaction, notice_id: str) -> DataResponse:
    """Call an entry read."""
    after = await inbox_service.mark_entry(tx, request.actor, notice_id, is_read=True)
    return DataResponse({"entry": after})


@routes.post(
    "/api/inbox/{notice_id:str}/done",
    SIGNED_IN_WHOLLY,
    response={"entry": InboxEntry},
)
async def finish_inbox_entry(request: Request, tx: Transaction, notice_id: str) -> DataResponse:
    """Call an entry done, and so read."""
    after = await inbox_service.mark_entry(tx, request.actor, notice_id, is_done=True)
    return DataResponse({"entry": after})


@routes.get("/api/inbox/watched", SIGNED_IN, response=ListOf("items", WatchedItem))
async def list_watched_items(
    request: Request, snapshot: Snapshot, query: PageQuery
) -> DataResponse:
    """The items that you watch."""
    found = await inbox_service.list_watched(snapshot, request.actor, query.paging())
    return page_response("items", found)


@routes.get("/api/items/{item_id:str}/watch", BY_TYPE, response=WatchState)
async def get_item_watch(request: Request, snapshot: Snapshot, item_id: ItemId) -> DataResponse:
    """Whether you watch an item."""
    return DataResponse(await inbox_service.read_watch_state(snapshot, request.actor, item_id))


@routes.put("/api/items/{item_id:str}/watch", SIGNED_IN_WHOLLY, response=WatchState)
async def watch_item(request: Request, tx: Transaction, item_id: ItemId) -> DataResponse:
    """Watch an item: its changes, on every branch, come to your inbox."""
    done = await inbox_service.watch_item(tx, request.actor, item_id, is_watched=True)
    return DataResponse(done)


@routes.delete("/api/items/{item_id:str}/watch", SIGNED_IN_WHOLLY, response=WatchState)
async def unwatch_item(request: Request, tx: Transaction, item_id: ItemId) -> DataResponse:
    """Watch an item no longer."""
    done = await inbox_service.watch_item(tx, request.actor, item_id, is_watched=False)
    return DataResponse(done)
