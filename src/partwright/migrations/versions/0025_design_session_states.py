"""States of design sessions before their last edits and runs, to be taken back to."""

from partwright.migrations.statements import execute_all

revision = "0025"
down_revision = "0024"

_STATES = """
CREATE TABLE design_session_states (
    session_id {TEXT} NOT NULL REFERENCES design_sessions (id),
    version INTEGER NOT NULL,
    stage {TEXT} NOT NULL,
    status {TEXT} NOT NULL,
    artifacts {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (session_id, version)
);
"""


def upgrade() -> None:
    execute_all(_STATES)
