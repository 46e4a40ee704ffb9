"""Design engine sessions and their events."""

from partwright.migrations.statements import execute_all

revision = "0008"
down_revision = "0007"

_TABLES = """
CREATE TABLE design_sessions (
    id {TEXT} PRIMARY KEY,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    program_id {TEXT} NOT NULL REFERENCES programs (id),
    design_id {TEXT} REFERENCES designs (id),
    ai_chat_session_id {TEXT},
    title {TEXT} NOT NULL,
    stage {TEXT} NOT NULL,
    status {TEXT} NOT NULL,
    error {TEXT},
    artifacts {TEXT} NOT NULL,
    version BIGINT NOT NULL,
    events BIGINT NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    run_id {TEXT},
    run_owner {TEXT},
    run_until {TEXT}
);
CREATE INDEX design_sessions_user ON design_sessions (user_id, created_at);
CREATE INDEX design_sessions_running ON design_sessions (run_id) WHERE run_id IS NOT NULL;
CREATE TABLE design_session_events (
    session_id {TEXT} NOT NULL REFERENCES design_sessions (id),
    number BIGINT NOT NULL,
    name {TEXT} NOT NULL,
    data {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (session_id, number)
);
"""


def upgrade() -> None:
    """Make the tables."""
    execute_all(_TABLES)
