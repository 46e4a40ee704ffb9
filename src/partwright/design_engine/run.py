"""One run as the work of its stage sees it: drafts to change, events to tell."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from partwright.design_engine import access, events, session_service
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.events import ArtifactUpdate, LlmText, Told
from partwright.design_engine.model import DesignSession, RunLost, as_json
from partwright.design_engine.stages import PlannedRun
from partwright.identity.model import Actor
from partwright.kit.db import Database, Transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.ids import SessionId
from partwright.settings import Settings

MOST_WAITING = 500
"""Events that may wait to be stored before the work has to wait as well."""


class RunRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A run that has been granted."""

    run_id: str
    session_id: SessionId
    actor: Actor
    run: PlannedRun
    feedback: str | None = None
    temp_id: str | None = None
    """The part to make anew."""


class RunFinished(msgspec.Struct, frozen=True):
    """The stage is through."""

    summary: str


class QuestionAsked(msgspec.Struct, frozen=True):
    """The stage cannot go on without an answer of the user."""

    question_id: str
    question: str
    options: tuple[str, ...] | None = None


Ending = RunFinished | QuestionAsked


class StageFailed(Exception):
    """Reason in words for the user why a stage cannot be done."""


Alter = Callable[[Artifacts], Artifacts]


class ActiveRun:
    """Access of a stage's work to its session."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        order: RunRequest,
        notify: Callable[[str], None],
    ) -> None:
        self.order = order
        self.database = database
        self.settings = settings
        self._notify = notify
        self._waiting: list[Told] = []
        self._storing: asyncio.Task[None] | None = None

    @property
    def actor(self) -> Actor:
        """The user with whose rights the run works."""
        return self.order.actor

    async def session(self) -> DesignSession:
        """The session as it stands now, with what the user changed meanwhile."""
        async with self.database.single_reads() as reads:
            return await access.session(reads, self.actor, self.order.session_id)

    async def change(self, alter: Alter) -> Artifacts:
        """Change the artifacts as they stand now; `alter` may refuse by raising."""

        async def work(tx: Transaction) -> Artifacts:
            session = await self.taken(tx)
            after = alter(session.artifacts)
            after = await access.complete_artifacts(tx, self.actor, after)
            await session_service.save(tx, session, artifacts=after)
            return after

        return await write_alone(self.database, work)

    async def taken(self, tx: Transaction) -> DesignSession:
        """The session, its row locked; RunLost when another run has taken over."""
        session = await access.taken(tx, self.order.session_id)
        if session.head.run_id != self.order.run_id:
            raise RunLost
        return session

    async def tell(self, *told: Told) -> None:
        """Store events; those who follow hear of them as soon as they are safe."""
        self._waiting.extend(told)
        if self._storing is None or self._storing.done():
            await self._look_back()
            self._storing = asyncio.create_task(self._store())
        if len(self._waiting) > MOST_WAITING:
            await self.told()

    async def tell_changes(self, artifacts: Artifacts, *fields: str) -> None:
        """Tell the state of some fields of the artifacts."""
        await self.tell(update_of(artifacts, *fields))

    async def told(self) -> None:
        """Come back when all events are stored."""
        while self._storing is not None:
            storing = self._storing
            await asyncio.wait([storing])
            await self._look_back()
            if self._waiting:
                self._storing = asyncio.create_task(self._store())

    async def _look_back(self) -> None:
        """Raise what kept the last events from being stored."""
        if self._storing is not None and self._storing.done():
            storing, self._storing = self._storing, None
            storing.result()

    async def _store(self) -> None:
        """Store what waits, all of it at once, until nothing waits."""
        while self._waiting:
            batch, self._waiting = _joined(self._waiting), []

            async def work(tx: Transaction, batch: list[Told] = batch) -> None:
                await events.store(tx, self.order.session_id, self.order.run_id, batch)

            await write_alone(self.database, work)
            self._notify(self.order.session_id)


def update_of(artifacts: Artifacts, *fields: str) -> ArtifactUpdate:
    """The event that tells the state of some fields, by their names on the wire."""
    kept = {f.encode_name: f.name for f in msgspec.structs.fields(Artifacts)}
    shown: dict[str, Any] = {field: as_json(getattr(artifacts, kept[field])) for field in fields}
    return ArtifactUpdate(shown)


def _joined(told: list[Told]) -> list[Told]:
    """The events with texts that follow each other made one."""
    joined: list[Told] = []
    for event in told:
        if isinstance(event, LlmText) and joined and isinstance(joined[-1], LlmText):
            joined[-1] = LlmText(joined[-1].text + event.text)
        else:
            joined.append(event)
    return joined


class StageRunner(Protocol):
    """The work of a stage."""

    def __call__(self, running: ActiveRun) -> Awaitable[Ending]:
        """Do it; StageFailed says why it cannot be done."""
        ...
