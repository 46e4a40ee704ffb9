"""Report definitions with whom they are shared with, their executions and exports."""

from partwright.kit.db.casefold import postgres_function
from partwright.migrations.statements import dialect, execute, execute_all

revision = "0007"
down_revision = "0006"

_SCHEMA = """
CREATE TABLE reports (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    description {TEXT},
    item_type {TEXT} NOT NULL,
    is_public BOOLEAN NOT NULL,
    columns {TEXT} NOT NULL,
    filters {TEXT} NOT NULL,
    sorts {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id),
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE INDEX reports_by_age ON reports (created_at, id);
CREATE TABLE report_roles (
    report_id {TEXT} NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    role_id {TEXT} NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
    PRIMARY KEY (report_id, role_id)
);
CREATE INDEX report_roles_role ON report_roles (role_id);
CREATE TABLE report_users (
    report_id {TEXT} NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    PRIMARY KEY (report_id, user_id)
);
CREATE INDEX report_users_user ON report_users (user_id);
CREATE TABLE report_executions (
    id {TEXT} PRIMARY KEY,
    report_id {TEXT} NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    executed_by {TEXT} NOT NULL REFERENCES users (id),
    executed_at {TEXT} NOT NULL,
    row_count INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    parameters {TEXT} NOT NULL,
    success BOOLEAN NOT NULL,
    error_message {TEXT}
);
CREATE INDEX report_executions_report ON report_executions (report_id, id);
CREATE TABLE report_exports (
    id {TEXT} PRIMARY KEY,
    report_id {TEXT} NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    execution_id {TEXT} NOT NULL REFERENCES report_executions (id) ON DELETE CASCADE,
    exported_by {TEXT} NOT NULL REFERENCES users (id),
    exported_at {TEXT} NOT NULL,
    format {TEXT} NOT NULL,
    file_name {TEXT} NOT NULL,
    file_size BIGINT NOT NULL,
    digest {TEXT} NOT NULL
);
CREATE INDEX report_exports_report ON report_exports (report_id, id);
CREATE INDEX report_exports_execution ON report_exports (execution_id);
CREATE INDEX report_exports_digest ON report_exports (digest);
"""


def upgrade() -> None:
    execute_all(_SCHEMA)
    if dialect() == "postgresql":
        execute(postgres_function())
