"""Comments on items, lines, files and changes, and whom they mention."""

from partwright.migrations.statements import execute_all

revision = "0022"
down_revision = "0021"

_COMMENTS = """
CREATE TABLE comments (
    id {TEXT} PRIMARY KEY,
    subject_kind {TEXT} NOT NULL,
    subject_id {TEXT} NOT NULL,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    reply_to {TEXT} REFERENCES comments (id),
    author_id {TEXT} NOT NULL REFERENCES users (id),
    content {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    edited_at {TEXT},
    resolved_at {TEXT},
    resolved_by {TEXT} REFERENCES users (id),
    is_deleted BOOLEAN NOT NULL
);
CREATE INDEX comments_of ON comments (subject_kind, subject_id, id);
CREATE TABLE comment_mentions (
    comment_id {TEXT} NOT NULL REFERENCES comments (id),
    user_id {TEXT} NOT NULL REFERENCES users (id),
    PRIMARY KEY (user_id, comment_id)
);
CREATE INDEX comment_mentions_of ON comment_mentions (comment_id);
"""


def upgrade() -> None:
    execute_all(_COMMENTS)
