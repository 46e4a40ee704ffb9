"""Inboxes read and worked off, items watched."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from partwright.identity.model import Actor
from partwright.inbox import queries as inbox_queries
from partwright.inbox.model import (
    NOTICE_KINDS,
    EntryNotFound,
    InboxCounts,
    InboxEntry,
    NoticeKind,
    NoticeRow,
    WatchedItem,
    WatchState,
)
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value, tuple_of
from partwright.kit.ids import ItemId, MasterId, UserId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs.access import visibility_params

MOST_MAILED = 50
"""Entries of one mail; the inbox has the rest."""


def _reader(actor: Actor) -> dict[str, Value]:
    types = [name for name, type in TYPES.items() if actor.may(type.may("read"))]
    return {"types": types, **visibility_params(actor)}


async def list_entries(
    snapshot: Snapshot,
    actor: Actor,
    *,
    kind: NoticeKind | None,
    is_done: bool,
    paging: PageRequest,
) -> Page[InboxEntry]:
    """The entries that wait for the actor, or are done; one per subject, the newest first."""
    page = await page_of_rows(
        snapshot,
        NoticeRow,
        inbox_queries.ENTRIES,
        inbox_queries.COUNT_ENTRIES,
        params={"kind": kind or "", "is_done": is_done, **_reader(actor)},
        paging=paging,
    )
    return Page(await _shown(snapshot, page.rows), page.total, page.paging)


async def _shown(snapshot: Snapshot, rows: Sequence[NoticeRow]) -> list[InboxEntry]:
    reasons: dict[tuple[str, str], list[NoticeKind]] = {}
    if rows:
        ids = [row.id for row in rows]
        for subject_kind, subject_id, kind in await snapshot.all(
            _reason, inbox_queries.REASONS, ids=ids
        ):
            reasons.setdefault((subject_kind, subject_id), []).append(kind)
    return [
        row.shown(reasons.get((row.subject_kind, row.subject_id), []), is_read=bool(row.is_read))
        for row in rows
    ]


def _reason(subject_kind: str, subject_id: str, kind: NoticeKind) -> tuple[str, str, NoticeKind]:
    return subject_kind, subject_id, kind


async def list_unmailed(
    snapshot: Snapshot, actor: Actor, *, since: str, only_at_once: bool
) -> list[InboxEntry]:
    """The entries that wait for the actor and were neither read nor mailed, the most urgent first."""
    rows = await snapshot.all(
        NoticeRow,
        inbox_queries.UNMAILED,
        since=since,
        only_at_once=only_at_once,
        is_done=False,
        limit=MOST_MAILED,
        **_reader(actor),
    )
    return await _shown(snapshot, rows)


async def mark_mailed(tx: Transaction, user_id: UserId, *, until: str, only_at_once: bool) -> None:
    """Note that all that came until a moment has been mailed."""
    await tx.run(inbox_queries.MARK_MAILED, user_id=user_id, until=until, only_at_once=only_at_once)


class _KindCount(msgspec.Struct, frozen=True):
    kind: NoticeKind
    entries: int
    unread: int


async def count_entries(snapshot: Snapshot, actor: Actor) -> InboxCounts:
    """The count of entries that wait for the actor."""
    rows = await snapshot.all(_KindCount, inbox_queries.COUNTS, is_done=False, **_reader(actor))
    held = {row.kind: row.entries for row in rows}
    return InboxCounts(
        open=sum(held.values()),
        unread=sum(row.unread for row in rows),
        kinds={kind: held.get(kind, 0) for kind in NOTICE_KINDS},
    )


async def access_entry(snapshot: Snapshot, actor: Actor, entry_id: str) -> NoticeRow:
    """An entry of the actor's inbox; NotFound otherwise."""
    found = await snapshot.one(NoticeRow, inbox_queries.ENTRY, id=entry_id, **_reader(actor))
    if found is None:
        raise EntryNotFound(entry_id)
    return found


async def mark_entry(
    tx: Transaction,
    actor: Actor,
    entry_id: str,
    *,
    is_read: bool | UnsetType = UNSET,
    is_done: bool | UnsetType = UNSET,
) -> InboxEntry:
    """Call an entry read or done, or take it back, whatever the reasons it has."""
    row = await access_entry(tx, actor, entry_id)
    await tx.run(
        inbox_queries.MARK,
        is_read=is_done is True or (None if is_read is UNSET else is_read),
        is_done=None if is_done is UNSET else is_done,
        user_id=actor.id,
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
    )
    return (await _shown(tx, [await access_entry(tx, actor, entry_id)]))[0]


async def watch_item(
    tx: Transaction, actor: Actor, item_id: ItemId, *, is_watched: bool
) -> WatchState:
    """Begin or end to watch an item with all its revisions, on every branch."""
    item = await item_access.access_item(tx, actor, item_id)
    if is_watched:
        await tx.run(
            inbox_queries.WATCH, user_id=actor.id, master_id=item.master_id, now=clock.now()
        )
    else:
        await tx.run(inbox_queries.UNWATCH, user_id=actor.id, master_id=item.master_id)
    return await _watch_state(tx, actor, item.master_id)


async def read_watch_state(snapshot: Snapshot, actor: Actor, item_id: ItemId) -> WatchState:
    """Whether the actor watches an item."""
    item = await item_access.access_item(snapshot, actor, item_id)
    return await _watch_state(snapshot, actor, item.master_id)


async def _watch_state(snapshot: Snapshot, actor: Actor, master_id: MasterId) -> WatchState:
    found = await snapshot.one(
        tuple_of(int, int),
        inbox_queries.COUNT_WATCHERS,
        user_id=actor.id,
        master_id=master_id,
    )
    watchers, own = found or (0, 0)
    return WatchState(is_watched=own > 0, watchers=watchers)


async def list_watched(snapshot: Snapshot, actor: Actor, paging: PageRequest) -> Page[WatchedItem]:
    """The items that the actor watches, as they see them now."""
    return await page_of_rows(
        snapshot,
        WatchedItem,
        inbox_queries.WATCHED,
        inbox_queries.COUNT_WATCHED,
        params=_reader(actor),
        paging=paging,
    )
