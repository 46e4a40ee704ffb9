"""The words of an item are looked for in its texts only where these have changed.

Most new rows of an item have the texts of the row that they replace, and its words are kept already.
That row is looked for among its item's: a commit may close any number of rows.
"""

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import dialect, execute

revision = "0048"
down_revision = "0047"

_KNOWN = """EXISTS (
    SELECT 1 FROM versions former
     WHERE former.row_id = (
               SELECT before.row_id FROM versions before
                WHERE before.item_id = new.item_id AND before.since < new.since
                ORDER BY before.since DESC LIMIT 1)
       AND former.until = new.since AND former.is_current AND former.branch_id IS NULL AND NOT former.is_deleted
       AND former.search_text = new.search_text
       AND former.description {same} new.description)"""
_ADDED = "INSERT INTO search_words"
_ENDED = "DO NOTHING;"


def _found(statement: str) -> str:
    return str(op.get_bind().execute(text(statement)).scalar_one())


def upgrade() -> None:
    if dialect() == "sqlite":
        former = _found("SELECT sql FROM sqlite_master WHERE name = 'search_words_added'")
        known = _KNOWN.format(same="IS")
        execute("DROP TRIGGER search_words_added")
        execute(former.replace("BEGIN", f"AND NOT {known} BEGIN", 1))
        return
    former = _found("SELECT pg_get_functiondef(CAST('item_texts_follow' AS regproc))")
    known = _KNOWN.format(same="IS NOT DISTINCT FROM")
    before, words = former.split(_ADDED, 1)
    words = words.replace(_ENDED, f"{_ENDED} END IF;", 1)
    execute(f"{before}IF NOT {known} THEN {_ADDED}{words}")
