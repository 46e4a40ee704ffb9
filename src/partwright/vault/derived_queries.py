"""The statements on what is derived from contents: previews, and the geometry of STEP files."""

PREVIEW = """
    SELECT body FROM previews WHERE digest = :digest AND kind = :kind AND created_at >= :since
"""

KEEP_PREVIEW = """
    INSERT INTO previews (digest, kind, body, created_at)
    VALUES (:digest, :kind, :body, :now)
        ON CONFLICT (digest, kind) DO UPDATE SET body = excluded.body, created_at = excluded.created_at
"""

FORGET_PREVIEWS = """
    DELETE FROM previews WHERE digest IN (SELECT value FROM each(:digests))
"""

EXPECT_GEOMETRY = """
    INSERT INTO geometry (digest, size, state, attempts, created_at, queue)
    VALUES (:digest, :size, 'pending', 0, :now, :queue)
        ON CONFLICT (digest) DO NOTHING
"""
"""Let the modelling kernel look into a STEP file when it comes to it; each content once.

`queue` says whose it is: a program, or a design without one."""

KNOWN = """
    SELECT digest, size, state, attempts, error, inspection, glb_digest, glb_size
      FROM geometry WHERE digest = :digest
"""

KNOWN_AMONG = """
    SELECT digest, size, state, attempts, error, inspection, glb_digest, glb_size
      FROM geometry WHERE digest IN (SELECT value FROM each(:digests))
"""

DRAWING = """
    SELECT drawing FROM geometry WHERE digest = :digest AND drawing IS NOT NULL
"""

ARE_WAITING = """
    SELECT 1 FROM geometry WHERE state IN ('pending', 'working') AND state = 'pending' LIMIT 1
"""

CLAIM = """
    UPDATE geometry SET state = 'working', claimed_at = :now, attempts = attempts + 1,
           holder = :holder, beats = 0
     WHERE digest = (SELECT g.digest
                       FROM (SELECT queue, MIN(created_at) AS first
                               FROM geometry
                              WHERE state IN ('pending', 'working') AND state = 'pending'
                              GROUP BY queue) q
                       JOIN geometry g ON g.queue = q.queue AND g.created_at = q.first
                            AND g.state IN ('pending', 'working') AND g.state = 'pending'
                      ORDER BY COALESCE((SELECT MAX(s.claimed_at) FROM geometry s
                                          WHERE s.queue = g.queue), ''), g.created_at, g.digest
                      LIMIT 1)
       AND state = 'pending'
    RETURNING digest, size, attempts
"""
"""The oldest that waits, of the queue that has waited longest for its turn. None where another
process was faster, although more may wait."""

HEARTBEAT = """
    UPDATE geometry SET beats = beats + 1 WHERE state = 'working' AND holder = :holder
"""

HELD = """
    SELECT digest, COALESCE(holder, ''), beats FROM geometry
     WHERE state IN ('pending', 'working') AND state = 'working'
     LIMIT 1000
"""

TAKE_BACK = """
    UPDATE geometry SET state = 'pending', holder = NULL
     WHERE digest = :id AND state = 'working' AND COALESCE(holder, '') = :holder
       AND beats = :beats
"""
"""Unless its holder was heard of since."""

RELEASE = """
    UPDATE geometry SET state = 'pending', holder = NULL, attempts = attempts - 1
     WHERE digest = :digest AND state = 'working' AND holder = :holder
"""

READY = """
    UPDATE geometry
       SET state = 'ready', error = NULL, inspection = :inspection, drawing = :drawing,
           glb_digest = :glb_digest, glb_size = :glb_size
     WHERE digest = :digest AND state = 'working' AND holder = :holder
"""

FAILED = """
    UPDATE geometry SET state = 'failed', error = :error
     WHERE digest = :digest AND state = 'working' AND holder = :holder
"""
