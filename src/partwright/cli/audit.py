"""`partwright audit`: whether the database and the audit trail are what was sealed."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from partwright.audit import service, trail_service
from partwright.audit.model import AuditFindings, TrailFindings
from partwright.audit.timestamps import (
    TimestampFindings,
    TimestampRefused,
    read_kept,
    read_roots,
    verify_timestamps,
)
from partwright.change_orders.signatures import verify_signatures
from partwright.cli import doctor
from partwright.cli.console import FAILED, CommandFailed, err, out
from partwright.cli.flags import UNSET, Json, Stores
from partwright.cli.opened_database import opened_database
from partwright.cli.output import print_json


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
    timestamps: TimestampFindings | None = None

    @property
    def is_good(self) -> bool:
        is_whole = not (self.found.breaches or self.trail.breaches or self.votes)
        is_stamped = self.timestamps is None or not self.timestamps.problems
        return is_whole and self.is_anchored and self.is_trail_anchored and is_stamped


def verify(
    *,
    anchor: str | None = None,
    trail_anchor: str | None = None,
    timestamps: Path | None = None,
    roots: Path | None = None,
    json: Json = False,
    flags: Stores = UNSET,
) -> int:
    """Compute all seals of commits, the chain of the audit trail and the signatures of votes anew.

    Exit code 1 where the database is not what was sealed.

    Parameters
    ----------
    anchor
        A seal that was noted elsewhere, as `number:seal`: without one, who changed the rows may
        have made new seals, too.
    trail_anchor
        The same for an entry of the audit trail.
    timestamps
        A folder of `audit timestamp`: all in it must be of an authority and fit the database.
    roots
        A file of certificates in PEM that vouch for that authority.
    """
    if (timestamps is None) != (roots is None):
        raise CommandFailed("--timestamps and --roots go together")
    noted, noted_entry = _noted("anchor", anchor), _noted("trail-anchor", trail_anchor)
    verdict = asyncio.run(_verify(url := _migrated(flags), noted, noted_entry))
    if timestamps and roots:
        verdict = verdict._replace(timestamps=asyncio.run(_stamped(url, timestamps, roots)))
    if json:
        print_json(_as_json(verdict))
    else:
        _tell(verdict)
        if noted and not verdict.is_anchored:
            out.print(f"commit {noted.number}: its seal is not the one that was noted")
        if noted_entry and not verdict.is_trail_anchored:
            out.print(f"entry {noted_entry.number}: its seal is not the one that was noted")
    return 0 if verdict.is_good else FAILED


def _migrated(flags: Stores) -> str:
    """The address of the database; CommandFailed unless it has the tables of this version."""
    settings = flags.settings()
    try:
        doctor.database(settings)
    except CommandFailed as problem:
        raise CommandFailed(f"the database: {problem}") from problem
    return settings.database


def _as_json(verdict: _Verdict) -> dict[str, object]:
    return {
        "found": verdict.found,
        "isAnchored": verdict.is_anchored,
        "trail": verdict.trail,
        "isTrailAnchored": verdict.is_trail_anchored,
        "votes": verdict.votes,
        "timestamps": verdict.timestamps,
    }


def _noted(name: str, anchor: str | None) -> _Noted | None:
    if anchor is None:
        return None
    number, _, seal = anchor.partition(":")
    if not (number.isdecimal() and seal):
        raise CommandFailed(f"--{name}: expected number:seal, got {anchor!r}")
    return _Noted(int(number), seal)


async def _verify(url: str, noted: _Noted | None, noted_entry: _Noted | None) -> _Verdict:
    async with opened_database(url) as database:
        return _Verdict(
            found=await service.verify_seals(database),
            trail=await trail_service.verify_entries(database),
            votes=await verify_signatures(database),
            is_anchored=noted is None or await service.is_sealed_as(database, *noted),
            is_trail_anchored=noted_entry is None
            or await trail_service.is_sealed_as(database, *noted_entry),
        )


async def _stamped(url: str, folder: Path, roots: Path) -> TimestampFindings:
    async with opened_database(url) as database:
        try:
            return await verify_timestamps(database, read_kept(folder), read_roots(roots))
        except TimestampRefused as refused:
            raise CommandFailed(str(refused)) from refused


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
    if verdict.timestamps is not None:
        _tell_timestamps(verdict.timestamps)
    if verdict.is_good and found.head is not None:
        err.print("Everything is as it was sealed.")


def _tell_timestamps(stamps: TimestampFindings) -> None:
    for problem in stamps.problems:
        out.print(f"timestamp {problem}")
    if stamps.count:
        out.print(f"Timestamps that fit: {stamps.count}, from {stamps.first} to {stamps.last}")
