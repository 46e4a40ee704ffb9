"""Changes under workflows of one's own, lifecycles and settings."""

from typing import Any

import pytest

from tests.change_orders.scene import order, released_pump, states, way, workflow
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, VIEWER
from tests.versioning.scene import product
from tests.world import World

LIFECYCLE = {
    "name": "Production lifecycle",
    "applicableItemTypes": ["Part"],
    "states": [
        {"id": "w", "name": "In Work", "isInitial": True},
        {"id": "c", "name": "Being Checked", "category": "review"},
        {"id": "p", "name": "In Production", "category": "released"},
        {"id": "r", "name": "Replaced", "category": "superseded"},
        {"id": "e", "name": "End of Life", "isFinal": True, "category": "obsolete"},
    ],
    "transitions": [
        {"name": "Check", "fromStateId": "w", "toStateId": "c"},
        {"name": "Start", "fromStateId": "c", "toStateId": "p"},
        {"name": "Replace", "fromStateId": "p", "toStateId": "r"},
        {"name": "End", "fromStateId": "p", "toStateId": "e"},
        {"name": "End too", "fromStateId": "r", "toStateId": "e"},
    ],
}


@pytest.mark.settings(revision_scheme="numeric")
async def test_a_lifecycle_of_ones_own_names_the_states_of_release(api: Api) -> None:
    data(await api.post("/api/workflows", LIFECYCLE, as_=ADMINISTRATOR), 201)
    made = await product(api)
    for number in ("SHAFT", "SCREW"):
        await made.part(number)
    first = await order(made)
    for number in made.ids:
        await first.affect(number, "release")
    assert (await first.through())["revisions"] == {"SHAFT": "1", "SCREW": "1"}
    second = await order(made)
    entry = await second.affect("SHAFT")
    await second.affect("SCREW", "obsolete")
    assert (await made.item("SHAFT", branchId=entry["branchId"]))["state"] == "In Work"
    assert (await second.through())["revisions"] == {"SHAFT": "2"}
    rows = data(await made.call("GET", f"/api/items/{made.ids['SHAFT']}/revisions"))["revisions"]
    assert [(r["revision"], r["state"]) for r in rows] == [
        ("2", "In Production"),
        ("1", "Replaced"),
    ]
    assert (await made.item("SCREW"))["state"] == "End of Life"


async def test_rework_thaws_the_branch_and_voids_what_was_approved(api: Api) -> None:
    made = await released_pump(api)
    approval = [{"type": "requires_approval", "requiredCount": 1}]
    definition = await workflow(
        api,
        states=states(
            ("draft", "Draft"),
            ("check", "Check"),
            ("rework", "Rework"),
            ("board", "Board"),
            ("released", "Released"),
        ),
        transitions=[
            way("Submit", "draft", "check"),
            way("Pass", "check", "board", guards=approval),
            way("Return", "board", "rework"),
            way("Again", "rework", "board"),
            way("Release", "board", "released", guards=approval),
        ],
    )
    change = await order(made)
    branch = (await change.affect("SHAFT"))["branchId"]
    data(await change.call("POST", "/workflow", {"workflowDefinitionId": definition}), 201)
    await change.submit()
    await change.approve()
    path = f"/api/items/{made.ids['SHAFT']}"
    edit = {"params": {"branchId": branch}}
    refused(await made.call("PUT", path, {"cost": "8"}, **edit), 403, "BRANCH_PROTECTED")
    assert (await change.reject())["changeOrder"]["state"] == "Rework"
    data(await made.call("PUT", path, {"cost": "8"}, **edit))
    data(await change.call("POST", "/workflow/transition", {"toStateId": "board"}))
    done = await change.approve()
    assert (done["transitioned"], done["changeOrder"]["state"]) == (True, "Released")
    assert (await change.affected())["SHAFT"]["state"] == "Released"


async def test_effects_move_items_on_the_branch_and_are_undone_when_sent_back(api: Api) -> None:
    made = await product(api)
    for number in ("SHAFT", "SCREW"):
        await made.part(number)
    rows = data(await api.get("/api/workflows?type=lifecycle", as_=ADMINISTRATOR))["workflows"]
    lifecycle = next(row["id"] for row in rows if "Part" in row["applicableItemTypes"])
    moves = [
        {
            "changeAction": action,
            "lifecycleDefinitionId": lifecycle,
            "fromStateId": "draft",
            "toStateId": "In Review",
        }
        for action in ("revise", "release")
    ]
    definition = await workflow(
        api,
        states=states(("draft", "Draft"), ("check", "Check"), ("released", "Released")),
        transitions=[
            way("Submit", "draft", "check", lifecycleEffects=moves),
            way("Back", "check", "draft"),
            way("Release", "check", "released"),
        ],
    )
    change = await order(made)
    data(await change.call("POST", "/workflow", {"workflowDefinitionId": definition}), 201)
    entry = await change.affect("SHAFT", "modify")
    await change.affect("SCREW", "release")
    step = data(await change.call("POST", "/workflow/transition", {"transition": "submit"}))
    assert {e["itemNumber"]: (e["fromState"], e["toState"]) for e in step["effects"]} == {
        "SHAFT": ("Draft", "In Review"),
        "SCREW": ("Draft", "In Review"),
    }
    on = {"branchId": entry["branchId"]}
    for number in ("SHAFT", "SCREW"):
        assert (await made.item(number, **on))["state"] == "In Review"
        assert (await made.item(number))["state"] == "Draft"
    await change.reject(as_=ENGINEER)
    for number in ("SHAFT", "SCREW"):
        assert (await made.item(number, **on))["state"] == "Draft"
    await made.edit("SHAFT", branch=entry["branchId"], cost="4")
    await change.submit()
    assert (await change.release())["revisions"] == {"SHAFT": "A", "SCREW": "A"}
    nothing: dict[str, Any] = {"states": [], "transitions": []}
    # An edit of the definition does not reach what runs on it; what has ended holds nothing.
    data(await api.put(f"/api/workflows/{definition}", nothing, as_=ADMINISTRATOR))
    instance = data(await change.call("GET", "/workflow"))["instance"]
    assert (len(instance["states"]), instance["status"]) == (3, "completed")
    data(await api.delete(f"/api/workflows/{definition}", as_=ADMINISTRATOR))
    assert data(await change.call("GET", "/workflow"))["instance"]["currentState"]["name"] == (
        "Released"
    )


async def test_effects_on_the_releasing_step_say_where_items_end(api: Api) -> None:
    made = await released_pump(api)
    rows = data(await api.get("/api/workflows?type=lifecycle", as_=ADMINISTRATOR))["workflows"]
    lifecycle = next(row["id"] for row in rows if "Part" in row["applicableItemTypes"])
    effects = [
        {
            "changeAction": action,
            "lifecycleDefinitionId": lifecycle,
            "fromStateId": source,
            "toStateId": target,
        }
        for action, source, target in (
            ("modify", "Draft", "Released"),
            ("obsolete", "Released", "Obsolete"),
            ("add", "Released", "Obsolete"),
            ("obsolete", "Draft", "Obsolete"),
        )
    ]
    definition = await workflow(
        api,
        states=states(("draft", "Draft"), ("released", "Released")),
        transitions=[way("Go", "draft", "released", lifecycleEffects=effects)],
    )
    change = await order(made)
    data(await change.call("POST", "/workflow", {"workflowDefinitionId": definition}), 201)
    entry = await change.affect("PUMP")
    await change.affect("SCREW", "obsolete", force=True)
    done = data(await change.call("POST", "/workflow/transition", {"transition": "Go"}))
    assert [(e["itemNumber"], e["fromState"], e["toState"]) for e in done["effects"]] == [
        ("PUMP", "Draft", "Released"),
        ("SCREW", "Released", "Obsolete"),
    ]
    assert done["release"]["revisions"] == {"PUMP": "B"}
    made.ids["PUMP"] = entry["workingCopyId"]
    shown = {number: (await made.item(number))["state"] for number in made.ids}
    assert shown == dict.fromkeys(made.ids, "Released") | {"SCREW": "Obsolete"}


async def test_all_who_are_named_approve_each_for_themselves(api: Api) -> None:
    made = await released_pump(api)
    definition = await workflow(
        api,
        states=states(("draft", "Draft"), ("check", "Check"), ("released", "Released")),
        transitions=[
            way("Submit", "draft", "check"),
            way("Agree", "check", "released", guards=[{"type": "requires_approval"}]),
            way("Reject", "check", "draft"),
        ],
    )
    roles = data(await api.get("/api/roles", as_=ADMINISTRATOR))["roles"]
    role = next(row["id"] for row in roles if row["name"] == "Approver")
    path = f"/api/workflows/{definition}/states/check/approvers"
    for who in ({"userId": VIEWER.id}, {"userId": ENGINEER.id}, {"roleId": role}):
        data(await api.post(path, who, as_=ADMINISTRATOR), 201)
    change = await order(made)
    await change.affect("SHAFT")
    data(await change.call("POST", "/workflow", {"workflowDefinitionId": definition}), 201)
    refused(await api.delete(f"/api/workflows/{definition}", as_=ADMINISTRATOR), 409, "CONFLICT")
    await change.submit()
    refused(await change.call("POST", "/approve", as_=ADMINISTRATOR), 403, "FORBIDDEN")
    # The author is named here, so that his vote counts.
    for person in (ENGINEER, APPROVER):
        assert not (await change.approve(as_=person))["transitioned"]
    against = {"vote": "reject", "comment": "Too heavy"}
    data(await change.call("POST", "/approvals", against, as_=APPROVER), 201)
    # A viewer has no right to release; his vote sets the step off, but a rejection stands.
    assert not (await change.approve(as_=VIEWER))["transitioned"]
    standing = data(await change.call("GET", "/approvals"))
    assert (standing["approved"], standing["rejected"], standing["complete"]) == (2, 1, False)
    done = await change.approve(as_=APPROVER)
    assert (done["transitioned"], done["changeOrder"]["state"]) == (True, "Released")
    assert done["changeOrder"]["approvedBy"]["id"] == APPROVER.id


async def test_nothing_starts_on_what_is_no_finished_workflow(api: Api) -> None:
    world = World(api)
    change = await world.change_order()
    path = f"/api/change-orders/{change['id']}/workflow"
    rows = data(await api.get("/api/workflows?type=lifecycle", as_=ENGINEER))["workflows"]
    empty = await workflow(api, states=[], transitions=[])
    for definition in (rows[0]["id"], empty):
        body = {"workflowDefinitionId": definition}
        refused(await api.post(path, body, as_=ENGINEER), 422, "UNPROCESSABLE")
    assert data(await api.get(path, as_=ENGINEER))["instance"] is None
    for step in ("", "/transition"):
        shown = data(await api.get(path + step, as_=ENGINEER))
        assert not shown.get("availableTransitions")
    data(await api.post(path, {}, as_=ENGINEER), 201)
    data(await api.delete(f"/api/items/{change['id']}", as_=ENGINEER))
    refused(await api.get(path, as_=ENGINEER), 404, "ITEM_NOT_FOUND")
