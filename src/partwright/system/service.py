"""What is found out about the state of the server."""

import asyncio
import platform
import shutil
from pathlib import Path

import msgspec

from partwright import __version__
from partwright.kit import clock
from partwright.kit.contents import ContentsUnavailable
from partwright.kit.db import Snapshot
from partwright.kit.db.connect import SQLITE
from partwright.kit.db.schema_number import schema_number
from partwright.kit.errors import Refusal
from partwright.system import queries
from partwright.web.sending import API_VERSION
from partwright.web.services import ServerServices


class Versions(msgspec.Struct, frozen=True, rename="camel"):
    """What runs here."""

    server: str
    api: str
    python: str
    db_schema: str = msgspec.field(name="schema")
    """The newest migration that ran."""
    build_id: str
    """Of the web application; empty where the server has none."""


class Counts(msgspec.Struct, frozen=True):
    """How much there is; files count with each of their versions."""

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


class Storage(msgspec.Struct, frozen=True, rename="camel"):
    """Where the data is, and how much room it has."""

    database: str
    """`sqlite` or `postgresql`."""
    database_bytes: int | None
    """Where the database is a file of this machine."""
    vault: str
    """`folder` or `s3`."""
    free_bytes: int | None
    """On the disk of the data directory."""


class SystemState(msgspec.Struct, frozen=True, rename="camel"):
    """What administrators are told of the server."""

    versions: Versions
    counts: Counts
    storage: Storage
    geometry: GeometryQueue
    running_design_sessions: int
    workers: int
    is_vault_well: bool


async def read_state(reads: Snapshot, services: ServerServices) -> SystemState:
    """Versions, amounts, storage and queues of this server."""
    counts = await reads.one(Counts, queries.COUNTS)
    geometry = await reads.one(GeometryQueue, queries.GEOMETRY)
    running = await reads.one(int, queries.RUNS, now=clock.now())
    assert counts is not None
    assert geometry is not None
    return SystemState(
        versions=Versions(
            server=__version__,
            api=API_VERSION,
            python=platform.python_version(),
            db_schema=await schema_number(reads),
            build_id=services.build_id,
        ),
        counts=counts,
        storage=await asyncio.to_thread(_storage, services),
        geometry=geometry,
        running_design_sessions=running or 0,
        workers=services.settings.workers,
        is_vault_well=await _is_vault_well(services),
    )


def _storage(services: ServerServices) -> Storage:
    settings = services.settings
    is_file = settings.database.startswith(SQLITE)
    path = Path(settings.database.removeprefix(SQLITE)) if is_file else None
    try:
        free = shutil.disk_usage(settings.data_dir).free
        size = path.stat().st_size if path else None
    except OSError:
        free = size = None
    return Storage(
        database="sqlite" if is_file else "postgresql",
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
