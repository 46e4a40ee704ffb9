"""The commit that took an import back, so that what came before it can be taken back as well."""

from partwright.migrations.statements import execute_all

revision = "0046"
down_revision = "0045"

_COLUMNS = """
ALTER TABLE imports ADD COLUMN undone_in BIGINT
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
