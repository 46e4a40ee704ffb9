"""`partwright audit`: whether the database is what was sealed."""

import asyncio

from partwright.audit import service
from partwright.audit.model import AuditFindings
from partwright.cli.console import FAILED, CommandFailed, out
from partwright.cli.flags import UNSET, Json, Stores
from partwright.cli.output import print_json
from partwright.kit.db import open_database


def verify(*, anchor: str | None = None, json: Json = False, flags: Stores = UNSET) -> int:
    """Compute the seals of all commits anew; exit code 1 where the database is not what was sealed.

    Parameters
    ----------
    anchor
        A seal that was noted elsewhere, as `number:seal`: without one, who changed the rows may
        have made new seals, too.
    """
    return asyncio.run(_verify(flags.settings().database, anchor, json=json))


async def _verify(url: str, anchor: str | None, *, json: bool) -> int:
    number, _, seal = (anchor or "").partition(":")
    if anchor is not None and not (number.isdecimal() and seal):
        raise CommandFailed(f"--anchor: expected number:seal, got {anchor!r}")
    database = await open_database(url)
    try:
        found = await service.verify_seals(database)
        is_anchored = anchor is None or await service.is_sealed_as(database, int(number), seal)
    finally:
        await database.close()
    if json:
        print_json({"found": found, "isAnchored": is_anchored})
        return 0 if is_anchored and not found.breaches else FAILED
    _tell(found)
    if not is_anchored:
        out.print(f"commit {number}: its seal is not the one that was noted")
    return 0 if is_anchored and not found.breaches else FAILED


def _tell(found: AuditFindings) -> None:
    for breach in found.breaches:
        out.print(f"commit {breach.number}: {breach.table} is not what was sealed")
    if found.head is None:
        out.print("Nothing is sealed yet.")
        return
    out.print(f"Sealed: {found.head.number}:{found.head.seal}")
    if found.unsealed:
        out.print(f"Commits since then, not sealed yet: {found.unsealed}")
