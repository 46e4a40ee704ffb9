"""The statements on comments."""

_COMMENT = """
    c.id, c.subject_kind, c.subject_id, c.master_id, c.reply_to, c.author_id, author.name, c.content,
    c.created_at, c.edited_at, c.resolved_at, c.resolved_by, resolver.name
"""

_JOINED = """
      FROM comments c
      JOIN users author ON author.id = c.author_id
      LEFT JOIN users resolver ON resolver.id = c.resolved_by
"""

_OF_SUBJECT = """
    c.subject_kind = :kind AND c.subject_id IN (SELECT value FROM each(:ids)) AND NOT c.is_deleted
"""

COMMENTS_OF = f"""
    SELECT {_COMMENT} {_JOINED}
     WHERE {_OF_SUBJECT}
     ORDER BY c.id
     LIMIT :limit OFFSET :offset
"""

COUNT_COMMENTS_OF = f"SELECT COUNT(*) FROM comments c WHERE {_OF_SUBJECT}"

COUNTS_ON = """
    SELECT c.subject_kind, c.subject_id, COUNT(*)
      FROM comments c
     WHERE (c.subject_kind = 'item' AND c.subject_id IN (SELECT value FROM each(:items))
            OR c.subject_kind = 'line' AND c.subject_id IN (SELECT value FROM each(:lines))
            OR c.subject_kind = 'file' AND c.subject_id IN (SELECT value FROM each(:files)))
       AND NOT c.is_deleted
     GROUP BY c.subject_kind, c.subject_id
"""

COMMENT = f"SELECT {_COMMENT} {_JOINED} WHERE c.id = :id AND NOT c.is_deleted"

INSERT_COMMENT = """
    INSERT INTO comments (id, subject_kind, subject_id, master_id, reply_to, author_id, content,
                          created_at, is_deleted)
    VALUES (:id, :kind, :subject_id, :master_id, :reply_to, :author_id, :content, :now, FALSE)
"""

UPDATE_COMMENT = """
    UPDATE comments SET content = :content, edited_at = :now WHERE id = :id
"""

RESOLVE_COMMENT = """
    UPDATE comments SET resolved_at = :resolved_at, resolved_by = :resolved_by WHERE id = :id
"""

DELETE_COMMENT = """
    UPDATE comments SET is_deleted = TRUE, content = '' WHERE id = :id
"""

INSERT_MENTION = """
    INSERT INTO comment_mentions (comment_id, user_id) VALUES (:comment_id, :user_id)
"""

DELETE_MENTIONS = """
    DELETE FROM comment_mentions WHERE comment_id = :comment_id
"""

USERS = """
    SELECT u.id FROM each(:ids) AS wanted JOIN users u ON u.id = wanted.value
"""

ANY_VERSION = """
    SELECT v.item_id FROM versions v WHERE v.master_id = :master_id AND v.until IS NULL
     ORDER BY v.branch_id IS NOT NULL, v.is_deleted, v.is_current DESC, v.row_id DESC LIMIT 1
"""
"""An id by which the item is found: main's where main has it."""
