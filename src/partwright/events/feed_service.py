"""Pages of the feed for one reader."""

from collections.abc import Sequence

import msgspec

from partwright.events import queries as event_queries
from partwright.events.model import (
    EVENT_KINDS,
    MOST_ITEMS,
    PERSONAL,
    EventKind,
    EventPosition,
    EventSubject,
    FeedEvent,
    KeptEvent,
    Viewer,
    shown_event,
    viewer_of,
)
from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.db.base import tuple_of
from partwright.kit.errors import InvalidInput
from partwright.kit.ids import UserId
from partwright.programs.access import visibility_params

_SCANNED = 2000
"""Events that are looked at in one statement."""
_ROUNDS = 25
"""Statements for one page at most; who sees next to nothing goes on from `next`."""
SHARED_KINDS: frozenset[EventKind] = frozenset(k for k in EVENT_KINDS if k != PERSONAL)
START = EventPosition(0)
END = EventPosition(1 << 60)


class FeedFilter(msgspec.Struct, frozen=True):
    """Filters of the feed."""

    kinds: frozenset[EventKind]
    design_id: str | None = None
    by: str | None = None

    def takes(self, event: KeptEvent) -> bool:
        return (
            event.kind in self.kinds
            and self.design_id in (None, event.design_id)
            and self.by in (None, event.user_id)
        )


class FeedPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some events, and where the next page begins."""

    events: list[FeedEvent]
    next: str
    """The value to send as `after` (or `before`) for what follows."""
    has_more: bool = msgspec.field(name="hasMore")


def read_kinds(text: str | None) -> frozenset[EventKind]:
    """The kinds that are asked for, by default all but the personal one; InvalidInput for others."""
    if text is None:
        return SHARED_KINDS
    asked = [word.strip() for word in text.split(",") if word.strip()]
    known: list[EventKind] = [kind for kind in EVENT_KINDS if asked.count(kind)]
    unknown = [word for word in asked if word not in EVENT_KINDS]
    if unknown or not known:
        came = unknown[0] if unknown else text
        kinds = ", ".join(EVENT_KINDS)
        raise InvalidInput.field("kinds", f"expected one or more of {kinds}, got {came!r}")
    return frozenset(known)


async def viewer(snapshot: Snapshot, actor: Actor) -> Viewer:
    """The rights that decide what the actor may know of now."""
    programs = await snapshot.all(str, event_queries.PROGRAMS_OF, user_id=actor.id)
    return viewer_of(actor, frozenset(programs))


async def last_position(snapshot: Snapshot) -> EventPosition:
    """The position of the newest event."""
    return await snapshot.one(EventPosition, event_queries.LAST_POSITION) or START


async def position_since(snapshot: Snapshot, since: str) -> EventPosition:
    """The position before the first event at or after a time."""
    first = await snapshot.one(EventPosition, event_queries.FIRST_SINCE, since=since)
    if first is None:
        return await last_position(snapshot)
    return (
        EventPosition(first.seq, first.part - 1)
        if first.part
        else EventPosition(first.seq - 1, 1 << 30)
    )


async def read_events(
    snapshot: Snapshot,
    actor: Actor,
    wanted: FeedFilter,
    *,
    start: EventPosition,
    newest_first: bool = False,
    limit: int,
) -> FeedPage:
    """The events after a position, oldest first, or those before it, newest first."""
    who = await viewer(snapshot, actor)
    found: list[FeedEvent] = []
    at, has_more = start, True
    for _ in range(_ROUNDS):
        missing = limit - len(found)
        rows, until = await _scan(
            snapshot, actor, wanted, start=at, newest_first=newest_first, limit=missing
        )
        found += await show_events(snapshot, rows, who)
        has_more = until is not None or len(rows) == missing
        if len(rows) == missing or (rows and until is None):
            at = rows[-1].position
        elif until is not None:
            at = until
        if not has_more or len(found) == limit:
            break
    return FeedPage(events=found, next=at.id, has_more=has_more)


async def _scan(
    snapshot: Snapshot,
    actor: Actor,
    wanted: FeedFilter,
    *,
    start: EventPosition,
    newest_first: bool,
    limit: int,
) -> tuple[list[KeptEvent], EventPosition | None]:
    """The wanted rows of a bounded stretch, and the stretch's end; None where the feed ends."""
    here = {"seq": start.seq, "part": start.part}
    ahead = event_queries.BEFORE_SOME if newest_first else event_queries.AFTER_SOME
    until = await snapshot.one(EventPosition, ahead, **here, many=_SCANNED - 1)
    limits = until or (START if newest_first else END)
    rows = await snapshot.all(
        KeptEvent,
        event_queries.EVENTS_BEFORE if newest_first else event_queries.EVENTS_AFTER,
        **here,
        until_seq=limits.seq,
        until_part=limits.part,
        kinds=list[str](wanted.kinds),
        all_kinds=len(wanted.kinds) == len(EVENT_KINDS),
        design_id=wanted.design_id or "",
        by=wanted.by or "",
        limit=limit,
        **visibility_params(actor),
    )
    return rows, until


async def show_events(
    snapshot: Snapshot, rows: Sequence[KeptEvent], who: Viewer
) -> list[FeedEvent]:
    """The events as one viewer may know of them."""
    touched = await read_touched(snapshot, rows)
    shown = (shown_event(row, touched_by(row, touched), who) for row in rows)
    return [event for event in shown if event is not None]


async def read_touched(
    snapshot: Snapshot, rows: Sequence[KeptEvent]
) -> dict[str, list[EventSubject]]:
    """The items that the events touched, by commit or by master."""
    commits = [str(row.commit_id) for row in rows if row.commit_id is not None and row.touched]
    masters = list({str(row.master_id) for row in rows if row.master_id is not None})
    found: list[EventSubject] = []
    if commits:
        found += await snapshot.all(
            EventSubject, event_queries.TOUCHED_BY_COMMITS, commits=commits, most=MOST_ITEMS
        )
    if masters:
        found += await snapshot.all(EventSubject, event_queries.TOUCHED_MASTERS, masters=masters)
    grouped: dict[str, dict[str, EventSubject]] = {}
    for one in found:
        grouped.setdefault(one.of, {}).setdefault(one.id, one)
    return {of: list(items.values()) for of, items in grouped.items()}


def touched_by(row: KeptEvent, touched: dict[str, list[EventSubject]]) -> list[EventSubject]:
    """An event's own items, with what it says was done to them."""
    if row.master_id is None:
        return touched.get(row.commit_id or "", [])
    return [
        msgspec.structs.replace(one, action=row.action) for one in touched.get(row.master_id, [])
    ]


async def members_among(snapshot: Snapshot, programs: Sequence[str]) -> dict[UserId, set[str]]:
    """The members of each of the programs."""
    found: dict[UserId, set[str]] = {}
    if programs:
        rows = await snapshot.all(
            tuple_of(UserId, str), event_queries.MEMBERS_AMONG, programs=list(programs)
        )
        for user_id, program_id in rows:
            found.setdefault(user_id, set()).add(program_id)
    return found
