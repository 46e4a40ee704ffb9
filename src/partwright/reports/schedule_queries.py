"""The statements on schedules of reports."""

_COLUMNS = """frequency, weekday, day, hour, minute, time_zone, only_with_rows, format, by_mail, next_at,
           last_at, last_rows, last_error"""

SCHEDULE = f"""
    SELECT {_COLUMNS} FROM report_schedules WHERE report_id = :report_id AND user_id = :user_id
"""

PUT_SCHEDULE = """
    INSERT INTO report_schedules (report_id, user_id, frequency, weekday, day, hour, minute,
                                  time_zone, only_with_rows, format, by_mail, next_at)
    VALUES (:report_id, :user_id, :frequency, :weekday, :day, :hour, :minute, :time_zone,
            :only_with_rows, :format, :by_mail, :next_at)
        ON CONFLICT (report_id, user_id) DO UPDATE
       SET frequency = excluded.frequency, weekday = excluded.weekday, day = excluded.day,
           hour = excluded.hour, minute = excluded.minute, time_zone = excluded.time_zone,
           only_with_rows = excluded.only_with_rows, format = excluded.format,
           by_mail = excluded.by_mail, next_at = excluded.next_at, claimed_until = '',
           last_error = NULL
"""

DELETE_SCHEDULE = """
    DELETE FROM report_schedules WHERE report_id = :report_id AND user_id = :user_id
"""

DUE = f"""
    SELECT {_COLUMNS}, report_id, user_id
      FROM report_schedules
     WHERE next_at <= :now AND claimed_until <= :now
     ORDER BY next_at, report_id, user_id
     LIMIT :limit
"""

NEXT_DUE = "SELECT COALESCE(MIN(next_at), '') FROM report_schedules WHERE next_at > :now"

CLAIM = """
    UPDATE report_schedules SET claimed_until = :until
     WHERE report_id = :report_id AND user_id = :user_id AND next_at = :due_at
       AND claimed_until <= :now
"""
"""Of several processes one gets the run; one that dies with it holds it until `until`."""

NOTE_RUN = """
    UPDATE report_schedules
       SET next_at = :next_at, claimed_until = '', last_at = :now, last_rows = COALESCE(CAST(:last_rows AS INTEGER), last_rows),
           last_error = :last_error
     WHERE report_id = :report_id AND user_id = :user_id AND next_at = :due_at
"""
"""Once for each time that is due, whoever has run it."""

EXPORT = """
    SELECT e.id, e.digest, e.file_size, e.file_name, e.format
      FROM report_exports e
     WHERE e.id = :id AND e.report_id = :report_id AND e.exported_by = :user_id
       AND EXISTS (SELECT 1 FROM kept_contents k
                    WHERE k.digest = e.digest AND k.owner IN (:owner, :holder))
"""

RECEIVERS = """
    SELECT DISTINCT exported_by FROM report_exports WHERE report_id = :report_id
"""
