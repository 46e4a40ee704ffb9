"""Work that waits in a table and is shared by processes, any of which may end at any time.

Each says again and again that it is at work; what a process holds of which nothing is heard goes
back to the others. Each judges that by its own clock, so the clocks of their machines need not agree.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
import structlog

from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.errors import ServiceUnavailable
from partwright.kit.hints import WorkSignal

T = TypeVar("T")

_log = structlog.get_logger("leases")


class Lease(msgspec.Struct, frozen=True):
    """Work that a process holds, and what was heard of it last."""

    id: str
    holder: str
    beats: int


class LeaseWatch:
    """Last news that this process has of all leases."""

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


async def claim_next(
    database: Database, are_waiting: str, claim: Callable[[Transaction], Awaitable[T | None]]
) -> T | None:
    """The next work that waits, claimed; None where none does, and not where another was faster."""
    while await _finds(database, are_waiting):
        claimed = await write_alone(database, claim)
        if claimed is not None:
            return claimed
    return None


async def _finds(database: Database, sql: str) -> bool:
    async with database.single_reads() as reads:
        return await reads.one(int, sql) is not None


async def work_off(
    do_next: Callable[[], Awaitable[bool]],
    *,
    wanted: WorkSignal,
    pause: Callable[[], float],
    fault_pause: float,
) -> None:
    """Do what waits until nothing does, whenever it is wanted and after each pause, for ever.

    What fails is told, and the rest waits for longer.
    """
    seconds = pause()
    while True:
        await wanted.rest(seconds)
        try:
            while await do_next():
                pass
            seconds = pause()
        except ServiceUnavailable as missing:
            _log.warning("work waits", work=do_next.__qualname__, reason=missing.message)
            seconds = fault_pause
        except Exception:  # noqa: BLE001 - whatever it is, later work gets its turn
            _log.exception("work waits", work=do_next.__qualname__)
            seconds = fault_pause
