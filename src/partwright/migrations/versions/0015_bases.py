"""Bases of roll-ups: an assembly's own mass and cost, or those of its children."""

from partwright.migrations.statements import execute_all

revision = "0015"
down_revision = "0014"

_COLUMNS = """
ALTER TABLE versions ADD COLUMN mass_basis {TEXT};
ALTER TABLE versions ADD COLUMN cost_basis {TEXT};
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
