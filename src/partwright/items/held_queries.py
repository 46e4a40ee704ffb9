"""The statements that list locks and checkouts with the items that they hold."""

from partwright.programs.queries import visible_condition

_SEEN = f"""
       AND {visible_condition("v.program_id")}
       AND (:all_types OR v.type IN (SELECT value FROM each(:types)))
       AND (CAST(:design_id AS text) IS NULL OR v.design_id = :design_id)
       AND (CAST(:holder AS text) IS NULL OR u.id = :holder)
"""

_CHECKOUTS = f"""
      FROM checkouts c
      JOIN branches b ON b.id = c.branch_id
      JOIN users u ON u.id = c.holder
      JOIN versions v ON v.master_id = c.master_id AND v.until IS NULL AND v.is_current
           AND v.item_id = (
               SELECT w.item_id FROM versions w
                WHERE w.master_id = c.master_id AND w.until IS NULL AND w.is_current
                  AND (w.branch_id IS NULL OR w.branch_id = c.branch_id)
                ORDER BY w.branch_id IS NULL, w.item_id
                LIMIT 1)
     WHERE NOT v.is_deleted {_SEEN}
"""
"""Of each the item as its branch has it, or else main."""

CHECKOUTS = f"""
    SELECT v.item_id, v.item_number, v.name, v.type, v.design_id, b.id, b.name, b.kind,
           u.id, u.name, u.email, c.taken_at
    {_CHECKOUTS}
     ORDER BY c.taken_at, c.master_id, c.branch_id
     LIMIT :limit OFFSET :offset
"""

CHECKOUT_COUNT = f"SELECT COUNT(*) {_CHECKOUTS}"

_LOCKS = f"""
      FROM item_locks l
      JOIN users u ON u.id = l.holder
      JOIN versions v ON v.master_id = l.master_id AND v.until IS NULL AND v.is_current
           AND v.item_id = (
               SELECT w.item_id FROM versions w
                WHERE w.master_id = l.master_id AND w.until IS NULL AND w.is_current
                ORDER BY w.branch_id IS NOT NULL, w.item_id
                LIMIT 1)
     WHERE NOT v.is_deleted {_SEEN}
"""

LOCKS = f"""
    SELECT v.item_id, v.item_number, v.name, v.type, v.design_id, u.id, u.name, u.email, l.taken_at
    {_LOCKS}
     ORDER BY l.taken_at, l.master_id
     LIMIT :limit OFFSET :offset
"""

LOCK_COUNT = f"SELECT COUNT(*) {_LOCKS}"
