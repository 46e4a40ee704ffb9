"""Designs that were deleted, and the commits of one release found together."""

from partwright.migrations.statements import execute_all

revision = "0026"
down_revision = "0025"

_CHANGES = """
ALTER TABLE designs ADD COLUMN deleted_at {TEXT};
CREATE INDEX commits_change ON commits (change_order_id) WHERE change_order_id IS NOT NULL;
"""


def upgrade() -> None:
    execute_all(_CHANGES)
