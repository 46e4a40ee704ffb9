"""The OpenID provider's description of itself, fetched once in a while and cached."""

import asyncio
import time
from http import HTTPStatus
from typing import Any, TypeVar

import httpx
import msgspec

from partwright.kit.errors import InvalidCredentials, ServiceUnavailable
from partwright.kit.fields import NOT_JSON

T = TypeVar("T")

PATIENCE_SECONDS = 10
"""For a whole answer, however slowly it comes."""
MOST_BYTES = 1 << 20
"""Of an answer; metadata and keys take some ten thousand."""
REMEMBERED_SECONDS = 3600.0
"""How long metadata and keys are good."""
RENEWED_SECONDS = 60.0
"""Keys as old as this are fetched anew for a signature that they do not explain."""


class ProviderMetadata(msgspec.Struct, frozen=True):
    """The provider's description of itself (OpenID Connect Discovery, section 3)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class OpenIdProvider:
    """One provider's metadata and keys, each with the time from which they are too old."""

    def __init__(self, issuer: str) -> None:
        self._issuer = issuer
        self._metadata: tuple[float, ProviderMetadata] | None = None
        self._keys: tuple[float, dict[str, Any]] | None = None
        # Many who sign on at once ask the provider once.
        self._asking = asyncio.Lock()

    async def metadata(self) -> ProviderMetadata:
        """ServiceUnavailable when the provider does not answer, or is another one."""
        async with self._asking:
            if self._metadata is None or _age(self._metadata[0]) > REMEMBERED_SECONDS:
                self._metadata = time.monotonic(), await self._discover()
            return self._metadata[1]

    async def keys(self, *, newer_than: float = REMEMBERED_SECONDS) -> dict[str, Any] | None:
        """The keys as a JSON Web Key Set; None where those that are known are as young as that."""
        metadata = await self.metadata()
        async with self._asking:
            is_renewal = newer_than < REMEMBERED_SECONDS
            if self._keys is not None and _age(self._keys[0]) <= newer_than:
                return None if is_renewal else self._keys[1]
            async with provider_client() as http:
                found = await fetch(http, metadata.jwks_uri, dict[str, Any])
            self._keys = time.monotonic(), found
            return found

    async def _discover(self) -> ProviderMetadata:
        address = self._issuer.rstrip("/") + "/.well-known/openid-configuration"
        async with provider_client() as http:
            found = await fetch(http, address, ProviderMetadata)
        if found.issuer != self._issuer:
            raise ServiceUnavailable(
                f"The OpenID provider names another issuer than the one set up: {found.issuer[:200]}"
            )
        for address in (
            found.authorization_endpoint,
            found.token_endpoint,
            found.jwks_uri,
            *filter(None, (found.userinfo_endpoint,)),
        ):
            _check_address(address, issuer=self._issuer)
        return found


def _check_address(address: str, *, issuer: str) -> None:
    """ServiceUnavailable for an address that secrets must not go to: of the web, and as secret as the issuer's."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        url = httpx.URL("")
    schemes = ("https", "http") if issuer.startswith("http:") else ("https",)
    if url.scheme not in schemes or not url.host or url.userinfo:
        expected = " or ".join(f"{scheme}://" for scheme in schemes)
        told = f"expected an address that begins with {expected}, got {address[:200]!r}"
        raise ServiceUnavailable(f"The OpenID provider's metadata is unusable: {told}")


def _age(since: float) -> float:
    return time.monotonic() - since


def provider_client() -> httpx.AsyncClient:
    plain = {"Accept-Encoding": "identity"}
    return httpx.AsyncClient(timeout=PATIENCE_SECONDS, follow_redirects=False, headers=plain)


async def fetch(http: httpx.AsyncClient, address: str, kind: type[T]) -> T:
    return await send(http, http.build_request("GET", address), kind)


async def send(
    http: httpx.AsyncClient,
    request: httpx.Request,
    kind: type[T],
    *,
    auth: httpx.BasicAuth | None = None,
) -> T:
    """The JSON that the provider answers."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            response = await http.send(request, auth=auth, stream=True)
            try:
                content = await _content(response)
            finally:
                await response.aclose()
    except (httpx.HTTPError, TimeoutError) as error:
        raise _silent() from error
    if 400 <= response.status_code < 500 and request.method == "POST":
        raise InvalidCredentials("The provider did not confirm the sign-on")
    if response.status_code != HTTPStatus.OK:
        raise _silent()
    try:
        return msgspec.json.decode(content, type=kind)
    except NOT_JSON as error:
        raise _silent() from error


async def _content(response: httpx.Response) -> bytes:
    """The bytes as they were sent: of packed ones nobody knows what they unpack to."""
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise _silent()
    content = bytearray()
    async for piece in response.aiter_raw():
        content += piece
        if len(content) > MOST_BYTES:
            raise _silent()
    return bytes(content)


def _silent() -> ServiceUnavailable:
    return ServiceUnavailable("The OpenID provider gave an unexpected answer", retry_after=10)
