"""Long imports are done beside the server's process, for all its cells, whatever becomes of that process."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from partwright.cells.catalogue import Cell
from partwright.cli.import_process import NICENESS
from partwright.cli.worker_process import IMPORT_PROGRAM
from partwright.imports.import_process import ImportProcess
from partwright.imports.job_worker import ImportWorker
from partwright.settings import Settings
from tests.cells.scene import cells_beside, serving
from tests.imports.test_file_import import upload
from tests.imports.test_import_jobs import LIST, SLOW
from tests.relationships import scene
from tests.support import databases
from tests.support.application import Api, data
from tests.support.people import ENGINEER


async def begin_import(api: Api, design: str, prefix: str = "J") -> str:
    """The path of a new import job."""
    content = LIST.replace("J-", f"{prefix}-")
    job = data(await upload(api, content, designId=design, background=True), 202)["job"]
    return f"/api/import-jobs/{job['id']}"


async def until_state(api: Api, path: str, *states: str) -> dict[str, Any]:
    while True:
        job: dict[str, Any] = data(await api.get(path, as_=ENGINEER))["job"]
        if job["state"] in states:
            return job
        assert job["state"] in ("waiting", "working"), job
        await asyncio.sleep(0.05)


async def _count(api: Api, design: str) -> int:
    return int(data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"])


def _priorities(process: int) -> set[int]:
    threads = Path(f"/proc/{process}/task").iterdir()
    return {os.getpriority(os.PRIO_PROCESS, int(thread.name)) for thread in threads}


@pytest.mark.settings(background=("imports",))
async def test_imports_of_all_cells_are_done_in_a_process_of_their_own(settings: Settings) -> None:
    with cells_beside(settings, Cell(name="acme")):
        async with (
            serving(settings, import_program=IMPORT_PROGRAM) as cells,
            cells.calling(cell="acme") as acme,
            cells.calling() as first,
        ):
            process = cells.process.imports
            assert isinstance(process, ImportProcess)
            assert process.pid is None
            designs = [await scene.design(api) for api in (acme, first)]
            paths = [
                await begin_import(api, id_)
                for api, id_ in zip((acme, first), designs, strict=True)
            ]
            for api, path in zip((acme, first), paths, strict=True):
                assert (await until_state(api, path, "done"))["outcome"]["plan"]["parts"][
                    "new"
                ] == 3
            # Nothing was done here, and what did it let others go before while it read, not while it wrote.
            worker = first.services.of(ImportWorker)
            assert worker.done == 0
            begun = process.pid
            assert begun not in (None, os.getpid())
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert _priorities(begun or 0) == {own, min(own + NICENESS, 19)}
            assert os.getpriority(os.PRIO_PROCESS, begun or 0) == own

            async with first.services.database.transaction() as tx:
                for statement in SLOW[first.services.database.dialect]:
                    await tx.run(statement)
            design = await scene.design(first)
            path = await begin_import(first, design, "K")
            await until_state(first, path, "working")
            # SQLite lets nobody write, and so cancel, while the import does.
            if first.services.database.dialect == "postgres":
                cancelled = data(await first.post(f"{path}/cancel", as_=ENGINEER))["job"]
                assert (cancelled["state"], await _count(first, design)) == ("cancelled", 0)
                assert process.pid == begun
                data(await first.post(f"{path}/resume", as_=ENGINEER), 202)
                await until_state(first, path, "working")

            # Killed at its work: another one does it, at once and not after the time of a lease.
            os.kill(begun or 0, signal.SIGKILL)
            assert (await until_state(first, path, "done"))["outcome"]["plan"]["parts"]["new"] == 3
            assert await _count(first, design) == 3
            assert process.pid not in (None, begun)
            assert worker.done == 0
        assert process.pid is None


@pytest.mark.settings(background=("imports",))
async def test_a_process_that_does_not_start_is_not_started_again_and_again(
    settings: Settings, tmp_path: Path
) -> None:
    starts = tmp_path / "starts"
    program = ("sh", "-c", f"read order; echo start >> {starts}; exit 3")
    async with serving(settings, import_program=program) as cells, cells.calling() as api:
        path = await begin_import(api, await scene.design(api))
        for _ in range(600):
            if starts.exists():
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        assert data(await api.get(path, as_=ENGINEER))["job"]["state"] == "waiting"
    assert starts.read_text() == "start\n"


@pytest.mark.settings(background=("imports",))
async def test_a_cell_that_moved_is_imported_into_where_it_is_now(
    settings: Settings, tmp_path: Path
) -> None:
    moved = databases.fresh("sqlite", tmp_path).url
    with cells_beside(settings, Cell(name="acme")):
        async with (
            serving(settings, import_program=IMPORT_PROGRAM) as cells,
            cells.calling(cell="acme") as acme,
            asyncio.timeout(60),
        ):
            await until_state(acme, await begin_import(acme, await scene.design(acme)), "done")
            # Somebody follows its events, which keeps it open where it was.
            with cells.router.place("acme").entered():
                cells.router.take([Cell(name="acme", database=moved)])
                design = await scene.design(acme)
                await until_state(acme, await begin_import(acme, design), "done")
                assert await _count(acme, design) == 3


_TALKATIVE = """
import atexit
print("x" * 200_000)
print("{}", flush=True)
atexit.register(print, "said by a library")
from partwright.cli.import_process import main
main()
"""


@pytest.mark.settings(background=("imports",))
async def test_what_a_library_prints_there_harms_nothing(
    settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    program = (sys.executable, "-c", _TALKATIVE)
    async with (
        serving(settings, import_program=program) as cells,
        cells.calling() as api,
        asyncio.timeout(60),
    ):
        await until_state(api, await begin_import(api, await scene.design(api)), "done")
        process = cells.process.imports
        assert process is not None
        assert process.pid is not None
    assert "said by a library" in capfd.readouterr().err
