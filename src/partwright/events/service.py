"""The feed as one request asks for it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.events import feed_service
from partwright.events.feed_service import FeedFilter, read_kinds
from partwright.events.hub import EventHub
from partwright.events.model import EventPosition, read_position
from partwright.kit.db import Snapshot
from partwright.kit.errors import InvalidInput
from partwright.kit.fields import Moment, ShortText, Uuid
from partwright.kit.ids import DesignId
from partwright.versioning.access import access_design
from partwright.web.event_stream import EventStream
from partwright.web.parameters import LARGEST_PAGE, PageSize
from partwright.web.request import Request
from partwright.web.responses import DataResponse

_NEWEST = "now"
_STREAM = "text/event-stream"


class EventsQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Range of events: those after an id, oldest first, or those before one, newest first."""

    after: ShortText | None = None
    """Without it a page begins with the first event, and a stream with the next."""
    before: ShortText | None = None
    """The id of an event, or `now`."""
    since: Moment | None = None
    kinds: Annotated[str, Meta(max_length=500)] | None = None
    """Several are separated by commas."""
    design_id: Uuid | None = None
    by: Uuid | None = None
    """A user's id."""
    limit: PageSize = LARGEST_PAGE


async def answer_events(request: Request, query: EventsQuery) -> DataResponse | EventStream:
    """The feed in the form that the client accepts."""
    if _STREAM in (request.header("accept") or ""):
        return await open_stream(request, query)
    return await read_page(request, query)


async def read_page(request: Request, query: EventsQuery) -> DataResponse:
    """A page of the feed."""
    named = [n for n in ("after", "before", "since") if getattr(query, n) is not None]
    if len(named) > 1:
        raise InvalidInput.field(named[1], f"expected only one of {' and '.join(named)}")
    async with request.services.database.snapshot() as snapshot:
        wanted = await _wanted(snapshot, request, query)
        page = await feed_service.read_events(
            snapshot,
            request.actor,
            wanted,
            start=await _start(snapshot, query),
            newest_first=query.before is not None,
            limit=min(query.limit, LARGEST_PAGE),
        )
    if query.before is None:
        # Who goes on after an event would miss another one of its number.
        await request.services.database.flush()
    return DataResponse(page)


async def open_stream(request: Request, query: EventsQuery) -> EventStream:
    """The events from now on, after those since the id that the client had last."""
    hub = request.services.of(EventHub)
    hub.check_room(request.actor)
    async with request.services.database.snapshot() as snapshot:
        wanted = await _wanted(snapshot, request, query)
        had = (request.header("last-event-id") or "").strip()
        after = read_position(had, name="Last-Event-ID") if had else None
        if after is None and (query.after is not None or query.since is not None):
            after = await _start(snapshot, query)
    return EventStream(
        hub.follow(request.actor, request.token or "", wanted, after=after),
        open_streams=request.services.metrics.streams,
        is_checked=True,
    )


async def _wanted(snapshot: Snapshot, request: Request, query: EventsQuery) -> FeedFilter:
    """The filter; NotFound for a design that the caller does not see."""
    if query.design_id is not None:
        await access_design(snapshot, request.actor, DesignId(query.design_id))
    return FeedFilter(read_kinds(query.kinds), query.design_id, query.by)


async def _start(snapshot: Snapshot, query: EventsQuery) -> EventPosition:
    if query.since is not None:
        return await feed_service.position_since(snapshot, query.since)
    if query.before == _NEWEST:
        return feed_service.END
    if query.before is not None:
        return read_position(query.before, name="before")
    return feed_service.START if query.after is None else read_position(query.after, name="after")
