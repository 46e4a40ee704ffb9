"""A collector of traces: takes OTLP over HTTP, as any tool that is fed by OpenTelemetry does."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

SERVER = Span.SPAN_KIND_SERVER
FAILED = 2
"""The status of a span that failed; 0 is the ordinary one."""


class Seen(NamedTuple):
    """A span as it arrived."""

    name: str
    trace_id: str
    id: str
    parent_id: str
    kind: int
    status: int
    attributes: dict[str, Any]
    process: dict[str, Any]
    """What its process says of itself."""


class Collector:
    """What has arrived so far."""

    def __init__(self, port: int) -> None:
        self.endpoint = f"http://127.0.0.1:{port}"
        self.received = b""
        """All bytes, in which nothing secret may be."""
        self.paths: set[str] = set()
        self.spans: list[Seen] = []

    def take(self, path: str, body: bytes) -> None:
        self.paths.add(path)
        self.received += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            process = _values(resource.resource.attributes)
            for scope in resource.scope_spans:
                self.spans += [_seen(span, process) for span in scope.spans]

    def served(self, name: str) -> Seen:
        """The one span of a request with this name."""
        (found,) = [span for span in self.spans if (span.kind, span.name) == (SERVER, name)]
        return found

    def parts_of(self, whole: Seen) -> dict[str, Seen]:
        """The spans right below one, by name; of several the last."""
        return {span.name: span for span in self.spans if span.parent_id == whole.id}

    def named(self, name: str) -> list[Seen]:
        return [span for span in self.spans if span.name == name]


def _seen(span: Any, process: dict[str, Any]) -> Seen:
    ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
    return Seen(span.name, *ids, span.kind, span.status.code, _values(span.attributes), process)


def _values(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that listens until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.take(self.path, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector = Collector(server.server_port)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield collector
        server.shutdown()
        thread.join()
