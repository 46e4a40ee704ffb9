"""Copies of a whole database, taken while others write, and put back into an empty one."""

import asyncio
import os
import re
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, LiteralString

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from partwright.kit.db.base import DatabaseUnavailable, Snapshot
from partwright.kit.db.connect import SQLITE, open_database, sqlite_file
from partwright.kit.db.sqlite_connection import BUSY_SECONDS, connect
from partwright.kit.db.trigrams import OPERATORS, ensure_trigrams
from partwright.kit.postgres_address import CELL_SCHEMAS, postgres_address
from partwright.kit.syncing import sync_path

_EXPORT_SNAPSHOT = "SELECT pg_export_snapshot()"
_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = ANY (current_schemas(false))"
_SCHEMA = "SELECT COALESCE(current_schema(), 'public')"
_TABLE_SCHEMA = re.compile(r"^CREATE TABLE (\w+)\.", re.MULTILINE)
_TRIGRAM_SCHEMA = re.compile(rf"(\w+)\.{OPERATORS}\b")
_SQLITE_TABLES = "SELECT count(*) FROM sqlite_master"


Engine = Literal["sqlite", "postgresql"]


class CopyFailed(Exception):
    """A copy could not be made or put back; the reason is one line for the operator."""


def engine_of(url: str) -> Engine:
    """The kind of database that an address names: `sqlite` or `postgresql`."""
    return "sqlite" if url.startswith(SQLITE) else "postgresql"


@asynccontextmanager
async def copied_database(url: str, target: Path) -> AsyncGenerator[Snapshot]:
    """Copy the database into a file; shows the very state that the copy has.

    The file is whole once the block has ended. Of SQLite it is a database by itself; of PostgreSQL
    it is an archive as `pg_restore` reads it.
    """
    if (file := sqlite_file(url)) is not None:
        await asyncio.to_thread(_copy_sqlite, file, target)
        copy = await open_database(f"{SQLITE}{target}")
        try:
            async with copy.snapshot() as snapshot:
                yield snapshot
        finally:
            await copy.close()
            await asyncio.to_thread(_close_journal, target)
        return
    _check_direct(url)
    database = await open_database(url)
    try:
        async with database.snapshot() as snapshot:
            exported = await snapshot.one(str, _EXPORT_SNAPSHOT)
            chosen = ("--format=custom", "--no-owner", "--no-privileges", f"--snapshot={exported}")
            await _run("pg_dump", url, *chosen, _of_schema(url), f"--file={target}")
            yield snapshot
    finally:
        await database.close()


async def is_empty(url: str) -> bool:
    """Whether nothing is in the database; one that SQLite would have to make is empty."""
    if (file := sqlite_file(url)) is not None:
        return await asyncio.to_thread(_is_empty_sqlite, file)
    try:
        async with await psycopg.AsyncConnection.connect(postgres_address(url).url) as connection:
            found = await (await connection.execute(_TABLES)).fetchone()
    except psycopg.OperationalError as error:
        raise DatabaseUnavailable from error
    return found == (0,)


async def put_back(url: str, copy: Path) -> None:
    """Make an empty database what the copy is: wholly, or not at all.

    The copy of an SQLite database lies in the folder of the database and is renamed.
    """
    if (file := sqlite_file(url)) is not None:
        await asyncio.to_thread(_place_sqlite, copy, file)
        return
    _check_direct(url)
    schema = await _call("pg_restore", "--schema-only", "--file=-", str(copy))
    await asyncio.to_thread(_make_room, url, schema)
    chosen = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")
    await _run("pg_restore", url, *chosen, str(copy))
    async with await psycopg.AsyncConnection.connect(
        postgres_address(url).url, autocommit=True
    ) as connection:
        await connection.execute("ANALYZE")


def _check_direct(url: str) -> None:
    """CopyFailed behind a pooler: PostgreSQL's own programs set what others' transactions would find set."""
    if not postgres_address(url).is_prepared:
        raise CopyFailed(
            "expected the address of the database itself, got that of a pooler (prepare=off);"
            " give --database-url"
        )


def _of_schema(url: str) -> str:
    """The tables of the address alone, and not those of other schemas that are installations too."""
    schema = postgres_address(url).schema
    return f"--schema={schema}" if schema else f"--exclude-schema={CELL_SCHEMAS}*"


def _make_room(url: str, statements: str) -> None:
    """Let the schema of the address be made by the copy; CopyFailed for a copy of another one.

    What the copy is of stands in its statements by name, and would be put there, whatever is there.
    """
    address = postgres_address(url)
    schemas = set(_TABLE_SCHEMA.findall(statements))
    with psycopg.connect(address.url) as connection:
        found = connection.execute(_SCHEMA).fetchone() if not address.schema else None
        place = found[0] if found else address.schema
        if place not in schemas or (address.schema and schemas != {place}):
            told = ", ".join(sorted(schemas)) or "none"
            raise CopyFailed(f"the copy is of the schema {told}, and this is {place}")
        if not address.schema:
            return
        there = ensure_trigrams(lambda statement: _first_row(connection, statement))
        if wanted := set(_TRIGRAM_SCHEMA.findall(statements)) - {there}:
            raise CopyFailed(f"the copy needs pg_trgm in {wanted.pop()}, and here it is in {there}")
        connection.execute(
            sql.SQL("DROP SCHEMA IF EXISTS {}").format(sql.Identifier(address.schema))
        )


def _first_row(connection: psycopg.Connection[Any], statement: LiteralString) -> Sequence[Any]:
    result = connection.execute(statement)
    return (result.fetchone() or ()) if result.description else ()


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise DatabaseUnavailable
    reading = sqlite3.connect(
        f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS
    )
    writing = sqlite3.connect(target)
    try:
        # In one step: a reader of the log holds no writer up, and none begins the copy anew.
        reading.backup(writing)
    except sqlite3.Error as error:
        raise CopyFailed(f"the database cannot be copied: {error}") from error
    finally:
        writing.close()
        reading.close()


def _close_journal(path: Path) -> None:
    """Let the file be the whole database, with no log beside it."""
    copy = sqlite3.connect(path)
    try:
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()


def _is_empty_sqlite(path: Path) -> bool:
    if not path.exists():
        return True
    connection = sqlite3.connect(path)
    try:
        return connection.execute(_SQLITE_TABLES).fetchone() == (0,)
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()


def _place_sqlite(copy: Path, target: Path) -> None:
    checked = connect(copy)
    try:
        found = checked.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise CopyFailed(f"the copy is not a database: {error}") from error
    finally:
        checked.close()
    if found != ("ok",):
        raise CopyFailed(f"the copy is damaged: {found[0]}")
    _close_journal(copy)
    for beside in ("-wal", "-shm"):
        target.with_name(target.name + beside).unlink(missing_ok=True)
    sync_path(copy)
    copy.rename(target)
    sync_path(target.parent)


async def _run(program: str, url: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on a database; the password is in no list of processes."""
    parts = {
        name: str(value) for name, value in conninfo_to_dict(postgres_address(url).url).items()
    }
    password = parts.pop("password", None)
    database = f"--dbname={make_conninfo(**parts)}"
    await _call(program, *arguments, database, PGPASSWORD=password)


async def _call(program: str, *arguments: str, **environment: str | None) -> str:
    """Run a program of PostgreSQL and read what it prints; CopyFailed with what it complains of."""
    path = shutil.which(program)
    if path is None:
        raise CopyFailed(f"{program} is not there: install PostgreSQL's client programs")
    given = {name: value for name, value in environment.items() if value}
    process = await asyncio.create_subprocess_exec(
        path,
        *arguments,
        env={**os.environ, **given},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        printed, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        lines = said.decode(errors="replace").strip().splitlines() or ["no reason given"]
        # The second tells the versions that do not fit together, say.
        raise CopyFailed(f"{program}: {'; '.join(lines[:2])}")
    return printed.decode(errors="replace")
