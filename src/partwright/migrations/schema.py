"""Brings a database to this program's schema."""

from pathlib import Path

from partwright.kit.db.migrate import is_at_newest, migration_numbers, run_migrations

_SCRIPTS = Path(__file__).parent


def migrate(url: str) -> None:
    """Apply the scripts that are missing; DatabaseUnavailable when nothing answers."""
    run_migrations(url, _SCRIPTS)


def is_current(url: str) -> bool:
    """Whether the database has the newest schema."""
    return is_at_newest(url, _SCRIPTS)


def known_schemas() -> frozenset[str]:
    """The numbers of all scripts there are: the schemas that this program can bring up to date."""
    return migration_numbers(_SCRIPTS)
