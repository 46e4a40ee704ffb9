"""Files as the vault keeps them, and what it refuses."""

from typing import Any

import msgspec

from partwright.kit.contents import StoredContent
from partwright.kit.db.sqlite_connection import row_maker
from partwright.kit.errors import (
    ErrorDetail,
    FileLocked,
    NotCheckedOut,
    ResourceLocked,
    StateConflict,
)
from partwright.kit.ids import BranchId, FileId, FileVersionId, UserId
from partwright.versioning.model import ShownVersion

_STEP = (".step", ".stp", ".p21")


def is_step(file_name: str) -> bool:
    """Whether a file is a STEP file by its name; what it holds may be something else."""
    return file_name.lower().endswith(_STEP)


class FileVersion(msgspec.Struct, frozen=True):
    """One version of a file; it never changes."""

    id: FileVersionId
    file_id: FileId
    version: int
    """Counts from 1 over the whole file, whatever branch a version was made on."""
    digest: str
    size: int
    original_file_name: str
    mime_type: str
    description: str | None
    branch_id: BranchId | None
    """The branch on which it was made; None on main."""
    created_at: str
    created_by: UserId

    @property
    def content(self) -> StoredContent:
        return StoredContent(self.digest, self.size)

    @property
    def etag(self) -> str:
        return f'"{self.digest}"'


class FileLock(msgspec.Struct, frozen=True):
    """Holder of a file's checkout, since when, and for which branch."""

    holder: UserId
    holder_name: str
    holder_email: str
    taken_at: str
    branch_id: BranchId | None


class ItemFile(msgspec.Struct, frozen=True):
    """A file as a view shows it: one version of it, in one revision of its item."""

    id: FileId
    created_at: str
    created_by: UserId
    link_id: str
    is_primary: bool
    shown: FileVersion
    lock: FileLock | None
    item: ShownVersion

    @property
    def name(self) -> str:
        return self.shown.original_file_name

    @property
    def etag(self) -> str:
        """The tag of what is known of the file; its lock does not change it."""
        return f'"{self.link_id}"'


_VERSION = len(FileVersion.__struct_fields__)
_LOCK = len(FileLock.__struct_fields__)
_shown_version = row_maker(ShownVersion)


def item_file(*columns: Any) -> ItemFile:
    """A file of the columns that `queries.FILE` names."""
    file_id, created_at, created_by, link_id, is_primary = columns[:5]
    at = 5 + _VERSION
    lock = FileLock(*columns[at : at + _LOCK])
    return ItemFile(
        file_id,
        created_at,
        created_by,
        link_id,
        bool(is_primary),
        FileVersion(*columns[5:at]),
        lock if columns[at] is not None else None,
        _shown_version(columns[at + _LOCK :]),
    )


class IncomingFile(msgspec.Struct, frozen=True):
    """A file about to be added to an item, or a version to a file."""

    content: StoredContent
    file_name: str
    mime_type: str
    description: str | None = None


def _holder(lock: FileLock) -> list[ErrorDetail]:
    return [ErrorDetail("lockedBy", lock.holder), ErrorDetail("lockedAt", lock.taken_at)]


class CheckedOutElsewhere(ResourceLocked):
    """Somebody else has the file checked out; it cannot be checked out again."""

    def __init__(self, lock: FileLock) -> None:
        super().__init__(f"File is checked out by {lock.holder_name}", details=_holder(lock))


class HeldElsewhere(FileLocked):
    """Somebody else has the file checked out; it takes no change."""

    def __init__(self, lock: FileLock) -> None:
        super().__init__(f"File is locked by {lock.holder_name}", details=_holder(lock))


class FileNotCheckedOut(NotCheckedOut):
    def __init__(self) -> None:
        super().__init__("File is not checked out")


class ContentGone(StateConflict):
    """The bytes were collected as garbage between their arrival and their first use."""

    def __init__(self) -> None:
        super().__init__(
            "The file's bytes are missing from the vault; upload them again", retry_after=1
        )
