"""Adding, changing and removing files of items; each is a commit of the item's branch.

What other slices need of the vault stands here too: `store_bytes` puts bytes of their own making
into the store, `attach` and `attach_version` make files of items of them, `keep_content` keeps
bytes that belong to no item. Bytes that nothing refers to are collected as garbage after a while.
"""

from collections.abc import AsyncIterable, Sequence

from partwright.identity.model import Actor
from partwright.item_types import TYPES, ItemType
from partwright.items import access as item_access
from partwright.items.access import ensure_on_branch, open_for_edit
from partwright.kit import clock
from partwright.kit.contents import ContentStore, StoredContent
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.etag import ANY, IfMatch
from partwright.kit.ids import BranchId, FileId, ItemId
from partwright.programs.access import check_program_writable
from partwright.vault import access as file_access
from partwright.vault import queries as vault_queries
from partwright.vault.item_file_service import (
    add_file_version,
    add_item_files,
    check_stored,
    prefetch_versions,
    remove_item_file,
)
from partwright.vault.list_queries import page_of_held_files
from partwright.vault.model import ContentGone, FileVersion, HeldElsewhere, IncomingFile, ItemFile
from partwright.vault.upload_input import UploadForm
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import Branch, BranchView, ShownVersion


async def store_bytes(store: ContentStore, data: bytes | AsyncIterable[bytes]) -> StoredContent:
    """Put bytes into the store, safe against a power cut; to be referred to soon."""
    async with store.draft() as draft:
        if isinstance(data, bytes):
            await draft.write(data)
        else:
            async for piece in data:
                await draft.write(piece)
        return await draft.keep()


async def check_takes_files(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    branch_id: BranchId | None,
    item_type: ItemType | None = None,
) -> ShownVersion:
    """Refuse, before a byte of an upload is read, what will be refused whatever it brings.

    The branch is not all known yet: the form may name it too.
    """
    view = await file_access.view_on_branch(snapshot, actor, branch_id)
    item = await item_access.access_item(snapshot, actor, item_id, view=view)
    item_access.check_item_type(item, item_type)
    item_access.check_unlocked(actor, item)
    await check_program_writable(snapshot, actor, item.program_id)
    return item


async def attach_upload(
    tx: Transaction, store: ContentStore, actor: Actor, item_id: ItemId, upload: UploadForm
) -> list[ItemFile]:
    """Add the files of a form to an item."""
    return await attach_files(
        tx,
        store,
        actor,
        item_id,
        upload.files,
        branch_id=upload.branch_id,
        message=upload.message,
    )


async def document_file(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, file_id: FileId, view: BranchView | None
) -> ItemFile:
    """A file of a document; ItemNotFound for another type, NotFound for another item's file."""
    item = await item_access.access_item(snapshot, actor, item_id, view=view)
    item_access.check_item_type(item, TYPES["Document"])
    for file in await page_of_held_files(snapshot, item, view):
        if file.id == file_id:
            return file
    raise NotFound.of("File", file_id)


async def attach_files(
    tx: Transaction,
    store: ContentStore,
    actor: Actor,
    item_id: ItemId,
    incoming: Sequence[IncomingFile],
    *,
    branch_id: BranchId | None = None,
    message: str | None = None,
    primary: bool = False,
) -> list[ItemFile]:
    """Add files to an item, in one commit.

    They belong to its revision on the branch, or on its own branch where none is named. The item's
    first file is its primary one; with `primary` the first of these becomes it.
    """
    async with open_for_edit(
        tx, actor, item_id, branch_id=branch_id, action="read", message=message
    ) as work:
        await check_stored(store, incoming)
        await ensure_on_branch(tx, work)
        added = await add_item_files(tx, work, incoming, primary=primary)
    return await _shown(tx, actor, added, work.branch)


async def attach_version(
    tx: Transaction,
    store: ContentStore,
    actor: Actor,
    file_id: FileId,
    incoming: IncomingFile,
    *,
    branch_id: BranchId | None = None,
    message: str | None = None,
) -> ItemFile:
    """Add the next version of a file, in one commit; HeldElsewhere while another has it."""
    await hold_commit_order(tx)
    found = await file_access.file(
        tx, actor, file_id, await file_access.view_on_branch(tx, actor, branch_id)
    )
    check_not_held(actor, found)
    _, branch = await add_version(
        tx, store, actor, found, incoming, branch_id=branch_id, message=message
    )
    (shown,) = await _shown(tx, actor, [found.id], branch)
    return shown


async def add_version(
    tx: Transaction,
    store: ContentStore,
    actor: Actor,
    found: ItemFile,
    incoming: IncomingFile,
    *,
    branch_id: BranchId | None,
    message: str | None,
) -> tuple[FileVersion, Branch]:
    """Add the next version of a file that the actor may write; answers it with where it was made.

    The order of commits is held, and the file was read since.
    """
    prefetch_versions(tx, found)
    branch = branch_id or found.item.branch_id
    async with open_for_edit(
        tx,
        actor,
        found.item.item_id,
        branch_id=branch,
        action="read",
        message=message,
        seen=found.item,
    ) as work:
        await check_stored(store, [incoming])
        await ensure_on_branch(tx, work)
        version = await add_file_version(tx, work, found.id, incoming)
    return version, work.branch


async def delete_file(
    tx: Transaction,
    actor: Actor,
    file_id: FileId,
    *,
    branch_id: BranchId | None = None,
    match: IfMatch = ANY,
    message: str | None = None,
) -> ItemFile:
    """Take a file off its item; earlier commits and revisions still show it."""
    await hold_commit_order(tx)
    found = await file_access.file(
        tx, actor, file_id, await file_access.view_on_branch(tx, actor, branch_id)
    )
    match.check(found.etag)
    branch = branch_id or found.item.branch_id
    async with open_for_edit(
        tx, actor, found.item.item_id, branch_id=branch, action="read", message=message
    ) as work:
        check_not_held(actor, found)
        await ensure_on_branch(tx, work)
        await remove_item_file(tx, work, file_id)
        await tx.run(vault_queries.RELEASE_LOCKS, file_ids=[file_id])
    return found


def check_not_held(actor: Actor, found: ItemFile) -> None:
    """HeldElsewhere while somebody else has the file checked out."""
    if found.lock is not None and found.lock.holder != actor.id:
        raise HeldElsewhere(found.lock)


async def keep_content(
    tx: Transaction, store: ContentStore, content: StoredContent, *, owner: str
) -> None:
    """Refer to bytes that are no file of an item, as an export of a report is none.

    `owner` says for whom, such as `report-export/<id>`; `forget_content` takes the reference back.
    """
    await hold_commit_order(tx)
    if not await store.has(content):
        raise ContentGone
    await tx.run(
        vault_queries.KEEP_CONTENT,
        owner=owner,
        digest=content.digest,
        size=content.size,
        now=clock.now(),
    )


async def forget_content(tx: Transaction, *, owner: str) -> None:
    """The owner needs its bytes no longer; they are collected as garbage."""
    await tx.run(vault_queries.FORGET_CONTENT, owner=owner)


async def _shown(
    tx: Transaction, actor: Actor, file_ids: Sequence[FileId], branch: Branch
) -> list[ItemFile]:
    found = await file_access.access_files(tx, actor, file_ids, branch.view)
    return [found[file_id] for file_id in file_ids]
