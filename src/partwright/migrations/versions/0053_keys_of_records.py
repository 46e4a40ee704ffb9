"""Tables of records whose rows stand in the tree of their key, on SQLite.

Commits and events are only added to; with the key in a tree of its own each write put one page more for
each of them into the log. History keeps the two trees: in the tree of a key whatever a row has beyond a
quarter of a page takes pages of its own, and its changes of attributes are often longer than that.
PostgreSQL keeps rows and keys apart either way.
"""

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import dialect, execute

revision = "0053"
down_revision = "0052"

_KEYED = {
    "commits": ("seq BIGINT PRIMARY KEY", "seq INTEGER PRIMARY KEY"),
    "events": ("\n)", "\n) WITHOUT ROWID"),
}


def upgrade() -> None:
    if dialect() == "sqlite":
        for table, (former, keyed) in _KEYED.items():
            (definition,) = _definitions(table, "type = 'table'")
            if keyed not in definition:
                _make_anew(table, definition.partition("(")[2].replace(former, keyed))


def _definitions(table: str, condition: str) -> list[str]:
    found = (
        f"SELECT sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL AND {condition}"
    )
    return list(op.get_bind().execute(text(found), {"table": table}).scalars())


def _make_anew(table: str, columns: str) -> None:
    belongings = _definitions(table, "type <> 'table'")
    execute(f"CREATE TABLE {table}_anew ({columns}")
    execute(f"INSERT INTO {table}_anew SELECT * FROM {table}")
    execute(f"DROP TABLE {table}")
    execute(f"ALTER TABLE {table}_anew RENAME TO {table}")
    for belonging in belongings:
        execute(belonging)
