"""The statements on branches, commits, version rows and history."""

import msgspec

from partwright.kit.ids import BranchId, DesignId
from partwright.programs.visibility import visible
from partwright.versioning.model import Version
from partwright.versioning.resolve import BESIDE, COLUMNS, SHOWN, in_view

_STORED = tuple(name for name in Version.__struct_fields__ if name != "row_id")

INSERT_VERSION = f"""
    INSERT INTO versions ({", ".join(_STORED)}, search_text)
    VALUES ({", ".join(":" + name for name in _STORED)}, :search_text)
"""

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
       AND {visible("v.program_id")}
"""

ITEM_IN_VIEW = f"""
    SELECT {SHOWN}
      FROM versions v {BESIDE}
     WHERE {in_view("v", "(SELECT i.master_id FROM versions i WHERE i.item_id = :item_id LIMIT 1)")}
       AND NOT v.is_deleted AND {visible("v.program_id")}
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
      JOIN versions v ON {in_view("v", "wanted.value")}
     WHERE NOT v.is_deleted
"""

LINE_COLUMNS = """
           b.id, b.name, b.kind, b.design_id, d.program_id, d.phase, b.is_locked, b.is_archived,
           d.is_archived, b.base_seq, b.head_seq, b.head_commit_id
"""

LINE = f"""
    SELECT {LINE_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.id = :branch_id
"""

MAIN_LINE = f"""
    SELECT {LINE_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.design_id = :design_id AND b.kind = 'main'
"""

LIBRARY_LINE = f"""
    SELECT {LINE_COLUMNS}
      FROM branches b LEFT JOIN designs d ON d.id = b.design_id
     WHERE b.design_id IS NULL AND b.kind = 'main'
"""

INSERT_LIBRARY_LINE = """
    INSERT INTO branches (id, design_id, name, kind, is_locked, is_archived, created_at)
    SELECT :id, NULL, 'main', 'main', FALSE, FALSE, :now
     WHERE NOT EXISTS (SELECT 1 FROM branches b WHERE b.design_id IS NULL AND b.kind = 'main')
"""

INSERT_COMMIT = """
    INSERT INTO commits (seq, id, design_id, branch_id, parent_id, merge_parent_id, base_seq,
                         message, author_id, created_at, added, modified, removed, revisions,
                         change_order_id)
    VALUES (:seq, :id, :design_id, :branch_id, :parent_id, :merge_parent_id, :base_seq,
            :message, :author_id, :created_at, :added, :modified, :removed, :revisions,
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
    """Where a commit stands."""

    seq: int
    branch_id: BranchId
    kind: str
    design_id: DesignId | None
    program_id: str | None
    base_seq: int | None


COMMIT_PLACE = """
    SELECT c.seq, c.branch_id, b.kind, c.design_id, d.program_id, c.base_seq
      FROM commits c
      JOIN branches b ON b.id = c.branch_id
      LEFT JOIN designs d ON d.id = c.design_id
     WHERE c.id = :commit_id
"""

INSERT_HISTORY = """
    INSERT INTO history (id, master_id, item_id, branch_id, commit_id, action, user_id,
                         happened_at, comment, changes)
    VALUES (:id, :master_id, :item_id, :branch_id, :commit_id, :action, :user_id,
            :happened_at, :comment, :changes)
"""

RELATIONSHIPS_OF = """
    SELECT r.id, r.parent_item_id, r.parent_master_id, r.child_master_id, r.branch_id, r.type,
           r.quantity, r.find_number, r.reference_designator, r.metadata
      FROM each(:item_ids) AS wanted
      JOIN relationships r ON r.parent_item_id = wanted.value AND r.until IS NULL
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

CLOSE_RELATIONSHIPS_OF = """
    UPDATE relationships SET until = :until
     WHERE parent_item_id IN (SELECT value FROM each(:item_ids)) AND until IS NULL
"""
