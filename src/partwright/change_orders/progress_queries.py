"""The statements on whose change orders are, and which may contradict main."""

OWNERS = """
    SELECT u.id, u.name FROM each(:ids) AS wanted JOIN users u ON u.id = wanted.value
"""

MAY_CONFLICT = """
    SELECT DISTINCT b.change_order_id
      FROM each(:ids) AS wanted
      JOIN branches b ON b.change_order_id = wanted.value AND NOT b.is_archived
      JOIN branches main ON main.kind = 'main'
       AND COALESCE(main.design_id, '') = COALESCE(b.design_id, '')
      JOIN versions v ON v.branch_id = b.id AND v.is_current
     WHERE EXISTS (
           SELECT 1 FROM commits c JOIN history h ON h.commit_id = c.id
            WHERE c.branch_id = main.id AND c.seq > b.base_seq
              AND (h.master_id = v.master_id OR h.action = 'Deleted' OR v.is_deleted))
"""
"""Those whose branches hold what main has touched since, or either has deleted: few of many."""
