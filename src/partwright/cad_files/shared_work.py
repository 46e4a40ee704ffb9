"""Work that several clients wait for: done once, and given up when nobody waits any more."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedWork(Generic[T]):
    """The work under way, by what it is for."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, tuple[asyncio.Future[T], list[object]]] = {}

    async def join(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """What the work for the key gives; begins it where it is not under way."""
        if key not in self._tasks:
            self._tasks[key] = asyncio.ensure_future(work()), []
        task, waiting = self._tasks[key]
        me = object()
        waiting.append(me)
        try:
            return await asyncio.shield(task)
        finally:
            waiting.remove(me)
            if not waiting or task.done():
                self._tasks.pop(key, None)
            if not waiting:
                task.cancel()
