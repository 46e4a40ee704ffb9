"""Routes by path, and what every request is judged by before it is routed."""

import httpx
import pytest

from partwright.kit.errors import NotFound
from partwright.web.endpoint import PUBLIC, RouteTable
from partwright.web.routing import RouteTree
from tests.support.application import Api, refused, running
from tests.support.people import ENGINEER


def tree(*paths: str) -> RouteTree:
    routes = RouteTable("Paths")
    for path in paths:

        async def nothing() -> None:
            """Answer nothing."""

        routes.get(path, PUBLIC)(nothing)
    return RouteTree(routes.endpoints)


@pytest.mark.parametrize(
    ("path", "route", "values"),
    [
        ("/a", "/a", {}),
        ("/a/", "/a", {}),
        ("/a/7", "/a/{id:str}", {"id": "7"}),
        ("/a/me", "/a/me", {}),
        ("/a/7/b/8/", "/a/{id:str}/b/{other:str}", {"id": "7", "other": "8"}),
        ("/", None, {}),
        ("/b", None, {}),
        ("/a/7/b", None, {}),
        ("/a/me/b/8", None, {}),
        ("//a", None, {}),
        ("/a//", None, {}),
        ("a", None, {}),
        ("/n/K/7", "/n/{number:path}", {"number": "K/7"}),
        ("/n/7/", "/n/{number:path}", {"number": "7/"}),
        ("/n//7", "/n/{number:path}", {"number": "/7"}),
        ("/n/", None, {}),
    ],
)
def test_a_path_leads_to_one_route(path: str, route: str | None, values: dict[str, str]) -> None:
    routes = tree("/a", "/a/{id:str}", "/a/me", "/a/{id:str}/b/{other:str}", "/n/{number:path}")
    if route is None:
        with pytest.raises(NotFound):
            routes.find(path)
    else:
        found, parameters = routes.find(path)
        assert (found.path, parameters) == (route, values)


def test_a_route_is_declared_once() -> None:
    with pytest.raises(ValueError, match="GET /a is declared twice"):
        tree("/a", "/a")


@pytest.mark.settings(rate_limit_anonymous=1)
async def test_a_path_with_an_empty_segment_is_nowhere(settings: object) -> None:
    async with running(settings) as api:  # type: ignore[arg-type]
        for path in ("//api/users/me", "/api//users/me", "/api/users/me//", "//"):
            request = httpx.Request("GET", httpx.URL("http://test", raw_path=path.encode()))
            request.headers["Authorization"] = f"Bearer {ENGINEER.token}"
            refused(await api.http.send(request), 404, "RESOURCE_NOT_FOUND")


ODD_HOSTS = (
    *(
        "a b",
        "",
        "a/b",
        "a@b",
        "a,b",
        "[::1",
        'x"><script>',
        "a\tb",
        "ex\xe4mple",
        "a:1:2",
        "a:b",
        "[]",
    ),
    *("a" * 254, "a\\b", "a#b", "a?b", "a%20b", ":80"),
)


async def test_a_host_is_a_name_or_an_address(api: Api) -> None:
    for host in ODD_HOSTS:
        for path in ("/api/users/me", "/healthz", "/"):
            response = await api.http.get(path, headers=[(b"Host", host.encode("latin-1"))])
            told = refused(response, 400, "VALIDATION_ERROR")["message"]
            assert "Expected a host such as" in told, host
    for host in ("plm.example.org", "plm_1:8000", "127.0.0.1:80", "[::1]:8000"):
        response = await api.http.get("/healthz", headers=[("Host", host)])
        assert response.status_code == 200, host


async def test_a_request_names_one_host(api: Api) -> None:
    hosts = [("Host", "test"), ("Host", "evil")]
    response = await api.http.get("/api/users/me", headers=hosts)
    assert "exactly one Host header" in refused(response, 400, "VALIDATION_ERROR")["message"]
    callers = [("Authorization", "Bearer other"), ("Authorization", f"Bearer {ENGINEER.token}")]
    response = await api.http.get("/api/users/me", headers=callers)
    assert "one Authorization header" in refused(response, 400, "VALIDATION_ERROR")["message"]
