"""Design sessions over HTTP."""

from typing import Literal

import msgspec
from starlette.responses import Response

from partwright.cad.workers import KernelPool
from partwright.design_engine import (
    access,
    action_service,
    drawings,
    materialization_service,
    session_service,
    undo_service,
)
from partwright.design_engine.action_service import RunBegun
from partwright.design_engine.artifacts import MaterializationResult
from partwright.design_engine.engine import DesignEngine
from partwright.design_engine.model import DesignSession, SessionView, etag, session_view
from partwright.design_engine.model import SessionSummary as ListedSession
from partwright.design_engine.wire import NewSession, SessionAction, SessionEdit
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import SessionId
from partwright.web.downloads import image_response
from partwright.web.endpoint import ListOf, RouteTable
from partwright.web.event_stream import EventStream
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, page_response

routes = RouteTable("Design engine")

READ = may("design_sessions", "read")
CREATE = may("design_sessions", "create")
UPDATE = may("design_sessions", "update")

_PATH = "/api/design-engine/sessions"
_ONE = "/api/design-engine/sessions/{session_id:str}"


def _shown(session: DesignSession, *, status: int = 200) -> DataResponse:
    return DataResponse({"session": session_view(session)}, status=status, etag=etag(session))


@routes.get(_PATH, READ, response=ListOf("sessions", ListedSession, is_whole=True))
async def list_design_sessions(
    request: Request, snapshot: Snapshot, query: OptionalPageQuery
) -> DataResponse:
    """Your design sessions, newest first; complete unless a page is asked for."""
    return page_response(
        "sessions", await session_service.of_actor(snapshot, request.actor, query.paging())
    )


@routes.post(
    _PATH,
    CREATE,
    statuses=(201,),
    example={
        "description": "A desk lamp with an arm of 600 mm and a dimmable LED of 8 W",
        "programId": "0192f0c1-0000-7000-8000-000000000001",
    },
    response={"session": SessionView},
)
async def create_design_session(
    request: Request, tx: Transaction, body: NewSession
) -> DataResponse:
    """Begin a session: describe the product; name a design, or let one be made."""
    return _shown(await session_service.create(tx, request.actor, body), status=201)


@routes.get(_ONE, READ, response={"session": SessionView})
async def get_design_session(
    request: Request, reads: Snapshot, session_id: SessionId
) -> DataResponse:
    """One of your sessions with all that is drafted; administrators may read others' too."""
    return _shown(await access.session(reads, request.actor, session_id))


_EDIT = {
    "artifacts": {
        "requirements": [{"tempId": "hold", "name": "Holds 0.5 kg", "priority": "high"}],
        "bom": {
            "rootAssembly": {
                "name": "Desk lamp",
                "children": [{"name": "Arm", "quantity": 2, "requirementTempIds": ["hold"]}],
            }
        },
    },
    "stage": "bom_review",
}


@routes.patch(_ONE, UPDATE, example=_EDIT, response={"session": SessionView})
async def update_design_session(
    request: Request, tx: Transaction, session_id: SessionId, body: PartialUpdate[SessionEdit]
) -> DataResponse:
    """Edit the drafts, also while a run is at work; objects are merged by key, arrays replaced."""
    return _shown(
        await session_service.update(tx, request.actor, session_id, body, match=request.match)
    )


@routes.post(f"{_ONE}/undo", UPDATE, statuses=(200,), response={"session": SessionView})
async def undo_design_session(
    request: Request, tx: Transaction, session_id: SessionId
) -> DataResponse:
    """Take back the last edit, confirmation or run; materialising is not taken back."""
    return _shown(await undo_service.undo(tx, request.actor, session_id))


@routes.post(
    f"{_ONE}/stream",
    UPDATE,
    statuses=(200,),
    example={"action": "start_requirements"},
    is_stream=True,
)
async def stream_design_session(
    request: Request, session_id: SessionId, body: SessionAction
) -> Response:
    """Take an action; drafting answers with a stream of events, everything else with JSON."""
    engine = request.services.of(DesignEngine)
    taken = await action_service.take(engine, request.actor, session_id, body)
    return _answer(request, engine, session_id, taken)


@routes.get(f"{_ONE}/events", READ, statuses=(200,), is_stream=True)
async def follow_design_session(request: Request, session_id: SessionId) -> EventStream:
    """All events after the one that `Last-Event-ID` names, and those to come while a run is on."""
    async with request.services.database.single_reads() as reads:
        await access.head(reads, request.actor, session_id)
    after = _last_event(request.header("last-event-id"))
    return _events(
        request, request.services.of(DesignEngine), session_id, after=after, one_run=False
    )


class PreviewQuery(msgspec.Struct, frozen=True):
    """Options for showing a draft: a picture from some side, or a model for viewers."""

    format: drawings.PreviewFormat = "png"
    view: Literal["iso", "front", "right", "back", "left", "top"] = "iso"


class DrawingQuery(msgspec.Struct, frozen=True):
    """Kind of file for a drawing."""

    format: drawings.SheetFormat = "pdf"


@routes.get(f"{_ONE}/preview", READ, refusals=("UNPROCESSABLE",))
async def preview_design_session(
    request: Request, session_id: SessionId, query: PreviewQuery
) -> Response:
    """The drafted structure as it will look, before anything is materialised or made."""
    desk = _desk(request)
    drawing = drawings.shown_preview(desk, session_id, form=query.format, view=query.view)
    return _file(request, await request.while_connected(drawing))


@routes.get(f"{_ONE}/drawings/{{temp_id:str}}", READ, refusals=("UNPROCESSABLE",))
async def get_design_drawing(
    request: Request, session_id: SessionId, temp_id: str, query: DrawingQuery
) -> Response:
    """The technical drawing of a node: three views, dimensions, title block, list of parts."""
    drawing = drawings.shown_drawing(_desk(request), session_id, temp_id, query.format)
    return _file(request, await request.while_connected(drawing))


def _desk(request: Request) -> drawings.DrawingDesk:
    services = request.services
    pool = services.of(KernelPool)
    return drawings.DrawingDesk(pool, services.database, services.contents, request.actor)


def _file(request: Request, shown: drawings.ShownFile) -> Response:
    return image_response(request, shown.data, etag=shown.etag, media_type=shown.media_type)


@routes.get(
    f"{_ONE}/materialize",
    READ,
    refusals=("UNPROCESSABLE",),
    response={"preview": materialization_service.MaterializationPreview},
)
async def preview_materialization(
    request: Request, snapshot: Snapshot, session_id: SessionId
) -> DataResponse:
    """Preview of materialising the drafts; readable afterwards too."""
    return DataResponse(
        {"preview": await materialization_service.preview(snapshot, request.actor, session_id)}
    )


@routes.post(
    f"{_ONE}/materialize", UPDATE, statuses=(200,), response={"result": MaterializationResult}
)
async def materialize_design_session(
    request: Request, tx: Transaction, session_id: SessionId
) -> DataResponse:
    """Make items of the drafts, once; a released design gets a change order with its branch."""
    model = request.services.settings.model
    result = await materialization_service.materialize(tx, request.actor, session_id, model=model)
    return DataResponse({"result": result})


def _answer(
    request: Request, engine: DesignEngine, session_id: SessionId, taken: action_service.Taken
) -> Response:
    if isinstance(taken, RunBegun):
        return _events(request, engine, session_id, after=taken.after, one_run=True)
    body = DataResponse(taken).body()
    return Response(body, media_type="application/json", headers=_headers(session_id))


def _events(
    request: Request, engine: DesignEngine, session_id: SessionId, *, after: int, one_run: bool
) -> EventStream:
    frames = engine.event_feed.follow(
        session_id,
        after=after,
        one_run=one_run,
        is_here=lambda: engine.is_at_work(session_id),
    )
    metrics = request.services.metrics
    return EventStream(frames, open_streams=metrics.streams, headers=_headers(session_id))


def _headers(session_id: SessionId) -> dict[str, str]:
    return {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Session-Id": session_id}


def _last_event(header: str | None) -> int:
    text = (header or "").strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 15:
        raise InvalidInput.field("Last-Event-ID", "is not the number of an event")
    return int(text)
