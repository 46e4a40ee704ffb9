"""Hints between the processes of an installation: there is something new in the database.

A hint says that it is worth looking, and nothing else: the tables alone say what is there. Whoever
hears none looks now and then all the same, so a hint that is lost costs time and nothing more.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Literal, Protocol

import msgspec

from partwright.kit import clock
from partwright.kit.tasks import wait_at_most

News = Literal["events", "sessions", "rights"]
"""Told to all processes: the outbox has grown, sessions of the design engine have moved on, tokens
are to be looked up anew."""
Work = Literal["cad", "imports", "mail", "reports"]
"""Told to one process that rests: work of this kind waits."""

EVENTS: News = "events"
SESSIONS: News = "sessions"
RIGHTS: News = "rights"
CAD: Work = "cad"
IMPORTS: Work = "imports"
MAIL: Work = "mail"
REPORTS: Work = "reports"
NEWS: tuple[News, ...] = (EVENTS, SESSIONS, RIGHTS)
WORK: tuple[Work, ...] = (CAD, IMPORTS, MAIL, REPORTS)

HINTED_SECONDS = 15.0
"""How often those look who would be told."""


class QueueState(msgspec.Struct, frozen=True, rename="camel"):
    """The broker that hints go through, and whether it answers."""

    host: str
    is_connected: bool
    since: str
    """Since when that is so."""
    reason: str = ""
    """The reason why it does not."""

    @property
    def word(self) -> str:
        return "connected" if self.is_connected else "away"


class WorkSignal:
    """Wakes those of a process that rest until there is work of one kind."""

    def __init__(self, is_free: Callable[[], bool] = lambda: True) -> None:
        """`is_free` says whether one that rests could begin something now."""
        self._is_free = is_free
        self._wanted = asyncio.Event()
        self._resting = 0
        self._rests = asyncio.Event()
        self._is_hinted = False

    def set(self) -> None:
        """There is work, or will be soon."""
        self._wanted.set()

    def hint(self) -> None:
        """There is work that this process was chosen for."""
        self._is_hinted = True
        self._wanted.set()

    def take_hint(self) -> bool:
        """Whether this process was chosen since this was asked last."""
        is_hinted, self._is_hinted = self._is_hinted, False
        return is_hinted

    async def rest(self, seconds: float) -> None:
        """Until there is work, or for so long."""
        self._resting += 1
        self._rests.set()
        try:
            await wait_at_most(self._wanted, seconds)
        finally:
            self._resting -= 1
            if not self._resting:
                self._rests.clear()

    @property
    def is_resting(self) -> bool:
        """Whether somebody here would begin at once."""
        return self._resting > 0 and not self._wanted.is_set() and self._is_free()

    async def until_resting(self) -> None:
        """Until somebody here rests."""
        await self._rests.wait()


class HintBus(Protocol):
    """The way that hints take."""

    @property
    def state(self) -> QueueState | None:
        """None where hints go nowhere, and everybody looks."""
        ...

    def pause(self, usual: float) -> float:
        """Seconds that may be between two looks where usually there are so many."""
        ...

    def give(self, topics: Iterable[str]) -> None:
        """Give hints; it waits for nothing, and nothing fails with it."""
        ...

    def on(self, topic: News, listener: Callable[[], object]) -> None:
        """Call the listener at each hint, and whenever some may have been missed."""
        ...

    def serve(self, work: Work, signal: WorkSignal) -> None:
        """Take hints of work while somebody rests here; all rests end when some may have been missed."""
        ...

    def open(self) -> None:
        """Begin, once all listeners are there."""
        ...

    async def close(self) -> None: ...


class NoHints:
    """Everybody looks for themselves."""

    state: QueueState | None = None

    def pause(self, usual: float) -> float:
        return usual

    def give(self, topics: Iterable[str]) -> None:
        return None

    def on(self, topic: News, listener: Callable[[], object]) -> None:
        return None

    def serve(self, work: Work, signal: WorkSignal) -> None:
        return None

    def open(self) -> None:
        return None

    async def close(self) -> None:
        return None


NO_HINTS: HintBus = NoHints()


def queue_state(host: str, *, is_connected: bool, reason: str = "") -> QueueState:
    """The state of a broker from now on."""
    return QueueState(host, is_connected, clock.now(), reason)
