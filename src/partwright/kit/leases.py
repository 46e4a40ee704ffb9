"""Work that waits in a table and is shared by processes, any of which may end at any time.

Each says again and again that it is at work; what a process holds of which nothing is heard goes
back to the others. Each judges that by its own clock, so the clocks of their machines need not agree.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from partwright.kit.db import Database
from partwright.kit.db.single_writes import run_alone

_log = structlog.get_logger("leases")


class Lease(msgspec.Struct, frozen=True):
    """Work that a process holds, and what was heard of it last."""

    id: str
    holder: str
    beats: int


class LeaseWatch:
    """What this process heard of the leases of all."""

    def __init__(
        self,
        database: Database,
        *,
        held: str,
        take_back: str,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """The statements list what is held, and give one back by its fields."""
        self._database = database
        self._held = held
        self._take_back = take_back
        self._seconds = seconds
        self._clock = clock
        self._heard: dict[Lease, float] = {}
        """Since when nothing new was heard of each."""

    async def give_back(self, own: str) -> list[Lease]:
        """Give back what others hold of whom nothing was heard for the time of a lease."""
        async with self._database.single_reads() as reads:
            held = await reads.all(Lease, self._held)
        now = self._clock()
        self._heard = {one: self._heard.get(one, now) for one in held}
        over = [
            one
            for one, since in self._heard.items()
            if now - since >= self._seconds and one.holder != own
        ]
        for one in over:
            await run_alone(self._database, self._take_back, **msgspec.structs.asdict(one))
        return over


async def repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work again and again; while the database does not answer nothing can be told."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:  # noqa: BLE001 - the next time does it
            _log.warning("leases not looked at", exc_info=True)
