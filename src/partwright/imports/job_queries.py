"""The statements of import jobs."""

from partwright.programs.queries import visible_condition

_JOB = """id, kind, file_name, digest, size, options, design_id, created_at, created_by, scopes, state,
          attempts, phase, done, total, status, outcome, error, finished_at"""

INSERT_JOB = """
    INSERT INTO import_jobs (id, kind, file_name, digest, size, options, design_id, created_at,
                             created_by, scopes, state)
    VALUES (:id, :kind, :file_name, :digest, :size, :options, :design_id, :created_at,
            :created_by, :scopes, 'waiting')
"""

JOB = f"SELECT {_JOB} FROM import_jobs WHERE id = :id"

JOBS = f"""
    SELECT {_JOB.replace("outcome", "NULL AS outcome")} FROM import_jobs j
     WHERE created_by = :user_id
       AND (design_id IS NULL
            OR EXISTS (SELECT 1 FROM designs d
                        WHERE d.id = j.design_id AND d.deleted_at IS NULL
                          AND {visible_condition("d.program_id")}))
     ORDER BY created_at DESC, id LIMIT :most
"""
"""Those whose designs the user sees. An outcome tells of every row, and is as long as the file."""

UNFINISHED_COUNT = """
    SELECT COUNT(*) FROM import_jobs WHERE created_by = :user_id AND state IN ('waiting', 'working')
"""

ARE_WAITING = """
    SELECT 1 FROM import_jobs
     WHERE state IN ('waiting', 'working') AND state = 'waiting' LIMIT 1
"""

CLAIM = f"""
    UPDATE import_jobs SET state = 'working', holder = :holder, beats = 0, attempts = attempts + 1,
           phase = 'reading', done = 0, total = 0
     WHERE id = (SELECT w.id FROM import_jobs w
                  WHERE w.state IN ('waiting', 'working') AND w.state = 'waiting'
                  ORDER BY (SELECT COUNT(*) FROM import_jobs o
                             WHERE o.state IN ('waiting', 'working') AND o.state = 'working'
                               AND o.created_by = w.created_by), w.created_at, w.id
                  LIMIT 1)
       AND state = 'waiting'
    RETURNING {_JOB}
"""
"""The oldest that waits, of those who have fewest at work. None where another process was faster,
although more may wait."""

HEARTBEAT = """
    UPDATE import_jobs SET beats = beats + 1, phase = :phase, done = :done, total = :total
     WHERE id = :id AND state = 'working' AND holder = :holder
"""

HELD = """
    SELECT id, COALESCE(holder, ''), beats FROM import_jobs
     WHERE state IN ('waiting', 'working') AND state = 'working'
     LIMIT 1000
"""

TAKE_BACK = """
    UPDATE import_jobs SET state = 'waiting', holder = NULL
     WHERE id = :id AND state = 'working' AND COALESCE(holder, '') = :holder AND beats = :beats
"""
"""Unless its holder was heard of since."""

RELEASE = """
    UPDATE import_jobs SET state = 'waiting', holder = NULL, attempts = attempts - 1
     WHERE id = :id AND state = 'working' AND holder = :holder
"""

TRY_AGAIN = """
    UPDATE import_jobs SET state = 'waiting', holder = NULL
     WHERE id = :id AND state = 'working' AND holder = :holder
"""
"""The attempt counts: what fails each time is not tried for ever."""

TRY_ALL_AGAIN = """
    UPDATE import_jobs SET state = 'waiting', holder = NULL
     WHERE state IN ('waiting', 'working') AND state = 'working' AND holder = :holder
"""

FINISH = """
    UPDATE import_jobs
       SET state = :state, holder = NULL, status = :status, outcome = :outcome, error = :error,
           done = :done, total = :total, finished_at = :now
     WHERE id = :id AND state = 'working' AND holder = :holder
"""
"""None where it was cancelled or given to another process meanwhile."""

CANCEL = """
    UPDATE import_jobs SET state = 'cancelled', holder = NULL, finished_at = :now
     WHERE id = :id AND state IN ('waiting', 'working')
"""

RESUME = """
    UPDATE import_jobs SET state = 'waiting', attempts = 0, status = NULL, error = NULL,
           finished_at = NULL, phase = NULL, done = 0, total = 0
     WHERE id = :id AND state IN ('failed', 'cancelled')
"""

FORGET_OLD_JOBS = """
    DELETE FROM import_jobs
     WHERE created_at < :before AND state NOT IN ('waiting', 'working')
"""
