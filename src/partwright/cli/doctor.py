"""`partwright doctor`: whether a server can work with these settings on this machine."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from partwright.cad import sandbox
from partwright.cells.catalogue import all_settings
from partwright.cli.console import FAILED, CommandFailed, out
from partwright.cli.flags import UNSET_VAULT, Json, Vaults, cell_name
from partwright.cli.opened_database import NO_DATABASE
from partwright.cli.output import print_json
from partwright.kit.contents import ContentsUnavailable
from partwright.kit.db.connect import sqlite_file
from partwright.kit.errors import Refusal
from partwright.kit.open_hints import probe_queue
from partwright.kit.queue_address import queue_address
from partwright.migrations.schema import decomposed_numbers, is_current
from partwright.settings import Settings, WrongSetting, idle_settings
from partwright.vault.store import open_content_store

LEAST_FREE = 1 << 30
"""Bytes; with less a busy server may run out within a day."""


class Finding(msgspec.Struct, frozen=True, rename="camel"):
    """Finding of a check."""

    subject: str
    is_well: bool
    told: str


def doctor(*, json: Json = False, flags: Vaults = UNSET_VAULT) -> int:
    """Check settings, database, data directory and disk; exit code 1 if something is wrong."""
    found: list[Finding] = []
    for finding in _findings(flags):
        found.append(finding)
        if not json:
            mark = "ok     " if finding.is_well else "PROBLEM"
            out.print(f"{mark}  {finding.subject}: {finding.told}")
    if json:
        print_json(found)
    return 0 if all(finding.is_well for finding in found) else FAILED


def _findings(flags: Vaults) -> Iterator[Finding]:
    try:
        settings = flags.settings()
        all_settings(flags.of_installation())
    except WrongSetting as wrong:
        yield Finding("settings", is_well=False, told=str(wrong))
        return
    yield Finding("settings", is_well=True, told="understood")
    for subject, check in CHECKS.items():
        yield _finding(subject, check, settings)
    if not cell_name(flags.cell):
        for name, own in list(all_settings(settings).items())[1:]:
            yield _finding(f"cell {name}", database, own)


def _finding(subject: str, check: Callable[[Settings], str], settings: Settings) -> Finding:
    try:
        return Finding(subject, is_well=True, told=check(settings))
    except (CommandFailed, Refusal) as problem:
        return Finding(subject, is_well=False, told=str(problem))


def database(settings: Settings) -> str:
    """Reachable, and of the newest schema; nothing is made or changed."""
    url = settings.database
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise CommandFailed(NO_DATABASE)
    try:
        current = is_current(url)
    except SQLAlchemyError as error:
        first = str(error).partition("\n")[0]
        raise CommandFailed(f"it cannot be read: {first}") from error
    if not current:
        raise CommandFailed(
            "its schema is not this program's; `partwright migrate` updates an older one"
        )
    if numbers := decomposed_numbers(url):
        shown = ", ".join(ascii(number) for number in numbers[:5])
        raise CommandFailed(
            f"{len(numbers)} item numbers look like those of other items and are found by none"
            f" that is typed ({shown}); give these items other numbers"
        )
    return "answers, with the newest schema"


def directory(settings: Settings) -> str:
    """There, and writable."""
    path = settings.data_dir
    try:
        with tempfile.TemporaryFile(dir=path):
            return f"{path} is writable"
    except OSError as error:
        raise CommandFailed(f"{path} is not writable: {error.strerror}") from error


def vault(settings: Settings) -> str:
    """Takes a few bytes and gives them back; a folder that is missing is made later."""
    if not settings.vault.startswith("s3://") and not Path(settings.vault).exists():
        return f"{settings.vault} is made with the first start"
    try:
        return asyncio.run(_probe(settings))
    except ContentsUnavailable as unavailable:
        raise CommandFailed(
            f"{settings.vault} does not work: {unavailable.reason}"
        ) from unavailable


async def _probe(settings: Settings) -> str:
    store = open_content_store(settings)
    try:
        return f"{settings.vault} {await store.probe()}"
    finally:
        await store.close()


def disk(settings: Settings) -> str:
    """Enough room where the data directory is, or will be."""
    path = settings.data_dir.absolute()
    there = next(place for place in (path, *path.parents) if place.exists())
    free = shutil.disk_usage(there).free
    if free < LEAST_FREE:
        raise CommandFailed(f"only {free / 2**20:.0f} MiB are free")
    return f"{free / 2**30:.1f} GiB are free"


def workers(settings: Settings) -> str:
    """The number of worker processes, and where they count requests."""
    if settings.workers > 1 and not settings.redis_url:
        return (
            f"{settings.workers}; each counts rate limits for itself without PARTWRIGHT_REDIS_URL"
        )
    return str(settings.workers)


def queue(settings: Settings) -> str:
    """Hints between processes go through the broker, where one is named."""
    if not settings.queue_url:
        return "none; processes look into the database for news and work"
    host = queue_address(settings.queue_url).host
    try:
        asyncio.run(probe_queue(settings.queue_url))
    except RuntimeError as reason:
        raise CommandFailed(
            f"{host} does not work: {reason}; servers work on without it"
        ) from reason
    return f"{host} answers, with JetStream"


def mail(settings: Settings) -> str:
    """The server that e-mail goes through; nothing is sent."""
    for told in idle_settings(settings):
        raise CommandFailed(told)
    host = urlsplit(settings.smtp_url).hostname
    return f"from {settings.mail_from} through {host}" if host else "none; no e-mail is sent"


def sandboxed(_: Settings) -> str:
    """The sandbox of the processes that read foreign files."""
    found = sandbox.measures()
    return "; ".join(found) if found else "this system has neither Landlock nor seccomp"


CHECKS: dict[str, Callable[[Settings], str]] = {
    "database": database,
    "data directory": directory,
    "vault": vault,
    "disk": disk,
    "workers": workers,
    "queue": queue,
    "mail": mail,
    "CAD sandbox": sandboxed,
}
"""Each answers what it found, or raises what is wrong."""
