"""From an address to an open database."""

from importlib import import_module
from pathlib import Path
from typing import Any

from partwright.kit.db.base import Database
from partwright.kit.db.sqlite import SqliteDatabase

SQLITE = "sqlite:///"


def sqlite_file(url: str) -> Path | None:
    """The file of an embedded database; None for the address of a server."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


async def open_database(
    url: str, *, statement_seconds: float = 0, is_patient: bool = True
) -> Database:
    """`sqlite:///<path>` or `postgresql://...`; DatabaseUnavailable when nothing answers there.

    A server of PostgreSQL that does not answer is waited for, unless nobody is patient.

    A statement that takes longer than so many seconds, 0 for any time, is StatementTooLong.
    """
    file = sqlite_file(url)
    if file is not None:
        return SqliteDatabase(file, statement_seconds=statement_seconds)
    # Its driver is a good part of what a server loads, which one on SQLite has no use for.
    module: Any = import_module("partwright.kit.db.postgres")
    database = module.PostgresDatabase(url, statement_seconds=statement_seconds)
    await database.open(is_patient=is_patient)
    return database
