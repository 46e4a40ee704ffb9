"""One scene, made once by each process for each kind of database; each test has a copy."""

import asyncio
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from partwright.settings import Settings
from tests.contract.scene import Scene, made
from tests.support import databases, postgres
from tests.support.application import running
from tests.support.databases import Database

_ROWS = "contract_scene"


class _Kept:
    """A scene beside its database: its ids, and its files."""

    def __init__(self, dialect: str) -> None:
        directory = Path(tempfile.mkdtemp(dir=postgres.run_directory()))
        database = databases.fresh(dialect, directory)
        self.files = directory / "data"
        # In a thread of its own, since the test that asks may have an event loop already.
        with ThreadPoolExecutor(1) as thread:
            self.scene = thread.submit(asyncio.run, self._made(database)).result()
        databases.keep(database, _ROWS)

    async def _made(self, database: Database) -> Scene:
        settings = Settings(
            data_dir=self.files,
            database_url=database.url,
            rate_limit_authenticated=0,
            rate_limit_login=0,
        )
        async with running(settings) as api:
            return await made(api)


_kept: dict[str, _Kept] = {}


@pytest.fixture(params=databases.DIALECTS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """The scene's, on both kinds."""
    if not databases.are_kept(request.param, _ROWS):
        _kept[request.param] = _Kept(request.param)
    shutil.copytree(_kept[request.param].files, tmp_path / "data")
    return databases.fresh(request.param, tmp_path, rows=_ROWS)


@pytest.fixture
def scene(database: Database) -> Scene:
    """A program that the engineer leads and the viewer sees, with something of everything."""
    return _kept[database.dialect].scene
