"""The statements of imports."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import BESIDE, COLUMNS, EDGE, SHOWN, shown_in_view

NUMBERED = f"""
    SELECT {SHOWN}
      FROM each(:keys) AS wanted
      JOIN masters m ON m.number_key = wanted.value
      JOIN versions v ON {shown_in_view("v", "m.id")} {BESIDE}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
"""
"""Items by their numbers, as the view shows them."""

NAMED = f"""
    SELECT {SHOWN}
      FROM masters m
      JOIN versions v ON {shown_in_view("v", "m.id")} {BESIDE}
     WHERE NOT v.is_deleted AND m.type = :type
       AND COALESCE(m.design_id, :design_id, '') = COALESCE(:design_id, '')
       AND v.name IN (SELECT wanted.value FROM each(:names) AS wanted)
       AND {visible_condition("v.program_id")}
"""
"""Items of a design and of the library by their very names."""

WITH_MPN = f"""
    SELECT {SHOWN}
      FROM masters m
      JOIN versions v ON {shown_in_view("v", "m.id")} {BESIDE}
     WHERE NOT v.is_deleted AND m.type = :type
       AND COALESCE(m.design_id, :design_id, '') = COALESCE(:design_id, '')
       AND v.attributes LIKE '%"MPN":%'
       AND {visible_condition("v.program_id")}
"""
"""Items of a design and of the library that have a manufacturer's number."""

INSERT_IMPORT = """
    INSERT INTO imports (id, kind, file_name, design_id, branch_id, program_id, commits, result,
                         repair_name, repair, created_at, created_by, undone_at)
    VALUES (:id, :kind, :file_name, :design_id, :branch_id, :program_id, :commits, :result,
            :repair_name, :repair, :created_at, :created_by, NULL)
"""

IMPORT = """
    SELECT id, kind, file_name, design_id, branch_id, program_id, commits, result,
           repair_name, created_at, created_by, undone_at
      FROM imports
     WHERE id = :id
"""

REPAIR = "SELECT repair FROM imports WHERE id = :id"

MARK_UNDONE = """
    UPDATE imports SET undone_at = :now, undone_in = :commit
     WHERE id = :id AND undone_at IS NULL
"""

UNDONE_IMPORTS = """
    SELECT commits, undone_in
      FROM imports
     WHERE COALESCE(branch_id, '') = COALESCE(:branch_id, '') AND undone_in > :after
"""
"""The imports of a branch that were taken back after a commit, with the commit that did it."""

_SEQS = "(SELECT CAST(value AS BIGINT) FROM each(:seqs))"
_OWN = "(SELECT CAST(value AS BIGINT) FROM each(:own))"

_ITS_ROWS = f"""
       COALESCE(v.branch_id, '') = COALESCE(:branch_id, '')
       AND v.master_id IN (SELECT o.master_id FROM versions o
                            WHERE COALESCE(o.branch_id, '') = COALESCE(:branch_id, '')
                              AND o.since IN {_OWN})
"""
"""Rows of the items that the commits `own` wrote; `seqs` are these and what cancels itself out since."""

WRITTEN_ROWS = f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE {_ITS_ROWS} AND v.since IN {_SEQS}
"""
"""The rows that commits wrote, those included that were replaced since."""

REPLACED_ROWS = f"""
    SELECT {COLUMNS}
      FROM versions v
     WHERE {_ITS_ROWS} AND v.until IN {_SEQS} AND v.since NOT IN {_SEQS}
"""

_ITS_EDGES = f"""
       COALESCE(r.branch_id, '') = COALESCE(:branch_id, '')
       AND (r.parent_item_id, r.child_master_id, r.type) IN (
            SELECT o.parent_item_id, o.child_master_id, o.type
              FROM relationships o
             WHERE COALESCE(o.branch_id, '') = COALESCE(:branch_id, '')
               AND (o.since IN {_OWN} OR o.until IN {_OWN}))
"""
"""Lines between the same items as those that the commits `own` wrote or ended."""

WRITTEN_EDGES = f"""
    SELECT {EDGE} FROM relationships r
     WHERE {_ITS_EDGES} AND r.since IN {_SEQS}
"""

CHANGED_EDGES = f"""
    SELECT {EDGE} FROM relationships r
     WHERE {_ITS_EDGES} AND r.since IN {_SEQS}
       AND r.until IS NOT NULL AND r.until NOT IN {_SEQS}
"""

CLOSED_EDGES = f"""
    SELECT {EDGE} FROM relationships r
     WHERE {_ITS_EDGES} AND r.until IN {_SEQS} AND r.since NOT IN {_SEQS}
"""

USED_BY_OTHERS = """
    SELECT DISTINCT v.item_number
      FROM each(:masters) AS wanted
      JOIN relationships r ON r.child_master_id = wanted.value AND r.until IS NULL
           AND r.id NOT IN (SELECT value FROM each(:edges))
      JOIN versions v ON v.item_id = r.parent_item_id AND v.until IS NULL
     ORDER BY v.item_number
     LIMIT 20
"""
"""The numbers of items that took parts of an import into their structure since."""

HOLDING_FILES = """
    SELECT DISTINCT v.item_number
      FROM each(:items) AS wanted
      JOIN file_links f ON f.item_id = wanted.value AND f.until IS NULL
      JOIN versions v ON v.item_id = wanted.value AND v.until IS NULL
     ORDER BY v.item_number
     LIMIT 20
"""
"""The numbers of items that files were attached to since."""

_MAPPING = "id, name, kind, headers, mapping, created_at, created_by, updated_at"
MAPPINGS = f"SELECT {_MAPPING} FROM import_mappings ORDER BY name_key, kind LIMIT :limit"
MAPPING = f"SELECT {_MAPPING} FROM import_mappings WHERE name_key = :name_key AND kind = :kind"
MAPPING_COUNT = "SELECT COUNT(*) FROM import_mappings"
KEEP_MAPPING = """
    INSERT INTO import_mappings (id, name, name_key, kind, headers, mapping, created_at, created_by,
                                 updated_at)
    VALUES (:id, :name, :name_key, :kind, :headers, :mapping, :now, :user_id, :now)
        ON CONFLICT (name_key, kind) DO UPDATE
       SET name = excluded.name, headers = excluded.headers, mapping = excluded.mapping,
           updated_at = excluded.updated_at
     WHERE import_mappings.created_by = excluded.created_by
"""
DELETE_MAPPING = """
    DELETE FROM import_mappings WHERE id = :id AND (created_by = :owner OR :owner = '')
"""
