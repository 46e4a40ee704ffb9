"""Freed numbers have keys that no input can give, and open branches are found by their bases.

Numbers are trimmed, so that none begins with a blank.
"""

from partwright.migrations.statements import execute_all

revision = "0052"
down_revision = "0051"

_STATEMENTS = """
UPDATE masters SET number_key = ' deleted:' || id
 WHERE number_key IN ('deleted:' || id, 'undone:' || id);
CREATE INDEX branches_open ON branches (COALESCE(design_id, ''), base_seq)
    WHERE kind <> 'main' AND NOT is_archived
"""


def upgrade() -> None:
    execute_all(_STATEMENTS)
