"""Nothing of one cell is in another: every GET route, asked with all that another cell has given out."""

import re
from typing import Any

import pytest

from partwright.app import endpoints
from partwright.cells.catalogue import Cell
from partwright.kit import clock
from partwright.settings import Settings
from tests.cells.scene import cells_beside, serving
from tests.support.application import Api, data, session_cookie
from tests.support.people import ADMINISTRATOR, ENGINEER, PASSWORD
from tests.vault.scene import Vault
from tests.world import World

MARK = "Kestrel"
"""Stands in all texts of the one cell, and nowhere else."""
ENDLESS = ("/events", "/follow")


async def fill(api: Api) -> dict[str, str]:
    """Something of every kind; the ids by the names that paths have for them."""
    world, vault = World(api), Vault(api)
    program = await world.program(f"{MARK} program")
    design = await world.design(f"{MARK} design", code="KST")
    top = await world.part(f"{MARK} top", designId=design["id"], itemNumber="KST-1")
    part = await world.part(f"{MARK} part", designId=design["id"])
    await world.relate(top, part)
    file = await vault.add(top, f"{MARK} text".encode(), name=f"{MARK}.txt")
    order = await world.change_order(f"{MARK} change")
    branch = await world.branch(design, f"{MARK} branch")
    commits = data(await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))["commits"]
    workflows = data(await api.get("/api/workflows", as_=ADMINISTRATOR))["workflows"]
    columns = [
        {"fieldPath": path, "label": path, "displayOrder": place, "isVisible": True}
        for place, path in enumerate(("itemNumber", "name"))
    ]
    body = {"name": f"{MARK} report", "itemType": "Part", "columns": columns}
    report = data(await api.post("/api/reports", body, as_=ENGINEER), 201)["report"]
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    body = {"description": f"{MARK} bracket", "programId": program["id"]}
    begun = await api.post("/api/design-engine/sessions", body, as_=ADMINISTRATOR)
    session = data(begun, 201)["session"]
    bolt = await world.part(f"{MARK} bolt")
    await world.release(bolt)
    body = {"itemId": bolt["id"], "expiresAt": clock.moment_later(days=9)}
    share = data(await api.post("/api/shares", body, as_=ENGINEER), 201)["share"]
    return {
        "item_id": top["id"],
        "number": "KST-1",
        "user_id": ENGINEER.id,
        "role_id": roles[0]["id"],
        "program_id": program["id"],
        "design_id": design["id"],
        "branch_id": branch["id"],
        "commit_id": commits[0]["id"],
        "file_id": file["id"],
        "version": "1",
        "order_id": order["id"],
        "workflow_id": workflows[0]["id"],
        "report_id": report["id"],
        "session_id": session["id"],
        "share_id": share["id"],
    }


def paths(ids: dict[str, str]) -> list[str]:
    found = []
    for endpoint in endpoints():
        if endpoint.method != "GET" or endpoint.path.endswith(ENDLESS):
            continue
        names = re.findall(r"\{(\w+):", endpoint.path)
        path = endpoint.path
        for name in names:
            path = re.sub(rf"\{{{name}:\w+\}}", ids.get(name, ids["item_id"]), path)
        found.append(path)
    assert len(found) > 130
    return found


async def test_no_route_gives_what_is_another_cells(settings: Settings) -> None:
    with cells_beside(settings, Cell(name="acme"), Cell(name="bolt")):
        async with (
            serving(settings) as cells,
            cells.calling(cell="acme") as acme,
            cells.calling(cell="bolt") as bolt,
        ):
            ids = await fill(acme)
            body = {"name": "only here"}
            made = data(await acme.post("/api/auth/tokens", body, as_=ADMINISTRATOR), 201)
            token = {"Authorization": f"Bearer {made['token']}"}
            login = await acme.post(
                "/api/auth/login", {"email": ADMINISTRATOR.email, "password": PASSWORD}
            )
            assert login.status_code == 200, login.text
            session = data(login)["token"]
            for path in paths(ids):
                own = await acme.http.get(path, headers=token)
                tag = {"If-None-Match": own.headers["etag"]} if "etag" in own.headers else {}
                await ask_elsewhere(bolt, path, own, token, tag, ids)
                await refuses_token(bolt, path, {"Authorization": f"Bearer {session}"})
            # What was asked there with all that has left nothing behind here.
            found = data(await acme.get("/api/items", as_=ENGINEER))["items"]
            assert all(MARK in one["name"] for one in found)


async def refuses_token(other: Api, path: str, headers: dict[str, str]) -> None:
    answer = await other.http.get(path, headers=headers)
    plain = await other.http.get(path)
    assert answer.status_code == plain.status_code, path
    assert MARK not in answer.text, path


async def ask_elsewhere(
    other: Api, path: str, own: Any, token: dict[str, str], tag: dict[str, str], ids: dict[str, str]
) -> None:
    """With the token, as a cookie too, and as somebody who may see everything there."""
    await refuses_token(other, path, token)
    secret = token["Authorization"].partition(" ")[2]
    names = [session_cookie(other), "partwright_0", "partwright"]
    await refuses_token(other, path, {"Cookie": "; ".join(f"{one}={secret}" for one in names)})
    seen = {"Authorization": f"Bearer {ADMINISTRATOR.token}"}
    plain = await other.http.get(path, headers=seen)
    for answer in (plain, await other.http.get(path, headers=seen | tag)):
        assert MARK not in answer.text, path
        if answer.status_code == 304:
            assert plain.content == own.content, path
        if ids["item_id"] in path or ids["design_id"] in path:
            assert answer.status_code in (400, 401, 404), (path, answer.status_code)


# Of the databases of tests only files are copied with their ids.
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_workflow_that_is_remembered_is_that_of_its_cell(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cell that was restored from another's backup has its ids, and may be edited at the same time."""
    monkeypatch.setattr(clock, "now", lambda: "2030-01-01T00:00:00.000Z")
    with cells_beside(settings, Cell(name="acme"), Cell(name="bolt")):
        async with (
            serving(settings) as cells,
            cells.calling(cell="acme") as acme,
            cells.calling(cell="bolt") as bolt,
        ):
            changed = set()
            for name, api in (("acme", acme), ("bolt", bolt)):
                listed = data(await api.get("/api/workflows", as_=ADMINISTRATOR))["workflows"]
                one = next(one for one in listed if "Part" in one["applicableItemTypes"])
                path = f"/api/workflows/{one['id']}"
                found = data(await api.get(path, as_=ADMINISTRATOR))["workflow"]
                for transition in found["transitions"]:
                    transition["name"] += f" in {name}"
                body = {"states": found["states"], "transitions": found["transitions"]}
                data(await api.put(path, body, as_=ADMINISTRATOR))
                world = World(api)
                await world.move(await world.part(), f"Submit in {name}")
                changed.add(path)
            assert len(changed) == 1
