"""Rights on a change: who may do what, what they learn of it, and several callers at once."""

import asyncio
from typing import Any

from tests.change_orders.scene import Order, order, released_pump
from tests.support.application import Api, data, problems, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
)
from tests.versioning.scene import product
from tests.world import NOBODY, World


async def test_what_one_does_not_see_of_a_change_is_left_out(api: Api) -> None:
    made = await product(api)
    await made.part("OPEN")
    world = World(api)
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer"})
    hidden = await world.design(programId=program["id"])
    secret = await world.part(designId=hidden["id"], itemNumber="SECRET", cost="1")
    made.ids["SECRET"] = secret["id"]
    change = await order(made)
    entry = await change.affect("SECRET", "revise")
    await change.affect("OPEN", "revise")
    await world.edit(secret, on={"id": entry["branchId"]}, cost="2")
    await world.edit(secret, cost="3")
    for path in ("/affected-items", "/diff", "/impact", "/conflicts", "/workflow", "/approvals"):
        answer = await change.call("GET", path, as_=OUTSIDER)
        assert data(answer) is not None
        for word in ("SECRET", secret["id"], secret["name"], entry["branchId"], entry["id"]):
            assert word not in answer.text, path
    # Who reads the other program may not change what the order says of it.
    one = f"/affected-items/{entry['id']}"
    for method, body in (("PUT", {"reviewed": True}), ("DELETE", None)):
        refused(await change.call(method, one, body, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
        data(await api.put(_member(program, VIEWER), {"role": "viewer"}, as_=ADMINISTRATOR))
    member = {"userId": OUTSIDER.id, "role": "viewer"}
    data(await api.post(f"/api/programs/{program['id']}/members", member, as_=ADMINISTRATOR), 201)
    for method, body in (("PUT", {"reviewed": True}), ("DELETE", None)):
        refused(await change.call(method, one, body, as_=OUTSIDER), 403, "FORBIDDEN")
    kept = {"itemId": secret["id"], "path": "cost", "take": "ours"}
    for verb, body in (("rebase", {}), ("resolve-conflicts", {"resolutions": [kept]})):
        refused(await change.call("POST", f"/{verb}", body, as_=OUTSIDER), 403, "FORBIDDEN")
    data(await change.call("POST", "/resolve-conflicts", {"resolutions": [kept]}))
    await change.submit()
    await change.approve(as_=ADMINISTRATOR)
    data(await api.delete(_member(program, OUTSIDER), as_=ADMINISTRATOR))
    refused(await change.call("POST", "/release", as_=OUTSIDER), 403, "FORBIDDEN")
    assert (await made.item("OPEN"))["state"] == "Draft"
    assert (await change.release())["revisions"] == {"SECRET": "A", "OPEN": "A"}


async def test_a_commit_tells_nobody_more_than_they_see(api: Api) -> None:
    """Neither of other programs, nor of types that the token does not read."""
    made = await product(api)
    world = World(api)
    program = await world.program(members={ENGINEER: "lead"})
    hidden = await world.design(programId=program["id"])
    plan = data(
        await api.post("/api/documents", {"name": "Plan", "designId": made.design}, as_=OUTSIDER),
        201,
    )
    made.ids["SECRET"] = (await world.part(designId=hidden["id"], itemNumber="SECRET"))["id"]
    await made.part("OPEN")
    line = await made.line("OPEN", "SECRET")
    data(await made.call("PUT", f"/api/relationships/{line}", {"quantity": 5}))
    # Items without a design share their commits, and may be of any program.
    first = await _newest_commit(api, await world.as_(OUTSIDER).part())
    loose = await world.part(itemNumber="SECRET-2", programId=program["id"])
    last = await _newest_commit(api, await world.as_(OUTSIDER).part())
    between = f"/api/commits/{last}/diff?against={first}"

    newest, *older = await made.commits()
    start = older[-1]["id"]
    paths = [f"/api/commits/{commit['id']}" for commit in (newest, *older)]
    paths += [f"/api/commits/{newest['id']}/diff?against={start}", between]
    paths += [f"/api/commits/{start}/diff?against={newest['id']}"]
    member = "".join([(await api.get(path, as_=ENGINEER)).text for path in paths])
    outsider = [await api.get(path, as_=OUTSIDER) for path in paths]
    assert all(data(answer) is not None for answer in outsider)
    told = "".join(answer.text for answer in outsider)
    assert ("SECRET" in member, "SECRET-2" in member, "SECRET" in told) == (True, True, False)
    assert ("OPEN" in told, loose["id"] in told) == (True, False)
    secret = await _newest_commit(api, loose)
    refused(await api.get(f"/api/commits/{secret}", as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")

    scopes = {"name": "Designs", "scopes": ["designs.read", "documents.read"]}
    token = data(await api.post("/api/auth/tokens", scopes, as_=ENGINEER), 201)["token"]
    headers = {"Authorization": f"Bearer {token}"}
    items = data(await api.get(paths[-3], headers=headers))["items"]
    assert [item["itemNumber"] for item in items] == [plan["itemNumber"]]


async def _newest_commit(api: Api, item: Any) -> str:
    path = f"/api/items/{item['id']}/history"
    return str(data(await api.get(path, as_=ENGINEER))["history"][0]["commitId"])


def _member(program: Any, person: Any) -> str:
    return f"/api/programs/{program['id']}/members/{person.id}"


async def test_foreign_and_malformed_items_are_not_listed(api: Api) -> None:
    made = await released_pump(api)
    world = World(api)
    change = await order(made)
    hidden = await world.as_(ADMINISTRATOR).design(programId=(await world.program())["id"])
    secret = await world.as_(ADMINISTRATOR).part(designId=hidden["id"])
    task = await world.task()
    away = await made.branch("away")
    apart = await made.part("APART", branch=away)
    path = "/affected-items"
    for item_id, status, code in (
        (secret["id"], 404, "ITEM_NOT_FOUND"),
        (NOBODY, 404, "ITEM_NOT_FOUND"),
        ("x", 400, "VALIDATION_ERROR"),
        (None, 400, "VALIDATION_ERROR"),
        (task["id"], 422, "UNPROCESSABLE"),
        (change.id, 422, "UNPROCESSABLE"),
        (apart, 422, "UNPROCESSABLE"),
    ):
        body = {"itemId": item_id, "changeAction": "revise"}
        refused(await change.call("POST", path, body), status, code)
    for bad, key in (
        ({"changeAction": "fly"}, "changeAction"),
        ({"reviewed": "yes"}, "reviewed"),
        ({"comment": "x" * 20_000}, "comment"),
        ({"state": "Released"}, "state"),
    ):
        body = {"itemId": made.ids["PUMP"], "changeAction": "revise", **bad}
        assert key in problems(await change.call("POST", path, body))
    for body in ({}, {"comment": "x"}, {"transition": None}):
        problems(await change.call("POST", "/workflow/transition", body))
    assert await change.affected() == {}
    locked = f"/api/items/{made.ids['PUMP']}/lock"
    data(await api.post(locked, as_=ADMINISTRATOR))
    body = {"itemId": made.ids["PUMP"], "changeAction": "revise"}
    refused(await change.call("POST", path, body), 423, "ITEM_LOCKED")
    part = made.ids["SHAFT"]
    for method in ("GET", "PUT"):
        answer = await api.request(
            method, f"/api/change-orders/{part}", as_=ENGINEER, json={"name": "x"}
        )
        refused(answer, 404, "ITEM_NOT_FOUND")


async def test_votes_are_refused_to_whoever_is_not_asked(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    entry = await change.affect("SHAFT")
    calls: tuple[tuple[str, Any], ...] = (
        ("/approve", {}),
        ("/reject", {}),
        ("/approvals", {"vote": "approve"}),
    )
    for _ in range(2):
        for path, body in calls:
            for person in (VIEWER, ROLELESS):
                refused(await change.call("POST", path, body, as_=person), 403, "FORBIDDEN")
        await change.call("POST", "/submit")
    refused(await change.call("POST", "/reject", as_=OUTSIDER), 403, "FORBIDDEN")
    for body in ({"vote": "maybe"}, {"vote": None}, {}, {"vote": "approve", "userId": VIEWER.id}):
        problems(await change.call("POST", "/approvals", body, as_=APPROVER))
    other = {"vote": "approve", "roleId": NOBODY}
    refused(await change.call("POST", "/approvals", other, as_=APPROVER), 403, "FORBIDDEN")
    standing = data(await change.call("GET", "/approvals"))
    assert (standing["approvals"], standing["approved"]) == ([], 0)
    refused(await change.call("POST", "/submit", as_=APPROVER), 403, "FORBIDDEN")
    await change.approve()
    refused(await change.call("POST", "/release", as_=APPROVER), 403, "FORBIDDEN")
    # In Approved nobody votes any more; the mark of a review may still be set, nothing else.
    refused(await change.call("POST", "/approve", as_=APPROVER), 422, "INVALID_STATE_TRANSITION")
    path = f"/affected-items/{entry['id']}"
    assert data(await change.call("PUT", path, {"reviewed": True}))["affectedItem"]["reviewed"]
    for body in ({"changeAction": "remove"}, {"force": True}):
        refused(await change.call("PUT", path, body), 409, "CONFLICT")
    refused(await change.call("DELETE", path), 409, "CONFLICT")
    assert (await change.reject(as_=OUTSIDER))["changeOrder"]["state"] == "Draft"


async def _together(change: Order, path: str, body: Any = None, *people: Any) -> list[int]:
    callers = people or (ENGINEER,) * 4
    answers = await asyncio.gather(
        *(change.call("POST", path, body or {}, as_=person) for person in callers)
    )
    return sorted(answer.status_code for answer in answers)


async def test_of_many_at_once_one_wins(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    body = {"itemId": made.ids["SHAFT"], "changeAction": "revise"}
    assert await _together(change, "/affected-items", body) == [201, 409, 409, 409]
    assert await _together(change, "/workflow") == [201, 409, 409, 409]
    assert await _together(change, "/submit") == [200, 422, 422, 422]
    approvers = (APPROVER, APPROVER, ADMINISTRATOR, ADMINISTRATOR)
    assert await _together(change, "/approve", {}, *approvers) == [200, 422, 422, 422]
    assert await _together(change, "/release") == [200, 409, 409, 409]
    history = data(await change.call("GET", "/workflow/history"))["history"]
    assert [step["toState"] for step in history] == ["Released", "Approved", "In Review", "Draft"]
    told = data(await made.call("GET", f"/api/items/{change.id}/history"))["history"]
    approver = next(
        entry["changes"]["approvedBy"] for entry in told if "approvedBy" in entry["changes"]
    )
    assert approver["to"]["name"] in (APPROVER.name, ADMINISTRATOR.name)
    (used,) = data(await change.call("GET", "/impact"))["whereUsed"]
    assert (used["item"]["revision"], [p["item"]["itemNumber"] for p in used["parents"]]) == (
        "B",
        ["PUMP"],
    )


async def test_orders_are_listed_filtered_and_guarded_by_tags(api: Api) -> None:
    made = await released_pump(api)
    names = ("Stiffer", "Lighter", "Cheaper")
    changes = {name: await order(made, name) for name in names}
    await changes["Lighter"].affect("SHAFT")
    await changes["Lighter"].submit()

    async def found(**params: str) -> list[str]:
        shown = data(await api.get("/api/change-orders", as_=ENGINEER, params=params))
        return [row["name"] for row in shown["changeOrders"]]

    assert await found(state="In Review") == ["Lighter"]
    assert await found(search="iGHt") == ["Lighter"]
    assert await found(designId=made.design, sort="name:desc", limit="2") == ["Stiffer", "Lighter"]
    refused(await api.get("/api/change-orders?designId=x", as_=ENGINEER), 400, "VALIDATION_ERROR")
    change = changes["Stiffer"]
    tag = (await change.call("GET")).headers["etag"]
    fields = {"priority": "critical", "implementationDate": "2026-12-01"}
    done = await change.call("PUT", "", fields, headers={"If-Match": tag})
    assert data(done)["priority"] == "critical"
    late = await change.call("PUT", "", {"name": "x"}, headers={"If-Match": tag})
    refused(late, 412, "PRECONDITION_FAILED")
    assert set(
        problems(await change.call("PUT", "", {"state": "Released", "submittedAt": "x"}))
    ) == {
        "state",
        "submittedAt",
    }
    fresh = (await change.call("GET")).headers["etag"]
    assert (await change.call("GET", headers={"If-None-Match": fresh})).status_code == 304


async def test_reads_cost_the_same_and_a_release_too_however_much_is_affected(api: Api) -> None:
    made = await product(api)
    for number in range(15):
        await made.part(f"P{number}")
    first, small, large = [await order(made, name) for name in ("First", "Small", "Large")]
    for number in range(15):
        change = first if number == 0 else small if number < 4 else large
        await change.affect(f"P{number}", "revise")
    await first.through()
    paths = ("/affected-items", "/workflow/transition", "/workflow/history", "/approvals", "/diff")
    counts: dict[str, set[int]] = {}
    for change in (small, large):
        await change.submit()
        for path in paths:
            least = []
            # What goes by the clock, such as a look at a token, does not fall into all of them.
            for _ in range(4):
                with api.counting() as counted:
                    data(await change.call("GET", path))
                least.append(counted.statements)
            counts.setdefault(path, set()).add(min(least))
        await change.approve()
        with api.counting() as counted:
            await change.release()
        counts.setdefault("/release", set()).add(counted.statements)
    # Of a release, what goes by the clock is counted.
    assert all(max(numbers) - min(numbers) <= 1 for numbers in counts.values()), counts
