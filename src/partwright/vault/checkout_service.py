"""Checking files out and in: one person's right to make a file's next version."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items.access import branch_to_write, check_editable
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound, PermissionDenied, Refusal
from partwright.kit.ids import BranchId, DesignId, FileId, as_uuid
from partwright.locks.checkouts import held_by_others
from partwright.programs.access import check_program_writable
from partwright.vault import access as file_access
from partwright.vault import queries as vault_queries
from partwright.vault import service as vault_service
from partwright.vault.model import (
    CheckedOutElsewhere,
    FileLock,
    FileNotCheckedOut,
    FileVersion,
    HeldElsewhere,
    IncomingFile,
    ItemFile,
)
from partwright.vault.upload_input import UploadForm
from partwright.versioning.commits import hold_commit_order, record_history
from partwright.versioning.model import Branch
from partwright.workflows import service as workflow_service
from partwright.workflows.service import Lifecycles


class FileRefusal(msgspec.Struct, frozen=True):
    """A file of a batch that was refused."""

    file_id: str
    refusal: Refusal


class FileBatch(msgspec.Struct):
    """Results for some files."""

    files: list[ItemFile]
    faults: list[FileRefusal]


async def check_out_file(
    tx: Transaction, actor: Actor, file_ids: Sequence[str], *, branch_id: BranchId | None = None
) -> FileBatch:
    """Take the locks of files that may be changed now; one's own stay as they are."""
    await hold_commit_order(tx)
    found, faults = await _found(tx, actor, file_ids, branch_id)
    good = await _changeable(tx, actor, found, faults, branch_id=branch_id)
    rows = [
        {
            "file_id": file.id,
            "holder": actor.id,
            "now": clock.now(),
            "branch_id": branch_id or file.item.branch_id,
        }
        for file in good.values()
    ]
    await tx.run_many(vault_queries.TAKE_LOCK, rows)
    held = await _locks(tx, [file.id for file in good.values()])
    mine: list[ItemFile] = []
    for sent, file in good.items():
        lock = held[file.id]
        if lock.holder == actor.id:
            mine.append(msgspec.structs.replace(file, lock=lock))
        else:
            faults.append(FileRefusal(sent, CheckedOutElsewhere(lock)))
    return FileBatch(mine, faults)


async def check_in_file(tx: Transaction, actor: Actor, file_ids: Sequence[str]) -> FileBatch:
    """Give one's locks of files back; nothing else changes."""
    await hold_commit_order(tx)
    held = await _locks(tx, [i for i in map(as_uuid, file_ids) if i])
    files: list[ItemFile] = []
    faults: list[FileRefusal] = []
    for branch_id, sent in _by_branch(file_ids, held).items():
        found, missing = await _found(tx, actor, sent, branch_id)
        faults += missing
        for name, file in found.items():
            refusal = _not_held(actor, file)
            faults += [] if refusal is None else [FileRefusal(name, refusal)]
            files += [file] if refusal is None else []
    await tx.run(vault_queries.RELEASE_LOCKS, file_ids=[file.id for file in files])
    return FileBatch(files, faults)


class CheckedInVersion(msgspec.Struct, frozen=True):
    """A version that a check-in has made, and the program that its item belongs to."""

    version: FileVersion
    program_id: str | None


def program_of(made: CheckedInVersion | None) -> str | None:
    """The program whose files have grown by a check-in, if any."""
    return None if made is None else made.program_id


async def check_in_version(
    tx: Transaction,
    store: ContentStore,
    actor: Actor,
    file_id: FileId,
    incoming: IncomingFile,
    *,
    branch_id: BranchId | None = None,
    message: str | None = None,
) -> CheckedInVersion:
    """Add the next version of a file that the actor has checked out, and give the lock back.

    Where no branch is named the version belongs where the file was checked out.
    """
    await hold_commit_order(tx)
    if branch_id is None:
        file_access.prefetch_file(tx, actor, file_id)
    found, branch = await access_held_file(tx, actor, file_id, branch_id)
    version, _ = await vault_service.add_version(
        tx, store, actor, found, incoming, branch_id=branch, message=message
    )
    await tx.run(vault_queries.RELEASE_LOCKS, file_ids=[file_id])
    return CheckedInVersion(version, found.item.program_id)


async def finish_check_in(
    tx: Transaction, store: ContentStore, actor: Actor, file_id: FileId, upload: UploadForm
) -> CheckedInVersion | None:
    """Check a file in; answers its new version where the upload brings one."""
    for incoming in upload.files:
        return await check_in_version(
            tx,
            store,
            actor,
            file_id,
            incoming,
            branch_id=upload.branch_id,
            message=upload.message,
        )
    # A branch means nothing here, but one that does not exist is a mistake.
    await file_access.view_on_branch(tx, actor, upload.branch_id)
    raise_only_refusal((await check_in_file(tx, actor, [file_id])).faults)
    return None


def raise_only_refusal(faults: Sequence[FileRefusal]) -> None:
    """Raise the refusal of the only file."""
    for fault in faults:
        raise fault.refusal


async def access_held_file(
    snapshot: Snapshot, actor: Actor, file_id: FileId, branch_id: BranchId | None
) -> tuple[ItemFile, BranchId | None]:
    """The file and where its next version goes; a refusal unless the actor has it checked out."""
    lock = (await _locks(snapshot, [file_id])).get(file_id)
    branch = branch_id or (lock.branch_id if lock is not None else None)
    view = await file_access.view_on_branch(snapshot, actor, branch)
    found = await file_access.file(snapshot, actor, file_id, view)
    refusal = _not_held(actor, found)
    if refusal is not None:
        raise refusal
    return found, branch


async def release_file_lock(tx: Transaction, actor: Actor, file_id: FileId, *, force: bool) -> None:
    """Give a lock back; with `force` an administrator ends another's. None held is no fault."""
    await hold_commit_order(tx)
    held = (await _locks(tx, [file_id])).get(file_id)
    view = await file_access.view_on_branch(tx, actor, held.branch_id if held is not None else None)
    file = await file_access.file(tx, actor, file_id, view)
    await check_program_writable(tx, actor, file.item.program_id)
    if force and not actor.is_administrator:
        raise PermissionDenied("Only administrators may end someone else's checkout")
    if held is None:
        return
    if held.holder != actor.id:
        if not force:
            raise HeldElsewhere(held)
        comment = f"Checkout of {file.name} taken from {held.holder_name}"
        await record_history(tx, actor, file.item, "Unlocked", comment=comment)
    await tx.run(vault_queries.RELEASE_LOCKS, file_ids=[file_id])


def _not_held(actor: Actor, file: ItemFile) -> Refusal | None:
    if file.lock is None:
        return FileNotCheckedOut()
    return HeldElsewhere(file.lock) if file.lock.holder != actor.id else None


def _by_branch(
    file_ids: Sequence[str], held: dict[str, FileLock]
) -> dict[BranchId | None, list[str]]:
    """The files by where they were checked out."""
    groups: dict[BranchId | None, list[str]] = {}
    for sent in dict.fromkeys(file_ids):
        lock = held.get(as_uuid(sent) or "")
        groups.setdefault(None if lock is None else lock.branch_id, []).append(sent)
    return groups


async def _locks(snapshot: Snapshot, file_ids: Sequence[str]) -> dict[str, FileLock]:
    rows = await snapshot.all(vault_queries.lock_row, vault_queries.LOCKS, file_ids=list(file_ids))
    return {row.file_id: row.lock for row in rows}


async def _found(
    tx: Transaction, actor: Actor, file_ids: Sequence[str], branch_id: BranchId | None
) -> tuple[dict[str, ItemFile], list[FileRefusal]]:
    """The files that the actor sees and may read, by the ids that were sent."""
    ids = {sent: as_uuid(sent) for sent in dict.fromkeys(file_ids)}
    view = await file_access.view_on_branch(tx, actor, branch_id)
    by_id = await file_access.access_files(tx, actor, [i for i in ids.values() if i], view)
    found: dict[str, ItemFile] = {}
    faults: list[FileRefusal] = []
    for sent, known in ids.items():
        file = by_id.get(FileId(known or ""))
        try:
            if file is None:
                raise NotFound.of("File", sent)
            actor.require(TYPES[file.item.type].may("read"))
        except Refusal as refusal:
            faults.append(FileRefusal(sent, refusal))
        else:
            found[sent] = file
    return found, faults


class _Place(msgspec.Struct, frozen=True):
    """Place where some files are changed: items of one branch, one kind and one program."""

    design_id: DesignId | None
    branch_id: BranchId | None
    item_type: str
    program_id: str | None


async def _changeable(
    tx: Transaction,
    actor: Actor,
    found: dict[str, ItemFile],
    faults: list[FileRefusal],
    *,
    branch_id: BranchId | None,
) -> dict[str, ItemFile]:
    """The files whose items take a change now; the others join the faults."""
    lifecycles = await workflow_service.read_lifecycles(tx)
    places: dict[_Place, dict[str, ItemFile]] = {}
    for sent, file in found.items():
        item = file.item
        place = _Place(item.design_id, branch_id or item.branch_id, item.type, item.program_id)
        places.setdefault(place, {})[sent] = file
    good: dict[str, ItemFile] = {}
    for place, group in places.items():
        try:
            branch = await _branch(tx, actor, place)
        except Refusal as refusal:
            faults += [FileRefusal(sent, refusal) for sent in group]
            continue
        masters = list({file.item.master_id for file in group.values()})
        held = await held_by_others(tx, actor, masters=masters, branch_id=branch.id)
        for sent, file in group.items():
            refusal = held.get(file.item.master_id) or _refused(actor, file, branch, lifecycles)
            if refusal is None:
                good[sent] = file
            else:
                faults.append(FileRefusal(sent, refusal))
    return good


async def _branch(tx: Transaction, actor: Actor, place: _Place) -> Branch:
    branch = await branch_to_write(
        tx,
        actor,
        item_type=place.item_type,
        design_id=place.design_id,
        branch_id=place.branch_id,
    )
    await check_program_writable(tx, actor, place.program_id)
    return branch


def _refused(
    actor: Actor, file: ItemFile, branch: Branch, lifecycles: Lifecycles
) -> Refusal | None:
    try:
        item_access.check_unlocked(actor, file.item)
        check_editable(lifecycles, file.item, branch)
    except Refusal as refusal:
        return refusal
    return None
