"""The files of items over HTTP; documents have paths of their own beside."""

from partwright.identity.permissions import may
from partwright.item_types import TYPES, ItemType
from partwright.items.routes import requested_view
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import BranchId, FileId, ItemId
from partwright.vault import list_queries, upload_input, wire
from partwright.vault import service as vault_service
from partwright.vault.routes import READ, stream
from partwright.vault.usage_service import check_room
from partwright.web.downloads import StreamedFile
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.forms import MultipartForm, announced_bytes
from partwright.web.parameters import BranchParameters, ViewQuery, named_branch
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Files")

CREATE = may("documents", "create")


@routes.get(
    "/api/items/{item_id:str}/files",
    READ,
    response=ListOf("files", wire.FileRecord, is_whole=True, has_count=True),
)
async def list_item_files(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: wire.ItemFilesQuery
) -> DataResponse:
    """The files of an item, on its own branch or as a branch or commit shows it."""
    view = await requested_view(snapshot, request, query)
    found = await list_queries.list_item_files(
        snapshot, request.actor, item_id, view, main_branch_id=query.baseline
    )
    return wire.some(found, query.paging())


async def _may_upload(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: BranchParameters
) -> None:
    await _check_upload(request, snapshot, item_id, named_branch(query))


async def _check_upload(
    request: Request,
    snapshot: Snapshot,
    item_id: ItemId,
    branch_id: BranchId | None,
    item_type: ItemType | None = None,
) -> None:
    """Whether the item takes files, and whether there is room for what is announced."""
    item = await vault_service.check_takes_files(
        snapshot, request.actor, item_id, branch_id=branch_id, item_type=item_type
    )
    await check_room(
        snapshot,
        request.actor,
        request.services.settings,
        program_id=item.program_id,
        coming=announced_bytes(request),
    )


@routes.post(
    "/api/items/{item_id:str}/files/upload",
    CREATE,
    statuses=(201,),
    precheck=_may_upload,
    form_schema=wire.UPLOAD_FORM,
    response=wire.UploadResult,
)
async def upload_item_files(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, form: MultipartForm
) -> DataResponse:
    """Add files to an item, all of them or none; its first file is its primary one."""
    upload = upload_input.read_upload_form(form, branch_id=named_branch(query))
    actor, services = request.actor, request.services
    files = await vault_service.attach_upload(tx, services.contents, actor, item_id, upload)
    await check_room(tx, actor, services.settings, program_id=files[0].item.program_id)
    return wire.uploaded(files)


async def _may_upload_to_document(
    request: Request, snapshot: Snapshot, item_id: ItemId, query: BranchParameters
) -> None:
    await _check_upload(request, snapshot, item_id, named_branch(query), TYPES["Document"])


@routes.post(
    "/api/documents/{item_id:str}/files",
    CREATE,
    statuses=(201,),
    precheck=_may_upload_to_document,
    form_schema=wire.UPLOAD_FORM,
    response=wire.UploadResult,
)
async def upload_document_files(
    request: Request, tx: Transaction, item_id: ItemId, query: BranchParameters, form: MultipartForm
) -> DataResponse:
    """Add files to a document, all of them or none."""
    return await upload_item_files(request, tx, item_id, query, form)


@routes.get("/api/documents/{item_id:str}/files/{file_id:str}", READ)
async def download_document_file(
    request: Request, snapshot: Snapshot, item_id: ItemId, file_id: FileId, query: ViewQuery
) -> StreamedFile:
    """The bytes of a file of a document."""
    view = await requested_view(snapshot, request, query)
    file = await vault_service.document_file(snapshot, request.actor, item_id, file_id, view)
    return stream(request, file.shown)
