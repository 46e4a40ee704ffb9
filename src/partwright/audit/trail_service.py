"""The audit trail: entries kept with what they tell, and their chain made behind the writers."""

from datetime import timedelta
from hashlib import sha256
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec

from partwright.audit import entry_queries
from partwright.audit.model import AuditBreach, AuditEntry, ChainHead, EntryRow, TrailFindings
from partwright.kit import clock
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.db.single_writes import write_alone
from partwright.kit.filters import FieldFilters
from partwright.kit.ids import new_id
from partwright.kit.lists import page_of_list
from partwright.kit.pages import Page, PageRequest, SortKey
from partwright.kit.queue_address import queue_address
from partwright.settings import Settings
from partwright.web.audit_trail import DONE, AuditNote

HEAD, TAIL = "entries", "removed entries"
"""The last entry that is sealed, and the last one that retention has taken away."""
_BATCH = 2_000
LATE_SECONDS = 180
"""An entry is sealed soon after it was written, since nothing takes longer than a request; one that
turns up later than this behind others was put there by hand."""


class DatabaseTrail:
    """Keeps notes in the database."""

    async def write(self, tx: Transaction, note: AuditNote) -> None:
        await tx.run(entry_queries.INSERT, id=new_id(), **msgspec.structs.asdict(note))


def _shown(row: EntryRow) -> AuditEntry:
    details: Any = None if row.details is None else msgspec.json.decode(row.details)
    return AuditEntry(**{**msgspec.structs.asdict(row), "details": details})


def _seal(before: str, row: EntryRow) -> str:
    told = msgspec.structs.astuple(row)[: EntryRow.__struct_fields__.index("number")]
    return sha256(before.encode() + b"\n" + msgspec.json.encode(told)).hexdigest()


def _late(head: ChainHead) -> str:
    """The moment before which nothing new is sealed any more."""
    if not head.number:
        return ""
    return clock.stamp(clock.parse_moment(head.happened_at) - timedelta(seconds=LATE_SECONDS))


async def _head(snapshot: Snapshot, name: str) -> ChainHead:
    found = await snapshot.one(ChainHead, entry_queries.HEAD, name=name)
    assert found is not None
    return found


async def seal_entries(database: Database) -> int:
    """Give entries their places in the chain; answers how many. Of several processes one does it."""
    sealed = 0
    while done := await _seal_some(database):
        sealed += done
    return sealed


async def _seal_some(database: Database) -> int:
    async with database.snapshot() as snapshot:
        head = await _head(snapshot, HEAD)
        rows = await snapshot.all(EntryRow, entry_queries.UNSEALED, since=_late(head), limit=_BATCH)
    if not rows:
        return 0
    number, seal = head.number, head.seal
    places: list[dict[str, Value]] = []
    for row in rows:
        number, seal = number + 1, _seal(seal, row)
        places.append({"id": row.id, "number": number, "seal": seal})
    latest = max(head.happened_at, rows[-1].happened_at)

    async def keep(tx: Transaction) -> bool:
        is_mine = await tx.run(
            entry_queries.MOVE_HEAD,
            name=HEAD,
            present=head.number,
            number=number,
            seal=seal,
            happened_at=latest,
        )
        if is_mine:
            await tx.run_many(entry_queries.PLACE, places)
        return bool(is_mine)

    return len(places) if await write_alone(database, keep) else 0


async def verify_entries(database: Database) -> TrailFindings:
    """Compute the chain anew; of breaches the first hundred are told."""
    async with database.snapshot() as snapshot:
        head, start = await _head(snapshot, HEAD), await _head(snapshot, TAIL)
        late = await snapshot.all(str, entry_queries.LATE, since=_late(head))
    breaches = [AuditBreach(0, f"audit_entries (never sealed: {entry})") for entry in late]
    number, seal = start.number, start.seal
    while len(breaches) < 100:
        async with database.snapshot() as snapshot:
            rows = await snapshot.all(EntryRow, entry_queries.AFTER, number=number, limit=_BATCH)
        for row in rows:
            if row.number != number + 1:
                breaches.append(AuditBreach(number + 1, "audit_entries"))
            elif _seal(seal, row) != row.seal:
                breaches.append(AuditBreach(row.number or 0, "audit_entries"))
            number, seal = row.number or 0, row.seal or ""
        if len(rows) < _BATCH:
            break
    if number < head.number or (number == head.number and seal != head.seal):
        breaches.append(AuditBreach(head.number, "audit_entries"))
    return TrailFindings(ChainHead(number, seal, head.happened_at), breaches[:100])


async def is_sealed_as(database: Database, number: int, seal: str) -> bool:
    """Whether an entry has the seal that was noted elsewhere."""
    async with database.single_reads() as reads:
        return await reads.one(str, entry_queries.SEAL_AT, number=number) == seal


async def last_entry(snapshot: Snapshot) -> ChainHead:
    """The head of the chain."""
    return await _head(snapshot, HEAD)


async def was_sealed_as(database: Database, number: int, seal: str) -> bool:
    """Whether an entry has that seal, or retention has taken it away, which nothing else may."""
    async with database.snapshot() as snapshot:
        start = await _head(snapshot, TAIL)
    return number < start.number or (
        start.seal == seal if number == start.number else await is_sealed_as(database, number, seal)
    )


async def list_entries(
    snapshot: Snapshot,
    *,
    after: int | None,
    filters: FieldFilters,
    sorts: tuple[SortKey, ...],
    paging: PageRequest,
) -> Page[AuditEntry]:
    """A page of entries, newest first if nothing else is asked for.

    Those after a place in the chain come in its order: nothing comes between them later.
    """
    if after is not None:
        rows = await snapshot.all(EntryRow, entry_queries.AFTER, number=after, limit=paging.limit)
        left = (await _head(snapshot, HEAD)).number - after
        return Page(rows, max(left, len(rows)), PageRequest(1, paging.limit)).map(_shown)
    newest = SortKey("happenedAt", descending=True)
    found = await page_of_list(
        snapshot,
        EntryRow,
        entry_queries.ENTRIES,
        given={},
        filters=filters,
        sorts=sorts or (newest,),
        paging=paging,
    )
    return found.map(_shown)


async def expire_entries(database: Database, *, days: int) -> int:
    """Take entries away that are older; the chain goes on from the last of them. 0 days keeps all."""
    if not days:
        return 0
    before = clock.moment_later(days=-days)

    async def expire(tx: Transaction) -> int:
        last = await tx.one(ChainHead, entry_queries.OLDEST_KEPT, before=before)
        if last is None:
            return 0
        start = await _head(tx, TAIL)
        await tx.run(
            entry_queries.MOVE_HEAD,
            name=TAIL,
            present=start.number,
            **msgspec.structs.asdict(last),
        )
        removed = await tx.run(entry_queries.REMOVE, number=last.number)
        await DatabaseTrail().write(tx, _own("audit.expired", {"entries": removed}))
        return removed

    return await write_alone(database, expire)


async def note_settings(database: Database, settings: Settings) -> None:
    """Note what the server was started with, where it is not what it was."""
    told = {name: _told(name, v) for name, v in msgspec.structs.asdict(settings).items()}
    note = _own("server.configured", told)
    async with database.snapshot() as snapshot:
        last = await snapshot.one(EntryRow, entry_queries.LAST_OF, action=note.action)
    if last is not None and last.details == note.details:
        return
    await write_alone(database, lambda tx: DatabaseTrail().write(tx, note))


_HIDDEN = frozenset({"admin_password", "admin_token", "oidc_client_secret", "metrics"})


def _told(name: str, value: object) -> object:
    """A setting without what nobody is to read."""
    if isinstance(value, tuple):
        return str(tuple(_told(name, one) for one in cast("tuple[object, ...]", value)))
    text = str(value)
    if name in _HIDDEN:
        return "set" if text else ""
    if name == "queue_url":
        return queue_address(text).host if text else ""
    # libpq takes a password in the query as well.
    if "://" in text and ("@" in text or "?" in text):
        parts = urlsplit(text)
        host = parts.hostname or ""
        return f"{parts.scheme}://{host}{parts.path}"
    return value if isinstance(value, int) else text


def _own(action: str, details: dict[str, Any]) -> AuditNote:
    """A note of what the server does by itself."""
    return AuditNote(
        happened_at=clock.now(),
        action=action,
        outcome=DONE,
        actor_id=None,
        actor_name=None,
        address="server",
        request_id="",
        subject=None,
        details=msgspec.json.encode(details).decode(),
    )
