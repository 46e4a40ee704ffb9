"""Definitions of attributes."""

from partwright.migrations.statements import execute_all

revision = "0029"
down_revision = "0028"

_DEFINITIONS = """
CREATE TABLE attribute_definitions (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    name_key {TEXT} NOT NULL,
    type {TEXT} NOT NULL,
    unit {TEXT},
    choices {TEXT} NOT NULL,
    item_types {TEXT} NOT NULL,
    program_id {TEXT} REFERENCES programs (id),
    scope {TEXT} NOT NULL,
    is_required BOOLEAN NOT NULL,
    description {TEXT},
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    UNIQUE (name_key, scope)
);
"""


def upgrade() -> None:
    execute_all(_DEFINITIONS)
