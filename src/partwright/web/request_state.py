"""State shared by the layers of one request, typed, beside the ASGI scope."""

from collections.abc import Mapping

from starlette.types import Scope

from partwright.identity.model import Actor
from partwright.web.body_budget import BodyBudget, BodyShare
from partwright.web.routing import RouteTree

_KEY = "partwright"


class RequestState:
    """Filled from the outermost layer inwards."""

    __slots__ = (
        "actor",
        "address",
        "bodies",
        "headers",
        "path_parameters",
        "request_id",
        "route",
        "routes",
        "token",
    )

    def __init__(
        self,
        *,
        request_id: str,
        headers: Mapping[bytes, bytes],
        address: str,
        bodies: BodyBudget | None = None,
    ) -> None:
        self.request_id = request_id
        self.headers = headers
        """By their names in lower case; of one that came twice the last."""
        self.address = address
        """The client's network address, proxies that are trusted looked through."""
        self.bodies = BodyShare(bodies or BodyBudget())
        """What this one's body takes of the memory that there is for bodies."""
        self.route = "other"
        """The path of the route as it is declared, for metrics and logs."""
        self.actor: Actor | None = None
        self.token: str | None = None
        self.path_parameters: Mapping[str, str] = {}
        self.routes: RouteTree | None = None
        """All routes, for a request that looks something up by another one."""


def set_state(scope: Scope, state: RequestState) -> None:
    scope[_KEY] = state


def state_of(scope: Scope) -> RequestState:
    """The state of a request that has come through the outermost layer."""
    state: RequestState = scope[_KEY]
    return state
