"""PostgreSQL as companies run it: behind a pooler, with other defaults, without a superuser."""

import asyncio
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from partwright.cells.catalogue import Cell, settings_of
from partwright.kit.db import open_database
from partwright.migrations.schema import is_current, migrate
from partwright.settings import Settings
from tests.cells.scene import cells_beside, serving
from tests.cli.commands import command
from tests.kit.db.counters import add, stored
from tests.support import databases, postgres
from tests.support.application import Api, data, running
from tests.support.people import ENGINEER
from tests.support.pooler import pooling

RAISE = "UPDATE counters SET last = last + 1 WHERE prefix = :prefix"


@pytest.fixture
def pooled() -> Iterator[str]:
    """The address of a fresh database behind pgbouncer in transaction mode."""
    with pooling(databases.fresh_postgres()) as url:
        yield url


async def test_a_pooler_that_gives_each_transaction_another_connection(
    pooled: str, tmp_path: Path
) -> None:
    url = f"{pooled}?prepare=off"
    migrate(url)
    assert is_current(url)
    settings = Settings(data_dir=tmp_path / "data", database_url=url, statement_seconds=30)
    async with running(settings) as api:
        made = data(await api.post("/api/designs", {"name": "D", "code": "D"}, as_=ENGINEER), 201)
        # Each statement comes more often than it takes psycopg to prepare it.
        parts = await asyncio.gather(*[work(api, made["id"], number) for number in range(24)])
    assert len(set(parts)) == 24


async def test_cells_share_a_pooler_whatever_the_default_isolation(
    postgres_role: str, tmp_path: Path
) -> None:
    name, acme = postgres_role.partition("?")[0].rpartition("/")[2], Cell(name="acme")
    direct = Settings(data_dir=tmp_path / "data", database_url=postgres_role, statement_seconds=30)
    with contextlib.ExitStack() as stack:
        for level in ("read committed", "repeatable read", "serializable"):
            with contextlib.closing(postgres.connect("postgres")) as connection:
                set_level = f"SET default_transaction_isolation = '{level}'"
                postgres.execute(connection, f"ALTER ROLE {name} {set_level}")
            with pooling(name, name) as url:
                settings = msgspec.structs.replace(direct, database_url=f"{url}?prepare=off")
                for own in (settings, settings_of(settings, acme)):
                    migrate(own.database)
                    assert is_current(own.database)
                if level == "read committed":
                    databases.first_rows(direct.database)
                    stack.enter_context(cells_beside(direct, acme))
                await work_in_cells(settings, code=level[:3].upper() + level[-3:].upper())
                given = ("--data-dir", settings.data_dir, "--database-url", settings.database)
                failed = await command("backup", tmp_path / level, *given)
                assert (failed.code, "got that of a pooler" in failed.err) == (1, True), failed


async def work_in_cells(settings: Settings, *, code: str) -> None:
    """Writers and readers of both cells at once; each cell has its own rows alone."""
    async with (
        serving(settings) as cells,
        cells.calling(cell="acme") as acme,
        cells.calling() as first,
    ):
        designs = []
        for api, prefix in ((acme, "A"), (first, "F")):
            made = await api.post(
                "/api/designs", {"name": "D", "code": prefix + code}, as_=ENGINEER
            )
            designs.append((api, data(made, 201)["id"]))
        works = [work(api, design, n) for n in range(8) for api, design in designs]
        await asyncio.gather(*works)
        for api, design in designs:
            listed = data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))
            assert listed["total"] == 8
        for (api, _), (_, other) in zip(designs, designs[::-1], strict=True):
            assert (await api.get(f"/api/designs/{other}", as_=ENGINEER)).status_code == 404


async def work(api: Api, design_id: str, number: int) -> str:
    body = {"name": f"Part {number}", "designId": design_id}
    part = data(await api.post("/api/parts", body, as_=ENGINEER), 201)
    path = f"/api/items/{part['id']}"
    data(await api.put(path, {"name": f"Part {number}, again"}, as_=ENGINEER))
    for read in (path, f"{path}/history", f"{path}/bom", f"/api/items?designId={design_id}"):
        data(await api.get(read, as_=ENGINEER))
    return str(part["itemNumber"])


async def test_a_role_without_rights_beyond_its_own_database_and_another_isolation(
    postgres_role: str,
) -> None:
    assert not is_current(postgres_role)
    migrate(postgres_role)
    migrate(postgres_role)
    assert is_current(postgres_role)
    database = await open_database(postgres_role)
    async with database.transaction() as tx:
        await add(tx, "a")

    async def count_up() -> None:
        async with database.transaction() as tx:
            await tx.run(RAISE, prefix="a")

    # With the level that this role has by default, all but one would be lost.
    await asyncio.gather(*[count_up() for _ in range(12)])
    async with database.single_reads() as reads:
        assert await reads.all(int, "SELECT last FROM counters") == [12]
    assert await stored(database) == ["a"]
    await database.close()


@pytest.fixture
def postgres_role() -> Iterator[str]:
    """The address of an empty database of a plain role."""
    name = f"plain_{os.getpid()}"
    with contextlib.closing(postgres.connect("postgres")) as connection:
        postgres.execute(connection, f"CREATE ROLE {name} LOGIN")
        level = "SET default_transaction_isolation = 'serializable'"
        postgres.execute(connection, f"ALTER ROLE {name} {level}")
        postgres.execute(connection, f"CREATE DATABASE {name} OWNER {name}")
        try:
            yield postgres.url(name).replace("postgres@", f"{name}@")
        finally:
            postgres.execute(connection, f"DROP DATABASE {name} WITH (FORCE)")
            postgres.execute(connection, f"DROP ROLE {name}")
