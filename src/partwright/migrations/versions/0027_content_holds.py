"""Holds that keep contents from being removed while a backup is taken."""

from partwright.migrations.statements import execute_all

revision = "0027"
down_revision = "0026"

_HOLDS = """
CREATE TABLE content_holds (
    id {TEXT} PRIMARY KEY,
    until {TEXT} NOT NULL
);
"""


def upgrade() -> None:
    execute_all(_HOLDS)
