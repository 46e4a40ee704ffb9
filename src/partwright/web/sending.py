"""Sends what a handler returned, or what it refused."""

from collections.abc import Mapping
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Send

from partwright.kit.errors import Refusal
from partwright.web.downloads import Headers, StreamedFile, file_headers, send_file
from partwright.web.error_responses import (
    ErrorBody,
    ErrorEnvelope,
    error_body,
    error_headers,
    error_status,
)
from partwright.web.event_stream import EventStream
from partwright.web.request import Request
from partwright.web.responses import DataResponse, GeneratedFile, encode
from partwright.web.spooled_json import SpooledJson, content_tag

_JSON = (b"content-type", b"application/json")
_FAILED = "The server failed to answer this request"


async def send_response(result: Any, request: Request, receive: Receive, send: Send) -> None:
    """Send what a handler returned: a DataResponse or bare data, a file, or a response of its own."""
    if type(result) is DataResponse:
        await _answer(result, request, send)
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
        await _answer(DataResponse(result), request, send)


async def _answer(answer: DataResponse, request: Request, send: Send) -> None:
    body, etag = b"", answer.etag
    if etag is None:
        body = answer.body()
        if request.method == "GET" and request.is_signed_in and answer.status == HTTPStatus.OK:
            etag = content_tag(blake2b(body, digest_size=16))
    if etag is None:
        await _send(send, answer.status, body, [_JSON])
        return
    tag = (b"etag", etag.encode())
    if request.method == "GET" and request.knows(etag):
        await _send(send, 304, b"", [tag])
        return
    await _send(send, answer.status, body or answer.body(), [_JSON, tag])


async def send_refusal(refusal: Refusal, request_id: str, send: Send) -> None:
    """Send a refusal in the error envelope."""
    await _send_error(
        send, error_status(refusal), error_body(refusal, request_id), error_headers(refusal)
    )


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
