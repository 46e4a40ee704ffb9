"""Prometheus metrics of a server."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from partwright.kit.db import Database
from partwright.kit.db.replicas import Replicas
from partwright.web.worker_metrics import Summed, WorkerMetrics

CONTENT_TYPE = "text/plain; version=0.0.4"
_BUCKETS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0)
"""Seconds."""


class _Requests(Collector):
    """Counts requests in the event loop, where a lock for each figure would cost more than counting.

    The figures are read from another thread too, as copies that one step takes.
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int], int] = {}
        self._times: dict[tuple[str, str], list[float]] = {}
        """By method and route: the seconds in all, then how many fell into each bucket."""

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        key = (method, route, status)
        self._counts[key] = self._counts.get(key, 0) + 1
        times = self._times.get((method, route))
        if times is None:
            times = self._times[method, route] = [0.0] * (2 + len(_BUCKETS))
        times[0] += seconds
        times[1 + bisect_left(_BUCKETS, seconds)] += 1

    def collect(self) -> Iterator[Metric]:
        counted = CounterMetricFamily(
            "partwright_requests", "Requests answered", labels=("method", "route", "status")
        )
        for (method, route, status), count in list(self._counts.items()):
            counted.add_metric((method, route, str(status)), count)
        yield counted
        timed = HistogramMetricFamily(
            "partwright_request_seconds", "Time to answer a request", labels=("method", "route")
        )
        for labels, (total, *counts) in list(self._times.items()):
            up_to = zip((*map(str, _BUCKETS), "+Inf"), accumulate(counts), strict=True)
            timed.add_metric(labels, list(up_to), total)
        yield timed


class _Figures(NamedTuple):
    """Counts of what databases and their replicas did."""

    statements: int = 0
    waits: int = 0
    reads: int = 0

    def plus(self, database: Database, replicas: Replicas | None) -> "_Figures":
        return _Figures(
            self.statements + database.statements,
            self.waits + database.waits,
            self.reads + (replicas.reads if replicas else 0),
        )


class ServerMetrics:
    """Requests by route and status, their latency, and the database's statements."""

    def __init__(self) -> None:
        self._followed: dict[Database, Replicas | None] = {}
        self._before = _Figures()
        """What databases counted that are closed again."""
        self.registry = CollectorRegistry()
        self.workers: WorkerMetrics | None = None
        """Where the server has several processes: what the others counted."""
        self._requests = _Requests()
        self.registry.register(self._requests)
        self.bytes_in = Counter(
            "partwright_vault_bytes_in", "Bytes of files uploaded", registry=self.registry
        )
        self.bytes_out = Counter(
            "partwright_vault_bytes_out", "Bytes of files downloaded", registry=self.registry
        )
        self.files_in = Counter(
            "partwright_vault_files_in", "Files uploaded", registry=self.registry
        )
        self.streams = Gauge("partwright_streams", "Open event streams", registry=self.registry)
        statements = Gauge(
            "partwright_database_statements", "Statements executed", registry=self.registry
        )
        statements.set_function(lambda: self._figures().statements)
        waits = Gauge(
            "partwright_database_waits",
            "Waits of writers for the database, each for one or more statements",
            registry=self.registry,
        )
        waits.set_function(lambda: self._figures().waits)
        self._reads: Gauge | None = None

    def follow(self, database: Database, replicas: Replicas | None) -> None:
        """Count what a database does from now on."""
        self._followed[database] = replicas
        if replicas is not None and self._reads is None:
            self._reads = Gauge(
                "partwright_replica_reads",
                "Requests answered by replicas of the database",
                registry=self.registry,
            )
            self._reads.set_function(lambda: self._figures().reads)

    def leave(self, database: Database, replicas: Replicas | None) -> None:
        """Keep what a database did that is closed now."""
        self._before = self._before.plus(database, replicas)
        self._followed.pop(database, None)

    def _figures(self) -> "_Figures":
        figures = self._before
        for database, replicas in list(self._followed.items()):
            figures = figures.plus(database, replicas)
        return figures

    def took_in(self, sizes: list[int]) -> None:
        """Count files that were taken in, by their bytes."""
        self.files_in.inc(len(sizes))
        self.bytes_in.inc(sum(sizes))

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.observe(method, route, status, seconds)

    def text(self) -> bytes:
        """The counters; of all processes of the server, where they are told of each other."""
        if self.workers is None:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        together.register(Summed(self.registry, self.workers.of_others()))
        return generate_latest(together)
