"""Findings about the state of the server."""

import asyncio
import platform
import shutil
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from partwright import __version__
from partwright.cad.workers import KernelPool
from partwright.kit import clock
from partwright.kit.contents import ContentsUnavailable
from partwright.kit.db import Snapshot
from partwright.kit.db.connect import sqlite_file
from partwright.kit.db.schema_number import schema_number
from partwright.kit.errors import Refusal
from partwright.kit.hints import QueueState
from partwright.system import queries
from partwright.web.sending import API_VERSION
from partwright.web.services import ServerServices

T = TypeVar("T", bound=msgspec.Struct)


class Versions(msgspec.Struct, frozen=True, rename="camel"):
    """Versions of what runs here."""

    server: str
    api: str
    python: str
    db_schema: str = msgspec.field(name="schema")
    """The newest migration that ran."""
    build_id: str
    """Of the web application; empty where the server has none."""


class Counts(msgspec.Struct, frozen=True):
    """Counts of what there is; files count with each of their versions."""

    people: int
    items: int
    commits: int
    files: int
    bytes: int


class GeometryQueue(msgspec.Struct, frozen=True):
    """CAD files that wait to be read, are being read, and could not be."""

    waiting: int
    working: int
    failed: int


class TrailChain(msgspec.Struct, frozen=True, rename="camel"):
    """State of the audit trail: sealed entries, each sealed together with the one before."""

    sealed: int
    """The place of the last entry that is."""
    seal: str
    sealed_until: str
    """The time at which that entry was written; empty before the first."""
    removed: int
    """The place of the last entry that retention has taken away."""
    waiting: int
    commit_seals: int


class MailQueue(msgspec.Struct, frozen=True, rename="camel"):
    """Notices of inboxes that no e-mail has told of, and people whom none reaches."""

    waiting: int
    failing: int
    host: str = ""
    """The host that mail goes through; empty where the server sends none."""


class Limits(msgspec.Struct, frozen=True, rename="camel"):
    """Limits of the settings, in bytes and days; 0 is without an end."""

    upload: int
    quota_user: int
    quota_program: int
    export_days: int
    audit_days: int


class Storage(msgspec.Struct, frozen=True, rename="camel"):
    """Places of the data, and how much room they have."""

    database: str
    """`sqlite` or `postgresql`."""
    database_bytes: int | None
    """The size of the database where it is a file of this machine."""
    vault: str
    """`folder` or `s3`."""
    free_bytes: int | None
    """On the disk of the data directory."""


class SystemState(msgspec.Struct, frozen=True, rename="camel"):
    """State of the server, for administrators."""

    versions: Versions
    counts: Counts
    storage: Storage
    geometry: GeometryQueue
    kernel_fault: str
    """The reason why this server draws no solids and reads no CAD files; empty where it does."""
    running_design_sessions: int
    workers: int
    is_vault_well: bool
    trail: TrailChain
    mail: MailQueue
    limits: Limits
    queue: QueueState | None
    """None where the server has none."""


async def read_state(reads: Snapshot, services: ServerServices) -> SystemState:
    """Versions, amounts, storage and queues of this server."""
    settings = services.settings
    return SystemState(
        versions=await _versions(reads, services),
        counts=await _only(reads, Counts, queries.COUNTS),
        storage=await asyncio.to_thread(_storage, services),
        geometry=await _only(reads, GeometryQueue, queries.GEOMETRY),
        kernel_fault=services.of(KernelPool).fault,
        running_design_sessions=await reads.one(int, queries.RUNS, now=clock.now()) or 0,
        workers=settings.workers,
        is_vault_well=await _is_vault_well(services),
        trail=await _only(reads, TrailChain, queries.TRAIL),
        mail=await _mail(reads, settings.smtp_url),
        limits=Limits(
            upload=settings.max_upload,
            quota_user=settings.quota_user,
            quota_program=settings.quota_program,
            export_days=settings.export_days,
            audit_days=settings.audit_days,
        ),
        queue=services.hints.state,
    )


async def _only(reads: Snapshot, kind: type[T], sql: str) -> T:
    found = await reads.one(kind, sql)
    assert found is not None
    return found


async def _versions(reads: Snapshot, services: ServerServices) -> Versions:
    return Versions(
        server=__version__,
        api=API_VERSION,
        python=platform.python_version(),
        db_schema=await schema_number(reads),
        build_id=services.build_id,
    )


async def _mail(reads: Snapshot, smtp_url: str) -> MailQueue:
    queue = await _only(reads, MailQueue, queries.MAIL)
    # Without the user and the password that the address may hold.
    return msgspec.structs.replace(queue, host=urlsplit(smtp_url).hostname or "")


def _storage(services: ServerServices) -> Storage:
    settings = services.settings
    path = sqlite_file(settings.database)
    try:
        free = shutil.disk_usage(settings.data_dir).free
        size = path.stat().st_size if path else None
    except OSError:
        free = size = None
    return Storage(
        database="sqlite" if path else "postgresql",
        database_bytes=size,
        vault="s3" if settings.vault.startswith("s3://") else "folder",
        free_bytes=free,
    )


async def _is_vault_well(services: ServerServices) -> bool:
    try:
        await services.contents.check()
    except (ContentsUnavailable, Refusal):
        return False
    return True
