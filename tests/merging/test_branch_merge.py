"""Workspace branches go into main, or move onto it, whole or not at all."""

from typing import Any

import pytest

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER
from tests.versioning.scene import Product, product, pump


async def merge(made: Product, branch: str, **more: Any) -> Any:
    return await made.call("POST", f"/api/branches/{branch}/merge", **more)


async def rebase(made: Product, branch: str, **more: Any) -> Any:
    return await made.call("POST", f"/api/branches/{branch}/rebase", **more)


async def conflicts(made: Product, branch: str, **more: Any) -> Any:
    return data(await made.call("GET", f"/api/branches/{branch}/conflicts", **more))["conflicts"]


def taking(side: str, *told: Any) -> Any:
    """The body that decides some conflicts for one side."""
    return {"resolutions": [{"itemId": t["itemId"], "path": t["path"], "take": side} for t in told]}


async def diff(made: Product, branch: str) -> Any:
    return data(await made.call("GET", f"/api/branches/{branch}/diff"))["items"]


async def test_a_merge_brings_everything_into_main(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    branch = await made.branch("all")
    await made.edit("HOUSING", branch=branch, name="Thin housing", cost="3.5")
    await made.part("PLUG", branch=branch)
    await made.line("PUMP", "PLUG", 3, branch=branch)
    path = f"/api/items/{made.ids['SPARE']}"
    data(await made.call("DELETE", path, params={"branchId": branch}))
    await made.edit("SEAL", name="Better seal")

    brought = data(await merge(made, branch))
    commit = brought["commit"]
    assert commit["branchId"] == made.main
    assert commit["mergeParentId"] is not None
    assert commit["changes"] == {"added": 1, "modified": 2, "removed": 1}
    assert brought["branch"]["baseCommitId"] == commit["id"]
    assert await made.bom("PUMP") == {"HOUSING": 1, "SEAL": 2, "SCREW": 4, "PLUG": 3}
    housing = await made.item("HOUSING")
    assert (housing["name"], housing["cost"], housing["branchId"]) == ("Thin housing", "3.5", None)
    assert housing["id"] == made.ids["HOUSING"]
    names = await made.names()
    assert "SPARE" not in names
    assert names["SEAL"] == "Better seal"
    assert (await made.item("PLUG"))["id"] == made.ids["PLUG"]
    assert await made.names(branchId=branch) == names
    assert await diff(made, branch) == []


async def test_a_merged_branch_can_go_on(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("again")
    for name in ("First", "Second"):
        await made.edit("SEAL", branch=branch, name=name)
        data(await merge(made, branch))
        assert (await made.item("SEAL"))["name"] == name
    answer = data(await merge(made, branch))
    assert answer["commit"] is None


async def test_a_clash_names_every_place_and_changes_nothing(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("clash")
    line = await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships")
    screws = next(
        r for r in data(line)["relationships"] if r["targetItem"]["itemNumber"] == "SCREW"
    )
    await made.edit("HOUSING", branch=branch, cost="2", material="Steel")
    on = {"branchId": branch}
    data(await made.call("PUT", f"/api/relationships/{screws['id']}", {"quantity": 6}, params=on))
    await made.edit("HOUSING", cost="9")
    data(await made.call("DELETE", f"/api/relationships/{screws['id']}"))
    before = await made.commits()
    for attempt in (merge, rebase):
        error = refused(await attempt(made, branch), 409, "MERGE_CONFLICT")
        clashes = {clash["path"]: clash for clash in error["details"]}
        assert set(clashes) == {"cost", "bom/SCREW"}
        cost = clashes["cost"]
        assert (cost["base"], cost["ours"], cost["theirs"]) == (None, "2", "9")
        assert (cost["itemNumber"], cost["field"]) == ("HOUSING", "cost")
        assert cost["message"]
        assert clashes["bom/SCREW"]["ours"]["quantity"] == 6
        assert clashes["bom/SCREW"]["theirs"] is None
    assert await made.commits() == before
    assert (await made.item("HOUSING"))["material"] is None
    assert (await made.bom("PUMP", branchId=branch))["SCREW"] == 6


async def test_a_rebase_shows_what_main_has_become(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("late")
    await made.edit("HOUSING", branch=branch, name="Thin housing")
    await made.edit("SCREW", branch=branch, name="Longer screw")
    old_head = await made.edit("HOUSING", branch=branch, name="Thinner housing")
    assert old_head["name"] == "Thinner housing"
    before = (await made.commits(branch))[0]["id"]
    await made.edit("HOUSING", material="Brass")
    await made.edit("SEAL", name="Better seal")
    await made.line("HOUSING", "SCREW", 2)

    brought = data(await rebase(made, branch))
    assert brought["commit"]["branchId"] == branch
    assert brought["branch"]["baseCommitId"] == (await made.commits())[0]["id"]
    housing = await made.item("HOUSING", branchId=branch)
    assert (housing["name"], housing["material"]) == ("Thinner housing", "Brass")
    assert await made.bom("HOUSING", branchId=branch) == {"COVER": 1, "SCREW": 2}
    assert (await made.names(branchId=branch))["SEAL"] == "Better seal"
    past = await made.item("SEAL", commitId=before)
    assert past["name"] == "SEAL"
    changed = ["HOUSING", "SCREW"]
    assert sorted(d["itemNumber"] for d in await diff(made, branch)) == changed
    # As any two states: what the branch did before it was moved is part of its head.
    heads = brought["branch"]["headCommitId"], brought["branch"]["baseCommitId"]
    for commit, against in (heads, heads[::-1]):
        path = f"/api/commits/{commit}/diff"
        found = data(await made.call("GET", path, params={"against": against}))["items"]
        assert sorted(d["itemNumber"] for d in found) == changed


@pytest.mark.parametrize("attempt", [merge, rebase])
async def test_what_was_made_and_deleted_on_a_branch_stays_gone(api: Api, attempt: Any) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    await made.part("PLUG", branch=branch)
    path = f"/api/items/{made.ids['PLUG']}"
    data(await made.call("DELETE", path, params={"branchId": branch}))
    await made.edit("SEAL", name="Ring")
    data(await attempt(made, branch))
    assert "PLUG" not in await made.names(branchId=branch)
    assert "PLUG" not in await made.names()


async def test_a_rebase_of_an_untouched_branch_is_a_commit_too(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("idle")
    await made.edit("SEAL", name="Better seal")
    commit = data(await rebase(made, branch))["commit"]
    assert commit["mergeParentId"] == (await made.commits())[0]["id"]
    assert data(await rebase(made, branch))["commit"] is None


async def test_the_diff_tells_what_the_branch_changes(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("told")
    await made.edit("SEAL", branch=branch, name="Ring", cost="0.25")
    await made.line("SEAL", "COVER", 2, branch=branch)
    await made.part("PLUG", branch=branch)
    plug, seal = await diff(made, branch)
    assert (plug["itemNumber"], plug["action"]) == ("PLUG", "added")
    assert (seal["itemNumber"], seal["name"], seal["action"]) == ("SEAL", "Ring", "modified")
    assert seal["fields"] == {
        "name": {"from": "SEAL", "to": "Ring"},
        "cost": {"from": None, "to": "0.25"},
    }
    assert seal["units"] == {"cost": {"from": None, "to": "USD"}}
    (added,) = seal["bom"]["added"]
    assert (added["itemNumber"], added["quantity"]) == ("COVER", 2)


async def test_a_cycle_that_only_the_merge_closes_is_refused(api: Api) -> None:
    made = await product(api)
    for number in ("A", "B"):
        await made.part(number)
    branch = await made.branch("circle")
    await made.line("A", "B", branch=branch)
    await made.line("B", "A")
    for attempt in (merge, rebase):
        refused(await attempt(made, branch), 422, "ITEM_RELATIONSHIP_CYCLE")
    assert await made.bom("A") == {}
    assert await made.bom("B", branchId=branch) == {}


async def test_others_at_work_stop_a_merge(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("busy")
    await made.edit("SEAL", branch=branch, name="Ring")
    seal = f"/api/items/{made.ids['SEAL']}"
    out = await api.post(f"{seal}/checkout", {"branchId": branch}, as_=ADMINISTRATOR)
    data(out, 201)
    refused(await merge(made, branch), 409, "CHECKOUT_CONFLICT")
    data(await api.post(f"{seal}/checkin", {"branchId": branch}, as_=ADMINISTRATOR))
    data(await api.post(f"{seal}/lock", as_=ADMINISTRATOR))
    refused(await merge(made, branch), 423, "ITEM_LOCKED")
    data(await api.post(f"{seal}/unlock", as_=ADMINISTRATOR))
    data(await made.call("POST", f"{seal}/checkout", {"branchId": branch}), 201)
    data(await merge(made, branch))
    answer = await made.call("GET", f"{seal}/checkout", params={"branchId": branch})
    assert data(answer)["checkout"] is None


async def test_what_takes_no_edit_on_main_takes_no_merge(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    edits, deletes = await made.branch("edits"), await made.branch("deletes")
    await made.edit("SEAL", branch=edits, name="Ring")
    # Touched, and nothing changed: main's item is none of the merge's business.
    await made.edit("COVER", branch=edits, name="Lid")
    await made.edit("COVER", branch=edits, name="COVER")
    spare = f"/api/items/{made.ids['SPARE']}"
    data(await made.call("DELETE", spare, {"branchId": deletes}))
    on_main = {"branchId": made.main}
    for number in ("SEAL", "COVER"):
        path = f"/api/items/{made.ids[number]}"
        data(await api.post(f"{path}/checkout", on_main, as_=ADMINISTRATOR), 201)
    refused(await merge(made, edits), 409, "CHECKOUT_CONFLICT")
    seal = f"/api/items/{made.ids['SEAL']}"
    data(await api.post(f"{seal}/checkin", on_main, as_=ADMINISTRATOR))
    for path in (seal, spare):
        data(await made.call("POST", f"{path}/transitions", {"transition": "Submit"}))
    refused(await merge(made, edits), 409, "CONFLICT")
    refused(await merge(made, deletes), 409, "CONFLICT")
    for path in (seal, spare):
        data(await made.call("POST", f"{path}/transitions", {"transition": "Reject"}))
    data(await made.call("POST", f"{spare}/checkout", on_main), 201)
    for branch in (edits, deletes):
        data(await merge(made, branch, json={"commitMessage": "Better"}))
        assert (await made.commits())[0]["message"] == "Better"
    assert (await made.item("SEAL"))["name"] == "Ring"
    assert "SPARE" not in await made.names()
    # The deletion ended the checkout.
    data(await made.call("POST", f"{spare}/restore"))
    assert data(await made.call("GET", f"{spare}/checkout", params=on_main))["checkout"] is None


async def test_a_branch_is_archived_when_nobody_works_on_it(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("busy")
    on = {"branchId": branch}
    paths = [f"/api/items/{made.ids[number]}" for number in ("SEAL", "COVER")]
    for path, person in zip(paths, (ENGINEER, ADMINISTRATOR), strict=True):
        data(await api.post(f"{path}/checkout", on, as_=person), 201)
    archive = f"/api/branches/{branch}/archive"
    refused(await made.call("POST", archive), 409, "CHECKOUT_CONFLICT")
    data(await api.delete(f"{paths[1]}/checkout", params=on, as_=ADMINISTRATOR))
    data(await made.call("POST", archive))
    before = await made.commits(branch)
    checkout = await made.call("GET", f"{paths[0]}/checkout", params=on)
    assert data(checkout)["checkout"] is None
    for verb, method in (("checkin", "POST"), ("checkout", "DELETE")):
        answer = await made.call(method, f"{paths[0]}/{verb}", on)
        refused(answer, 403, "BRANCH_PROTECTED")
    assert await made.commits(branch) == before


async def test_what_main_has_deleted_leaves_the_branch_with_a_rebase(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    branch = await made.branch("b")
    for name in ("Mine", "SPARE"):
        await made.edit("SPARE", branch=branch, name=name)
    data(await made.call("DELETE", f"/api/items/{made.ids['SPARE']}"))
    commit = data(await rebase(made, branch))["commit"]
    assert commit["changes"] == {"added": 0, "modified": 0, "removed": 1}
    (item,) = data(await made.call("GET", f"/api/commits/{commit['id']}"))["items"]
    assert (item["itemNumber"], item["action"]) == ("SPARE", "removed")


async def test_only_workspaces_of_unreleased_designs_merge(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("late")
    await made.edit("SEAL", branch=branch, name="Ring")
    refused(await merge(made, made.main), 422, "UNPROCESSABLE")
    refused(await merge(made, branch, as_=APPROVER), 403, "FORBIDDEN")
    await made.release("COVER", as_=ADMINISTRATOR)
    refused(await merge(made, branch), 403, "BRANCH_PROTECTED")
    data(await rebase(made, branch))


async def test_an_archived_branch_is_read_for_ever_and_written_never(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("old")
    await made.edit("SEAL", branch=branch, name="Ring")
    path = f"/api/branches/{branch}"
    archived = data(await made.call("POST", f"{path}/archive"))["branch"]
    assert archived["isArchived"] is True
    assert (await made.item("SEAL", branchId=branch))["name"] == "Ring"
    on = {"branchId": branch}
    seal = f"/api/items/{made.ids['SEAL']}"
    new = {"name": "x", "designId": made.design, "branchId": branch}
    edge = {"targetId": made.ids["COVER"], "relationshipType": "bom"}
    rows = {"designId": made.design, "branchId": branch, "rows": [{"name": "x"}]}
    for answer in (
        await made.call("PUT", seal, {"name": "x"}, params=on),
        await made.call("DELETE", seal, params=on),
        await made.call("POST", "/api/parts", new),
        await made.call("POST", f"{seal}/relationships", edge, params=on),
        await made.call("POST", f"{seal}/checkout", on),
        await made.call("POST", "/api/import/parts", rows),
        await merge(made, branch),
        await rebase(made, branch),
    ):
        refused(answer, 403, "BRANCH_PROTECTED")
    refused(await made.call("POST", f"/api/branches/{made.main}/archive"), 403, "BRANCH_PROTECTED")


async def test_commits_tell_what_they_did(api: Api) -> None:
    made = await pump(api)
    await made.edit("SEAL", name="Ring", commitMessage="A better name")
    newest, *older = await made.commits()
    assert (newest["message"], newest["changes"]["modified"]) == ("A better name", 1)
    assert newest["author"] == {"id": ENGINEER.id, "name": ENGINEER.name}
    assert newest["parentId"] == older[0]["id"]
    whole = data(await made.call("GET", f"/api/commits/{newest['id']}"))
    (item,) = whole["items"]
    assert item["fields"] == {"name": {"from": "SEAL", "to": "Ring"}}
    assert whole["message"] == "A better name"
    start = older[-1]["id"]
    path = f"/api/commits/{newest['id']}/diff"
    items = data(await made.call("GET", path, params={"against": start}))["items"]
    assert {item["itemNumber"]: item["action"] for item in items} == dict.fromkeys(
        ("PUMP", "HOUSING", "SEAL", "SCREW", "COVER"), "added"
    )
    back = data(
        await made.call("GET", f"/api/commits/{start}/diff", params={"against": newest["id"]})
    )
    assert {item["action"] for item in back["items"]} == {"removed"}
    refused(await made.call("GET", path), 400, "VALIDATION_ERROR")


async def test_branches_are_made_once_and_listed(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("one")
    path = f"/api/designs/{made.design}/branches"
    refused(await made.call("POST", path, {"name": "one"}), 409, "CONFLICT")
    refused(await made.call("POST", path, {"name": "work/one"}), 409, "CONFLICT")
    for name in (" ", "work/", "x" * 101):
        refused(await made.call("POST", path, {"name": name}), 400, "VALIDATION_ERROR")
    refused(await made.call("POST", path, {"name": "two"}, as_=APPROVER), 403, "FORBIDDEN")
    listed = data(await made.call("GET", path))["branches"]
    assert [b["name"] for b in listed] == ["work/one", "main"]
    assert data(await made.call("GET", path, params={"limit": "1"}))["branches"] == listed[:1]
    record = data(await made.call("GET", f"/api/branches/{branch}"))
    assert record == listed[0]
    assert (record["kind"], record["baseCommitId"]) == ("workspace", record["headCommitId"])


async def test_a_child_deleted_on_the_other_side_is_a_clash(api: Api) -> None:
    made = await pump(api)
    for number in ("ONE", "TWO"):
        await made.part(number)
    branch = await made.branch("lines")
    await made.line("PUMP", "ONE", 2, branch=branch)
    data(await made.call("DELETE", f"/api/items/{made.ids['ONE']}"))
    for attempt in (merge, rebase):
        error = refused(await attempt(made, branch), 409, "MERGE_CONFLICT")
        assert [clash["path"] for clash in error["details"]] == ["bom/ONE"]
    other = await made.branch("deletion")
    path = f"/api/items/{made.ids['TWO']}"
    data(await made.call("DELETE", path, params={"branchId": other}))
    await made.line("SEAL", "TWO", 1)
    for attempt in (merge, rebase):
        refused(await attempt(made, other), 409, "MERGE_CONFLICT")
    assert await made.bom("SEAL") == {"TWO": 1}


async def test_what_another_design_uses_is_not_deleted_by_a_merge(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    branch = await made.branch("without")
    path = f"/api/items/{made.ids['SPARE']}"
    data(await made.call("DELETE", path, params={"branchId": branch}))
    other = await product(api, code="OTHER")
    other.ids["SPARE"] = made.ids["SPARE"]
    await other.part("USER")
    await other.line("USER", "SPARE", 3)
    error = refused(await merge(made, branch), 409, "MERGE_CONFLICT")
    assert "USER" in error["message"]
    assert await other.bom("USER") == {"SPARE": 3}


async def test_a_deleted_change_lets_its_checkouts_go(api: Api) -> None:
    made = await pump(api)
    order = {"type": "ChangeOrder", "name": "Softer", "designId": made.design}
    change = data(await made.call("POST", "/api/items", order), 201)["id"]
    listed = data(await made.call("GET", f"/api/designs/{made.design}/branches"))["branches"]
    on = {"branchId": next(b["id"] for b in listed if b["changeOrderId"] == change)}
    path = f"/api/items/{made.ids['SEAL']}/checkout"
    data(await api.post(path, on, as_=ADMINISTRATOR), 201)
    data(await made.call("DELETE", f"/api/items/{change}"))
    assert data(await made.call("GET", path, params=on))["checkout"] is None
