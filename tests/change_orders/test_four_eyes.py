"""The four-eyes principle: who may vote on a change, and what keeps an approval worth something."""

import asyncio
from typing import Any

import pytest

from partwright.cli.audit import verify
from partwright.cli.flags import CellStoreFlags
from tests.change_orders.scene import Order, order
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, PASSWORD
from tests.versioning.scene import product
from tests.world import World

APPROVAL = [{"type": "requires_approval", "requiredCount": 1}]
STATES: list[dict[str, Any]] = [
    {"id": "draft", "name": "Draft", "isInitial": True},
    {"id": "review", "name": "In Review"},
    {"id": "approved", "name": "Approved"},
    {"id": "released", "name": "Released", "isFinal": True, "outcome": "release"},
]


def _step(id: str, source: str, target: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "name": id, "fromStateId": source, "toStateId": target, **more}


STEPS = [
    _step("submit", "draft", "review"),
    _step("approve", "review", "approved", guards=APPROVAL),
    _step("release", "approved", "released"),
    _step("reject", "review", "draft"),
]


async def test_a_submitted_change_keeps_its_guards(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT")
    body = {
        "name": "Flexible",
        "definitionType": "workflow",
        "workflowType": "flexible",
        "states": STATES,
        "transitions": STEPS,
    }
    workflow = data(await api.post("/api/workflows", body, as_=ADMINISTRATOR), 201)["workflow"]
    change = await order(made)
    await change.affect("SHAFT", "release")
    data(await change.call("POST", "/workflow", {"workflowDefinitionId": workflow["id"]}), 201)
    await change.submit()
    unguarded = _step("approve", "review", "approved")
    for wanted in (
        [STEPS[0], unguarded, *STEPS[2:]],
        [STEPS[0], *STEPS[2:]],
        [*STEPS, _step("at once", "review", "released")],
        [*STEPS, _step("around", "review", "approved")],
        [*STEPS[:2], _step("release", "review", "released"), STEPS[3]],
    ):
        answer = await change.call("PUT", "/workflow/structure", {"transitions": wanted})
        refused(answer, 403, "FORBIDDEN")
    without = [state for state in STATES if state["id"] != "approved"]
    direct = [_step("approve", "review", "released", guards=APPROVAL), STEPS[0]]
    shorter = {"states": without, "transitions": direct}
    refused(await change.call("PUT", "/workflow/structure", shorter), 403, "FORBIDDEN")
    more = [*STEPS, _step("rework", "approved", "draft")]
    data(await change.call("PUT", "/workflow/structure", {"transitions": more}))
    # Who manages workflows may; what was voted on before is then another matter.
    assert (await change.approve())["transitioned"]
    quick = {"transitions": [*more, _step("at once", "review", "released")]}
    data(await change.call("PUT", "/workflow/structure", quick, as_=ADMINISTRATOR))
    refused(await change.call("POST", "/release"), 409, "CONFLICT")


async def test_nobody_votes_on_what_they_cannot_see(api: Api) -> None:
    world = World(api)
    program = await world.program(members={ENGINEER: "lead", APPROVER: "viewer"})
    secret = await world.program("Secret", members={ENGINEER: "lead"})
    inside = await world.design(programId=program["id"])
    hidden = await world.design(programId=secret["id"])
    seen = await world.change_order(designId=inside["id"])
    open_to_all = await world.change_order()
    for change, design in ((seen, inside), (open_to_all, hidden)):
        part = await world.part(designId=design["id"])
        path = f"/api/change-orders/{change['id']}"
        listed = {"itemId": part["id"], "changeAction": "release"}
        data(await api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
        data(await api.post(f"{path}/submit", as_=ENGINEER))
        for verb, body in (
            ("approve", None),
            ("reject", None),
            ("approvals", {"vote": "approve"}),
        ):
            refused(await api.post(f"{path}/{verb}", body, as_=APPROVER), 403, "FORBIDDEN")
        for person, incomplete in ((APPROVER, change is open_to_all), (ENGINEER, False)):
            for what in ("approvals", "impact"):
                told = data(await api.get(f"{path}/{what}", as_=person))
                assert told["incomplete"] is incomplete


async def test_what_hides_the_use_of_an_item_is_not_named(api: Api) -> None:
    world = World(api)
    secret = await world.program("Secret", members={APPROVER: "lead"})
    screw = await world.part("Screw")
    design = await world.as_(ADMINISTRATOR).design(programId=secret["id"])
    product_ = await world.as_(ADMINISTRATOR).part("Secret product", designId=design["id"])
    await world.as_(ADMINISTRATOR).relate(product_, screw)
    for action, item, person in (
        ("release", screw, ENGINEER),
        ("release", product_, ADMINISTRATOR),
        ("obsolete", screw, ENGINEER),
    ):
        change = await world.as_(person).change_order()
        path = f"/api/change-orders/{change['id']}"
        listed = {"itemId": item["id"], "changeAction": action}
        data(await api.post(f"{path}/affected-items", listed, as_=person), 201)
        if action == "obsolete":
            error = refused(await api.post(f"{path}/submit", as_=person), 422, "UNPROCESSABLE")
            assert product_["itemNumber"] not in str(error)
            assert screw["itemNumber"] in error["message"]
            return
        data(await api.post(f"{path}/submit", as_=person))
        data(await api.post(f"{path}/approve", as_=APPROVER))
        data(await api.post(f"{path}/release", as_=person))


@pytest.mark.settings(sign_votes=True, rate_limit_login=3)
async def test_passwords_of_votes_are_not_guessed(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT")
    change = await order(made)
    await change.affect("SHAFT", "release")
    await change.submit()
    wrong = {"password": "wrong password"}
    for path, body in (("/approve", wrong), ("/reject", wrong), ("/approve", wrong)):
        refused(await change.call("POST", path, body, as_=APPROVER), 400, "VALIDATION_ERROR")
    path = "/api/audit?action=vote.given"
    told = data(await api.get(path, as_=ADMINISTRATOR))["entries"]
    assert {(e["outcome"], e["actorId"]) for e in told} == {("INVALID_CREDENTIALS", APPROVER.id)}
    assert len(told) == 3
    right = {"vote": "approve", "password": PASSWORD}
    refused(await change.call("POST", "/approvals", right, as_=APPROVER), 429, "RATE_LIMITED")
    login = {"email": APPROVER.email, "password": PASSWORD}
    refused(await api.post("/api/auth/login", login), 429, "RATE_LIMITED")


@pytest.mark.settings(sign_votes=True)
async def test_a_signature_is_of_its_person_time_meaning_and_content(
    api: Api, capsys: pytest.CaptureFixture[str]
) -> None:
    made = await product(api)
    await made.part("SHAFT")
    await made.part("PLATE")
    first, second = await order(made), await order(made)
    await first.affect("SHAFT", "release")
    await second.affect("PLATE", "release")
    vote = {"vote": "approve", "comment": "Well done", "password": PASSWORD}
    for change in (first, second):
        await change.submit()
        given = data(await change.call("POST", "/approvals", vote, as_=APPROVER), 201)
    told = given["approval"]
    assert told["signedName"] == APPROVER.name
    assert told["votedAt"].endswith("Z")
    assert told["meaning"] == f"Approval of {second.number} in the state {told['stateName']}"
    assert (told["signed"], told["valid"]) == (True, True)

    async def shown(change: Order) -> dict[str, Any]:
        status = data(await change.call("GET", "/approvals", as_=ENGINEER))
        return next(one for one in status["approvals"] if one["vote"])

    assert (await shown(first))["valid"] is (await shown(first))["current"] is True
    flags = CellStoreFlags(database_url=api.services.settings.database)
    assert await asyncio.to_thread(verify, flags=flags) == 0
    database = api.services.database

    async def run(sql: str) -> None:
        async with database.transaction() as tx:
            assert await tx.run(sql) > 0

    kept = "signature = (SELECT MIN(signature) FROM votes)"
    for change, undo in (
        ("comment = 'Badly done'", "comment = 'Well done'"),
        ("signed_name = 'Somebody'", f"signed_name = '{APPROVER.name}'"),
    ):
        await run(f"UPDATE votes SET {change} WHERE {kept}")
        broken = [await shown(first), await shown(second)]
        assert sorted(one["valid"] for one in broken) == [False, True]
        assert await asyncio.to_thread(verify, flags=flags) == 1
        assert "differs from what was signed" in capsys.readouterr().out
        await run(f"UPDATE votes SET {undo} WHERE {kept}")
    # A vote that is copied to another change is not that change's.
    await run(
        "UPDATE votes SET content_digest = (SELECT MIN(content_digest) FROM votes),"
        " signature = (SELECT MIN(signature) FROM votes), voted_at = (SELECT MIN(voted_at) FROM votes)"
    )
    copied = [await shown(first), await shown(second)]
    assert False in [one["valid"] for one in copied]
    assert False in [one["current"] for one in copied]
    capsys.readouterr()
    assert await asyncio.to_thread(verify, flags=flags) == 1
    assert f"the vote of {APPROVER.name} differs from what was signed" in capsys.readouterr().out
    # One that the trail does not tell of was put there by hand.
    await run("DELETE FROM audit_entries WHERE action = 'vote.given'")
    assert await asyncio.to_thread(verify, flags=flags) == 1
