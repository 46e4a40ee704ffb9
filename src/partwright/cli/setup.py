"""Preconditions of serving, made where they are missing: directory, schema, first rows."""

import asyncio
import logging
import sqlite3
from importlib import import_module
from pathlib import Path
from typing import Any

from partwright.accounts.first_start import FirstAdministrator, first_start
from partwright.cli.console import CommandFailed, SafeConsole, out
from partwright.kit.contents import ContentsUnavailable
from partwright.kit.db import Database, DatabaseUnavailable, Transaction, open_database
from partwright.kit.db.base import NoWriteAheadLog
from partwright.kit.db.connect import sqlite_file
from partwright.kit.db.schema_number import schema_number_if_any
from partwright.kit.db.single_writes import write_alone
from partwright.kit.private_files import own_file, own_folder
from partwright.migrations.numbers import known_schemas
from partwright.settings import Settings
from partwright.vault.store import open_content_store
from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows.service import ensure_defaults


async def prepare(settings: Settings) -> FirstAdministrator | None:
    """Make what is missing; the first administrator if this was the first start."""
    make_directory(settings.data_dir)
    own_database(settings.database)
    await _try_vault(settings)
    database = await _open_current(settings) or await _open_migrated(settings)
    try:
        await _fill(database)
        return await first_start(database, settings)
    finally:
        await database.close()


def make_directory(path: Path) -> None:
    """Make the data directory, for the server's user alone."""
    try:
        own_folder(path)
    except OSError as error:
        raise CommandFailed(
            f"the data directory {path} cannot be made: {error.strerror}"
        ) from error


def own_database(url: str) -> None:
    """Let nobody else read the embedded database, whoever made it with what rights."""
    path = sqlite_file(url)
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        own_file(path, make=True)
        for beside in ("-wal", "-shm"):
            own_file(path.with_name(path.name + beside))
    except OSError as error:
        raise CommandFailed(f"the database cannot be made: {error.strerror}") from error


async def _open_current(settings: Settings) -> Database | None:
    """The database, if it answers and has the newest schema."""
    try:
        database = await open_database(settings.database, is_patient=False)
    except NoWriteAheadLog as error:
        raise CommandFailed(error.reason) from error
    except (DatabaseUnavailable, sqlite3.Error):
        # Whoever brings it up to date tells why.
        return None
    if await schema_number_if_any(database) == max(known_schemas()):
        return database
    await database.close()
    return None


async def _open_migrated(settings: Settings) -> Database:
    # What runs migrations is a fifth of what a server loads, and most starts have none to run.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    module: Any = import_module("partwright.cli.schema_update")
    await asyncio.to_thread(module.bring_up_to_date, settings)
    return await open_database(settings.database)


async def _try_vault(settings: Settings) -> None:
    """Open the vault once; Stop while nothing has been made and nobody has been told a secret."""
    try:
        store = await asyncio.to_thread(open_content_store, settings)
    except ContentsUnavailable as error:
        raise CommandFailed(f"the vault cannot be opened: {error.reason}") from error
    await store.close()


async def _fill(database: Database) -> None:
    async def fill(tx: Transaction) -> None:
        await ensure_defaults(tx)
        await ensure_library_branch(tx)

    await write_alone(database, fill)


def tell_first(first: FirstAdministrator | None, at: SafeConsole = out) -> None:
    """Print, once, who the administrator is."""
    if first is None:
        return
    at.print("This is the first start. Keep the administrator's secrets; they are shown only once:")
    at.print(f"  E-mail:   {first.email}")
    at.print(f"  Password: {first.password or '(the one that was set)'}")
    at.print(f"  Token:    {first.token or '(the one that was set)'}")
    if first.file is not None:
        at.print(f"They are also in {first.file}; delete it once you have noted them.")
