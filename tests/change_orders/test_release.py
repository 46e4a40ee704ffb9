"""From draft to release over HTTP."""

from typing import Any

from tests.change_orders.scene import order, released_pump
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER


async def test_a_first_release_gives_revisions_and_protects_main(api: Api) -> None:
    made = await released_pump(api)
    for number in made.ids:
        item = await made.item(number)
        assert (item["revision"], item["state"], item["branchId"]) == ("A", "Released", None)
    design = data(await made.call("GET", f"/api/designs/{made.design}"))
    assert design["phase"] == "post-release"
    refused(
        await made.call("PUT", f"/api/items/{made.ids['PUMP']}", {"name": "x"}),
        403,
        "BRANCH_PROTECTED",
    )


async def test_a_revision_is_drafted_on_the_branch_and_released(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made, "Fewer screws")
    entry = await change.affect("PUMP")
    copy, branch = entry["workingCopyId"], entry["branchId"]
    assert copy != made.ids["PUMP"]
    await made.edit("PUMP", branch=branch, cost="3.5")
    nut = await made.part("NUT", branch=branch, material="Brass", cost="0.1")
    await made.line("PUMP", "NUT", 8, branch=branch)
    lines = data(
        await made.call(
            "GET", f"/api/items/{made.ids['PUMP']}/relationships", params={"branchId": branch}
        )
    )
    screw = next(x for x in lines["relationships"] if x["targetItem"]["itemNumber"] == "SCREW")
    data(await made.call("DELETE", f"/api/relationships/{screw['id']}"))
    assert (await made.bom("PUMP", branchId=branch)) == {"HOUSING": 1, "NUT": 8, "SHAFT": 1}
    assert (await made.bom("PUMP")) == {"HOUSING": 1, "SCREW": 4, "SHAFT": 1}
    affected = await change.affected()
    assert {n: a["changeAction"] for n, a in affected.items()} == {
        "PUMP": "revise",
        "NUT": "release",
    }

    done = await change.through()
    assert done["revisions"] == {"PUMP": "B", "NUT": "A"}
    assert len(done["commits"]) == 1
    assert done["changeOrder"]["state"] == "Released"
    now = await made.item("PUMP")
    assert (now["revision"], now["state"]) == ("A", "Superseded")
    new = data(await made.call("GET", f"/api/items/{copy}"))
    assert (new["revision"], new["state"], new["cost"], new["material"]) == (
        "B",
        "Released",
        "3.5",
        "Steel",
    )
    assert new["branchId"] is None
    assert data(await made.call("GET", f"/api/items/{nut}"))["material"] == "Brass"
    bom = data(await made.call("GET", f"/api/items/{copy}/bom"))["lines"]
    assert {x["item"]["itemNumber"]: x["quantity"] for x in bom} == {
        "HOUSING": 1,
        "NUT": 8,
        "SHAFT": 1,
    }
    revisions = data(await made.call("GET", f"/api/items/{copy}/revisions"))["revisions"]
    assert [(r["revision"], r["state"], r["isCurrent"]) for r in revisions] == [
        ("B", "Released", True),
        ("A", "Superseded", False),
    ]
    assert all(r["releaseCommitId"] for r in revisions)
    used = data(await made.call("GET", f"/api/items/{made.ids['HOUSING']}/where-used"))["parents"]
    assert [(p["item"]["itemNumber"], p["item"]["revision"]) for p in used] == [("PUMP", "B")]
    branches = data(await made.call("GET", f"/api/designs/{made.design}/branches"))["branches"]
    assert next(b for b in branches if b["id"] == branch)["isArchived"]


async def test_a_superseded_revision_shows_what_it_was_released_with(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made, "Other screws and a longer shaft")
    copies: dict[str, str] = {}
    for number in ("PUMP", "SCREW"):
        entry = await change.affect(number)
        copies[number] = entry["workingCopyId"]
    branch = entry["branchId"]
    await made.edit("SCREW", branch=branch, name="Long screw", cost="5")
    before = (await made.item("PUMP"))["updatedAt"]
    line = data(await made.call("GET", f"/api/items/{copies['PUMP']}/relationships"))
    screws = next(
        row["id"] for row in line["relationships"] if row["targetItem"]["itemNumber"] == "SCREW"
    )
    copy = f"/api/items/{copies['PUMP']}"
    drafted = data(await made.call("GET", copy))
    data(await made.call("PUT", f"/api/relationships/{screws}", {"quantity": 8}))
    edited = data(await made.call("GET", copy))
    assert edited["updatedAt"] > drafted["updatedAt"]
    assert edited["updatedBy"] == made.person.id
    await change.through()

    def told(lines: list[Any]) -> dict[str, Any]:
        return {
            x["item"]["itemNumber"]: (x["item"]["name"], x["item"]["revision"], x["quantity"])
            for x in lines
        }

    old = told(data(await made.call("GET", f"/api/items/{made.ids['PUMP']}/bom"))["lines"])
    assert old["SCREW"] == ("SCREW", "A", 4)
    new = told(data(await made.call("GET", f"{copy}/bom"))["lines"])
    assert new["SCREW"] == ("Long screw", "B", 8)
    revisions = data(await made.call("GET", f"{copy}/revisions"))["revisions"]
    named = {row["revision"]: row["releaseCommitId"] for row in revisions}
    at = {"commitId": named["A"]}
    assert told(data(await made.call("GET", f"{copy}/bom", params=at))["lines"]) == old
    rolled = data(await made.call("GET", f"/api/items/{made.ids['PUMP']}/rollup"))
    assert rolled["cost"] == data(await made.call("GET", f"{copy}/rollup", params=at))["cost"]
    compared = data(
        await made.call("GET", f"{copy}/bom/compare", params={"with": made.ids["PUMP"]})
    )
    assert compared["changed"]
    rows = data(await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships"))[
        "relationships"
    ]
    assert {r["targetItem"]["revision"] for r in rows} == {"A"}
    assert before < edited["updatedAt"]


async def test_content_is_frozen_under_review_and_thaws_when_sent_back(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    branch = (await change.affect("SHAFT"))["branchId"]
    assert (await change.submit())["state"] == "In Review"
    path = f"/api/items/{made.ids['SHAFT']}"
    refused(
        await made.call("PUT", path, {"name": "x"}, params={"branchId": branch}),
        403,
        "BRANCH_PROTECTED",
    )
    refused(
        await change.call(
            "POST", "/affected-items", {"itemId": made.ids["SCREW"], "changeAction": "revise"}
        ),
        409,
        "CONFLICT",
    )
    assert (await change.reject())["changeOrder"]["state"] == "Draft"
    await made.edit("SHAFT", branch=branch, name="Longer shaft")
    assert (await change.through())["revisions"] == {"SHAFT": "B"}


async def test_two_changes_of_one_part_lose_nothing(api: Api) -> None:
    made = await released_pump(api)
    one, two = await order(made, "One"), await order(made, "Two")
    on_one = (await one.affect("SHAFT"))["branchId"]
    second = await two.affect("SHAFT")
    await made.edit("SHAFT", branch=on_one, cost="9")
    await made.edit("SHAFT", branch=second["branchId"], weight="7")
    assert (await one.through())["revisions"] == {"SHAFT": "B"}
    assert (await two.through())["revisions"] == {"SHAFT": "C"}
    final = data(await made.call("GET", f"/api/items/{second['workingCopyId']}"))
    assert (final["cost"], final["weight"], final["revision"]) == ("9", "7", "C")


async def test_a_clash_leaves_the_change_approved_and_can_be_resolved(api: Api) -> None:
    made = await released_pump(api)
    one, two = await order(made, "One"), await order(made, "Two")
    await made.edit("SHAFT", branch=(await one.affect("SHAFT"))["branchId"], cost="9")
    await made.edit("SHAFT", branch=(await two.affect("SHAFT"))["branchId"], cost="8")
    await one.through()
    await two.submit()
    await two.approve()
    clash = refused(await two.call("POST", "/release"), 409, "MERGE_CONFLICT")
    assert [(d["path"], d["ours"], d["theirs"], d["base"]) for d in clash["details"]] == [
        ("cost", "8", "9", "2")
    ]
    assert (await two.record())["state"] == "Approved"
    (found,) = data(await two.call("GET", "/conflicts"))["conflicts"]
    answer = await two.call(
        "POST",
        "/resolve-conflicts",
        {"resolutions": [{"itemId": found["itemId"], "path": "cost", "take": "ours"}]},
    )
    assert data(answer)["changeOrder"]["state"] == "Approved"
    assert data(await two.call("GET", "/conflicts"))["conflicts"] == []
    # The redline names the revision that its old values are of.
    (redline,) = data(await two.call("GET", "/diff"))["items"]
    told = (redline["fields"]["cost"], redline["revision"])
    assert told == ({"from": "2", "to": "8"}, {"from": "A", "to": "C"})
    # Main has been released once more since.
    assert redline["mainRevision"] == "B"
    assert (await two.release())["revisions"] == {"SHAFT": "C"}


async def test_the_author_does_not_approve(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    await change.affect("SHAFT")
    await change.submit()
    refused(await change.call("POST", "/approve"), 403, "FORBIDDEN")
    # Who could vote is counted, so that a change that nobody can approve says so.
    for is_there, asked in ((False, 1), (True, 2)):
        body = {"active": is_there}
        data(await api.put(f"/api/users/{APPROVER.id}", body, as_=ADMINISTRATOR))
        assert data(await change.call("GET", "/approvals"))["votersAsked"] == asked
    assert (await change.approve(APPROVER))["changeOrder"]["state"] == "Approved"
    assert data(await change.call("GET", "/approvals"))["votersAsked"] is None
