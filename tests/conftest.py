"""The harness: a fresh database of each kind for each test, the service over it, and its people."""

import gc
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis.internal.conjecture import providers

from partwright.settings import Settings
from tests.support import databases
from tests.support.application import Api, running
from tests.support.databases import Database
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
    Person,
)
from tests.support.postgres import Run
from tests.support.process import ServerProcess
from tests.world import World

_run = Run()
# An example takes as long as the machine is busy; no test judges by the clock. The same code is asked
# for the same examples, whatever a worker has loaded before; --hypothesis-profile=explore looks for
# others, among them the words and numbers of the modules that are loaded.
hypothesis_settings.register_profile("explore", deadline=None)
hypothesis_settings.register_profile("suite", deadline=None, derandomize=True)
hypothesis_settings.load_profile("suite")


def _no_words_of_loaded_modules(config: pytest.Config) -> None:
    if config.getoption("--hypothesis-profile", default=None) in {None, "suite"}:
        none_yet = providers._local_constants  # pyright: ignore[reportPrivateUsage]
        providers._get_local_constants = lambda: none_yet  # pyright: ignore[reportPrivateUsage]


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors, as tests wait for servers and browsers as well."""
    return (os.cpu_count() or 1) + 1


def _keep_files_in_memory() -> None:
    """Have files of tests wait for no disk, unless the environment says where they go."""
    is_open = "TMPDIR" not in os.environ and os.access(_MEMORY, os.W_OK)
    if is_open and shutil.disk_usage(_MEMORY).free > _ROOM:
        # The workers of pytest-xdist, and what tests start, inherit the environment.
        os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30
"""Bytes that must be free; a run takes a few hundred million."""


def pytest_configure(config: pytest.Config) -> None:
    _keep_files_in_memory()
    _no_words_of_loaded_modules(config)
    config.addinivalue_line(
        "markers", "settings(**fields): settings of the service in this test, by field name"
    )
    config.addinivalue_line(
        "markers", "long: begun first, so that no process waits for it at the end"
    )
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        _run.begin()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    # Modules and tests live to the end: looking through them again and again takes a fifth of the time.
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    databases.close()
    _run.end()


@pytest.fixture(params=databases.DIALECTS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A migrated database with roles and people; the test runs on both kinds."""
    return databases.fresh(request.param, tmp_path)


@pytest.fixture(params=databases.DIALECTS)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without any table, of both kinds."""
    with databases.empty(request.param, tmp_path) as database:
        yield database


@pytest.fixture
def settings(request: pytest.FixtureRequest, database: Database, tmp_path: Path) -> Settings:
    """No rate limits; `@pytest.mark.settings(...)` changes fields."""
    fields = {
        "data_dir": tmp_path / "data",
        "database_url": database.url,
        "rate_limit_anonymous": 0,
        "rate_limit_authenticated": 0,
        "rate_limit_login": 0,
    }
    for marker in request.node.iter_markers("settings"):
        fields |= marker.kwargs
    return Settings(**fields)


@pytest.fixture
async def api(settings: Settings) -> AsyncIterator[Api]:
    async with running(settings) as api:
        yield api


@pytest.fixture
async def other_process(settings: Settings) -> AsyncIterator[Api]:
    """A second process of the same service over the same stores."""
    async with running(settings) as api:
        yield api


@pytest.fixture
def world(api: Api) -> World:
    """Scenes made by the engineer."""
    return World(api)


@pytest.fixture
def server(database: Database, tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts `partwright serve` on the database, with further settings by field name."""
    limits = dict.fromkeys(
        ("rate_limit_anonymous", "rate_limit_authenticated", "rate_limit_login"), 0
    )
    with ExitStack() as stack:

        def start(**settings: object) -> ServerProcess:
            given = {"database_url": database.url, **limits, **settings}
            return stack.enter_context(ServerProcess(tmp_path, **given))

        yield start


@pytest.fixture
def administrator() -> Person:
    return ADMINISTRATOR


@pytest.fixture
def engineer() -> Person:
    return ENGINEER


@pytest.fixture
def approver() -> Person:
    return APPROVER


@pytest.fixture
def viewer() -> Person:
    return VIEWER


@pytest.fixture
def outsider() -> Person:
    return OUTSIDER


@pytest.fixture
def roleless() -> Person:
    return ROLELESS
