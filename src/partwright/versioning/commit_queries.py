"""The statements on commits as lists show them."""

_COMMIT = """
    c.id, c.design_id, c.branch_id, c.parent_id, c.merge_parent_id, c.message, c.author_id,
    u.name, c.created_at, c.added, c.modified, c.removed, c.revisions, c.change_order_id
"""

COMMIT = f"""
    SELECT {_COMMIT}
      FROM commits c LEFT JOIN users u ON u.id = c.author_id
     WHERE c.id = :id
"""

COMMIT_OF_BRANCH = """
    SELECT id, seq, created_at FROM commits WHERE id = :id AND branch_id = :branch_id
"""

_UNTIL = "(CAST(:until AS text) IS NULL OR c.created_at <= :until)"

COMMITS = f"""
    SELECT {_COMMIT}
      FROM commits c LEFT JOIN users u ON u.id = c.author_id
     WHERE c.branch_id = :branch_id AND {_UNTIL}
     ORDER BY c.seq DESC
     LIMIT :limit OFFSET :offset
"""

COMMIT_COUNT = f"""
    SELECT COUNT(*) FROM commits c WHERE c.branch_id = :branch_id AND {_UNTIL}
"""

DESIGN_COMMITS = f"""
    SELECT {_COMMIT}
      FROM commits c LEFT JOIN users u ON u.id = c.author_id
     WHERE c.design_id = :design_id AND {_UNTIL}
     ORDER BY c.seq DESC
     LIMIT :limit OFFSET :offset
"""
"""Of all branches of a design, in the one order of commits."""

DESIGN_COMMIT_COUNT = f"""
    SELECT COUNT(*) FROM commits c WHERE c.design_id = :design_id AND {_UNTIL}
"""
