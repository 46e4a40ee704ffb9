"""The statements on releases."""

import msgspec

from partwright.kit.ids import CommitId, ItemId


class ReleaseCommit(msgspec.Struct, frozen=True):
    """The commit that released a revision."""

    item_id: ItemId
    commit_id: CommitId


RELEASE_COMMITS = """
    SELECT r.item_id, c.id
      FROM (SELECT v.item_id, MIN(v.since) AS seq
              FROM each(:item_ids) AS wanted
              JOIN versions v ON v.item_id = wanted.value
             WHERE v.branch_id IS NULL AND v.released_at IS NOT NULL
             GROUP BY v.item_id) AS r
      JOIN commits c ON c.seq = r.seq
"""
"""The commit from which on main's revisions are released."""
