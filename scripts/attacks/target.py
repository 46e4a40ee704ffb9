"""Throw-away servers to attack: databases, the service in this process, or a process of its own."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from partwright.settings import Settings
from tests.support import databases
from tests.support.application import Api, running
from tests.support.postgres import Run

DIALECTS = {"sqlite": "sqlite", "postgresql": "postgres"}
"""What the command line calls a database -> what the harness calls it."""

UNLIMITED: dict[str, Any] = {
    "rate_limit_anonymous": 0,
    "rate_limit_authenticated": 0,
    "rate_limit_login": 0,
}


@contextmanager
def workshop() -> Iterator[Path]:
    """A directory, and a PostgreSQL server for as long as it is there."""
    run = Run()
    run.begin()
    try:
        with tempfile.TemporaryDirectory(prefix="partwright-attack-") as directory:
            yield Path(directory)
    finally:
        run.end()


def fresh_database(dialect: str, directory: Path) -> str:
    """The address of a migrated database with the people of the tests."""
    return databases.fresh(DIALECTS[dialect], directory).url


@asynccontextmanager
async def service(dialect: str, directory: Path) -> AsyncIterator[Api]:
    """The service in this process, without rate limits."""
    url = fresh_database(dialect, directory)
    settings = Settings(data_dir=directory / "data", database_url=url, **UNLIMITED)
    async with running(settings) as api:
        yield api
