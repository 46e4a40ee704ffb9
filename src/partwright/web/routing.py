"""Finds the route of a path: a tree by segments, so that its cost does not grow with the routes."""

from collections.abc import Mapping, Sequence

from partwright.kit.errors import NotFound
from partwright.web.endpoint import Endpoint

SCIM_PATH = "/scim/"


class Route:
    """A path with the endpoints of its methods."""

    __slots__ = ("allow", "endpoints", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self.endpoints: dict[str, Endpoint] = {}
        self.allow = "OPTIONS"
        """The methods of the path, as the header `Allow` names them."""

    def add(self, endpoint: Endpoint) -> None:
        """Serve a method; ValueError when it is served already."""
        if endpoint.method in self.endpoints:
            raise ValueError(f"{endpoint.method} {endpoint.path} is declared twice")
        self.endpoints[endpoint.method] = endpoint
        methods = {"OPTIONS", *self.endpoints}
        if "GET" in self.endpoints:
            methods.add("HEAD")
        self.allow = ", ".join(sorted(methods))


class _Node:
    """Next parts of a path: fixed segments first, then any one."""

    __slots__ = ("any", "fixed", "parameter", "rest", "route")

    def __init__(self) -> None:
        self.fixed: dict[str, _Node] = {}
        self.any: _Node | None = None
        self.parameter = ""
        self.rest = False
        """Whether the parameter takes all that follows, slashes included."""
        self.route: Route | None = None


class RouteTree:
    """The routes of the service."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._root = _Node()
        for endpoint in endpoints:
            self._add(endpoint)

    def _add(self, endpoint: Endpoint) -> None:
        node = self._root
        for segment in _segments(endpoint.path):
            if segment.startswith("{"):
                name, _, kind = segment[1:-1].partition(":")
                node.any = node.any or _Node()
                if node.parameter not in ("", name):
                    raise ValueError(f"{endpoint.path}: this segment is {node.parameter} elsewhere")
                node.parameter = name
                node = node.any
                node.rest = kind == "path"
            else:
                node = node.fixed.setdefault(segment, _Node())
        node.route = node.route or Route(endpoint.path)
        node.route.add(endpoint)

    def find(self, path: str) -> tuple[Route, Mapping[str, str]]:
        """The route of a path and the values of its parameters; NotFound where there is none.

        A fixed segment goes before a parameter, and what it leads to is not tried a second way.
        """
        node = self._root
        values: dict[str, str] = {}
        for place, segment in enumerate(_segments(path)):
            following = node.fixed.get(segment)
            if following is None and node.any is not None and (segment or node.any.rest):
                values[node.parameter] = segment
                following = node.any
                if following.rest and following.route is not None:
                    values[node.parameter] = path.split("/", place + 1)[-1]
                    return following.route, values
            if following is None:
                raise _nothing_here()
            node = following
        if node.route is None:
            raise _nothing_here()
        return node.route, values


def _segments(path: str) -> list[str]:
    """The parts of a path; a slash at its end makes no difference."""
    trimmed = path[1:-1] if path.endswith("/") else path[1:]
    return trimmed.split("/") if trimmed else []


def _nothing_here() -> NotFound:
    return NotFound("Nothing exists at this path")


def is_interface(path: str) -> bool:
    """Whether a path is one of programs that call this server, and not one of its page."""
    return f"{path}/".startswith(("/api/", SCIM_PATH))
