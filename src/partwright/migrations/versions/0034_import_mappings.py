"""Kept mappings of imports: what the columns of a kind of sheet mean."""

from partwright.migrations.statements import execute_all

revision = "0034"
down_revision = "0033"

_MAPPINGS = """
CREATE TABLE import_mappings (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    name_key {TEXT} NOT NULL,
    kind {TEXT} NOT NULL,
    headers {TEXT} NOT NULL,
    mapping {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    UNIQUE (name_key, kind)
);
"""


def upgrade() -> None:
    execute_all(_MAPPINGS)
