"""Affected items that effects of a workflow have moved, and their states before."""

from partwright.migrations.statements import execute_all

revision = "0018"
down_revision = "0017"

_COLUMNS = """
ALTER TABLE affected_items ADD COLUMN is_staged BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE affected_items ADD COLUMN drafted_state {TEXT};
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
