"""Archived designs take no writes, by whichever route, until they are unarchived."""

from typing import Any

from tests.support.application import Api, data, refused
from tests.support.people import APPROVER, ENGINEER
from tests.world import World


async def test_an_archived_design_takes_no_writes_and_says_why(api: Api) -> None:
    world = World(api)
    program = await world.program(members={ENGINEER: "engineer", APPROVER: "engineer"})
    design = await world.design("Pump", programId=program["id"])
    on_main = {"designId": design["id"]}
    pump, shaft = await world.part("Pump", **on_main), await world.part("Shaft", **on_main)
    issue = await world.issue("Leaks", **on_main)
    drawing = await world.document("Drawing", **on_main)
    edge = await world.relate(pump, shaft)
    branch, other = await world.branch(design), await world.branch(design, "other")
    await world.edit(shaft, on=branch, name="Lighter")
    held = {"branchId": branch["id"]}
    data(await api.post(f"/api/items/{pump['id']}/checkout", held, as_=ENGINEER), 201)
    files = {"file": ("a.txt", b"a", "text/plain")}
    upload = f"/api/items/{drawing['id']}/files/upload"
    made = await api.request("POST", upload, as_=ENGINEER, files=files)
    file = data(made, 201)["files"][0]["id"]
    rows = {"rows": [{"name": "Screw"}], **on_main}
    sheet = {"file": ("parts.csv", b"Part Number,Name\nS1,Screw\n", "text/csv")}
    made = await api.request(
        "POST", "/api/import/parts", as_=ENGINEER, files=sheet, data=dict(on_main)
    )
    imported = data(made, 201)["importId"]
    orders = []
    for name in ("First", "Second"):
        order = await world.change_order(name, **on_main)
        orders.append(f"/api/change-orders/{order['id']}")
        entry = {"itemId": shaft["id"], "changeAction": "revise"}
        data(await api.post(f"{orders[-1]}/affected-items", entry, as_=ENGINEER), 201)
    changing, released = orders
    (affected,) = data(await api.get(f"{changing}/affected-items", as_=ENGINEER))["affectedItems"]
    for step, person in (("submit", ENGINEER), ("approve", APPROVER)):
        data(await api.post(f"{released}/{step}", as_=person))

    async def archive(*, is_archived: bool) -> Any:
        body = {"isArchived": is_archived}
        return data(await api.put(f"/api/designs/{design['id']}", body, as_=ENGINEER))

    await archive(is_archived=True)
    line = {"targetId": drawing["id"], "relationshipType": "reference"}
    item, branches = f"/api/items/{shaft['id']}", f"/api/branches/{branch['id']}"
    calls: list[tuple[str, str, Any]] = [
        ("PUT", f"/api/designs/{design['id']}", {"name": "Other"}),
        ("POST", f"/api/designs/{design['id']}/branches", {"name": "more"}),
        ("POST", "/api/items", {"type": "Part", "name": "More", **on_main}),
        ("POST", "/api/items", {"type": "Issue", "name": "More", **on_main}),
        ("POST", "/api/change-orders", {"name": "More", **on_main}),
        ("PUT", item, {"name": "Other"}),
        ("PUT", item, {"name": "Other", "branchId": branch["id"]}),
        ("DELETE", item, None),
        ("POST", f"{item}/transitions", {"transition": "Submit"}),
        ("POST", f"{item}/lock", None),
        ("POST", f"{item}/checkout", held),
        ("POST", f"/api/items/{pump['id']}/checkin", held),
        ("DELETE", f"/api/items/{pump['id']}/checkout?branchId={branch['id']}", None),
        ("POST", f"{item}/relationships", line),
        ("POST", f"/api/parts/{shaft['id']}/bom", {"targetId": pump["id"], "quantity": 1}),
        ("PUT", f"/api/relationships/{edge['id']}", {"quantity": 3}),
        ("DELETE", f"/api/relationships/{edge['id']}", None),
        ("POST", f"{branches}/merge", None),
        ("POST", f"{branches}/rebase", None),
        ("POST", f"/api/branches/{other['id']}/archive", None),
        ("POST", f"/api/files/{file}/checkout", None),
        ("DELETE", f"/api/files/{file}", None),
        ("POST", "/api/import/parts", rows),
        ("POST", f"/api/imports/{imported}/undo", None),
        ("POST", f"{changing}/affected-items", {"itemId": pump["id"], "changeAction": "release"}),
        ("DELETE", f"{changing}/affected-items/{affected['id']}", None),
        ("POST", f"{changing}/take-over", held),
        ("POST", f"{released}/release", None),
        (
            "POST",
            "/api/design-engine/sessions",
            {"programId": program["id"], "description": "A pump", **on_main},
        ),
    ]
    taken: dict[str, str] = {}
    for method, path, body in calls:
        more = {} if body is None else {"json": body}
        answer = await api.request(method, path, as_=ENGINEER, **more)
        if answer.status_code != 409 or "archived" not in answer.text:
            taken[f"{method} {path}"] = answer.text
    assert taken == {}
    answer = await api.request("POST", upload, as_=ENGINEER, files=files)
    assert "archived" in refused(answer, 409, "CONFLICT")["message"]
    batches: dict[str, Any] = {
        "checkout": {"itemIds": [shaft["id"]], **held},
        "update": {"items": [{"id": shaft["id"], "changes": {"name": "Other"}}]},
    }
    for name, batch in batches.items():
        answer = await api.post(f"/api/items/batch-{name}", batch, as_=ENGINEER)
        assert (answer.is_error, "archived" in answer.text) == (True, True), answer.text
    can = data(await api.get(f"{item}?can=true", as_=ENGINEER))["can"]
    for name in ("edit", "checkOut", "lock", "delete"):
        assert "archived" in can[name]["reason"], name
    part = f"/api/parts/{shaft['id']}?can=true"
    assert data(await api.get(part, as_=ENGINEER))["can"] == can

    # What is said about the design goes on, as does what gives up.
    await world.edit(issue, name="Leaks no more")
    given_up = {"transition": "Cancel"}
    data(await api.post(f"{released}/workflow/transition", given_up, as_=ENGINEER))
    assert (await world.get(shaft))["name"] == "Shaft"
    await archive(is_archived=False)
    assert (await world.edit(shaft, name="Other"))["name"] == "Other"
