"""Inboxes: what comes, to whom, one entry a subject; read, done, and done by itself."""

from typing import Any

from tests.support.application import Api, data, problems, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
    Person,
)
from tests.world import NOBODY, World


async def inbox(api: Api, person: Person, **params: Any) -> list[Any]:
    answer = await api.get("/api/inbox", as_=person, params=params)
    return list(data(answer)["entries"])


async def counts(api: Api, person: Person) -> Any:
    return data(await api.get("/api/inbox/counts", as_=person))


async def test_mentions_assignments_and_watched_changes_are_one_entry_a_subject(
    world: World, api: Api
) -> None:
    task = await world.task(name="Measure the rib", assignee=APPROVER.id)
    (entry,) = await inbox(api, APPROVER)
    assert (entry["kind"], entry["subject"]["number"]) == ("assigned", task["itemNumber"])
    assert entry["subject"]["url"] == f"/items/{task['itemNumber']}"
    assert entry["by"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    data(await api.put(f"/api/items/{task['id']}/watch", as_=APPROVER))
    said = {"subject": f"item:{task['id']}", "text": f"@[Alan](user:{APPROVER.id}) when?"}
    data(await api.post("/api/comments", said, as_=ENGINEER), 201)
    await world.edit(task, description="With a gauge")
    (entry,) = await inbox(api, APPROVER)
    assert (entry["kind"], entry["kinds"]) == ("assigned", ["assigned", "mention", "watched"])
    told = {"open": 1, "unread": 1, "kinds": {"assigned": 1}}
    found = await counts(api, APPROVER)
    assert found | {"kinds": {k: n for k, n in found["kinds"].items() if n}} == told
    path = f"/api/inbox/{entry['id']}"
    assert data(await api.put(path, {"isRead": True}, as_=APPROVER))["entry"]["isRead"]
    assert not data(await api.put(path, {"isRead": False}, as_=APPROVER))["entry"]["isRead"]
    assert data(await api.post(f"{path}/read", as_=APPROVER))["entry"]["isRead"]
    assert (await counts(api, APPROVER))["unread"] == 0
    # Done is done for all reasons, until something new happens.
    assert data(await api.put(path, {"isDone": True}, as_=APPROVER))["entry"]["isDone"]
    data(await api.put(path, {"isDone": False}, as_=APPROVER))
    assert (await api.post(f"{path}/done", as_=ENGINEER)).status_code == 404
    assert data(await api.post(f"{path}/done", as_=APPROVER))["entry"]["isDone"]
    assert await inbox(api, APPROVER) == []
    assert [one["subject"] for one in await inbox(api, APPROVER, done=True)] == [entry["subject"]]
    await world.edit(task, description="With two gauges")
    (again,) = await inbox(api, APPROVER)
    assert (again["kind"], again["isRead"]) == ("watched", False)
    data(await api.put(path, {"isDone": False}, as_=APPROVER))
    assert (await inbox(api, APPROVER))[0]["kind"] == "assigned"
    # Given to another, it is no longer the first one's task; what is one's own deed is not told.
    await world.edit(task, assignee=ENGINEER.id)
    assert (await inbox(api, APPROVER))[0]["kinds"] == ["mention", "watched"]
    assert await inbox(api, ENGINEER) == []
    data(await api.delete(f"/api/items/{task['id']}/watch", as_=APPROVER))
    state = data(await api.get(f"/api/items/{task['id']}/watch", as_=APPROVER))
    assert state == {"isWatched": False, "watchers": 0}


async def test_a_change_asks_for_votes_and_tells_who_sent_it_back(world: World, api: Api) -> None:
    order = await submitted(world, api, await world.design())
    path = f"/api/change-orders/{order['id']}"
    (entry,) = await inbox(api, APPROVER, kind="vote")
    assert entry["subject"]["url"] == f"/changes/{order['itemNumber']}"
    assert (entry["subject"]["kind"], entry["subject"]["id"]) == ("changeOrder", order["id"])
    assert await inbox(api, ENGINEER) == [] == await inbox(api, VIEWER)
    data(await api.post(f"{path}/reject", {"comment": "Too thin"}, as_=APPROVER))
    assert await inbox(api, APPROVER) == []
    (back,) = await inbox(api, ENGINEER)
    assert back["kind"] == "sent_back"
    assert "Too thin" in back["text"]
    data(await api.post(f"{path}/submit", {}, as_=ENGINEER))
    assert await inbox(api, ENGINEER) == []
    assert [one["kind"] for one in await inbox(api, APPROVER)] == ["vote"]
    data(await api.post(f"{path}/approve", {}, as_=APPROVER))
    for person in (APPROVER, ADMINISTRATOR):
        assert await inbox(api, person, kind="vote") == []
    (on,) = await inbox(api, ENGINEER)
    moved = f"{APPROVER.name} moved {order['itemNumber']} to Approved"
    assert (on["kind"], on["text"], on["by"]["id"]) == ("moved_on", moved, APPROVER.id)
    # It replaces what was told before; the author's own release is no news to them.
    back = {"transition": "Reject", "comment": "Wrong drawing"}
    data(await api.post(f"{path}/workflow/transition", back, as_=ADMINISTRATOR))
    (again,) = await inbox(api, ENGINEER)
    assert (again["kind"], again["kinds"]) == ("sent_back", ["sent_back"])
    assert "Wrong drawing" in again["text"]
    data(await api.post(f"{path}/submit", {}, as_=ADMINISTRATOR))
    assert [(one["kind"], one["by"]["id"]) for one in await inbox(api, ENGINEER)] == [
        ("moved_on", ADMINISTRATOR.id)
    ]
    # Who submitted it hears of the vote like its author, and a voter of neither.
    data(await api.post(f"{path}/approve", {}, as_=APPROVER))
    assert [one["kind"] for one in await inbox(api, ADMINISTRATOR)] == ["moved_on"]
    data(await api.post(f"{path}/release", {}, as_=ENGINEER))
    (released,) = await inbox(api, ADMINISTRATOR)
    # Who takes a step themselves has no news of the last one left.
    assert await inbox(api, ENGINEER) == []
    assert released["text"] == f"{ENGINEER.name} moved {order['itemNumber']} to Released"
    assert await inbox(api, APPROVER) == []


async def test_who_may_vote_only_later_is_asked_then(world: World, api: Api) -> None:
    """A role, a place in a program, and a name among the approvers, after the submit."""
    program = await world.program(members={ENGINEER: "engineer", APPROVER: "viewer"})
    design = await world.design(programId=program["id"])
    order = await submitted(world, api, design)
    (first,) = await inbox(api, APPROVER, kind="vote")
    assert await inbox(api, ROLELESS) == [] == await inbox(api, VIEWER)
    # Done stays done, whoever else is asked later.
    path = f"/api/inbox/{first['id']}"
    data(await api.put(path, {"isDone": True}, as_=APPROVER))

    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    approver_role = next(role["id"] for role in roles if role["name"] == "Approver")
    for person in (ROLELESS, VIEWER):
        body = {"roleIds": [approver_role]}
        data(await api.put(f"/api/users/{person.id}", body, as_=ADMINISTRATOR))
    # They see the change once they are in its program.
    assert await inbox(api, ROLELESS) == []
    members = f"/api/programs/{program['id']}/members"
    data(
        await api.post(members, {"userId": ROLELESS.id, "role": "engineer"}, as_=ADMINISTRATOR), 201
    )
    (late,) = await inbox(api, ROLELESS)
    assert (late["kind"], late["subject"]["number"]) == ("vote", order["itemNumber"])
    assert late["text"] == first["text"]
    assert await inbox(api, APPROVER) == []
    assert await inbox(api, ENGINEER) == []

    path = f"/api/change-orders/{order['id']}"
    data(await api.post(f"{path}/reject", {"comment": "Too thin"}, as_=ROLELESS))
    assert await inbox(api, ROLELESS) == []
    data(await api.put(f"/api/users/{VIEWER.id}", {"roleIds": []}, as_=ADMINISTRATOR))
    assert await inbox(api, ROLELESS) == [] == await inbox(api, APPROVER)


async def test_an_approver_named_after_the_submit_is_asked(world: World, api: Api) -> None:
    design = await world.design()
    listed = await api.get("/api/workflows?definitionType=workflow", as_=ADMINISTRATOR)
    workflow = next(
        one for one in data(listed)["workflows"] if "ChangeOrder" in one["applicableItemTypes"]
    )
    state = next(one["id"] for one in workflow["states"] if "review" in one["name"].lower())
    path = f"/api/workflows/{workflow['id']}/states/{state}/approvers"
    data(await api.post(path, {"userId": APPROVER.id}, as_=ADMINISTRATOR), 201)
    order = await submitted(world, api, design)
    assert [one["kind"] for one in await inbox(api, APPROVER)] == ["vote"]
    assert await inbox(api, ADMINISTRATOR) == []
    data(await api.post(path, {"userId": ADMINISTRATOR.id}, as_=ADMINISTRATOR), 201)
    (entry,) = await inbox(api, ADMINISTRATOR)
    assert (entry["kind"], entry["subject"]["id"]) == ("vote", order["id"])


async def submitted(world: World, api: Api, design: Any) -> Any:
    """A change order that is to release a part of the design, and waits for votes."""
    part = await world.part(designId=design["id"])
    order = await world.change_order(designId=design["id"])
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": part["id"], "changeAction": "release"}
    data(await api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    data(await api.post(f"{path}/submit", {}, as_=ENGINEER))
    return order


async def waiting(api: Api, person: Person) -> list[str]:
    """The change orders that a list shows as waiting for a person."""
    answer = await api.get("/api/change-orders", as_=person, params={"waitingFor": "me"})
    return [order["id"] for order in data(answer)["changeOrders"]]


async def progress(api: Api, person: Person, *orders: str) -> list[Any]:
    params = {"ids": ",".join(orders)}
    answer = await api.get("/api/change-orders/progress", as_=person, params=params)
    return list(data(answer)["progress"])


async def test_a_list_tells_how_far_changes_are_and_which_wait_for_whom(
    world: World, api: Api
) -> None:
    program = await world.as_(ADMINISTRATOR).program(
        members={ENGINEER: "lead", APPROVER: "engineer"}
    )
    design = await world.design(programId=program["id"])
    part = await world.part(designId=design["id"])
    order = await world.change_order(designId=design["id"], programId=program["id"])
    other = await world.change_order()
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": part["id"], "changeAction": "release", "reviewed": True}
    data(await api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    assert await waiting(api, APPROVER) == []
    data(await api.post(f"{path}/submit", {}, as_=ENGINEER))
    assert await waiting(api, APPROVER) == [order["id"]]
    assert await waiting(api, ENGINEER) == [] == await waiting(api, OUTSIDER)
    first, second = await progress(api, APPROVER, order["id"], other["id"], NOBODY)
    assert (first["orderId"], second["orderId"]) == (order["id"], other["id"])
    assert first["affected"] == {"total": 1, "reviewed": 1}
    assert (first["waitsForMe"], first["votesNeeded"], first["approved"]) == (True, 1, 0)
    assert first["state"]["name"] == "In Review"
    assert first["owner"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    assert (second["waitsForMe"], second["votesNeeded"]) == (False, 0)
    assert [one["orderId"] for one in await progress(api, OUTSIDER, order["id"], other["id"])] == [
        other["id"]
    ]
    data(await api.post(f"{path}/approve", {}, as_=APPROVER))
    (after,) = await progress(api, APPROVER, order["id"])
    assert (after["waitsForMe"], after["votesNeeded"]) == (False, 0)
    assert await waiting(api, APPROVER) == []
    bad = await api.get("/api/change-orders", as_=APPROVER, params={"waitingFor": "them"})
    assert list(problems(bad)) == ["waitingFor"]


async def test_an_inbox_is_its_users_and_shows_what_they_see_now(world: World, api: Api) -> None:
    program = await world.as_(ADMINISTRATOR).program(members={ENGINEER: "lead", VIEWER: "viewer"})
    part = await world.part(programId=program["id"])
    watch = f"/api/items/{part['id']}/watch"
    for call in (api.put, api.delete, api.get):
        refused(await call(watch, as_=OUTSIDER), 404, "ITEM_NOT_FOUND")
    state = data(await api.put(watch, as_=VIEWER))
    assert state == data(await api.put(watch, as_=VIEWER)) == {"isWatched": True, "watchers": 1}
    watched = data(await api.get("/api/inbox/watched", as_=VIEWER))["items"]
    assert [one["itemNumber"] for one in watched] == [part["itemNumber"]]
    await world.edit(part, name="Secret plan")
    (entry,) = await inbox(api, VIEWER)
    path = f"/api/inbox/{entry['id']}"
    refused(await api.put(path, {"isDone": True}, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.put(f"/api/inbox/{NOBODY}", {}, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    assert list(problems(await api.put(path, {"isDone": "x"}, as_=VIEWER))) == ["isDone"]
    answer = await api.get("/api/inbox", as_=VIEWER, params={"kind": "gossip"})
    assert list(problems(answer)) == ["kind"]
    member = f"/api/programs/{program['id']}/members/{VIEWER.id}"
    data(await api.delete(member, as_=ADMINISTRATOR))
    assert await inbox(api, VIEWER) == []
    assert data(await api.get("/api/inbox/watched", as_=VIEWER))["items"] == []
    refused(await api.put(path, {"isRead": True}, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
