import os

import pytest

from tests.support import postgres
from tests.support.databases import Database


@pytest.fixture
def database(database: Database) -> Database:
    """At its own address: no pooler lets a dump through."""
    return database._replace(url=database.own_url)


@pytest.fixture(autouse=True)
def postgres_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the run's own server come first: a dump needs them as new as it is."""
    monkeypatch.setenv("PATH", f"{postgres.programs()}{os.pathsep}{os.environ['PATH']}")
