"""Sealing of commits behind the writers, and the check of all seals."""

from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from partwright.audit import queries
from partwright.audit.model import AuditBreach, AuditFindings, AuditSeal
from partwright.kit import clock
from partwright.kit.db import Database, Snapshot
from partwright.kit.db.base import Value, whole_row
from partwright.kit.db.single_writes import write_alone
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.versioning.commits import last_commit_number

FIRST = "0" * 64
"""What stands before the first seal."""
NUMBERS = 5_000
"""Commit numbers that are sealed or checked in one snapshot."""
_ROWS = 5_000
"""Rows that are read at a time."""
MOST_BREACHES = 100


class AuditStream(NamedTuple):
    """Rows of one table, in the order of the numbers."""

    table: str
    sql: str
    first_key: Value
    """A key that is before all others."""


STREAMS = (
    AuditStream("commits", queries.COMMITS, ""),
    AuditStream("versions", queries.VERSIONS, -1),
    AuditStream("versions", queries.VERSIONS_ENDED, -1),
    AuditStream("relationships", queries.RELATIONSHIPS, -1),
    AuditStream("relationships", queries.RELATIONSHIPS_ENDED, -1),
    AuditStream("file_links", queries.FILES, ""),
    AuditStream("file_links", queries.FILES_ENDED, ""),
    AuditStream("history", queries.HISTORY, ""),
)


async def _digests(snapshot: Snapshot, after: int, last: int) -> dict[int, dict[str, str]]:
    """Number -> table -> digest of its rows, for all numbers after one to the last."""
    hashes: dict[tuple[int, str], Any] = {}
    for place, stream in enumerate(STREAMS):
        number, key = after + 1, stream.first_key
        while True:
            rows = await snapshot.all(
                whole_row, stream.sql, number=number, key=key, last=last, limit=_ROWS
            )
            for row in rows:
                known = hashes.setdefault((row[0], stream.table), sha256())
                # A column that is added at the end leaves the seals of rows without it as they are.
                present = [(n, cell) for n, cell in enumerate(row) if cell is not None]
                known.update(b"%d" % place + msgspec.json.encode(present) + b"\n")
            if len(rows) < _ROWS:
                break
            number, key = rows[-1][0], rows[-1][1]
    found: dict[int, dict[str, str]] = {number: {} for number in range(after + 1, last + 1)}
    for (number, table), known in hashes.items():
        found[number][table] = known.hexdigest()
    return found


def _next_seal(before: str, number: int, digests: str) -> str:
    return sha256(f"{before}\n{number}\n{digests}".encode()).hexdigest()


async def seal_commits(database: Database) -> int:
    """Seal what was committed since the last time; answers how many numbers were sealed.

    Several processes may do it at once: they come to the same seals.
    """
    sealed = 0
    while True:
        async with database.snapshot() as snapshot:
            head = await snapshot.one(AuditSeal, queries.HEAD)
            before, after = (FIRST, 0) if head is None else (head.seal, head.number)
            last = min(await last_commit_number(snapshot), after + NUMBERS)
            if last <= after:
                return sealed
            found = await _digests(snapshot, after, last)
        rows: list[dict[str, Value]] = []
        now = clock.now()
        for number in range(after + 1, last + 1):
            digests = msgspec.json.encode(dict(sorted(found[number].items()))).decode()
            before = _next_seal(before, number, digests)
            rows.append({"number": number, "digests": digests, "seal": before, "sealed_at": now})
        await _keep(database, rows)
        sealed += len(rows)


async def _keep(database: Database, rows: list[dict[str, Value]]) -> None:
    await write_alone(database, lambda tx: tx.run_many(queries.INSERT, rows))


async def verify_seals(database: Database) -> AuditFindings:
    """Compute all seals anew; of breaches the first hundred are told."""
    found = AuditFindings()
    before, after = FIRST, 0
    while len(found.breaches) < MOST_BREACHES:
        async with database.snapshot() as snapshot:
            seals = await snapshot.all(AuditSeal, queries.SEALS, number=after, limit=NUMBERS)
            if not seals:
                found.unsealed = max(await last_commit_number(snapshot) - after, 0)
                break
            last = seals[-1].number
            present = await _digests(snapshot, after, last)
        kept = {seal.number: seal for seal in seals}
        for number in range(after + 1, last + 1):
            seal = kept.get(number)
            if seal is None:
                found.breaches.append(AuditBreach(number, "audit_seals"))
                continue
            found.breaches += _compared(before, seal, present[number])
            before = seal.seal
        found.head, after = seals[-1], last
    del found.breaches[MOST_BREACHES:]
    return found


def _compared(before: str, seal: AuditSeal, present: dict[str, str]) -> list[AuditBreach]:
    """The faults of one number's seal and rows."""
    if _next_seal(before, seal.number, seal.digests) != seal.seal:
        return [AuditBreach(seal.number, "audit_seals")]
    kept = msgspec.json.decode(seal.digests, type=dict[str, str])
    return [
        AuditBreach(seal.number, table)
        for table in sorted(kept.keys() | present.keys())
        if kept.get(table) != present.get(table)
    ]


async def is_sealed_as(database: Database, number: int, seal: str) -> bool:
    """Whether a number has the seal that was noted elsewhere."""
    async with database.single_reads() as reads:
        return await reads.one(str, queries.SEAL_AT, number=number) == seal


async def last_seal(snapshot: Snapshot) -> AuditSeal | None:
    """The seal over all that is sealed."""
    return await snapshot.one(AuditSeal, queries.HEAD)


async def list_seals(snapshot: Snapshot, paging: PageRequest) -> Page[AuditSeal]:
    """A page of seals, newest first."""
    return await page_of_rows(
        snapshot, AuditSeal, queries.PAGE, queries.COUNT, params={}, paging=paging
    )
