"""Brings a database to this program's schema."""

from partwright.kit.db.migrate import is_at_newest, run_migrations
from partwright.migrations.numbers import SCRIPTS


def migrate(url: str, *, is_trial: bool = False) -> list[str]:
    """Apply the scripts that are missing, and answer their numbers; a trial takes them back.

    DatabaseUnavailable when nothing answers; NewerSchema.
    """
    return run_migrations(url, SCRIPTS, is_trial=is_trial)


def is_current(url: str) -> bool:
    """Whether the database has the newest schema."""
    return is_at_newest(url, SCRIPTS)
