"""The statements that write rows anew whose texts, counted fields and place stay as they are."""

from partwright.versioning.queries import STORED

CLOSE_SHOWN_VERSIONS = """
    UPDATE versions SET until = :until, is_renewed = TRUE, is_like_next = TRUE
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
    INSERT INTO versions ({", ".join(STORED)}, search_text, entry_row, is_like_former)
    SELECT {", ".join(_RENEWED.get(name, f"v.{name}") for name in STORED)}, v.search_text,
           COALESCE(v.entry_row, v.row_id), TRUE
      FROM versions v
     WHERE v.item_id IN (SELECT value FROM each(:item_ids)) AND v.until = :since
"""
"""Rows like those that a commit closed, from that commit on; search indexes and sort keys stay as they are."""

RENEW_LONE_VERSION = f"{RENEW_VERSIONS} RETURNING row_id"

CLOSED_ITEMS = """
    SELECT item_id FROM versions
     WHERE item_id IN (SELECT value FROM each(:item_ids)) AND until = :until
"""

_SAME = " AND ".join(
    f"COALESCE({column}, '') = COALESCE(CAST(:{column} AS text), '')"
    for column in (
        *("search_text", "description", "attributes", "sources"),
        *("type", "state", "part_type", "design_id", "program_id"),
    )
)

CLOSE_REPLACED_VERSION = f"""
    UPDATE versions
       SET until = :since,
           is_renewed = (branch_id IS NULL AND CAST(:branch_id AS text) IS NULL
                         AND is_current AND :is_current AND NOT is_deleted AND NOT :is_deleted
                         AND {_SAME})
     WHERE item_id = :item_id AND until IS NULL
"""
"""Closes the row of an item, and says whether the search indexes and counts may keep it for the next one."""

INSERT_REPLACING_VERSION = f"""
    INSERT INTO versions ({", ".join(STORED)}, search_text, entry_row)
    VALUES ({", ".join(":" + name for name in STORED)}, :search_text,
            (SELECT CASE WHEN f.is_renewed AND f.until = :since
                         THEN COALESCE(f.entry_row, f.row_id) END
               FROM versions f WHERE f.item_id = :item_id
              ORDER BY f.since DESC, f.row_id DESC LIMIT 1))
    RETURNING row_id
"""
