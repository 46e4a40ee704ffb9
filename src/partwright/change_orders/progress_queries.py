"""The statements on whose change orders are, and which may contradict main."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import stands_on_main

OWNERS = """
    SELECT u.id, u.name FROM each(:ids) AS wanted JOIN users u ON u.id = wanted.value
"""

MAY_CONFLICT = """
    SELECT DISTINCT b.change_order_id
      FROM each(:ids) AS wanted
      JOIN branches b ON b.change_order_id = wanted.value AND NOT b.is_archived
      LEFT JOIN designs d ON d.id = b.design_id
      JOIN branches main ON main.head_seq > b.base_seq AND main.id = COALESCE(d.main_branch_id,
           (SELECT l.id FROM branches l WHERE l.design_id IS NULL AND l.kind = 'main'))
      JOIN versions v ON v.branch_id = b.id AND v.is_current AND v.until IS NULL
     WHERE v.is_deleted
        OR EXISTS (SELECT 1 FROM history h JOIN commits c ON c.id = h.commit_id
                    WHERE h.master_id = v.master_id AND c.branch_id = main.id
                      AND c.seq > b.base_seq)
        OR EXISTS (SELECT 1 FROM commits c
                    WHERE c.branch_id = main.id AND c.seq > b.base_seq AND c.removed > 0)
"""
"""Those whose branches hold what main has touched since, or either has deleted: few of many."""

LISTED_BY_ACTIVE = f"""
    SELECT item.item_number, v.item_number, {visible_condition("v.program_id")},
           i.states, i.transitions, i.state_id
      FROM each(:masters) AS wanted
      JOIN affected_items a ON a.master_id = wanted.value
      JOIN workflow_instances i ON i.change_order_id = a.change_order_id AND i.status = 'active'
      JOIN versions v ON v.item_id = a.change_order_id AND v.until IS NULL AND NOT v.is_deleted
      JOIN versions item ON {stands_on_main("item", "a.master_id")}
     ORDER BY v.item_number
"""
"""Items on the lists of change orders whose workflow runs, with where each order has come."""
