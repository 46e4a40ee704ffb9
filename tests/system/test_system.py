"""State of the server, as administrators are told it."""

import json
import shutil

from partwright import __version__
from partwright.settings import Settings
from tests.support.application import Api, data, refused, running
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER
from tests.world import World


async def test_administrators_see_how_the_server_is(
    api: Api, world: World, settings: Settings
) -> None:
    refused(await api.get("/api/system"), 401, "UNAUTHENTICATED")
    for person in (VIEWER, ENGINEER):
        refused(await api.get("/api/system", as_=person), 403, "FORBIDDEN")

    before = data(await api.get("/api/system", as_=ADMINISTRATOR))
    assert before["versions"]["server"] == __version__
    assert before["versions"]["schema"]
    is_file = settings.database.startswith("sqlite")
    assert before["storage"]["database"] == ("sqlite" if is_file else "postgresql")
    assert (before["storage"]["databaseBytes"] is not None) == is_file
    assert before["isVaultWell"] is True

    part = await world.part("Bracket")
    for content in (b"one", b"twoo"):
        sent = {"files": {"files": ("notes.txt", content)}}
        path = f"/api/items/{part['id']}/files/upload"
        data(await api.request("POST", path, as_=ENGINEER, **sent), 201)
    after = data(await api.get("/api/system", as_=ADMINISTRATOR))
    grown = {name: after["counts"][name] - before["counts"][name] for name in after["counts"]}
    assert grown["commits"] >= 1
    assert {name: grown[name] for name in ("people", "items", "files", "bytes")} == {
        "people": 0,
        "items": 1,
        "files": 2,
        "bytes": 7,
    }
    assert after["geometry"] == {"waiting": 0, "working": 0, "failed": 0}
    assert after["kernelFault"] == ""
    assert after["mail"] == {"waiting": 0, "failing": 0, "host": ""}
    assert after["limits"]["exportDays"] == settings.export_days
    assert after["trail"]["sealed"] + after["trail"]["waiting"] > after["trail"]["removed"] == 0
    assert "password" not in json.dumps(after)


async def test_a_vault_that_went_away_is_told(settings: Settings) -> None:
    async with running(settings) as api:
        shutil.rmtree(settings.data_dir / "vault")
        state = data(await api.get("/api/system", as_=ADMINISTRATOR))
        assert state["isVaultWell"] is False
