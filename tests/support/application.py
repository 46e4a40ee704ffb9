"""The service in this process: its open stores and a client that calls it over ASGI."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from partwright import app
from partwright.page.bundle import BUILT
from partwright.settings import Settings
from partwright.web.services import ServerServices
from tests.support.described import check_described
from tests.support.people import Person


class Counted:
    """How many statements a block of a test executed."""

    def __init__(self) -> None:
        self.statements = 0


class Api:
    """Calls the service; `as_` says who is calling, nobody by default."""

    def __init__(self, http: httpx.AsyncClient, services: ServerServices) -> None:
        self.http = http
        self.services = services

    async def request(
        self, method: str, path: str, *, as_: Person | None = None, **more: Any
    ) -> httpx.Response:
        """`more` is what httpx takes: params, json, content, headers."""
        headers = httpx.Headers(more.pop("headers", None))
        if as_ is not None:
            headers["Authorization"] = f"Bearer {as_.token}"
        if "json" in more:
            more["content"] = msgspec.json.encode(more.pop("json"))
            headers.setdefault("Content-Type", "application/json")
        response = await self.http.request(method, path, headers=headers, **more)
        check_described(method, response)
        return response

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.request("GET", path, **more)

    async def post(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return await self._write("POST", path, json, more)

    async def put(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return await self._write("PUT", path, json, more)

    async def patch(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return await self._write("PATCH", path, json, more)

    async def delete(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return await self._write("DELETE", path, json, more)

    async def _write(
        self, method: str, path: str, json: Any, more: dict[str, Any]
    ) -> httpx.Response:
        if json is not None:
            more["json"] = json
        return await self.request(method, path, **more)

    @contextmanager
    def counting(self) -> Iterator[Counted]:
        """Count the statements that are executed in the block; tokens are looked up beforehand."""
        counted = Counted()
        before = self.services.database.statements
        yield counted
        counted.statements = self.services.database.statements - before


def session_cookie(api: Api, *, is_https: bool = False) -> str:
    """What the cookie of a session is called by this instance."""
    return api.services.cookies.name(is_https=is_https)


@asynccontextmanager
async def running(
    settings: Settings, *, client: str = "127.0.0.1", built: Path = BUILT
) -> AsyncIterator[Api]:
    """One server process's worth of service, called from the address `client`."""
    async with app.opened(settings) as services:
        serving = app.application(services, built=built)
        transport = httpx.ASGITransport(serving, client=(client, 50000))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            yield Api(http, services)


def data(response: httpx.Response, status: int = 200) -> Any:
    """The `data` of an answer that must have the status."""
    assert response.status_code == status, response.text
    return response.json()["data"]


def refused(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The `error` of an answer that must be this refusal, in the envelope that decisions.md gives.

    Of a refusal in the form of SCIM, which has no codes, the status alone is looked at.
    """
    if response.headers["content-type"] == "application/scim+json":
        told: dict[str, Any] = response.json()
        assert (response.status_code, told["status"]) == (status, str(status)), response.text
        assert told["schemas"] == ["urn:ietf:params:scim:api:messages:2.0:Error"]
        assert told["detail"]
        return told
    assert (response.status_code, response.json()["error"]["code"]) == (status, code), response.text
    assert response.headers["content-type"] == "application/json"
    error: dict[str, Any] = response.json()["error"]
    assert error["message"]
    assert error["requestId"] == response.headers["x-request-id"]
    assert set(error) <= {"code", "message", "details", "requestId"}
    return error


def problems(response: httpx.Response, *, status: int = 400) -> dict[str, str]:
    """The named fields of a validation error, and what is wrong with each."""
    error = refused(response, status, "VALIDATION_ERROR")
    return {detail["field"]: detail["message"] for detail in error["details"]}
