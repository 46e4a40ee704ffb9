"""Traces by OpenTelemetry's own library, sent as OTLP over HTTP.

It takes a third of a second to import, so this module is loaded only when traces are wanted. The
library reads the OTEL_* variables itself.
"""

import asyncio
import os
import threading
from asyncio import CancelledError
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from partwright import __version__
from partwright.kit import log
from partwright.kit.errors import Refusal, ServiceUnavailable
from partwright.kit.ids import new_id
from partwright.kit.traces import Attributes, TraceSpan

CLOSING_SECONDS = 2.0
"""How long the process waits at its end for the collector."""
_CALLERS_TRACE = ("traceparent", "tracestate")
_propagator = TraceContextTextMapPropagator()


class _Span:
    """One span of the library."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def name(self, name: str) -> None:
        self._span.update_name(name)

    def note(self, attributes: Attributes) -> None:
        self._span.set_attributes(attributes)

    def failed(self) -> None:
        self._span.set_status(StatusCode.ERROR)


class OpenTelemetry:
    """The tracer of one process; its spans wait in memory and are sent from a thread."""

    is_on = True

    def __init__(self) -> None:
        self._provider = TracerProvider(resource=_resource(), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("partwright", __version__)

    @contextmanager
    def serving(self, headers: Mapping[bytes, bytes]) -> Generator[TraceSpan]:
        sent = {
            name: headers[name.encode()].decode("latin-1")
            for name in _CALLERS_TRACE
            if name.encode() in headers
        }
        # Not of the context at hand: that may be of the request before on the same connection.
        callers = _propagator.extract(sent, context=Context())
        span = self._tracer.start_span("request", context=callers, kind=SpanKind.SERVER)
        with _current(span) as begun:
            yield begun

    @contextmanager
    def running(self, name: str, attributes: Attributes | None = None) -> Generator[TraceSpan]:
        with _current(self._tracer.start_span(name, attributes=attributes)) as begun:
            yield begun

    @contextmanager
    def measuring(self, name: str, attributes: Attributes | None = None) -> Generator[TraceSpan]:
        if not trace.get_current_span().get_span_context().is_valid:
            # Nobody asks what the process does for itself every few seconds.
            yield _Span(trace.INVALID_SPAN)
            return
        span = self._tracer.start_span(name, attributes=attributes, kind=SpanKind.CLIENT)
        with _ended(span) as begun:
            yield begun

    async def close(self) -> None:
        # A thread that the end of the process does not wait for.
        closing = threading.Thread(target=self._provider.shutdown, daemon=True)
        closing.start()
        await asyncio.to_thread(closing.join, CLOSING_SECONDS)


def _resource() -> Resource:
    """The sender of the spans; what the environment says of it stands above what is said here."""
    own = {
        "service.name": "partwright",
        "service.version": __version__,
        "service.instance.id": new_id(),
        "process.pid": os.getpid(),
    }
    return Resource.create(own).merge(OTELResourceDetector().detect())


@contextmanager
def _current(span: trace.Span) -> Generator[TraceSpan]:
    """The span around all that happens in the block, lines of the log included."""
    named = span.get_span_context()
    ids = {
        "trace_id": trace.format_trace_id(named.trace_id),
        "span_id": trace.format_span_id(named.span_id),
    }
    around = trace.use_span(span, record_exception=False, set_status_on_exception=False)
    with around, log.joined(ids), _ended(span) as begun:
        yield begun


@contextmanager
def _ended(span: trace.Span) -> Generator[TraceSpan]:
    """Ends the span. Of an exception its kind is noted, never its text, which may hold anything."""
    try:
        yield _Span(span)
    except BaseException as error:
        span.set_attribute("error.type", type(error).__qualname__)
        if _is_fault(error):
            span.set_status(StatusCode.ERROR)
        raise
    finally:
        span.end()


def _is_fault(error: BaseException) -> bool:
    """Whether something did not work, beyond a refusal or a client who hung up."""
    if isinstance(error, Refusal):
        return isinstance(error, ServiceUnavailable)
    return not isinstance(error, CancelledError | GeneratorExit)
