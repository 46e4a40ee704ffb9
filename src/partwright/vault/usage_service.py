"""Use of the store by users and programs, and its limits."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.items.access import ItemEdit
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import ErrorDetail, PayloadTooLarge
from partwright.kit.ids import ProgramId, UserId
from partwright.programs.access import access_program
from partwright.settings import Settings
from partwright.vault import queries as vault_queries
from partwright.vault.model import FileVersion


class StoredAmount(msgspec.Struct, frozen=True):
    """Files, their versions counted each, and their bytes."""

    files: int
    bytes: int
    limit: int | None = None
    """The most bytes; null where there is no limit."""

    def with_limit(self, quota: int) -> "StoredAmount":
        return StoredAmount(self.files, self.bytes, quota or None)


class StorageUse(msgspec.Struct, frozen=True):
    """Storage that the caller has used, and that of a program that was asked for."""

    user: StoredAmount
    program: StoredAmount | None = None


class QuotaExceeded(PayloadTooLarge):
    """There is no room for what is sent, whatever room the disk has."""

    def __init__(self, whose: str, wanted: int, quota: int) -> None:
        message = f"{whose} may store {quota} bytes; {wanted} would be in use"
        super().__init__(message, details=[ErrorDetail("usage", message)])


async def count_stored(tx: Transaction, work: ItemEdit, versions: Sequence[FileVersion]) -> None:
    """Count versions of files that were added to an item, in the transaction that adds them."""
    counted: Counter[tuple[str, str]] = Counter()
    for version in versions:
        for owner in _owners(work, version.created_by):
            counted[owner] += version.size
    rows = [
        {"kind": kind, "owner": owner, "files": len(versions), "size": size}
        for (kind, owner), size in sorted(counted.items())
    ]
    await tx.run_many(vault_queries.ADD_USE, rows)


def _owners(work: ItemEdit, user_id: UserId) -> list[tuple[str, str]]:
    design_id, program_id = work.version.design_id, work.version.program_id
    owners = [("user", str(user_id))]
    if design_id is not None:
        # Moved to another program, a design takes its files along.
        owners.append(("design", design_id))
    elif program_id is not None:
        owners.append(("program", program_id))
    return owners


async def check_room(
    snapshot: Snapshot,
    actor: Actor,
    settings: Settings,
    *,
    program_id: str | None = None,
    coming: int = 0,
) -> None:
    """QuotaExceeded where the user or the program has more than they may, once more have come."""
    if settings.quota_user:
        used = await _used_by(snapshot, actor.id)
        _check("You", used.bytes, coming, settings.quota_user)
    if settings.quota_program and program_id is not None:
        used = await _held_by(snapshot, program_id)
        _check("The program", used.bytes, coming, settings.quota_program)


def _check(whose: str, used: int, coming: int, quota: int) -> None:
    if used + coming > quota:
        raise QuotaExceeded(whose, used + coming, quota)


async def read_usage(
    snapshot: Snapshot, actor: Actor, settings: Settings, *, program_id: str | None
) -> StorageUse:
    """The storage that the actor uses, and that of a program that they see."""
    own = (await _used_by(snapshot, actor.id)).with_limit(settings.quota_user)
    if program_id is None:
        return StorageUse(own)
    program = await access_program(snapshot, actor, ProgramId(program_id))
    held = await _held_by(snapshot, program.id)
    return StorageUse(own, held.with_limit(settings.quota_program))


async def _used_by(snapshot: Snapshot, user_id: UserId) -> StoredAmount:
    found = await snapshot.one(StoredAmount, vault_queries.USED_BY, owner=user_id)
    return found or StoredAmount(0, 0)


async def _held_by(snapshot: Snapshot, program_id: str) -> StoredAmount:
    found = await snapshot.one(StoredAmount, vault_queries.HELD_BY, program_id=program_id)
    return found or StoredAmount(0, 0)
