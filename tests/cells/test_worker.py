"""`partwright worker` does the work of every cell, not of the first alone."""

import asyncio
import os
import signal
import sys

import pytest

from partwright.cells.catalogue import Cell
from partwright.settings import Settings
from tests.cells.scene import cells_beside, serving
from tests.cells.test_import_process import begin_import, until_state
from tests.relationships import scene


@pytest.mark.settings(background=("none",))
async def test_a_worker_does_what_waits_in_every_cell(settings: Settings) -> None:
    with cells_beside(settings, Cell(name="acme")):
        async with (
            serving(settings) as cells,
            cells.calling(cell="acme") as acme,
            cells.calling() as first,
        ):
            paths = [await begin_import(api, await scene.design(api)) for api in (acme, first)]
            worker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "partwright", "worker", "--only", "imports"),
                *("--data-dir", settings.data_dir, "--database-url", settings.database),
                env={k: v for k, v in os.environ.items() if not k.startswith("PARTWRIGHT_")},
            )
            try:
                for api, path in zip((acme, first), paths, strict=True):
                    job = await until_state(api, path, "done")
                    assert job["outcome"]["plan"]["parts"]["new"] == 3
            finally:
                worker.send_signal(signal.SIGTERM)
                assert await worker.wait() == 0
