"""Storage is counted and bounded, by user and by program; exports expire."""

import os
import time

import pytest

from partwright.kit import clock
from partwright.reports.export_service import expire_exports
from partwright.settings import Settings
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, Person
from tests.vault.scene import Vault
from tests.world import NOBODY, World

QUOTA = 1000


async def usage(api: Api, program_id: str | None = None, *, as_: Person = ENGINEER) -> dict:
    params = {} if program_id is None else {"programId": program_id}
    return dict(data(await api.get("/api/usage", as_=as_, params=params)))


@pytest.mark.settings(quota_user=QUOTA, quota_program=QUOTA - 200)
async def test_users_and_programs_have_so_much_room(api: Api, vault: Vault, world: World) -> None:
    program = await world.program(members={ENGINEER: "engineer"})
    design = await world.design(programId=program["id"])
    part, free = await world.part(designId=design["id"]), await world.part()
    file = await vault.add(part, b"a" * 300)
    other = await vault.as_(ADMINISTRATOR).send(part, {"file": ("b.txt", b"b" * 400)})
    assert other.status_code == 201
    assert await usage(api, program["id"]) == {
        "user": {"files": 1, "bytes": 300, "limit": QUOTA},
        "program": {"files": 2, "bytes": 700, "limit": QUOTA - 200},
    }

    over = refused(await vault.send(part, {"file": ("c", b"c" * 101)}), 413, "PAYLOAD_TOO_LARGE")
    assert "The program may store 800 bytes; 801 would be in use" in over["message"]
    assert over["details"][0]["field"] == "usage"
    data(await api.post(f"/api/files/{file['id']}/checkout", {}, as_=ENGINEER))
    again = {"file": ("bracket.step", b"d" * 101)}
    path = f"/api/files/{file['id']}/checkin"
    refused(await api.post(path, as_=ENGINEER, files=again), 413, "PAYLOAD_TOO_LARGE")
    data(await api.post(path, as_=ENGINEER, files={"file": ("bracket.step", b"d" * 100)}))

    assert (await vault.send(free, {"file": ("e", b"e" * 600)})).status_code == 201
    over = refused(await vault.send(free, {"file": ("f", b"f")}), 413, "PAYLOAD_TOO_LARGE")
    assert "You may store" in over["message"]
    # What was refused has left nothing behind, and what is deleted counts on: revisions show it.
    data(await api.delete(f"/api/files/{file['id']}", as_=ENGINEER))
    assert (await usage(api))["user"] == {"files": 3, "bytes": QUOTA, "limit": QUOTA}


async def test_usage_is_told_to_who_sees_the_program(api: Api, world: World) -> None:
    program = await world.program(members={ENGINEER: "viewer"})
    assert await usage(api) == {
        "user": {"files": 0, "bytes": 0, "limit": 1 << 40},
        "program": None,
    }
    assert (await usage(api, program["id"]))["program"]["files"] == 0
    for person, program_id in ((OUTSIDER, program["id"]), (ENGINEER, NOBODY)):
        answer = await api.get("/api/usage", as_=person, params={"programId": program_id})
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    answer = await api.get("/api/usage", as_=ENGINEER, params={"programId": "x"})
    refused(answer, 400, "VALIDATION_ERROR")
    refused(await api.get("/api/usage"), 401, "UNAUTHENTICATED")


async def test_exports_expire(api: Api, world: World, settings: Settings) -> None:
    await world.part("Exported")
    columns = [{"fieldPath": "name", "label": "Name", "displayOrder": 1, "isVisible": True}]
    body = {"name": "Parts", "itemType": "Part", "columns": columns}
    report = data(await api.post("/api/reports", body, as_=ENGINEER), 201)["report"]
    path = f"/api/reports/{report['id']}/export"
    assert (await api.post(path, {}, as_=ENGINEER)).status_code == 200
    objects = [p for p in (settings.data_dir / "vault" / "objects").rglob("*") if p.is_file()]
    assert len(objects) == 1
    database, contents = api.services.database, api.services.contents
    assert await expire_exports(database, contents, days=30) == 0
    old = time.time() - 2 * 86_400
    os.utime(objects[0], (old, old))
    async with database.transaction() as tx:
        at = clock.moment_later(seconds=-31 * 86_400)
        await tx.run("UPDATE kept_contents SET created_at = :at", at=at)
    assert await expire_exports(database, contents, days=0) == 0
    assert await expire_exports(database, contents, days=30) == 1
    assert not objects[0].exists()
    runs = data(await api.get(f"/api/reports/{report['id']}/executions", as_=ENGINEER))
    assert len(runs["exports"]) == 1
