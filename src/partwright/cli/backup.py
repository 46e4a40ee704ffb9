"""`partwright backup` and `partwright restore`: database and files, together and checked."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from cyclopts import App, Parameter

from partwright.backups.checking import prune_backups, verify_backups
from partwright.backups.model import BackupFailed, BackupManifest
from partwright.backups.restoring import restore_backup
from partwright.backups.taking import take_backup
from partwright.backups.target import BackupTarget, opened_target
from partwright.cells.catalogue import FIRST, all_settings, read_cells
from partwright.cli.console import FAILED, WRONG_USE, CommandFailed, counted, err, out
from partwright.cli.flags import UNSET_VAULT, Json, Vaults, cell_name
from partwright.cli.output import print_json
from partwright.cli.setup import make_directory, own_database
from partwright.cli.vault import opened_stores
from partwright.kit.errors import Refusal
from partwright.migrations.numbers import known_schemas
from partwright.settings import Settings
from partwright.vault.store import INCOMING, open_content_store

T = TypeVar("T")

_DAY_SECONDS = 86_400


backup = App(name="backup", default_parameter=Parameter(negative=(), show_default=False))


@backup.default
def take(
    target: str, *, all_cells: bool = False, json: Json = False, flags: Vaults = UNSET_VAULT
) -> int:
    """Back up the database and the files; the server may run meanwhile.

    Parameters
    ----------
    target
        A directory or `s3://bucket/prefix`. Backups there share what they have in common.
    all_cells
        The first cell into the target, and each other one into `cells/NAME` below it.
    """
    if all_cells:
        return _take_all(target, flags.of_installation(), json=json)
    if not cell_name(flags.cell) and (others := read_cells(flags.of_installation())):
        err.print(f"{counted(len(others), 'cell')} beside the first need --all-cells or --cell")
    told = _run(_taken(target, flags.settings()))
    if json:
        print_json(told)
    else:
        _tell_taken(target, told)
    return FAILED if told["absent"] else 0


def _take_all(target: str, installation: Settings, *, json: bool) -> int:
    """Back up one after the other, and go on where one fails."""
    failed: list[str] = []
    taken: dict[str, Any] = {}
    for name, settings in all_settings(installation).items():
        place = target if name == FIRST else f"{target.rstrip('/')}/cells/{name}"
        try:
            told = taken[name] = _run(_taken(place, settings))
        except (CommandFailed, Refusal) as problem:
            err.print(f"partwright: {name}: {problem}")
            failed.append(name)
            continue
        if not json:
            _tell_taken(place, told)
        failed += [name] if told["absent"] else []
    if json:
        print_json(taken)
    if failed:
        err.print(f"partwright: not backed up in full: {', '.join(failed)}")
    return FAILED if failed else 0


@backup.command(name="list")
def list_backups(target: str, *, json: Json = False, flags: Vaults = UNSET_VAULT) -> int:
    """List the backups in a place, the oldest first.

    Parameters
    ----------
    target
        The place of the backups: a directory or `s3://bucket/prefix`.
    """
    return _run(_list(target, flags.settings(), json=json))


@backup.command
def verify(
    target: str, *, name: str | None = None, json: Json = False, flags: Vaults = UNSET_VAULT
) -> int:
    """Read every byte of the backups again, and name what is missing or differs.

    Parameters
    ----------
    target
        The place of the backups: a directory or `s3://bucket/prefix`.
    name
        The one backup to verify; all of them if left out.
    """
    return _run(_verify(target, name, flags.settings(), json=json))


@backup.command
def prune(target: str, *, keep: int, json: Json = False, flags: Vaults = UNSET_VAULT) -> int:
    """Remove old backups, and what no other backup needs.

    Parameters
    ----------
    target
        The place of the backups: a directory or `s3://bucket/prefix`.
    keep
        How many of the newest to keep, 1 or more.
    """
    if keep < 1:
        raise CommandFailed(f"--keep {keep}: expected 1 or more", exit_code=WRONG_USE)
    return _run(_prune(target, keep, flags.settings(), json=json))


def restore(
    target: str, *, name: str | None = None, json: Json = False, flags: Vaults = UNSET_VAULT
) -> int:
    """Restore a backup into an empty database and an empty vault.

    Parameters
    ----------
    target
        The place of the backups: a directory or `s3://bucket/prefix`.
    name
        The backup, as `partwright backup list` names it; the newest if left out.
    """
    return _run(_restore(target, name, flags.settings(), json=json))


def _run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except BackupFailed as failed:
        raise CommandFailed(str(failed)) from failed


async def _taken(address: str, settings: Settings) -> dict[str, Any]:
    """Back up one; the figures of it, and what was new in the place."""
    async with (
        _opened(address, settings) as target,
        opened_stores(settings) as (database, store),
    ):
        manifest, carried = await take_backup(settings, database, store, target, _told)
    for digest in manifest.absent:
        err.print(f"partwright: sha256:{digest} is missing or differs in the vault itself")
    return {**_figures(manifest), "objects": carried.objects, "size": carried.size}


def _tell_taken(address: str, told: dict[str, Any]) -> None:
    files = counted(told["files"], "file content")
    content = f"{told['databaseSize']} bytes of database, {files} of {told['filesSize']} bytes"
    out.print(f"{told['name']}: commit {told['commit']}, {content};")
    out.print(f"{counted(told['objects'], 'object')} of {told['size']} bytes were new in {address}")


def _figures(manifest: BackupManifest) -> dict[str, Any]:
    return {
        "name": manifest.name,
        "commit": manifest.commit,
        "engine": manifest.engine,
        "product": manifest.product,
        "databaseSize": manifest.database.total,
        "files": manifest.contents.count,
        "filesSize": manifest.contents.total,
        "absent": manifest.absent,
    }


def _content_of(manifest: BackupManifest) -> str:
    files = counted(manifest.contents.count, "file content")
    return (
        f"{manifest.database.total} bytes of database, {files} of {manifest.contents.total} bytes"
    )


async def _list(address: str, settings: Settings, *, json: bool) -> int:
    async with _opened(address, settings) as target:
        names = await target.names()
        if json:
            print_json([_figures(await target.manifest(name)) for name in names])
            return 0
        for name in names:
            one = await target.manifest(name)
            out.print(f"{name}  {one.engine}, {_content_of(one)}, Partwright {one.product}")
    if not names:
        out.print("There are no backups.")
    return 0


async def _verify(address: str, name: str | None, settings: Settings, *, json: bool) -> int:
    objects = size = 0
    problems: list[str] = []
    async with _opened(address, settings) as target:
        names = [name] if name else await target.names()
        async for found in verify_backups(target, names):
            objects += found.objects
            size += found.size
            problems += map(str, found.problems)
            for problem in () if json else found.problems:
                out.print(problem)
    if json:
        told = {"backups": names, "objects": objects, "size": size, "problems": problems}
        print_json(told)
        return FAILED if problems or not names else 0
    out.print(
        f"{counted(len(names), 'backup')}, {counted(objects, 'object')} of {size} bytes:"
        f" {counted(len(problems), 'problem')}"
    )
    return FAILED if problems or not names else 0


async def _prune(address: str, keep: int, settings: Settings, *, json: bool) -> int:
    async with _opened(address, settings) as target:
        gone = await prune_backups(target, keep=keep, before=time.time() - _DAY_SECONDS)
    if json:
        print_json({"backups": gone.backups, "objects": gone.objects, "size": gone.size})
        return 0
    backups = counted(gone.backups, "backup")
    out.print(f"{backups} and {counted(gone.objects, 'object')} of {gone.size} bytes removed")
    return 0


async def _restore(address: str, name: str | None, settings: Settings, *, json: bool) -> int:
    make_directory(settings.data_dir)
    async with _opened(address, settings) as target:
        manifest = await target.chosen(name)
        store = await asyncio.to_thread(open_content_store, settings)
        try:
            await restore_backup(
                settings, store, target, manifest, schemas=known_schemas(), tell=_told
            )
        finally:
            await store.close()
    own_database(settings.database)
    if json:
        print_json(_figures(manifest))
        return FAILED if manifest.absent else 0
    out.print(f"{manifest.name} is restored: commit {manifest.commit}, {_content_of(manifest)}")
    for digest in manifest.absent:
        out.print(f"without sha256:{digest}, which was missing when the backup was taken")
    out.print("Start the server with `partwright serve`.")
    return FAILED if manifest.absent else 0


def _told(step: str) -> None:
    err.print(f"{step} ...")


def _opened(address: str, settings: Settings) -> AbstractAsyncContextManager[BackupTarget]:
    return opened_target(address, settings, settings.data_dir / INCOMING)
