"""The statements on deleted items, and on what stands against a deletion."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import BESIDE, SHOWN, shown_in_view

DELETED_ITEM = f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE v.item_id = :item_id AND v.until IS NULL AND v.is_deleted
       AND {visible_condition("v.program_id")}
"""

DELETED_ON = f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE v.master_id = (SELECT n.master_id FROM versions n WHERE n.item_id = :item_id LIMIT 1)
       AND (v.branch_id = :branch_id
            OR (v.branch_id IS NULL AND CAST(:branch_id AS text) IS NULL))
       AND v.until IS NULL AND v.is_deleted AND {visible_condition("v.program_id")}
"""
"""The deletion of an item on a branch, by any of the item's ids."""

STANDS_IN_VIEW = f"""
    SELECT v.item_id FROM versions v
     WHERE {shown_in_view("v", ":master_id")} AND NOT v.is_deleted
"""
"""The id under which a view shows a master."""

USED_OUTSIDE = """
    SELECT DISTINCT v.item_number
      FROM masters m
      JOIN relationships r ON r.child_master_id = m.id AND r.type = 'bom' AND r.until IS NULL
      JOIN masters p ON p.id = r.parent_master_id AND COALESCE(p.design_id, '') <> m.design_id
      JOIN versions v ON v.item_id = r.parent_item_id AND v.until IS NULL AND NOT v.is_deleted
     WHERE m.design_id = :design_id
     ORDER BY v.item_number
     LIMIT :limit
"""
"""The items outside of a design, on any branch, in whose BOM its items stand."""
