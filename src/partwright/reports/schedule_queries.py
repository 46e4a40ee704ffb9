"""The statements on schedules of reports."""

_COLUMNS = """frequency, weekday, day, hour, only_with_rows, format, next_at, last_at, last_rows,
           last_error"""

SCHEDULE = f"""
    SELECT {_COLUMNS} FROM report_schedules WHERE report_id = :report_id AND user_id = :user_id
"""

PUT_SCHEDULE = """
    INSERT INTO report_schedules (report_id, user_id, frequency, weekday, day, hour, only_with_rows,
                                  format, next_at)
    VALUES (:report_id, :user_id, :frequency, :weekday, :day, :hour, :only_with_rows, :format,
            :next_at)
        ON CONFLICT (report_id, user_id) DO UPDATE
       SET frequency = excluded.frequency, weekday = excluded.weekday, day = excluded.day,
           hour = excluded.hour, only_with_rows = excluded.only_with_rows,
           format = excluded.format, next_at = excluded.next_at, last_error = NULL
"""

DELETE_SCHEDULE = """
    DELETE FROM report_schedules WHERE report_id = :report_id AND user_id = :user_id
"""

DUE = f"""
    SELECT {_COLUMNS}, report_id, user_id
      FROM report_schedules
     WHERE next_at <= :now
     ORDER BY next_at, report_id, user_id
     LIMIT :limit
"""

CLAIM = """
    UPDATE report_schedules SET next_at = :next_at
     WHERE report_id = :report_id AND user_id = :user_id AND next_at = :due_at
"""

NOTE_RUN = """
    UPDATE report_schedules
       SET last_at = :now, last_rows = COALESCE(CAST(:last_rows AS INTEGER), last_rows),
           last_error = :last_error
     WHERE report_id = :report_id AND user_id = :user_id
"""
