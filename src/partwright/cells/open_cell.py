"""One cell in one process: opened when it is asked for, closed when it has long been quiet."""

import asyncio
import time
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager, suppress
from contextvars import Context

import structlog
from starlette.types import ASGIApp

from partwright.app import ProcessServices, application, opened
from partwright.cad_files.worker import GeometryWorker
from partwright.cells.catalogue import Cell
from partwright.design_engine.engine import DesignEngine
from partwright.imports.job_worker import ImportWorker
from partwright.kit import log
from partwright.kit.db import DatabaseUnavailable, open_database
from partwright.kit.db.connect import sqlite_file
from partwright.kit.db.schema_number import schema_number_if_any
from partwright.kit.errors import ServiceUnavailable
from partwright.kit.instance import instance_name
from partwright.migrations.numbers import known_schemas
from partwright.settings import Settings
from partwright.web.services import ServerServices

QUIET_SECONDS = 600.0
"""After so long without a request, and without work that one has begun, a cell is closed."""

_log = structlog.get_logger("cells")


class CellClosed(ServiceUnavailable):
    """The cell cannot be opened, or not yet; the log says why."""

    def __init__(self) -> None:
        super().__init__("This cell cannot be opened now", retry_after=30)


class OpenCell:
    """A cell's application while it is open, and who is in it."""

    def __init__(self, cell: Cell, settings: Settings, process: ProcessServices) -> None:
        self.cell = cell
        self.settings = settings
        self._process = process
        self._inside = 0
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self._last_asked = 0.0
        self._app: ASGIApp | None = None
        self._services: ServerServices | None = None
        self._living: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[ASGIApp]
        self._is_over = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether its stores are open, or about to be."""
        return self._living is not None

    @contextmanager
    def entered(self) -> Generator[None]:
        """Somebody is inside, so that it stays open for the length of the block."""
        self._inside += 1
        self._is_empty.clear()
        naming = instance_name.set(self.cell.name)
        try:
            with log.joined({"cell": self.cell.name}):
                yield
        finally:
            instance_name.reset(naming)
            self._inside -= 1
            if not self._inside:
                self._is_empty.set()
            self._last_asked = time.monotonic()

    async def application(self) -> ASGIApp:
        """The application that answers its requests; CellClosed.

        Whoever asks first lets it be opened, and the others wait for that.
        """
        if self._app is not None:
            return self._app
        while self._living is not None and self._is_over.is_set():
            await asyncio.wait([self._living])
        if self._living is None:
            loop = asyncio.get_running_loop()
            self._ready, self._is_over = loop.create_future(), asyncio.Event()
            # Its work goes on behind the request: nothing of the request's context belongs to it.
            living = self._live(self._ready, self._is_over)
            self._living = loop.create_task(living, context=Context())
        return await asyncio.shield(self._ready)

    async def _live(self, ready: "asyncio.Future[ASGIApp]", is_over: asyncio.Event) -> None:
        instance_name.set(self.cell.name)
        with log.joined({"cell": self.cell.name}):
            try:
                async with AsyncExitStack() as stack:
                    await _check_schema(self.settings)
                    self._services = await stack.enter_async_context(
                        opened(self.settings, self._process, name=self.cell.name)
                    )
                    self._app = application(self._services)
                    self._last_asked = time.monotonic()
                    _log.info("cell opened")
                    ready.set_result(self._app)
                    await is_over.wait()
                    self._app = self._services = None
                _log.info("cell closed")
            except Exception:  # noqa: BLE001 - whatever it is, the other cells are served
                _log.exception("cell not opened" if not ready.done() else "cell not closed well")
            finally:
                # Whatever ended it, a log that cannot be written too, nobody goes on waiting.
                if not ready.done():
                    ready.set_exception(CellClosed())
                    ready.exception()
                self._app = self._services = None
                self._living = None

    def is_quiet(self, now: float) -> bool:
        """Whether nobody has asked for long, and nothing is at work that somebody has begun."""
        services = self._services
        if services is None or self._inside or now - self._last_asked < QUIET_SECONDS:
            return False
        return not (
            services.of(ImportWorker).is_at_work
            or services.of(GeometryWorker).is_at_work
            or services.of(DesignEngine).has_runs
        )

    async def close(self, *, after_requests: bool = False) -> None:
        """Close it; once nobody is inside, where requests are to be waited for."""
        if after_requests:
            await self._is_empty.wait()
        living = self._living
        if living is not None:
            self._app = None
            self._is_over.set()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([living])


async def _check_schema(settings: Settings) -> None:
    """CellClosed where the database is not there, or not of this program."""
    file = sqlite_file(settings.database)
    # Opening it would make it.
    if file is not None and not file.is_file():
        _log.error("there is no such database", database=settings.database)
        raise CellClosed
    try:
        database = await open_database(settings.database, is_patient=False)
    except DatabaseUnavailable as error:
        raise CellClosed from error
    try:
        number = await schema_number_if_any(database)
    finally:
        await database.close()
    if number != max(known_schemas()):
        _log.error("not of this version: `partwright migrate` brings it up", schema=number)
        raise CellClosed
