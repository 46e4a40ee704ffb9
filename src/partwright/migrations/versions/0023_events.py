"""The outbox of events, filled at first with the commits that there are."""

from partwright.migrations.statements import execute_all

revision = "0023"
down_revision = "0022"

_EVENTS = """
CREATE TABLE events (
    seq BIGINT NOT NULL,
    part INTEGER NOT NULL,
    kind {TEXT} NOT NULL,
    happened_at {TEXT} NOT NULL,
    user_id {TEXT} REFERENCES users (id),
    design_id {TEXT},
    branch_id {TEXT},
    commit_id {TEXT},
    master_id {TEXT},
    recipient_id {TEXT},
    action {TEXT} NOT NULL,
    content {TEXT} NOT NULL,
    touched INTEGER NOT NULL,
    PRIMARY KEY (seq, part)
);
CREATE INDEX events_time ON events (happened_at);
INSERT INTO events (seq, part, kind, happened_at, user_id, design_id, branch_id, commit_id,
                    action, content, touched)
SELECT c.seq, 0, CASE WHEN c.merge_parent_id IS NULL THEN 'item' ELSE 'merge' END, c.created_at,
       c.author_id, c.design_id, c.branch_id, c.id, '', c.message,
       (SELECT COUNT(DISTINCT h.master_id) FROM history h WHERE h.commit_id = c.id)
  FROM commits c;
"""


def upgrade() -> None:
    execute_all(_EVENTS)
