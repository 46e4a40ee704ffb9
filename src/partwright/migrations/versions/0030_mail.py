"""Deliveries of mail, and the notices that wait for one."""

from partwright.migrations.statements import execute_all

revision = "0030"
down_revision = "0029"

_MAIL = """
CREATE TABLE mail_deliveries (
    user_id {TEXT} PRIMARY KEY REFERENCES users (id),
    claimed_until {TEXT} NOT NULL,
    sent_at {TEXT},
    failures INTEGER NOT NULL
);
CREATE INDEX inbox_notices_unmailed ON inbox_notices (happened_at)
    WHERE mailed_at IS NULL AND NOT is_read AND NOT is_done;
"""


def upgrade() -> None:
    execute_all(_MAIL)
