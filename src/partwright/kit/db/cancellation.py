"""Waiting for work in threads that a hanging-up client must not tear in two."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")

_NUDGE_SECONDS = 0.05


async def finish_despite_cancel(
    work: Awaitable[T], *, on_cancel: Callable[[], object] | None = None
) -> T:
    """The result of the work; a cancellation is passed on only when the work has ended.

    `on_cancel` is called, again and again, to hasten the end of cancelled work.
    """
    future = asyncio.ensure_future(work)
    try:
        # Shielded also from the report of a failure that nobody waits for any more.
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        while not future.done():
            if on_cancel is not None:
                on_cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([future], timeout=_NUDGE_SECONDS)
        raise
