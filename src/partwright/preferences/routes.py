"""Saved views and preferences over HTTP."""

from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.preferences import service
from partwright.preferences.model import (
    PreferencesInput,
    SavedView,
    SavedViewEdit,
    SavedViewInput,
    UserPreferences,
    ViewId,
)
from partwright.preferences.service import ViewsQuery
from partwright.web.endpoint import SIGNED_IN, SIGNED_IN_WHOLLY, ListOf, RouteTable
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Views and preferences")

_EXAMPLE = {
    "name": "Purchased parts",
    "page": "parts",
    "query": "partType=Purchase&sort=itemNumber:asc",
    "columns": ["itemNumber", "name", "cost"],
    "isShared": True,
}


def _shown(view: SavedView, *, status: int = 200) -> DataResponse:
    return DataResponse({"view": view}, status=status, etag=etag(view))


@routes.get("/api/views", SIGNED_IN, response=ListOf("views", SavedView, is_whole=True))
async def list_views(request: Request, snapshot: Snapshot, query: ViewsQuery) -> DataResponse:
    """Your saved views and the shared ones; `of` narrows them to one page."""
    return page_response("views", await service.list_saved_views(snapshot, request.actor, query))


@routes.post(
    "/api/views", SIGNED_IN_WHOLLY, statuses=(201,), example=_EXAMPLE, response={"view": SavedView}
)
async def create_view(request: Request, tx: Transaction, body: SavedViewInput) -> DataResponse:
    """Save a view of a page."""
    return _shown(await service.create_saved_view(tx, request.actor, body), status=201)


@routes.put(
    "/api/views/{view_id:str}",
    SIGNED_IN_WHOLLY,
    example={"name": "Bought parts"},
    response={"view": SavedView},
)
async def update_view(
    request: Request, tx: Transaction, view_id: ViewId, body: PartialUpdate[SavedViewEdit]
) -> DataResponse:
    """Change a view that you saved."""
    match = request.match
    return _shown(await service.update_saved_view(tx, request.actor, view_id, body, match=match))


@routes.delete("/api/views/{view_id:str}", SIGNED_IN_WHOLLY)
async def delete_view(request: Request, tx: Transaction, view_id: ViewId) -> SuccessMessage:
    """Delete a view that you saved."""
    await service.delete_saved_view(tx, request.actor, view_id, match=request.match)
    return SuccessMessage()


@routes.get("/api/users/me/preferences", SIGNED_IN, response=UserPreferences)
async def get_preferences(request: Request, reads: Snapshot) -> DataResponse:
    """Whatever your clients keep for you, such as stars and recently opened items."""
    preferences = await service.read_preferences(reads, request.actor)
    return DataResponse(preferences, etag=etag(preferences))


@routes.put(
    "/api/users/me/preferences",
    SIGNED_IN_WHOLLY,
    example={"preferences": {"stars": ["P-000001"], "theme": "dark"}},
    response=UserPreferences,
)
async def replace_preferences(
    request: Request, tx: Transaction, body: PreferencesInput
) -> DataResponse:
    """Replace your preferences as a whole: any JSON of at most 64 KB."""
    after = await service.replace_preferences(tx, request.actor, body, match=request.match)
    return DataResponse(after, etag=etag(after))
