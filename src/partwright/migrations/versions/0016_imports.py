"""Imports of files: what became of each, so that it can be looked at and taken back."""

from partwright.migrations.statements import execute_all

revision = "0016"
down_revision = "0015"

_TABLES = """
CREATE TABLE imports (
    id {TEXT} PRIMARY KEY,
    kind {TEXT} NOT NULL,
    file_name {TEXT} NOT NULL,
    design_id {TEXT},
    branch_id {TEXT},
    program_id {TEXT},
    commits {TEXT} NOT NULL,
    result {TEXT} NOT NULL,
    repair_name {TEXT},
    repair {BYTES},
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id),
    undone_at {TEXT}
);
CREATE INDEX imports_of_user ON imports (created_by, created_at);
"""


def upgrade() -> None:
    execute_all(_TABLES)
