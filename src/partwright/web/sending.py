"""Sends what a handler returned or refused, with the headers that every response carries."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Send

from partwright.kit.errors import Refusal
from partwright.kit.etag import names_entity_tag
from partwright.web.answer_cache import KeptAnswer
from partwright.web.answer_streams import AnswerStreams, in_thread
from partwright.web.downloads import Headers, StreamedFile, file_headers, send_file
from partwright.web.error_responses import (
    SCIM,
    ErrorBody,
    ErrorEnvelope,
    error_body,
    error_headers,
    error_status,
    scim_error_body,
)
from partwright.web.event_stream import EventStream
from partwright.web.long_json import close_streams, encode_long
from partwright.web.rate_limits import LimitStatus
from partwright.web.request import Request, RequestState
from partwright.web.responses import DataResponse, GeneratedFile, accepts_gzip, encode, is_long
from partwright.web.routing import SCIM_PATH, is_interface
from partwright.web.spooled_json import SpooledJson, content_tag

API_VERSION = "1"
streams = AnswerStreams()
_ALWAYS = (
    (b"x-api-version", API_VERSION.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
_COMMON = (*_ALWAYS, _POLICY)
_NO_STORE = ((b"cache-control", b"no-store"),)
_NOT_STORED = (*_COMMON, *_NO_STORE)
_ASKED_AGAIN = (*_COMMON, (b"cache-control", b"private, no-cache"))
_ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
_MAY_BE_SET = frozenset(
    (b"x-request-id", *(name for name, _ in (*_COMMON, *_NO_STORE, _ONLY_HTTPS)))
)
"""The headers that a response may have of its own, which goes before the common one."""


def common_headers(request_id: str) -> list[tuple[bytes, bytes]]:
    """The headers of every response."""
    return [(b"x-request-id", request_id.encode()), *_COMMON]


class HeaderSender:
    """Sends on, with the headers that the response of this request has besides its own."""

    def __init__(self, send: Send, state: RequestState, *, path: str, is_https: bool) -> None:
        self._send = send
        self._state = state
        self._path = path
        self._is_https = is_https
        self.limit_status: LimitStatus | None = None
        self.status = 0
        """0 until the response has begun."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], *self._more(message["headers"])]
        await self._send(message)

    def _more(self, present: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        if not is_interface(self._path):
            common = _COMMON
        elif self._path.startswith(("/api/auth", SCIM_PATH)):
            common = _NOT_STORED
        else:
            common = _ASKED_AGAIN
        more = [(b"x-request-id", self._state.request_id.encode()), *common]
        if self._is_https:
            more.append(_ONLY_HTTPS)
        if self._state.position is not None:
            more.append((b"partwright-position", b"%d" % self._state.position))
        own = [name for name, _ in present if name in _MAY_BE_SET]
        if own:
            more = [header for header in more if header[0] not in own]
        if self.limit_status is not None:
            more += self.limit_status.headers()
        return more


_JSON = (b"content-type", b"application/json")
_FAILED = "The server failed to answer this request"


async def send_response(result: Any, request: Request, receive: Receive, send: Send) -> None:
    """Send what a handler returned: a DataResponse or bare data, a file, or a response of its own."""
    if type(result) is DataResponse:
        await _answer(result, request, receive, send)
        return
    if isinstance(result, EventStream) and not result.is_checked:
        result.check = request.check_still_signed_in
    if isinstance(result, Response):
        await result(request.scope, receive, send)
    elif isinstance(result, StreamedFile):
        await send_file(result, request, receive, send)
    elif isinstance(result, SpooledJson):
        if request.method == "GET" and request.knows(result.etag):
            result.close()
            await _send(send, 304, b"", [(b"etag", result.etag.encode())])
        else:
            await result.send(send)
    elif isinstance(result, GeneratedFile):
        headers = file_headers(result.file_name, result.media_type)
        await _send(send, 200, result.content, headers)
    else:
        await _answer(DataResponse(result), request, receive, send)


async def _answer(answer: DataResponse, request: Request, receive: Receive, send: Send) -> None:
    if answer.encoded is None and not answer.repeats and is_long(answer.data):
        await _answer_long(answer, request, receive, send)
        return
    body, etag = b"", answer.etag
    if etag is None:
        body = answer.body()
        if _is_tagged(answer, request):
            etag = content_tag(blake2b(body, digest_size=16))
    if not await _is_known(etag, request, send):
        await _send(send, answer.status, body or answer.body(), [_JSON, *_tag_header(etag)])


async def _answer_long(
    answer: DataResponse, request: Request, receive: Receive, send: Send
) -> None:
    """The same for what would keep others waiting while it is encoded, sent piece by piece."""
    if await _is_known(answer.etag, request, send):
        await in_thread(close_streams, answer.data)
        return
    etag = answer.etag
    may_stream = etag is not None or not _is_tagged(answer, request)
    # Who speaks HTTP/1.0 knows no end of an answer without a length but that of the connection.
    if may_stream and request.scope.get("http_version") != "1.0" and streams.has_room():
        await streams.send(answer, [_JSON, *_tag_header(etag)], receive, send)
        return
    long = await in_thread(encode_long, answer)
    if etag is None and _is_tagged(answer, request):
        etag = content_tag(long.digest)
        if await _is_known(etag, request, send):
            return
    headers = [_JSON, *_tag_header(etag), (b"content-length", b"%d" % long.size)]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    while long.pieces:
        body = long.pieces.popleft()
        await send({"type": "http.response.body", "body": body, "more_body": bool(long.pieces)})


def _is_tagged(answer: DataResponse, request: Request) -> bool:
    """Whether an answer without a tag of its own is tagged by its bytes."""
    return request.method == "GET" and request.is_signed_in and answer.status == HTTPStatus.OK


async def _is_known(etag: str | None, request: Request, send: Send) -> bool:
    """Whether the client has what a tag names, and was told so by a 304."""
    if etag is None or request.method != "GET" or not request.knows(etag):
        return False
    await _send(send, 304, b"", _tag_header(etag))
    return True


def _tag_header(etag: str | None) -> list[tuple[bytes, bytes]]:
    return [] if etag is None else [(b"etag", etag.encode())]


async def send_kept(
    kept: KeptAnswer, headers: Mapping[bytes, bytes], send: Send, *, is_head: bool
) -> None:
    """Send an answer that was kept, by the shortest way there is."""
    known = headers.get(b"if-none-match")
    if not is_head and known is not None and names_entity_tag(known.decode("latin-1"), kept.etag):
        await _send(send, 304, b"", [(b"etag", kept.etag.encode())])
        return
    accepted = headers.get(b"accept-encoding")
    takes_gzip = accepted is not None and not is_head and accepts_gzip(accepted)
    more, body = kept.packed() if takes_gzip else kept.plain()
    await send({"type": "http.response.start", "status": kept.status, "headers": more})
    await send({"type": "http.response.body", "body": b"" if is_head else body})


async def send_refusal(refusal: Refusal, request_id: str, send: Send) -> None:
    """Send a refusal in the error envelope."""
    await _send_error(
        send, error_status(refusal), error_body(refusal, request_id), error_headers(refusal)
    )


async def send_scim_refusal(refusal: Refusal | None, send: Send) -> None:
    """The same in the form of SCIM; None for a failure of the server."""
    status = 500 if refusal is None else error_status(refusal)
    message = _FAILED if refusal is None else refusal.message
    body = scim_error_body(status, message, getattr(refusal, "scim_type", ""))
    more = {} if refusal is None else error_headers(refusal)
    headers = [(name.lower().encode(), value.encode()) for name, value in more.items()]
    await _send(send, status, body, [(b"content-type", SCIM.encode()), *headers])


async def send_failure(request_id: str, send: Send) -> None:
    """Send that the server failed, and nothing of how."""
    envelope = ErrorEnvelope(ErrorBody("INTERNAL_ERROR", _FAILED, request_id))
    await _send_error(send, 500, encode(envelope), {})


async def _send_error(send: Send, status: int, body: bytes, more: Mapping[str, str]) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in more.items()]
    await _send(send, status, body, [_JSON, *headers])


async def send_allowed_methods(allow: str, send: Send) -> None:
    """Say which methods a path knows."""
    await _send(send, 204, b"", [(b"allow", allow.encode())])


async def _send(send: Send, status: int, body: bytes, headers: Headers) -> None:
    if status not in (204, 304):
        headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def headers_only(send: Send) -> Send:
    """For HEAD: the headers of the GET alone."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return send_head
