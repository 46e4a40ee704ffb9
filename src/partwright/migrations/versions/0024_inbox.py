"""Inboxes of users, and what they watch."""

from partwright.migrations.statements import execute_all

revision = "0024"
down_revision = "0023"

_INBOX = """
CREATE TABLE inbox_notices (
    id {TEXT} PRIMARY KEY,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    subject_kind {TEXT} NOT NULL,
    subject_id {TEXT} NOT NULL,
    kind {TEXT} NOT NULL,
    urgency INTEGER NOT NULL,
    title {TEXT} NOT NULL,
    content {TEXT} NOT NULL,
    happened_at {TEXT} NOT NULL,
    by_id {TEXT} REFERENCES users (id),
    is_read BOOLEAN NOT NULL,
    is_done BOOLEAN NOT NULL,
    mailed_at {TEXT}
);
CREATE UNIQUE INDEX inbox_notices_once
    ON inbox_notices (user_id, subject_kind, subject_id, kind);
CREATE INDEX inbox_notices_subject ON inbox_notices (subject_kind, subject_id, kind);
CREATE TABLE watches (
    user_id {TEXT} NOT NULL REFERENCES users (id),
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (master_id, user_id)
);
CREATE INDEX watches_user ON watches (user_id, created_at);
"""


def upgrade() -> None:
    execute_all(_INBOX)
