"""Lifecycles of one's own: what they make of the items they apply to."""

from typing import Any

import pytest

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER, Person
from tests.workflows.scenes import PATH, Record, change, define, make_role, name_approver
from tests.world import World

CONCEPT = {"id": "c", "name": "Concept", "isInitial": True}
CHECKED = {"id": "k", "name": "Checked", "category": "review"}
PRODUCTION = {"id": "p", "name": "Series", "isFinal": True, "category": "released"}
OWN: Record = {
    "applicableItemTypes": ["Part"],
    "states": [CONCEPT, CHECKED, PRODUCTION],
    "transitions": [
        {"name": "Check", "fromStateId": "c", "toStateId": "k"},
        {"name": "Start series", "fromStateId": "k", "toStateId": "p"},
        {"name": "Back", "fromStateId": "k", "toStateId": "c"},
    ],
}
UNFINISHED: list[Record] = [
    {"states": []},
    {"states": [CONCEPT]},
    {"states": [CHECKED, PRODUCTION]},
    {"states": [CONCEPT, PRODUCTION, PRODUCTION | {"id": "p2"}]},
    {"isActive": False},
    {"definitionType": "workflow"},
    {"applicableItemTypes": ["Document"]},
]


async def offers(api: Api, item: Record, person: Person = ADMINISTRATOR) -> dict[str, Any]:
    """Name -> (where it leads, whether allowed, [(guard, passed, message)])."""
    found = data(await api.get(f"/api/items/{item['id']}/transitions", as_=person))
    return {
        offer["name"]: (
            offer["toState"],
            offer["allowed"],
            [(g["type"], g["passed"], g["message"]) for g in offer["guards"]],
        )
        for offer in found["availableTransitions"]
    }


async def take(api: Api, item: Record, name: str, person: Person = ADMINISTRATOR) -> Any:
    path = f"/api/items/{item['id']}/transitions"
    return await api.post(path, {"transition": name}, as_=person)


async def test_the_newest_active_lifecycle_applies_at_once(world: World, api: Api) -> None:
    before, document = await world.part(), await world.document()
    lifecycle = await define(api, **OWN)
    part = await world.part()
    assert part["state"] == "Concept"
    assert await offers(api, part) == {"Check": ("Checked", True, [])}
    checked = data(await take(api, part, "check"))
    assert (checked["fromState"], checked["state"], checked["revision"]) == (
        *("Concept", "Checked", "-"),
    )
    refused(await api.put(f"/api/items/{part['id']}", {"name": "X"}, as_=ENGINEER), 409, "CONFLICT")
    refused(await take(api, part, "Start series", ENGINEER), 403, "FORBIDDEN")
    made = data(await take(api, part, "Start series", APPROVER))
    assert (made["state"], made["revision"]) == ("Series", "A")
    answer = await api.put(f"/api/items/{part['id']}", {"name": "X"}, as_=ADMINISTRATOR)
    refused(answer, 403, "BRANCH_PROTECTED")
    assert (document["state"], (await world.document())["state"]) == ("Draft", "Draft")
    assert await offers(api, before) == {}
    await change(api, lifecycle, states=[CONCEPT | {"name": "Idea"}, CHECKED, PRODUCTION])
    assert (await world.part())["state"] == "Idea"
    await change(api, lifecycle, isActive=False)
    assert (await world.part())["state"] == "Draft"
    assert await offers(api, before) == {"Submit": ("In Review", True, [])}


async def test_the_newer_of_two_applies_and_deleted_it_gives_way(world: World, api: Api) -> None:
    await define(api, **OWN)
    body: Record = OWN | {"states": [CONCEPT | {"name": "Idea"}, *OWN["states"][1:]]}
    newer = await define(api, "Newer", **body)
    assert (await world.part())["state"] == "Idea"
    data(await api.delete(f"{PATH}/{newer['id']}", as_=ADMINISTRATOR))
    assert (await world.part())["state"] == "Concept"


async def test_what_is_unfinished_switched_off_or_for_others_never_applies(
    world: World, api: Api
) -> None:
    for number, fault in enumerate(UNFINISHED):
        body: Record = OWN | {"transitions": []} | fault
        await define(api, f"No {number}", **body)
        assert (await world.part())["state"] == "Draft", fault


async def test_items_in_a_state_that_the_lifecycle_lacks_stay_what_they_were(
    world: World, api: Api
) -> None:
    draft, reviewed, released, doomed = [await world.part() for _ in range(4)]
    await world.move(reviewed, "Submit")
    await world.release(released)
    first = await define(api, **OWN)
    series = await world.part()
    await world.move(series, "Check")
    await world.move(series, "Start series")
    await change(api, first, states=[CONCEPT, PRODUCTION | {"name": "Sold"}], transitions=[])
    for item, state in ((draft, "Draft"), (reviewed, "In Review"), (series, "Series")):
        assert (await world.get(item))["state"] == state
        assert await offers(api, item) == {}
        refused(await take(api, item, "Check"), 422, "INVALID_STATE_TRANSITION")
    assert (await world.edit(draft, name="Edited"))["name"] == "Edited"
    assert data(await api.delete(f"/api/items/{doomed['id']}", as_=ENGINEER)) == {"success": True}
    for item, status, code in (
        (reviewed, 409, "CONFLICT"),
        (released, 403, "BRANCH_PROTECTED"),
        (series, 403, "BRANCH_PROTECTED"),
    ):
        path = f"/api/items/{item['id']}"
        refused(await api.put(path, {"name": "X"}, as_=ADMINISTRATOR), status, code)
        refused(await api.delete(path, as_=ADMINISTRATOR), 409, "CONFLICT")


async def test_without_any_lifecycle_items_are_read_and_not_written(world: World, api: Api) -> None:
    part = await world.part()
    found = data(await api.get(PATH, as_=VIEWER, params={"sort": "name"}))["workflows"]
    (standard,) = [w for w in found if w["name"] == "Standard lifecycle"]
    await change(api, standard, applicableItemTypes=["Document"])
    assert await world.get(part) == part
    assert await offers(api, part) == {}
    body = {"type": "Part", "name": "X"}
    for answer in (
        await api.post("/api/items", body, as_=ENGINEER),
        await api.put(f"/api/items/{part['id']}", {"name": "X"}, as_=ENGINEER),
        await take(api, part, "Submit"),
    ):
        error = refused(answer, 422, "UNPROCESSABLE")
        assert error["message"] == "No active, complete lifecycle applies to Part"


async def test_the_end_of_a_task_is_no_release(world: World, api: Api) -> None:
    states = [
        {"id": "n", "name": "New", "isInitial": True},
        {"id": "s", "name": "Settled", "isFinal": True},
    ]
    ways = [{"name": "Settle", "fromStateId": "n", "toStateId": "s"}]
    body: Record = {"applicableItemTypes": ["Task"], "states": states, "transitions": ways}
    await define(api, **body)
    task = await world.task()
    settled = data(await take(api, task, "Settle", ENGINEER))
    assert (settled["state"], settled["revision"]) == ("Settled", "-")


def guarded(*guards: Record) -> Record:
    """The lifecycle with guards on its first step, and none on the way back."""
    first, *rest = OWN["transitions"]
    return OWN | {"transitions": [first | {"guards": list(guards)}, *rest]}


async def test_a_required_role_decides_in_the_list_and_in_the_deed(world: World, api: Api) -> None:
    role_id = await make_role(api, "Quality", OUTSIDER)
    for number, name in enumerate(("QUALITY", role_id)):
        guard = {"type": "role_required", "roles": ["Nobody's", name]}
        await define(api, f"Own {number}", **guarded(guard))
        part = await world.part()
        shown = name if name != role_id else "Quality"
        message = f"Needs one of the roles Nobody's, {shown}"
        verdict = ("role_required", False, message)
        assert await offers(api, part) == {"Check": ("Checked", False, [verdict])}
        error = refused(await take(api, part, "Check"), 422, "INVALID_STATE_TRANSITION")
        assert error["message"] == f"Check is not allowed: {message}"
        assert error["details"] == [
            {"field": "role_required", "message": message, "type": "role_required", "passed": False}
        ]
        assert (await world.get(part))["state"] == "Concept"
        holders = await offers(api, part, OUTSIDER)
        assert holders == {"Check": ("Checked", True, [("role_required", True, message)])}
        assert data(await take(api, part, "Check", OUTSIDER))["state"] == "Checked"
        assert (await offers(api, part))["Back"] == ("Concept", True, [])


async def test_a_guard_holds_only_for_who_has_the_right_as_well(world: World, api: Api) -> None:
    role_id = await make_role(api, "Quality", VIEWER)
    await define(api, **guarded({"type": "role_required", "roles": [role_id]}))
    part = await world.part()
    (offer,) = (await offers(api, part, VIEWER)).values()
    assert (offer[1], offer[2][0][1]) == (False, True)
    refused(await take(api, part, "Check", VIEWER), 403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("guard", "approvers", "allowed", "message"),
    [
        ({}, (), ADMINISTRATOR, "approval is given"),
        ({"requiredCount": 2}, (), None, " of 2 approvals are given"),
        ({}, (ENGINEER,), ENGINEER, "waiting for Emmy Noether"),
        ({}, (ENGINEER, ADMINISTRATOR), None, "1 of 2 approvals are given; waiting for"),
        ({"requiredCount": 1}, (ENGINEER, APPROVER), ENGINEER, "0 of 1 approval is given"),
    ],
)
async def test_who_takes_a_step_approves_it(
    world: World,
    api: Api,
    guard: Record,
    approvers: tuple[Person, ...],
    allowed: Person | None,
    message: str,
) -> None:
    lifecycle = await define(api, **guarded({"type": "requires_approval", **guard}))
    for person in approvers:
        await name_approver(api, lifecycle, "c", userId=person.id)
    part = await world.part()
    for person in (ENGINEER, ADMINISTRATOR):
        ((_, may, ((_, passed, told),)),) = (await offers(api, part, person)).values()
        assert may is passed is (person == allowed)
        if person != allowed:
            assert message in told
            refused(await take(api, part, "Check", person), 422, "INVALID_STATE_TRANSITION")
    if allowed:
        assert data(await take(api, part, "Check", allowed))["state"] == "Checked"


async def test_an_item_has_no_items_to_be_reviewed(world: World, api: Api) -> None:
    await define(api, **guarded({"type": "all_items_reviewed"}))
    part = await world.part()
    verdict = ("all_items_reviewed", True, "All affected items are reviewed")
    assert await offers(api, part) == {"Check": ("Checked", True, [verdict])}
    assert data(await take(api, part, "Check"))["state"] == "Checked"


async def test_many_definitions_cost_a_write_no_more_statements(world: World, api: Api) -> None:
    part = await world.part()
    counts: list[int] = []
    for number in range(6):
        await world.edit(part, name=f"First {number}")
        with api.counting() as counted:
            await world.edit(part, name=f"Edit {number}")
        counts.append(counted.statements)
        await define(api, f"Own {number}", **OWN)
    assert len(set(counts)) == 1


async def test_a_started_change_order_goes_by_its_own_workflow(world: World, api: Api) -> None:
    states = [
        {"id": "p", "name": "Proposed", "isInitial": True},
        {"id": "b", "name": "Board"},
        {"id": "d", "name": "Done", "isFinal": True},
    ]
    ways = [
        {"name": "Present", "fromStateId": "p", "toStateId": "b"},
        {"name": "Return", "fromStateId": "b", "toStateId": "p"},
        {"name": "Finish", "fromStateId": "b", "toStateId": "d"},
    ]
    workflow = await define(api, definitionType="workflow", states=states, transitions=ways)
    order, other = await world.change_order(), await world.change_order()
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": (await world.part())["id"], "changeAction": "release"}
    data(await api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    start = {"workflowDefinitionId": workflow["id"]}
    data(await api.post(f"{path}/workflow", start, as_=ENGINEER), 201)
    assert (await world.edit(order, name="Proposal"))["state"] == "Proposed"
    data(await api.post(f"{path}/workflow/transition", {"transition": "Present"}, as_=ENGINEER))
    related = {"relationshipType": "reference", "targetId": other["id"]}
    for answer in (
        await api.put(path, {"name": "Late"}, as_=ENGINEER),
        await api.post(f"/api/items/{order['id']}/relationships", related, as_=ENGINEER),
        await api.delete(f"/api/items/{order['id']}", as_=ENGINEER),
    ):
        refused(answer, 409, "CONFLICT")
    assert (await world.edit(other, name="Free"))["state"] == "Draft"
    refused(await api.delete(f"{PATH}/{workflow['id']}", as_=ADMINISTRATOR), 409, "CONFLICT")
    data(await api.post(f"{path}/workflow/transition", {"transition": "Return"}, as_=ENGINEER))
    assert (await world.edit(order, name="Again"))["name"] == "Again"
    assert data(await api.delete(f"/api/items/{order['id']}", as_=ENGINEER)) == {"success": True}
    data(await api.delete(f"{PATH}/{workflow['id']}", as_=ADMINISTRATOR))
