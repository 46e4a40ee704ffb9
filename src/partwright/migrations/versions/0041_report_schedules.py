"""Charts of reports, and when they are run for whom."""

from partwright.migrations.statements import execute_all

revision = "0041"
down_revision = "0040"

_SCHEDULES = """
ALTER TABLE reports ADD COLUMN chart {TEXT};
CREATE TABLE report_schedules (
    report_id {TEXT} NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    frequency {TEXT} NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly')),
    weekday INTEGER NOT NULL,
    day INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    only_with_rows BOOLEAN NOT NULL,
    format {TEXT},
    next_at {TEXT} NOT NULL,
    last_at {TEXT},
    last_rows INTEGER,
    last_error {TEXT},
    PRIMARY KEY (report_id, user_id)
);
CREATE INDEX report_schedules_due ON report_schedules (next_at);
CREATE INDEX report_schedules_user ON report_schedules (user_id)
"""


def upgrade() -> None:
    execute_all(_SCHEDULES)
