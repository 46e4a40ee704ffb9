"""One request, as a route sees it."""

from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException
from msgspec import Raw

from partwright.identity.model import Actor
from partwright.kit.errors import (
    Detail,
    Invalid,
    PayloadTooLarge,
    Unauthenticated,
    UnsupportedMediaType,
)
from partwright.kit.etag import Match
from partwright.kit.fields import RawObject

LARGEST_BODY = 16 << 20
"""Bytes of a JSON body; 500 import rows with every text at its limit take some 6 MB."""

_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


class Call:
    """Who calls, from where, and with what."""

    __slots__ = ("_actor", "_body", "request", "services")

    def __init__(self, request: Request[Any, Any, Any], services: Any) -> None:
        self.request = request
        self.services = services
        self._actor: Actor | None = request.scope["partwright_actor"]  # type: ignore[typeddict-item]
        self._body: bytes | None = None

    @property
    def actor(self) -> Actor:
        """The signed-in user; Unauthenticated without one."""
        if self._actor is None:
            raise Unauthenticated("A valid token is needed")
        return self._actor

    @property
    def token(self) -> str | None:
        return self.request.scope["partwright_token"]  # type: ignore[typeddict-item]

    @property
    def address(self) -> str:
        """The client's network address, proxies that are trusted looked through."""
        return self.request.scope["partwright_address"]  # type: ignore[typeddict-item]

    @property
    def match(self) -> Match:
        return Match(self.header("if-match"))

    def header(self, name: str) -> str | None:
        return self.request.headers.get(name)

    def query(self) -> dict[str, str]:
        """The parameters of the query; of a repeated one the first."""
        text = self.request.scope["query_string"]
        given: dict[str, str] = {}
        for key, value in parse_qsl(text.decode("latin-1"), keep_blank_values=True):
            given.setdefault(key, value)
        return given

    async def body(self) -> bytes:
        """The whole body; PayloadTooLarge while reading it."""
        if self._body is None:
            self._body = await self._read()
        return self._body

    async def _read(self) -> bytes:
        too_large = PayloadTooLarge(f"The body has more than {LARGEST_BODY} bytes")
        declared = self.header("content-length") or ""
        if declared.isdigit() and int(declared) > LARGEST_BODY:
            raise too_large
        read = bytearray()
        try:
            async for chunk in self.request.stream():
                read += chunk
                if len(read) > LARGEST_BODY:
                    raise too_large
        except HTTPException as error:
            raise too_large from error
        return bytes(read)

    async def json(self) -> RawObject:
        """The keys of the JSON object that the body is; no body at all is an empty object."""
        body = await self.body()
        if not body:
            return {}
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            raise UnsupportedMediaType("The body must be application/json")
        try:
            return _object.decode(body)
        except msgspec.ValidationError:
            raise Invalid(
                "The body must be a JSON object", details=[Detail("", "expected an object")]
            ) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Invalid(
                f"The body is not valid JSON: {error}", details=[Detail("", str(error))]
            ) from error
