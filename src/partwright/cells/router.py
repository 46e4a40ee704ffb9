"""The outermost application of a process: finds the cell of a request and leaves the rest to it."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partwright.app import ProcessServices
from partwright.cells.catalogue import FIRST, Cell, read_cells, settings_of
from partwright.cells.open_cell import CellClosed, OpenCell
from partwright.kit.errors import NotFound, Refusal
from partwright.kit.ids import new_id
from partwright.settings import Settings, WrongSetting
from partwright.web.sending import common_headers, send_refusal

HEADER = b"partwright-cell"
_LOOK_SECONDS = 15.0
"""How often it is looked whether a cell is quiet."""

_log = structlog.get_logger("cells")


class NoSuchCell(NotFound):
    """The header names no cell."""

    def __init__(self) -> None:
        super().__init__("There is no such cell")


class CellRouter:
    """Serves the first cell, and the others of the file beside it."""

    def __init__(self, settings: Settings, process: ProcessServices, first: ASGIApp) -> None:
        self._settings = settings
        self._process = process
        self._first = first
        self._cells: dict[str, OpenCell] = {}
        self._of_hosts: dict[str, OpenCell] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            found = self._find(scope)
        except NoSuchCell as refusal:
            await _refuse(refusal, send)
            return
        if found is None:
            await self._first(scope, receive, send)
            return
        with found.entered():
            try:
                app = await found.application()
            except CellClosed as refusal:
                await _refuse(refusal, send)
                return
            await app(scope, receive, send)

    def _find(self, scope: Scope) -> OpenCell | None:
        """The cell of a request; None for the first, NoSuchCell for a header that names none."""
        host = name = None
        for header, value in scope["headers"]:
            if header == b"host":
                host = value
            elif header == HEADER:
                name = value if name is None else b"several"
        if host is not None and self._of_hosts:
            found = self._of_hosts.get(_host_name(host))
            if found is not None:
                return found
        if name is None:
            return None
        return None if name == FIRST.encode() else self.place(name.decode("latin-1"))

    def place(self, name: str) -> OpenCell:
        """A cell besides the first; NoSuchCell."""
        if name not in self._cells:
            raise NoSuchCell
        return self._cells[name]

    def reread(self) -> None:
        """Take the file as it is now; what is wrong with it is told, and leaves all as it was."""
        try:
            self.take(read_cells(self._settings))
        except WrongSetting as wrong:
            _log.error("cells not read again", reason=str(wrong))

    def take(self, cells: Sequence[Cell]) -> None:
        """Serve these cells from now on; those that are gone or changed end with their requests."""
        kept = {
            name: place
            for name, place in self._cells.items()
            if any(cell == place.cell for cell in cells)
        }
        for name in self._cells.keys() - kept.keys():
            leaving = asyncio.create_task(self._cells[name].close(after_requests=True))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)
        if cells or self._cells:
            _log.info("cells", count=len(cells))
        self._cells = {
            cell.name: kept.get(cell.name)
            or OpenCell(cell, settings_of(self._settings, cell), self._process)
            for cell in cells
        }
        self._of_hosts = {
            host: place for place in self._cells.values() for host in place.cell.hosts
        }

    async def close_quiet(self) -> None:
        """Close, again and again, what has been quiet."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            now = time.monotonic()
            for place in list(self._cells.values()):
                if place.is_quiet(now):
                    await place.close()

    async def close(self) -> None:
        """Close all that are open, at the same time."""
        leaving = [place.close() for place in self._cells.values()]
        await asyncio.gather(*leaving, *self._leaving, return_exceptions=True)


@asynccontextmanager
async def routed(
    settings: Settings, process: ProcessServices, first: ASGIApp
) -> AsyncGenerator[CellRouter]:
    """The router over the open first cell, with the others as the file names them."""
    router = CellRouter(settings, process, first)
    router.take(read_cells(settings))
    closing = asyncio.create_task(router.close_quiet())
    try:
        yield router
    finally:
        closing.cancel()
        await router.close()


def _host_name(host: bytes) -> str:
    """The name in a Host header, without the port."""
    return host.decode("latin-1").rpartition("]")[2].partition(":")[0].rstrip(".").lower()


async def _refuse(refusal: Refusal, send: Send) -> None:
    request_id = new_id()

    async def send_named(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *common_headers(request_id)]
        await send(message)

    await send_refusal(refusal, request_id, send_named)
