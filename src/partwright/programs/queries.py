"""The statements on programs, members and designs."""

NEXT_COMMIT = """
    UPDATE commit_order SET last = last + 1 RETURNING last
"""

MEMBER_ROLE = """
    SELECT role FROM program_members WHERE program_id = :program_id AND user_id = :user_id
"""
