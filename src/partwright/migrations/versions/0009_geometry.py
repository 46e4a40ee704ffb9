"""Geometry of STEP files, and the queue of those to be looked into."""

from partwright.migrations.statements import execute_all

revision = "0009"
down_revision = "0008"

_TABLES = """
CREATE TABLE geometry (
    digest {TEXT} PRIMARY KEY,
    size BIGINT NOT NULL,
    state {TEXT} NOT NULL,
    attempts INTEGER NOT NULL,
    created_at {TEXT} NOT NULL,
    claimed_at {TEXT},
    error {TEXT},
    inspection {BYTES},
    drawing {BYTES},
    glb_digest {TEXT},
    glb_size BIGINT
);
CREATE INDEX geometry_waiting ON geometry (created_at) WHERE state IN ('pending', 'working');
"""


def upgrade() -> None:
    execute_all(_TABLES)
