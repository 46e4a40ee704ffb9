"""A backup restored into an empty place: the files first, then the database in one step."""

import hashlib
import tempfile
from collections.abc import Collection
from pathlib import Path

from partwright.backups.copying import CopiedContents, copy_missing
from partwright.backups.model import BackupFailed, BackupManifest
from partwright.backups.taking import Tell
from partwright.backups.target import BackupTarget
from partwright.kit.contents import ContentStore
from partwright.kit.db.copies import CopyFailed, engine_of, is_empty, put_back
from partwright.kit.private_files import own_file
from partwright.settings import Settings
from partwright.vault.maintenance_service import SHARDS


async def restore_backup(
    settings: Settings,
    store: ContentStore,
    target: BackupTarget,
    manifest: BackupManifest,
    *,
    schemas: Collection[str],
    tell: Tell,
) -> CopiedContents:
    """Restore one; BackupFailed where it does not fit, something is in the place, or it is damaged.

    `schemas` are the numbers of the migrations that this program knows. Killed at any moment
    it can be run again: contents that belong to the backup are no hindrance, and the database
    is there wholly or not at all.
    """
    await _check(settings, manifest, schemas)
    wanted = {content.digest async for content in target.listed(manifest.contents)}
    present = await _present(store, wanted)
    tell("files")
    carried = CopiedContents()
    listed = target.listed(manifest.contents)
    async for copied in copy_missing(target.contents, store, listed, present):
        carried.objects += copied.objects
        carried.size += copied.size
        carried.absent += [one for one in copied.absent if one not in manifest.absent]
    if carried.absent:
        raise BackupFailed(
            f"the backup is damaged: sha256:{carried.absent[0]} is missing or differs"
        )
    tell("database")
    with tempfile.TemporaryDirectory(dir=settings.data_dir, prefix="restore-") as folder:
        copy = Path(folder) / "database"
        await _write_database(target, manifest, copy)
        try:
            await put_back(settings.database, copy)
        except CopyFailed as failed:
            raise BackupFailed(str(failed)) from failed
    return carried


async def _check(settings: Settings, manifest: BackupManifest, schemas: Collection[str]) -> None:
    engine = engine_of(settings.database)
    if engine != manifest.engine:
        raise BackupFailed(f"the backup is of {manifest.engine}, and the database is {engine}")
    if manifest.schema not in schemas:
        raise BackupFailed(f"the backup was taken by a newer Partwright ({manifest.product})")
    if not await is_empty(settings.database):
        raise BackupFailed("the database is not empty: a backup is restored into an empty one")


async def _present(store: ContentStore, wanted: Collection[str]) -> dict[str, int]:
    """The part of the backup that the vault has already; BackupFailed if it has anything else."""
    present: dict[str, int] = {}
    for shard in SHARDS:
        async for stored in store.listed(shard):
            if stored.digest not in wanted:
                raise BackupFailed("the vault is not empty: a backup is restored into an empty one")
            present[stored.digest] = stored.size
    return present


async def _write_database(target: BackupTarget, manifest: BackupManifest, copy: Path) -> None:
    own_file(copy, make=True)
    with copy.open("wb") as file:
        async for piece in target.listed(manifest.database):
            digest = hashlib.sha256()
            try:
                async for block in target.contents.read(piece):
                    digest.update(block)
                    file.write(block)
            except KeyError:
                digest = hashlib.sha256(b"missing")
            if digest.hexdigest() != piece.digest:
                raise BackupFailed(f"the backup is damaged: {piece.checksum} is missing or differs")
