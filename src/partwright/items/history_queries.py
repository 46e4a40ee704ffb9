"""The statements on the history of items."""

import msgspec

from partwright.kit.ids import UserId


class HistoryRow(msgspec.Struct, frozen=True):
    """One entry of an item's history with its author."""

    id: str
    action: str
    user_id: UserId
    user_name: str
    happened_at: str
    changes: str
    comment: str | None
    branch_id: str | None
    commit_id: str | None


HISTORY = """
    SELECT h.id, h.action, u.id, u.name, h.happened_at, h.changes, h.comment, h.branch_id,
           h.commit_id
      FROM history h JOIN users u ON u.id = h.user_id
     WHERE h.master_id = :master_id
     ORDER BY h.id DESC
     LIMIT :limit OFFSET :offset
"""

HISTORY_COUNT = """
    SELECT COUNT(*) FROM history WHERE master_id = :master_id
"""
