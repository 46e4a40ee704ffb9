"""Files as the wire shows them, and what bodies about files hold."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.identity.model import UserCard
from partwright.kit.batches import batch_status
from partwright.kit.errors import InvalidInput
from partwright.kit.fields import ShortText, Uuid
from partwright.kit.ids import BranchId, FileId, FileVersionId, ItemId, UserId
from partwright.kit.pages import Page, PageRequest
from partwright.vault.checkout_service import FileBatch
from partwright.vault.model import FileLock, FileVersion, ItemFile
from partwright.vault.queries import FILE_FIELDS
from partwright.web.parameters import (
    FilteredQuery,
    PageNumber,
    PageSize,
    ViewQuery,
    requested_page,
    single_branch,
)
from partwright.web.responses import DataResponse, SuccessMessage, page_response

LARGEST_BATCH = 100
LARGEST_LIST = 500
"""Rows of one page of all files."""


class FileRecord(msgspec.Struct, rename="camel", frozen=True):
    """A file in a list."""

    id: FileId
    original_file_name: str
    mime_type: str
    file_size: int
    version: int
    item_id: ItemId
    checked_out_by: UserCard | None
    created_at: str
    modified_at: str
    checksum: str
    description: str | None
    is_primary: bool
    branch_id: BranchId | None


class FileMetadata(FileRecord, rename="camel", frozen=True):
    """All that is known of a file."""

    checked_out_at: str | None
    storage_path: str
    created_by: UserId


class FileVersionRecord(msgspec.Struct, rename="camel", frozen=True):
    """A version of a file."""

    id: FileVersionId
    version: int
    original_file_name: str
    mime_type: str
    file_size: int
    checksum: str
    description: str | None
    branch_id: BranchId | None
    created_at: str
    created_by: UserId


class FileLockStatus(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """A file's lock; only `isLocked` where there is none."""

    is_locked: bool
    lock_type: str = ""
    locked_by: UserCard | None = None
    locked_at: str = ""
    scope: str = ""


def file_record(file: ItemFile) -> FileRecord:
    return FileRecord(**_values(file))


def _values(file: ItemFile) -> dict[str, Any]:
    shown = file.shown
    return {
        "id": file.id,
        "original_file_name": shown.original_file_name,
        "mime_type": shown.mime_type,
        "file_size": shown.size,
        "version": shown.version,
        "item_id": file.item.item_id,
        "checked_out_by": None if file.lock is None else keeper(file.lock),
        "created_at": file.created_at,
        "modified_at": shown.created_at,
        "checksum": shown.content.checksum,
        "description": shown.description,
        "is_primary": file.is_primary,
        "branch_id": file.item.branch_id,
    }


def file_metadata(file: ItemFile) -> FileMetadata:
    return FileMetadata(
        **_values(file),
        checked_out_at=None if file.lock is None else file.lock.taken_at,
        storage_path=file.shown.content.key,
        created_by=file.created_by,
    )


def version_record(version: FileVersion) -> FileVersionRecord:
    return FileVersionRecord(
        version.id,
        version.version,
        version.original_file_name,
        version.mime_type,
        version.size,
        version.content.checksum,
        version.description,
        version.branch_id,
        version.created_at,
        version.created_by,
    )


def keeper(lock: FileLock) -> UserCard:
    return UserCard(lock.holder, lock.holder_name, lock.holder_email)


def lock_status(lock: FileLock | None) -> FileLockStatus:
    if lock is None:
        return FileLockStatus(is_locked=False)
    return FileLockStatus(True, "file_lock", keeper(lock), lock.taken_at, "file")


class FilesQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters of files, their order and page."""

    fields: ClassVar = FILE_FIELDS
    search: str | None = None
    """A part of the file's name."""
    limit: PageSize = 100
    branch_id: Uuid | None = None
    branch: Uuid | None = None
    commit_id: Uuid | None = None

    @property
    def view(self) -> ViewQuery:
        """The place to read."""
        return ViewQuery(branch_id=self.branch_id, branch=self.branch, commit_id=self.commit_id)

    def paging(self) -> PageRequest:
        return PageRequest(self.page, min(self.limit, LARGEST_LIST))


class ItemFilesQuery(ViewQuery, rename="camel", kw_only=True):
    """Owner of the files: a branch, and with `mainBranchId` those that only main has besides.

    All of them, unless a page is asked for.
    """

    main_branch_id: Uuid | None = None
    page: PageNumber | None = None
    limit: PageSize | None = None

    @property
    def baseline(self) -> BranchId | None:
        """The main branch whose files are added."""
        return None if self.main_branch_id is None else BranchId(self.main_branch_id)

    def paging(self) -> PageRequest:
        return requested_page(self.page, self.limit)


class UnlockInput(msgspec.Struct, rename="camel"):
    """Option to end another's checkout."""

    force: bool = False


class CheckOutInput(msgspec.Struct, rename="camel", kw_only=True):
    """On which branch the next version is to be made."""

    branch_id: Uuid | None = None
    branch: Uuid | None = None

    def place(self, in_query: BranchId | None) -> BranchId | None:
        """The branch that body or query names."""
        return single_branch(self.branch_id, self.branch, besides=in_query)


class FileIdsInput(CheckOutInput, rename="camel", kw_only=True):
    """Files of a batch, at most 100."""

    file_ids: Annotated[list[ShortText], Meta(max_length=LARGEST_BATCH)]

    def checked(self) -> list[str]:
        """The ids; InvalidInput for none."""
        if not self.file_ids:
            raise InvalidInput.field("fileIds", f"expected 1 to {LARGEST_BATCH} ids, got 0")
        return self.file_ids


class BatchedFile(msgspec.Struct, rename="camel", frozen=True):
    """A file of a batch that succeeded."""

    file_id: FileId
    file_name: str


class CheckedOutFile(BatchedFile, rename="camel", frozen=True):
    """A file of a batch that is checked out."""

    checked_out_at: str | None


class RefusedFile(msgspec.Struct, rename="camel", frozen=True):
    """A file of a batch that was refused."""

    file_id: str
    error: str
    details: str


class UploadResult(msgspec.Struct, frozen=True):
    """Result of an upload."""

    success: bool
    files: list[FileRecord]
    count: int


class FileCheckedIn(SuccessMessage, rename="camel"):
    """That a file is checked in, and its new version where there is one."""

    new_version: FileVersionRecord | UnsetType = UNSET


def page(found: Page[ItemFile]) -> DataResponse:
    """A page of all files."""
    shown = found.map(file_record)
    return DataResponse(
        {"files": shown.rows, "count": len(shown.rows)}, meta=page_response("files", shown).meta
    )


def some(found: list[ItemFile], paging: PageRequest) -> DataResponse:
    """The files of an item: all, or the page that was asked for."""
    rows = found[paging.offset : paging.offset + paging.limit]
    return page(Page(rows, len(found), paging))


def uploaded(files: list[ItemFile]) -> DataResponse:
    """The result of an upload; the interface has the keys beside `data` as well."""
    rows = [file_record(file) for file in files]
    return DataResponse(UploadResult(True, rows, len(rows)), status=201, repeats=True)


def checked_in(version: FileVersion | None) -> DataResponse:
    """That a file is checked in, and its new version where there is one."""
    if version is None:
        return DataResponse(FileCheckedIn(message="The file was checked in unchanged"))
    message = f"{version.original_file_name} was checked in as version {version.version}"
    return DataResponse(FileCheckedIn(message=message, new_version=version_record(version)))


def batch(key: str, rows: Sequence[BatchedFile], done: FileBatch, *, good: int) -> DataResponse:
    """The result of a batch; its status says whether all, some or none succeeded."""
    errors = [
        RefusedFile(fault.file_id, fault.refusal.code, fault.refusal.message)
        for fault in done.faults
    ]
    status = batch_status(done=len(rows), refused=len(errors), whole=good)
    return DataResponse({key: rows, "errors": errors}, status=status)


_TEXT = {"type": "string", "maxLength": 5000}
_FILE = {"type": "string", "contentMediaType": "application/octet-stream"}
_PLACE = {"branchId": {"type": "string", "format": "uuid"}, "commitMessage": _TEXT}

UPLOAD_FORM = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": _FILE, "file_description": _TEXT, **_PLACE},
    "additionalProperties": _FILE,
    "description": (
        "Any number of files under keys of your choice, with an optional <key>_description for"
        " each."
    ),
}
CHECK_IN_FORM = {
    "type": "object",
    "properties": {"file": _FILE, "description": _TEXT, **_PLACE},
    "additionalProperties": False,
}
"""Schemas of forms."""
