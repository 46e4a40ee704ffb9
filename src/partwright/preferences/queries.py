"""The statements on saved views and preferences."""

_VIEW = """
    v.id, v.name, v.page, v.query, v.columns, v.is_shared, v.owner_id, u.name, v.created_at,
    v.updated_at
"""

VIEW = f"""
    SELECT {_VIEW}
      FROM saved_views v JOIN users u ON u.id = v.owner_id
     WHERE v.id = :id AND (v.is_shared AND :sees_shared OR v.owner_id = :seer)
"""

_SEEN = """
    (v.is_shared AND :sees_shared OR v.owner_id = :seer) AND (:page = '' OR v.page = :page)
"""

VIEWS = f"""
    SELECT {_VIEW}
      FROM saved_views v JOIN users u ON u.id = v.owner_id
     WHERE {_SEEN}
     ORDER BY v.name, v.id
     LIMIT :limit OFFSET :offset
"""

COUNT_VIEWS = f"""
    SELECT COUNT(*) FROM saved_views v WHERE {_SEEN}
"""

INSERT_VIEW = """
    INSERT INTO saved_views (id, owner_id, name, page, query, columns, is_shared, created_at,
                             updated_at)
    SELECT :id, :owner_id, :name, :page, :query, :columns, :is_shared, :now, :now
     WHERE (SELECT COUNT(*) FROM saved_views v WHERE v.owner_id = :owner_id) < :most
"""

TAKE_VIEW = """
    UPDATE saved_views SET updated_at = updated_at WHERE id = :id
"""

UPDATE_VIEW = """
    UPDATE saved_views
       SET name = :name, page = :page, query = :query, columns = :columns,
           is_shared = :is_shared, updated_at = :now
     WHERE id = :id
"""

DELETE_VIEW = """
    DELETE FROM saved_views WHERE id = :id
"""

PREFERENCES = """
    SELECT content FROM user_preferences WHERE user_id = :user_id
"""

TAKE_PREFERENCES = """
    INSERT INTO user_preferences (user_id, content, updated_at)
    VALUES (:user_id, '{}', :now)
        ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at
    RETURNING content
"""
"""Takes the row, so that no other write of it comes between the tag's check and the change."""

UPDATE_PREFERENCES = """
    UPDATE user_preferences SET content = :content WHERE user_id = :user_id
"""
