"""`partwright design`: from a sentence to items, on the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import command, partwright
from tests.support.application import Api, data
from tests.support.databases import Database
from tests.support.people import ADMINISTRATOR
from tests.support.process import ServerProcess

LAMP = "A desk lamp with an arm of 600 mm and an LED of 8 W"


async def test_a_sentence_becomes_items(api: Api, directory: Path, database: Database) -> None:
    stores = ("--database-url", database.url, "--data-dir", directory)
    ended = await command("design", LAMP, "--yes", *stores)
    assert ended.code == 0, ended.err
    assert "-- requirements drafting" in ended.err
    assert "propose_nodes" in ended.err
    assert "1 x Desk lamp (Manufacture)" in ended.out
    designs = data(await api.get("/api/designs", as_=ADMINISTRATOR))["designs"]
    assert [design["name"] for design in designs] == ["Desk lamp"]
    items = await api.get("/api/items", as_=ADMINISTRATOR, params={"designId": designs[0]["id"]})
    assert data(items)["total"] == ended.out.count("\nPN-0") + ended.out.count("\nREQ-0")


async def test_without_a_yes_it_stops_and_can_be_gone_on_with(
    api: Api, directory: Path, database: Database
) -> None:
    stores = ("--database-url", database.url, "--data-dir", directory)
    ended = await command("design", LAMP, *stores)
    assert ended.code == 1
    assert "--yes" in ended.err
    session = ended.err.split("Session ")[1].split()[0]
    ended = await command("design", "--session", session, "--yes", *stores)
    assert (ended.code, "-- bom drafting" in ended.err) == (0, True), ended.err
    assert await status(api, session) == "completed"


async def status(api: Api, session: str) -> str:
    answer = await api.get(f"/api/design-engine/sessions/{session}", as_=ADMINISTRATOR)
    return str(data(answer)["session"]["status"])


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_through_a_server_the_stream_is_followed(server: Callable[..., ServerProcess]) -> None:
    process = server()
    there = ("--server", process.url, "--token", ADMINISTRATOR.token)
    ended = partwright("design", LAMP, "--yes", *there)
    assert ended.code == 0, ended.err
    assert "no language model" in ended.err
    assert "Design " in ended.out


def test_what_it_is_called_wrongly_with(directory: Path) -> None:
    for arguments in ((), (LAMP, "--session", "x"), (LAMP, "--answer", "load")):
        assert partwright("design", *arguments, "--data-dir", directory).code == 2
