"""Last use of tokens, and the origin of sessions."""

from partwright.migrations.statements import execute_all

revision = "0014"
down_revision = "0013"

_COLUMNS = """
ALTER TABLE tokens ADD COLUMN last_used_at {TEXT};
ALTER TABLE tokens ADD COLUMN address {TEXT};
ALTER TABLE tokens ADD COLUMN client {TEXT}
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
