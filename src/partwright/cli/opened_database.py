"""The database as commands of an installation open it, with what it lacks told in a line."""

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from partwright.cli.console import CommandFailed
from partwright.kit.db import Database, open_database
from partwright.kit.db.connect import sqlite_file
from partwright.kit.db.schema_number import schema_number_if_any

NO_DATABASE = "there is none yet; `partwright serve` makes it"
"""What is told of a database that nobody has made."""


@asynccontextmanager
async def opened_database(url: str) -> AsyncGenerator[Database]:
    """A database that has tables, closed after the block; nothing is made.

    CommandFailed where there is none, or where its file is none of a database. Of which version the
    tables are is not looked at.
    """
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise CommandFailed(f"the database: {NO_DATABASE}")
    try:
        database = await open_database(url)
    except sqlite3.Error as error:
        raise CommandFailed(f"the database: it cannot be read: {error}") from error
    try:
        if not await schema_number_if_any(database):
            raise CommandFailed(f"the database: {NO_DATABASE}")
        yield database
    finally:
        await database.close()
