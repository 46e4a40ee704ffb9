"""The statements that write rows anew of items of which only BOM lines changed."""

from partwright.versioning.queries import STORED

CLOSE_SHOWN_VERSIONS = """
    UPDATE versions SET until = :until, is_renewed = TRUE
     WHERE item_id IN (SELECT value FROM each(:item_ids)) AND until IS NULL AND NOT is_deleted
       AND (branch_id = :branch_id OR (branch_id IS NULL AND CAST(:branch_id AS text) IS NULL))
"""

_RENEWED = {
    "since": "CAST(:since AS bigint)",
    "until": "NULL",
    "modified_at": "CAST(:modified_at AS text)",
    "modified_by": "CAST(:modified_by AS text)",
}

RENEW_VERSIONS = f"""
    INSERT INTO versions ({", ".join(STORED)}, search_text, entry_row)
    SELECT {", ".join(_RENEWED.get(name, f"v.{name}") for name in STORED)}, v.search_text,
           COALESCE(v.entry_row, v.row_id)
      FROM versions v
     WHERE v.item_id IN (SELECT value FROM each(:item_ids)) AND v.until = :since
"""
"""Rows like those that a commit closed, from that commit on; the search indexes know their texts by the former rows."""

RENEW_LONE_VERSION = f"{RENEW_VERSIONS} RETURNING row_id"

CLOSED_ITEMS = """
    SELECT item_id FROM versions
     WHERE item_id IN (SELECT value FROM each(:item_ids)) AND until = :until
"""
