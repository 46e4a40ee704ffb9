"""The number of the newest migration that a database has, read without what runs migrations."""

from partwright.kit.db.base import Database, Snapshot

_TABLE = {
    "sqlite": "SELECT name FROM sqlite_master WHERE name = 'alembic_version'",
    "postgres": "SELECT CAST(to_regclass('alembic_version') AS TEXT)",
}
_NUMBER = "SELECT version_num FROM alembic_version"


async def schema_number(snapshot: Snapshot) -> str:
    """The number that a database with a schema has."""
    return await snapshot.one(str, _NUMBER) or ""


async def schema_number_if_any(database: Database) -> str:
    """The number that the database has; empty where nothing has been made in it."""
    async with database.snapshot() as snapshot:
        there = await snapshot.one(str, _TABLE[database.dialect])
        return await schema_number(snapshot) if there else ""
