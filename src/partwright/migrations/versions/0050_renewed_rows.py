"""Rows that only renew a former one keep its search entry and its place in the counts.

A change of a BOM line writes its parent's row anew with another commit and author and the same content.
`is_renewed` says of a closed row that the next one is such a row, and `entry_row` says of that one by which
row the search indexes know its texts.
"""

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import dialect, execute, execute_all

revision = "0050"
down_revision = "0049"

_COLUMNS = """
ALTER TABLE versions ADD COLUMN entry_row BIGINT;
ALTER TABLE versions ADD COLUMN is_renewed BOOLEAN NOT NULL DEFAULT FALSE
"""
_OWN_ENTRY = "new.entry_row IS NULL"
_ENDED = "NOT new.is_renewed"
_FORMER = "COALESCE(old.entry_row, old.row_id)"
_ADDED = ("versions_search_added", "item_texts_added", "search_words_added", "item_counts_added")
_CLOSED = ("versions_search_closed", "item_texts_closed", "item_counts_closed")

_ROW = """CASE WHEN f.until IS NULL THEN f.row_id
               ELSE (SELECT v.row_id FROM versions v
                      WHERE v.item_id = f.item_id AND v.until IS NULL) END"""
"""The row whose texts stand in the index under the row `f`."""


def _found(statement: str) -> str:
    return str(op.get_bind().execute(text(statement)).scalar_one())


def _sqlite() -> None:
    for names, condition in ((_ADDED, _OWN_ENTRY), (_CLOSED, _ENDED)):
        for name in names:
            former = _found(f"SELECT sql FROM sqlite_master WHERE name = '{name}'")
            execute(f"DROP TRIGGER {name}")
            changed = former.replace("BEGIN", f"AND {condition} BEGIN", 1)
            execute(changed.replace("old.row_id", _FORMER))
    for texts in ("versions", "item_texts"):
        execute(f"""CREATE VIEW {texts}_entries AS
        SELECT f.row_id AS entry, {_ROW} AS row_id FROM versions f""")


def _postgres() -> None:
    for table in ("item_texts", "item_counts"):
        closed = "item_texts_closed" if table == "item_texts" else "item_counts_changed"
        for name, condition in ((f"{table}_added", _OWN_ENTRY), (closed, _ENDED)):
            find = f"SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = '{name}'"
            former = _found(f"{find} AND tgrelid = CAST('versions' AS regclass)")
            execute(f"DROP TRIGGER {name} ON versions")
            execute(former.replace("WHEN (", f"WHEN ({condition} AND ", 1))
    follow = _found("SELECT pg_get_functiondef(CAST('item_texts_follow' AS regproc))")
    execute(follow.replace("row_id = old.row_id", f"row_id = {_FORMER}"))
    # The index of numbers and names is of the rows themselves.
    execute(f"""CREATE OR REPLACE VIEW item_texts_searched AS
    SELECT {_ROW} AS rowid, t.text FROM item_texts t JOIN versions f ON f.row_id = t.row_id""")


def upgrade() -> None:
    execute_all(_COLUMNS)
    if dialect() == "sqlite":
        _sqlite()
    else:
        _postgres()
