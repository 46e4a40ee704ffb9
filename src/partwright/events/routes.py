"""The feed of events over HTTP: as pages of JSON, or as a stream."""

from partwright.events.feed_service import FeedPage
from partwright.events.service import EventsQuery, answer_events
from partwright.web.endpoint import SIGNED_IN, RouteTable
from partwright.web.event_stream import EventStream
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Events")


@routes.get("/api/events", SIGNED_IN, is_stream=True, response=FeedPage)
async def list_events(request: Request, query: EventsQuery) -> DataResponse | EventStream:
    """Events of all designs that you see; a stream with `Accept: text/event-stream`."""
    return await answer_events(request, query)
