import asyncio

import pytest

from tests.programs import scenes
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER


async def test_a_design_of_a_program_is_for_its_members(api: Api) -> None:
    program = await scenes.program(api, {ENGINEER: "engineer"})
    path = f"/api/designs/{(await scenes.design(api, programId=program['id']))['id']}"
    for person in (ENGINEER, ADMINISTRATOR):
        assert data(await api.get(path, as_=person))["programId"] == program["id"]
    for answer in (
        await api.get(path, as_=OUTSIDER),
        await api.put(path, {"name": "X"}, as_=OUTSIDER),
        await api.post("/api/designs", {"name": "X", "programId": program["id"]}, as_=OUTSIDER),
    ):
        refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_a_viewer_of_the_program_changes_nothing_in_it(api: Api) -> None:
    program = await scenes.program(api, {ENGINEER: "engineer", OUTSIDER: "viewer"})
    design = await scenes.design(api, programId=program["id"])
    path = f"/api/designs/{design['id']}"
    free = await scenes.design(api, as_=OUTSIDER)
    join = {"programId": program["id"]}
    for answer in (
        await api.put(path, {"name": "X"}, as_=OUTSIDER),
        await api.put(path, {"programId": None}, as_=OUTSIDER),
        await api.post("/api/designs", {"name": "X"} | join, as_=OUTSIDER),
        await api.put(f"/api/designs/{free['id']}", join, as_=OUTSIDER),
    ):
        refused(answer, 403, "FORBIDDEN")
    assert data(await api.get(path, as_=OUTSIDER)) == design
    assert data(await api.put(path, {"name": "X"}, as_=ADMINISTRATOR))["name"] == "X"


async def test_membership_takes_effect_at_once(api: Api) -> None:
    program = await scenes.program(api, {ENGINEER: "engineer"})
    path = f"/api/designs/{(await scenes.design(api, programId=program['id']))['id']}"
    membership = f"/api/programs/{program['id']}/members/{OUTSIDER.id}"
    for _ in range(2):
        refused(await api.get(path, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
        await scenes.join(api, program, OUTSIDER, "viewer")
        assert data(await api.get(path, as_=OUTSIDER))
        refused(await api.put(path, {"name": "X"}, as_=OUTSIDER), 403, "FORBIDDEN")
        data(await api.put(membership, {"role": "engineer"}, as_=ADMINISTRATOR))
        assert data(await api.put(path, {"name": "X"}, as_=OUTSIDER))
        data(await api.delete(membership, as_=ADMINISTRATOR))


async def test_membership_takes_effect_at_once_in_other_processes(
    api: Api, other_process: Api
) -> None:
    program = await scenes.program(api)
    path = f"/api/programs/{program['id']}"
    refused(await other_process.get(path, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
    await scenes.join(api, program, OUTSIDER, "viewer")
    assert data(await other_process.get(path, as_=OUTSIDER)) == program


async def test_moving_a_design_changes_who_sees_its_items(stocked: Api) -> None:
    api = stocked
    first = await scenes.program(api, {ENGINEER: "lead", VIEWER: "viewer"})
    second = await scenes.program(api, {ENGINEER: "lead", OUTSIDER: "engineer"})
    design = await scenes.design(api, programId=first["id"])
    parts = [await scenes.part(api, designId=design["id"]) for _ in range(3)]
    edited = await api.put(f"/api/items/{parts[0]['id']}", {"name": "Bolt"}, as_=ENGINEER)
    assert data(edited)["programId"] == first["id"]
    loose = await scenes.part(api)
    path, item = f"/api/designs/{design['id']}", f"/api/items/{parts[0]['id']}"
    listed = {"params": {"designId": design["id"]}}
    for target, seen, unseen in (
        (second["id"], OUTSIDER, VIEWER),
        (first["id"], VIEWER, OUTSIDER),
    ):
        moved = data(await api.put(path, {"programId": target}, as_=ENGINEER))
        assert moved["programId"] == target
        assert data(await api.get(item, as_=seen))["programId"] == target
        assert data(await api.get("/api/items", **listed, as_=seen))["total"] == 3
        refused(await api.get(item, as_=unseen), 404, "ITEM_NOT_FOUND")
        refused(await api.get("/api/items", **listed, as_=unseen), 404, "RESOURCE_NOT_FOUND")
        assert data(await api.get("/api/items", as_=unseen))["total"] == 1
    refused(await api.put(path, {"programId": None}, as_=ENGINEER), 403, "FORBIDDEN")
    data(await api.put(path, {"programId": None}, as_=ADMINISTRATOR))
    for person in (VIEWER, OUTSIDER):
        assert data(await api.get(item, as_=person))["programId"] is None
    assert data(await api.get(f"/api/items/{loose['id']}", as_=OUTSIDER))["programId"] is None


@pytest.mark.parametrize(
    ("left", "joined", "status"),
    [
        ("lead", "lead", 200),
        ("engineer", "lead", 403),
        ("lead", "engineer", 403),
        ("lead", "viewer", 403),
        ("lead", None, 404),
    ],
)
async def test_a_design_is_moved_by_who_leads_both_programs(
    api: Api, left: str, joined: str | None, status: int
) -> None:
    mine = await scenes.program(api, {ENGINEER: left})
    other = await scenes.program(api, {ENGINEER: joined} if joined else {})
    design = await scenes.design(api, programId=mine["id"])
    path = f"/api/designs/{design['id']}"
    answer = await api.put(path, design | {"programId": other["id"]}, as_=ENGINEER)
    if status == 200:
        assert data(answer)["programId"] == other["id"]
        return
    refused(answer, status, "FORBIDDEN" if status == 403 else "RESOURCE_NOT_FOUND")
    assert data(await api.get(path, as_=ENGINEER)) == design


async def test_items_made_while_a_design_moves_are_in_its_program(stocked: Api) -> None:
    api = stocked
    program = await scenes.program(api, {ENGINEER: "lead"})
    design = await scenes.design(api)
    path = f"/api/designs/{design['id']}"
    for target in (program["id"], None, program["id"]):
        await asyncio.gather(
            *[scenes.part(api, designId=design["id"]) for _ in range(6)],
            api.put(path, {"programId": target}, as_=ADMINISTRATOR),
        )
        shown = data(await api.get("/api/items", params={"limit": 100}, as_=ENGINEER))
        assert {item["programId"] for item in shown["items"]} == {target}
