"""Designs that another cell publishes, and the release that each was received in."""

from partwright.migrations.statements import execute, execute_all

revision = "0057"
down_revision = "0056"

_PUBLICATIONS = """
CREATE TABLE publications (
    design_id {TEXT} PRIMARY KEY REFERENCES designs (id),
    source_design_id {TEXT} NOT NULL,
    cell {TEXT} NOT NULL,
    code {TEXT} NOT NULL,
    commit_id {TEXT} NOT NULL,
    number BIGINT NOT NULL,
    committed_at {TEXT} NOT NULL,
    received_at {TEXT} NOT NULL,
    received_by {TEXT} NOT NULL REFERENCES users (id),
    changes {TEXT} NOT NULL
);
CREATE UNIQUE INDEX publications_source ON publications (source_design_id);
"""


def upgrade() -> None:
    execute("ALTER TABLE designs ADD COLUMN published_from TEXT")
    execute_all(_PUBLICATIONS)
