"""Jobs of long imports: what was asked for, who is at work on it, how far it came, what became of it."""

from partwright.migrations.statements import execute_all

revision = "0040"
down_revision = "0039"

_JOBS = """
CREATE TABLE import_jobs (
    id {TEXT} PRIMARY KEY,
    kind {TEXT} NOT NULL,
    file_name {TEXT} NOT NULL,
    digest {TEXT} NOT NULL,
    size BIGINT NOT NULL,
    options {TEXT} NOT NULL,
    design_id {TEXT},
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL,
    scopes {TEXT},
    state {TEXT} NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed', 'cancelled')),
    holder {TEXT},
    beats BIGINT NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    phase {TEXT},
    done BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0,
    status INTEGER,
    outcome {TEXT},
    error {TEXT},
    finished_at {TEXT}
);
CREATE INDEX import_jobs_unfinished ON import_jobs (state, created_at)
 WHERE state IN ('waiting', 'working');
CREATE INDEX import_jobs_user ON import_jobs (created_by, created_at)
"""


def upgrade() -> None:
    execute_all(_JOBS)
