"""Seals over the commits."""

from partwright.migrations.statements import execute_all

revision = "0035"
down_revision = "0034"

_SEALS = """
CREATE TABLE audit_seals (
    number BIGINT PRIMARY KEY,
    digests {TEXT} NOT NULL,
    seal {TEXT} NOT NULL,
    sealed_at {TEXT} NOT NULL
);
CREATE INDEX versions_since ON versions (since, row_id);
CREATE INDEX versions_until ON versions (until, row_id) WHERE until IS NOT NULL;
CREATE INDEX relationships_since ON relationships (since, row_id);
CREATE INDEX relationships_until ON relationships (until, row_id) WHERE until IS NOT NULL;
CREATE INDEX file_links_since ON file_links (since, id);
CREATE INDEX file_links_until ON file_links (until, id) WHERE until IS NOT NULL;
"""


def upgrade() -> None:
    execute_all(_SEALS)
