"""Builds the ASGI application of a list of endpoints."""

from collections.abc import Callable, Sequence

from starlette.types import ASGIApp, Receive, Scope, Send

from partwright.web.compression import CompressingSender
from partwright.web.dispatch import dispatch
from partwright.web.endpoint import Endpoint
from partwright.web.error_responses import UnknownMethod
from partwright.web.middleware import RequestMiddleware
from partwright.web.request import Request, state_of
from partwright.web.routing import RouteTree
from partwright.web.sending import headers_only, send_allowed_methods, send_kept, send_response
from partwright.web.services import ServerServices
from partwright.web.traced import TracingMiddleware


def build_application(
    endpoints: Sequence[Endpoint],
    services: ServerServices,
    *,
    within: Callable[[ASGIApp], ASGIApp] = lambda routed: routed,
) -> ASGIApp:
    """The whole application; the layer `within` stands between the outermost one and the routes."""
    routed = RoutedApplication(endpoints, services)
    outermost = RequestMiddleware(within(routed), services)
    return TracingMiddleware(outermost, services.tracer) if services.tracer.is_on else outermost


class RoutedApplication:
    """Finds the endpoint of a request and sends what it answers; what refuses is raised."""

    def __init__(self, endpoints: Sequence[Endpoint], services: ServerServices) -> None:
        self._routes = RouteTree(endpoints)
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = state_of(scope)
        route, state.path_parameters = self._routes.find(scope["path"])
        state.route, state.routes = route.path, self._routes
        method: str = scope["method"]
        endpoint = route.endpoints.get("GET" if method == "HEAD" else method)
        if endpoint is not None and endpoint.is_lasting:
            kept = self._services.answers.find(scope, state.actor)
            if kept is not None:
                await send_kept(kept, state.headers, send, is_head=method == "HEAD")
                return
        if method == "HEAD":
            method, send = "GET", headers_only(send)
        elif not route.path.startswith("/api/auth/"):
            # A secret beside text that a client chooses must not be compressed together with it.
            accepted = state.headers.get(b"accept-encoding", b"")
            send = CompressingSender(send, accepted=accepted)
        if endpoint is not None:
            request = Request(scope, receive, self._services, method=method)
            await send_response(await dispatch(endpoint, request), request, receive, send)
        elif method == "OPTIONS":
            await send_allowed_methods(route.allow, send)
        else:
            raise UnknownMethod(route.allow)
