"""Programs whose STEP files wait, so that different programs take turns."""

from partwright.migrations.statements import execute_all

revision = "0021"
down_revision = "0020"

_QUEUES = """
ALTER TABLE geometry ADD COLUMN queue {TEXT} NOT NULL DEFAULT '';
DROP INDEX geometry_waiting;
CREATE INDEX geometry_waiting ON geometry (queue, created_at) WHERE state IN ('pending', 'working');
CREATE INDEX geometry_served ON geometry (queue, claimed_at);
"""


def upgrade() -> None:
    execute_all(_QUEUES)
