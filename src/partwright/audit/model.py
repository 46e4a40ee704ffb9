"""Seals as they are kept and shown, and what is found not to fit them."""

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
    """What a check of all seals found."""

    head: AuditSeal | None = None
    unsealed: int = 0
    """Commits that came after the last seal."""
    breaches: list[AuditBreach] = []
