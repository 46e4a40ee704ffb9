"""The audit trail: entries on what no commit tells of, and the heads of their chain."""

from partwright.migrations.statements import execute_all

revision = "0038"
down_revision = "0037"

_ENTRIES = """
CREATE TABLE audit_entries (
    id {TEXT} PRIMARY KEY,
    happened_at {TEXT} NOT NULL,
    action {TEXT} NOT NULL,
    outcome {TEXT} NOT NULL,
    actor_id {TEXT},
    actor_name {TEXT},
    address {TEXT} NOT NULL,
    request_id {TEXT} NOT NULL,
    subject {TEXT},
    details {TEXT},
    number BIGINT UNIQUE,
    seal {TEXT}
);
CREATE INDEX audit_entries_time ON audit_entries (happened_at, id);
CREATE INDEX audit_entries_unsealed ON audit_entries (happened_at, id) WHERE number IS NULL;
CREATE TABLE audit_heads (
    name {TEXT} PRIMARY KEY,
    number BIGINT NOT NULL,
    seal {TEXT} NOT NULL,
    happened_at {TEXT} NOT NULL
);
INSERT INTO audit_heads (name, number, seal, happened_at) VALUES ('entries', 0, '', ''), ('removed entries', 0, '', '')
"""


def upgrade() -> None:
    execute_all(_ENTRIES)
