"""`partwright audit`: whether the database and the audit trail are what was sealed."""

import asyncio
from typing import NamedTuple

from partwright.audit import service, trail_service
from partwright.audit.model import AuditFindings, TrailFindings
from partwright.change_orders.signatures import verify_signatures
from partwright.cli.console import FAILED, CommandFailed, out
from partwright.cli.flags import UNSET, Json, Stores
from partwright.cli.output import print_json
from partwright.kit.db import open_database


class _Noted(NamedTuple):
    """A seal that was noted elsewhere."""

    number: int
    seal: str


class _Verdict(NamedTuple):
    """All that was found; where nothing was noted elsewhere, what was noted fits."""

    found: AuditFindings
    trail: TrailFindings
    votes: list[str]
    is_anchored: bool
    is_trail_anchored: bool

    @property
    def is_good(self) -> bool:
        is_whole = not (self.found.breaches or self.trail.breaches or self.votes)
        return is_whole and self.is_anchored and self.is_trail_anchored


def verify(
    *,
    anchor: str | None = None,
    trail_anchor: str | None = None,
    json: Json = False,
    flags: Stores = UNSET,
) -> int:
    """Compute the seals of all commits, the chain of the audit trail and the signatures of votes anew.

    Exit code 1 where the database is not what was sealed.

    Parameters
    ----------
    anchor
        A seal that was noted elsewhere, as `number:seal`: without one, who changed the rows may
        have made new seals, too.
    trail_anchor
        The same for an entry of the audit trail.
    """
    noted, noted_entry = _noted("anchor", anchor), _noted("trail-anchor", trail_anchor)
    verdict = asyncio.run(_verify(flags.settings().database, noted, noted_entry))
    if json:
        print_json(
            {
                "found": verdict.found,
                "isAnchored": verdict.is_anchored,
                "trail": verdict.trail,
                "isTrailAnchored": verdict.is_trail_anchored,
                "votes": verdict.votes,
            }
        )
    else:
        _tell(verdict)
        if noted is not None and not verdict.is_anchored:
            out.print(f"commit {noted.number}: its seal is not the one that was noted")
        if noted_entry is not None and not verdict.is_trail_anchored:
            out.print(f"entry {noted_entry.number}: its seal is not the one that was noted")
    return 0 if verdict.is_good else FAILED


def _noted(name: str, anchor: str | None) -> _Noted | None:
    if anchor is None:
        return None
    number, _, seal = anchor.partition(":")
    if not (number.isdecimal() and seal):
        raise CommandFailed(f"--{name}: expected number:seal, got {anchor!r}")
    return _Noted(int(number), seal)


async def _verify(url: str, noted: _Noted | None, noted_entry: _Noted | None) -> _Verdict:
    database = await open_database(url)
    try:
        return _Verdict(
            found=await service.verify_seals(database),
            trail=await trail_service.verify_entries(database),
            votes=await verify_signatures(database),
            is_anchored=noted is None or await service.is_sealed_as(database, *noted),
            is_trail_anchored=noted_entry is None
            or await trail_service.is_sealed_as(database, *noted_entry),
        )
    finally:
        await database.close()


def _tell(verdict: _Verdict) -> None:
    found, trail = verdict.found, verdict.trail
    for breach in found.breaches:
        out.print(f"commit {breach.number}: {breach.table} is not what was sealed")
    if found.head is None:
        out.print("Nothing is sealed yet.")
    else:
        out.print(f"Sealed: {found.head.number}:{found.head.seal}")
    if found.head is not None and found.unsealed:
        out.print(f"Commits since then, not sealed yet: {found.unsealed}")
    for breach in trail.breaches:
        out.print(f"entry {breach.number}: {breach.table} is not what was sealed")
    for problem in verdict.votes:
        out.print(problem)
    if trail.head.number:
        out.print(f"Audit trail: {trail.head.number}:{trail.head.seal}")
