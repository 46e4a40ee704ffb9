"""The runs of one server process: begun by an action, ended by their work or by the process."""

import asyncio
from collections.abc import Mapping

import structlog

from partwright.design_engine import access, queries, run_end
from partwright.design_engine.event_feed import EventFeed, SessionProgress
from partwright.design_engine.model import RunLost, SessionRecord
from partwright.design_engine.process_lease import HOLD_SECONDS, ProcessLease, new_lease_end
from partwright.design_engine.run import ActiveRun, Ending, RunRequest, StageFailed, StageRunner
from partwright.design_engine.stages import Work
from partwright.identity import queries as identity_queries
from partwright.kit.db import Database, Transaction
from partwright.kit.db.base import finish_despite_cancel, retry_lost_transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import Refusal, ServiceUnavailable
from partwright.kit.hints import NO_HINTS, HintBus
from partwright.kit.ids import SessionId
from partwright.kit.tasks import end_tasks, repeat
from partwright.settings import Settings
from partwright.web.request import AUTHENTICATED_SECONDS
from partwright.web.services import ShutdownSignal

_STOPPING = "The server is stopping; resume to continue"
_BROKEN = "The server failed while drafting; resume to try again"
_DEAD = "The server stopped while drafting; resume to continue"
_REVOKED = "The token that began this was revoked, or its owner deactivated; resume to continue"
_log = structlog.get_logger("design_engine")


class ServerStopping(ServiceUnavailable):
    """The process takes no new run any more."""

    def __init__(self) -> None:
        super().__init__("The server is stopping", retry_after=5)


class DesignEngine:
    """All runs of the process, and those who follow them."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        closing: ShutdownSignal,
        runners: Mapping[Work, StageRunner],
        hints: HintBus = NO_HINTS,
    ) -> None:
        self.database = database
        self.settings = settings
        self.runners = dict(runners)
        self.lease = ProcessLease(settings.data_dir)
        self.event_feed = EventFeed(database, self.lease, hints)
        self._closing = closing
        self._tasks: dict[SessionId, asyncio.Task[None]] = {}
        self._runs: dict[SessionId, str] = {}
        self._tokens: dict[SessionId, str] = {}
        """By whose rights the runs of this process work."""
        self._keeping: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """End what processes left behind that died, and speak for one's own runs from now on."""
        self.lease.open()
        await self._end_dead_runs()
        self.lease.forget_the_dead()
        works = (
            repeat(HOLD_SECONDS, self._keep),
            repeat(AUTHENTICATED_SECONDS, self._pause_revoked),
        )
        self._keeping = [asyncio.create_task(work) for work in works]
        self._closing.on(self.stop)

    def stop(self) -> None:
        """Pause all runs, and let everybody go who follows."""
        for task in self._tasks.values():
            task.cancel(_STOPPING)
        self.event_feed.end()

    async def close(self) -> None:
        """Come back when all runs are paused."""
        self._closing.is_near = True
        self.stop()
        if self._keeping:
            await end_tasks(self._keeping)
            # A run whose task had not begun is told nothing; it ends when its lease does.
            if self._tasks:
                await asyncio.wait(self._tasks.values())
        await self.event_feed.close()
        self.lease.close()

    @property
    def has_runs(self) -> bool:
        """Whether this process drafts in any session."""
        return bool(self._tasks)

    def is_at_work(self, session_id: SessionId) -> bool:
        """Whether this process drafts in the session."""
        return session_id in self._tasks

    def check_open(self) -> None:
        """Stopping when no run may begin any more."""
        if self._closing.is_near:
            raise ServerStopping

    def launch(self, order: RunRequest) -> None:
        """Do the work of a run that has begun, whoever goes away meanwhile."""
        running = ActiveRun(self.database, self.settings, order, self.event_feed.notify)
        task = asyncio.create_task(self._work(running))
        self._tasks[order.session_id] = task
        self._runs[order.session_id] = order.run_id
        self._tokens[order.session_id] = order.actor.token_id
        task.add_done_callback(lambda done: self._ended(order.session_id, done))

    def _ended(self, session_id: SessionId, task: asyncio.Task[None]) -> None:
        if self._tasks.get(session_id) is task:
            del self._tasks[session_id], self._runs[session_id], self._tokens[session_id]
        if not task.cancelled() and task.exception() is not None:
            _log.error("run not ended", session=session_id, exc_info=task.exception())
        self.event_feed.notify(session_id)

    async def _work(self, running: ActiveRun) -> None:
        try:
            outcome = await self._outcome(running)
        except RunLost:
            return
        except asyncio.CancelledError as cancelled:
            reason = _REVOKED if _REVOKED in cancelled.args else _STOPPING
            outcome = run_end.RunBroken(reason, is_pause=True)
        await finish_despite_cancel(self._finish(running, outcome))

    async def _outcome(self, running: ActiveRun) -> Ending | run_end.RunBroken:
        """The outcome of the work; faults are told in words for the user."""
        session = running.order.session_id
        try:
            ended = await self.runners[running.order.run.work](running)
            await running.told()
        except StageFailed as failed:
            return run_end.RunBroken(str(failed))
        except Refusal as refusal:
            return run_end.RunBroken(refusal.message)
        except RunLost:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the stream must end well
            _log.error("run failed", session=session, exc_info=error)
            return run_end.RunBroken(_BROKEN)
        return ended

    async def _finish(self, running: ActiveRun, outcome: Ending | run_end.RunBroken) -> None:
        async def work(tx: Transaction) -> None:
            await run_end.end_run(tx, running, outcome)

        try:
            await running.told()
        except Exception as error:  # noqa: BLE001 - the end is told without what was lost
            _log.error("events lost", session=running.order.session_id, exc_info=error)
        try:
            await write_alone(self.database, work)
        except RunLost:
            return
        self.event_feed.notify(running.order.session_id)

    async def _keep(self) -> None:
        """Say in time that one's runs live, and end those of the dead."""
        if self._runs:
            async with self.database.transaction() as tx:
                held = list(self._runs.values())
                await tx.run(queries.HOLD_RUNS, run_ids=held, until=new_lease_end())
        await self._end_dead_runs()

    async def _pause_revoked(self) -> None:
        """Pause the runs of tokens that were revoked, and of users that were deactivated."""
        if not self._tokens:
            return
        tokens = dict(self._tokens)
        async with self.database.single_reads() as reads:
            standing = await reads.all(
                str, identity_queries.STANDING_TOKENS, token_ids=sorted(set(tokens.values()))
            )
        for session_id, token_id in tokens.items():
            if token_id not in standing and session_id in self._tasks:
                self._tasks[session_id].cancel(_REVOKED)

    async def _end_dead_runs(self) -> None:
        async with self.database.single_reads() as reads:
            running = await reads.all(SessionProgress, queries.RUNNING)
        for one in running:
            if not self.lease.lives(one.owner, one.until):
                await retry_lost_transaction(lambda one=one: self._end_dead_run(SessionId(one.id)))

    async def _end_dead_run(self, session_id: SessionId) -> None:
        async with self.database.transaction() as tx:
            await self.end_run_if_dead(tx, session_id)
        self.event_feed.notify(session_id)

    async def end_run_if_dead(self, tx: Transaction, session_id: SessionId) -> None:
        """End the run of a session when its process has died."""
        head = await tx.one(SessionRecord, queries.HEAD, id=session_id)
        if head is None or head.run_id is None:
            return
        if not self.lease.lives(head.run_owner, head.run_until):
            await run_end.end_dead_run(tx, await access.taken(tx, session_id), _DEAD)
