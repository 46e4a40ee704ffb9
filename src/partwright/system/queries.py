"""The statements on the state of the server."""

COUNTS = """
    SELECT (SELECT COUNT(*) FROM users WHERE active) AS people,
           (SELECT COUNT(*) FROM masters) AS items,
           (SELECT COUNT(*) FROM commits) AS commits,
           (SELECT CAST(COALESCE(SUM(files), 0) AS BIGINT) FROM storage_use WHERE kind = 'user')
               AS files,
           (SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM storage_use WHERE kind = 'user')
               AS bytes
"""

GEOMETRY = """
    SELECT COALESCE(SUM(CASE WHEN state = 'pending' THEN 1 ELSE 0 END), 0) AS waiting,
           COALESCE(SUM(CASE WHEN state = 'working' THEN 1 ELSE 0 END), 0) AS working,
           COALESCE(SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END), 0) AS failed
      FROM geometry
"""

RUNS = """
    SELECT COUNT(*) FROM design_sessions WHERE run_until > :now
"""

TRAIL = """
    SELECT h.number AS sealed, h.seal, h.happened_at AS sealed_until,
           (SELECT r.number FROM audit_heads r WHERE r.name = 'removed entries') AS removed,
           (SELECT COUNT(*) FROM audit_entries e WHERE e.number IS NULL) AS waiting,
           (SELECT COUNT(*) FROM audit_seals) AS commit_seals
      FROM audit_heads h WHERE h.name = 'entries'
"""

MAIL = """
    SELECT (SELECT COUNT(*) FROM inbox_notices n
             WHERE n.mailed_at IS NULL AND NOT n.is_read AND NOT n.is_done) AS waiting,
           (SELECT COUNT(*) FROM mail_deliveries d WHERE d.failures > 0) AS failing
"""
