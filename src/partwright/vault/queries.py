"""The statements on files."""

import msgspec

from partwright.kit.filters import FieldTable, ListField
from partwright.kit.lists import ListDefinition
from partwright.kit.operands import FieldKind
from partwright.programs.queries import visible_condition
from partwright.vault.model import FileLock, FileVersion
from partwright.versioning.resolve import (
    BESIDE,
    LINK_IN_VIEW,
    LIST_IN_VIEW,
    LIST_MAIN_NOW,
    SHOWN,
    shown_in_view,
    stands_on_main,
)

_VERSION = ", ".join(f"w.{name}" for name in FileVersion.__struct_fields__)

_FILE = f"""
    file.id, file.created_at, file.created_by, f.id, f.is_primary, {_VERSION},
    held.holder, keeper.name, keeper.email, held.taken_at, held.branch_id, {SHOWN}
"""
"""The columns of `model.file_of`."""

assert FileLock.__struct_fields__ == (
    "holder",
    "holder_name",
    "holder_email",
    "taken_at",
    "branch_id",
)

_AROUND = f"""
      JOIN file_versions w ON w.id = f.version_id
      LEFT JOIN file_locks held ON held.file_id = file.id
      LEFT JOIN users keeper ON keeper.id = held.holder {BESIDE}
"""

_READABLE = "(:all_types OR v.type IN (SELECT value FROM each(:types)))"

FILES = f"""
    SELECT {_FILE}
      FROM each(:file_ids) AS wanted
      JOIN files file ON file.id = wanted.value
      JOIN versions v ON v.master_id = file.master_id AND v.until IS NULL AND v.is_current
           AND NOT v.is_deleted
           AND (v.branch_id IS NULL OR NOT EXISTS (
               SELECT 1 FROM versions main
                WHERE main.master_id = file.master_id AND main.until IS NULL
                  AND main.is_current AND main.branch_id IS NULL))
      JOIN file_links f ON f.item_id = v.item_id AND f.file_id = file.id AND f.until IS NULL {_AROUND}
     WHERE {visible_condition("v.program_id")}
     ORDER BY f.id
"""
"""Files as main shows them; those of an item that is not on main yet, where the item is."""

FILES_IN_VIEW = f"""
    SELECT {_FILE}
      FROM each(:file_ids) AS wanted
      JOIN files file ON file.id = wanted.value
      JOIN versions v ON {shown_in_view("v", "file.master_id")}
      JOIN file_links f ON f.item_id = v.item_id AND f.file_id = file.id AND {LINK_IN_VIEW} {_AROUND}
     WHERE NOT v.is_deleted AND {visible_condition("v.program_id")}
"""

LIST = f"""
    SELECT {_FILE}
      FROM file_links f
      JOIN files file ON file.id = f.file_id
      JOIN versions v ON v.item_id = f.item_id AND {LIST_MAIN_NOW} {_AROUND}
     WHERE f.until IS NULL AND f.branch_id IS NULL
       AND {_READABLE} AND {visible_condition("v.program_id")}
     ORDER BY f.file_id DESC
     LIMIT :limit OFFSET :offset
"""

LIST_COUNT = f"""
    SELECT COUNT(*)
      FROM file_links f
      JOIN versions v ON v.item_id = f.item_id AND {LIST_MAIN_NOW}
     WHERE f.until IS NULL AND f.branch_id IS NULL
       AND {_READABLE} AND {visible_condition("v.program_id")}
"""

LIST_VIEW = f"""
    SELECT {_FILE}
      FROM file_links f
      JOIN files file ON file.id = f.file_id
      JOIN versions v ON v.item_id = f.item_id AND {LIST_IN_VIEW} {_AROUND}
     WHERE {LINK_IN_VIEW} AND {_READABLE} AND {visible_condition("v.program_id")}
     ORDER BY f.file_id DESC
     LIMIT :limit OFFSET :offset
"""

LIST_VIEW_COUNT = f"""
    SELECT COUNT(*)
      FROM file_links f
      JOIN versions v ON v.item_id = f.item_id AND {LIST_IN_VIEW}
     WHERE {LINK_IN_VIEW} AND {_READABLE} AND {visible_condition("v.program_id")}
"""

FILE_FIELDS = FieldTable(
    {
        "id": ListField(expression="f.file_id", kind=FieldKind.ID),
        "itemId": ListField(expression="f.item_id", kind=FieldKind.ID),
        "originalFileName": ListField(expression="w.original_file_name"),
        "mimeType": ListField(expression="w.mime_type"),
        "description": ListField(expression="w.description", has_gaps=True),
        "checksum": ListField(expression="'sha256:' || w.digest"),
        "fileSize": ListField(expression="w.size", kind=FieldKind.INTEGER),
        "version": ListField(expression="w.version", kind=FieldKind.INTEGER),
        "isPrimary": ListField(expression="f.is_primary", kind=FieldKind.BOOLEAN),
        "checkedOutBy": ListField(
            expression="held.holder", kind=FieldKind.USER, label="keeper.name", has_gaps=True
        ),
        "createdAt": ListField(expression="file.created_at", kind=FieldKind.MOMENT),
        "createdBy": ListField(expression="file.created_by", kind=FieldKind.ID),
        "modifiedAt": ListField(expression="w.created_at", kind=FieldKind.MOMENT),
    }
)
"""What a list of files is filtered and sorted by."""


def _narrowed(version: str, link: str) -> ListDefinition:
    """The list of all files as something other than the newest of all; who sees them as there."""
    seen = f"{_READABLE} AND {visible_condition('v.program_id')}"
    return ListDefinition(
        columns=_FILE,
        table=f"""
            file_links f
            JOIN files file ON file.id = f.file_id AND {link}
            JOIN versions v ON v.item_id = f.item_id AND {version} AND {seen} {_AROUND}
        """,
        tie="f.file_id",
        fields=FILE_FIELDS,
        conditions={"search": "folded(w.original_file_name) LIKE :pattern ESCAPE '\\'"},
    )


NARROWED_LIST = _narrowed(LIST_MAIN_NOW, "f.until IS NULL AND f.branch_id IS NULL")
NARROWED_LIST_VIEW = _narrowed(LIST_IN_VIEW, LINK_IN_VIEW)

OF_ITEM = f"""
    SELECT {_FILE}
      FROM file_links f
      JOIN files file ON file.id = f.file_id
      JOIN versions v ON v.item_id = f.item_id AND v.until IS NULL {_AROUND}
     WHERE f.item_id = :item_id AND f.until IS NULL
     ORDER BY f.file_id
"""
"""What an item, accessed before, holds on its own branch."""

OF_ITEM_IN_VIEW = f"""
    SELECT {_FILE}
      FROM file_links f
      JOIN files file ON file.id = f.file_id
      JOIN versions v ON {shown_in_view("v", "f.master_id")} AND v.item_id = f.item_id {_AROUND}
     WHERE f.item_id = :item_id AND {LINK_IN_VIEW}
     ORDER BY f.file_id
"""

OF_ITEMS = f"""
    SELECT {_FILE}
      FROM each(:item_ids) AS wanted
      JOIN file_links f ON f.item_id = wanted.value AND f.until IS NULL
      JOIN files file ON file.id = f.file_id
      JOIN versions v ON v.item_id = f.item_id AND v.until IS NULL AND NOT v.is_deleted {_AROUND}
     WHERE {_READABLE} AND {visible_condition("v.program_id")}
     ORDER BY f.item_id, f.file_id
"""

OF_ITEMS_IN_VIEW = f"""
    SELECT {_FILE}
      FROM each(:item_ids) AS wanted
      JOIN file_links f ON f.item_id = wanted.value AND {LINK_IN_VIEW}
      JOIN files file ON file.id = f.file_id
      JOIN versions v ON {shown_in_view("v", "f.master_id")} AND v.item_id = f.item_id
           AND NOT v.is_deleted {_AROUND}
     WHERE {_READABLE} AND {visible_condition("v.program_id")}
     ORDER BY f.item_id, f.file_id
"""

OF_MAIN = f"""
    SELECT {_FILE}
      FROM versions v
      JOIN file_links f ON f.item_id = v.item_id AND f.until IS NULL
      JOIN files file ON file.id = f.file_id {_AROUND}
     WHERE {stands_on_main("v", ":master_id")} AND NOT v.is_deleted
     ORDER BY f.file_id
"""
"""What main holds of an item that was accessed before."""

_SHOWN_BEFORE = """
    EXISTS (SELECT 1 FROM file_links f
             WHERE f.version_id = w.id
               AND ((f.branch_id = :branch AND f.since <= :at)
                    OR (f.branch_id IS NULL AND f.since <= :base)))
"""
"""The version was shown on main up to a commit, or on the branch."""

VERSIONS = f"""
    SELECT {_VERSION} FROM file_versions w
     WHERE w.file_id = :file_id AND {_SHOWN_BEFORE}
     ORDER BY w.version DESC
"""

VERSION = f"""
    SELECT {_VERSION} FROM file_versions w
     WHERE w.file_id = :file_id AND w.version = :version AND {_SHOWN_BEFORE}
"""

LAST_VERSION = """
    SELECT COALESCE(MAX(version), 0) FROM file_versions WHERE file_id = :file_id
"""

INSERT_FILE = """
    INSERT INTO files (id, master_id, created_at, created_by)
    VALUES (:id, :master_id, :created_at, :created_by)
"""

INSERT_VERSION = """
    INSERT INTO file_versions (id, file_id, version, digest, size, original_file_name, mime_type,
                               description, branch_id, created_at, created_by)
    VALUES (:id, :file_id, :version, :digest, :size, :original_file_name, :mime_type,
            :description, :branch_id, :created_at, :created_by)
"""

VERSIONS_BY_ID = f"""
    SELECT {_VERSION}
      FROM each(:ids) AS wanted
      JOIN file_versions w ON w.id = wanted.value
"""


class FileLockRow(msgspec.Struct, frozen=True):
    """A file's lock."""

    file_id: str
    lock: FileLock


def lock_row(file_id: str, *columns: object) -> FileLockRow:
    return FileLockRow(file_id, FileLock(*columns))  # pyright: ignore[reportArgumentType]


LOCKS = """
    SELECT held.file_id, held.holder, keeper.name, keeper.email, held.taken_at, held.branch_id
      FROM each(:file_ids) AS wanted
      JOIN file_locks held ON held.file_id = wanted.value
      JOIN users keeper ON keeper.id = held.holder
"""

TAKE_LOCK = """
    INSERT INTO file_locks (file_id, holder, taken_at, branch_id)
    VALUES (:file_id, :holder, :now, :branch_id)
        ON CONFLICT (file_id) DO UPDATE SET branch_id = excluded.branch_id
     WHERE file_locks.holder = excluded.holder
"""

RELEASE_LOCKS = """
    DELETE FROM file_locks WHERE file_id IN (SELECT value FROM each(:file_ids))
"""

KEEP_CONTENT = """
    INSERT INTO kept_contents (owner, digest, size, created_at)
    VALUES (:owner, :digest, :size, :now)
        ON CONFLICT (owner, digest) DO UPDATE SET created_at = excluded.created_at
"""

OLD_CONTENTS = """
    SELECT DISTINCT digest FROM kept_contents
     WHERE owner >= :first AND owner < :last AND created_at < :before
     ORDER BY digest
     LIMIT :most
"""

FORGET_OLD = """
    DELETE FROM kept_contents
     WHERE owner >= :first AND owner < :last AND created_at < :before
       AND digest IN (SELECT value FROM each(:digests))
"""

FORGET_CONTENT = """
    DELETE FROM kept_contents WHERE owner = :owner
"""

REFERENCED = """
    SELECT digest, MAX(size)
      FROM (SELECT digest, size FROM file_versions WHERE digest >= :low AND digest < :high
            UNION ALL
            SELECT digest, size FROM kept_contents WHERE digest >= :low AND digest < :high) used
     GROUP BY digest
     ORDER BY digest
"""
"""The contents that anything refers to, in a range of digests."""

REFERENCED_AMONG = """
    SELECT wanted.value FROM each(:digests) AS wanted
     WHERE EXISTS (SELECT 1 FROM file_versions w WHERE w.digest = wanted.value)
        OR EXISTS (SELECT 1 FROM kept_contents k WHERE k.digest = wanted.value)
"""

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

HOLD_CONTENTS = """
    INSERT INTO content_holds (id, until) VALUES (:id, :until)
        ON CONFLICT (id) DO UPDATE SET until = :until
"""

END_HOLD = "DELETE FROM content_holds WHERE id = :id"

FORGET_HOLDS = "DELETE FROM content_holds WHERE until <= :now"

HELD_UNTIL = "SELECT until FROM content_holds WHERE until > :now ORDER BY until DESC LIMIT 1"
