"""Signatures of votes: name and meaning as they were shown, and a digest that binds them to the content."""

from partwright.migrations.statements import execute_all

revision = "0039"
down_revision = "0038"

_SIGNATURES = """
ALTER TABLE votes ADD COLUMN signed_name {TEXT};
ALTER TABLE votes ADD COLUMN meaning {TEXT};
ALTER TABLE votes ADD COLUMN is_signed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE votes ADD COLUMN signature {TEXT};
CREATE INDEX audit_entries_subject ON audit_entries (subject, happened_at)
"""


def upgrade() -> None:
    execute_all(_SIGNATURES)
