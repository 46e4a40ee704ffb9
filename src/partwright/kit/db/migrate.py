"""Runs a folder of migrations on a database; safe to do by several processes at once."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateSchema

from partwright.kit.db.base import DatabaseUnavailable
from partwright.kit.db.connect import SQLITE
from partwright.kit.db.sqlite_connection import BUSY_SECONDS
from partwright.kit.postgres_address import postgres_address

_ATTEMPTS = 3
_HAS_SCHEMA = text("SELECT to_regnamespace(:schema) IS NOT NULL")


class NewerSchema(Exception):
    """The database was brought further by a newer program, which is needed to use it."""

    def __init__(self, revision: str, newest: str) -> None:
        super().__init__(
            f"the database was made by a newer Partwright: it has migration {revision},"
            f" and this one knows those up to {newest}"
        )


def run_migrations(url: str, scripts: Path, *, is_trial: bool = False) -> list[str]:
    """Apply what is missing, in one transaction; answers the numbers of what was applied.

    A trial takes all of it back. DatabaseUnavailable when nothing answers; NewerSchema.
    """
    config = _config(scripts)
    with _exclusive(url) as connection:
        missing = _missing(connection, config)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if is_trial:
            connection.rollback()
    return missing


def _missing(connection: Connection, config: Config) -> list[str]:
    """The numbers of the migrations that the database lacks, the first one first."""
    known = [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()]
    present = MigrationContext.configure(connection).get_current_revision()
    if present is None:
        return known[::-1]
    if present not in known:
        raise NewerSchema(present, known[0])
    return known[: known.index(present)][::-1]


def is_at_newest(url: str, scripts: Path) -> bool:
    """Whether all of the folder's migrations have run."""
    newest = ScriptDirectory.from_config(_config(scripts)).get_current_head()
    with _exclusive(url, is_reading=True) as connection:
        return MigrationContext.configure(connection).get_current_revision() == newest


def read_texts(url: str, sql: dict[str, str]) -> list[str]:
    """The first column of a statement's rows; `sql` by dialect. DatabaseUnavailable."""
    with _exclusive(url, is_reading=True) as connection:
        return list(connection.exec_driver_sql(sql[connection.dialect.name]).scalars())


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def _exclusive(url: str, *, is_reading: bool = False) -> Generator[Connection]:
    """A connection in a transaction beside which nobody else migrates; who reads makes nothing."""
    engine, takes_turn = _engine(url), not (is_reading or url.startswith(SQLITE))
    try:
        if takes_turn:
            _make_turn(engine, postgres_address(url).schema)
        with engine.connect() as connection:
            connection.begin()
            if takes_turn:
                connection.execute(text("SELECT id FROM migration_turn WHERE id = 1 FOR UPDATE"))
            yield connection
            if connection.in_transaction():
                connection.commit()
    except OperationalError as error:
        raise DatabaseUnavailable from error
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    if not url.startswith(SQLITE):
        engine = create_engine(
            "postgresql+psycopg://",
            poolclass=NullPool,
            isolation_level="READ COMMITTED",
            # What is prepared would be left behind on the connections of a pooler.
            connect_args={"prepare_threshold": None},
        )

        def connect(_dialect: Any, _record: Any, arguments: list[str], _options: Any) -> None:
            # The driver itself reads the address, which may name several hosts.
            arguments[:] = [postgres_address(url).url]

        event.listen(engine, "do_connect", connect)
        if path := postgres_address(url).path_of_transactions:

            def begin(connection: Connection) -> None:
                connection.exec_driver_sql(path)

            event.listen(engine, "begin", begin)
        return engine
    Path(url.removeprefix(SQLITE)).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _leave_transactions_alone)
    event.listen(engine, "begin", _begin_exclusive)
    return engine


def _leave_transactions_alone(raw: Any, _: object) -> None:
    # Else the driver would open and end them by itself, and DDL would commit halfway.
    raw.isolation_level = None


def _begin_exclusive(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN EXCLUSIVE")


def _make_turn(engine: Engine, schema: str) -> None:
    """Make the row that is held while migrations run, which asks for no right beyond the table's.

    So is the schema, where the address names one that is not there.
    """
    for attempt in range(_ATTEMPTS):
        try:
            with engine.begin() as connection:
                if schema and not connection.execute(_HAS_SCHEMA, {"schema": schema}).scalar():
                    connection.execute(CreateSchema(schema))
                if connection.execute(text("SELECT to_regclass('migration_turn')")).scalar():
                    return
                connection.execute(text("CREATE TABLE migration_turn (id integer PRIMARY KEY)"))
                connection.execute(text("INSERT INTO migration_turn (id) VALUES (1)"))
        except (IntegrityError, ProgrammingError):
            # Of two processes that make it at once the catalogue refuses one.
            if attempt == _ATTEMPTS - 1:
                raise
