"""Names in redlines, and the preview of a release."""

from tests.change_orders.scene import order, released_pump
from tests.support.application import Api, data, refused
from tests.support.people import APPROVER, VIEWER
from tests.versioning.scene import product


async def test_a_release_is_tried_out_and_changes_nothing(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made, "Fewer screws")
    branch = (await change.affect("PUMP"))["branchId"]
    await made.edit("PUMP", branch=branch, cost="3.5")
    await made.part("NUT", branch=branch)
    await made.line("PUMP", "NUT", 8, branch=branch)
    held = await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships?branchId={branch}")
    screw = next(
        one["id"]
        for one in data(held)["relationships"]
        if one["targetItem"]["itemNumber"] == "SCREW"
    )
    data(await made.call("DELETE", f"/api/relationships/{screw}?branchId={branch}"))
    nut, pump = data(await change.call("GET", "/diff"))["items"]
    assert (nut["name"], nut["revision"]) == ("NUT", {"from": None, "to": "A"})
    assert (pump["revision"], pump["reviewed"]) == ({"from": "A", "to": "B"}, False)
    assert [line["name"] for line in pump["bom"]["added"]] == ["NUT"]
    second = await change.call("GET", "/diff", params={"page": 2, "limit": 1})
    assert (data(second)["items"], data(second)["total"]) == ([pump], 2)
    beyond = await change.call("GET", "/diff", params={"page": 3, "limit": 1})
    assert (data(beyond)["items"], data(beyond)["total"]) == ([], 2)
    refused(await change.call("GET", "/diff", params={"page": 0}), 400, "VALIDATION_ERROR")
    assert pump["entryId"] == (await change.affected())["PUMP"]["id"]
    # What was said of the item and of what differs is counted, until it is taken back.
    line = pump["bom"]["added"][0]["relationshipId"]
    subjects = [f"item:{pump['itemId']}", f"line:{line}", f"line:{line}"]
    written = [{"subject": subject, "text": "Why?"} for subject in subjects]
    ids = [
        data(await made.call("POST", "/api/comments", one), 201)["comment"]["id"] for one in written
    ]
    assert nut["comments"] == [] == pump["comments"]
    counted = [{"subject": subjects[0], "count": 1}, {"subject": subjects[1], "count": 2}]
    nut, pump = data(await change.call("GET", "/diff"))["items"]
    assert (nut["comments"], pump["comments"]) == ([], counted)
    data(await made.call("DELETE", f"/api/comments/{ids[0]}"))
    nut, pump = data(await change.call("GET", "/diff"))["items"]
    assert (nut["comments"], pump["comments"]) == ([], counted[1:])

    expected = [
        {"itemNumber": "NUT", "revision": "A"},
        {"itemNumber": "PUMP", "revision": "B"},
    ]
    early = data(await change.call("POST", "/release/preview"))
    assert (early["isPossible"], early["revisions"]) == (False, expected)
    assert [one["code"] for one in early["refusals"]] == ["UNPROCESSABLE"]
    await change.submit()
    await change.approve()
    before = data(await change.call("GET", "/workflow/history"))
    ready = data(await change.call("POST", "/release/preview"))
    assert (ready["isPossible"], ready["refusals"]) == (True, [])
    assert ready["mains"] == [{"designId": made.design, "branchName": f"eco/{change.number}"}]
    assert data(await change.call("GET", "/workflow/history")) == before
    assert (await made.item("PUMP"))["revision"] == "A"
    # Those who approve see what it does, though others release it.
    approving = data(await change.call("POST", "/release/preview", as_=APPROVER))
    assert (approving["isPossible"], approving["revisions"]) == (True, expected)
    refused(await change.call("POST", "/release/preview", as_=VIEWER), 403, "FORBIDDEN")
    assert (await change.release())["revisions"] == {"NUT": "A", "PUMP": "B"}
    # What was changed can still be discussed, and by the ids that it was discussed by before.
    later = await order(made, "Dearer")
    await made.edit("PUMP", branch=(await later.affect("PUMP"))["branchId"], cost="9")
    await later.through()
    told = data(await change.call("GET", "/diff"))["items"]
    lines = told[1]["bom"]
    assert lines == pump["bom"]
    assert [one["revision"] for one in told] == [nut["revision"], pump["revision"]]
    for one in (*lines["added"], *lines["removed"]):
        said = {"subject": f"line:{one['relationshipId']}", "text": "Why?"}
        data(await made.call("POST", "/api/comments", said), 201)
    after = data(await change.call("POST", "/release/preview"))
    assert (after["isPossible"], after["revisions"]) == (False, [])


async def test_redlines_say_what_main_holds_no_longer(api: Api) -> None:
    made = await product(api)
    for number in ("NUT", "PUMP", "SEAL"):
        await made.part(number)
    change = await order(made)
    for number in ("NUT", "PUMP", "SEAL"):
        branch = (await change.affect(number, "release"))["branchId"]
    assert data(await change.call("GET", "/workflow"))["instance"] is None
    await made.edit("PUMP", branch=branch, cost="3.5")
    for number in ("NUT", "PUMP"):
        data(await made.call("DELETE", f"/api/items/{made.ids[number]}"))
    nut, pump, seal = data(await change.call("GET", "/diff"))["items"]
    gone = [one["isGoneFromMain"] for one in (nut, pump, seal)]
    assert gone == [True, True, False]
    assert [one["mainRevision"] for one in (nut, pump, seal)] == [None, None, "-"]
    listed = data(await change.call("GET", "/affected-items"))["affectedItems"]
    assert [one["isGoneFromMain"] for one in listed] == gone
    # The release leaves out what the change does not hold either.
    assert [one["revision"] for one in (nut, pump)] == [
        {"from": None, "to": None},
        {"from": None, "to": "A"},
    ]
    await change.submit()
    instance = data(await change.call("GET", "/workflow"))["instance"]
    assert instance["isContentFrozen"]
    await change.reject()
    assert not data(await change.call("GET", "/workflow"))["instance"]["isContentFrozen"]
