"""Shares with people without an account, and what they looked at."""

from partwright.migrations.statements import execute_all

revision = "0028"
down_revision = "0027"

_SHARES = """
CREATE TABLE shares (
    id {TEXT} PRIMARY KEY,
    digest {TEXT} NOT NULL,
    item_id {TEXT} NOT NULL,
    commit_id {TEXT} NOT NULL,
    files {TEXT},
    kinds {TEXT} NOT NULL,
    include_unreleased BOOLEAN NOT NULL,
    expires_at {TEXT} NOT NULL,
    password_hash {TEXT},
    email {TEXT},
    note {TEXT},
    scopes {TEXT},
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id),
    revoked_at {TEXT}
);
CREATE UNIQUE INDEX shares_digest ON shares (digest);
CREATE INDEX shares_creator ON shares (created_by, created_at);
CREATE INDEX shares_item ON shares (item_id);
CREATE TABLE share_visits (
    id {TEXT} PRIMARY KEY,
    share_id {TEXT} NOT NULL REFERENCES shares (id),
    visited_at {TEXT} NOT NULL,
    action {TEXT} NOT NULL,
    file_name {TEXT},
    address {TEXT} NOT NULL,
    client {TEXT}
);
CREATE INDEX share_visits_of ON share_visits (share_id, visited_at);
"""


def upgrade() -> None:
    execute_all(_SHARES)
