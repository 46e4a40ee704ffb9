"""Indexes by which reads pass over the former rows of items and lines.

SQLite took the index of all rows of a master on main in place of the unique one of the row that main shows, as it
prefers whichever compares more columns; an item that was edited a thousand times was read a thousand times as long.
"""

from partwright.migrations.statements import execute_all

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    execute_all("""
DROP INDEX versions_master;
CREATE INDEX versions_master ON versions (master_id, since, branch_id);
DROP INDEX relationships_down;
CREATE INDEX relationships_down ON relationships (parent_item_id, until, since);
DROP INDEX relationships_up;
CREATE INDEX relationships_up ON relationships (child_master_id, until, since)
""")
