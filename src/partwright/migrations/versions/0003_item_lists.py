"""Lists of one type or one design read in the order of age, whatever the states."""

from partwright.migrations.statements import execute_all

revision = "0003"
down_revision = "0002"

_INDEXES = """
DROP INDEX versions_by_type;
DROP INDEX versions_by_design;
CREATE INDEX versions_by_type ON versions (type, created_at, master_id, state, program_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE INDEX versions_by_design ON versions (design_id, created_at, master_id, type, state, program_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
"""


def upgrade() -> None:
    execute_all(_INDEXES)
