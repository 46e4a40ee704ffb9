"""Entity tags of items: safe concurrent edits, and reads that need no body."""

import asyncio
from typing import Any

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER
from tests.world import Record, World


async def tag(api: Api, item: Record, **params: Any) -> str:
    answer = await api.get(f"/api/items/{item['id']}", params=params, as_=ENGINEER)
    assert answer.status_code == 200
    return str(answer.headers["etag"])


async def test_a_write_answers_with_the_tag_that_a_read_gives(world: World, api: Api) -> None:
    body = {"type": "Part", "name": "N"}
    made = await api.post("/api/items", body, as_=ENGINEER)
    part = data(made, 201)
    first = made.headers["etag"]
    assert first == await tag(api, part)
    written = await api.put(f"/api/items/{part['id']}", {"name": "M"}, as_=ENGINEER)
    assert written.headers["etag"] == await tag(api, part) != first
    assert first.startswith('"')


async def test_the_tag_follows_the_content_and_nothing_else(world: World, api: Api) -> None:
    part, other = await world.part(), await world.part()
    before = await tag(api, part)
    await api.post(f"/api/items/{part['id']}/lock", as_=ENGINEER)
    await world.edit(other, name="Other")
    await world.edit(part, name=part["name"])
    assert await tag(api, part) == before
    seen = await api.get(f"/api/parts/{part['id']}", as_=VIEWER)
    assert seen.headers["etag"] == before
    await world.move(await world.get(other), "Submit")
    await api.post(f"/api/items/{part['id']}/unlock", as_=ENGINEER)
    await world.move(part, "Submit")
    assert await tag(api, part) != before


async def test_a_read_of_a_known_state_has_no_body(world: World, api: Api) -> None:
    part = await world.part()
    current = await tag(api, part)
    for known in (current, f'"other", {current}', f"W/{current}", "*"):
        for path in (f"/api/items/{part['id']}", f"/api/parts/{part['id']}"):
            answer = await api.get(path, headers={"If-None-Match": known}, as_=ENGINEER)
            assert (answer.status_code, answer.content) == (304, b""), known
            assert answer.headers["etag"] == current
    await world.edit(part, name="New")
    answer = await api.get(
        f"/api/items/{part['id']}", headers={"If-None-Match": current}, as_=ENGINEER
    )
    assert data(answer)["name"] == "New"


async def test_a_write_on_a_stale_state_changes_nothing(world: World, api: Api) -> None:
    for kind in ("Part", "Document", "Task"):
        item = await world.item(kind)
        path = f"/api/items/{item['id']}"
        stale = {"If-Match": await tag(api, item)}
        item = await world.edit(item, name="Theirs")
        answer = await api.put(path, {"name": "Mine"}, headers=stale, as_=ENGINEER)
        refused(answer, 412, "PRECONDITION_FAILED")
        refused(await api.delete(path, headers=stale, as_=ENGINEER), 412, "PRECONDITION_FAILED")
        assert await world.get(item) == item
        fresh = {"If-Match": f'"x", {await tag(api, item)}'}
        answer = await api.put(path, {"name": "Mine"}, headers=fresh, as_=ENGINEER)
        assert data(answer)["name"] == "Mine"
        whatever = {"If-Match": "*"}
        assert data(await api.delete(path, headers=whatever, as_=ENGINEER)) == {"success": True}


async def test_the_typed_paths_honour_the_tag_too(world: World, api: Api) -> None:
    part, document = await world.part(), await world.document()
    stale = {"If-Match": '"0"'}
    for path in (f"/api/parts/{part['id']}", f"/api/documents/{document['id']}"):
        answer = await api.put(path, {"name": "Mine"}, headers=stale, as_=ENGINEER)
        refused(answer, 412, "PRECONDITION_FAILED")
    answer = await api.delete(f"/api/parts/{part['id']}", headers=stale, as_=ENGINEER)
    refused(answer, 412, "PRECONDITION_FAILED")


async def test_a_tag_counts_where_it_was_read(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    branch = await world.branch(design)
    where = {"branchId": branch["id"]}
    base = await tag(api, part)
    assert await tag(api, part, **where) == base
    copy = await world.edit(part, on=branch, name="There")
    assert await tag(api, part) == base
    there = await tag(api, part, **where)
    assert there == await tag(api, copy) != base
    answer = await api.put(
        f"/api/items/{part['id']}",
        {"name": "Again"},
        params=where,
        headers={"If-Match": base},
        as_=ENGINEER,
    )
    refused(answer, 412, "PRECONDITION_FAILED")


async def test_of_many_who_edit_the_same_state_one_wins(
    world: World, api: Api, other_process: Api
) -> None:
    part = await world.part()
    known = {"If-Match": await tag(api, part)}
    answers = await asyncio.gather(
        *(
            where.put(f"/api/items/{part['id']}", {"name": f"Name {n}"}, headers=known, as_=person)
            for n, (where, person) in enumerate(
                [(api, ENGINEER), (other_process, ADMINISTRATOR)] * 5
            )
        )
    )
    assert sorted(a.status_code for a in answers) == [200, *[412] * 9]
    (winner,) = [data(a) for a in answers if a.status_code == 200]
    assert await world.get(part) == winner
    assert len(await world.history(part)) == 2


async def test_edits_of_different_fields_at_once_are_all_kept(
    world: World, api: Api, other_process: Api
) -> None:
    part = await world.part()
    fields = {"name": "N", "material": "Steel", "weight": "2", "cost": "3", "location": "Bay 1"}
    answers = await asyncio.gather(
        *(
            where.put(f"/api/items/{part['id']}", {key: value}, as_=ENGINEER)
            for where, (key, value) in zip([api, other_process] * 3, fields.items(), strict=False)
        )
    )
    assert {a.status_code for a in answers} == {200}
    kept = await world.get(part)
    assert {key: kept[key] for key in fields} == fields
