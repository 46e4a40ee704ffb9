"""HTTP/1.1 as uvicorn reads it, with a bound on all that comes before a body."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.ids import new_id
from partwright.web.error_responses import error_body
from partwright.web.response_headers import common_headers

LARGEST_HEAD = 64 << 10
"""Bytes of the request line and the headers of one request."""


class _TooLarge(Exception):
    """Raised from a callback of the parser, which ends the request."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._is_in_head = True
        self._head = self._parsed = 0

    def data_received(self, data: bytes) -> None:
        # The parser gathers what it has not seen the end of, however much that is.
        if self._is_in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD + len(data):
                self.send_400_response("The headers are too large")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        self._is_in_head, self._head, self._parsed = True, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._measure(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._measure(name, value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def _measure(self, *parts: bytes) -> None:
        self._parsed += sum(map(len, parts))
        if self._parsed > LARGEST_HEAD:
            raise _TooLarge

    def send_400_response(self, msg: str) -> None:
        """Refuse in the error envelope what never became a request, and hang up."""
        request_id = new_id()
        body = error_body(InvalidInput(msg, details=[ErrorDetail("", msg)]), request_id)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
            *common_headers(request_id),
        ]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + lines + b"\r\n" + body)
        self.transport.close()
