"""From the address of a broker to the hints of a process."""

from importlib import import_module
from typing import Any

from partwright.kit.hints import NO_HINTS, HintBus
from partwright.kit.queue_address import queue_address


def open_hints(url: str) -> HintBus:
    """The hints that go through a broker; without an address everybody looks for themselves."""
    if not url:
        return NO_HINTS
    module = _client()
    hints: HintBus = module.NatsHints(queue_address(url))
    return hints


async def probe_queue(url: str) -> None:
    """Whether hints could go through a broker; RuntimeError with the reason why not."""
    await _client().probe(queue_address(url))


def _client() -> Any:
    return import_module("partwright.kit.nats_hints")
