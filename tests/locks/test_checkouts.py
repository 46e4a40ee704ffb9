"""Checking out is one person's edit session of one item on one branch."""

from typing import Any

import pytest

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER
from tests.versioning.scene import Product, product, pump


async def out(made: Product, number: str, branch: str, **more: Any) -> Any:
    path = f"/api/items/{made.ids[number]}/checkout"
    return await made.call("POST", path, {"branchId": branch}, **more)


async def status(made: Product, number: str, branch: str) -> Any:
    path = f"/api/items/{made.ids[number]}/checkout"
    return data(await made.call("GET", path, params={"branchId": branch}))["checkout"]


async def cancel(made: Product, number: str, branch: str, **more: Any) -> Any:
    path = f"/api/items/{made.ids[number]}/checkout"
    return await made.call("DELETE", path, params={"branchId": branch}, **more)


async def check_in(made: Product, number: str, branch: str, **more: Any) -> Any:
    body = {"branchId": branch, **more.pop("body", {})}
    return await made.call("POST", f"/api/items/{made.ids[number]}/checkin", body, **more)


async def test_a_checkout_makes_a_working_copy(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    checkout = data(await out(made, "SEAL", branch), 201)["checkout"]
    copy = await made.item("SEAL", branchId=branch)
    assert checkout["workingCopyId"] == copy["id"] != made.ids["SEAL"]
    assert checkout["itemId"] == made.ids["SEAL"]
    assert checkout["checkedOutBy"]["email"] == ENGINEER.email
    assert checkout["branchId"] == branch
    assert data(await out(made, "SEAL", branch), 200)["checkout"] == checkout
    assert await status(made, "SEAL", branch) == checkout


async def test_on_main_of_an_unreleased_design_the_item_itself_is_checked_out(api: Api) -> None:
    made = await pump(api)
    checkout = data(await out(made, "SEAL", made.main), 201)["checkout"]
    assert checkout["workingCopyId"] == made.ids["SEAL"]
    refused(
        await made.call("PUT", f"/api/items/{made.ids['SEAL']}", {"name": "x"}, as_=OUTSIDER),
        409,
        "CHECKOUT_CONFLICT",
    )


async def test_another_persons_checkout_stops_edits_on_that_branch_only(api: Api) -> None:
    made = await pump(api)
    branch, other = await made.branch("b"), await made.branch("c")
    data(await out(made, "SEAL", branch), 201)
    error = refused(await out(made, "SEAL", branch, as_=OUTSIDER), 409, "CHECKOUT_CONFLICT")
    assert error["message"] == f"Item is already checked out by {ENGINEER.name}"
    seal = f"/api/items/{made.ids['SEAL']}"
    edge = {"targetId": made.ids["SCREW"], "relationshipType": "bom"}
    for method, path, body in (
        ("PUT", seal, {"name": "x"}),
        ("POST", f"{seal}/relationships", edge),
    ):
        on = {"branchId": branch}
        answer = await made.call(method, path, body, params=on, as_=OUTSIDER)
        refused(answer, 409, "CHECKOUT_CONFLICT")
    data(await made.call("PUT", seal, {"name": "y"}, params={"branchId": other}, as_=OUTSIDER))
    data(await out(made, "SEAL", other, as_=OUTSIDER), 201)


async def test_cancelling_goes_back_to_what_stood_before(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    await made.edit("HOUSING", branch=branch, name="Before")
    await made.line("HOUSING", "SCREW", 2, branch=branch)
    before = await made.bom("HOUSING", branchId=branch)
    data(await out(made, "HOUSING", branch), 201)
    await made.edit("HOUSING", branch=branch, name="During", material="Gold")
    await made.line("HOUSING", "SEAL", 5, branch=branch)
    lines = await made.call(
        "GET", f"/api/items/{made.ids['HOUSING']}/relationships", params={"branchId": branch}
    )
    for line in data(lines)["relationships"]:
        if line["targetItem"]["itemNumber"] == "SCREW":
            data(await made.call("DELETE", f"/api/relationships/{line['id']}"))
        if line["targetItem"]["itemNumber"] == "COVER":
            data(await made.call("PUT", f"/api/relationships/{line['id']}", {"quantity": 9}))
    during = (await made.commits(branch))[0]["id"]
    data(await cancel(made, "HOUSING", branch))
    housing = await made.item("HOUSING", branchId=branch)
    assert (housing["name"], housing["material"]) == ("Before", None)
    assert await made.bom("HOUSING", branchId=branch) == before
    assert await status(made, "HOUSING", branch) is None
    assert (await made.item("HOUSING", commitId=during))["name"] == "During"


async def test_cancelling_an_untouched_item_leaves_nothing_on_the_branch(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    data(await out(made, "SEAL", branch), 201)
    await made.edit("SEAL", branch=branch, name="During")
    data(await cancel(made, "SEAL", branch))
    assert (await made.item("SEAL", branchId=branch))["id"] == made.ids["SEAL"]
    assert data(await made.call("GET", f"/api/branches/{branch}/diff"))["items"] == []


async def test_a_structure_that_cannot_stand_again_is_not_brought_back(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    on = {"branchId": branch}
    await made.part("KNOB", branch=branch)
    await made.line("SEAL", "KNOB", 1, branch=branch)
    for number in ("HOUSING", "SEAL"):
        data(await out(made, number, branch), 201)
        path = f"/api/items/{made.ids[number]}/relationships"
        (line,) = data(await made.call("GET", path, params=on))["relationships"]
        data(await made.call("DELETE", f"/api/relationships/{line['id']}"))
    await made.line("COVER", "HOUSING", 1, branch=branch)
    refused(await cancel(made, "HOUSING", branch), 422, "ITEM_RELATIONSHIP_CYCLE")
    assert await made.bom("HOUSING", branchId=branch) == {}
    data(await made.call("DELETE", f"/api/items/{made.ids['KNOB']}", params=on))
    error = refused(await cancel(made, "SEAL", branch), 409, "CONFLICT")
    assert "KNOB" in error["message"]
    for number in ("HOUSING", "SEAL"):
        data(await check_in(made, number, branch))


async def test_a_cancelled_renumbering_gives_the_number_back(api: Api) -> None:
    made = await pump(api)
    for number in ("SEAL", "COVER"):
        data(await out(made, number, made.main), 201)
        await made.edit(number, itemNumber=f"{number}-2")
    data(await cancel(made, "SEAL", made.main))
    assert (await made.item("SEAL"))["itemNumber"] == "SEAL"
    new = {"name": "Ring", "itemNumber": "SEAL", "designId": made.design}
    refused(await made.call("POST", "/api/parts", new), 409, "DUPLICATE_ITEM_NUMBER")
    data(await made.call("POST", "/api/parts", {**new, "itemNumber": "SEAL-2"}), 201)
    data(await made.call("POST", "/api/parts", {**new, "itemNumber": "COVER"}), 201)
    refused(await cancel(made, "COVER", made.main), 409, "DUPLICATE_ITEM_NUMBER")
    assert (await made.item("COVER"))["itemNumber"] == "COVER-2"
    assert await status(made, "COVER", made.main)


async def test_a_cancellation_takes_back_no_review_no_release_and_no_lock(api: Api) -> None:
    made = await pump(api)
    for number in ("SEAL", "SCREW", "COVER"):
        data(await out(made, number, made.main, as_=ADMINISTRATOR), 201)
    await made.call("PUT", f"/api/items/{made.ids['SCREW']}", {"name": "M4"}, as_=ADMINISTRATOR)
    path = f"/api/items/{made.ids['COVER']}"

    async def refusal(number: str, status: int, code: str) -> None:
        refused(await cancel(made, number, made.main, as_=ADMINISTRATOR), status, code)

    data(await made.call("POST", f"{path}/lock"))
    await refusal("COVER", 423, "ITEM_LOCKED")
    data(await made.call("POST", f"{path}/unlock"))
    submit = {"transition": "Submit"}
    data(await made.call("POST", f"{path}/transitions", submit, as_=ADMINISTRATOR))
    await refusal("COVER", 409, "CONFLICT")
    await made.call("POST", f"{path}/transitions", {"transition": "Approve"}, as_=ADMINISTRATOR)
    await refusal("COVER", 403, "BRANCH_PROTECTED")
    assert (await made.item("COVER"))["state"] == "Released"
    # Main is protected now: what was done there stays, and an untouched item is just let go.
    await refusal("SCREW", 403, "BRANCH_PROTECTED")
    assert (await made.item("SCREW"))["name"] == "M4"
    data(await cancel(made, "SEAL", made.main, as_=ADMINISTRATOR))
    for number in ("SCREW", "COVER"):
        data(await check_in(made, number, made.main, as_=ADMINISTRATOR))


async def test_a_checkin_keeps_the_changes_and_makes_a_commit(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    data(await out(made, "SEAL", branch), 201)
    await made.edit("SEAL", branch=branch, name="During")
    done = data(await check_in(made, "SEAL", branch, body={"comment": "Softer"}))
    assert done["success"] is True
    newest = (await made.commits(branch))[0]
    assert (newest["id"], newest["message"]) == (done["commitId"], "Softer")
    assert (await made.item("SEAL", branchId=branch))["name"] == "During"
    path = f"/api/items/{made.ids['SEAL']}/history"
    entry = data(await made.call("GET", path))["history"][0]
    assert (entry["action"], entry["comment"]) == ("Checked In", "Softer")
    data(await out(made, "SEAL", branch, as_=OUTSIDER), 201)


async def test_only_the_holder_checks_in_or_cancels(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    refused(await check_in(made, "SEAL", branch), 409, "NOT_CHECKED_OUT")
    refused(await cancel(made, "SEAL", branch), 409, "NOT_CHECKED_OUT")
    data(await out(made, "SEAL", branch), 201)
    refused(await check_in(made, "SEAL", branch, as_=OUTSIDER), 403, "NOT_YOUR_CHECKOUT")
    refused(await cancel(made, "SEAL", branch, as_=OUTSIDER), 403, "NOT_YOUR_CHECKOUT")
    refused(await check_in(made, "SEAL", branch, as_=ADMINISTRATOR), 403, "NOT_YOUR_CHECKOUT")
    data(await cancel(made, "SEAL", branch, as_=ADMINISTRATOR))


async def test_bad_checkouts_are_refused(api: Api) -> None:
    made = await pump(api)
    task = data(await made.call("POST", "/api/items", {"type": "Task", "name": "t"}), 201)
    branch = await made.branch("b")
    path = f"/api/items/{made.ids['SEAL']}/checkout"
    for method in ("POST", "GET", "DELETE"):
        refused(await made.call(method, path), 400, "VALIDATION_ERROR")
    refused(await made.call("POST", path, {"branchId": "x"}), 400, "VALIDATION_ERROR")
    refused(await out(made, "SEAL", made.design), 404, "RESOURCE_NOT_FOUND")
    refused(await out(made, "SEAL", branch, as_=VIEWER), 403, "FORBIDDEN")
    refused(await out(made, "SEAL", branch, as_=None), 401, "UNAUTHENTICATED")
    made.ids["NONE"] = made.design
    refused(await out(made, "NONE", branch), 404, "ITEM_NOT_FOUND")
    elsewhere = await product(api, code="OTHER")
    foreign = await elsewhere.branch("b")
    for ask in (out, check_in, cancel):
        refused(await ask(made, "SEAL", foreign), 422, "UNPROCESSABLE")
    refused(await made.call("GET", path, params={"branchId": foreign}), 422, "UNPROCESSABLE")
    made.ids["TASK"] = task["id"]
    refused(await out(made, "TASK", branch), 422, "UNPROCESSABLE")
    await made.release("COVER", as_=ADMINISTRATOR)
    refused(await out(made, "SEAL", made.main), 403, "BRANCH_PROTECTED")


@pytest.mark.parametrize("count", [0, 501])
async def test_batches_hold_one_to_five_hundred(api: Api, count: int) -> None:
    made = await pump(api)
    body = {"itemIds": ["x"] * count, "branchId": await made.branch("b")}
    for verb in ("batch-checkout", "batch-checkin"):
        refused(await made.call("POST", f"/api/items/{verb}", body), 400, "VALIDATION_ERROR")


async def test_a_batch_tells_each_item_apart(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    data(await out(made, "SCREW", branch, as_=OUTSIDER), 201)
    ids = [made.ids["SEAL"], made.ids["SCREW"], "nonsense", made.design]

    async def call(verb: str, wanted: list[str], code: int) -> Any:
        body = {"itemIds": wanted, "branchId": branch}
        return data(await made.call("POST", f"/api/items/{verb}", body), code)

    some = await call("batch-checkout", ids, 207)
    assert [entry["itemId"] for entry in some["checkedOut"]] == [made.ids["SEAL"]]
    assert some["checkedOut"][0]["checkedOutAt"]
    assert {error["itemId"]: error["error"] for error in some["errors"]} == {
        made.ids["SCREW"]: "CHECKOUT_CONFLICT",
        "nonsense": "ITEM_NOT_FOUND",
        made.design: "ITEM_NOT_FOUND",
    }
    await call("batch-checkout", ids[1:], 400)
    await call("batch-checkout", [made.ids["SEAL"], made.ids["COVER"]], 201)
    mixed = await call("batch-checkin", ids, 207)
    assert [entry["itemId"] for entry in mixed["checkedIn"]] == [made.ids["SEAL"]]
    assert {error["error"] for error in mixed["errors"]} == {"NOT_YOUR_CHECKOUT", "ITEM_NOT_FOUND"}
    await call("batch-checkin", [made.ids["COVER"]], 200)
    await call("batch-checkin", [made.ids["COVER"]], 400)


async def test_a_batch_costs_the_same_for_one_and_many(api: Api) -> None:
    made = await pump(api)
    counts: list[int] = []
    for name, numbers in (("one", ["SEAL"]), ("many", ["PUMP", "HOUSING", "SEAL", "SCREW"])):
        body = {"itemIds": [made.ids[n] for n in numbers], "branchId": await made.branch(name)}
        with api.counting() as counted:
            data(await made.call("POST", "/api/items/batch-checkout", body), 201)
        counts.append(counted.statements)
    assert counts[0] == counts[1]


async def test_deleting_a_checked_out_item_ends_the_checkout(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    branch = await made.branch("b")
    on = {"branchId": branch}
    path = f"/api/items/{made.ids['SPARE']}"
    data(await out(made, "SPARE", branch), 201)
    refused(await made.call("DELETE", path, params=on, as_=OUTSIDER), 409, "CHECKOUT_CONFLICT")
    data(await made.call("DELETE", path, params=on))
    record = await made.call("GET", f"/api/branches/{branch}")
    assert data(record)["isArchived"] is False
