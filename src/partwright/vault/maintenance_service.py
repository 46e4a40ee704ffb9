"""Verification of the store against the database, and removal of unreferenced contents."""

import hashlib
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress

import msgspec

from partwright.kit.contents import ContentStore, StoredContent, StoredObject
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.vault import derived_queries
from partwright.vault import queries as vault_queries
from partwright.vault.holds import ContentsHeld, check_not_held
from partwright.versioning.commits import hold_commit_order

SHARDS = [f"{number:02x}" for number in range(256)]
"""What digests begin with; the store is gone through piece by piece."""
_TOGETHER = 20
"""Objects that one transaction removes; nothing is committed elsewhere meanwhile."""


class VaultFindings(msgspec.Struct):
    """Findings of a look through the store; missing and different are damage."""

    objects: int = 0
    size: int = 0
    missing: list[str] = []
    different: list[str] = []
    unreferenced: list[str] = []

    @property
    def is_clean(self) -> bool:
        return not self.missing and not self.different

    def add(self, more: "VaultFindings") -> None:
        self.objects += more.objects
        self.size += more.size
        self.missing += more.missing
        self.different += more.different
        self.unreferenced += more.unreferenced


class RemovedContents(msgspec.Struct):
    """Objects that a collection of garbage removed, or would remove."""

    objects: int = 0
    size: int = 0
    left_behind: int = 0
    """Parts of uploads that never ended."""


async def verify_contents(database: Database, store: ContentStore) -> AsyncGenerator[VaultFindings]:
    """Re-read every object; answers shard by shard. May run while the server does."""
    for shard in SHARDS:
        # First what is referred to: what comes later is in the store already.
        referenced = await _sizes_of_referenced(database, shard)
        yield await _judge(store, shard, referenced)


async def referenced_contents(snapshot: Snapshot, shard: str) -> list[StoredContent]:
    """The contents that anything refers to whose digest begins so, sorted."""
    high = shard[0] + chr(ord(shard[1]) + 1)
    return await snapshot.all(StoredContent, vault_queries.REFERENCED, low=shard, high=high)


async def _sizes_of_referenced(database: Database, shard: str) -> dict[str, int]:
    async with database.snapshot() as snapshot:
        return {row.digest: row.size for row in await referenced_contents(snapshot, shard)}


async def _judge(store: ContentStore, shard: str, referenced: dict[str, int]) -> VaultFindings:
    found = VaultFindings()
    async for stored in store.listed(shard):
        found.objects += 1
        found.size += stored.size
        wanted = referenced.pop(stored.digest, None)
        if wanted is None:
            found.unreferenced.append(stored.digest)
        elif wanted != stored.size or not await _is_itself(store, stored):
            found.different.append(stored.digest)
    found.missing += referenced
    return found


async def _is_itself(store: ContentStore, stored: StoredObject) -> bool:
    digest = hashlib.sha256()
    async for block in store.read(StoredContent(stored.digest, stored.size)):
        digest.update(block)
    return digest.hexdigest() == stored.digest


async def collect_garbage(
    database: Database, store: ContentStore, *, grace_seconds: float, dry_run: bool = False
) -> AsyncGenerator[RemovedContents]:
    """Remove objects that nothing refers to; answers shard by shard.

    Younger ones than the grace are left alone: an upload may be about to refer to them. One that
    takes longer is safe as well. It asks for its bytes inside the transaction that refers to
    them, and here they are removed inside one that looked for references; both hold the order
    of commits, so that one comes after the other. ContentsHeld while a backup is being taken.
    """
    before = time.time() - grace_seconds
    for shard in SHARDS:
        referenced = await _sizes_of_referenced(database, shard)
        old = [
            stored
            async for stored in store.listed(shard)
            if stored.stored_at < before and stored.digest not in referenced
        ]
        removed = RemovedContents(len(old), sum(stored.size for stored in old))
        if not dry_run:
            removed = RemovedContents()
            for start in range(0, len(old), _TOGETHER):
                gone = await _remove(database, store, old[start : start + _TOGETHER], before)
                removed.objects += len(gone)
                removed.size += sum(stored.size for stored in gone)
        yield removed
    if not dry_run:
        yield RemovedContents(left_behind=await store.sweep(before))


_EXPIRED_AT_ONCE = 100
_GRACE_SECONDS = 3600.0
"""Objects as young as this are left to the collection of garbage: a write may be about to use them."""


async def expire_contents(
    database: Database, store: ContentStore, *, owners: str, before: str
) -> int:
    """Remove what was kept for owners whose names begin so, before a moment; answers how much.

    While a backup is being taken nothing goes; what it keeps is found by a collection of garbage.
    """
    removed = 0
    while digests := await _forget_old(database, owners, before):
        objects = [await store.stored(digest) for digest in digests]
        young = time.time() - _GRACE_SECONDS
        with suppress(ContentsHeld):
            gone = await _remove(database, store, [found for found in objects if found], young)
            removed += len(gone)
    return removed


async def _forget_old(database: Database, owners: str, before: str) -> list[str]:
    last = owners[:-1] + chr(ord(owners[-1]) + 1)

    async def forget(tx: Transaction) -> list[str]:
        await hold_commit_order(tx)
        digests = await tx.all(
            str,
            vault_queries.OLD_CONTENTS,
            first=owners,
            last=last,
            before=before,
            most=_EXPIRED_AT_ONCE,
        )
        await tx.run(
            vault_queries.FORGET_OLD, first=owners, last=last, before=before, digests=digests
        )
        return digests

    return await write_alone(database, forget)


async def _remove(
    database: Database, store: ContentStore, old: Sequence[StoredObject], before: float
) -> list[StoredObject]:
    async def remove(tx: Transaction) -> list[StoredObject]:
        gone: list[StoredObject] = []
        await hold_commit_order(tx)
        await check_not_held(tx)
        digests = [stored.digest for stored in old]
        used = await tx.all(str, vault_queries.REFERENCED_AMONG, digests=digests)
        for stored in old:
            now = await store.stored(stored.digest)
            if stored.digest not in used and now is not None and now.stored_at < before:
                await store.remove(stored.digest)
                gone.append(stored)
        await tx.run(derived_queries.FORGET_PREVIEWS, digests=[stored.digest for stored in gone])
        return gone

    # Removed bytes do not come back when an answer turns out not to be as expected.
    return await write_alone(database, remove, expects=False)
