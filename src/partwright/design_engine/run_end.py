"""The end of a run: the session's new standing and the last events, in one transaction."""

from typing import Any

import msgspec

from partwright.design_engine import events, queries, session_service, session_states
from partwright.design_engine.artifacts import Artifacts, Clarification
from partwright.design_engine.events import (
    ClarificationNeeded,
    RunDone,
    RunFailed,
    RunPaused,
    StageChange,
    StageComplete,
    Told,
)
from partwright.design_engine.model import DesignSession
from partwright.design_engine.run import ActiveRun, Ending, QuestionAsked, RunFinished, update_of
from partwright.design_engine.solids.artifact_updates import halted
from partwright.design_engine.stages import PlannedRun
from partwright.inbox.model import Notice, NoticeSubject
from partwright.inbox.notices import finish, notify
from partwright.kit import clock
from partwright.kit.db import Transaction

_WAITS = "An answer is needed before the work can continue"


class RunBroken(msgspec.Struct, frozen=True):
    """A run that did not come to its end."""

    message: str
    is_pause: bool = False
    """Whether it was asked to stop, rather than failed."""


async def end_run(tx: Transaction, running: ActiveRun, outcome: Ending | RunBroken) -> None:
    """Write what came of a run; RunLost when it is not its turn any more."""
    session = await running.taken(tx)
    if isinstance(outcome, RunFinished):
        changes, told = _finished(running.order.run, session, outcome)
    elif isinstance(outcome, QuestionAsked):
        changes, told = _asked(session, outcome)
    else:
        changes, told = _broken(session, outcome)
    await _write(tx, session, running.order.run_id, changes, told)
    await _tell_owner(tx, session, outcome)


async def _tell_owner(tx: Transaction, session: DesignSession, outcome: Ending | RunBroken) -> None:
    """Put a failure into the owner's inbox; a run that ends well makes an earlier one done."""
    subject = NoticeSubject("designSession", session.head.id, session.head.title)
    if not isinstance(outcome, RunBroken):
        await finish(tx, "failed", subject)
    elif not outcome.is_pause:
        text = f"{session.head.title}: {outcome.message}"
        notice = Notice(kind="failed", subject=subject, text=text, by=None)
        await notify(tx, [session.head.user_id], notice)


async def end_dead_run(tx: Transaction, session: DesignSession, message: str) -> None:
    """End a run whose process cannot do it any more; the session's row is locked."""
    assert session.head.run_id is not None
    broken = RunBroken(message)
    changes, told = _broken(session, broken)
    await _write(tx, session, session.head.run_id, changes, told)
    await _tell_owner(tx, session, broken)


async def _write(
    tx: Transaction, session: DesignSession, run_id: str, changes: dict[str, Any], told: list[Told]
) -> None:
    await session_service.save(tx, session, **changes)
    await session_states.forget_unchanged(
        tx,
        session.head.id,
        stage=changes.get("stage", session.head.stage),
        artifacts=changes.get("artifacts", session.artifacts),
    )
    await events.store(tx, session.head.id, run_id, [*told, RunDone()])
    await tx.run(queries.END_RUN, id=session.head.id, run_id=run_id)


def _finished(
    run: PlannedRun, session: DesignSession, ended: RunFinished
) -> tuple[dict[str, Any], list[Told]]:
    if run.review is None or run.stage is None:
        return {"error": None}, [StageComplete("cad_generation", ended.summary)]
    changes: dict[str, Any] = {"stage": run.review, "error": None}
    changes["artifacts"] = msgspec.structs.replace(session.artifacts, pending_clarification_id=None)
    if session.head.status != "completed":
        changes["status"] = "active"
    return changes, [StageChange(run.review), StageComplete(run.stage, ended.summary)]


def _asked(session: DesignSession, asked: QuestionAsked) -> tuple[dict[str, Any], list[Told]]:
    artifacts = _with_question(session.artifacts, session.head.stage, asked)
    changes: dict[str, Any] = {"artifacts": artifacts, "error": None}
    if session.head.status != "completed":
        changes["status"] = "paused"
    return changes, [
        update_of(artifacts, "clarifications", "pendingClarificationId"),
        ClarificationNeeded(asked.question_id, asked.question, asked.options),
        RunPaused(_WAITS),
    ]


def _with_question(artifacts: Artifacts, stage: str, asked: QuestionAsked) -> Artifacts:
    """The artifacts with the question pending; one that is asked again is there once."""
    question = Clarification(
        question_id=asked.question_id,
        stage=stage,
        question=asked.question,
        options=asked.options,
        asked_at=clock.now(),
    )
    others = tuple(c for c in artifacts.clarifications if c.question_id != asked.question_id)
    return msgspec.structs.replace(
        artifacts,
        clarifications=(*others, question),
        pending_clarification_id=asked.question_id,
    )


def _broken(session: DesignSession, broken: RunBroken) -> tuple[dict[str, Any], list[Told]]:
    changes: dict[str, Any] = {"error": None if broken.is_pause else broken.message}
    if session.head.status != "completed":
        changes["status"] = "paused" if broken.is_pause else "failed"
    told: list[Told] = []
    artifacts = halted(session.artifacts)
    if artifacts != session.artifacts:
        changes["artifacts"] = artifacts
        told.append(update_of(artifacts, "cadGenerationState", "bom"))
    told.append(RunPaused(broken.message) if broken.is_pause else RunFailed(broken.message))
    return changes, told
