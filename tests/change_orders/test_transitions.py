"""Workflows of changes driven over HTTP: guards, votes, effects, structures."""

from typing import Any

import pytest

from tests.change_orders.scene import Order, order, released_pump
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, PASSWORD, VIEWER
from tests.versioning.scene import product

STATES = [
    {"id": "draft", "name": "Draft", "isInitial": True},
    {"id": "check", "name": "Check"},
    {"id": "board", "name": "Board"},
    {"id": "done", "name": "Released", "isFinal": True},
    {"id": "off", "name": "Cancelled", "isFinal": True},
]


async def _lifecycle(api: Api) -> str:
    rows = data(await api.get("/api/workflows?type=lifecycle", as_=ADMINISTRATOR))["workflows"]
    return next(row["id"] for row in rows if "Part" in row["applicableItemTypes"])


async def _definition(api: Api, **more: Any) -> dict[str, Any]:
    lifecycle = await _lifecycle(api)
    effect = {"changeAction": "modify", "lifecycleDefinitionId": lifecycle}
    transitions = [
        {
            "name": "Submit",
            "fromStateId": "draft",
            "toStateId": "check",
            "lifecycleEffects": [effect | {"fromStateId": "draft", "toStateId": "in-review"}],
        },
        {
            "name": "Pass",
            "fromStateId": "check",
            "toStateId": "board",
            "guards": [{"type": "all_items_reviewed"}],
        },
        {
            "name": "Agree",
            "fromStateId": "board",
            "toStateId": "done",
            "guards": [
                {"type": "requires_approval", "requiredCount": 1},
                {"type": "role_required", "roles": ["Approver"]},
            ],
        },
        {
            "name": "Return",
            "fromStateId": "board",
            "toStateId": "draft",
            "lifecycleEffects": [effect | {"fromStateId": "in-review", "toStateId": "draft"}],
        },
        {"name": "Stop", "fromStateId": "draft", "toStateId": "off"},
    ]
    body = {
        "name": "Two stages",
        "definitionType": "workflow",
        "states": STATES,
        "transitions": transitions,
        "applicableItemTypes": ["ChangeOrder"],
        **more,
    }
    return data(await api.post("/api/workflows", body, as_=ADMINISTRATOR), 201)["workflow"]


async def _steps(change: Order, as_: Any = ENGINEER) -> dict[str, Any]:
    found = data(await change.call("GET", "/workflow/transition", as_=as_))
    return {step["name"]: step for step in found["availableTransitions"]}


async def _take(change: Order, step: str, *, as_: Any = ENGINEER, status: int = 200) -> Any:
    answer = await change.call("POST", "/workflow/transition", {"transition": step}, as_=as_)
    return data(answer, status)


async def test_every_guard_and_effect_to_the_end(api: Api) -> None:
    made = await released_pump(api)
    definition = await _definition(api)
    change = await order(made)
    entry = await change.affect("SHAFT", "modify")
    body = {"workflowDefinitionId": definition["id"]}
    instance = data(await change.call("POST", "/workflow", body), 201)["instance"]
    assert instance["currentState"] == {"id": "draft", "name": "Draft"}
    refused(await change.call("POST", "/workflow", body), 409, "CONFLICT")

    taken = await _take(change, "Submit")
    assert taken["effects"] == [
        {
            "itemId": entry["workingCopyId"],
            "itemNumber": "SHAFT",
            "fromState": "Draft",
            "toState": "In Review",
        }
    ]
    (guard,) = (await _steps(change))["Pass"]["guards"]
    assert (guard["passed"], "SHAFT" in guard["message"]) == (False, True)
    found = {"kind": "reviewed", "given": None, "required": None, "names": ["SHAFT"], "more": 0}
    assert guard["finding"] == found
    answer = await change.call("POST", "/workflow/transition", {"toStateId": "board"})
    failed = refused(answer, 422, "INVALID_STATE_TRANSITION")
    assert failed["details"][0]["type"] == "all_items_reviewed"
    edit = {"reviewed": True}
    data(await change.call("PUT", f"/affected-items/{entry['id']}", edit))
    assert (await _steps(change))["Pass"]["allowed"]
    await _take(change, "Pass")

    step = (await _steps(change, ENGINEER))["Agree"]
    assert [g["passed"] for g in step["guards"]] == [False, False]
    done = await change.approve()
    assert done["transitioned"]
    assert done["changeOrder"]["state"] == "Released"
    item = data(await made.call("GET", f"/api/items/{entry['workingCopyId']}"))
    assert (item["revision"], item["state"]) == ("B", "Released")
    history = data(await change.call("GET", "/workflow/history"))["history"]
    assert [(h["transition"], h["fromState"], h["toState"]) for h in history] == [
        ("Agree", "Board", "Released"),
        ("Pass", "Check", "Board"),
        ("Submit", "Draft", "Check"),
        (None, None, "Draft"),
    ]
    refused(await change.call("POST", "/release"), 409, "CONFLICT")


async def test_votes_are_void_when_a_state_is_entered_anew(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    await change.affect("SHAFT")
    await change.submit()
    ballot = {"vote": "approve", "comment": "Fine"}
    first = data(await change.call("POST", "/approvals", ballot, as_=APPROVER), 201)["approval"]
    assert (first["vote"], first["comment"]) == ("approve", "Fine")
    assert data(await change.call("GET", "/approvals"))["complete"]
    against = {"vote": "reject"}
    data(await change.call("POST", "/approvals", against, as_=APPROVER), 201)
    standing = data(await change.call("GET", "/approvals"))
    assert (standing["complete"], standing["approved"], standing["rejected"]) == (False, 0, 1)
    guard = (await _steps(change))["Approve"]["guards"][0]
    assert "Rejected" in guard["message"]
    assert (guard["finding"]["kind"], guard["finding"]["names"]) == ("rejected", [APPROVER.name])
    await change.reject()
    await change.submit()
    standing = data(await change.call("GET", "/approvals"))
    assert (standing["complete"], standing["approved"], standing["rejected"]) == (False, 0, 0)
    assert len(standing["approvals"]) == 1


async def test_only_named_approvers_vote_where_there_are_some(api: Api) -> None:
    made = await released_pump(api)
    definition = await _definition(api)
    path = f"/api/workflows/{definition['id']}/states/check/approvers"
    data(await api.post(path, {"userId": VIEWER.id}, as_=ADMINISTRATOR), 201)
    change = await order(made)
    await change.affect("SHAFT")
    body = {"workflowDefinitionId": definition["id"]}
    data(await change.call("POST", "/workflow", body), 201)
    await _take(change, "Submit")
    refused(
        await change.call("POST", "/approvals", {"vote": "approve"}, as_=APPROVER), 403, "FORBIDDEN"
    )
    (awaited,) = data(await change.call("GET", "/approvals"))["approvals"]
    assert (awaited["approver"]["userId"], awaited["vote"]) == (VIEWER.id, None)
    # Whose vote is asked for, and who approves, note what they have read, and change nothing else.
    entry = f"/affected-items/{(await change.affected())['SHAFT']['id']}"
    for reviewer in (VIEWER, APPROVER):
        for mark in (True, False):
            told = await change.call("PUT", entry, {"reviewed": mark}, as_=reviewer)
            assert data(told)["affectedItem"]["reviewed"] is mark
        other = {"reviewed": True, "comment": "Mine"}
        refused(await change.call("PUT", entry, other, as_=reviewer), 403, "FORBIDDEN")
    assert (await change.affected())["SHAFT"]["reviewed"] is False
    cast = await change.call("POST", "/approvals", {"vote": "approve"}, as_=VIEWER)
    assert data(cast, 201)["approval"]["approver"]["userId"] == VIEWER.id
    wrong = {"vote": "approve", "roleId": APPROVER.id}
    refused(await change.call("POST", "/approvals", wrong, as_=VIEWER), 403, "FORBIDDEN")
    data(await change.call("PUT", entry, {"reviewed": True}, as_=VIEWER))
    await _take(change, "Pass")
    refused(await change.call("PUT", entry, {"reviewed": True}, as_=VIEWER), 403, "FORBIDDEN")


@pytest.mark.settings(sign_votes=True)
async def test_a_signed_vote_needs_the_password(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT")
    change = await order(made)
    await change.affect("SHAFT", "release")
    await change.submit()
    for body in ({}, {"password": "wrong password"}):
        refused(await change.call("POST", "/approve", body, as_=APPROVER), 400, "VALIDATION_ERROR")
    body = {"password": PASSWORD}
    done = data(await change.call("POST", "/approve", body, as_=APPROVER))
    assert done["transitioned"]
    assert len(done["approval"]["contentDigest"]) == 64


async def test_a_vote_counts_for_the_content_that_was_read(api: Api) -> None:
    made = await product(api)
    shaft = await made.part("SHAFT")
    change = await order(made)
    await change.affect("SHAFT", "release")
    assert data(await change.call("GET", "/approvals"))["contentDigest"] is None
    await change.submit()
    read = data(await change.call("GET", "/approvals"))["contentDigest"]
    data(await api.put(f"/api/items/{shaft}", {"material": "steel"}, as_=ENGINEER))
    body = {"contentDigest": read}
    for path, more in (("/approve", {}), ("/reject", {}), ("/approvals", {"vote": "approve"})):
        answer = await change.call("POST", path, body | more, as_=APPROVER)
        refused(answer, 412, "PRECONDITION_FAILED")
    bad = await change.call("POST", "/approve", {"contentDigest": "x"}, as_=APPROVER)
    refused(bad, 400, "VALIDATION_ERROR")
    body = {"contentDigest": data(await change.call("GET", "/approvals"))["contentDigest"]}
    done = data(await change.call("POST", "/approve", body, as_=APPROVER))
    assert done["approval"]["contentDigest"] == body["contentDigest"] != read


async def test_a_flexible_instance_is_restructured(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT")
    definition = await _definition(api, workflowType="flexible")
    change = await order(made)
    body = {"workflowDefinitionId": definition["id"]}
    data(await change.call("POST", "/workflow", body), 201)
    path = "/workflow/structure"
    other = {"states": STATES[1:], "transitions": []}
    refused(await change.call("PUT", path, other), 409, "CONFLICT")
    bad = {"states": [*STATES, STATES[0]], "transitions": []}
    refused(await change.call("PUT", path, bad), 400, "VALIDATION_ERROR")
    good = {
        "states": STATES,
        "transitions": [{"name": "Go", "fromStateId": "draft", "toStateId": "done"}],
    }
    shown = data(await change.call("PUT", path, good))["instance"]
    assert [way["name"] for way in shown["transitions"]] == ["Go"]
    assert list(await _steps(change)) == ["Go"]
    # The instance is a copy: neither the definition nor another change follows it.
    path_of_it = f"/api/workflows/{definition['id']}"
    kept = data(await api.get(path_of_it, as_=ENGINEER))["workflow"]
    assert kept["transitions"] == definition["transitions"]
    other_change = await order(made, "Another")
    data(await other_change.call("POST", "/workflow", body), 201)
    assert list(await _steps(other_change)) == ["Submit", "Stop"]
    await change.affect("SHAFT", "release")
    assert (await change.release())["revisions"] == {"SHAFT": "A"}
    strict = await order(made, "Strict")
    data(await strict.call("POST", "/workflow", {}), 201)
    refused(await strict.call("PUT", path, good), 409, "CONFLICT")


async def test_cancelling_archives_and_keeps_main(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    branch = (await change.affect("SHAFT"))["branchId"]
    await made.edit("SHAFT", branch=branch, cost="77")
    data(await change.call("POST", "/workflow", {}), 201)
    await _take(change, "Cancel")
    record = await change.record()
    assert (record["state"], bool(record["closedAt"])) == ("Cancelled", True)
    assert (await made.item("SHAFT"))["cost"] == "2"
    assert (await made.item("SHAFT", branchId=branch))["cost"] == "77"
    path = f"/api/items/{made.ids['SHAFT']}"
    refused(
        await made.call("PUT", path, {"name": "x"}, params={"branchId": branch}),
        403,
        "BRANCH_PROTECTED",
    )
    for verb in ("submit", "approve", "reject", "release", "rebase"):
        refused(await change.call("POST", f"/{verb}", as_=ADMINISTRATOR), 409, "CONFLICT")


async def test_steps_out_of_turn_are_refused(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    refused(await change.call("POST", "/submit"), 422, "UNPROCESSABLE")
    await change.affect("SHAFT")
    refused(await change.call("POST", "/release"), 422, "UNPROCESSABLE")
    await change.submit()
    refused(await change.call("POST", "/submit"), 422, "INVALID_STATE_TRANSITION")
    answer = await change.call("POST", "/release")
    assert refused(answer, 422, "INVALID_STATE_TRANSITION")["message"] == (
        "No transition from the state In Review releases the change; first comes Approve"
        " (0 of 1 approval is given)"
    )
    refused(await change.call("POST", "/submit", as_=VIEWER), 403, "FORBIDDEN")
    unknown = {"transition": "Fly"}
    answer = await change.call("POST", "/workflow/transition", unknown)
    told = refused(answer, 422, "INVALID_STATE_TRANSITION")["message"]
    assert told.startswith("No transition 'Fly' leaves the state In Review; there are: Approve, ")
