"""A few places for heavy reads, shared among those who ask: nobody has more than their share.

Who waits waits in a queue of their own, and the queues take turns. So one user who asks for a
hundred reports is served as before, and everybody else's wait is that of a few reads.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from partwright.kit.errors import ServiceUnavailable

reader_name: ContextVar[str] = ContextVar("reader_name", default="")
"""Who reads: a user, or an address without one. Work of the server itself has no name."""

MOST_WAITING = 1000
"""Reads of one reader that wait; more than the limits of requests let anybody ask for."""


class TooManyWaiting(ServiceUnavailable):
    """A reader asks for more than any patience is worth."""

    def __init__(self) -> None:
        super().__init__("Too many of your requests are already waiting", retry_after=5)


class FairSlots:
    """Places, of which a reader has at most a share at a time while others may come."""

    def __init__(self, places: int, *, share: int) -> None:
        self._free = places
        self._share = share
        self._held: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def place(self) -> AsyncGenerator[None]:
        """Have a place for the length of the block."""
        name = reader_name.get()
        await self._enter(name)
        try:
            yield
        finally:
            self._leave(name)

    async def _enter(self, name: str) -> None:
        if self._free and self._held[name] < self._share and name not in self._queues:
            self._take(name)
            return
        queue = self._queues.setdefault(name, deque())
        if len(queue) >= MOST_WAITING:
            raise TooManyWaiting
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(name)
            else:
                self._forget(name, turn)
            raise

    def _take(self, name: str) -> None:
        self._free -= 1
        self._held[name] += 1

    def _leave(self, name: str) -> None:
        self._free += 1
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]
        self._serve()

    def _forget(self, name: str, turn: "asyncio.Future[None]") -> None:
        queue = self._queues.get(name)
        if queue is not None:
            queue.remove(turn)
            if not queue:
                del self._queues[name]

    def _serve(self) -> None:
        """Give free places to those who wait, one queue after the other, as long as one may come."""
        passed = 0
        while self._free and passed < len(self._queues):
            name, queue = self._queues.popitem(last=False)
            if self._held[name] < self._share:
                turn = queue.popleft()
                if not turn.cancelled():
                    self._take(name)
                    turn.set_result(None)
                passed = 0
            else:
                passed += 1
            if queue:
                # Behind all others, until it is their turn again.
                self._queues[name] = queue
