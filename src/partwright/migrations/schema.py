"""Brings a database to this program's schema."""

from pathlib import Path

from partwright.kit.db.migrate import is_at_newest, migration_numbers, run_migrations

_SCRIPTS = Path(__file__).parent


def migrate(url: str, *, is_trial: bool = False) -> list[str]:
    """Apply the scripts that are missing, and answer their numbers; a trial takes them back.

    DatabaseUnavailable when nothing answers; NewerSchema.
    """
    return run_migrations(url, _SCRIPTS, is_trial=is_trial)


def is_current(url: str) -> bool:
    """Whether the database has the newest schema."""
    return is_at_newest(url, _SCRIPTS)


def known_schemas() -> frozenset[str]:
    """The numbers of all scripts there are: the schemas that this program can bring up to date."""
    return migration_numbers(_SCRIPTS)
