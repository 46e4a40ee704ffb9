"""Design sessions as they are kept and shown, and why they refuse."""

from decimal import Decimal
from typing import Any

import msgspec

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.checks import DesignChecks, checks_of
from partwright.design_engine.stages import SessionState, Stage, Status
from partwright.drafter.structures import prices
from partwright.kit import clock
from partwright.kit.errors import PermissionDenied, StateConflict, UnprocessableInput
from partwright.kit.etag import quote_tag
from partwright.kit.ids import DesignId, ProgramId, SessionId, UserId

_encoder = msgspec.json.Encoder(decimal_format="number")
_plain: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=Decimal)


class SessionRecord(msgspec.Struct, frozen=True):
    """A session without what it drafted. The fields are columns, in this order."""

    id: SessionId
    user_id: UserId
    program_id: ProgramId
    design_id: DesignId | None
    ai_chat_session_id: str | None
    title: str
    stage: Stage
    status: Status
    error: str | None
    version: int
    """Counts the changes of the artifacts and of the standing."""
    events: int
    """The number of the last event."""
    created_at: str
    updated_at: str
    run_id: str | None
    run_owner: str | None
    """The process that runs it."""
    run_until: str | None
    """When the process is taken for dead, unless it says before that it lives."""

    @property
    def is_running(self) -> bool:
        """Whether a process works on it, as far as the database knows."""
        return self.run_id is not None and (self.run_until or "") > clock.now()


class DesignSession(msgspec.Struct, frozen=True):
    """A session with what it drafted."""

    head: SessionRecord
    artifacts: Artifacts

    @property
    def state(self) -> SessionState:
        artifacts, bom = self.artifacts, self.artifacts.bom
        issues = bom.validation_issues if bom is not None else ()
        return SessionState(
            stage=self.head.stage,
            is_running=self.head.is_running,
            is_materialized=artifacts.materialization_result is not None,
            has_requirements=bool(artifacts.requirements),
            has_bom=bom is not None,
            has_errors=any(one.severity == "error" and not one.accepted for one in issues),
            pending=artifacts.pending_clarification_id,
            temp_ids=frozenset(node.temp_id for node in artifacts.nodes()),
        )


def encode(artifacts: Artifacts) -> str:
    """The artifacts as the database keeps them."""
    return _encoder.encode(artifacts).decode()


def decode(kept: str) -> Artifacts:
    """The artifacts; those that a former version kept get their prices."""
    artifacts = msgspec.json.decode(kept, type=Artifacts)
    bom = artifacts.bom
    if bom is None or bom.estimates:
        return artifacts
    estimates = prices.estimates(bom.root_assembly)
    cost = prices.whole(bom.root_assembly, estimates)
    priced = msgspec.structs.replace(bom, estimates=estimates, cost=cost)
    return msgspec.structs.replace(artifacts, bom=priced)


class SessionSummary(msgspec.Struct, rename="camel", frozen=True):
    """A session in the list of one's sessions."""

    id: SessionId
    title: str
    stage: str
    status: str
    created_at: str
    updated_at: str
    program_id: str
    design_id: str | None


class SessionView(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A session as the wire shows it."""

    id: SessionId
    user_id: UserId
    title: str
    stage: Stage
    status: Status
    error: str | None
    program_id: ProgramId
    design_id: DesignId | None
    ai_chat_session_id: str | None
    workspace_url: str
    is_running: bool
    events: int
    created_at: str
    updated_at: str
    artifacts: Artifacts
    checks: DesignChecks | None = None
    """Of the whole, once it is composed."""


def session_view(session: DesignSession) -> SessionView:
    head = session.head
    return SessionView(
        id=head.id,
        user_id=head.user_id,
        title=head.title,
        stage=head.stage,
        status=head.status,
        error=head.error,
        program_id=head.program_id,
        design_id=head.design_id,
        ai_chat_session_id=head.ai_chat_session_id,
        workspace_url=f"/design-engine/{head.id}",
        is_running=head.is_running,
        events=head.events,
        created_at=head.created_at,
        updated_at=head.updated_at,
        artifacts=session.artifacts,
        checks=checks_of(session.artifacts),
    )


def etag(session: DesignSession) -> str:
    return quote_tag(session.head.version)


def as_json(value: Any) -> Any:
    """The value as plain JSON types, decimals kept exact."""
    return _plain.decode(_encoder.encode(value))


class NotSessionOwner(PermissionDenied):
    """A session belongs to the user who made it."""

    def __init__(self) -> None:
        super().__init__("The design session belongs to another user")


class DesignOfOtherProgram(UnprocessableInput):
    """The design of a session lies in the session's program."""

    def __init__(self) -> None:
        super().__init__("The design belongs to another program")


class DraftsFrozen(StateConflict):
    """Drafts that have become items are changed as items."""

    def __init__(self) -> None:
        super().__init__("The drafts have become items: requirements and BOM are frozen")


class RunLost(Exception):
    """Another process has taken the session over from a run that seemed dead."""
