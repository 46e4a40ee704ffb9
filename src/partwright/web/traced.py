"""The outermost layer where traces are wanted: each request is a span, its caller's if they say so.

A span tells the route and never the path: neither a query nor an id stands in it.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partwright.kit.traces import Attribute, Tracer, TraceSpan
from partwright.web.middleware import method_label
from partwright.web.request import state_of


class TracingMiddleware:
    """ASGI middleware around the one that serves, which says afterwards what it has served."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._tracer.serving(dict(scope["headers"])) as span:
            try:
                await self._app(scope, receive, noting)
            finally:
                _tell(span, scope, status)


def _tell(span: TraceSpan, scope: Scope, status: int) -> None:
    state = state_of(scope)
    method, route = method_label(scope), state.route
    span.name(f"{method} {route}")
    told: dict[str, Attribute] = {
        "http.request.method": method,
        "http.route": route,
        "url.scheme": scope["scheme"],
        "partwright.request_id": state.request_id,
    }
    if state.actor is not None:
        told["user.id"] = state.actor.id
    if status:
        told["http.response.status_code"] = status
    if status >= 500:
        span.failed()
    span.note(told)
