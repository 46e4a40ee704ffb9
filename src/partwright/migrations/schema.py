"""Brings a database to this program's schema."""

import unicodedata

from partwright.kit.db.migrate import is_at_newest, read_texts, run_migrations
from partwright.migrations.numbers import SCRIPTS


def migrate(url: str, *, is_trial: bool = False) -> list[str]:
    """Apply the scripts that are missing, and answer their numbers; a trial takes them back.

    DatabaseUnavailable when nothing answers; NewerSchema.
    """
    return run_migrations(url, SCRIPTS, is_trial=is_trial)


def is_current(url: str) -> bool:
    """Whether the database has the newest schema."""
    return is_at_newest(url, SCRIPTS)


_FOREIGN_NUMBERS = {
    "sqlite": "SELECT number_key FROM masters WHERE number_key GLOB '*[^ -~]*'",
    "postgresql": "SELECT number_key FROM masters WHERE number_key ~ '[^ -~]'",
}


def decomposed_numbers(url: str) -> list[str]:
    """The numbers, in small letters, whose letters are decomposed: others of their kind have them composed.

    Migration 0060 leaves them where two items differ in nothing else.
    """
    found = read_texts(url, _FOREIGN_NUMBERS)
    return sorted(key for key in found if unicodedata.normalize("NFC", key).casefold() != key)
