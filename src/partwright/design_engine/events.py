"""The events of a run, numbered by session and stored before anybody sees them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.design_engine import queries
from partwright.design_engine.model import RunLost
from partwright.design_engine.stages import Stage
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.db.base import hint
from partwright.kit.hints import SESSIONS
from partwright.kit.ids import SessionId

STAGE_EVENT = "stage_event"
DONE = "done"


class Event(msgspec.Struct, rename="camel", tag_field="type", frozen=True):
    """Something that happened in a run."""


class StageChange(Event, tag="stage_change", frozen=True):
    """The session moved to a stage, or began it anew."""

    stage: Stage


class ArtifactUpdate(Event, tag="artifact_update", frozen=True):
    """New values of the artifacts, to be merged by key; arrays replace arrays."""

    artifacts: dict[str, Any]


class LlmText(Event, tag="llm_text", frozen=True):
    """A piece of what the model says."""

    text: str


class ToolCall(Event, tag="tool_call", rename="camel", frozen=True):
    """The model uses a tool."""

    tool_name: str
    args: Any


class ToolResult(Event, tag="tool_result", rename="camel", frozen=True):
    """Answer of the tool."""

    tool_name: str
    result: Any


class ClarificationNeeded(
    Event, tag="clarification_needed", rename="camel", omit_defaults=True, frozen=True
):
    """The run waits for an answer of the user."""

    question_id: str
    question: str
    options: tuple[str, ...] | None = None


class StageComplete(Event, tag="stage_complete", frozen=True):
    """A stage ended well."""

    stage: Stage
    summary: str


class RunFailed(Event, tag="error", frozen=True):
    """The run ended badly."""

    message: str


class RunPaused(Event, tag="paused", frozen=True):
    """The run ended before its stage was through."""

    reason: str


class UserSaid(Event, tag="user_message", frozen=True):
    """The user's message, for those who follow elsewhere."""

    id: str
    text: str


class RunDone(msgspec.Struct, frozen=True):
    """The last message of a stream."""

    finished: bool = True


Told = Event | RunDone


class EventRow(msgspec.Struct, frozen=True):
    """A stored event."""

    number: int
    name: str
    data: str


_encoder = msgspec.json.Encoder(decimal_format="number")


def name_of(event: Told) -> str:
    return DONE if isinstance(event, RunDone) else STAGE_EVENT


def data_of(event: Told) -> bytes:
    return _encoder.encode(event)


async def store(tx: Transaction, session_id: SessionId, run_id: str, told: Sequence[Told]) -> int:
    """Append a run's events; answers the number of the last. RunLost when it is not the run's turn."""
    last = await tx.one(int, queries.TAKE_NUMBERS, id=session_id, run_id=run_id, many=len(told))
    if last is None:
        raise RunLost
    await _insert(tx, session_id, last, told)
    return last


async def note(tx: Transaction, session_id: SessionId, said: UserSaid) -> None:
    """Append what a user says that begins no run, so that a conversation read later holds it."""
    last = await tx.one(int, queries.TAKE_NUMBERS_OUTSIDE_RUNS, id=session_id, many=1)
    assert last is not None
    await _insert(tx, session_id, last, [said])


async def _insert(tx: Transaction, session_id: SessionId, last: int, told: Sequence[Told]) -> None:
    now = clock.now()
    rows = [
        {
            "session_id": session_id,
            "number": last - len(told) + place,
            "name": name_of(event),
            "data": data_of(event).decode(),
            "now": now,
        }
        for place, event in enumerate(told, start=1)
    ]
    await tx.run_many(queries.INSERT_EVENT, rows)
    hint(tx, SESSIONS)
