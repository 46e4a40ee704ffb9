"""Design sessions over HTTP."""

from litestar.response.base import ASGIResponse

from partwright.design_engine import access, actions, materialization, sessions
from partwright.design_engine.actions import RunBegun
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
from partwright.web.answers import Answer, listing
from partwright.web.call import Call
from partwright.web.endpoint import Listed, Routes
from partwright.web.event_stream import EventStream
from partwright.web.query import WholeQuery

routes = Routes("Design engine")

READ = may("design_sessions", "read")
CREATE = may("design_sessions", "create")
UPDATE = may("design_sessions", "update")

_PATH = "/api/design-engine/sessions"
_ONE = "/api/design-engine/sessions/{session_id:str}"


def _shown(session: DesignSession, *, status: int = 200) -> Answer:
    return Answer({"session": session_view(session)}, status=status, etag=etag(session))


@routes.get(_PATH, READ, gives=Listed("sessions", ListedSession, is_whole=True))
async def list_sessions(call: Call, snapshot: Snapshot, query: WholeQuery) -> Answer:
    """Your design sessions, newest first; complete unless a page is asked for."""
    return listing("sessions", await sessions.of_actor(snapshot, call.actor, query.paging()))


@routes.post(
    _PATH,
    CREATE,
    answers=(201,),
    example={
        "description": "A desk lamp with an arm of 600 mm and a dimmable LED of 8 W",
        "programId": "0192f0c1-0000-7000-8000-000000000001",
    },
    gives={"session": SessionView},
)
async def create_session(call: Call, tx: Transaction, body: NewSession) -> Answer:
    """Begin a session: describe the product; name a design, or let one be made."""
    return _shown(await sessions.create(tx, call.actor, body), status=201)


@routes.get(_ONE, READ, gives={"session": SessionView})
async def get_session(call: Call, reads: Snapshot, session_id: SessionId) -> Answer:
    """One of your sessions with all that is drafted; administrators may read others' too."""
    return _shown(await access.session(reads, call.actor, session_id))


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


@routes.patch(_ONE, UPDATE, example=_EDIT, gives={"session": SessionView})
async def update_session(
    call: Call, tx: Transaction, session_id: SessionId, body: PartialUpdate[SessionEdit]
) -> Answer:
    """Edit the drafts, also while a run is at work; objects are merged by key, arrays replaced."""
    return _shown(await sessions.update(tx, call.actor, session_id, body, match=call.match))


@routes.post(
    f"{_ONE}/stream",
    UPDATE,
    answers=(200,),
    example={"action": "start_requirements"},
    streams=True,
)
async def stream(call: Call, session_id: SessionId, body: SessionAction) -> ASGIResponse:
    """Take an action; drafting answers with a stream of events, everything else with JSON."""
    engine = call.services.of(DesignEngine)
    taken = await actions.take(engine, call.actor, session_id, body)
    return _answer(call, engine, session_id, taken)


@routes.get(f"{_ONE}/events", READ, answers=(200,), streams=True)
async def follow(call: Call, session_id: SessionId) -> ASGIResponse:
    """All events after the one that `Last-Event-ID` names, and those to come while a run is on."""
    async with call.services.database.single_reads() as reads:
        await access.head(reads, call.actor, session_id)
    after = _last_event(call.header("last-event-id"))
    return _events(call, call.services.of(DesignEngine), session_id, after=after, one_run=False)


@routes.get(f"{_ONE}/materialize", READ, gives={"preview": materialization.MaterializationPreview})
async def preview_items(call: Call, snapshot: Snapshot, session_id: SessionId) -> Answer:
    """What materialising would make of the drafts; readable afterwards too."""
    return Answer({"preview": await materialization.preview(snapshot, call.actor, session_id)})


@routes.post(f"{_ONE}/materialize", UPDATE, answers=(200,), gives={"result": MaterializationResult})
async def materialize(call: Call, tx: Transaction, session_id: SessionId) -> Answer:
    """Make items of the drafts, once; a released design gets a change order with its branch."""
    model = call.services.settings.model
    result = await materialization.materialize(tx, call.actor, session_id, model=model)
    return Answer({"result": result})


def _answer(
    call: Call, engine: DesignEngine, session_id: SessionId, taken: actions.Taken
) -> ASGIResponse:
    if isinstance(taken, RunBegun):
        return _events(call, engine, session_id, after=taken.after, one_run=True)
    body = Answer(taken).body()
    return ASGIResponse(body=body, media_type="application/json", headers=_headers(session_id))


def _events(
    call: Call, engine: DesignEngine, session_id: SessionId, *, after: int, one_run: bool
) -> EventStream:
    frames = engine.event_feed.follow(
        session_id,
        after=after,
        one_run=one_run,
        is_here=lambda: engine.is_at_work(session_id),
    )
    metrics = call.services.metrics
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
