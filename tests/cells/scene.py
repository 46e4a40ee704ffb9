"""Cells beside each other in one process, each with the first rows of every test."""

import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager

import httpx

from partwright.app import ProcessServices, application, opened, opened_process
from partwright.cells.catalogue import Cell, add_cell, settings_of
from partwright.cells.router import CellRouter, routed
from partwright.settings import Settings
from partwright.web.services import ServerServices
from tests.support import databases, postgres
from tests.support.application import Api


@contextmanager
def cells_beside(settings: Settings, *cells: Cell) -> Iterator[list[Settings]]:
    """Databases of cells, with the first rows; of PostgreSQL they are gone after the block."""
    settings.data_dir.mkdir(exist_ok=True)
    for cell in cells:
        add_cell(settings, cell)
    of_cells = [settings_of(settings, cell) for cell in cells]
    try:
        for own in of_cells:
            own.data_dir.mkdir(parents=True)
            if own.database.startswith("sqlite"):
                first = settings.database.removeprefix("sqlite:///")
                shutil.copyfile(first, own.data_dir / "partwright.sqlite")
            else:
                databases.first_rows(own.database)
        yield of_cells
    finally:
        if not settings.database.startswith("sqlite"):
            name = settings.database.partition("?")[0].rpartition("/")[2]
            with closing(postgres.connect(name)) as connection:
                for cell in cells:
                    statement = f"DROP SCHEMA IF EXISTS cell_{cell.name} CASCADE"
                    postgres.execute(connection, statement)


class Cells:
    """A process that serves cells."""

    def __init__(
        self, router: CellRouter, services: ServerServices, process: ProcessServices
    ) -> None:
        self.router = router
        self.services = services
        self.process = process

    @asynccontextmanager
    async def calling(self, host: str = "test", *, cell: str = "") -> AsyncIterator[Api]:
        """Calls to a host, or with the header."""
        headers = {"Partwright-Cell": cell} if cell else {}
        transport = httpx.ASGITransport(self.router)  # type: ignore[arg-type]
        async with httpx.AsyncClient(
            transport=transport, base_url=f"http://{host}", headers=headers
        ) as http:
            yield Api(http, self.services)


@asynccontextmanager
async def serving(
    settings: Settings, *, import_program: Sequence[str] = ()
) -> AsyncIterator[Cells]:
    async with (
        opened_process(settings, import_program=import_program) as process,
        opened(settings, process) as services,
        routed(settings, process, application(services)) as router,
    ):
        yield Cells(router, services, process)
