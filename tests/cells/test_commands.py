"""`partwright cell`, and what the other commands do where there are cells."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from partwright.cells.catalogue import read_cells
from partwright.settings import Settings
from tests.cells.scene import serving
from tests.cli.commands import Ended, command
from tests.support import postgres
from tests.support.application import data
from tests.support.databases import Database
from tests.support.people import ENGINEER


@pytest.fixture
def settings(database: Database, settings: Settings) -> Iterator[Settings]:
    settings.data_dir.mkdir()
    yield settings
    if database.dialect == "postgres":
        name = database.url.partition("?")[0].rpartition("/")[2]
        with closing(postgres.connect(name)) as connection:
            for cell in ("acme", "bolt"):
                postgres.execute(connection, f"DROP SCHEMA IF EXISTS cell_{cell} CASCADE")


async def test_cells_are_made_listed_migrated_and_backed_up(
    settings: Settings,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setenv("PATH", f"{postgres.programs()}{os.pathsep}{os.environ['PATH']}")
    stores = ("--data-dir", settings.data_dir, "--database-url", database.url)

    async def run(*arguments: object, code: int = 0) -> Ended:
        capfdbinary.readouterr()
        ended = await command(*arguments, *stores)
        assert ended.code == code, ended
        printed = capfdbinary.readouterr().out.decode()
        return Ended(code, ended.out + printed, ended.err)

    hosts = ("--host", "Acme.example.org", "--host", "acme")
    told = await run("cell", "add", "acme", *hosts, "--admin-email", "ada@acme.org", "--json")
    made = json.loads(told.out)
    assert made["hosts"] == ["acme.example.org", "acme"]
    assert made["administrator"]["email"] == "ada@acme.org"
    assert "shown only once" in (await run("cell", "add", "bolt")).out
    assert "another one has the name" in (await run("cell", "add", "acme", code=2)).err
    assert "small letters" in (await run("cell", "add", "Corp", code=2)).err

    token = {"Authorization": f"Bearer {made['administrator']['token']}"}
    async with serving(settings) as cells, cells.calling("acme") as acme, cells.calling() as first:
        part = {"name": "Of acme"}
        data(await acme.http.post("/api/parts", json=part, headers=token), 201)
        assert (await first.http.get("/api/items", headers=token)).status_code == 401
        assert (await acme.get("/api/items", as_=ENGINEER)).status_code == 401
    listed = json.loads((await run("cell", "list", "--json")).out)
    assert [(one["name"], one["isWell"]) for one in listed] == [
        ("first", True),
        ("acme", True),
        ("bolt", True),
    ]
    assert "acme (acme.example.org, acme)" in (await run("cell", "list")).out
    # One command goes through all, and a flag or the environment names one.
    told = await run("migrate", "--json")
    assert json.loads(told.out) == {
        "migrations": [],
        "dryRun": False,
        "cells": {"first": [], "acme": [], "bolt": []},
        "problems": {},
    }
    assert json.loads((await run("migrate", "--cell", "bolt", "--json")).out) == {
        "migrations": [],
        "dryRun": False,
    }
    secret = (await run("token", "create", "--email", "ada@acme.org", "--cell", "acme")).out.strip()
    await run("token", "create", "--email", "ada@acme.org", code=1)
    monkeypatch.setenv("PARTWRIGHT_CELL", "acme")
    await run("token", "create", "--email", "ada@acme.org")
    monkeypatch.setenv("PARTWRIGHT_CELL", "nobody")
    assert "there is no cell nobody" in (await run("migrate", code=2)).err
    monkeypatch.delenv("PARTWRIGHT_CELL")
    assert secret.startswith("pw_")

    place = tmp_path / "place"
    assert "2 cells beside the first need --all-cells" in (await run("backup", place)).err
    taken = json.loads((await run("backup", place, "--all-cells", "--json")).out)
    assert {name: one["commit"] > 0 for name, one in taken.items()} == {
        "first": False,
        "acme": True,
        "bolt": False,
    }
    await lose(settings, database)
    told = await run("cell", "list")
    assert "acme (acme.example.org, acme): " in told.out
    findings = json.loads((await run("doctor", "--json", code=1)).out)
    assert [one["subject"] for one in findings if not one["isWell"]] == ["cell acme"]
    await run("restore", place / "cells" / "acme", "--cell", "acme")
    async with serving(settings) as cells, cells.calling("acme") as acme:
        found = data(await acme.http.get("/api/items", headers=token))["items"]
        assert [one["name"] for one in found] == ["Of acme"]

    # Nothing is deleted, nor done without a word; what stands beside the lines stays.
    listing = settings.data_dir / "cells.toml"
    listing.write_text(
        f"# Ours\n{listing.read_text()}# Ends here\n".replace("\n\n[[", "\n# Next\n[[")
    )
    assert "backup BACKUPS --cell bolt" in (await run("cell", "remove", "bolt", code=2)).err
    assert "there is no cell corp" in (await run("cell", "remove", "corp", "--yes", code=2)).err
    assert "installation itself" in (await run("cell", "remove", "first", "--yes", code=2)).err
    before = listing.read_text()
    left = json.loads((await run("cell", "remove", "acme", "--yes", "--json")).out)
    assert left["name"] == "acme"
    assert ("cell_acme" if database.dialect == "postgres" else "cells/acme/") in left["database"]
    assert listing.read_text().startswith('# Ours\n# Next\n[[cell]]\nname = "bolt"')
    assert [one.name for one in read_cells(settings)] == ["bolt"]
    listing.write_text(before)
    await run("cell", "remove", "bolt", "--yes")
    left_text = listing.read_text()
    assert left_text.startswith("# Ours\n[[cell]]")
    assert "# Next" not in left_text
    assert [one.name for one in read_cells(settings)] == ["acme"]
    listing.write_text(before)

    # What fails is named, and the rest goes on.
    await break_schema(settings, database)
    told = await run("migrate", code=1)
    assert "bolt: The database has the newest schema." in told.out.replace("\n", " ")
    assert "acme: the database was made by a newer Partwright" in told.err.replace("\n", " ")
    assert "not migrated: acme" in told.err


async def lose(settings: Settings, database: Database) -> None:
    if database.dialect == "sqlite":
        (settings.data_dir / "cells/acme/partwright.sqlite").unlink()
        return
    with closing(postgres.connect(database.url.partition("?")[0].rpartition("/")[2])) as connection:
        postgres.execute(connection, "DROP SCHEMA cell_acme CASCADE")


async def break_schema(settings: Settings, database: Database) -> None:
    statement = "UPDATE {}alembic_version SET version_num = '9999'"
    if database.dialect == "sqlite":
        with closing(sqlite3.connect(settings.data_dir / "cells/acme/partwright.sqlite")) as file:
            file.execute(statement.format(""))
            file.commit()
        return
    with closing(postgres.connect(database.url.partition("?")[0].rpartition("/")[2])) as connection:
        postgres.execute(connection, statement.format("cell_acme."))
