"""Background tasks brought to their end."""

import asyncio
from collections.abc import Iterable
from typing import Any

_AGAIN_SECONDS = 1.0
"""Time for a task to give back what it holds, before it is cancelled once more."""


async def end_tasks(tasks: Iterable[asyncio.Task[Any]], *, again: float = _AGAIN_SECONDS) -> None:
    """Cancel tasks until they have ended: one that is at a commit keeps a cancellation to itself."""
    ending = list(tasks)
    pending = {task for task in ending if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again)
    await asyncio.gather(*ending, return_exceptions=True)
