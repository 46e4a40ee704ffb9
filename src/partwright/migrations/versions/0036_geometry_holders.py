"""Processes that look into STEP files, and when each was last heard of."""

from partwright.migrations.statements import execute_all

revision = "0036"
down_revision = "0035"

_HOLDERS = """
ALTER TABLE geometry ADD COLUMN holder {TEXT};
ALTER TABLE geometry ADD COLUMN beats INTEGER NOT NULL DEFAULT 0;
"""


def upgrade() -> None:
    execute_all(_HOLDERS)
