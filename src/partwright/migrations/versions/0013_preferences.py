"""Saved views and preferences of users."""

from partwright.migrations.statements import execute_all

revision = "0013"
down_revision = "0012"

_SCHEMA = """
CREATE TABLE saved_views (
    id {TEXT} PRIMARY KEY,
    owner_id {TEXT} NOT NULL REFERENCES users (id),
    name {TEXT} NOT NULL,
    page {TEXT} NOT NULL,
    query {TEXT} NOT NULL,
    columns {TEXT} NOT NULL,
    is_shared BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (owner_id, page, name);
CREATE INDEX saved_views_shared ON saved_views (name, id) WHERE is_shared;
CREATE TABLE user_preferences (
    user_id {TEXT} PRIMARY KEY REFERENCES users (id),
    content {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
"""


def upgrade() -> None:
    execute_all(_SCHEMA)
