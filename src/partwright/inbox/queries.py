"""The statements on notices and watches."""

from partwright.programs.queries import visible_condition

_SHOWN_VERSION = """(
           SELECT shown.row_id FROM versions shown
            WHERE shown.master_id = m.id AND shown.until IS NULL
            ORDER BY shown.branch_id IS NOT NULL, shown.is_deleted, shown.is_current DESC,
                     shown.row_id DESC
            LIMIT 1)"""
"""Main's row where main has the item."""

_SEEN = f"""(m.id IS NULL AND n.subject_kind IN ('designSession', 'report')
             OR m.type IN (SELECT value FROM each(:types)) AND {visible_condition("m.program_id")})"""

_TOP_WHERE = f"""
      FROM (SELECT n.*, m.id AS seen_master,
                   ROW_NUMBER() OVER of_subject AS place,
                   MIN(CASE WHEN n.is_read THEN 1 ELSE 0 END)
                       OVER (PARTITION BY n.subject_kind, n.subject_id) AS all_read
              FROM inbox_notices n LEFT JOIN masters m ON m.id = n.subject_id
             WHERE n.user_id = :seer AND n.is_done = :is_done AND {_SEEN} {{more}}
            WINDOW of_subject AS (PARTITION BY n.subject_kind, n.subject_id
                                  ORDER BY n.urgency, n.happened_at DESC)) n
"""
"""Of each subject the most urgent reason is the first."""

_TOP = _TOP_WHERE.format(more="")
_TOP_UNMAILED = _TOP_WHERE.format(
    more="""AND n.mailed_at IS NULL AND NOT n.is_read AND n.happened_at > :since
                    AND (n.mail_at_once OR NOT CAST(:only_at_once AS BOOLEAN))"""
)

_CHOSEN = "n.place = 1 AND (:kind = '' OR n.kind = :kind)"

ENTRIES = f"""
    SELECT n.id, n.kind, n.subject_kind, n.subject_id, n.title, n.content, n.happened_at, n.by_id,
           u.name, n.file, n.all_read = 1, n.is_done, v.item_id, v.item_number, v.name, v.type
    {_TOP}
      LEFT JOIN users u ON u.id = n.by_id
      LEFT JOIN masters m ON m.id = n.seen_master
      LEFT JOIN versions v ON v.row_id = {_SHOWN_VERSION}
     WHERE {_CHOSEN}
     ORDER BY n.happened_at DESC, n.id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_ENTRIES = f"SELECT COUNT(*) {_TOP} WHERE {_CHOSEN}"

COUNTS = f"""
    SELECT n.kind, COUNT(*), SUM(CASE WHEN n.all_read = 1 THEN 0 ELSE 1 END) {_TOP}
     WHERE n.place = 1
     GROUP BY n.kind
"""

UNMAILED = f"""
    SELECT n.id, n.kind, n.subject_kind, n.subject_id, n.title, n.content, n.happened_at, n.by_id,
           u.name, n.file, n.all_read = 1, n.is_done, v.item_id, v.item_number, v.name, v.type
    {_TOP_UNMAILED}
      LEFT JOIN users u ON u.id = n.by_id
      LEFT JOIN masters m ON m.id = n.seen_master
      LEFT JOIN versions v ON v.row_id = {_SHOWN_VERSION}
     WHERE n.place = 1
     ORDER BY n.urgency, n.happened_at DESC, n.id
     LIMIT :limit
"""

MARK_MAILED = """
    UPDATE inbox_notices SET mailed_at = :until
     WHERE user_id = :user_id AND mailed_at IS NULL AND happened_at <= :until
       AND (mail_at_once OR NOT CAST(:only_at_once AS BOOLEAN))
"""

ENTRY = f"""
    SELECT n.id, n.kind, n.subject_kind, n.subject_id, n.title, n.content, n.happened_at, n.by_id,
           u.name, n.file, n.is_read, n.is_done, v.item_id, v.item_number, v.name, v.type
      FROM inbox_notices n
      LEFT JOIN users u ON u.id = n.by_id
      LEFT JOIN masters m ON m.id = n.subject_id
      LEFT JOIN versions v ON v.row_id = {_SHOWN_VERSION}
     WHERE n.id = :id AND n.user_id = :seer AND {_SEEN}
"""

REASONS = """
    SELECT n.subject_kind, n.subject_id, n.kind
      FROM each(:ids) AS wanted
      JOIN inbox_notices chosen ON chosen.id = wanted.value
      JOIN inbox_notices n ON n.user_id = chosen.user_id
       AND n.subject_kind = chosen.subject_kind AND n.subject_id = chosen.subject_id
       AND n.is_done = chosen.is_done
     ORDER BY n.urgency
"""

MARK = """
    UPDATE inbox_notices
       SET is_read = COALESCE(CAST(:is_read AS BOOLEAN), is_read),
           is_done = COALESCE(CAST(:is_done AS BOOLEAN), is_done)
     WHERE user_id = :user_id AND subject_kind = :subject_kind AND subject_id = :subject_id
"""

NOTIFY = """
    INSERT INTO inbox_notices (id, user_id, subject_kind, subject_id, kind, urgency, title, content,
                               happened_at, by_id, file, mail_at_once, is_read, is_done)
    VALUES (:id, :user_id, :subject_kind, :subject_id, :kind, :urgency, :title, :content, :now,
            :by_id, :file, :mail_at_once, FALSE, FALSE)
        ON CONFLICT (user_id, subject_kind, subject_id, kind) DO UPDATE
       SET title = excluded.title, content = excluded.content,
           happened_at = excluded.happened_at, by_id = excluded.by_id, file = excluded.file,
           mail_at_once = excluded.mail_at_once, is_read = FALSE, is_done = FALSE,
           mailed_at = NULL
"""

FINISH = """
    UPDATE inbox_notices SET is_done = TRUE, is_read = TRUE
     WHERE subject_kind = :subject_kind AND subject_id = :subject_id AND kind = :kind
       AND NOT is_done AND user_id NOT IN (SELECT value FROM each(:but))
"""

ACTIVE_AMONG = """
    SELECT u.id FROM each(:users) AS wanted JOIN users u ON u.id = wanted.value WHERE u.active
"""

WATCHERS = """
    SELECT w.master_id, w.user_id
      FROM each(:masters) AS wanted
      JOIN watches w ON w.master_id = wanted.value
      JOIN users u ON u.id = w.user_id
     WHERE w.user_id <> :but AND u.active
"""

WATCH = """
    INSERT INTO watches (user_id, master_id, created_at) VALUES (:user_id, :master_id, :now)
        ON CONFLICT (master_id, user_id) DO NOTHING
"""

UNWATCH = "DELETE FROM watches WHERE user_id = :user_id AND master_id = :master_id"

COUNT_WATCHERS = """
    SELECT COUNT(*), COALESCE(SUM(CASE WHEN user_id = :user_id THEN 1 ELSE 0 END), 0)
      FROM watches WHERE master_id = :master_id
"""

_WATCHED = f"""
      FROM watches w JOIN masters m ON m.id = w.master_id
     WHERE w.user_id = :seer AND m.type IN (SELECT value FROM each(:types))
       AND {visible_condition("m.program_id")}
"""

WATCHED = f"""
    SELECT v.item_id, v.item_number, v.name, v.type, w.created_at
      FROM watches w JOIN masters m ON m.id = w.master_id
      JOIN versions v ON v.row_id = {_SHOWN_VERSION}
     WHERE w.user_id = :seer AND m.type IN (SELECT value FROM each(:types))
       AND {visible_condition("m.program_id")}
     ORDER BY w.created_at DESC, w.master_id
     LIMIT :limit OFFSET :offset
"""

COUNT_WATCHED = f"SELECT COUNT(*) {_WATCHED}"
