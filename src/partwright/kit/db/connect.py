"""From an address to an open database."""

from pathlib import Path

from partwright.kit.db.base import Database
from partwright.kit.db.postgres import PostgresDatabase
from partwright.kit.db.sqlite import SqliteDatabase

SQLITE = "sqlite:///"


async def open_database(url: str, *, statement_seconds: float = 0) -> Database:
    """`sqlite:///<path>` or `postgresql://...`; DatabaseUnavailable when nothing answers there.

    A statement that takes longer than so many seconds, 0 for any time, is StatementTooLong.
    """
    if url.startswith(SQLITE):
        return SqliteDatabase(Path(url.removeprefix(SQLITE)), statement_seconds=statement_seconds)
    database = PostgresDatabase(url, statement_seconds=statement_seconds)
    await database.open()
    return database
