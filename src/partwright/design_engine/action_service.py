"""The actions of a design session: confirmations and messages at once, drafting as a run."""

from typing import Any

import msgspec

from partwright.design_engine import (
    access,
    events,
    queries,
    session_service,
    session_states,
    stages,
)
from partwright.design_engine.artifacts import Artifacts, UserMessage
from partwright.design_engine.engine import DesignEngine
from partwright.design_engine.events import StageChange, Told, UserSaid
from partwright.design_engine.model import DesignSession, SessionView, session_view
from partwright.design_engine.process_lease import new_lease_end
from partwright.design_engine.run import RunRequest
from partwright.design_engine.stages import CONFIRMATIONS, PlannedRun
from partwright.design_engine.wire import SessionAction
from partwright.drafter.drafts import BomNodeDraft
from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.db.base import finish_despite_cancel
from partwright.kit.db.single_writes import write_alone
from partwright.kit.ids import SessionId, new_id


class StageConfirmed(msgspec.Struct):
    """A review that has been ended."""

    session: SessionView
    confirmed: str


class MessageNoted(msgspec.Struct):
    """A message that has been taken note of."""

    session: SessionView
    acknowledged: bool = True


class RunBegun(msgspec.Struct, frozen=True):
    """A run has begun; its first event has the number after this one."""

    after: int


Taken = StageConfirmed | MessageNoted | RunBegun


async def take(
    engine: DesignEngine, actor: Actor, session_id: SessionId, step: SessionAction
) -> Taken:
    """Take an action; a run that it begins goes on whatever becomes of the caller."""
    step.check()
    engine.check_open()

    async def decide(tx: Transaction) -> tuple[Taken, RunRequest | None]:
        # Of a process that has died, so that the session can go on.
        await engine.end_run_if_dead(tx, session_id)
        session = await access.own_session(tx, actor, session_id)
        session = await access.completed(tx, actor, session)
        if step.action in CONFIRMATIONS:
            return await _confirm(tx, session, step), None
        return await _begin(tx, engine, actor, session, step)

    async def decide_and_launch() -> Taken:
        taken, order = await write_alone(engine.database, decide)
        if order is not None:
            engine.launch(order)
        return taken

    return await finish_despite_cancel(decide_and_launch())


async def _confirm(tx: Transaction, session: DesignSession, step: SessionAction) -> StageConfirmed:
    rule = stages.confirm(step.action, session.state)
    await session_states.keep(tx, session)
    await session_service.save(tx, session, stage=rule.next)
    session = await access.taken(tx, session.head.id)
    return StageConfirmed(session_view(session), rule.of)


async def _begin(
    tx: Transaction, engine: DesignEngine, actor: Actor, session: DesignSession, step: SessionAction
) -> tuple[Taken, RunRequest | None]:
    run, artifacts, said = _decided(session, step)
    await session_states.keep(tx, session)
    if run is None:
        await session_service.save(tx, session, artifacts=artifacts)
        if said is not None:
            await events.note(tx, session.head.id, UserSaid(said.id, said.text))
        return MessageNoted(session_view(await access.taken(tx, session.head.id))), None
    if run.restarts:
        artifacts = _without_drafts_of_model(artifacts, run)
    changes: dict[str, Any] = {"artifacts": artifacts, "error": None}
    if run.stage is not None:
        changes["stage"] = run.stage
    if session.head.status != "completed":
        changes["status"] = "active"
    order = RunRequest(
        run_id=new_id(),
        session_id=session.head.id,
        actor=actor,
        run=run,
        feedback=step.feedback,
        temp_id=step.temp_id,
    )
    await session_service.save(tx, session, **changes)
    await tx.run(
        queries.BEGIN_RUN,
        id=order.session_id,
        run_id=order.run_id,
        owner=engine.lease.id,
        until=new_lease_end(),
    )
    if first := _first_told(run, said, step.feedback):
        await events.store(tx, order.session_id, order.run_id, first)
    return RunBegun(session.head.events), order


def _first_told(run: PlannedRun, said: UserMessage | None, feedback: str | None) -> list[Told]:
    """Give the events that a run begins with."""
    first: list[Told] = [] if run.stage is None else [StageChange(run.stage)]
    if said is not None:
        first.append(UserSaid(said.id, said.text))
    elif feedback:
        first.append(UserSaid(new_id(), feedback))
    return first


def _decided(
    session: DesignSession, step: SessionAction
) -> tuple[PlannedRun | None, Artifacts, UserMessage | None]:
    """The run that the action begins, if any, and the artifacts with what the user says."""
    standing, artifacts = session.state, session.artifacts
    if step.action == "answer_clarification":
        assert step.question_id is not None
        run = stages.answer(standing, step.question_id)
        return run, _answered(artifacts, step), None
    if step.action == "send_message":
        assert step.message is not None
        said = UserMessage(
            id=new_id(), stage=session.head.stage, text=step.message, created_at=clock.now()
        )
        messages = (*artifacts.user_messages, said)
        run = stages.message(standing)
        return run, msgspec.structs.replace(artifacts, user_messages=messages), said
    return stages.start(step.action, standing, temp_id=step.temp_id), artifacts, None


def _answered(artifacts: Artifacts, step: SessionAction) -> Artifacts:
    now = clock.now()
    clarifications = tuple(
        msgspec.structs.replace(c, answer=step.answer, answered_at=now)
        if c.question_id == step.question_id
        else c
        for c in artifacts.clarifications
    )
    return msgspec.structs.replace(
        artifacts, clarifications=clarifications, pending_clarification_id=None
    )


def _without_drafts_of_model(artifacts: Artifacts, run: PlannedRun) -> Artifacts:
    """The artifacts that the user wrote or changed, for a stage that starts anew."""
    artifacts = msgspec.structs.replace(artifacts, pending_clarification_id=None)
    if run.work == "requirements":
        kept = tuple(r for r in artifacts.requirements if r.source == "user")
        return msgspec.structs.replace(artifacts, requirements=kept)
    if run.work == "bom" and artifacts.bom is not None:
        root = users_part(artifacts.bom.root_assembly)
        bom = None if root is None else msgspec.structs.replace(artifacts.bom, root_assembly=root)
        return msgspec.structs.replace(artifacts, bom=bom)
    return artifacts


def users_part(root: BomNodeDraft) -> BomNodeDraft | None:
    """The tree without what a model drafted; what hung below that moves under the root.

    None when the user has no part in it. A model's root stays as long as it carries something of
    the user's.
    """
    kept = _kept_below(root)
    if root.source != "user" and not kept:
        return None
    return msgspec.structs.replace(root, children=tuple(kept))


def _kept_below(root: BomNodeDraft) -> list[BomNodeDraft]:
    """The new children of the root: its own that stay, and all that lost their parent."""
    orphans: list[BomNodeDraft] = []

    def below(node: BomNodeDraft) -> tuple[BomNodeDraft, ...]:
        stay: list[BomNodeDraft] = []
        for child in node.children:
            grandchildren = below(child)
            if child.source == "user":
                stay.append(msgspec.structs.replace(child, children=grandchildren))
            else:
                orphans.extend(grandchildren)
        return tuple(stay)

    direct = below(root)
    return [*direct, *orphans]
