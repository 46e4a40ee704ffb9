"""Effects of a workflow on items: they act on the change's branches and reach main with the release."""

from typing import Any

from tests.change_orders.scene import Order, order, released_pump, states, way, workflow
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER


async def _definition(api: Api) -> str:
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
            ("obsolete", "released", "obsolete"),
            ("release", "draft", "in-review"),
            ("modify", "draft", "obsolete"),
        )
    ]
    guards = [{"type": "requires_approval"}]
    return await workflow(
        api,
        states=states(
            ("draft", "Draft"),
            ("check", "Check"),
            ("done", "Released"),
            ("off", "Cancelled"),
            final=("done", "off"),
        ),
        transitions=[
            way("Submit", "draft", "check", lifecycleEffects=effects),
            way("Agree", "check", "done", guards=guards),
            way("Return", "check", "draft"),
            way("Stop", "check", "off"),
        ],
        applicableItemTypes=["ChangeOrder"],
    )


async def _started(made: Any, definition: str, name: str) -> Order:
    change = await order(made, name)
    body = {"workflowDefinitionId": definition}
    data(await change.call("POST", "/workflow", body), 201)
    return change


async def _take(change: Order, step: str) -> Any:
    return data(await change.call("POST", "/workflow/transition", {"transition": step}))


async def test_effects_wait_on_the_branch_for_the_release(api: Api) -> None:
    made = await released_pump(api)
    body = {"name": "GREASE", "itemNumber": "GREASE"}
    made.ids["GREASE"] = data(await api.post("/api/parts", body, as_=ENGINEER), 201)["id"]
    definition = await _definition(api)
    change = await _started(made, definition, "Stopped")
    branches = {
        number: (await change.affect(number, action))["branchId"]
        for number, action in (("PUMP", "obsolete"), ("GREASE", "release"))
    }
    before = await made.commits()

    async def stands(**view: str) -> list[tuple[str, str]]:
        items = [
            await made.item(number, **({"branchId": branches[number]} if view else {}))
            for number in branches
        ]
        return [(item["revision"], item["state"]) for item in items]

    untouched = [("A", "Released"), ("-", "Draft")]
    moved = [("A", "Obsolete"), ("-", "In Review")]
    for _ in range(2):
        taken = await _take(change, "Submit")
        told = [(e["itemNumber"], e["fromState"], e["toState"]) for e in taken["effects"]]
        assert told == [("PUMP", "Released", "Obsolete"), ("GREASE", "Draft", "In Review")]
        assert (await stands(), await stands(on="branch")) == (untouched, moved)
        listed = await change.affected()
        assert [listed[n]["state"] for n in branches] == ["Obsolete", "In Review"]
        diff = data(await change.call("GET", "/diff"))["items"]
        assert diff[1]["fields"] == {"state": {"from": "Released", "to": "Obsolete"}}
        await _take(change, "Return")
        assert (await stands(), await stands(on="branch")) == (untouched, untouched)
    await _take(change, "Submit")
    assert (await _take(change, "Stop"))["effects"] == []
    assert await stands() == untouched
    assert await made.commits() == before

    change = await _started(made, definition, "Released")
    for number, action in (("PUMP", "obsolete"), ("GREASE", "release")):
        branches[number] = (await change.affect(number, action))["branchId"]
    await _take(change, "Submit")
    ballot = {"vote": "approve"}
    data(await change.call("POST", "/approvals", ballot, as_=APPROVER), 201)
    # What is approved is main's content; a later edit of it is not released unseen.
    await made.call("PUT", f"/api/items/{made.ids['GREASE']}", {"name": "Other"})
    step = {"transition": "Agree"}
    refused(await change.call("POST", "/workflow/transition", step), 409, "CONFLICT")
    data(await change.call("POST", "/approvals", ballot, as_=APPROVER), 201)
    await _take(change, "Agree")
    assert (await change.record())["state"] == "Released"
    assert await stands() == [("A", "Obsolete"), ("A", "Released")]
    assert (await made.item("GREASE"))["name"] == "Other"


async def test_no_effect_makes_obsolete_what_is_used(api: Api) -> None:
    made = await released_pump(api)
    change = await _started(made, await _definition(api), "By the way")
    await change.affect("SCREW", "modify")
    answer = await change.call("POST", "/workflow/transition", {"transition": "Submit"})
    refused(answer, 422, "UNPROCESSABLE")
    assert (await change.affected())["SCREW"]["state"] == "Draft"
