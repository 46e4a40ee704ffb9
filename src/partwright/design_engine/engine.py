"""The runs of one server process: begun by an action, ended by their work or by the process."""

import asyncio
from collections.abc import Mapping

import structlog

from partwright.design_engine import access, ending, queries
from partwright.design_engine.following import Followers, Progress
from partwright.design_engine.model import Head, RunLost
from partwright.design_engine.presence import HOLD_SECONDS, Presence, lease
from partwright.design_engine.running import Ending, Order, Runner, Running, StageFailed
from partwright.design_engine.stages import Work
from partwright.kit.db import Database, Transaction
from partwright.kit.db.base import retry_lost
from partwright.kit.db.cancellation import finish_despite_cancel
from partwright.kit.errors import Refusal, ServiceUnavailable
from partwright.kit.ids import SessionId
from partwright.settings import Settings
from partwright.web.services import Closing

_STOPPING = "The server is stopping; resume to go on"
_BROKEN = "The drafting failed on a fault of the server; resume to try again"
_DEAD = "The server ended while it was drafting; resume to go on"
_log = structlog.get_logger("design_engine")


class Stopping(ServiceUnavailable):
    """The process takes no new run any more."""

    def __init__(self) -> None:
        super().__init__("The server is stopping", retry_after=5)


class Engine:
    """All runs of the process, and those who follow them."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        closing: Closing,
        runners: Mapping[Work, Runner],
    ) -> None:
        self.database = database
        self.settings = settings
        self.runners = dict(runners)
        self.presence = Presence(settings.data_dir)
        self.followers = Followers(database, self.presence)
        self._closing = closing
        self._tasks: dict[SessionId, asyncio.Task[None]] = {}
        self._runs: dict[SessionId, str] = {}
        self._keeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """End what processes left behind that died, and speak for one's own runs from now on."""
        self.presence.open()
        await self._bury_the_dead()
        self.presence.forget_the_dead()
        self._keeping = asyncio.create_task(self._keep())
        self._closing.on(self.stop)

    def stop(self) -> None:
        """Pause all runs, and let everybody go who follows."""
        for task in self._tasks.values():
            task.cancel(_STOPPING)
        self.followers.end()

    async def close(self) -> None:
        """Come back when all runs are paused."""
        self._closing.is_near = True
        self.stop()
        if self._keeping is not None:
            self._keeping.cancel()
            # A run whose task had not begun is told nothing; it ends when its lease does.
            await asyncio.wait([self._keeping, *self._tasks.values()])
        await self.followers.close()
        self.presence.close()

    def is_at_work(self, session_id: SessionId) -> bool:
        """Whether this process drafts in the session."""
        return session_id in self._tasks

    def check_open(self) -> None:
        """Stopping when no run may begin any more."""
        if self._closing.is_near:
            raise Stopping

    def launch(self, order: Order) -> None:
        """Do the work of a run that has begun, whoever goes away meanwhile."""
        running = Running(self.database, order, self.followers.ring)
        task = asyncio.create_task(self._work(running))
        self._tasks[order.session_id] = task
        self._runs[order.session_id] = order.run_id
        task.add_done_callback(lambda done: self._ended(order.session_id, done))

    def _ended(self, session_id: SessionId, task: asyncio.Task[None]) -> None:
        if self._tasks.get(session_id) is task:
            del self._tasks[session_id], self._runs[session_id]
        if not task.cancelled() and task.exception() is not None:
            _log.error("run not ended", session=session_id, exc_info=task.exception())
        self.followers.ring(session_id)

    async def _work(self, running: Running) -> None:
        try:
            outcome = await self._outcome(running)
        except RunLost:
            return
        except asyncio.CancelledError:
            outcome = ending.Broken(_STOPPING, is_pause=True)
        await finish_despite_cancel(self._finish(running, outcome))

    async def _outcome(self, running: Running) -> Ending | ending.Broken:
        """What came of the work; faults are told in words for the user."""
        session = running.order.session_id
        try:
            ended = await self.runners[running.order.run.work](running)
            await running.told()
        except StageFailed as failed:
            return ending.Broken(str(failed))
        except Refusal as refusal:
            return ending.Broken(refusal.message)
        except RunLost:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the stream must end well
            _log.error("run failed", session=session, exc_info=error)
            return ending.Broken(_BROKEN)
        return ended

    async def _finish(self, running: Running, outcome: Ending | ending.Broken) -> None:
        async def work() -> None:
            async with self.database.transaction() as tx:
                await ending.end(tx, running, outcome)

        try:
            await running.told()
        except Exception as error:  # noqa: BLE001 - the end is told without what was lost
            _log.error("events lost", session=running.order.session_id, exc_info=error)
        try:
            await retry_lost(work)
        except RunLost:
            return
        self.followers.ring(running.order.session_id)

    async def _keep(self) -> None:
        """Say in time that one's runs live, and end those of the dead."""
        while True:
            await asyncio.sleep(HOLD_SECONDS)
            try:
                if self._runs:
                    async with self.database.transaction() as tx:
                        held = list(self._runs.values())
                        await tx.run(queries.HOLD_RUNS, run_ids=held, until=lease())
                await self._bury_the_dead()
            except Exception as error:  # noqa: BLE001 - the next round may succeed
                _log.warning("runs not kept", exc_info=error)

    async def _bury_the_dead(self) -> None:
        async with self.database.single_reads() as reads:
            running = await reads.all(Progress, queries.RUNNING)
        for one in running:
            if not self.presence.lives(one.owner, one.until):
                await retry_lost(lambda one=one: self._bury_alone(SessionId(one.id)))

    async def _bury_alone(self, session_id: SessionId) -> None:
        async with self.database.transaction() as tx:
            await self.bury(tx, session_id)
        self.followers.ring(session_id)

    async def bury(self, tx: Transaction, session_id: SessionId) -> None:
        """End the run of a session when its process has died."""
        head = await tx.one(Head, queries.HEAD, id=session_id)
        if head is None or head.run_id is None:
            return
        if not self.presence.lives(head.run_owner, head.run_until):
            await ending.end_dead(tx, await access.taken(tx, session_id), _DEAD)
