"""Moving items: drafts, reviews, releases, and what a state forbids."""

from typing import Any

import pytest

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
from tests.world import NOBODY, Record, World

REVIEWED = ("Part", "Document", "Requirement")
FREE = {
    "Start": "In Progress",
    "Resolve": "Resolved",
    "Close": "Closed",
    "Cancel": "Cancelled",
    "Reopen": "Open",
}


async def offers(api: Api, item: Record, person: Person) -> dict[str, tuple[str, bool]]:
    """The transitions that leave the item's state: where they lead, and whether they may be taken."""
    found = data(await api.get(f"/api/items/{item['id']}/transitions", as_=person))
    assert (
        found["currentState"]
        == data(await api.get(f"/api/items/{item['id']}", as_=ADMINISTRATOR))["state"]
    )
    for offer in found["availableTransitions"]:
        assert set(offer) == {"name", "toState", "allowed", "guards"}
        assert offer["guards"] == []
    return {o["name"]: (o["toState"], o["allowed"]) for o in found["availableTransitions"]}


async def take(api: Api, item: Record, name: Any, person: Person = ENGINEER, **more: Any) -> Any:
    body = {"transition": name, **more}
    return await api.post(f"/api/items/{item['id']}/transitions", body, as_=person)


@pytest.mark.parametrize("type_name", REVIEWED)
async def test_a_draft_is_submitted_rejected_and_released(
    world: World, api: Api, type_name: str
) -> None:
    item = await world.item(type_name)
    assert await offers(api, item, ENGINEER) == {"Submit": ("In Review", True)}
    assert await offers(api, item, APPROVER) == {"Submit": ("In Review", False)}
    assert await offers(api, item, VIEWER) == {"Submit": ("In Review", False)}
    answer = await take(api, item, "Submit")
    moved = data(answer)
    assert (moved["fromState"], moved["toState"], moved["state"]) == (
        *("Draft", "In Review", "In Review"),
    )
    shown = await api.get(f"/api/items/{item['id']}", as_=ENGINEER)
    assert moved == data(shown) | {"fromState": "Draft", "toState": "In Review"}
    assert answer.headers["etag"] == shown.headers["etag"]
    reviewing = {"Approve": ("Released", False), "Reject": ("Draft", True)}
    assert await offers(api, item, ENGINEER) == reviewing
    assert await offers(api, item, APPROVER) == {**reviewing, "Approve": ("Released", True)}
    assert await offers(api, item, VIEWER) == {
        name: (to, False) for name, (to, _) in reviewing.items()
    }
    refused(await take(api, item, "Approve"), 403, "FORBIDDEN")
    refused(await take(api, item, "Reject", VIEWER), 403, "FORBIDDEN")
    assert data(await take(api, item, "Reject"))["state"] == "Draft"
    await take(api, item, "Submit")
    assert data(await take(api, item, "Reject", APPROVER))["state"] == "Draft"
    await take(api, item, "Submit")
    released = data(await take(api, item, "Approve", APPROVER))
    assert (released["state"], released["revision"], released["isCurrent"]) == (
        "Released",
        "A",
        True,
    )
    assert (released["id"], released["masterId"]) == (item["id"], item["masterId"])
    assert await offers(api, item, ADMINISTRATOR) == {}
    for name in ("Submit", "Approve", "Reject", "Supersede"):
        refused(await take(api, item, name, ADMINISTRATOR), 422, "INVALID_STATE_TRANSITION")


async def test_a_transition_is_named_by_itself_or_its_target_in_any_case(
    world: World, api: Api
) -> None:
    part = await world.part()
    for name, state in ((" submit ", "In Review"), ("REJECT", "Draft"), ("in review", "In Review")):
        assert data(await take(api, part, name))["state"] == state


async def test_an_unknown_transition_or_one_of_another_state_is_refused(
    world: World, api: Api
) -> None:
    part = await world.part()
    for name in ("Approve", "Release", "Draft", "💥", "x" * 500):
        answer = await take(api, part, name, ADMINISTRATOR)
        told = refused(answer, 422, "INVALID_STATE_TRANSITION")["message"]
        assert told.endswith(" leaves the state Draft; there are: Submit")
    assert await world.get(part) == part


async def test_bad_bodies_of_a_transition(world: World, api: Api) -> None:
    part = await world.part()
    path = f"/api/items/{part['id']}/transitions"
    for body, fields in (
        ({}, {"transition"}),
        ({"transition": 5, "comment": 5}, {"transition", "comment"}),
        ({"transition": " "}, {"transition"}),
        ({"transition": None}, {"transition"}),
        ({"transition": "Submit\x01"}, {"transition"}),
        ({"transition": "Submit", "comment": "x" * 10_001}, {"comment"}),
        ({"transition": "Submit", "toState": "Released"}, {"toState"}),
    ):
        assert set(problems(await api.post(path, body, as_=ENGINEER))) == fields
    assert await world.get(part) == part


async def test_a_revision_given_at_creation_is_kept_at_release(world: World) -> None:
    for revision in ("B", "1", "x" * 10):
        part = await world.part(revision=revision)
        assert part["revision"] == revision
        assert (await world.release(part))["revision"] == revision
    assert (await world.release(await world.part(revision=None)))["revision"] == "A"
    assert (await world.release(await world.part(revision="-")))["revision"] == "A"


async def test_a_bad_revision_is_refused(api: Api) -> None:
    bad: list[Any] = ["", " ", "x" * 11, 5, "a\x00"]
    for revision in bad:
        body = {"type": "Part", "name": "N", "revision": revision}
        assert list(problems(await api.post("/api/items", body, as_=ENGINEER))) == ["revision"]


@pytest.mark.parametrize("type_name", REVIEWED)
async def test_an_item_under_review_takes_no_change(world: World, api: Api, type_name: str) -> None:
    item = await world.item(type_name)
    child = await world.item(type_name)
    path = f"/api/items/{item['id']}"
    await take(api, item, "Submit")
    reviewed = await world.get(item)
    line = {"targetId": child["id"], "relationshipType": "reference"}
    for answer in (
        await api.put(path, {"name": "New"}, as_=ADMINISTRATOR),
        await api.delete(path, as_=ADMINISTRATOR),
        await api.post(f"{path}/relationships", line, as_=ADMINISTRATOR),
    ):
        refused(answer, 409, "CONFLICT")
    assert await world.get(item) == reviewed
    await take(api, item, "Reject")
    assert (await world.edit(item, name="New"))["name"] == "New"


async def test_the_first_release_protects_the_design_for_ever(world: World, api: Api) -> None:
    design = await world.design()
    inside = {"designId": design["id"]}
    one, two = await world.part(**inside), await world.document(**inside)
    task, issue = await world.task(**inside), await world.issue(**inside)
    await world.move(two, "Submit")

    async def phase() -> str:
        return str(data(await api.get(f"/api/designs/{design['id']}", as_=ENGINEER))["phase"])

    assert await phase() == "pre-release"
    await world.release(one)
    assert await phase() == "post-release"
    for answer in (
        await api.put(f"/api/items/{one['id']}", {"name": "X"}, as_=ADMINISTRATOR),
        await api.put(f"/api/items/{two['id']}", {"name": "X"}, as_=ADMINISTRATOR),
        await api.post("/api/items", {"type": "Part", "name": "X", **inside}, as_=ENGINEER),
        await take(api, two, "Approve", ADMINISTRATOR),
        await take(api, two, "Reject", ADMINISTRATOR),
    ):
        refused(answer, 403, "BRANCH_PROTECTED")
    assert {allowed for _, allowed in (await offers(api, two, ADMINISTRATOR)).values()} == {False}
    for work in (task, issue, await world.task(**inside)):
        assert (await world.edit(work, name="Went on"))["name"] == "Went on"
        assert (await offers(api, work, ENGINEER))["Start"] == ("In Progress", True)
        assert data(await take(api, work, "Start"))["state"] == "In Progress"
    assert data(await api.delete(f"/api/items/{(await world.issue(**inside))['id']}", as_=ENGINEER))


async def test_a_released_item_of_the_library_is_protected_and_its_neighbours_are_not(
    world: World, api: Api
) -> None:
    part, other = await world.part(), await world.part()
    released = await world.release(part)
    path = f"/api/items/{part['id']}"
    line = {"targetId": other["id"], "relationshipType": "bom"}
    for answer in (
        await api.put(path, {"name": "X"}, as_=ADMINISTRATOR),
        await api.post(f"{path}/relationships", line, as_=ADMINISTRATOR),
    ):
        refused(answer, 403, "BRANCH_PROTECTED")
    assert await world.get(part) == {
        k: v for k, v in released.items() if k not in ("fromState", "toState")
    }
    assert (await world.edit(other, name="Free"))["name"] == "Free"


async def test_a_task_is_started_and_completed(world: World, api: Api) -> None:
    task = await world.task()
    assert await offers(api, task, ENGINEER) == {"Start": ("In Progress", True)}
    refused(await take(api, task, "Complete"), 422, "INVALID_STATE_TRANSITION")
    refused(await take(api, task, "Start", APPROVER), 403, "FORBIDDEN")
    await take(api, task, "Start")
    done = data(await take(api, task, "Complete"))
    assert (done["state"], done["revision"]) == ("Done", "-")
    assert await offers(api, task, ENGINEER) == {}
    assert (await world.edit(task, actualHours=3))["actualHours"] == 3


async def test_an_issue_goes_from_any_state_to_any_other(world: World, api: Api) -> None:
    issue = await world.issue()
    assert issue["state"] == "Open"
    for name in ("Resolve", "Start", "Cancel", "Close", "Reopen", "Close", "Start", "Reopen"):
        state = (await world.get(issue))["state"]
        others = {n: (to, True) for n, to in FREE.items() if to != state}
        assert await offers(api, issue, ENGINEER) == others
        assert data(await take(api, issue, name))["state"] == FREE[name]
        await world.edit(issue, resolution=f"After {name}")


async def test_a_change_order_takes_no_transition_by_itself(world: World, api: Api) -> None:
    order = await world.change_order()
    assert order["state"] == "Draft"
    assert await offers(api, order, ADMINISTRATOR) == {}
    refused(await take(api, order, "Submit", ADMINISTRATOR), 422, "INVALID_STATE_TRANSITION")


async def test_a_working_copy_takes_no_transition(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    copy = await world.edit(part, on=await world.branch(design), name="Lighter")
    assert await offers(api, copy, ADMINISTRATOR) == {}
    refused(await take(api, copy, "Submit"), 422, "INVALID_STATE_TRANSITION")


async def test_what_a_branch_shows_is_moved_there_by_nobody(world: World, api: Api) -> None:
    design, foreign = await world.design(), await world.design()
    part, task = [await world.item(t, designId=design["id"]) for t in ("Part", "Task")]
    branch = await world.branch(design)
    path = f"/api/items/{part['id']}/transitions"
    there = {"branchId": branch["id"]}
    for where in (there, {"branch": branch["id"]}):
        found = data(await api.get(path, params=where, as_=ENGINEER))
        assert found == {"currentState": "Draft", "availableTransitions": []}
        answer = await api.post(path, {"transition": "Submit"}, params=where, as_=ENGINEER)
        refused(answer, 422, "INVALID_STATE_TRANSITION")
        refused(await take(api, part, "Submit", **where), 422, "INVALID_STATE_TRANSITION")
    refused(await take(api, task, "Start", **there), 422, "UNPROCESSABLE")
    main = {"branchId": design["mainBranchId"]}
    apart = await api.post(path, {"transition": "Submit", **there}, params=main, as_=ENGINEER)
    assert list(problems(apart)) == ["branchId"]
    other = await take(api, part, "Submit", branchId=foreign["mainBranchId"])
    refused(other, 422, "UNPROCESSABLE")
    refused(await take(api, part, "Submit", branch=NOBODY), 404, "RESOURCE_NOT_FOUND")
    assert (await world.get(part))["state"] == (await world.get(task))["state"] == "Draft"
    said = "Ready to be looked at"
    moved = data(await take(api, part, "Submit", **main, commitMessage=said))
    assert moved["state"] == "In Review"
    commits = data(await api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))["commits"]
    assert commits[0]["message"] == said
    before = {"commitId": commits[1]["id"]}
    found = data(await api.get(path, params=before, as_=ENGINEER))
    assert found == {"currentState": "Draft", "availableTransitions": []}


async def test_a_locked_item_moves_for_its_holder_alone(world: World, api: Api) -> None:
    part = await world.part()
    await api.post(f"/api/items/{part['id']}/lock", as_=ENGINEER)
    assert await offers(api, part, OUTSIDER) == {"Submit": ("In Review", False)}
    refused(await take(api, part, "Submit", OUTSIDER), 423, "ITEM_LOCKED")
    assert await offers(api, part, ENGINEER) == {"Submit": ("In Review", True)}
    assert data(await take(api, part, "Submit"))["state"] == "In Review"


async def test_an_item_checked_out_on_main_moves_for_its_holder_alone(
    world: World, api: Api
) -> None:
    design = await world.design()
    part = await world.part(designId=design["id"])
    body = {"branchId": design["mainBranchId"]}
    data(await api.post(f"/api/items/{part['id']}/checkout", body, as_=ENGINEER), 201)
    assert await offers(api, part, OUTSIDER) == {"Submit": ("In Review", False)}
    refused(await take(api, part, "Submit", OUTSIDER), 409, "CHECKOUT_CONFLICT")
    assert data(await take(api, part, "Submit"))["state"] == "In Review"


async def test_members_who_only_view_a_program_move_nothing_in_it(world: World, api: Api) -> None:
    members = {ENGINEER: "engineer", APPROVER: "viewer"}
    program = await world.program(members=members)
    part = await world.part(programId=program["id"])
    await take(api, part, "Submit")
    assert {allowed for _, allowed in (await offers(api, part, APPROVER)).values()} == {False}
    refused(await take(api, part, "Approve", APPROVER), 403, "FORBIDDEN")
    refused(await take(api, part, "Approve", OUTSIDER), 404, "ITEM_NOT_FOUND")
    refused(await take(api, part, "Approve", ROLELESS), 403, "FORBIDDEN")
    assert data(await take(api, part, "Approve", ADMINISTRATOR))["state"] == "Released"


async def test_revisions_of_an_item(world: World, api: Api) -> None:
    part = await world.part()
    path = f"/api/items/{part['id']}/revisions"

    async def shown() -> Any:
        return data(await api.get(path, as_=VIEWER))["revisions"]

    (draft,) = await shown()
    keys = ("id", "revision", "state", "isCurrent", "branchId", "createdAt", "createdBy")
    assert draft == {
        **{key: part[key] for key in keys},
        "releasedAt": None,
        "releaseCommitId": None,
    }
    await world.edit(part, name="Other")
    await world.release(part)
    (released,) = await shown()
    assert (released["id"], released["revision"], released["state"]) == (
        part["id"],
        "A",
        "Released",
    )
    assert released["releasedAt"] >= released["createdAt"] == part["createdAt"]
    missing = path.replace(part["id"], part["masterId"])
    refused(await api.get(missing, as_=VIEWER), 404, "ITEM_NOT_FOUND")
