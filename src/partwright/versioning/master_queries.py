"""The statements on masters and their numbers."""

from partwright.versioning.resolve import UNBRANCHED

INSERT_MASTER = """
    INSERT INTO masters (id, number_key, type, design_id, program_id, created_at)
    VALUES (:id, :number_key, :type, :design_id, :program_id, :created_at)
"""

RENUMBER_MASTER = """
    UPDATE masters SET number_key = :number_key WHERE id = :id
"""

_FREED = f"""
    UPDATE masters SET number_key = 'deleted:' || id
     WHERE type NOT IN ({UNBRANCHED})
       AND NOT EXISTS (
           SELECT 1 FROM versions v LEFT JOIN branches b ON b.id = v.branch_id
            WHERE v.master_id = masters.id
              AND (v.released_at IS NOT NULL
                   OR (v.until IS NULL AND NOT v.is_deleted
                       AND (v.branch_id IS NULL OR NOT b.is_archived))))
"""
"""Content that was never released and stands on main and on open branches no more."""

FREE_NUMBERS = f"{_FREED} AND id IN (SELECT value FROM each(:masters))"

FREE_NUMBERS_OF_BRANCHES = f"""
    {_FREED}
       AND id IN (SELECT o.master_id FROM versions o JOIN branches a ON a.id = o.branch_id
                   WHERE o.until IS NULL
                     AND (a.id = :branch_id OR a.change_order_id = :change_order_id))
"""
"""The same of what the archived branches hold."""

FREED_AMONG = """
    SELECT m.id FROM each(:masters) AS wanted JOIN masters m ON m.id = wanted.value
     WHERE m.number_key = 'deleted:' || m.id
"""
