"""Prometheus metrics of one process."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from partwright.kit.db import Database

CONTENT_TYPE = "text/plain; version=0.0.4"


class ServerMetrics:
    """Requests by route and status, their latency, and the database's statements."""

    def __init__(self, database: Database) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "partwright_requests_total",
            "Requests answered",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "partwright_request_seconds",
            "Time to answer a request",
            ("method", "route"),
            buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30),
            registry=self.registry,
        )
        self.bytes_in = Counter(
            "partwright_vault_bytes_in", "Bytes of files taken in", registry=self.registry
        )
        self.bytes_out = Counter(
            "partwright_vault_bytes_out", "Bytes of files sent out", registry=self.registry
        )
        self.files_in = Counter(
            "partwright_vault_files_in", "Files taken in", registry=self.registry
        )
        self.streams = Gauge("partwright_streams", "Open event streams", registry=self.registry)
        statements = Gauge(
            "partwright_database_statements", "Statements executed", registry=self.registry
        )
        statements.set_function(lambda: database.statements)

        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def took_in(self, sizes: list[int]) -> None:
        """Count files that were taken in, by their bytes."""
        self.files_in.inc(len(sizes))
        self.bytes_in.inc(sum(sizes))

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        # Looking the children up by their labels would cost more than counting does.
        children = self._children.get((method, route, status))
        if children is None:
            requests = self._requests.labels(method, route, str(status))
            children = requests, self._seconds.labels(method, route)
            self._children[method, route, status] = children
        children[0].inc()
        children[1].observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
