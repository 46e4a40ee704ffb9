"""Those who follow the events: one reader of the outbox for each process, which fans out."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import suppress

import msgspec
import structlog

from partwright.events import feed_service
from partwright.events import queries as event_queries
from partwright.events.feed_service import FeedFilter
from partwright.events.model import (
    EventPosition,
    EventSubject,
    FeedEvent,
    KeptEvent,
    Viewer,
    read_position,
    shown_event,
    viewer_of,
)
from partwright.identity.authentication import Authenticator
from partwright.identity.model import Actor
from partwright.kit.db import Database, DatabaseUnavailable
from partwright.kit.errors import ServiceUnavailable
from partwright.kit.hints import EVENTS, NO_HINTS, HintBus
from partwright.kit.ids import UserId
from partwright.kit.tasks import wait_at_most
from partwright.web.event_stream import event_frame
from partwright.web.request import AUTHENTICATED_SECONDS

MOST_FOLLOWERS = 4000
MOST_OF_A_USER = 2000
_LOOK_SECONDS = 0.2
"""How often the outbox is looked at for one follower; with many it is less often."""
_FOLLOWERS_A_SECOND = 1500
_AT_ONCE = 200
"""Events that are read together."""
_MOST_WAITING = 1000
"""Frames that wait for a follower; who is further behind is let go and comes back by number."""
_WOKEN_AT_ONCE = 25
_READY = "ready"
_MESSAGE = "message"

_log = structlog.get_logger("events")


class TooManyStreams(ServiceUnavailable):
    """As many streams of events are open as there may be."""

    def __init__(self) -> None:
        super().__init__("Too many event streams are open", retry_after=30)


class _Follower:
    """One stream: whose it is, what it wants, and what waits for it."""

    __slots__ = ("actor", "after", "is_over", "token", "waiting", "waker", "wanted")

    def __init__(self, actor: Actor, token: str, wanted: FeedFilter) -> None:
        self.actor = actor
        self.token = token
        self.wanted = wanted
        self.after = feed_service.START
        """What it has been told of already; only the rest is for it."""
        self.waiting: deque[bytes] = deque()
        self.waker: asyncio.Future[None] | None = None
        self.is_over = False

    def wake(self) -> None:
        if self.waker is not None and not self.waker.done():
            self.waker.set_result(None)

    def end(self) -> None:
        self.is_over = True
        self.wake()

    async def frames(self) -> bytes | None:
        """The events that have come since; None at the end."""
        while not self.waiting and not self.is_over:
            self.waker = asyncio.get_running_loop().create_future()
            await self.waker
            self.waker = None
        if not self.waiting:
            return None
        sent = b"".join(self.waiting)
        self.waiting.clear()
        return sent


class EventHub:
    """Tells all streams of the process what is new in the outbox, each what its user may know."""

    def __init__(
        self, database: Database, authenticator: Authenticator, hints: HintBus = NO_HINTS
    ) -> None:
        self._database = database
        self._hints = hints
        self._news = asyncio.Event()
        """There may be something to tell."""
        hints.on(EVENTS, self._news.set)
        self._authenticator = authenticator
        self._followers: set[_Follower] = set()
        self._position: EventPosition | None = None
        """Up to where the outbox has been read; None while nobody follows."""
        self._reading: asyncio.Task[None] | None = None
        self._is_ending = False

    @property
    def followers(self) -> int:
        return len(self._followers)

    async def position(self) -> EventPosition:
        """A position that everything committed from now on comes after."""
        if self._position is not None:
            return self._position
        async with self._database.single_reads() as reads:
            return await feed_service.last_position(reads)

    def check_room(self, actor: Actor) -> None:
        """TooManyStreams when there is no place for another one; ServiceUnavailable at the end."""
        if self._is_ending:
            raise ServiceUnavailable("The server is stopping", retry_after=5)
        own = sum(one.actor.id == actor.id for one in self._followers)
        if len(self._followers) >= MOST_FOLLOWERS or own >= MOST_OF_A_USER:
            raise TooManyStreams

    async def follow(
        self, actor: Actor, token: str, wanted: FeedFilter, *, after: EventPosition | None
    ) -> AsyncGenerator[bytes]:
        """Frames of what happens from now on, and before that of what came after a position."""
        follower = _Follower(actor, token, wanted)
        self._followers.add(follower)
        try:
            now = await self._join(follower, after)
            if after is None:
                yield _ready(now)
            else:
                yield _ready(after)
                async for frames in self._missed(follower, after, now):
                    yield frames
            while (frames := await follower.frames()) is not None:
                yield frames
        finally:
            self._followers.discard(follower)

    async def _join(self, follower: _Follower, after: EventPosition | None) -> EventPosition:
        """Let the reader know of a follower; answers from where on it tells them everything."""
        if self._position is None:
            async with self._database.single_reads() as reads:
                now = await feed_service.last_position(reads)
            await self._database.flush()
            if self._position is None:
                self._position = now
        now = self._position
        follower.after = max(now, after or feed_service.START)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return now

    async def _missed(
        self, follower: _Follower, after: EventPosition, until: EventPosition
    ) -> AsyncGenerator[bytes]:
        """The events that the follower missed while it was away."""
        at = after
        while at < until and not follower.is_over:
            async with self._database.snapshot() as snapshot:
                page = await feed_service.read_events(
                    snapshot, follower.actor, follower.wanted, start=at, limit=_AT_ONCE
                )
            await self._database.flush()
            old = [one for one in page.events if read_position(one.id, name="id") <= until]
            if old:
                yield b"".join(_frame(one) for one in old)
            if not page.has_more or len(old) < len(page.events):
                return
            at = read_position(page.next, name="next")

    async def _read(self) -> None:
        """Look at the outbox for all followers, until there are none."""
        loop = asyncio.get_running_loop()
        checked = loop.time()
        while self._followers and not self._is_ending:
            await self._rest()
            try:
                if loop.time() - checked >= AUTHENTICATED_SECONDS:
                    checked = loop.time()
                    await self._refresh_actors(self._followers)
                while await self._tell_news():
                    pass
            except DatabaseUnavailable:
                continue
            except Exception:  # noqa: BLE001 - a broken reader must not look like quiet
                # Whoever follows comes back with the number of what they heard last.
                _log.exception("the outbox cannot be read")
                self._end_all()
                break
        self._position = None

    async def _rest(self) -> None:
        """Until it is to be looked again, sooner with hints, and never too often."""
        least = len(self._followers) / _FOLLOWERS_A_SECOND
        usual = _LOOK_SECONDS + least
        longest = min(self._hints.pause(usual), AUTHENTICATED_SECONDS)
        if longest <= usual:
            await asyncio.sleep(usual)
            return
        await wait_at_most(self._news, longest)
        await asyncio.sleep(least)

    async def _refresh_actors(self, followers: Iterable[_Follower]) -> None:
        """Give each follower the rights that its token has now; end those that have none."""
        group = list(followers)
        actors = await self._authenticator.actors({one.token for one in group})
        for one in group:
            actor = actors.get(one.token)
            if actor is None:
                one.end()
            else:
                one.actor = actor

    async def _tell_news(self) -> bool:
        """Tell what is new; whether there may be more."""
        assert self._position is not None
        here = self._position
        async with self._database.single_reads() as reads:
            rows = await reads.all(
                KeptEvent, event_queries.NEWS, seq=here.seq, part=here.part, limit=_AT_ONCE
            )
        if not rows:
            return False
        await self._database.flush()
        async with self._database.snapshot() as snapshot:
            touched = await feed_service.read_touched(snapshot, rows)
            of_items = {one.program_id for items in touched.values() for one in items}
            programs = of_items | {row.program_id for row in rows}
            members = await feed_service.members_among(
                snapshot, [p for p in programs if p is not None]
            )
        await self._refresh_actors(self._followers)
        # From here to the next line that waits nobody can join between.
        self._position = rows[-1].position
        news = [(row, feed_service.touched_by(row, touched)) for row in rows]
        following = [one for one in self._followers if not one.is_over]
        told = _frames_for(following, news, members)
        for place, one in enumerate(told):
            one.wake()
            if place % _WOKEN_AT_ONCE == _WOKEN_AT_ONCE - 1:
                await asyncio.sleep(0.001)
        return len(rows) == _AT_ONCE

    def end(self) -> None:
        """Let everybody go: the process ends."""
        self._is_ending = True
        self._end_all()

    def _end_all(self) -> None:
        for one in self._followers:
            one.end()

    async def close(self) -> None:
        self.end()
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading


def _frames_for(
    followers: Sequence[_Follower],
    news: Sequence[tuple[KeptEvent, list[EventSubject]]],
    members: dict[UserId, set[str]],
) -> list[_Follower]:
    """Put the frames before those whom they are for; answers whom to wake."""
    recipients = {event.recipient_id for event, _ in news}
    shown: dict[Viewer, list[tuple[KeptEvent, bytes]]] = {}
    told: list[_Follower] = []
    for one in followers:
        who = viewer_of(one.actor, frozenset(members.get(one.actor.id, ())))
        if who.user_id not in recipients:
            # All who may know of the same are one.
            who = msgspec.structs.replace(who, user_id=UserId(""))
        if who not in shown:
            shown[who] = list(_frames_of(news, who))
        frames = [
            frame
            for event, frame in shown[who]
            if event.position > one.after and one.wanted.takes(event)
        ]
        one.waiting.extend(frames)
        if len(one.waiting) > _MOST_WAITING:
            one.waiting.clear()
            one.end()
        elif frames:
            told.append(one)
    return told


def _frames_of(
    news: Sequence[tuple[KeptEvent, list[EventSubject]]], who: Viewer
) -> Iterator[tuple[KeptEvent, bytes]]:
    for event, touched in news:
        shown = shown_event(event, touched, who)
        if shown is not None:
            yield event, _frame(shown)


def _frame(event: FeedEvent) -> bytes:
    return event_frame(_MESSAGE, msgspec.json.encode(event), number=event.id)


def _ready(position: EventPosition) -> bytes:
    """The first frame: the stream stands, and goes on from here."""
    return event_frame(_READY, msgspec.json.encode({"id": position.id}), number=position.id)
