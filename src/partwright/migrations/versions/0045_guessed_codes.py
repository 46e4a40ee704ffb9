"""How often in a row a wrong code of an authenticator app was given, and until when none is taken."""

from partwright.migrations.statements import execute_all

revision = "0045"
down_revision = "0044"

_COLUMNS = """
ALTER TABLE second_factors ADD COLUMN guesses BIGINT NOT NULL DEFAULT 0;
ALTER TABLE second_factors ADD COLUMN held_until {TEXT}
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
