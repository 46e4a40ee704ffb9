"""The statements on how much is stored."""

ADD_USE = """
    INSERT INTO storage_use (kind, owner, files, size)
    VALUES (:kind, :owner, :files, :size)
        ON CONFLICT (kind, owner) DO UPDATE
       SET files = storage_use.files + excluded.files, size = storage_use.size + excluded.size
"""

USED_BY = """
    SELECT files, size FROM storage_use WHERE kind = 'user' AND owner = :owner
"""

HELD_BY = """
    SELECT CAST(COALESCE(SUM(u.files), 0) AS BIGINT), CAST(COALESCE(SUM(u.size), 0) AS BIGINT)
      FROM storage_use u
     WHERE (u.kind = 'program' AND u.owner = :program_id)
        OR (u.kind = 'design'
            AND u.owner IN (SELECT d.id FROM designs d WHERE d.program_id = :program_id))
"""
