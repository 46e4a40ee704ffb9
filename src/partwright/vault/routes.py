"""Files over HTTP."""

from functools import partial
from typing import Any

import msgspec

from partwright.identity.permissions import may
from partwright.items.routes import requested_view
from partwright.kit.contents import ContentStore
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.fields import Uuid
from partwright.kit.ids import BranchId, FileId
from partwright.vault import access as file_access
from partwright.vault import checkout_service, list_queries, upload_input, wire
from partwright.vault import service as vault_service
from partwright.vault.model import FileVersion, ItemFile
from partwright.vault.usage_service import StorageUse, check_room, read_usage
from partwright.web.downloads import StreamedFile
from partwright.web.endpoint import SIGNED_IN, ListOf, RouteTable
from partwright.web.forms import MultipartForm, announced_bytes
from partwright.web.parameters import (
    REMOVAL_EXAMPLE,
    BranchParameters,
    RemovalInput,
    ViewQuery,
    named_branch,
)
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage

routes = RouteTable("Files")

READ = may("documents", "read")
UPDATE = may("documents", "update")
DELETE = may("documents", "delete")

_BATCH: dict[str, Any] = {"fileIds": ["0192f0c1-0000-7000-8000-000000000001"]}


@routes.get(
    "/api/files", READ, response=ListOf("files", wire.FileRecord, is_whole=True, has_count=True)
)
async def list_files(request: Request, snapshot: Snapshot, query: wire.FilesQuery) -> DataResponse:
    """List the files that you may see on main, or on a branch; newest first.

    Filtered and sorted by any of their fields; `search` is a part of the name.
    """
    view = await requested_view(snapshot, request, query.view)
    search = (query.search or "").strip().casefold()
    choice = list_queries.FileChoice(search, query.filters, query.sorts())
    found = await list_queries.list_all_files(snapshot, request.actor, view, choice, query.paging())
    return wire.page(found)


@routes.delete("/api/files/{file_id:str}", DELETE, example=REMOVAL_EXAMPLE)
async def delete_file(
    request: Request, tx: Transaction, file_id: FileId, query: BranchParameters, body: RemovalInput
) -> SuccessMessage:
    """Take a file off its item; earlier commits and revisions still show it."""
    branch, said, match = named_branch(query, body), body.commit_message, request.match
    file = await vault_service.delete_file(
        tx, request.actor, file_id, branch_id=branch, match=match, message=said
    )
    return SuccessMessage(message=f"{file.name} is deleted")


@routes.get("/api/files/{file_id:str}/metadata", READ, response={"file": wire.FileMetadata})
async def get_file_metadata(
    request: Request, snapshot: Snapshot, file_id: FileId, query: ViewQuery
) -> DataResponse:
    """All that is known of a file as main, a branch or a commit shows it."""
    file = await file_access.file(
        snapshot, request.actor, file_id, await requested_view(snapshot, request, query)
    )
    return DataResponse({"file": wire.file_metadata(file)}, etag=file.etag)


@routes.get("/api/files/{file_id:str}/download", READ)
async def download_file(
    request: Request, snapshot: Snapshot, file_id: FileId, query: ViewQuery
) -> StreamedFile:
    """The bytes of a file; whole, or those that `Range` names."""
    file = await file_access.file(
        snapshot, request.actor, file_id, await requested_view(snapshot, request, query)
    )
    return stream(request, file.shown)


@routes.get(
    "/api/files/{file_id:str}/versions",
    READ,
    response={"versions": list[wire.FileVersionRecord], "totalVersions": int},
)
async def list_file_versions(
    request: Request, snapshot: Snapshot, file_id: FileId, query: ViewQuery
) -> DataResponse:
    """The versions of a file, newest first."""
    view = await requested_view(snapshot, request, query)
    file = await file_access.file(snapshot, request.actor, file_id, view)
    rows = [wire.version_record(v) for v in await file_access.access_versions(snapshot, file, view)]
    return DataResponse({"versions": rows, "totalVersions": len(rows)})


@routes.get("/api/files/{file_id:str}/versions/{version:str}/download", READ)
async def download_file_version(
    request: Request, snapshot: Snapshot, file_id: FileId, version: str, query: ViewQuery
) -> StreamedFile:
    """The bytes of one version of a file."""
    view = await requested_view(snapshot, request, query)
    file = await file_access.file(snapshot, request.actor, file_id, view)
    return stream(request, await file_access.access_version(snapshot, file, view, version))


def stream(request: Request, version: FileVersion) -> StreamedFile:
    """A version's bytes, to be saved under its name."""
    store: ContentStore = request.services.contents
    return StreamedFile(
        partial(store.read, version.content),
        size=version.size,
        etag=version.etag,
        media_type=version.mime_type,
        file_name=version.original_file_name,
        sent=request.services.metrics.bytes_out.inc,
    )


@routes.get("/api/files/{file_id:str}/lock-status", READ, response=wire.FileLockStatus)
async def get_file_lock_status(
    request: Request, snapshot: Snapshot, file_id: FileId, query: ViewQuery
) -> DataResponse:
    """The holder of the file's checkout."""
    file = await file_access.file(
        snapshot, request.actor, file_id, await requested_view(snapshot, request, query)
    )
    return DataResponse(wire.lock_status(file.lock))


@routes.post("/api/files/{file_id:str}/checkout", UPDATE, example={})
async def check_out_file(
    request: Request,
    tx: Transaction,
    file_id: FileId,
    query: BranchParameters,
    body: wire.CheckOutInput,
) -> SuccessMessage:
    """Take the exclusive right to add the file's next version."""
    branch = body.place(named_branch(query))
    done = await checkout_service.check_out_file(tx, request.actor, [file_id], branch_id=branch)
    checkout_service.raise_only_refusal(done.faults)
    return SuccessMessage(message=f"{done.files[0].name} is checked out")


async def _held(
    request: Request, snapshot: Snapshot, file_id: FileId, query: BranchParameters
) -> None:
    await checkout_service.access_held_file(snapshot, request.actor, file_id, named_branch(query))
    coming = announced_bytes(request)
    await check_room(snapshot, request.actor, request.services.settings, coming=coming)


@routes.post(
    "/api/files/{file_id:str}/checkin",
    UPDATE,
    precheck=_held,
    form_schema=wire.CHECK_IN_FORM,
    takes_json_form=True,
    response=wire.FileCheckedIn,
)
async def check_in_file(
    request: Request, tx: Transaction, file_id: FileId, query: BranchParameters, form: MultipartForm
) -> DataResponse:
    """Give the right back: with a file as its next version, or with no body as it is."""
    upload = upload_input.read_check_in(form, branch_id=named_branch(query))
    actor, services = request.actor, request.services
    made = await checkout_service.finish_check_in(tx, services.contents, actor, file_id, upload)
    grown = checkout_service.program_of(made)
    await check_room(tx, actor, services.settings, program_id=grown)
    return wire.checked_in(made and made.version)


@routes.post("/api/files/{file_id:str}/unlock", UPDATE, example={"force": True})
async def unlock_file(
    request: Request, tx: Transaction, file_id: FileId, body: wire.UnlockInput
) -> SuccessMessage:
    """End a checkout: your own, or, with `force`, as an administrator anybody's."""
    await checkout_service.release_file_lock(tx, request.actor, file_id, force=body.force)
    return SuccessMessage(message="File is not checked out")


@routes.post(
    "/api/files/batch-checkout",
    UPDATE,
    statuses=(201, 207, 400),
    example=_BATCH,
    response={"checkedOut": list[wire.CheckedOutFile], "errors": list[wire.RefusedFile]},
)
async def check_out_files(
    request: Request, tx: Transaction, query: BranchParameters, body: wire.FileIdsInput
) -> DataResponse:
    """Check up to 100 files out; those that cannot be fail alone."""
    branch: BranchId | None = body.place(named_branch(query))
    done = await checkout_service.check_out_file(
        tx, request.actor, body.checked(), branch_id=branch
    )
    return wire.batch("checkedOut", [_taken(file) for file in done.files], done, good=201)


@routes.post(
    "/api/files/batch-checkin",
    UPDATE,
    statuses=(200, 207, 400),
    example=_BATCH,
    response={"checkedIn": list[wire.BatchedFile], "errors": list[wire.RefusedFile]},
)
async def check_in_files(
    request: Request, tx: Transaction, body: wire.FileIdsInput
) -> DataResponse:
    """Check up to 100 files in as they are."""
    done = await checkout_service.check_in_file(tx, request.actor, body.checked())
    rows = [wire.BatchedFile(file.id, file.name) for file in done.files]
    return wire.batch("checkedIn", rows, done, good=200)


class UsageQuery(msgspec.Struct, rename="camel"):
    """Program that is asked about, if any."""

    program_id: Uuid | None = None


@routes.get("/api/usage", SIGNED_IN)
async def get_usage(request: Request, snapshot: Snapshot, query: UsageQuery) -> StorageUse:
    """Files and bytes that you have uploaded and a program holds, and the limits."""
    actor, settings = request.actor, request.services.settings
    return await read_usage(snapshot, actor, settings, program_id=query.program_id)


def _taken(file: ItemFile) -> wire.CheckedOutFile:
    taken_at = file.lock.taken_at if file.lock is not None else None
    return wire.CheckedOutFile(file.id, file.name, taken_at)
