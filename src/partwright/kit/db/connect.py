"""From an address to an open database."""

from pathlib import Path

from partwright.kit.db.base import Database
from partwright.kit.db.postgres import PostgresDatabase
from partwright.kit.db.sqlite import SqliteDatabase

SQLITE = "sqlite:///"


async def open_database(url: str) -> Database:
    """`sqlite:///<path>` or `postgresql://...`; DatabaseUnavailable when nothing answers there."""
    if url.startswith(SQLITE):
        return SqliteDatabase(Path(url.removeprefix(SQLITE)))
    database = PostgresDatabase(url)
    await database.open()
    return database
