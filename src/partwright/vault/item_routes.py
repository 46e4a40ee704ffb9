"""The files of items over HTTP; documents have paths of their own beside."""

from partwright.identity.permissions import may
from partwright.items.routes import DOCUMENT, requested_view
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import BranchId, FileId, ItemId
from partwright.vault import listing, service, upload_form, wire
from partwright.vault.routes import READ, stream
from partwright.web.answers import Answer
from partwright.web.call import Call
from partwright.web.downloads import Stream
from partwright.web.endpoint import Listed, Routes
from partwright.web.forms import Form
from partwright.web.query import ViewQuery, branch_of

routes = Routes("Files")

CREATE = may("documents", "create")


@routes.get(
    "/api/items/{item_id:str}/files",
    READ,
    gives=Listed("files", wire.FileRecord, is_whole=True, has_count=True),
)
async def list_item_files(
    call: Call, snapshot: Snapshot, item_id: ItemId, query: wire.ItemFilesQuery
) -> Answer:
    """The files of an item, on its own line or as a branch or commit shows it."""
    view = await requested_view(snapshot, call, query)
    main = None if query.main_branch_id is None else BranchId(query.main_branch_id)
    found = await listing.list_item_files(snapshot, call.actor, item_id, view, main_branch_id=main)
    return wire.some(found, query.paging())


async def _may_upload(call: Call, snapshot: Snapshot, item_id: ItemId, query: ViewQuery) -> None:
    await service.check_takes_files(snapshot, call.actor, item_id, branch_id=branch_of(query))


@routes.post(
    "/api/items/{item_id:str}/files/upload",
    CREATE,
    answers=(201,),
    admits=_may_upload,
    form_schema=wire.UPLOAD_FORM,
    gives=wire.UploadResult,
)
async def upload_files(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, form: Form
) -> Answer:
    """Add files to an item, all of them or none; its first file is its primary one."""
    upload = upload_form.read_upload(form, branch_id=branch_of(query))
    store = call.services.contents
    return wire.uploaded(await service.attach_upload(tx, store, call.actor, item_id, upload))


async def _may_upload_to_document(
    call: Call, snapshot: Snapshot, item_id: ItemId, query: ViewQuery
) -> None:
    branch = branch_of(query)
    await service.check_takes_files(
        snapshot, call.actor, item_id, branch_id=branch, item_type=DOCUMENT
    )


@routes.post(
    "/api/documents/{item_id:str}/files",
    CREATE,
    answers=(201,),
    admits=_may_upload_to_document,
    form_schema=wire.UPLOAD_FORM,
    gives=wire.UploadResult,
)
async def upload_document_files(
    call: Call, tx: Transaction, item_id: ItemId, query: ViewQuery, form: Form
) -> Answer:
    """Add files to a document, all of them or none."""
    return await upload_files(call, tx, item_id, query, form)


@routes.get("/api/documents/{item_id:str}/files/{file_id:str}", READ)
async def download_document_file(
    call: Call, snapshot: Snapshot, item_id: ItemId, file_id: FileId, query: ViewQuery
) -> Stream:
    """The bytes of a file of a document."""
    view = await requested_view(snapshot, call, query)
    file = await service.document_file(snapshot, call.actor, item_id, file_id, view)
    return stream(call, file.shown)
