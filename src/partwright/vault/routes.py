"""Files over HTTP."""

from functools import partial
from typing import Any

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.contents import ContentStore
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import BranchId, FileId
from partwright.vault import access, checkouts, listing, service, upload_form, wire
from partwright.vault.model import FileVersion, ItemFile
from partwright.web.answers import Answer, Done
from partwright.web.call import Call
from partwright.web.downloads import Stream
from partwright.web.endpoint import Listed, Routes
from partwright.web.forms import Form
from partwright.web.query import REMOVAL, Removal, ViewQuery, branch_of

routes = Routes("Files")

READ = may("documents", "read")
UPDATE = may("documents", "update")
DELETE = may("documents", "delete")

_BATCH: dict[str, Any] = {"fileIds": ["0192f0c1-0000-7000-8000-000000000001"]}


@routes.get(
    "/api/files", READ, gives=Listed("files", wire.FileRecord, is_whole=True, has_count=True)
)
async def list_files(call: Call, snapshot: Snapshot, query: wire.FilesQuery) -> Answer:
    """List the files that you may see on main, or on a branch; newest first."""
    view = await requested_view(snapshot, call, query)
    return wire.page(await listing.list_files(snapshot, call.actor, view, query.paging()))


@routes.delete("/api/files/{file_id:str}", DELETE, example=REMOVAL)
async def delete_file(
    call: Call, tx: Transaction, file_id: FileId, query: ViewQuery, body: Removal
) -> Done:
    """Take a file off its item; earlier commits and revisions go on showing it."""
    branch, said, match = branch_of(query, body), body.commit_message, call.match
    file = await service.delete_file(
        tx, call.actor, file_id, branch_id=branch, match=match, message=said
    )
    return Done(message=f"{file.name} is deleted")


@routes.get("/api/files/{file_id:str}/metadata", READ, gives={"file": wire.FileMetadata})
async def get_metadata(call: Call, snapshot: Snapshot, file_id: FileId, query: ViewQuery) -> Answer:
    """All that is known of a file as main, a branch or a commit shows it."""
    file = await access.file(
        snapshot, call.actor, file_id, await requested_view(snapshot, call, query)
    )
    return Answer({"file": wire.file_metadata(file)}, etag=file.etag)


@routes.get("/api/files/{file_id:str}/download", READ)
async def download_file(
    call: Call, snapshot: Snapshot, file_id: FileId, query: ViewQuery
) -> Stream:
    """The bytes of a file; whole, or those that `Range` names."""
    file = await access.file(
        snapshot, call.actor, file_id, await requested_view(snapshot, call, query)
    )
    return stream(call, file.shown)


@routes.get(
    "/api/files/{file_id:str}/versions",
    READ,
    gives={"versions": list[wire.FileVersionRecord], "totalVersions": int},
)
async def list_versions(
    call: Call, snapshot: Snapshot, file_id: FileId, query: ViewQuery
) -> Answer:
    """The versions of a file, newest first."""
    view = await requested_view(snapshot, call, query)
    file = await access.file(snapshot, call.actor, file_id, view)
    rows = [wire.version_record(v) for v in await access.versions(snapshot, file, view)]
    return Answer({"versions": rows, "totalVersions": len(rows)})


@routes.get("/api/files/{file_id:str}/versions/{version:str}/download", READ)
async def download_version(
    call: Call, snapshot: Snapshot, file_id: FileId, version: str, query: ViewQuery
) -> Stream:
    """The bytes of one version of a file."""
    view = await requested_view(snapshot, call, query)
    file = await access.file(snapshot, call.actor, file_id, view)
    return stream(call, await access.version(snapshot, file, view, version))


def stream(call: Call, version: FileVersion) -> Stream:
    """A version's bytes, to be saved under its name."""
    store: ContentStore = call.services.contents
    return Stream(
        partial(store.read, version.content),
        size=version.size,
        etag=version.etag,
        media_type=version.mime_type,
        file_name=version.original_file_name,
        sent=call.services.metrics.bytes_out.inc,
    )


@routes.get("/api/files/{file_id:str}/lock-status", READ, gives=wire.FileLockStatus)
async def lock_status(call: Call, snapshot: Snapshot, file_id: FileId, query: ViewQuery) -> Answer:
    """Who has the file checked out."""
    file = await access.file(
        snapshot, call.actor, file_id, await requested_view(snapshot, call, query)
    )
    return Answer(wire.lock_status(file.lock))


@routes.post("/api/files/{file_id:str}/checkout", UPDATE, example={})
async def check_out(
    call: Call, tx: Transaction, file_id: FileId, query: ViewQuery, body: wire.CheckOutInput
) -> Done:
    """Take the exclusive right to add the file's next version."""
    branch = body.place(branch_of(query))
    done = await checkouts.check_out(tx, call.actor, [file_id], branch_id=branch)
    checkouts.raise_only_refusal(done.faults)
    return Done(message=f"{done.files[0].name} is checked out")


async def _held(call: Call, snapshot: Snapshot, file_id: FileId, query: ViewQuery) -> None:
    await checkouts.check_held(snapshot, call.actor, file_id, branch_of(query))


@routes.post(
    "/api/files/{file_id:str}/checkin",
    UPDATE,
    admits=_held,
    form_schema=wire.CHECK_IN_FORM,
    gives=wire.FileCheckedIn,
)
async def check_in(
    call: Call, tx: Transaction, file_id: FileId, query: ViewQuery, form: Form
) -> Answer:
    """Give the right back: with a file as its next version, or with no body as it is."""
    upload = upload_form.read_check_in(form, branch_id=branch_of(query))
    store = call.services.contents
    return wire.checked_in(await checkouts.finish_check_in(tx, store, call.actor, file_id, upload))


@routes.post("/api/files/{file_id:str}/unlock", UPDATE, example={"force": True})
async def unlock_file(call: Call, tx: Transaction, file_id: FileId, body: wire.UnlockInput) -> Done:
    """End a checkout: your own, or, with `force`, as an administrator anybody's."""
    await checkouts.unlock(tx, call.actor, file_id, force=body.force)
    return Done(message="The file is not checked out")


@routes.post(
    "/api/files/batch-checkout",
    UPDATE,
    answers=(201, 207, 400),
    example=_BATCH,
    gives={"checkedOut": list[wire.CheckedOutFile], "errors": list[wire.RefusedFile]},
)
async def batch_check_out(
    call: Call, tx: Transaction, query: ViewQuery, body: wire.FileIdsInput
) -> Answer:
    """Check up to 100 files out; those that cannot be fail alone."""
    branch: BranchId | None = body.place(branch_of(query))
    done = await checkouts.check_out(tx, call.actor, body.checked(), branch_id=branch)
    return wire.batch("checkedOut", [_taken(file) for file in done.files], done, good=201)


@routes.post(
    "/api/files/batch-checkin",
    UPDATE,
    answers=(200, 207, 400),
    example=_BATCH,
    gives={"checkedIn": list[wire.BatchedFile], "errors": list[wire.RefusedFile]},
)
async def batch_check_in(call: Call, tx: Transaction, body: wire.FileIdsInput) -> Answer:
    """Check up to 100 files in as they are."""
    done = await checkouts.check_in(tx, call.actor, body.checked())
    rows = [wire.BatchedFile(file.id, file.name) for file in done.files]
    return wire.batch("checkedIn", rows, done, good=200)


def _taken(file: ItemFile) -> wire.CheckedOutFile:
    taken_at = file.lock.taken_at if file.lock is not None else None
    return wire.CheckedOutFile(file.id, file.name, taken_at)
