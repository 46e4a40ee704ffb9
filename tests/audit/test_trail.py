"""The audit trail: who did, or was refused, what no commit tells of; and its chain."""

import asyncio
from typing import Any

import msgspec
import pytest

from partwright import app
from partwright.audit import trail_service
from partwright.audit.actions import ACTIONS, UNTOLD
from partwright.audit.trail_service import expire_entries, seal_entries, verify_entries
from partwright.cli.audit import verify
from partwright.cli.flags import CellStoreFlags
from partwright.kit import clock
from partwright.kit.db import Database
from partwright.settings import Settings
from partwright.system import background
from tests.support.application import Api, data, problems, refused, running
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD, VIEWER
from tests.world import World

NEW_SECRET = "another long secret 41"


async def entries(api: Api, query: str = "limit=100") -> list[dict[str, Any]]:
    found = data(await api.get(f"/api/audit?{query}", as_=ADMINISTRATOR))["entries"]
    return list(found)


async def breaches(database: Database) -> list[int]:
    return [breach.number for breach in (await verify_entries(database)).breaches]


async def run(database: Database, sql: str) -> None:
    async with database.transaction() as tx:
        assert await tx.run(sql) > 0


async def test_a_body_that_is_no_text_is_noted_by_its_length(api: Api) -> None:
    for body in (b'{"name":"\xed\xa0\x80"}', b'{"name":', b"[" * 5_000):
        headers = {"Content-Type": "application/json"}
        path = f"/api/users/{VIEWER.id}"
        answer = await api.request("PUT", path, as_=ENGINEER, content=body, headers=headers)
        assert answer.status_code in (400, 403)
        if answer.status_code == 403:
            assert (await entries(api, "limit=1"))[0]["details"]["body"] == {"bytes": len(body)}


async def test_each_act_is_one_entry(world: World, api: Api) -> None:
    login = {"email": ENGINEER.email, "password": "wrong password"}
    refused(await api.post("/api/auth/login", login), 401, "INVALID_CREDENTIALS")
    session = data(await api.post("/api/auth/login", login | {"password": PASSWORD}))
    role = {"name": "Buyer", "permissions": ["parts.read"]}
    refused(await api.post("/api/roles", role, as_=VIEWER), 403, "FORBIDDEN")
    made = data(await api.post("/api/roles", role, as_=ADMINISTRATOR), 201)
    path = f"/api/roles/{made['id']}"
    data(await api.put(path, {"permissions": ["parts.read", "users.read"]}, as_=ADMINISTRATOR))
    key = {"Idempotency-Key": "once"}
    program = {"name": "Lander"}
    answers = [
        await api.request("POST", "/api/programs", as_=ADMINISTRATOR, json=program, headers=key)
        for _ in range(2)
    ]
    program_id = data(answers[1], 201)["id"]
    own = {"name": "T", "scopes": ["parts.read"]}
    token = data(await api.post("/api/auth/tokens", own, as_=ENGINEER), 201)
    data(await api.delete(f"/api/auth/tokens/{token['id']}", as_=ENGINEER))
    user = {"currentPassword": PASSWORD, "password": NEW_SECRET}
    data(await api.put(f"/api/users/{VIEWER.id}", user, as_=VIEWER))
    document = await world.item("Document", "Sheet")
    upload = {"files": {"file": ("sheet.txt", b"Sheet")}}
    path = f"/api/items/{document['id']}/files/upload"
    answer = await api.request("POST", path, as_=ENGINEER, **upload)
    file = data(answer, 201)["files"][0]
    before = len(await entries(api))
    assert (await api.get(f"/api/files/{file['id']}/download", as_=ENGINEER)).content == b"Sheet"
    part = await world.part()
    export = f"/api/items/{part['id']}/bom/export?format=csv"
    assert (await api.get(export, as_=ENGINEER)).status_code == 200

    told = await entries(api)
    # Reading and refused bodies are no acts.
    assert "limit" in problems(await api.get("/api/audit?limit=0", as_=ADMINISTRATOR))
    assert len(told) == before + 2 == len(await entries(api))
    lines = [(e["action"], e["outcome"], e["actorName"], e["subject"]) for e in reversed(told)]
    assert lines[-11:] == [
        ("user.signed_on", "INVALID_CREDENTIALS", None, None),
        ("user.signed_on", "done", ENGINEER.name, None),
        ("role.created", "FORBIDDEN", VIEWER.name, None),
        ("role.created", "done", ADMINISTRATOR.name, made["id"]),
        ("role.changed", "done", ADMINISTRATOR.name, made["id"]),
        ("program.created", "done", ADMINISTRATOR.name, program_id),
        ("token.created", "done", ENGINEER.name, token["id"]),
        ("token.revoked", "done", ENGINEER.name, token["id"]),
        ("user.changed", "done", VIEWER.name, VIEWER.id),
        ("file.downloaded", "done", ENGINEER.name, file["id"]),
        ("bom.exported", "done", ENGINEER.name, part["id"]),
    ]
    text = str(told)
    for secret in (PASSWORD, "wrong password", NEW_SECRET, token["token"], session["token"]):
        assert secret not in text
    (failed,) = [e for e in told if e["outcome"] == "INVALID_CREDENTIALS"]
    assert failed["details"]["body"]["email"] == ENGINEER.email
    assert failed["address"]
    assert failed["requestId"]
    assert [e["action"] for e in await entries(api, "action=role.changed&outcome=done")] == [
        "role.changed"
    ]
    refused(await api.get("/api/audit", as_=ENGINEER), 403, "FORBIDDEN")


async def test_what_is_changed_in_the_trail_is_named(
    world: World, api: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    database = api.services.database
    for number in range(5):
        await world.program(f"Program {number}")
    sealed = await seal_entries(database)
    assert sealed >= 5
    assert await seal_entries(database) == 0
    assert await breaches(database) == []
    first = await entries(api, "after=0&limit=3")
    rest = await entries(api, f"after={first[-1]['number']}&limit=1000")
    assert [e["number"] for e in first + rest] == list(range(1, sealed + 1))
    found = await entries(api, "number.from=2&number.to=3&sort=number:asc")
    assert [e["number"] for e in found] == [2, 3]
    for nowhere in ("1e999", "9223372036854775808", "0.5", "-1"):
        assert await entries(api, f"number={nowhere}") == []
    flags = CellStoreFlags(database_url=api.services.settings.database)
    assert await asyncio.to_thread(verify, flags=flags) == 0
    anchor = capsys.readouterr().out.strip().rpartition(" ")[2]
    assert await asyncio.to_thread(verify, trail_anchor=anchor, flags=flags) == 0
    assert await asyncio.to_thread(verify, trail_anchor=f"{sealed}:abc", flags=flags) == 1

    await run(database, "UPDATE audit_entries SET actor_name = 'Nobody' WHERE number = 2")
    assert await breaches(database) == [2]
    assert await asyncio.to_thread(verify, flags=flags) == 1
    assert "entry 2: audit_entries is not what was sealed" in capsys.readouterr().out
    await run(database, "DELETE FROM audit_entries WHERE number = 2")
    assert await breaches(database) == [2]
    await run(database, f"DELETE FROM audit_entries WHERE number = {sealed}")
    assert await breaches(database) == [2, sealed]
    await run(
        database,
        "INSERT INTO audit_entries (id, happened_at, action, outcome, address, request_id)"
        " VALUES ('x', '2020-01-01T00:00:00.000Z', 'user.signed_on', 'done', '::1', 'r')",
    )
    assert await seal_entries(database) == 0
    assert await breaches(database) == [0, 2, sealed]


async def test_the_server_numbers_entries_by_itself(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "_ENTRY_SECONDS", 0.02)
    async with running(settings) as api, asyncio.timeout(30):
        numbered: list[dict[str, Any]] = []
        while not numbered:
            # Short reads of SQLite do not give way to others.
            await asyncio.sleep(0.02)
            numbered = await entries(api, "after=0")
    assert [entry["number"] for entry in numbered] == list(range(1, len(numbered) + 1))


async def test_entries_are_removed_after_their_time(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = api.services.database
    await world.program("Old")
    sealed = await seal_entries(database)
    later = clock.moment_later(seconds=3600)
    monkeypatch.setattr(trail_service.clock, "moment_later", lambda *, days: later)
    assert await expire_entries(database, days=0) == 0
    assert await expire_entries(database, days=1) == sealed
    assert [e["action"] for e in await entries(api)] == ["audit.expired"]
    await world.program("New")
    await seal_entries(database)
    assert await breaches(database) == []
    assert [e["number"] for e in await entries(api, "after=0")] == [sealed + 1, sealed + 2]


async def test_settings_are_told_once_and_without_secrets(api: Api, settings: Settings) -> None:
    database = api.services.database
    secret = "a password of the settings"
    changed = msgspec.structs.replace(
        settings,
        admin_password=secret,
        sign_votes=True,
        smtp_url=f"smtp://ada:{secret}@mail/",
        database_url=f"postgresql://host/db?password={secret}",
        database_replicas=(f"postgresql://ada:{secret}@replica/db",),
    )
    for _ in range(2):
        await trail_service.note_settings(database, changed)
    told = await entries(api, "action=server.configured")
    assert [e["details"]["sign_votes"] for e in told] == [True, False]
    assert told[0]["details"]["smtp_url"] == "smtp://mail/"
    assert told[0]["details"]["database_replicas"] == "('postgresql://replica/db',)"
    assert secret not in str(told)


def test_every_act_is_told_or_left_out_on_purpose() -> None:
    present = {(e.method, e.path.replace(":str", "")): e for e in app.endpoints()}
    assert ACTIONS.keys() <= present.keys()
    assert {path for _, path in present} >= UNTOLD
    unknown = {
        f"{method} {path}"
        for method, path in present
        if method != "GET"
        and (method, path) not in ACTIONS
        and path not in UNTOLD
        and not path.startswith(COMMITTED)
    }
    assert unknown == set()


COMMITTED = (
    *("/api/items", "/api/parts", "/api/documents", "/api/relationships", "/api/files/{file_id}"),
    *("/api/branches", "/api/commits", "/api/import", "/api/designs/{design_id}/branches"),
    *("/api/change-orders", "/api/design-engine/sessions/{session_id}/materialize"),
)
"""Where commits, or the history of an item or a change order, tell who wrote what."""
