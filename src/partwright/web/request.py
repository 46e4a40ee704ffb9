"""One request, as a route sees it."""

from collections.abc import AsyncGenerator, Callable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar import Request as FrameworkRequest
from litestar.types import Receive
from msgspec import Raw

from partwright.identity.model import Actor
from partwright.kit.errors import (
    ErrorDetail,
    InvalidInput,
    NotAuthenticated,
    PayloadTooLarge,
    UnsupportedMediaType,
)
from partwright.kit.etag import IfMatch, names
from partwright.kit.fields import RawObject

LARGEST_BODY = 16 << 20
"""Bytes of a JSON body; 500 import rows with every text at its limit take some 6 MB."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


class Request:
    """Who calls, from where, and with what."""

    def __init__(self, scope: Any, receive: Receive, services: Any, *, method: str) -> None:
        self.scope = scope
        self.services = services
        self.method = method
        """GET for a HEAD as well."""
        self._receive = receive
        self._body: bytes | None = None
        self.form: Any = None
        """The form that the body is, where the route takes one."""

    @cached_property
    def framework(self) -> FrameworkRequest[Any, Any, Any]:
        """The framework's view of the request."""
        return FrameworkRequest(self.scope, receive=self._receive)

    @property
    def actor(self) -> Actor:
        """The signed-in user; NotAuthenticated without one."""
        actor: Actor | None = self.scope["partwright_actor"]
        if actor is None:
            raise NotAuthenticated("A valid token is needed")
        return actor

    @property
    def is_signed_in(self) -> bool:
        return self.scope["partwright_actor"] is not None

    @property
    def token(self) -> str | None:
        return self.scope["partwright_token"]

    @property
    def address(self) -> str:
        """The client's network address, proxies that are trusted looked through."""
        return self.scope["partwright_address"]

    @property
    def request_id(self) -> str:
        return self.scope["partwright_request_id"]

    @property
    def target(self) -> str:
        """Path and query, by which one request to the service differs from another."""
        return f"{self.scope['path']}?{self.scope['query_string'].decode('latin-1')}"

    @property
    def path_params(self) -> Mapping[str, Any]:
        return self.scope["path_params"]

    @cached_property
    def match(self) -> IfMatch:
        """The state that the client means; a POST means none."""
        return IfMatch(None if self.method == "POST" else self.header("if-match"))

    def knows(self, etag: str) -> bool:
        """Whether the client says (`If-None-Match`) that it has this state already."""
        header = self.header("if-none-match")
        return header is not None and names(header, etag)

    def header(self, name: str) -> str | None:
        """The value of a header, its name in lower case."""
        value = self.scope["partwright_headers"].get(name.encode())
        return None if value is None else value.decode("latin-1")

    def query(self) -> dict[str, str]:
        """The parameters of the query; of a repeated one the first."""
        text = self.scope["query_string"]
        given: dict[str, str] = {}
        if text:
            for key, value in parse_qsl(text.decode("utf-8", "replace"), keep_blank_values=True):
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
        if declared.isdecimal() and int(declared) > LARGEST_BODY:
            raise too_large
        read = bytearray()
        async for chunk in self.chunks():
            read += chunk
            if len(read) > LARGEST_BODY:
                raise too_large
        return bytes(read)

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it arrives, once; InvalidInput when the client breaks off."""
        while True:
            message: Any = await self._receive()
            if message["type"] == "http.disconnect":
                raise InvalidInput("The body ended early")
            yield message.get("body", b"")
            if not message.get("more_body", False):
                return

    async def json(self, split: Callable[[bytes], RawObject] | None = None) -> RawObject:
        """The keys of the JSON object that the body is; no body at all is an empty object."""
        body = await self.body()
        if not body:
            return {}
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            raise UnsupportedMediaType("The body must be application/json")
        return (split or split_object)(body.removeprefix(_BYTE_ORDER_MARK))


async def client_disconnect(receive: Receive) -> None:
    """Wait until the client is gone, passing over what it still sends."""
    while (await receive())["type"] != "http.disconnect":
        pass


def split_object(body: bytes) -> RawObject:
    """The keys of a JSON object with their values not yet decoded; InvalidInput for anything else."""
    try:
        return _object.decode(body)
    except msgspec.ValidationError:
        raise InvalidInput(
            "The body must be a JSON object", details=[ErrorDetail("", "expected an object")]
        ) from None
    except RecursionError:
        raise InvalidInput(
            "The body is nested too deeply", details=[ErrorDetail("", "is nested too deeply")]
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"The body is not valid JSON: {error}", details=[ErrorDetail("", str(error))]
        ) from error
