"""The statements on shares."""

from partwright.shares.model import ShareRow

_OWN = ShareRow.__struct_fields__[: ShareRow.__struct_fields__.index("creator")]

_SHARE = f"""
    SELECT {", ".join(f"s.{name}" for name in _OWN)}, u.name,
           (SELECT COUNT(*) FROM share_visits t WHERE t.share_id = s.id),
           (SELECT MAX(t.visited_at) FROM share_visits t WHERE t.share_id = s.id)
      FROM shares s JOIN users u ON u.id = s.created_by
"""

BY_DIGEST = f"{_SHARE} WHERE s.digest = :digest"

BY_ID = f"{_SHARE} WHERE s.id = :id AND (:all OR s.created_by = :user_id)"

BY_ID_FOR = f"{_SHARE} WHERE s.id = :id AND s.email_key = :email_key"

_RECEIVED = "s.email_key = :email_key AND s.revoked_at IS NULL AND s.expires_at > :now"

RECEIVED = f"""
    {_SHARE} WHERE {_RECEIVED} ORDER BY s.created_at DESC, s.id DESC LIMIT :limit OFFSET :offset
"""

COUNT_RECEIVED = f"SELECT COUNT(*) FROM shares s WHERE {_RECEIVED}"

_SEEN = """
    (:all OR s.created_by = :user_id)
    AND (CAST(:item_id AS text) IS NULL OR s.item_id = :item_id)
"""

PAGE = f"{_SHARE} WHERE {_SEEN} ORDER BY s.created_at DESC, s.id DESC LIMIT :limit OFFSET :offset"

COUNT = f"SELECT COUNT(*) FROM shares s WHERE {_SEEN}"

COUNT_OPEN = """
    SELECT COUNT(*) FROM shares
     WHERE created_by = :user_id AND revoked_at IS NULL AND expires_at > :now
"""

INSERT = f"""
    INSERT INTO shares ({", ".join(_OWN)}, digest)
    VALUES ({", ".join(":" + name for name in _OWN)}, :digest)
"""

REVOKE = """
    UPDATE shares SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL
"""

INSERT_VISIT = """
    INSERT INTO share_visits (id, share_id, visited_at, action, file_name, address, client)
    VALUES (:id, :share_id, :now, :action, :file_name, :address, :client)
"""

VISITS = """
    SELECT t.id, t.visited_at, t.action, t.file_name, t.address, t.client
      FROM share_visits t
     WHERE t.share_id = :share_id
     ORDER BY t.visited_at DESC, t.id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_VISITS = "SELECT COUNT(*) FROM share_visits t WHERE t.share_id = :share_id"

HEAD_OF = """
    SELECT b.head_commit_id
      FROM branches b
     WHERE b.kind = 'main' AND b.design_id = :design_id
"""

HEAD_OF_LIBRARY = """
    SELECT b.head_commit_id FROM branches b WHERE b.kind = 'main' AND b.design_id IS NULL
"""
