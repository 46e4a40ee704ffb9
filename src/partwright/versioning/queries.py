"""The statements on branches, commits, version rows and history."""

import msgspec

from partwright.kit.ids import BranchId, DesignId, ItemId
from partwright.programs.queries import visible_condition
from partwright.versioning.model import ItemVersion
from partwright.versioning.resolve import (
    BESIDE,
    COLUMNS,
    EDGE,
    EDGE_IN_VIEW,
    LINK_IN_VIEW,
    SHOWN,
    shown_in_view,
    stood_at_commit,
)

STORED = tuple(name for name in ItemVersion.__struct_fields__ if name != "row_id")
"""The columns that are written, without the text of their search."""

INSERT_VERSION = f"""
    INSERT INTO versions ({", ".join(STORED)}, search_text)
    VALUES ({", ".join(":" + name for name in STORED)}, :search_text)
"""

INSERT_LONE_VERSION = f"{INSERT_VERSION} RETURNING row_id"

CLOSE_VERSION = """
    UPDATE versions SET until = :until WHERE item_id = :item_id AND until IS NULL
"""

CLOSE_VERSIONS = """
    UPDATE versions SET until = :until
     WHERE item_id IN (SELECT value FROM each(:item_ids)) AND until IS NULL
"""

ITEM = f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE v.item_id = :item_id AND v.until IS NULL AND NOT v.is_deleted
       AND {visible_condition("v.program_id")}
"""

ITEM_IN_VIEW = f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE {shown_in_view("v", "(SELECT i.master_id FROM versions i WHERE i.item_id = :item_id LIMIT 1)")}
       AND NOT v.is_deleted AND {visible_condition("v.program_id")}
"""

ITEMS = f"""
    SELECT {COLUMNS}
      FROM each(:item_ids) AS wanted
      JOIN versions v ON v.item_id = wanted.value AND v.until IS NULL
     WHERE NOT v.is_deleted
"""

MASTERS_IN_VIEW = f"""
    SELECT {COLUMNS}
      FROM each(:masters) AS wanted
      JOIN versions v ON {shown_in_view("v", "wanted.value")}
     WHERE NOT v.is_deleted
"""

BRANCH_COLUMNS = """
           b.id, b.name, b.kind, b.design_id, d.program_id, d.phase, b.is_locked, b.is_archived,
           d.is_archived, b.base_seq, CASE WHEN b.is_archived THEN b.head_seq END,
           b.change_order_id, d.published_from
"""

BRANCH_HEAD = """
    SELECT b.head_commit_id, b.head_seq FROM branches b WHERE b.id = :branch_id
"""

BRANCH = f"""
    SELECT {BRANCH_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.id = :branch_id AND d.deleted_at IS NULL
"""

MAIN_BRANCH = f"""
    SELECT {BRANCH_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.design_id = :design_id AND b.kind = 'main'
"""

LIBRARY_BRANCH = f"""
    SELECT {BRANCH_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.design_id IS NULL AND b.kind = 'main'
"""

INSERT_LIBRARY_BRANCH = """
    INSERT INTO branches (id, design_id, name, kind, is_locked, is_archived, created_at)
    SELECT :id, NULL, 'main', 'main', FALSE, FALSE, :now
     WHERE NOT EXISTS (SELECT 1 FROM branches b WHERE b.design_id IS NULL AND b.kind = 'main')
"""

LAST_COMMIT_NUMBER = "SELECT last FROM commit_order"

NEXT_COMMIT = """
    UPDATE commit_order SET last = last + 1 RETURNING last
"""

INSERT_COMMIT = """
    INSERT INTO commits (seq, id, design_id, branch_id, parent_id, merge_parent_id, base_seq,
                         message, author_id, created_at, added, modified, removed, revisions,
                         change_order_id)
    VALUES (:seq, :id, :design_id, :branch_id,
            (SELECT b.head_commit_id FROM branches b WHERE b.id = :branch_id), :merge_parent_id,
            :base_seq, :message, :author_id, :created_at, :added, :modified, :removed, :revisions,
            :change_order_id)
"""

MOVE_HEAD = """
    UPDATE branches SET head_commit_id = :commit_id, head_seq = :seq WHERE id = :branch_id
"""

TURN_POST_RELEASE = """
    UPDATE designs SET phase = 'post-release', updated_at = :now
     WHERE id = :design_id AND phase = 'pre-release'
"""


class CommitPlace(msgspec.Struct, frozen=True):
    """Place of a commit."""

    seq: int
    branch_id: BranchId
    kind: str
    design_id: DesignId | None
    program_id: str | None
    base_seq: int | None
    change_order_id: ItemId | None
    last_seq: int
    """Of the commits of its release, which are one in time; its own where it is no release."""


COMMIT_PLACE = """
    SELECT c.seq, c.branch_id, b.kind, c.design_id, d.program_id, c.base_seq, b.change_order_id,
           COALESCE((SELECT MAX(s.seq) FROM commits s
                      WHERE s.change_order_id = c.change_order_id), c.seq)
      FROM commits c
      JOIN branches b ON b.id = c.branch_id
      LEFT JOIN designs d ON d.id = c.design_id
     WHERE c.id = :commit_id AND d.deleted_at IS NULL
"""
"""The last number: a release over several designs has a commit in each, and is read as a whole."""


INSERT_HISTORY = """
    INSERT INTO history (id, master_id, item_id, branch_id, commit_id, action, user_id,
                         happened_at, comment, changes)
    VALUES (:id, :master_id, :item_id, :branch_id, :commit_id, :action, :user_id,
            :happened_at, :comment, :changes)
"""

RELATIONSHIPS_OF = f"""
    SELECT {EDGE}
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND r.until IS NULL
"""

RELATIONSHIPS_IN_VIEW = f"""
    SELECT {EDGE}
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND {EDGE_IN_VIEW}
"""

INSERT_RELATIONSHIP = """
    INSERT INTO relationships (id, parent_item_id, parent_master_id, child_master_id, branch_id,
                               type, since, quantity, find_number, reference_designator, metadata)
    VALUES (:id, :parent_item_id, :parent_master_id, :child_master_id, :branch_id,
            :type, :since, :quantity, :find_number, :reference_designator, :metadata)
"""

CLOSE_RELATIONSHIPS = """
    UPDATE relationships SET until = :until
     WHERE id IN (SELECT value FROM each(:ids)) AND until IS NULL
"""
CLOSE_RELATIONSHIPS_TOLD = f"{CLOSE_RELATIONSHIPS} RETURNING parent_item_id, type"

CLOSE_RELATIONSHIPS_OF = """
    UPDATE relationships SET until = :until
     WHERE parent_item_id IN (SELECT value FROM each(:item_ids)) AND until IS NULL
"""

BELOW = f"""
    SELECT DISTINCT r.child_master_id
      FROM each(:masters) AS wanted
      JOIN versions v ON {shown_in_view("v", "wanted.value")}
      JOIN relationships r ON r.parent_item_id = v.item_id AND r.type = 'bom' AND {EDGE_IN_VIEW}
     WHERE NOT v.is_deleted
"""
"""The children of some items in a view, one level down, those that it does not show included."""

ROW_AT = f"""
    SELECT {COLUMNS}
      FROM versions v
     WHERE v.master_id = :master_id AND v.is_current AND {stood_at_commit("v", ":at")}
       AND (v.branch_id = :branch_id
            OR (v.branch_id IS NULL AND CAST(:branch_id AS text) IS NULL))
       AND NOT v.is_deleted
"""

EDGES_AT = f"""
    SELECT {EDGE}
      FROM relationships r
     WHERE r.parent_item_id = :item_id AND {stood_at_commit("r", ":at")}
"""

_BRANCH = """
    b.id, b.design_id, b.name, b.kind, b.base_commit_id, b.head_commit_id, b.change_order_id,
    b.is_locked, b.is_archived, b.created_at, b.created_by
"""

BRANCH_RECORD = f"""
    SELECT {_BRANCH} FROM branches b WHERE b.id = :id
"""

BRANCH_RECORDS = f"""
    SELECT {_BRANCH}
      FROM branches b
     WHERE b.design_id = :design_id
     ORDER BY b.created_at DESC, b.id DESC
     LIMIT :limit OFFSET :offset
"""

BRANCH_COUNT = """
    SELECT COUNT(*) FROM branches WHERE design_id = :design_id
"""

INSERT_BRANCH = """
    INSERT INTO branches (id, design_id, name, kind, base_commit_id, base_seq, head_commit_id,
                          head_seq, change_order_id, is_locked, is_archived, created_at,
                          created_by)
    VALUES (:id, :design_id, :name, :kind, :base_commit_id, :base_seq, :base_commit_id,
            :base_seq, :change_order_id, FALSE, FALSE, :now, :created_by)
"""

ARCHIVE_BRANCH = """
    UPDATE branches SET is_archived = TRUE WHERE id = :id
"""

MOVE_BASE = """
    UPDATE branches SET base_commit_id = :commit_id, base_seq = :seq WHERE id = :branch_id
"""

MAIN_ROWS_AT = f"""
    SELECT {COLUMNS}
      FROM each(:masters) AS wanted
      JOIN versions v ON v.master_id = wanted.value AND v.branch_id IS NULL AND v.is_current
           AND {stood_at_commit("v", ":at")}
     WHERE NOT v.is_deleted
"""

EDGES_OF_AT = f"""
    SELECT {EDGE}
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND {stood_at_commit("r", ":at")}
"""

OWN_MASTERS = """
    SELECT v.master_id
      FROM commits c
      JOIN versions v ON v.since = c.seq AND v.branch_id = c.branch_id
     WHERE c.branch_id = :branch_id AND c.seq <= :at
       AND v.is_current AND (v.until IS NULL OR v.until > :at)
"""
"""What a branch has rows of its own of, deletions included.

Found by the branch's commits, which wrote them: no index tells the rows of a branch that have ended.
"""

TOUCHED_BY = """
    SELECT DISTINCT h.master_id FROM history h WHERE h.commit_id = :commit_id
"""
"""Every commit tells the history of each item that it touches."""

TOUCHED_BETWEEN = """
    SELECT DISTINCT h.master_id
      FROM commits c JOIN history h ON h.commit_id = c.id
     WHERE c.seq > :low AND c.seq <= :high
       AND (c.design_id = :design_id
            OR (c.design_id IS NULL AND CAST(:design_id AS text) IS NULL))
"""

CHANGED_ON_MAIN = """
    SELECT DISTINCT h.master_id
      FROM commits c JOIN history h ON h.commit_id = c.id
     WHERE c.branch_id = :main_id AND c.seq > :base
"""

NUMBERS = """
    SELECT DISTINCT v.master_id, v.item_number
      FROM each(:masters) AS wanted
      JOIN versions v ON v.master_id = wanted.value AND v.until IS NULL
"""
VISIBLE_NUMBERS = f"{NUMBERS} WHERE {visible_condition('v.program_id')}"

OPEN_ON = f"""
    SELECT {COLUMNS} FROM versions v
     WHERE v.branch_id = :branch_id AND v.until IS NULL AND v.is_current
"""

_LINK = "f.id, f.file_id, f.version_id, f.item_id, f.master_id, f.branch_id, f.is_primary"

LINKS_OF = f"""
    SELECT {_LINK}
      FROM each(:item_ids) AS wanted
      JOIN file_links f ON f.item_id = wanted.value AND f.until IS NULL
"""

LINKS_IN_VIEW = f"""
    SELECT {_LINK}
      FROM each(:item_ids) AS wanted
      JOIN file_links f ON f.item_id = wanted.value AND {LINK_IN_VIEW}
"""

LINKS_OF_AT = f"""
    SELECT {_LINK}
      FROM each(:item_ids) AS wanted
      JOIN file_links f ON f.item_id = wanted.value AND {stood_at_commit("f", ":at")}
"""

INSERT_LINK = """
    INSERT INTO file_links (id, file_id, version_id, item_id, master_id, branch_id, is_primary,
                            since)
    VALUES (:id, :file_id, :version_id, :item_id, :master_id, :branch_id, :is_primary, :since)
"""

CLOSE_LINKS = """
    UPDATE file_links SET until = :until
     WHERE id IN (SELECT value FROM each(:ids)) AND until IS NULL
"""

CLOSE_LINKS_OF = """
    UPDATE file_links SET until = :until
     WHERE item_id IN (SELECT value FROM each(:item_ids)) AND until IS NULL
"""

ARCHIVE_BRANCHES_OF = """
    UPDATE branches SET is_archived = TRUE, is_locked = FALSE
     WHERE change_order_id = :change_order_id
"""

BRANCHES_OF_CHANGE = f"""
    SELECT {BRANCH_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.change_order_id = :change_order_id
     ORDER BY b.created_at, b.id
"""

LOCK_BRANCHES_OF = """
    UPDATE branches SET is_locked = :is_locked
     WHERE change_order_id = :change_order_id AND NOT is_archived
"""

CONTENT_STATE = """
    SELECT (SELECT MAX(seq) FROM commits), (SELECT MAX(updated_at) FROM designs),
           (SELECT MAX(updated_at) FROM users),
           (SELECT COUNT(*) FROM program_members WHERE user_id = :user_id),
           (SELECT MAX(created_at) FROM program_members WHERE user_id = :user_id),
           (SELECT COUNT(*) FROM item_locks), (SELECT MAX(taken_at) FROM item_locks)
"""
