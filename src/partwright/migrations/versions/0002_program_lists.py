"""Programs and designs searched by code and name, listed by age; masters found by their design."""

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import execute_all

revision = "0002"
down_revision = "0001"

_SCHEMA = """
ALTER TABLE programs ADD COLUMN search_text {TEXT} NOT NULL DEFAULT '';
ALTER TABLE designs ADD COLUMN search_text {TEXT} NOT NULL DEFAULT '';
CREATE INDEX programs_by_age ON programs (created_at, id);
CREATE INDEX designs_by_age ON designs (created_at, id);
CREATE INDEX masters_design ON masters (design_id);
"""

_FOLDED = {
    "SELECT id, code, name FROM programs": "UPDATE programs SET search_text = :folded WHERE id = :id",
    "SELECT id, code, name FROM designs": "UPDATE designs SET search_text = :folded WHERE id = :id",
}


def upgrade() -> None:
    execute_all(_SCHEMA)
    connection = op.get_bind()
    for read, write in _FOLDED.items():
        # Folded here, since neither database folds all of Unicode.
        for record_id, code, name in connection.execute(text(read)).all():
            folded = f"{code}\n{name}".casefold()
            connection.execute(text(write), {"id": record_id, "folded": folded})
