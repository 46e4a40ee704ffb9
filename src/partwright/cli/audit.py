"""`partwright audit`: whether the database and the audit trail are what was sealed."""

import asyncio

from partwright.audit import service, trail_service
from partwright.audit.model import AuditFindings, TrailFindings
from partwright.change_orders.signatures import verify_signatures
from partwright.cli.console import FAILED, CommandFailed, out
from partwright.cli.flags import UNSET, Stores
from partwright.kit.db import open_database


def verify(
    *, anchor: str | None = None, trail_anchor: str | None = None, flags: Stores = UNSET
) -> int:
    """Compute the seals of all commits and the chain of the audit trail anew; exit code 1 where the
    database is not what was sealed.

    Parameters
    ----------
    anchor
        A seal that was noted elsewhere, as `number:seal`: without one, who changed the rows may
        have made new seals, too.
    trail_anchor
        The same for an entry of the audit trail.
    """
    return asyncio.run(_verify(flags.settings().database, anchor, trail_anchor))


def _noted(name: str, anchor: str | None) -> tuple[int, str] | None:
    if anchor is None:
        return None
    number, _, seal = anchor.partition(":")
    if not (number.isdecimal() and seal):
        raise CommandFailed(f"--{name}: expected number:seal, got {anchor!r}")
    return int(number), seal


async def _verify(url: str, anchor: str | None, trail_anchor: str | None) -> int:
    noted, noted_entry = _noted("anchor", anchor), _noted("trail-anchor", trail_anchor)
    database = await open_database(url)
    try:
        found = await service.verify_seals(database)
        is_anchored = noted is None or await service.is_sealed_as(database, *noted)
        trail = await trail_service.verify_entries(database)
        votes = await verify_signatures(database)
        is_known = noted_entry is None or await trail_service.is_sealed_as(database, *noted_entry)
    finally:
        await database.close()
    _tell(found)
    _tell_trail(trail)
    for problem in votes:
        out.print(problem)
    if noted is not None and not is_anchored:
        out.print(f"commit {noted[0]}: its seal is not the one that was noted")
    if noted_entry is not None and not is_known:
        out.print(f"entry {noted_entry[0]}: its seal is not the one that was noted")
    is_whole = not found.breaches and not trail.breaches and not votes
    return 0 if is_anchored and is_known and is_whole else FAILED


def _tell_trail(trail: TrailFindings) -> None:
    for breach in trail.breaches:
        out.print(f"entry {breach.number}: {breach.table} is not what was sealed")
    if trail.head.number:
        out.print(f"Audit trail: {trail.head.number}:{trail.head.seal}")


def _tell(found: AuditFindings) -> None:
    for breach in found.breaches:
        out.print(f"commit {breach.number}: {breach.table} is not what was sealed")
    if found.head is None:
        out.print("Nothing is sealed yet.")
        return
    out.print(f"Sealed: {found.head.number}:{found.head.seal}")
    if found.unsealed:
        out.print(f"Commits since then, not sealed yet: {found.unsealed}")
