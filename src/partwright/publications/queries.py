"""The statements on publications."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import BESIDE, EDGE, SHOWN, UNBRANCHED, stood_at_commit

RELEASED_AT = f"""
    SELECT {SHOWN}
      FROM masters m
      JOIN versions v ON v.master_id = m.id AND v.branch_id IS NULL AND {stood_at_commit("v", ":at")}
           {BESIDE}
     WHERE m.design_id = :design_id AND m.type NOT IN ({UNBRANCHED})
       AND v.released_at IS NOT NULL AND NOT v.is_deleted
     ORDER BY v.master_id, v.released_at, v.since
     LIMIT :most
"""
"""Revisions of a design that were released up to a commit, of each item the latest last."""

LINES_AT = f"""
    SELECT {EDGE}
      FROM each(:parents) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND r.branch_id IS NULL
           AND {stood_at_commit("r", ":at")}
     ORDER BY r.parent_item_id, r.id
     LIMIT :most
"""

RECEIVED_LINES = f"""
    SELECT {EDGE}
      FROM each(:parents) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND r.branch_id IS NULL
           AND r.until IS NULL
"""

_RECEIVED = """
    SELECT p.design_id, d.code, p.source_design_id, p.cell, p.code, p.commit_id, p.number,
           p.committed_at, p.received_at, p.received_by
      FROM publications p JOIN designs d ON d.id = p.design_id
"""

OF_SOURCE = f"{_RECEIVED} WHERE p.source_design_id = :source_design_id AND d.deleted_at IS NULL"

RECEIVED = f"""
    {_RECEIVED}
     WHERE p.design_id = :design_id AND d.deleted_at IS NULL AND {visible_condition("d.program_id")}
"""

ALL_RECEIVED = f"""
    {_RECEIVED}
     WHERE d.deleted_at IS NULL AND {visible_condition("d.program_id")}
     ORDER BY d.code LIMIT 1000
"""

TYPES_OF = f"""
    SELECT DISTINCT m.type FROM masters m
     WHERE m.design_id = :design_id AND m.type NOT IN ({UNBRANCHED})
"""

CHANGES = "SELECT changes FROM publications WHERE design_id = :design_id"

KEEP = """
    INSERT INTO publications (design_id, source_design_id, cell, code, commit_id, number,
                              committed_at, received_at, received_by, changes)
    VALUES (:design_id, :source_design_id, :cell, :code, :commit_id, :number,
            :committed_at, :received_at, :received_by, :changes)
        ON CONFLICT (source_design_id) DO UPDATE
       SET design_id = excluded.design_id, cell = excluded.cell, code = excluded.code, commit_id = excluded.commit_id, number = excluded.number,
           committed_at = excluded.committed_at, received_at = excluded.received_at,
           received_by = excluded.received_by, changes = excluded.changes
"""
