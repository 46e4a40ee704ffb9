"""The statements on design sessions and their events."""

from partwright.design_engine.model import SessionRecord

_HEAD = ", ".join(f"s.{name}" for name in SessionRecord.__struct_fields__)

INSERT_SESSION = """
    INSERT INTO design_sessions (id, user_id, program_id, design_id, ai_chat_session_id, title,
                                 stage, status, artifacts, version, events, created_at, updated_at)
    VALUES (:id, :user_id, :program_id, :design_id, :ai_chat_session_id, :title,
            'idle', 'active', :artifacts, 1, 0, :now, :now)
"""

TAKE_SESSION = """
    UPDATE design_sessions SET version = version WHERE id = :id
"""
"""Locks the row, so that what is read of it next still holds when it is written."""

SESSION = f"""
    SELECT s.artifacts, {_HEAD} FROM design_sessions s WHERE s.id = :id
"""

HEAD = f"""
    SELECT {_HEAD} FROM design_sessions s WHERE s.id = :id
"""

SESSIONS_OF = """
    SELECT s.id, s.title, s.stage, s.status, s.created_at, s.updated_at, s.program_id, s.design_id
      FROM design_sessions s
     WHERE s.user_id = :user_id
     ORDER BY s.created_at DESC, s.id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_SESSIONS_OF = """
    SELECT COUNT(*) FROM design_sessions WHERE user_id = :user_id
"""

UPDATE_SESSION = """
    UPDATE design_sessions
       SET design_id = :design_id, title = :title, stage = :stage, status = :status, error = :error,
           artifacts = :artifacts, version = version + 1, updated_at = :now
     WHERE id = :id
"""

INSERT_STATE = """
    INSERT INTO design_session_states (session_id, version, stage, status, artifacts, created_at)
    VALUES (:id, :version, :stage, :status, :artifacts, :now)
"""

DROP_OLD_STATES = """
    DELETE FROM design_session_states
     WHERE session_id = :id
       AND version <= (SELECT version FROM design_session_states
                        WHERE session_id = :id
                        ORDER BY version DESC LIMIT 1 OFFSET :most)
"""

LAST_STATE = """
    SELECT version, stage, status, artifacts
      FROM design_session_states
     WHERE session_id = :id
     ORDER BY version DESC
     LIMIT 1
"""

DELETE_STATE = """
    DELETE FROM design_session_states WHERE session_id = :id AND version = :version
"""

BEGIN_RUN = """
    UPDATE design_sessions
       SET run_id = :run_id, run_owner = :owner, run_until = :until
     WHERE id = :id AND run_id IS NULL
"""

END_RUN = """
    UPDATE design_sessions
       SET run_id = NULL, run_owner = NULL, run_until = NULL
     WHERE id = :id AND run_id = :run_id
"""

HOLD_RUNS = """
    UPDATE design_sessions SET run_until = :until
     WHERE run_id IN (SELECT value FROM each(:run_ids) AS wanted)
"""
"""Says of runs that their process lives."""

TAKE_NUMBERS = """
    UPDATE design_sessions SET events = events + :many
     WHERE id = :id AND run_id = :run_id
    RETURNING events
"""

TAKE_NUMBERS_OUTSIDE_RUNS = """
    UPDATE design_sessions SET events = events + :many WHERE id = :id RETURNING events
"""

INSERT_EVENT = """
    INSERT INTO design_session_events (session_id, number, name, data, created_at)
    VALUES (:session_id, :number, :name, :data, :now)
"""

EVENTS_AFTER = """
    SELECT number, name, data
      FROM design_session_events
     WHERE session_id = :id AND number > :after
     ORDER BY number
     LIMIT :limit
"""

PROGRESS = """
    SELECT s.id, s.events, s.run_owner, s.run_until
      FROM each(:ids) AS wanted
      JOIN design_sessions s ON s.id = wanted.value
"""

RUNNING = """
    SELECT s.id, s.events, s.run_owner, s.run_until
      FROM design_sessions s
     WHERE s.run_id IS NOT NULL
"""
