"""Seals as they are kept and shown, and what is found not to fit them."""

from typing import Any

import msgspec


class AuditSeal(msgspec.Struct, rename="camel", frozen=True):
    """The seal of one commit number, over it and all before; the fields are columns."""

    number: int
    """Of the commit, in the one order of all commits."""
    digests: str
    """Table -> SHA-256 of the rows that began or ended there, as JSON."""
    seal: str
    """SHA-256 of the seal before and these digests."""
    sealed_at: str


class AuditBreach(msgspec.Struct, frozen=True):
    """A place where the database is not what was sealed."""

    number: int
    table: str


class AuditFindings(msgspec.Struct):
    """Findings of a check of all seals."""

    head: AuditSeal | None = None
    unsealed: int = 0
    """Commits that came after the last seal."""
    breaches: list[AuditBreach] = []


class EntryRow(msgspec.Struct, frozen=True):
    """One act as it is kept; the fields are columns, those from `number` on its place in the chain."""

    id: str
    happened_at: str
    action: str
    outcome: str
    actor_id: str | None
    actor_name: str | None
    address: str
    request_id: str
    subject: str | None
    details: str | None
    number: int | None
    seal: str | None


class AuditEntry(msgspec.Struct, frozen=True, rename="camel"):
    """One act that no commit tells of: who did it, or was refused, when and from where."""

    id: str
    happened_at: str
    action: str
    outcome: str
    """`done`, or the code of the refusal."""
    actor_id: str | None
    """Null where nobody had signed on yet, and for the server itself."""
    actor_name: str | None
    address: str
    request_id: str
    subject: str | None
    """The id of what was touched."""
    details: dict[str, Any] | None
    """The fields that were sent, without secrets."""
    number: int | None
    """Its place in the chain, some seconds after the act."""
    seal: str | None


class ChainHead(msgspec.Struct, frozen=True):
    """The last entry of the chain, or the last one that was taken away."""

    number: int
    seal: str
    happened_at: str


class TrailFindings(msgspec.Struct, frozen=True):
    """Findings of a check of the trail."""

    head: ChainHead
    breaches: list[AuditBreach]
