"""Preconditions of serving, made where they are missing: directory, schema, first rows."""

import asyncio
import logging
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from partwright.accounts.first_start import FirstAdministrator, first_start
from partwright.cli.console import CommandFailed, out
from partwright.kit.contents import ContentsUnavailable
from partwright.kit.db import Database, DatabaseUnavailable, open_database
from partwright.kit.db.base import retry_lost_transaction
from partwright.kit.db.connect import SQLITE
from partwright.kit.db.migrate import NewerSchema
from partwright.kit.private_files import own_file, own_folder
from partwright.migrations.schema import migrate
from partwright.settings import Settings
from partwright.vault.store import open_content_store
from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows.service import ensure_defaults


async def prepare(settings: Settings) -> FirstAdministrator | None:
    """Make what is missing; the first administrator if this was the first start."""
    make_directory(settings.data_dir)
    own_database(settings.database)
    await _try_vault(settings)
    await asyncio.to_thread(bring_up_to_date, settings)
    database = await open_database(settings.database)
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
    if not url.startswith(SQLITE):
        return
    path = Path(url.removeprefix(SQLITE))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        own_file(path, make=True)
        for beside in ("-wal", "-shm"):
            own_file(path.with_name(path.name + beside))
    except OSError as error:
        raise CommandFailed(f"the database cannot be made: {error.strerror}") from error


def bring_up_to_date(settings: Settings, *, is_trial: bool = False) -> list[str]:
    """Migrate the database, and answer the numbers of what was missing; a trial takes it back.

    Stop when it holds something else.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        return migrate(settings.database, is_trial=is_trial)
    except DatabaseUnavailable as error:
        raise CommandFailed(f"the database does not answer: {_reason(error.__cause__)}") from error
    except OSError as error:
        raise CommandFailed(f"the database cannot be made: {error.strerror}") from error
    except NewerSchema as error:
        raise CommandFailed(str(error)) from error
    except (SQLAlchemyError, CommandError) as error:
        raise CommandFailed(f"the database cannot be migrated: {_first_line(error)}") from error


def _reason(cause: BaseException | None) -> str:
    """What the driver said, without the statement that the library repeats."""
    return _first_line(getattr(cause, "orig", None) or cause)


def _first_line(error: object) -> str:
    return str(error).partition("\n")[0]


async def _try_vault(settings: Settings) -> None:
    """Open the vault once; Stop while nothing has been made and nobody has been told a secret."""
    try:
        store = await asyncio.to_thread(open_content_store, settings)
    except ContentsUnavailable as error:
        raise CommandFailed(f"the vault cannot be opened: {error.reason}") from error
    await store.close()


async def _fill(database: Database) -> None:
    async def fill() -> None:
        async with database.transaction() as tx:
            await ensure_defaults(tx)
            await ensure_library_branch(tx)

    await retry_lost_transaction(fill)


def tell_first(first: FirstAdministrator | None) -> None:
    """Print, once, who the administrator is."""
    if first is None:
        return
    out.print(
        "This is the first start. Keep the administrator's secrets; they are shown only once:"
    )
    out.print(f"  E-mail:   {first.email}")
    out.print(f"  Password: {first.password or '(the one that was set)'}")
    out.print(f"  Token:    {first.token or '(the one that was set)'}")
    if first.file is not None:
        out.print(f"They are also in {first.file}; delete it once you have noted them.")
