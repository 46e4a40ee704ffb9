"""Counts of wrong codes of an authenticator app in a row, and the time until which none is taken."""

from partwright.migrations.statements import execute_all

revision = "0045"
down_revision = "0044"

_COLUMNS = """
ALTER TABLE second_factors ADD COLUMN guesses BIGINT NOT NULL DEFAULT 0;
ALTER TABLE second_factors ADD COLUMN held_until {TEXT}
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
