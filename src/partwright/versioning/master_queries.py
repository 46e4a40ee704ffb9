"""The statements on masters and their numbers."""

from partwright.versioning.resolve import UNBRANCHED

INSERT_MASTER = """
    INSERT INTO masters (id, number_key, type, design_id, program_id, created_at)
    VALUES (:id, :number_key, :type, :design_id, :program_id, :created_at)
"""

RENUMBER_MASTER = """
    UPDATE masters SET number_key = :number_key WHERE id = :id
"""

FREED_KEY = "' deleted:' || id"
"""The key of a master whose number is free: input is trimmed, so that no number is like it."""

_SHOWN_ON_OPEN_BRANCH = """
    EXISTS (
        SELECT 1 FROM versions v
          JOIN branches b ON COALESCE(b.design_id, '') = COALESCE(masters.design_id, '')
               AND b.base_seq >= v.since AND b.base_seq < v.until
               AND b.kind <> 'main' AND NOT b.is_archived
         WHERE v.master_id = masters.id AND v.branch_id IS NULL AND v.is_current
           AND NOT v.is_deleted
           AND NOT EXISTS (SELECT 1 FROM versions own
                            WHERE own.branch_id = b.id AND own.master_id = masters.id
                              AND own.until IS NULL AND own.is_current))
"""
"""A branch shows what main has deleted since its base, unless it has a row of its own."""

_FREED = f"""
    UPDATE masters SET number_key = {FREED_KEY}
     WHERE type NOT IN ({UNBRANCHED}) AND number_key <> {FREED_KEY}
       AND NOT EXISTS (
           SELECT 1 FROM versions v LEFT JOIN branches b ON b.id = v.branch_id
            WHERE v.master_id = masters.id
              AND (v.released_at IS NOT NULL
                   OR (v.until IS NULL AND NOT v.is_deleted
                       AND (v.branch_id IS NULL OR NOT b.is_archived))))
       AND NOT {_SHOWN_ON_OPEN_BRANCH}
"""
"""Content that was never released and is shown by main and open branches no more."""

FREE_NUMBERS = f"{_FREED} AND id IN (SELECT value FROM each(:masters))"

_REMOVED_SINCE_BASE = """
    SELECT DISTINCT h.master_id
      FROM branches a
      JOIN commits c
        ON c.branch_id = COALESCE(
               (SELECT d.main_branch_id FROM designs d WHERE d.id = a.design_id),
               (SELECT l.id FROM branches l WHERE l.design_id IS NULL AND l.kind = 'main'))
           AND c.seq > a.base_seq AND c.removed > 0
      JOIN history h ON h.commit_id = c.id
"""

REMOVED_SINCE_BASE = f"{_REMOVED_SINCE_BASE} WHERE a.id = :branch_id"
"""What main has removed since the branch's base, with all else that those commits touched."""

FREE_NUMBERS_OF_BRANCHES = f"""
    {_FREED}
       AND id IN (
           SELECT o.master_id FROM branches a JOIN versions o ON o.branch_id = a.id
            WHERE o.until IS NULL AND o.is_current AND o.branch_id IS NOT NULL
              AND (a.id = :branch_id OR a.change_order_id = :change_order_id)
           UNION {_REMOVED_SINCE_BASE}
            WHERE a.id = :branch_id OR a.change_order_id = :change_order_id)
"""
"""The same of what the archived branches hold, and of what they showed longer than main."""

FREED_AMONG = f"""
    SELECT m.id FROM each(:masters) AS wanted JOIN masters m ON m.id = wanted.value
     WHERE m.number_key = {FREED_KEY.replace("id", "m.id")}
"""

KEYS_AMONG = """
    SELECT m.id || ' ' || m.number_key FROM each(:masters) AS wanted JOIN masters m ON m.id = wanted.value
"""

USED_BY_OTHERS = """
    SELECT m.number_key
      FROM each(:keys) AS wanted JOIN masters m ON m.number_key = wanted.value
     WHERE m.id NOT IN (SELECT value FROM each(:masters))
    UNION
    SELECT r.number_key
      FROM each(:keys) AS wanted JOIN reserved_numbers r ON r.number_key = wanted.value
     WHERE r.reserved_by <> :user_id
"""
"""Numbers that other items have, or that others have reserved."""

RESERVE = """
    INSERT INTO reserved_numbers (number_key, item_number, reserved_by, reserved_at)
    VALUES (:number_key, :item_number, :user_id, :now)
"""

UNRESERVE = """
    DELETE FROM reserved_numbers
     WHERE number_key = :number_key AND (reserved_by = :owner OR :owner = '')
"""

USE_RESERVED = """
    DELETE FROM reserved_numbers WHERE number_key IN (SELECT value FROM each(:keys))
"""
