"""Conflicts of a workspace branch: told before anything is merged, and decided with the merge."""

import threading
from functools import partial
from typing import Any

import pytest

from partwright.merging import diff, item_states
from tests.merging.test_branch_merge import conflicts, merge, rebase, taking
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER, OUTSIDER, ROLELESS
from tests.versioning.scene import Product, pump
from tests.world import NOBODY


async def delete(made: Product, number: str, branch: str | None = None) -> None:
    params = {} if branch is None else {"branchId": branch}
    data(await made.call("DELETE", f"/api/items/{made.ids[number]}", params=params))


async def clashing(made: Product) -> str:
    """Differences with main of every kind: a field, a line, files, moves, deletions on both sides."""
    for number in ("SPARE", "EXTRA", "ONE", "TWO", "RING"):
        await made.part(number)
    screws = next(
        line
        for line in data(await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships"))[
            "relationships"
        ]
        if line["targetItem"]["itemNumber"] == "SCREW"
    )["id"]
    ring = await made.line("PUMP", "RING")
    await made.edit("HOUSING", attributes={"Colour": "white", "Vendor": "Acme"})
    branch = await made.branch("clash")
    on = {"branchId": branch}
    on_branch = {"Colour": "red", "Finish": "matt"}
    await made.edit("HOUSING", branch=branch, cost="2", material="Steel", attributes=on_branch)
    data(await made.call("PUT", f"/api/relationships/{screws}", {"quantity": 6}, params=on))
    await made.edit("SPARE", branch=branch, name="Kept")
    await delete(made, "EXTRA", branch)
    await made.line("COVER", "ONE", 2, branch=branch)
    await delete(made, "TWO", branch)
    move = {"changes": [{"action": "move", "id": ring, "sourceId": made.ids["HOUSING"]}]}
    batch = "/api/relationships/batch-update"
    data(await made.call("POST", batch, move | on))
    on_main = {"Colour": None, "Vendor": "Bolts"}
    await made.edit("HOUSING", cost="9", attributes=on_main)
    data(await made.call("DELETE", f"/api/relationships/{screws}"))
    await delete(made, "SPARE")
    await made.edit("EXTRA", name="Used")
    await delete(made, "ONE")
    await made.line("SEAL", "TWO", 1)
    move["changes"][0]["sourceId"] = made.ids["SEAL"]
    data(await made.call("POST", batch, move))
    return branch


PLACES = {
    ("HOUSING", "cost"),
    ("HOUSING", "attributes.Colour"),
    ("PUMP", "bom/SCREW"),
    ("SPARE", "item"),
    ("EXTRA", "item"),
    ("COVER", "bom/ONE"),
    ("SEAL", "bom/TWO"),
    ("PUMP", "bom/RING"),
}


async def state(made: Product, **view: str) -> dict[str, Any]:
    """What there is at the places of the conflicts."""
    names = await made.names(**view)
    housing = await made.item("HOUSING", **view)
    return {
        "cost": housing["cost"],
        "material": housing["material"],
        "attributes": housing["attributes"],
        "screws": (await made.bom("PUMP", **view)).get("SCREW"),
        "items": {number: names.get(number) for number in ("SPARE", "EXTRA", "TWO")},
        "cover": await made.bom("COVER", **view),
        "seal": await made.bom("SEAL", **view),
        "housing": await made.bom("HOUSING", **view),
    }


@pytest.mark.parametrize("attempt", [merge, rebase])
@pytest.mark.parametrize("side", ["ours", "theirs"])
async def test_every_kind_of_conflict_is_decided(api: Api, attempt: Any, side: str) -> None:
    made = await pump(api)
    branch = await clashing(made)
    told = await conflicts(made, branch)
    assert {(one["itemNumber"], one["path"]) for one in told} == PLACES
    before = await made.commits()
    # Where main has deleted a child or moved a line, the branch alone cannot have it otherwise.
    fixed = [one for one in told if one["path"] in ("bom/ONE", "bom/TWO", "bom/RING")]
    wanted = taking(side, *(one for one in told if one not in fixed))
    error = refused(await attempt(made, branch, json=wanted), 409, "MERGE_CONFLICT")
    assert {clash["path"] for clash in error["details"]} == {one["path"] for one in fixed}
    for one in fixed if side == "ours" else ():
        refused(await attempt(made, branch, json=taking(side, one)), 422, "UNPROCESSABLE")
    assert await made.commits() == before
    wanted["resolutions"] += taking("theirs", *fixed)["resolutions"]
    data(await attempt(made, branch, json=wanted))
    assert await conflicts(made, branch) == []
    seen = await state(made, **({"branchId": branch} if attempt is rebase else {}))
    ours = side == "ours"
    assert seen == {
        "cost": "2" if ours else "9",
        "material": "Steel",
        "attributes": {"Vendor": "Bolts", "Finish": "matt"} | ({"Colour": "red"} if ours else {}),
        "screws": 6 if ours else None,
        "items": {
            "SPARE": "Kept" if ours else None,
            "EXTRA": None if ours else "Used",
            "TWO": "TWO",
        },
        "cover": {},
        "seal": {"TWO": 1, "RING": 1},
        "housing": {"COVER": 1},
    }
    # What a rebase decided stays decided, and goes into main as it stands.
    data(await merge(made, branch))
    assert await state(made) == seen
    assert await state(made, branchId=branch) == seen


async def test_items_are_compared_beside_the_event_loop(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await pump(api)
    branch = await made.branch("mine")
    await made.edit("SEAL", branch=branch, name="Ours")
    at: list[tuple[str, bool]] = []
    for module, name in ((item_states, "merge_states"), (diff, "diff_item_states")):

        def seen(real: Any, name: str, *given: Any) -> Any:
            at.append((name, threading.current_thread() is threading.main_thread()))
            return real(*given)

        monkeypatch.setattr(module, name, partial(seen, getattr(module, name), name))
    assert await conflicts(made, branch) == []
    data(await made.call("GET", f"/api/branches/{branch}/diff"))
    assert set(at) == {("merge_states", False), ("diff_item_states", False)}


async def test_wrong_decisions_change_nothing(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("clash")
    await made.edit("SEAL", branch=branch, name="Ours")
    await made.edit("SEAL", name="Theirs")
    (told,) = await conflicts(made, branch)
    assert (told["base"], told["ours"], told["theirs"]) == ("SEAL", "Ours", "Theirs")
    good = taking("ours", told)["resolutions"][0]
    for wrong, status, code in (
        ([good, good], 400, "VALIDATION_ERROR"),
        ([good | {"take": "mine"}], 400, "VALIDATION_ERROR"),
        ([good | {"itemId": "x"}], 422, "UNPROCESSABLE"),
        ([good | {"why": "x"}], 400, "VALIDATION_ERROR"),
        ("all", 400, "VALIDATION_ERROR"),
        ([good | {"path": "cost"}], 422, "UNPROCESSABLE"),
        ([good | {"itemId": NOBODY}], 422, "UNPROCESSABLE"),
        ([good] * 1001, 400, "VALIDATION_ERROR"),
    ):
        for attempt in (merge, rebase):
            refused(await attempt(made, branch, json={"resolutions": wrong}), status, code)
    # Who decided between other values than stand there now is told so.
    await made.edit("SEAL", name="Theirs again")
    seen = good | {"etag": told["etag"]}
    for attempt in (merge, rebase):
        answer = await attempt(made, branch, json={"resolutions": [seen]})
        assert "name" in refused(answer, 412, "PRECONDITION_FAILED")["message"]
    (now,) = await conflicts(made, branch)
    good |= {"etag": now["etag"]}
    # Either id of the item names it: main's, or that of the copy on the branch.
    copy = await made.item("SEAL", branchId=branch)
    data(await merge(made, branch, json={"resolutions": [good | {"itemId": copy["id"]}]}))
    assert (await made.item("SEAL"))["name"] == "Ours"
    assert await conflicts(made, made.main) == []
    path = f"/api/branches/{branch}/conflicts"
    refused(await api.get(path), 401, "UNAUTHENTICATED")
    refused(await api.get(path, as_=ROLELESS), 403, "FORBIDDEN")
    unknown = f"/api/branches/{NOBODY}/conflicts"
    refused(await api.get(unknown, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    order = {"type": "ChangeOrder", "name": "Softer", "designId": made.design}
    data(await made.call("POST", "/api/items", order), 201)
    listed = data(await made.call("GET", f"/api/designs/{made.design}/branches"))["branches"]
    eco = next(b["id"] for b in listed if b["kind"] == "change")
    refused(await made.call("GET", f"/api/branches/{eco}/conflicts"), 422, "UNPROCESSABLE")


async def test_commits_of_all_branches_stand_in_one_order(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("one")
    await made.edit("SEAL", branch=branch, name="Ring")
    await made.edit("COVER", name="Lid")
    path = f"/api/designs/{made.design}/commits"
    whole = {"scope": "design", "limit": "100"}
    found = data(await made.call("GET", path, params=whole))
    assert [c["branchId"] for c in found["commits"][:2]] == [made.main, branch]
    assert found["total"] == len(found["commits"]) == len(await made.commits()) + 1
    lid, ring = found["commits"][:2]
    # The first commit of a branch follows the one that it was made from.
    assert ring["parentId"] == lid["parentId"]
    merged = data(await merge(made, branch))["commit"]
    assert merged["mergeParentId"] == ring["id"]
    # As of a moment: nothing that came after it.
    then = data(await made.call("GET", path, params=whole | {"until": ring["createdAt"]}))
    assert then["total"] <= found["total"]
    assert all(c["createdAt"] <= ring["createdAt"] for c in then["commits"])
    assert (
        data(await made.call("GET", path, params={"until": "2001-01-01T00:00:00Z"}))["commits"]
        == []
    )
    both = {"scope": "design", "branchId": branch}
    for wrong in (both, {"scope": "all"}, {"until": "yesterday"}):
        refused(await made.call("GET", path, params=wrong), 400, "VALIDATION_ERROR")
    refused(await api.get(path, params=whole), 401, "UNAUTHENTICATED")


async def test_who_holds_what_is_listed(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("work")
    await made.part("PLUG", branch=branch)
    for number, on in (("SEAL", branch), ("PLUG", branch), ("COVER", made.main)):
        path = f"/api/items/{made.ids[number]}/checkout"
        data(await made.call("POST", path, {"branchId": on}), 201)
    await made.edit("SEAL", branch=branch, name="Ring")
    data(await made.call("POST", f"/api/items/{made.ids['SCREW']}/lock"))
    mine = {"designId": made.design, "holder": ENGINEER.id}
    out = data(await made.call("GET", "/api/checkouts", params=mine))
    assert [(c["item"]["itemNumber"], c["item"]["name"]) for c in out["checkouts"]] == [
        ("SEAL", "Ring"),
        ("PLUG", "PLUG"),
        ("COVER", "COVER"),
    ]
    assert [c["branch"]["name"] for c in out["checkouts"]] == ["work/work", "work/work", "main"]
    assert out["checkouts"][0]["checkedOutBy"]["email"] == ENGINEER.email
    (lock,) = data(await made.call("GET", "/api/locks", params=mine))["locks"]
    assert (lock["item"]["itemNumber"], lock["lockedBy"]["id"]) == ("SCREW", ENGINEER.id)
    for path in ("/api/checkouts", "/api/locks"):
        other = {"holder": OUTSIDER.id}
        assert data(await api.get(path, params=other, as_=ENGINEER))["total"] == 0
        assert data(await api.get(path, params={"designId": NOBODY}, as_=ENGINEER))["total"] == 0
        assert data(await api.get(path, as_=ROLELESS))["total"] == 0
        refused(await api.get(path), 401, "UNAUTHENTICATED")
        for wrong in ({"holder": "me"}, {"designId": "x"}, {"page": "0"}, {"who": "x"}):
            refused(await api.get(path, params=wrong, as_=ENGINEER), 400, "VALIDATION_ERROR")
