"""The commits of a design found in their order, whatever branch they are on."""

from partwright.migrations.statements import execute_all

revision = "0032"
down_revision = "0031"

_INDEX = """
CREATE INDEX commits_design ON commits (design_id, seq);
"""


def upgrade() -> None:
    execute_all(_INDEX)
