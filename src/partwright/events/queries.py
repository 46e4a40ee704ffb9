"""The statements on the outbox of events."""

from partwright.programs.queries import visible_condition

INSERT_EVENT = """
    INSERT INTO events (seq, part, kind, happened_at, user_id, design_id, branch_id, commit_id,
                        action, content, touched)
    VALUES (:seq, 0, :kind, :at, :user_id, :design_id, :branch_id, :commit_id, '', :text, :touched)
"""

INSERT_ITEM_EVENT = """
    INSERT INTO events (seq, part, kind, happened_at, user_id, design_id, master_id, recipient_id,
                        action, content, touched)
    SELECT :seq, :part, :kind, :at, :user_id, m.design_id, m.id, :recipient_id, :action, :text,
           CASE WHEN m.id IS NULL THEN 0 ELSE 1 END
      FROM (SELECT 1) one LEFT JOIN masters m ON m.id = :master_id
"""

LAST_POSITION = "SELECT seq, part FROM events ORDER BY seq DESC, part DESC LIMIT 1"

FIRST_SINCE = """
    SELECT seq, part FROM events WHERE happened_at >= :since
     ORDER BY happened_at, seq, part LIMIT 1
"""

_AFTER = "(e.seq, e.part) > (:seq, :part)"
_BEFORE = "(e.seq, e.part) < (:seq, :part)"

AFTER_SOME = f"""
    SELECT e.seq, e.part FROM events e WHERE {_AFTER}
     ORDER BY e.seq, e.part LIMIT 1 OFFSET :many
"""
BEFORE_SOME = f"""
    SELECT e.seq, e.part FROM events e WHERE {_BEFORE}
     ORDER BY e.seq DESC, e.part DESC LIMIT 1 OFFSET :many
"""

_COLUMNS = """
    e.seq, e.part, e.kind, e.happened_at, e.user_id, u.name, e.design_id, d.program_id,
    e.branch_id, b.name, e.commit_id, e.master_id, e.recipient_id, e.action, e.content, e.touched
"""
_JOINS = """
      LEFT JOIN users u ON u.id = e.user_id
      LEFT JOIN designs d ON d.id = e.design_id
      LEFT JOIN branches b ON b.id = e.branch_id
"""

NEWS = f"""
    SELECT {_COLUMNS} FROM events e {_JOINS} WHERE {_AFTER} ORDER BY e.seq, e.part LIMIT :limit
"""
"""For all who follow, whatever they see."""

_WANTED = f"""
       AND (e.recipient_id IS NULL OR e.recipient_id = :seer)
       AND (:all_kinds OR e.kind IN (SELECT value FROM each(:kinds)))
       AND (:design_id = '' OR e.design_id = :design_id)
       AND (:by = '' OR e.user_id = :by)
       AND {visible_condition("d.program_id")}
"""

EVENTS_AFTER = f"""
    SELECT {_COLUMNS} FROM events e {_JOINS}
     WHERE {_AFTER} AND (e.seq, e.part) <= (:until_seq, :until_part) {_WANTED}
     ORDER BY e.seq, e.part LIMIT :limit
"""
EVENTS_BEFORE = f"""
    SELECT {_COLUMNS} FROM events e {_JOINS}
     WHERE {_BEFORE} AND (e.seq, e.part) >= (:until_seq, :until_part) {_WANTED}
     ORDER BY e.seq DESC, e.part DESC LIMIT :limit
"""

TOUCHED_BY_COMMITS = """
    SELECT t.commit_id, t.item_id,
           (SELECT v.item_number FROM versions v WHERE v.item_id = t.item_id
             ORDER BY v.since DESC LIMIT 1),
           (SELECT v.name FROM versions v WHERE v.item_id = t.item_id
             ORDER BY v.since DESC LIMIT 1),
           m.type, m.program_id, t.action
      FROM (SELECT h.commit_id, h.item_id, h.master_id, h.action, h.id,
                   ROW_NUMBER() OVER (PARTITION BY h.commit_id ORDER BY h.id) AS place
              FROM each(:commits) AS wanted JOIN history h ON h.commit_id = wanted.value) t
      JOIN masters m ON m.id = t.master_id
     WHERE t.place <= :most
     ORDER BY t.id
"""

TOUCHED_MASTERS = """
    SELECT m.id, v.item_id, v.item_number, v.name, m.type, m.program_id, ''
      FROM each(:masters) AS wanted
      JOIN masters m ON m.id = wanted.value
      JOIN versions v ON v.row_id = (
           SELECT shown.row_id FROM versions shown
            WHERE shown.master_id = m.id AND shown.until IS NULL
            ORDER BY shown.branch_id IS NOT NULL, shown.is_deleted, shown.is_current DESC,
                     shown.row_id DESC
            LIMIT 1)
"""

PROGRAMS_OF = "SELECT program_id FROM program_members WHERE user_id = :user_id"

MEMBERS_AMONG = """
    SELECT member.user_id, member.program_id
      FROM each(:programs) AS wanted
      JOIN program_members member ON member.program_id = wanted.value
"""
