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

DRAWING = """
    SELECT drawing FROM geometry WHERE digest = :digest AND drawing IS NOT NULL
"""

ARE_WAITING = """
    SELECT 1 FROM geometry
     WHERE state IN ('pending', 'working') AND (state = 'pending' OR claimed_at < :stale)
     LIMIT 1
"""

CLAIM = """
    UPDATE geometry SET state = 'working', claimed_at = :now, attempts = attempts + 1
     WHERE digest = (SELECT g.digest
                       FROM (SELECT queue, MIN(created_at) AS first
                               FROM geometry
                              WHERE state IN ('pending', 'working')
                                    AND (state = 'pending' OR claimed_at < :stale)
                              GROUP BY queue) q
                       JOIN geometry g ON g.queue = q.queue AND g.created_at = q.first
                            AND g.state IN ('pending', 'working')
                            AND (g.state = 'pending' OR g.claimed_at < :stale)
                      ORDER BY COALESCE((SELECT MAX(s.claimed_at) FROM geometry s
                                          WHERE s.queue = g.queue), ''), g.created_at, g.digest
                      LIMIT 1)
       AND (state = 'pending' OR claimed_at < :stale)
    RETURNING digest, size, attempts
"""
"""The oldest that waits, or whose process has not been heard of for long, of the queue that has
waited longest for its turn."""

RELEASE = """
    UPDATE geometry SET state = 'pending', attempts = attempts - 1
     WHERE digest = :digest AND state = 'working'
"""

READY = """
    UPDATE geometry
       SET state = 'ready', error = NULL, inspection = :inspection, drawing = :drawing,
           glb_digest = :glb_digest, glb_size = :glb_size
     WHERE digest = :digest
"""

FAILED = """
    UPDATE geometry SET state = 'failed', error = :error WHERE digest = :digest
"""
