"""Background tasks: work that is done again and again, and its end."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import structlog

_log = structlog.get_logger("tasks")

_AGAIN_SECONDS = 1.0
"""Time for a task to give back what it holds, before it is cancelled once more."""


async def repeat(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do the work after so many seconds, again and again; what fails is told and tried the next time."""
    await repeat_after(partial(asyncio.sleep, seconds), work)


async def repeat_after(
    rest: Callable[[], Awaitable[object]], work: Callable[[], Awaitable[object]]
) -> None:
    """Do the work after each rest, as `repeat` does."""
    while True:
        await rest()
        try:
            await work()
        except Exception:  # noqa: BLE001 - the next time tells as much
            _log.warning("repeated work failed", work=work.__qualname__, exc_info=True)


async def wait_at_most(event: asyncio.Event, seconds: float) -> None:
    """Until the event is set, or for so long; it can be set anew afterwards."""
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), seconds)
    finally:
        event.clear()


async def end_tasks(tasks: Iterable[asyncio.Task[Any]], *, again: float = _AGAIN_SECONDS) -> None:
    """Cancel tasks until they have ended: one that is at a commit keeps a cancellation to itself."""
    ending = list(tasks)
    pending = {task for task in ending if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again)
    await asyncio.gather(*ending, return_exceptions=True)
