"""Schedules of reports by the clock of a place, and files and mail that come with notices."""

from partwright.migrations.statements import execute_all

revision = "0047"
down_revision = "0046"

_COLUMNS = """
ALTER TABLE report_schedules ADD COLUMN minute INTEGER NOT NULL DEFAULT 0;
ALTER TABLE report_schedules ADD COLUMN time_zone {TEXT} NOT NULL DEFAULT 'UTC';
ALTER TABLE report_schedules ADD COLUMN by_mail BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE report_schedules ADD COLUMN claimed_until {TEXT} NOT NULL DEFAULT '';
ALTER TABLE inbox_notices ADD COLUMN file {TEXT};
ALTER TABLE inbox_notices ADD COLUMN mail_at_once BOOLEAN NOT NULL DEFAULT FALSE
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
