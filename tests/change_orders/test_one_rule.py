"""One rule for a change order, whatever call asks for it."""

from typing import Any

from tests.change_orders.scene import order, released_pump
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER
from tests.vault.scene import Vault

VERBS = ("submit", "approve", "reject", "release", "rebase")


async def test_a_transition_obeys_the_checks_of_submit(api: Api) -> None:
    made = await released_pump(api)
    empty = await order(made, "Nothing yet")
    # What would be refused is not offered, before the workflow starts and after.
    upcoming = data(await empty.call("GET", "/workflow"))["upcoming"]
    data(await empty.call("POST", "/workflow", {}), 201)
    steps = data(await empty.call("GET", "/workflow/transition"))["availableTransitions"]
    for offered in (upcoming["availableTransitions"], steps):
        named = {one["name"]: one for one in offered}
        assert (named["Submit"]["allowed"], named["Cancel"]["allowed"]) == (False, True)
        verdict = named["Submit"]["guards"][-1]
        assert (verdict["type"], verdict["passed"]) == ("affected_items", False)
    step = {"transition": "Submit"}
    answer = refused(await empty.call("POST", "/workflow/transition", step), 422, "UNPROCESSABLE")
    assert answer == refused(await empty.call("POST", "/submit"), 422, "UNPROCESSABLE") | {
        "requestId": answer["requestId"]
    }
    used = await order(made, "Screws are used")
    await used.affect("SCREW", "obsolete")
    data(await used.call("POST", "/workflow", {}), 201)
    steps = data(await used.call("GET", "/workflow/transition"))["availableTransitions"]
    assert {one["name"]: one["allowed"] for one in steps}["Submit"]
    error = refused(await used.call("POST", "/workflow/transition", step), 422, "UNPROCESSABLE")
    assert "SCREW is used by PUMP" in error["message"]
    # Giving an empty change up needs nothing.
    data(await empty.call("POST", "/workflow/transition", {"transition": "Cancel"}))


async def test_who_approved_is_who_voted(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    await change.affect("SHAFT")
    await change.submit()
    data(await change.call("POST", "/approvals", {"vote": "approve"}, as_=APPROVER), 201)
    data(await change.call("POST", "/workflow/transition", {"transition": "Approve"}))
    record = await change.record()
    assert record["approvedBy"]["id"] == APPROVER.id


async def test_what_is_closed_takes_no_change(api: Api) -> None:
    made = await released_pump(api)
    vault = Vault(api)
    change = await order(made)
    await change.affect("SHAFT")
    note = await vault.add({"id": change.id}, b"why", name="why.txt")
    await change.through()
    before = await change.record()
    refused(await change.call("PUT", json={"priority": "high"}), 409, "CONFLICT")
    refused(await api.delete(f"/api/items/{change.id}", as_=ENGINEER), 409, "CONFLICT")
    refused(await vault.send({"id": change.id}, {"file": ("late.txt", b"late")}), 409, "CONFLICT")
    refused(await vault.delete(note), 409, "CONFLICT")
    refused(await vault.check_out(note), 409, "CONFLICT")
    item = f"/api/items/{change.id}"
    target = {"targetId": made.ids["PUMP"], "relationshipType": "reference"}
    listed = {"itemId": made.ids["PUMP"], "changeAction": "revise"}
    entry = f"{change.path}/affected-items/{(await change.affected())['SHAFT']['id']}"
    resolution = {"itemId": made.ids["SHAFT"], "path": "name", "take": "ours"}
    calls: list[tuple[str, str, Any]] = [
        ("PUT", item, {"name": "Other"}),
        ("POST", f"{item}/transitions", {"transition": "Submit"}),
        ("POST", f"{item}/lock", {}),
        ("POST", f"{item}/relationships", target),
        ("POST", f"{change.path}/affected-items", listed),
        ("PUT", entry, {"comment": "late"}),
        ("DELETE", entry, None),
        *(("POST", f"{change.path}/{verb}", None) for verb in VERBS),
        ("POST", f"{change.path}/resolve-conflicts", {"resolutions": [resolution]}),
        ("POST", f"{change.path}/take-over", {"branchId": made.main}),
        ("POST", f"{change.path}/workflow", {}),
        ("POST", f"{change.path}/workflow/transition", {"transition": "Submit"}),
        ("PUT", f"{change.path}/workflow/structure", {"states": [], "transitions": []}),
        ("POST", f"{change.path}/approvals", {"vote": "approve"}),
    ]
    taken: dict[str, str] = {}
    for method, path, body in calls:
        more = {} if body is None else {"json": body}
        answer = await api.request(method, path, as_=ADMINISTRATOR, **more)
        if answer.status_code != 409 or "is Released" not in answer.text:
            taken[f"{method} {path}"] = answer.text
    assert taken == {}
    assert await change.record() == before


async def test_an_end_without_outcome_completes_the_workflow(api: Api) -> None:
    body = {
        "name": "Filed",
        "definitionType": "workflow",
        "states": [
            {"id": "open", "name": "Open", "isInitial": True},
            {"id": "filed", "name": "Filed", "isFinal": True, "outcome": "none"},
        ],
        "transitions": [{"name": "File", "fromStateId": "open", "toStateId": "filed"}],
    }
    made = await released_pump(api)
    workflow = data(await api.post("/api/workflows", body, as_=ADMINISTRATOR), 201)["workflow"][
        "id"
    ]
    change = await order(made)
    data(await change.call("POST", "/workflow", {"workflowDefinitionId": workflow}), 201)
    taken = data(await change.call("POST", "/workflow/transition", {"transition": "File"}))
    assert taken["instance"]["status"] == "completed"


async def test_affected_items_come_in_pages_and_go_back_as_they_came(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    for number in ("SHAFT", "SCREW", "HOUSING"):
        await change.affect(number)
    page = data(await change.call("GET", "/affected-items?limit=2&page=2"))
    assert [row["itemNumber"] for row in page["affectedItems"]] == ["HOUSING"]
    assert (page["total"], page["page"], page["limit"]) == (3, 2, 2)
    entry = page["affectedItems"][0]
    path = f"/affected-items/{entry['id']}"
    sent = entry | {"reviewed": True, "comment": "seen"}
    assert data(await change.call("PUT", path, sent))["affectedItem"] == sent
    refused(await change.call("PUT", path, sent | {"name": "x"}), 400, "VALIDATION_ERROR")
