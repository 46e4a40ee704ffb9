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
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from partwright.kit.db.base import DatabaseUnavailable
from partwright.kit.db.connect import SQLITE
from partwright.kit.db.sqlite_connection import BUSY_SECONDS


def run_migrations(url: str, scripts: Path) -> None:
    """Apply what is missing, in one transaction; DatabaseUnavailable when nothing answers."""
    with _exclusive(url) as connection:
        config = _config(scripts)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_at_newest(url: str, scripts: Path) -> bool:
    """Whether all of the folder's migrations have run."""
    newest = ScriptDirectory.from_config(_config(scripts)).get_current_head()
    with _exclusive(url) as connection:
        return MigrationContext.configure(connection).get_current_revision() == newest


def migration_numbers(scripts: Path) -> frozenset[str]:
    """The numbers of the folder's migrations."""
    return frozenset(
        script.revision for script in ScriptDirectory.from_config(_config(scripts)).walk_revisions()
    )


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def _exclusive(url: str) -> Generator[Connection]:
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if not url.startswith(SQLITE):
                _make_lock(connection)
            with connection.begin():
                if not url.startswith(SQLITE):
                    connection.execute(text("LOCK TABLE migration_lock IN ACCESS EXCLUSIVE MODE"))
                yield connection
    except OperationalError as error:
        raise DatabaseUnavailable from error
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    if not url.startswith(SQLITE):
        return create_engine("postgresql+psycopg://" + url.split("://", 1)[1], poolclass=NullPool)
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


def _make_lock(connection: Connection) -> None:
    with connection.begin():
        # Two processes that create it at once would collide in the catalogue.
        if connection.execute(text("SELECT to_regclass('migration_lock')")).scalar() is None:
            connection.execute(text("SELECT pg_advisory_xact_lock(7423)"))
            connection.execute(text("CREATE TABLE IF NOT EXISTS migration_lock (held boolean)"))
