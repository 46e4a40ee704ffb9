"""A fresh database for each test, made once a run and then copied or emptied.

SQLite: a file copy. PostgreSQL: one database a process, whose tables are emptied and filled again
from a schema that keeps the first rows; cloning a database takes ten times as long. Rows of a scene
that many tests begin with are kept beside the first ones.
"""

import asyncio
import contextlib
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import psycopg

from partwright.kit.db import open_database
from partwright.migrations.schema import migrate
from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows.service import ensure_defaults
from tests.support import pooler, postgres
from tests.support.seed import seed

DIALECTS = ("sqlite", "postgres")
_FIRST = "first_rows"
"""The name of the rows that are there when nothing else is asked for."""


class Database(NamedTuple):
    """A database of a test."""

    dialect: str
    url: str

    @property
    def own_url(self) -> str:
        """The database's own address, whatever stands before it."""
        name = self.url.partition("?")[0].rpartition("/")[2]
        return self.url if self.dialect == "sqlite" else postgres.url(name)


def fresh(dialect: str, directory: Path, *, rows: str = _FIRST) -> Database:
    """A migrated database with the first rows, or with those that `keep` was told, for one test."""
    if dialect == "sqlite":
        file = directory / "partwright.sqlite"
        is_first = rows == _FIRST
        kept = _once_a_run("template.sqlite", _make_sqlite) if is_first else _kept_file(rows)
        shutil.copyfile(kept, file)
        return Database(dialect, f"sqlite:///{file}")
    name = fresh_postgres(rows)
    return Database(dialect, pooler.address(name) if pooler.IS_ASKED_FOR else postgres.url(name))


def fresh_postgres(rows: str = _FIRST) -> str:
    """The name of such a database on the run's server."""
    own = _own_postgres()
    own.reset(rows)
    return own.name


def keep(database: Database, rows: str) -> None:
    """Let later tests of this process begin with what is in a database that nobody has open."""
    if database.dialect == "sqlite":
        shutil.copyfile(database.url.removeprefix("sqlite:///"), _kept_file(rows))
    else:
        _own_postgres().keep(rows)


def are_kept(dialect: str, rows: str) -> bool:
    """Whether a test of this process can begin with these rows."""
    return _kept_file(rows).exists() if dialect == "sqlite" else _own_postgres().has_kept(rows)


def _kept_file(rows: str) -> Path:
    return postgres.run_directory() / f"{rows}_{os.getpid()}.sqlite"


@contextmanager
def empty(dialect: str, directory: Path) -> Iterator[Database]:
    """A database without any table."""
    if dialect == "sqlite":
        yield Database(dialect, f"sqlite:///{directory / 'empty.sqlite'}")
        return
    name = f"empty_{os.getpid()}"
    with contextlib.closing(postgres.connect("postgres")) as connection:
        postgres.execute(connection, f"CREATE DATABASE {name}")
        try:
            yield Database(dialect, postgres.url(name))
        finally:
            postgres.execute(connection, f"DROP DATABASE {name} WITH (FORCE)")


def _once_a_run(name: str, make: Callable[[Path], None]) -> Path:
    """A file of the run's directory, made by the first process that asks for it."""
    directory = postgres.run_directory()
    file = directory / name
    if not file.exists():
        with (directory / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                make(file)
    return file


def first_rows(url: str) -> None:
    """The schema, the built-in definitions, the library's line, and the people of the tests."""
    migrate(url)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _built_in(url)).result()
    seed(url)


async def _built_in(url: str) -> None:
    database = await open_database(url)
    async with database.transaction() as tx:
        await ensure_defaults(tx)
        await ensure_library_branch(tx)
    await database.close()


def _make_sqlite(file: Path) -> None:
    draft = file.with_suffix(".draft")
    first_rows(f"sqlite:///{draft}")
    draft.rename(file)


_TEMPLATE = "template_partwright"


def _make_postgres(mark: Path) -> None:
    with contextlib.closing(postgres.connect("postgres")) as connection:
        postgres.execute(connection, f"CREATE DATABASE {_TEMPLATE}")
    first_rows(postgres.url(_TEMPLATE))
    with contextlib.closing(postgres.connect(_TEMPLATE)) as connection:
        _keep_rows(connection, _FIRST)
    mark.touch()


def _keep_rows(connection: postgres.Connection, schema: str) -> None:
    """Copy all rows to a schema of their own, beside a procedure that brings the tables back to them."""
    postgres.execute(connection, f"CREATE SCHEMA {schema}")
    steps = []
    for (table,) in connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    ).fetchall():
        copy = f"CREATE TABLE {schema}.{table} AS TABLE public.{table}"
        steps.append(f"DELETE FROM public.{table}")
        if postgres.execute(connection, copy).rowcount:
            steps.append(
                f"INSERT INTO public.{table} OVERRIDING SYSTEM VALUE TABLE {schema}.{table}"
            )
    steps += [
        f"PERFORM setval('public.{sequence}', {last or 1}, {last is not None})"
        for sequence, last in connection.execute(
            "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'"
        ).fetchall()
    ]
    # Whatever refers to what.
    postgres.execute(
        connection,
        f"CREATE PROCEDURE {schema}.reset() LANGUAGE plpgsql"
        f" SET session_replication_role = replica AS $$ BEGIN {'; '.join(steps)}; END $$",
    )


class _OwnPostgres:
    """This process's database, over one connection that knows the way."""

    def __init__(self) -> None:
        _once_a_run("template.postgres", _make_postgres)
        self.name = f"test_{os.getpid()}"
        with contextlib.closing(postgres.connect(_TEMPLATE)) as connection:
            self._schema = postgres.execute(connection, _SCHEMA).fetchone()
        self._kept: set[str] = set()
        self._connection = self._made()

    def _made(self) -> postgres.Connection:
        with contextlib.closing(postgres.connect("postgres")) as connection:
            postgres.execute(connection, f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")
            postgres.execute(connection, f"CREATE DATABASE {self.name} TEMPLATE {_TEMPLATE}")
        self._kept = {_FIRST}
        return postgres.connect(self.name)

    def keep(self, rows: str) -> None:
        """Keep what is there now."""
        _keep_rows(self._connection, rows)
        self._kept.add(rows)

    def has_kept(self, rows: str) -> bool:
        self._repair()
        return rows in self._kept

    def reset(self, rows: str = _FIRST) -> None:
        """Only these rows are there, and nobody else is connected."""
        self._repair()
        postgres.execute(self._connection, f"CALL {rows}.reset()")
        # What was deleted stays in the way of every scan, and nothing else takes it out here.
        for (table,) in postgres.execute(self._connection, _SWOLLEN).fetchall():
            postgres.execute(self._connection, f"VACUUM {table}")

    def close(self) -> None:
        self._connection.close()

    def _repair(self) -> None:
        """Nobody else is connected, and the schema is as migrations make it; made anew, it has kept no rows."""
        try:
            schema = self._found_alone()
        except psycopg.OperationalError:
            # A test has ended all connections, or the server.
            self._connection.close()
            self._connection = postgres.connect(self.name)
            schema = self._found_alone()
        if schema != self._schema:
            self._connection.close()
            self._connection = self._made()

    def _found_alone(self) -> object:
        """The schema that is there, after all others were disconnected."""
        self._connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return postgres.execute(self._connection, _SCHEMA).fetchone()


_SCHEMA = """
    SELECT (SELECT md5(string_agg(concat_ws(' ', oid, relname, reloptions), ',' ORDER BY oid))
              FROM pg_class WHERE relnamespace = 'public'::regnamespace),
           (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal),
           (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
"""
"""Tables, views and indexes with their settings, triggers, functions: more than rows."""
_SWOLLEN = f"""
    SELECT relname FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND pg_relation_size(oid) > {1 << 20}
"""
"""Tables that hold far more than a test's rows."""


@cache
def _own_postgres() -> _OwnPostgres:
    return _OwnPostgres()


def close() -> None:
    """Let go of what this process keeps open between tests."""
    pooler.close()
    if _own_postgres.cache_info().currsize:
        _own_postgres().close()
