"""`partwright vault`: whether the files are what they were, and removing what nobody needs."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from rich.progress import Progress

from partwright.cli.console import FAILED, err, out
from partwright.cli.flags import UNSET_VAULT, Json, Vaults
from partwright.cli.opened_database import opened_database
from partwright.cli.output import print_json
from partwright.kit.contents import ContentStore, ContentsUnavailable
from partwright.kit.db import Database
from partwright.settings import Settings
from partwright.vault import maintenance_service
from partwright.vault.maintenance_service import SHARDS, RemovedContents, VaultFindings
from partwright.vault.store import open_content_store

_HOUR_SECONDS = 3600


def verify(*, json: Json = False, flags: Vaults = UNSET_VAULT) -> int:
    """Read every file again and name each that is missing or differs; exit code 1 if one is."""
    return asyncio.run(_verify(flags.settings(), json=json))


def gc(
    *,
    grace_hours: float = 24,
    dry_run: bool = False,
    json: Json = False,
    flags: Vaults = UNSET_VAULT,
) -> int:
    """Remove stored bytes that no version of a file refers to.

    Parameters
    ----------
    grace_hours
        How old they must be; uploads that run for longer are safe as well.
    dry_run
        List what would be removed, and remove nothing.
    """
    return asyncio.run(_collect(flags.settings(), hours=grace_hours, dry_run=dry_run, json=json))


async def _verify(settings: Settings, *, json: bool) -> int:
    total = VaultFindings()
    async with opened_stores(settings) as (database, store):
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task("Reading", total=len(SHARDS))
            async for found in maintenance_service.verify_contents(database, store):
                total.add(found)
                progress.advance(task)
    if json:
        print_json(total)
        return 0 if total.is_clean else FAILED
    _name("missing", total.missing)
    _name("differs", total.different)
    _name("unreferenced", total.unreferenced)
    out.print(
        f"{total.objects} objects of {total.size} bytes: {len(total.missing)} missing,"
        f" {len(total.different)} different, {len(total.unreferenced)} unreferenced"
    )
    return 0 if total.is_clean else FAILED


def _name(word: str, digests: Sequence[str]) -> None:
    for digest in digests:
        out.print(f"{word:<13}sha256:{digest}")


async def _collect(settings: Settings, *, hours: float, dry_run: bool, json: bool) -> int:
    total = RemovedContents()
    async with opened_stores(settings) as (database, store):
        grace = hours * _HOUR_SECONDS
        steps = maintenance_service.collect_garbage(
            database, store, grace_seconds=grace, dry_run=dry_run
        )
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task("Looking", total=len(SHARDS))
            async for removed in steps:
                total.objects += removed.objects
                total.size += removed.size
                total.left_behind += removed.left_behind
                progress.advance(task)
    if json:
        sums = {"objects": total.objects, "size": total.size, "leftBehind": total.left_behind}
        print_json({**sums, "dryRun": dry_run})
        return 0
    word = "would be removed" if dry_run else "removed"
    out.print(f"{total.objects} objects of {total.size} bytes {word}")
    if total.left_behind:
        out.print(f"{total.left_behind} unfinished uploads removed")
    return 0


@asynccontextmanager
async def opened_stores(settings: Settings) -> AsyncGenerator[tuple[Database, ContentStore]]:
    """The database and the store, whose own words tell the operator what is wrong with it."""
    async with opened_database(settings.database) as database:
        try:
            store = open_content_store(settings)
            try:
                yield database, store
            finally:
                await store.close()
        except ContentsUnavailable as unavailable:
            err.print(f"partwright: {unavailable.reason}")
            raise
