"""Those who follow sessions: woken by the runs of this process, and by a look at the database."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

import msgspec

from partwright.design_engine import queries
from partwright.design_engine.events import DONE, EventRow, RunPaused, data_of, name_of
from partwright.design_engine.events import RunDone as DoneEvent
from partwright.design_engine.process_lease import ProcessLease
from partwright.kit.db import Database, DatabaseUnavailable
from partwright.kit.hints import NO_HINTS, SESSIONS, HintBus
from partwright.kit.ids import SessionId
from partwright.kit.tasks import wait_at_most
from partwright.web.event_stream import event_frame

LOOK_SECONDS = 0.4
"""How often all that is followed from other processes is looked at, in one statement."""
AT_ONCE = 200
"""Events read and sent together."""
_SOON_SECONDS = 0.02
_HINTED_SECONDS = 2.0
"""How often it is looked where other processes give hints."""
_ENDING = "This server is stopping; the events continue when it starts again"


class SessionProgress(msgspec.Struct, frozen=True):
    """Stage of a session, and who works on it."""

    id: str
    events: int
    owner: str | None
    until: str | None


class EventFeed:
    """Wakes those who wait for news of sessions."""

    def __init__(self, database: Database, lease: ProcessLease, hints: HintBus = NO_HINTS) -> None:
        self._database = database
        self._hints = hints
        self._hinted = asyncio.Event()
        hints.on(SESSIONS, self._hinted.set)
        self._lease = lease
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._remote: dict[str, int] = {}
        """Sessions that other processes work on: how many follow them here."""
        self._looking: asyncio.Task[None] | None = None
        self.is_ending = False

    def notify(self, session_id: str) -> None:
        """Wake those who follow a session."""
        for waiting in self._waiting.pop(session_id, ()):
            if not waiting.done():
                waiting.set_result(None)

    def end(self) -> None:
        """Let everybody go: the process ends."""
        self.is_ending = True
        for session_id in list(self._waiting):
            self.notify(session_id)

    async def close(self) -> None:
        self.end()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])

    async def follow(
        self, session_id: SessionId, *, after: int, one_run: bool, is_here: Callable[[], bool]
    ) -> AsyncGenerator[bytes]:
        """Frames of all events after a number, until nobody works on the session any more.

        With `one_run` it ends at the first `done`. `is_here` tells whether this process is at work.
        """
        while True:
            news = self._listen(session_id)
            try:
                rows = await self._news(session_id, after)
                if rows is None:
                    return
                if not rows and not self.is_ending:
                    await self._wait(session_id, news, is_here=is_here())
                    continue
            finally:
                self._waiting.get(session_id, set()).discard(news)
            if rows:
                sent, is_over = _frames(rows, one_run=one_run)
                after = rows[-1].number
                yield sent
                if is_over:
                    return
            elif is_here():
                # Its last events are still on their way.
                await asyncio.sleep(_SOON_SECONDS)
            else:
                yield _farewell()
                return

    async def _news(self, session_id: str, after: int) -> list[EventRow] | None:
        """The next events; None when there are none and nobody works on the session."""
        rows = await self._after(session_id, after)
        if rows:
            return rows
        progress = await self._progress(session_id)
        if progress is not None and self._lease.lives(progress.owner, progress.until):
            return rows
        return await self._after(session_id, after) or None

    def _listen(self, session_id: str) -> asyncio.Future[None]:
        """Hears of everything from now on; asked for before one reads."""
        news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(session_id, set()).add(news)
        return news

    async def _wait(self, session_id: str, news: asyncio.Future[None], *, is_here: bool) -> None:
        if not is_here:
            self._remote[session_id] = self._remote.get(session_id, 0) + 1
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look())
        try:
            await news
        finally:
            if not is_here:
                self._remote[session_id] -= 1
                if not self._remote[session_id]:
                    del self._remote[session_id]

    async def _look(self) -> None:
        """Ring for every session in which another process has done something."""
        seen: dict[str, int] = {}
        while self._remote:
            await self._rest()
            rows: list[SessionProgress] = []
            with suppress(DatabaseUnavailable):
                async with self._database.single_reads() as reads:
                    rows = await reads.all(
                        SessionProgress, queries.PROGRESS, ids=list(self._remote)
                    )
            for row in rows:
                is_over = not self._lease.lives(row.owner, row.until)
                if is_over or seen.get(row.id) != row.events:
                    self.notify(row.id)
                seen[row.id] = row.events

    async def _rest(self) -> None:
        """Until it is to be looked again; ends of runs are told by no hint, so it is not for long."""
        await wait_at_most(self._hinted, min(self._hints.pause(LOOK_SECONDS), _HINTED_SECONDS))

    async def _after(self, session_id: str, after: int) -> list[EventRow]:
        async with self._database.single_reads() as reads:
            return await reads.all(
                EventRow, queries.EVENTS_AFTER, id=session_id, after=after, limit=AT_ONCE
            )

    async def _progress(self, session_id: str) -> SessionProgress | None:
        async with self._database.single_reads() as reads:
            return await reads.one(SessionProgress, queries.PROGRESS, ids=[session_id])


def _frames(rows: list[EventRow], *, one_run: bool) -> tuple[bytes, bool]:
    """The rows as frames, and whether the run that is followed has ended with them."""
    sent: list[bytes] = []
    for row in rows:
        sent.append(event_frame(row.name, row.data.encode(), number=row.number))
        if one_run and row.name == DONE:
            return b"".join(sent), True
    return b"".join(sent), False


def _farewell() -> bytes:
    """The event for followers of a run that goes on elsewhere; it has no numbers to resume from."""
    ending = (RunPaused(_ENDING), DoneEvent())
    return b"".join(event_frame(name_of(event), data_of(event)) for event in ending)
