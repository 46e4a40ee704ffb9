"""HTTP/1.1 as uvicorn reads it, with bounds on size, time and number of what clients send."""

import asyncio
from collections.abc import Sized
from typing import Any, ClassVar

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from partwright.kit.errors import (
    ErrorDetail,
    InvalidInput,
    Refusal,
    RequestTimeout,
    ServiceUnavailable,
)
from partwright.kit.ids import new_id
from partwright.web.connection_table import ConnectionTable
from partwright.web.error_responses import error_body, error_headers
from partwright.web.sending import common_headers
from partwright.web.services import ShutdownSignal

LARGEST_HEAD = 64 << 10
"""Bytes of the request line and the headers of one request; as much may stand between the chunks of
a body and after them."""
MOST_AHEAD = 32
"""Requests of one connection that wait for the answer to one before."""


class _TooLarge(Exception):
    """Raised from a callback of the parser, which ends the request."""


class _TooMuchAhead(Exception):
    """Raised from a callback of the parser, which ends the connection."""


class _OneByOne(FlowControl):
    """Reads no further while requests wait for the answer to one before, whoever asks for it."""

    def __init__(self, transport: asyncio.Transport, waiting: Sized) -> None:
        super().__init__(transport)
        self._waiting = waiting

    def resume_reading(self) -> None:
        if not self._waiting:
            super().resume_reading()


class _HeadWithBody(asyncio.Transport):
    """Takes one answer: its head waits for the first bytes of its body, to go out in one write.

    It waits no longer than the event loop's present turn, since a stream may begin much later.
    """

    __slots__ = ("_connection", "_head", "_is_begun", "_loop")

    def __init__(self, connection: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._connection = connection
        self._loop = loop
        self._head = b""
        self._is_begun = False

    def write(self, data: Any) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._connection.writelines((head, data))
        elif self._is_begun:
            self._connection.write(data)
        else:
            self._is_begun, self._head = True, data
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._connection.write(head)

    def close(self) -> None:
        self._flush()
        self._connection.close()

    def is_closing(self) -> bool:
        return self._connection.is_closing()


class BoundedHttpProtocol(HttpToolsProtocol):
    """One connection, looked at every few seconds while something is awaited from its client."""

    tick_seconds: ClassVar[float] = 5.0
    head_seconds: ClassVar[float] = 15.0
    """The headers of a request have to be whole so long after its first byte."""
    least_body_rate: ClassVar[float] = 1024.0
    """Bytes a second, over the time from one look to the next but one."""
    stalled_seconds: ClassVar[float] = 60.0
    """A client that takes nothing of its answer for so long is gone."""
    table: ClassVar[ConnectionTable | None] = None
    """The connections of the process, where they are counted."""
    closing: ClassVar[ShutdownSignal | None] = None
    """Told of the end once the port is closed: who is let go earlier comes back to this server."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._is_in_head, self._is_in_body = True, False
        self._head = self._parsed = 0
        self._received = self._unsent = 0
        self._around = 0
        """Bytes since the last one of a body: of chunk extensions and trailers."""
        self._slow_looks = 0
        self._since = self._stalled_since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._place: str | None = None
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = _OneByOne(transport, self.pipeline)
        if self.closing is not None and self.closing.is_near:
            # It was accepted as the port was closed, and nobody has told it to end.
            transport.close()
            return
        self._since = self._stalled_since = self.loop.time()
        if self.table is not None:
            self._place = self.table.enter(self.client[0] if self.client else "local")
            if self._place is None:
                refusal = ServiceUnavailable("Too many connections", retry_after=10)
                self._hang_up(b"503 Service Unavailable", refusal)
                return
        self._timer = self.loop.call_later(self.tick_seconds, self._look)

    def shutdown(self) -> None:
        """Take no further request; called for all connections when the port has been closed."""
        super().shutdown()
        if self.closing is not None:
            self.loop.call_soon(self.closing.announce)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self.table is not None and self._place is not None:
            self.table.leave(self._place)
            self._place = None
        self._abandon()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        cycle.transport = _HeadWithBody(self.transport, self.loop)
        super()._start_asgi_task(cycle, app)

    def _abandon(self) -> None:
        """Nobody waits for the answer any more, which may be to another request than the last."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def data_received(self, data: bytes) -> None:
        # The parser gathers what it has not seen the end of, however much that is.
        if self._is_in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD + len(data):
                self.send_400_response("The headers are too large")
                return
        elif self._is_in_body:
            self._around += len(data)
            if self._around > LARGEST_HEAD + len(data):
                self.send_400_response("The trailers are too large")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        self._is_in_head, self._head, self._parsed = True, 0, 0
        self._since = self.loop.time()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._measure(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._measure(name, value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head, self._is_in_body = False, True
        self._received = self._slow_looks = self._around = 0
        super().on_headers_complete()
        if len(self.pipeline) > MOST_AHEAD:
            raise _TooMuchAhead

    def on_body(self, body: bytes) -> None:
        self._received += len(body)
        self._around = 0
        if self.pipeline and len(self.cycle.body) + len(body) > LARGEST_HEAD:
            raise _TooMuchAhead
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._is_in_body = False
        super().on_message_complete()

    def _look(self) -> None:
        """Hang up on a client that keeps the server waiting."""
        if self.transport.is_closing():
            return
        now = self.loop.time()
        if self.flow.read_paused:
            self._since = now
        if self._is_in_head and now - self._since > self.head_seconds:
            self._time_out("The headers arrived too slowly")
        elif self._is_in_body and self._is_body_slow():
            self._time_out("The body arrived too slowly")
        elif self._is_stalled(now):
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(self.tick_seconds, self._look)

    def _is_body_slow(self) -> bool:
        received, self._received = self._received, 0
        is_waiting = self.flow.read_paused or self.cycle.waiting_for_100_continue
        if is_waiting or received >= self.least_body_rate * self.tick_seconds:
            self._slow_looks = 0
            return False
        self._slow_looks += 1
        return self._slow_looks >= 3

    def _is_stalled(self, now: float) -> bool:
        unsent = self.transport.get_write_buffer_size()
        if not self.flow.write_paused or unsent != self._unsent:
            self._unsent, self._stalled_since = unsent, now
        return now - self._stalled_since > self.stalled_seconds

    def _time_out(self, message: str) -> None:
        if self._is_in_body and self.cycle.response_started:
            self.transport.abort()
            return
        self._hang_up(b"408 Request Timeout", RequestTimeout(message))

    def _measure(self, *parts: bytes) -> None:
        self._parsed += sum(map(len, parts))
        if self._parsed > LARGEST_HEAD:
            raise _TooLarge

    def send_400_response(self, msg: str) -> None:
        """Refuse in the error envelope what never became a request, and hang up."""
        refusal = InvalidInput(msg, details=[ErrorDetail("", msg)])
        self._hang_up(b"400 Bad Request", refusal)

    def _hang_up(self, status: bytes, refusal: Refusal) -> None:
        request_id = new_id()
        body = error_body(refusal, request_id)
        more = [(n.lower().encode(), v.encode()) for n, v in error_headers(refusal).items()]
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
            *more,
            *common_headers(request_id),
        ]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self._abandon()
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + lines + b"\r\n" + body)
        self.transport.close()
