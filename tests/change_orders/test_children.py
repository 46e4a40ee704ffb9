"""A released item stands on released children."""

from tests.change_orders.scene import order
from tests.support.application import Api, data, refused
from tests.vault.scene import Vault
from tests.versioning.scene import pump


async def test_an_assembly_is_released_with_its_children(api: Api) -> None:
    made = await pump(api)
    await made.part("WASHER")
    change = await order(made, "Too early")
    await change.affect("PUMP", "release")
    error = refused(await change.call("POST", "/submit"), 422, "INVALID_STATE_TRANSITION")
    for number in ("HOUSING in PUMP", "SEAL in PUMP", "SCREW in PUMP"):
        assert number in error["message"]
    assert "COVER" not in error["message"]
    # Before its start it is told what it would start on, and what stands against the first step.
    before = data(await change.call("GET", "/workflow"))
    assert (before["instance"], before["upcoming"]["states"][0]["name"]) == (None, "Draft")
    submit = before["upcoming"]["availableTransitions"][0]
    assert (submit["name"], submit["allowed"]) == ("Submit", False)
    assert "SEAL in PUMP" in submit["guards"][0]["message"]
    many = {
        "items": [{"itemId": made.ids["SEAL"], "changeAction": "release"}],
        "includeUnreleasedBelow": True,
    }
    added = data(await change.call("POST", "/affected-items", many), 201)["affectedItems"]
    assert [row["itemNumber"] for row in added] == ["SEAL"]
    entry = (await change.affected())["PUMP"]["id"]
    data(await change.call("DELETE", f"/affected-items/{entry}"))
    whole = {
        "itemId": made.ids["PUMP"],
        "changeAction": "release",
        "includeUnreleasedBelow": True,
    }
    added = data(await change.call("POST", "/affected-items", whole), 201)["affectedItems"]
    assert [row["itemNumber"] for row in added] == ["PUMP", "HOUSING", "SCREW", "COVER"]
    # Without a name it is what is unreleased below all that is listed.
    entry = (await change.affected())["COVER"]["id"]
    data(await change.call("DELETE", f"/affected-items/{entry}"))
    below = {"includeUnreleasedBelow": True}
    added = data(await change.call("POST", "/affected-items", below), 201)["affectedItems"]
    assert [row["itemNumber"] for row in added] == ["COVER"]
    none = data(await change.call("POST", "/affected-items", below))
    assert (none["affectedItem"], none["affectedItems"]) == (None, [])
    # What is listed as it is asked for stays; another action for it is refused.
    entry = (await change.affected())["SEAL"]["id"]
    data(await change.call("DELETE", f"/affected-items/{entry}"))
    other = whole | {"changeAction": "remove"}
    refused(await change.call("POST", "/affected-items", other), 409, "CONFLICT")
    added = data(await change.call("POST", "/affected-items", whole), 201)["affectedItems"]
    assert [row["itemNumber"] for row in added] == ["SEAL"]
    # One that cannot be listed leaves all out.
    listed = {"items": [{"itemId": made.ids["PUMP"], "changeAction": "release"}]}
    refused(await change.call("POST", "/affected-items", listed), 409, "CONFLICT")
    refused(await change.call("POST", "/affected-items", {}), 400, "VALIDATION_ERROR")
    before = data(await change.call("GET", "/workflow"))["upcoming"]
    assert before["availableTransitions"][0]["allowed"]
    done = await change.through()
    assert data(await change.call("GET", "/workflow"))["upcoming"] is None
    assert set(done["revisions"]) == {"PUMP", "HOUSING", "SEAL", "SCREW", "COVER"}

    # A new child on the change's branch counts as well, and obsolete ones do.
    second = await order(made, "A washer")
    branch = (await second.affect("PUMP"))["branchId"]
    await made.line("PUMP", "WASHER", branch=branch)
    error = refused(await second.call("POST", "/submit"), 422, "INVALID_STATE_TRANSITION")
    assert "WASHER in PUMP" in error["message"]
    await second.affect("WASHER", "release")
    await second.through()


async def test_branches_and_uploads_tell_why_they_refuse(api: Api) -> None:
    made = await pump(api)
    change = await order(made)
    mine = (await change.affect("SEAL"))["branchId"]
    work = await made.branch("Work")
    data(await made.call("POST", f"/api/branches/{work}/archive"))
    for branch, word in ((work, "is archived"), (made.main, "Main"), (mine, "change order")):
        answer = await made.call("POST", f"/api/branches/{branch}/archive")
        assert word in refused(answer, 403, "BRANCH_PROTECTED")["message"]
    path = f"/api/items/{made.ids['SEAL']}/files/upload"
    refused(await made.call("POST", path, {"file": "x"}), 415, "UNSUPPORTED_MEDIA_TYPE")
    file = await Vault(api).add({"id": made.ids["SEAL"]}, b"text", name="notes.txt")
    refused(await Vault(api).get(file, "thumbnail"), 404, "RESOURCE_NOT_FOUND")
