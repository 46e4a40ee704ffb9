"""Conflicts decided, branches rebased and workspaces taken over, in every state of a change."""

from typing import Any

from tests.change_orders.scene import Order, order, released_pump
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER
from tests.versioning.scene import Product, product
from tests.world import NOBODY


async def _conflicts(change: Order) -> dict[str, Any]:
    """As they are listed; that many are told of the change among others."""
    rows = data(await change.call("GET", "/conflicts"))["conflicts"]
    listed = await change.product.call("GET", f"/api/change-orders/progress?ids={change.id}")
    assert [one["conflicts"] for one in data(listed)["progress"]] == [len(rows)]
    return {f"{row['itemNumber']}/{row['path']}": row for row in rows}


def _take(side: str, *clashes: dict[str, Any]) -> dict[str, Any]:
    return {
        "resolutions": [
            {key: one[key] for key in ("itemId", "path", "etag")} | {"take": side}
            for one in clashes
        ]
    }


async def _line(made: Product, parent: str, child: str, branch: str) -> str:
    path = f"/api/items/{made.ids[parent]}/relationships"
    rows = data(await made.call("GET", path, params={"branchId": branch}))["relationships"]
    return next(r["id"] for r in rows if r["targetItem"]["itemNumber"] == child)


async def _clashing(api: Api) -> tuple[Product, Order]:
    """An approved change whose SHAFT and PUMP another change has released with other values."""
    made = await released_pump(api)
    change, rival = await order(made), await order(made, "Rival")
    for one, cost, quantity in ((change, "5", 6), (rival, "7", 8)):
        branch = (await one.affect("SHAFT"))["branchId"]
        await one.affect("PUMP")
        coat = {"Coat": f"C{cost}", f"Only{cost}": "yes"}
        await made.edit("SHAFT", branch=branch, cost=cost, attributes=coat)
        line = await _line(made, "PUMP", "SCREW", branch)
        body = {"quantity": quantity}
        data(await made.call("PUT", f"/api/relationships/{line}", body))
    await rival.through()
    await change.submit()
    await change.approve()
    return made, change


async def test_decisions_are_whole_and_theirs_sends_the_change_back(api: Api) -> None:
    made, change = await _clashing(api)
    found = await _conflicts(change)
    assert {path: (c["base"], c["ours"], c["theirs"]) for path, c in found.items()} == {
        "SHAFT/cost": ("2", "5", "7"),
        "SHAFT/attributes.Coat": (None, "C5", "C7"),
        "PUMP/bom/SCREW": tuple(
            {"quantity": q, "findNumber": None, "referenceDesignator": None, "metadata": {}}
            for q in (4, 6, 8)
        ),
    }
    cost, line = found["SHAFT/cost"], found["PUMP/bom/SCREW"]
    stale = _take("theirs", line, cost | {"etag": line["etag"]})
    answer = await change.call("POST", "/resolve-conflicts", stale)
    assert "cost" in refused(answer, 412, "PRECONDITION_FAILED")["message"]
    assert cost["units"] == dict.fromkeys(("base", "ours", "theirs"), "USD")
    unknown = cost | {"path": "weight"}
    path = "/resolve-conflicts"
    refused(await change.call("POST", path, _take("theirs", cost, unknown)), 422, "UNPROCESSABLE")
    refused(
        await change.call("POST", path, _take("ours", cost | {"itemId": NOBODY})),
        422,
        "UNPROCESSABLE",
    )
    twice = _take("ours", cost)["resolutions"] + _take("theirs", cost)["resolutions"]
    assert "resolutions[1]" in problems(await change.call("POST", path, {"resolutions": twice}))
    assert await _conflicts(change) == found
    refused(await change.call("POST", "/rebase"), 409, "MERGE_CONFLICT")

    kept = data(await change.call("POST", path, _take("ours", cost)))["changeOrder"]
    assert kept["state"] == "Approved"
    coat = found["SHAFT/attributes.Coat"]
    taken = data(await change.call("POST", path, _take("theirs", line, coat)))["changeOrder"]
    assert (taken["state"], taken["approvedAt"], taken["submittedAt"]) == ("Draft", None, None)
    last = data(await change.call("GET", "/workflow/history"))["history"][0]
    assert (last["transition"], last["toState"]) == (None, "Draft")
    assert "onflicts" in last["comment"]
    assert (await change.through())["revisions"] == {"SHAFT": "C", "PUMP": "C"}
    entry = (await change.affected())["PUMP"]
    made.ids["PUMP"] = entry["workingCopyId"]
    assert (await made.bom("PUMP"))["SCREW"] == 8
    made.ids["SHAFT"] = (await change.affected())["SHAFT"]["workingCopyId"]
    assert (await made.item("SHAFT"))["attributes"] == {
        "Coat": "C7",
        "Only5": "yes",
        "Only7": "yes",
    }


async def test_a_rebase_under_review_starts_anew_only_with_other_content(api: Api) -> None:
    made = await released_pump(api)
    change, elsewhere, same = [await order(made, name) for name in ("Mine", "Else", "Same")]
    branch = (await change.affect("SHAFT"))["branchId"]
    await made.edit("SHAFT", branch=branch, cost="5")
    await made.edit("HOUSING", branch=await elsewhere.branch(), cost="9")
    await made.edit("SHAFT", branch=await same.branch(), weight="3")
    await change.submit()
    await elsewhere.through()
    shown = data(await change.call("POST", "/rebase"))["changeOrder"]
    assert shown["state"] == "In Review"
    assert (await made.item("HOUSING", branchId=branch))["cost"] == "9"
    await change.approve()
    await same.through()
    shown = data(await change.call("POST", "/rebase"))["changeOrder"]
    assert (shown["state"], shown["approvedBy"]) == ("Draft", None)
    item = await made.item("SHAFT", branchId=branch)
    assert (item["cost"], item["weight"]) == ("5", "3")
    assert data(await change.call("GET", "/approvals"))["approved"] == 0
    await made.edit("SHAFT", branch=branch, cost="6")
    assert (await change.through())["revisions"] == {"SHAFT": "C"}


async def test_a_rebase_moves_all_branches_or_none(api: Api) -> None:
    made, change = await _clashing(api)
    other = await product(api, code="MOTOR")
    await other.part("ROTOR")
    await other.part("STATOR", cost="1")
    await change.reject(as_=ENGINEER)
    made.ids["ROTOR"] = other.ids["ROTOR"]
    branch = (await change.affect("ROTOR", "revise"))["branchId"]
    await other.edit("STATOR", cost="4")
    refused(await change.call("POST", "/rebase"), 409, "MERGE_CONFLICT")
    assert (await other.item("STATOR", branchId=branch))["cost"] == "1"
    found = await _conflicts(change)
    data(await change.call("POST", "/resolve-conflicts", _take("ours", *found.values())))
    data(await change.call("POST", "/rebase"))
    assert (await other.item("STATOR", branchId=branch))["cost"] == "4"
    assert await _conflicts(change) == {}


async def test_main_gains_a_line_to_what_the_branch_deletes(api: Api) -> None:
    made = await product(api)
    for number in ("PUMP", "SCREW"):
        await made.part(number)
    change = await order(made)
    branch = await change.branch()
    path = f"/api/items/{made.ids['SCREW']}"
    data(await made.call("DELETE", path, params={"branchId": branch}))
    await made.line("PUMP", "SCREW", 3)
    (clash,) = (await _conflicts(change)).values()
    assert (clash["itemNumber"], clash["path"], clash["ours"]) == ("PUMP", "bom/SCREW", None)
    assert clash["units"] is None
    assert clash["oursRefused"] == "childDeleted"
    body = _take("ours", clash)
    refused(await change.call("POST", "/resolve-conflicts", body), 422, "UNPROCESSABLE")
    data(await change.call("POST", "/resolve-conflicts", _take("theirs", clash)))
    assert await _conflicts(change) == {}
    assert (await made.bom("PUMP")) == {"SCREW": 3}
    assert await change.affected() == {}
    data(await change.call("POST", "/rebase"))
    assert (await made.bom("PUMP", branchId=branch)) == {"SCREW": 3}


async def test_a_line_that_both_moved_follows_main_or_the_hand(api: Api) -> None:
    made = await released_pump(api)
    change, rival = await order(made), await order(made, "Rival")
    for one, target in ((change, "HOUSING"), (rival, "SHAFT")):
        branch = await one.branch()
        await made.line(target, "SCREW", 4, branch=branch)
        line = await _line(made, "PUMP", "SCREW", branch)
        data(await made.call("DELETE", f"/api/relationships/{line}", params={"branchId": branch}))
    await rival.through()
    (clash,) = (await _conflicts(change)).values()
    assert (clash["base"], clash["ours"], clash["theirs"]) == ("PUMP", "HOUSING", "SHAFT")
    assert clash["oursRefused"] == "childMoved"
    body = _take("ours", clash)
    refused(await change.call("POST", "/resolve-conflicts", body), 422, "UNPROCESSABLE")
    data(await change.call("POST", "/resolve-conflicts", _take("theirs", clash)))
    await change.through()
    rows = data(await made.call("GET", f"/api/items/{made.ids['SCREW']}/where-used"))["parents"]
    assert [r["item"]["itemNumber"] for r in rows if r["level"] == 1] == ["SHAFT"]


async def test_decisions_mind_locks_and_checkouts(api: Api) -> None:
    made, change = await _clashing(api)
    cost = (await _conflicts(change))["SHAFT/cost"]
    path = f"/api/items/{made.ids['SHAFT']}"
    data(await api.post(f"{path}/lock", as_=ADMINISTRATOR))
    body = _take("theirs", cost)
    refused(await change.call("POST", "/resolve-conflicts", body), 423, "ITEM_LOCKED")
    data(await api.post(f"{path}/unlock", as_=ADMINISTRATOR))
    await change.reject()
    branch = {"branchId": await change.branch()}
    data(await api.post(f"{path}/checkout", branch, as_=OUTSIDER), 201)
    for verb, sent in (("resolve-conflicts", body), ("rebase", {})):
        answer = await change.call("POST", f"/{verb}", sent)
        assert answer.status_code == 409, answer.text
    assert (await _conflicts(change))["SHAFT/cost"] == cost


async def _workspace(made: Product) -> str:
    """A workspace with an edit, a new part in a structure, and a deletion."""
    branch = await made.branch("try")
    await made.edit("SHAFT", branch=branch, cost="11")
    await made.part("NUT", branch=branch, material="Brass")
    await made.line("SHAFT", "NUT", 2, branch=branch)
    data(await made.call("DELETE", f"/api/items/{made.ids['SEAL']}", params={"branchId": branch}))
    return branch


async def test_a_workspace_is_taken_over_whole(api: Api) -> None:
    made = await product(api)
    for number in ("SHAFT", "SEAL"):
        await made.part(number, cost="1")
    change = await order(made)
    source = await _workspace(made)
    answer = await change.call("POST", "/take-over", {"branchId": source})
    assert data(answer)["changeOrder"]["id"] == change.id
    rows = await change.affected()
    assert {n: r["changeAction"] for n, r in rows.items()} == {
        "SHAFT": "revise",
        "NUT": "release",
        "SEAL": "remove",
    }
    assert await made.bom("SHAFT", branchId=source) == {"NUT": 2}
    refused(await change.call("POST", "/take-over", {"branchId": source}), 403, "BRANCH_PROTECTED")
    for wrong, status, code in (
        (NOBODY, 404, "RESOURCE_NOT_FOUND"),
        ("x", 400, "VALIDATION_ERROR"),
        (made.main, 422, "UNPROCESSABLE"),
        (await change.branch(), 422, "UNPROCESSABLE"),
    ):
        refused(await change.call("POST", "/take-over", {"branchId": wrong}), status, code)
    await change.submit()
    late = await made.branch("late")
    refused(await change.call("POST", "/take-over", {"branchId": late}), 409, "CONFLICT")
    await change.approve()
    assert (await change.release())["revisions"] == {"SHAFT": "A", "NUT": "A"}
    assert (await made.bom("SHAFT")) == {"NUT": 2}
    assert set(await made.names()) == {"SHAFT", "NUT", change.number}
    nut = await made.item("NUT")
    assert (nut["material"], nut["branchId"], nut["state"]) == ("Brass", None, "Released")


async def test_what_cannot_be_taken_over_stays_whole(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    branch = (await change.affect("SHAFT"))["branchId"]
    await change.affect("HOUSING")
    await made.edit("SHAFT", branch=branch, cost="5")
    await made.line("HOUSING", "SHAFT", branch=branch)
    clash, circle, taken = [await made.branch(name) for name in ("clash", "circle", "taken")]
    await made.edit("SHAFT", branch=clash, cost="6", weight="9")
    error = refused(
        await change.call("POST", "/take-over", {"branchId": clash}), 409, "MERGE_CONFLICT"
    )
    assert [detail["path"] for detail in error["details"]] == ["cost"]
    await made.line("SHAFT", "HOUSING", branch=circle)
    refused(
        await change.call("POST", "/take-over", {"branchId": circle}),
        422,
        "ITEM_RELATIONSHIP_CYCLE",
    )
    await made.edit("SCREW", branch=taken, cost="6")
    path = f"/api/items/{made.ids['SCREW']}/checkout"
    data(await api.post(path, {"branchId": taken}, as_=OUTSIDER), 201)
    refused(await change.call("POST", "/take-over", {"branchId": taken}), 409, "CHECKOUT_CONFLICT")
    assert (await made.item("SHAFT", branchId=branch))["weight"] == "1"
    assert set(await change.affected()) == {"SHAFT", "HOUSING"}
    branches = data(await made.call("GET", f"/api/designs/{made.design}/branches"))["branches"]
    assert not any(b["isArchived"] for b in branches if b["id"] in (clash, circle, taken))
