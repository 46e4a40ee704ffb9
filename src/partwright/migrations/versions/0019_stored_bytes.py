"""Sums of the files and bytes of each user and each design, kept as they are added."""

from partwright.migrations.statements import execute_all

revision = "0019"
down_revision = "0018"

_USE = """
CREATE TABLE storage_use (
    kind {TEXT} NOT NULL,
    owner {TEXT} NOT NULL,
    files BIGINT NOT NULL,
    size BIGINT NOT NULL,
    PRIMARY KEY (kind, owner)
);
INSERT INTO storage_use (kind, owner, files, size)
SELECT 'user', created_by, COUNT(*), SUM(size) FROM file_versions GROUP BY created_by;
INSERT INTO storage_use (kind, owner, files, size)
SELECT 'design', v.design_id, COUNT(*), SUM(w.size)
  FROM file_versions w
  JOIN files f ON f.id = w.file_id
  JOIN (SELECT DISTINCT master_id, design_id FROM versions WHERE design_id IS NOT NULL) v
       ON v.master_id = f.master_id
 GROUP BY v.design_id;
INSERT INTO storage_use (kind, owner, files, size)
SELECT 'program', v.program_id, COUNT(*), SUM(w.size)
  FROM file_versions w
  JOIN files f ON f.id = w.file_id
  JOIN (SELECT master_id, MAX(program_id) AS program_id FROM versions
         WHERE design_id IS NULL AND program_id IS NOT NULL GROUP BY master_id) v
       ON v.master_id = f.master_id
 GROUP BY v.program_id;
CREATE INDEX kept_contents_age ON kept_contents (owner, created_at);
"""


def upgrade() -> None:
    execute_all(_USE)
