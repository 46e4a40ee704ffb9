"""Making, listing and editing design sessions."""

import re
from typing import Any

import msgspec
from msgspec import UNSET

from partwright.design_engine import access, queries, session_states
from partwright.design_engine.artifact_patch import patched, same_drafts
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.model import (
    DesignOfOtherProgram,
    DesignSession,
    SessionSummary,
    encode,
    etag,
    session_view,
)
from partwright.design_engine.revision_service import revise
from partwright.design_engine.stages import check_set
from partwright.design_engine.wire import NewSession, SessionEdit
from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import DesignId, SessionId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs import access as program_access
from partwright.versioning.access import access_design

LONGEST_TITLE = 80
_SENTENCE = re.compile(r"(?<=[.!?])\s|\n")


async def create(tx: Transaction, actor: Actor, new: NewSession) -> DesignSession:
    """Begin a session in a program, for a design of it or for one that is yet to be made."""
    program = await program_access.access_program(tx, actor, new.program_id)
    design_id = None
    if new.design_id is not None:
        design = await access_design(tx, actor, DesignId(new.design_id))
        if design.program_id not in (None, program.id):
            raise DesignOfOtherProgram
        design.check_open()
        design_id = design.id
    await program_access.check_program_writable(tx, actor, program.id)
    session_id = SessionId(new_id())
    await tx.run(
        queries.INSERT_SESSION,
        id=session_id,
        user_id=actor.id,
        program_id=program.id,
        design_id=design_id,
        ai_chat_session_id=new.ai_chat_session_id,
        title=title_of(new.description),
        artifacts=encode(Artifacts(description=new.description)),
        now=clock.now(),
    )
    return await access.session(tx, actor, session_id)


def title_of(description: str) -> str:
    """The first sentence, cut at a word's end where it is long."""
    first = " ".join(_SENTENCE.split(description, maxsplit=1)[0].split())
    if len(first) <= LONGEST_TITLE:
        return first.rstrip(".")
    return first[: LONGEST_TITLE - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


async def of_actor(snapshot: Snapshot, actor: Actor, paging: PageRequest) -> Page[SessionSummary]:
    """A page of the actor's own sessions, newest first."""
    params = {"user_id": actor.id}
    return await page_of_rows(
        snapshot,
        SessionSummary,
        queries.SESSIONS_OF,
        queries.COUNT_SESSIONS_OF,
        params=params,
        paging=paging,
    )


async def update(
    tx: Transaction,
    actor: Actor,
    session_id: SessionId,
    body: PartialUpdate[SessionEdit],
    *,
    match: IfMatch,
) -> DesignSession:
    """Merge what the user sends into the session; a run that is at work goes on around it."""
    present = await access.own_session(tx, actor, session_id)
    match.check(etag(present))
    edit = body.over(session_view(present))
    artifacts = _accepting(edit, _described(edit, present.artifacts))
    if artifacts != present.artifacts:
        artifacts = await access.complete_artifacts(tx, actor, artifacts)
    materialized = present.artifacts.materialization_result is not None
    if materialized and not same_drafts(artifacts, present.artifacts):
        artifacts = await revise(tx, actor, present, artifacts)
    after = msgspec.structs.replace(present, artifacts=artifacts)
    changes: dict[str, Any] = {}
    if edit.stage is not UNSET:
        check_set(after.state, edit.stage)
        if edit.stage != present.head.stage:
            # A question or a failure belongs to the stage that is left.
            changes = {"stage": edit.stage, "status": "active", "error": None}
            artifacts = msgspec.structs.replace(artifacts, pending_clarification_id=None)
    if artifacts == present.artifacts and not changes:
        return present
    await session_states.keep(tx, present)
    await save(tx, present, artifacts=artifacts, **changes)
    return await access.session(tx, actor, session_id)


def _accepting(edit: SessionEdit, artifacts: Artifacts) -> Artifacts:
    """The artifacts with the issues that the user accepts; what is no issue is refused."""
    if edit.accepted is UNSET:
        return artifacts
    known = {issue.id for issue in artifacts.bom.validation_issues} if artifacts.bom else set[str]()
    for place, one in enumerate(edit.accepted):
        if one not in known | {*artifacts.accepted}:
            raise InvalidInput.field(f"accepted[{place}]", f"names no issue: {one}")
    accepted = tuple(dict.fromkeys((*artifacts.accepted, *edit.accepted)))
    return msgspec.structs.replace(artifacts, accepted=accepted)


def _described(edit: SessionEdit, present: Artifacts) -> Artifacts:
    """The artifacts as the user wants them; the description may be given in two places."""
    artifacts = present if edit.artifacts is UNSET else patched(present, edit.artifacts)
    if edit.description is UNSET or edit.description == artifacts.description:
        return artifacts
    if artifacts.description != present.description:
        raise InvalidInput.field("description", "contradicts artifacts.description")
    return msgspec.structs.replace(artifacts, description=edit.description)


async def save(tx: Transaction, session: DesignSession, **changes: Any) -> None:
    """Write a session whose row is locked, with columns (and `artifacts`) changed."""
    head = session.head
    artifacts: Artifacts = changes.pop("artifacts", session.artifacts)
    row = {
        "design_id": head.design_id,
        "title": title_of(artifacts.description),
        "stage": head.stage,
        "status": head.status,
        "error": head.error,
    }
    await tx.run(
        queries.UPDATE_SESSION,
        **row | changes,
        id=head.id,
        artifacts=encode(artifacts),
        now=clock.now(),
    )
