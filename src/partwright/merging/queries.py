"""Statements of comparing and merging."""

from partwright.programs.visibility import visible_condition

SEEN_MASTERS = f"""
    SELECT m.id
      FROM each(:masters) AS wanted
      JOIN masters m ON m.id = wanted.value
     WHERE {visible_condition("m.program_id")}
       AND (:all_types OR m.type IN (SELECT value FROM each(:types)))
"""

FILE_VERSIONS = """
    SELECT w.id, w.file_id, w.version, w.original_file_name, w.digest
      FROM each(:ids) AS wanted
      JOIN file_versions w ON w.id = wanted.value
"""
