"""Installations in schemas of one PostgreSQL database, made by a role without rights beyond it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from partwright.kit.postgres_address import postgres_address
from partwright.migrations.schema import is_current, migrate
from partwright.settings import Settings, WrongSetting, load
from tests.cli.commands import command
from tests.support import databases, postgres
from tests.support.application import Api, data, running
from tests.support.people import ENGINEER

WHERE = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm'"


@pytest.fixture(autouse=True)
def postgres_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{postgres.programs()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def owned() -> Iterator[str]:
    """The address of an empty database of a plain role."""
    name = f"owner_{os.getpid()}"
    with contextlib.closing(postgres.connect("postgres")) as connection:
        postgres.execute(connection, f"CREATE ROLE {name} LOGIN")
        postgres.execute(connection, f"CREATE DATABASE {name} OWNER {name}")
        try:
            yield postgres.url(name).replace("postgres@", f"{name}@")
        finally:
            postgres.execute(connection, f"DROP DATABASE {name} WITH (FORCE)")
            postgres.execute(connection, f"DROP ROLE {name}")


def execute(url: str, statement: str) -> list[tuple[object, ...]]:
    with postgres.psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(statement.encode())
        return found.fetchall() if found.description else []


async def make(api: Api, name: str) -> str:
    part = data(await api.post("/api/parts", {"name": name}, as_=ENGINEER), 201)
    return str(part["id"])


async def found(api: Api, word: str) -> set[str]:
    listed = data(await api.get("/api/items", params={"search": word}, as_=ENGINEER))["items"]
    ranked = data(await api.get("/api/search", params={"q": word}, as_=ENGINEER))
    names = {one["name"] for one in listed}
    assert {hit["name"] for group in ranked["groups"] for hit in group["hits"]} == names
    return names


async def test_two_schemas_of_one_database_see_nothing_of_each_other(
    owned: str, tmp_path: Path
) -> None:
    databases.first_rows(owned)
    assert execute(owned, WHERE) == [("extensions",)]
    # As migrations of earlier versions made it: beside the tables, where no other schema looks.
    name = owned.partition("//")[2].partition("@")[0]
    execute(postgres.url(name), "ALTER EXTENSION pg_trgm SET SCHEMA public")
    first = Settings(data_dir=tmp_path / "first", database_url=owned, rate_limit_authenticated=0)
    async with running(first) as api:
        await make(api, "Bracket of the first")
        second = msgspec.structs.replace(
            first, data_dir=tmp_path / "second", database_schema="cell_second"
        )
        databases.first_rows(second.database)
        async with running(second) as other:
            part = await make(other, "Bracket of the second")
            assert (await api.get(f"/api/items/{part}", as_=ENGINEER)).status_code == 404
            assert await found(other, "bracket") == {"Bracket of the second"}
        await make(api, "Bracket made later")
        assert await found(api, "bracket") == {"Bracket of the first", "Bracket made later"}
    assert migrate(owned) == migrate(second.database) == []
    assert is_current(second.database)

    await a_backup_is_of_one_schema(first, second, tmp_path)


async def a_backup_is_of_one_schema(first: Settings, second: Settings, tmp_path: Path) -> None:
    async def run(settings: Settings, *arguments: object, status: int = 0) -> str:
        stores = ("--data-dir", settings.data_dir, "--database-url", settings.database)
        ended = await command(*arguments, *stores)
        assert ended.code == status, ended
        return ended.err

    for settings in (first, second):
        settings.data_dir.mkdir(exist_ok=True)
        await run(settings, "backup", tmp_path / f"backup-{settings.data_dir.name}")
    execute(first.database, "DROP SCHEMA cell_second CASCADE")
    backups = {name: tmp_path / f"backup-{name}" for name in ("first", "second")}
    emptied = msgspec.structs.replace(second, data_dir=tmp_path / "emptied")
    told = await run(emptied, "restore", backups["first"], status=1)
    assert "the copy is of the schema public, and this is cell_second" in told
    emptied = msgspec.structs.replace(second, data_dir=tmp_path / "again")
    await run(emptied, "restore", backups["second"])
    async with running(emptied) as api:
        assert await found(api, "bracket") == {"Bracket of the second"}


def test_the_schema_is_a_setting() -> None:
    given = {"PARTWRIGHT_DATABASE_URL": "postgresql://me@db/plm?connect_timeout=3"}
    settings = load({**given, "PARTWRIGHT_DATABASE_SCHEMA": "plm_2"})
    path = "-csearch_path%3Dplm_2,extensions"
    url, is_prepared, schema = postgres_address(settings.database)
    assert url == f"postgresql://me@db/plm?connect_timeout=3&options={path}"
    assert (is_prepared, schema) == (True, "plm_2")
    own = postgres_address("postgresql://db/plm?options=-cjit%3Doff&schema=a")
    assert own.url == "postgresql://db/plm?options=-cjit%3Doff%20-csearch_path%3Da,extensions"
    for name in ("Plm", "a,b", "1a"):
        with pytest.raises(WrongSetting, match="DATABASE_SCHEMA"):
            load({**given, "PARTWRIGHT_DATABASE_SCHEMA": name})
    with pytest.raises(WrongSetting, match="needs PostgreSQL"):
        load({"PARTWRIGHT_DATABASE_SCHEMA": "a"})
    pooled = {"PARTWRIGHT_DATABASE_URL": "postgresql://me@db/plm?prepare=off"}
    address = postgres_address(load({**pooled, "PARTWRIGHT_DATABASE_SCHEMA": "a"}).database)
    assert (address.url, address.is_prepared) == ("postgresql://me@db/plm", False)
    assert address.path_of_transactions == 'SET LOCAL search_path = "a", "extensions"'
