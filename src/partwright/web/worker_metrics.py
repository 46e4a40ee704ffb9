"""Metrics of all server processes of a machine, told by whichever is asked."""

import asyncio
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

STORED_SECONDS = 2.0
"""So old may be what a process tells of the others."""
_SUFFIX = ".metrics"


class StoredSample(msgspec.Struct, frozen=True, array_like=True):
    """One figure of a process."""

    name: str
    labels: dict[str, str]
    value: float


class StoredFamily(msgspec.Struct, frozen=True, array_like=True):
    """One metric of a process with all its figures."""

    name: str
    kind: str
    samples: list[StoredSample]


class WorkerMetrics:
    """A directory in which each process of a server keeps its figures for the others.

    What a process counted that has ended goes on counting, so that no counter falls back when the
    supervisor replaces it; what it had open does not.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._own = directory / f"{os.getpid()}{_SUFFIX}"

    def store(self, collector: Collector) -> None:
        """Write the figures of this process, whole or not at all."""
        families = [
            StoredFamily(one.name, one.type, [StoredSample(*sample[:3]) for sample in one.samples])
            for one in collector.collect()
        ]
        written = self._own.with_suffix(".part")
        written.write_bytes(msgspec.msgpack.encode(families))
        written.rename(self._own)

    async def keep(self, collector: Collector) -> None:
        """Store the figures again and again, beside the event loop."""
        while True:
            # A full disk takes the figures away, and nothing else.
            with suppress(OSError):
                await asyncio.to_thread(self.store, collector)
            await asyncio.sleep(STORED_SECONDS)

    def of_others(self) -> list[StoredFamily]:
        """The figures that the other processes stored last."""
        found: list[StoredFamily] = []
        for path in self._directory.glob(f"*{_SUFFIX}"):
            if path == self._own:
                continue
            with suppress(OSError):
                families = msgspec.msgpack.decode(path.read_bytes(), type=list[StoredFamily])
                if not _is_running(int(path.stem)):
                    families = [one for one in families if one.kind != "gauge"]
                found += families
        return found


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


_Key = tuple[str, tuple[tuple[str, str], ...]]
"""The name of a figure, and its labels."""


class Summed(Collector):
    """The figures of this process with those of others added."""

    def __init__(self, own: Collector, others: Sequence[StoredFamily]) -> None:
        self._own = own
        self._others = others

    def collect(self) -> Iterator[Metric]:
        sums: dict[str, dict[_Key, float]] = {}
        for family in self._others:
            values = sums.setdefault(family.name, defaultdict(float))
            for sample in family.samples:
                values[sample.name, tuple(sample.labels.items())] += sample.value
        for metric in self._own.collect():
            values = sums.get(metric.name, {})
            summed = Metric(metric.name, metric.documentation, metric.type)
            for sample in metric.samples:
                # When a counter began is not a sum.
                if not sample.name.endswith("_created"):
                    key = (sample.name, tuple(sample.labels.items()))
                    summed.add_sample(sample.name, sample.labels, sample.value + values.pop(key, 0))
            for (name, labels), value in values.items():
                if not name.endswith("_created"):
                    summed.add_sample(name, dict(labels), value)
            yield summed
