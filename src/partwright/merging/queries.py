"""Statements of comparing and merging."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import stands_on_main

SEEN_MASTERS = f"""
    SELECT m.id
      FROM each(:masters) AS wanted
      JOIN masters m ON m.id = wanted.value
     WHERE {visible_condition("m.program_id")}
       AND (:all_types OR m.type IN (SELECT value FROM each(:types)))
"""

NAMED_PARENTS_ON_MAIN = f"""
    SELECT DISTINCT CASE WHEN {visible_condition("v.program_id")}
                         THEN v.item_number ELSE :hidden END AS named
      FROM relationships r
      JOIN versions v ON v.item_id = r.parent_item_id AND {stands_on_main("v", "r.parent_master_id")}
     WHERE r.child_master_id = :master_id AND r.type = 'bom' AND r.until IS NULL
       AND NOT v.is_deleted
     ORDER BY named
     LIMIT 20
"""

FILE_VERSIONS = """
    SELECT w.id, w.file_id, w.version, w.original_file_name, w.digest
      FROM each(:ids) AS wanted
      JOIN file_versions w ON w.id = wanted.value
"""

TOMBSTONES = f"""
    SELECT v.item_id
      FROM each(:masters) AS wanted
      JOIN versions v ON {stands_on_main("v", "wanted.value")}
     WHERE v.is_deleted
"""
"""The rows that say on main that items are gone."""
