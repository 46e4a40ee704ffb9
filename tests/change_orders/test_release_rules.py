"""Effects of a release on items of every kind, and the reasons that prevent one."""

import asyncio
from typing import Any

import pytest

from tests.change_orders.scene import Order, order, released_pump
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER
from tests.versioning.scene import Product, product
from tests.world import World


async def _lines(made: Product, number: str, branch: str) -> dict[str, str]:
    """Child number -> id of the line, as the branch shows it."""
    path = f"/api/items/{made.ids[number]}/relationships"
    rows = data(await made.call("GET", path, params={"branchId": branch}))["relationships"]
    return {row["targetItem"]["itemNumber"]: row["id"] for row in rows}


async def _upload(made: Product, number: str, content: bytes, branch: str | None = None) -> Any:
    path = f"/api/items/{made.ids[number]}/files/upload"
    fields = {} if branch is None else {"branchId": branch}
    files = {"file": (f"{number}.step", content)}
    return data(await made.api.post(path, as_=ENGINEER, files=files, data=fields), 201)["files"][0]


async def _files(made: Product, item_id: str, **params: str) -> list[tuple[str, int]]:
    answer = await made.call("GET", f"/api/items/{item_id}/files", params=params)
    return sorted((f["originalFileName"], f["version"]) for f in data(answer)["files"])


async def test_what_is_obsolete_may_not_be_used_by_what_is_released(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    entry = await change.affect("SCREW", "obsolete")
    error = refused(await change.call("POST", "/submit"), 422, "UNPROCESSABLE")
    assert [detail["message"] for detail in error["details"]] == ["PUMP"]
    path = f"/affected-items/{entry['id']}"
    data(await change.call("PUT", path, {"force": True}))
    assert (await change.through())["revisions"] == {}
    item = await made.item("SCREW")
    assert (item["revision"], item["state"]) == ("A", "Obsolete")
    history = data(await made.call("GET", f"/api/items/{item['id']}/history"))["history"]
    assert history[0]["action"] == "Obsoleted"
    late = await order(made, "Too late")
    for action in ("revise", "modify", "obsolete", "release"):
        body = {"itemId": made.ids["SCREW"], "changeAction": action}
        refused(await late.call("POST", "/affected-items", body), 422, "UNPROCESSABLE")


async def test_an_unused_part_and_the_line_to_it_go_together(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    branch = (await change.affect("PUMP"))["branchId"]
    line = (await _lines(made, "PUMP", branch))["SCREW"]
    data(await made.call("DELETE", f"/api/relationships/{line}"))
    await change.affect("SCREW", "obsolete")
    assert (await change.through())["revisions"] == {"PUMP": "B"}
    assert (await made.item("SCREW"))["state"] == "Obsolete"


async def test_documents_requirements_and_given_revisions_are_released(api: Api) -> None:
    made = await product(api)
    world = World(api)
    await made.part("SHAFT", revision="07", cost="0", leadTime=0)
    for kind in ("Document", "Requirement"):
        record = await world.item(kind, kind, itemNumber=kind, designId=made.design)
        made.ids[kind] = record["id"]
    change = await order(made)
    for number in made.ids:
        await change.affect(number, "release")
    done = await change.through()
    assert done["revisions"] == {"SHAFT": "07", "Document": "A", "Requirement": "A"}
    shaft = await made.item("SHAFT")
    assert (shaft["cost"], shaft["leadTime"]) == ("0", 0)
    again = await order(made, "Again")
    for number in made.ids:
        await again.affect(number, "modify")
    done = await again.through()
    assert done["revisions"] == {"SHAFT": "08", "Document": "B", "Requirement": "B"}
    (commit,) = done["commits"]
    shown = data(await made.call("GET", f"/api/commits/{commit}"))
    assert shown["revisions"] == done["revisions"]
    assert shown["changeOrderId"] == again.id
    old = await made.item("SHAFT", commitId=(await made.commits())[1]["id"])
    assert (old["revision"], old["state"]) == ("07", "Released")


async def test_a_draft_of_main_edited_on_the_branch_keeps_both_ids(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT", cost="1")
    change = await order(made)
    entry = await change.affect("SHAFT", "revise")
    await made.edit("SHAFT", branch=entry["branchId"], cost="2")
    assert (await made.item("SHAFT"))["cost"] == "1"
    assert (await change.through())["revisions"] == {"SHAFT": "A"}
    for item_id in (made.ids["SHAFT"], entry["workingCopyId"]):
        item = data(await made.call("GET", f"/api/items/{item_id}"))
        assert (item["revision"], item["state"], item["cost"]) == ("A", "Released", "2")
    assert (await change.affected())["SHAFT"]["workingCopyId"] == made.ids["SHAFT"]
    next_one = await order(made, "Next")
    assert (await next_one.affect("SHAFT"))["itemId"] == made.ids["SHAFT"]


async def test_library_items_change_on_a_branch_of_their_own(api: Api) -> None:
    made = await released_pump(api)
    world = World(api)
    nut = await world.part("NUT", itemNumber="NUT", material="Brass")
    await world.release(nut)
    made.ids["NUT"] = nut["id"]
    refused(
        await made.call("PUT", f"/api/items/{nut['id']}", {"name": "x"}), 403, "BRANCH_PROTECTED"
    )
    change = await order(made)
    entry = await change.affect("NUT")
    assert (entry["designId"], entry["branchId"] is None) == (None, False)
    await made.edit("NUT", branch=entry["branchId"], material="Steel")
    await change.affect("SHAFT")
    done = await change.through()
    assert done["revisions"] == {"NUT": "B", "SHAFT": "B"}
    assert len(done["commits"]) == 2
    new = data(await made.call("GET", f"/api/items/{entry['workingCopyId']}"))
    assert (new["material"], new["revision"], new["designId"]) == ("Steel", "B", None)


async def test_several_designs_are_released_together_or_not_at_all(api: Api) -> None:
    made = await released_pump(api)
    other = await product(api, code="MOTOR")
    await other.part("ROTOR", cost="1")
    made.ids["ROTOR"] = other.ids["ROTOR"]
    change, rival = await order(made), await order(made, "Rival")
    shaft = await change.affect("SHAFT")
    rotor = await change.affect("ROTOR", "revise")
    assert shaft["branchId"] != rotor["branchId"]
    await other.edit("ROTOR", branch=rotor["branchId"], cost="2")
    await made.edit("SHAFT", branch=shaft["branchId"], cost="5")
    await made.edit("SHAFT", branch=(await rival.affect("SHAFT"))["branchId"], cost="6")
    await rival.through()
    await change.submit()
    await change.approve()

    async def nothing_happened() -> None:
        item = await other.item("ROTOR")
        assert (item["cost"], item["state"], item["revision"]) == ("1", "Draft", "-")
        assert (await change.record())["state"] == "Approved"

    refused(await change.call("POST", "/release"), 409, "MERGE_CONFLICT")
    await nothing_happened()
    (clash,) = data(await change.call("GET", "/conflicts"))["conflicts"]
    kept = {"itemId": clash["itemId"], "path": "cost", "take": "ours"}
    data(await change.call("POST", "/resolve-conflicts", {"resolutions": [kept]}))
    lock = f"/api/items/{made.ids['ROTOR']}/lock"
    data(await api.post(lock, as_=ADMINISTRATOR))
    error = refused(await change.call("POST", "/release"), 423, "ITEM_LOCKED")
    assert ADMINISTRATOR.name in error["message"]
    await nothing_happened()
    data(await api.post(lock.replace("/lock", "/unlock"), as_=ADMINISTRATOR))
    assert (await change.release())["revisions"] == {"ROTOR": "A", "SHAFT": "C"}
    refused(await change.call("POST", "/release"), 409, "CONFLICT")


async def test_checkouts_of_others_hold_a_release_up_and_ones_own_end(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    branch = (await change.affect("SHAFT"))["branchId"]
    path = f"/api/items/{made.ids['SHAFT']}/checkout"
    data(await api.post(path, {"branchId": branch}, as_=OUTSIDER), 201)
    data(
        await made.call(
            "PUT",
            f"/api/items/{made.ids['SHAFT']}",
            {"cost": "9"},
            params={"branchId": branch},
            as_=OUTSIDER,
        )
    )
    await change.submit()
    await change.approve()
    refused(await change.call("POST", "/release"), 409, "CHECKOUT_CONFLICT")
    # The holder may still cancel on the locked branch, and with that changes what was approved.
    data(await api.delete(path, as_=OUTSIDER, params={"branchId": branch}))
    refused(await change.call("POST", "/release"), 409, "CONFLICT")
    await change.reject()
    data(await api.post(path, {"branchId": branch}, as_=ENGINEER), 201)
    assert (await change.through())["revisions"] == {"SHAFT": "B"}
    held = data(await api.get(path, as_=ENGINEER, params={"branchId": branch}))
    assert held["checkout"] is None


async def test_files_are_carried_over_and_merge_file_by_file(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT")
    await _upload(made, "SHAFT", b"one")
    first = await order(made)
    await first.affect("SHAFT", "release")
    await first.through()
    one, two = await order(made, "One"), await order(made, "Two")
    copy = await one.affect("SHAFT")
    rival = await two.affect("SHAFT")
    file = data(await made.call("GET", f"/api/items/{made.ids['SHAFT']}/files"))["files"][0]

    async def next_version(branch: str, content: bytes) -> None:
        path = f"/api/files/{file['id']}"
        fields = {"branchId": branch}
        data(await api.post(f"{path}/checkout", fields, as_=ENGINEER))
        files = {"file": ("SHAFT.step", content)}
        data(await api.post(f"{path}/checkin", as_=ENGINEER, files=files, data=fields))

    await next_version(copy["branchId"], b"two")
    await next_version(rival["branchId"], b"three")
    extra = await api.post(
        f"/api/items/{made.ids['SHAFT']}/files/upload",
        as_=ENGINEER,
        files={"file": ("notes.txt", b"notes")},
        data={"branchId": copy["branchId"]},
    )
    data(extra, 201)
    assert await _files(made, made.ids["SHAFT"]) == [("SHAFT.step", 1)]
    await one.through()
    assert await _files(made, copy["workingCopyId"]) == [("SHAFT.step", 2), ("notes.txt", 1)]
    await two.submit()
    await two.approve()
    clash = refused(await two.call("POST", "/release"), 409, "MERGE_CONFLICT")["details"][0]
    assert clash["path"] == f"files/{file['id']}"
    assert (clash["base"]["version"], clash["ours"]["version"], clash["theirs"]["version"]) == (
        1,
        3,
        2,
    )
    kept = {"itemId": clash["itemId"], "path": clash["path"], "take": "ours"}
    data(await two.call("POST", "/resolve-conflicts", {"resolutions": [kept]}))
    assert (await two.release())["revisions"] == {"SHAFT": "C"}
    assert await _files(made, rival["workingCopyId"]) == [("SHAFT.step", 3), ("notes.txt", 1)]


async def test_deletions_on_the_branch_reach_main_and_mind_other_designs(api: Api) -> None:
    made = await product(api)
    for number in ("PUMP", "SCREW"):
        await made.part(number)
    line = await made.line("PUMP", "SCREW", 2)
    change = await order(made)
    branch = await change.branch()
    row = (await _lines(made, "PUMP", branch))["SCREW"]
    data(await made.call("DELETE", f"/api/relationships/{row}", params={"branchId": branch}))
    gone = await made.call("DELETE", f"/api/items/{made.ids['SCREW']}", params={"branchId": branch})
    data(gone)
    rows = await change.affected()
    assert {n: r["changeAction"] for n, r in rows.items()} == {"PUMP": "revise", "SCREW": "remove"}
    assert rows["SCREW"]["workingCopyId"] is None
    data(await change.call("GET", "/impact"))
    other = await product(api, code="MOTOR")
    await other.part("MOTOR")
    other.ids["SCREW"] = made.ids["SCREW"]
    line = await other.line("MOTOR", "SCREW")
    await change.submit()
    await change.approve()
    error = refused(await change.call("POST", "/release"), 409, "MERGE_CONFLICT")
    assert "MOTOR" in error["message"]
    assert (await made.bom("PUMP")) == {"SCREW": 2}
    data(await other.call("DELETE", f"/api/relationships/{line}"))
    assert (await change.release())["revisions"] == {"PUMP": "A"}
    assert (await made.bom("PUMP")) == {}
    refused(await made.call("GET", f"/api/items/{made.ids['SCREW']}"), 404, "ITEM_NOT_FOUND")
    assert set(await change.affected()) == {"PUMP", "SCREW"}
    items = data(await change.call("GET", "/diff"))["items"]
    assert [(i["itemNumber"], i["action"]) for i in items] == [
        ("PUMP", "modified"),
        ("SCREW", "removed"),
    ]


async def test_what_is_listed_and_deleted_or_taken_off_leaves_no_trace(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT")
    change = await order(made)
    branch = await change.branch()
    await made.part("NUT", branch=branch)
    data(
        await change.call(
            "POST",
            "/affected-items",
            {"itemId": made.ids["NUT"], "changeAction": "release", "comment": "New"},
        ),
        200,
    )
    refused(
        await change.call(
            "POST", "/affected-items", {"itemId": made.ids["NUT"], "changeAction": "release"}
        ),
        409,
        "CONFLICT",
    )
    entry = (await change.affected())["NUT"]
    refused(await change.call("DELETE", f"/affected-items/{entry['id']}"), 409, "CONFLICT")
    data(await made.call("DELETE", f"/api/items/{made.ids['NUT']}"))
    assert await change.affected() == {}
    await made.edit("SHAFT", branch=branch, cost="2")
    touched = (await change.affected())["SHAFT"]
    data(await change.call("PUT", f"/affected-items/{touched['id']}", {"reviewed": True}))
    await change.affect("SHAFT", "revise", status=200, comment="Listed")
    data(await change.call("DELETE", f"/affected-items/{touched['id']}"))
    assert await change.affected() == {}
    data(await made.call("DELETE", f"/api/items/{made.ids['SHAFT']}", params={"branchId": branch}))
    removed = (await change.affected())["SHAFT"]
    assert removed["changeAction"] == "remove"
    data(await change.call("DELETE", f"/affected-items/{removed['id']}"))
    assert await change.affected() == {}
    assert (await made.item("SHAFT", branchId=branch))["itemNumber"] == "SHAFT"


async def test_a_deletion_on_main_and_an_edit_on_the_branch_clash(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT", cost="1")
    change = await order(made)
    entry = await change.affect("SHAFT", "revise")
    await made.edit("SHAFT", branch=entry["branchId"], cost="2")
    data(await made.call("DELETE", f"/api/items/{made.ids['SHAFT']}"))
    assert set(await change.affected()) == {"SHAFT"}
    await change.submit()
    await change.approve()
    error = refused(await change.call("POST", "/release"), 409, "MERGE_CONFLICT")
    (clash,) = error["details"]
    assert (clash["path"], clash["ours"], clash["theirs"]) == ("item", "present", None)
    kept = {"itemId": clash["itemId"], "path": "item", "take": "ours"}
    data(await change.call("POST", "/resolve-conflicts", {"resolutions": [kept]}))
    assert (await change.release())["revisions"] == {"SHAFT": "A"}
    item = data(await made.call("GET", f"/api/items/{entry['workingCopyId']}"))
    assert (item["cost"], item["revision"], item["branchId"]) == ("2", "A", None)
    assert set(await made.names()) == {"SHAFT", change.number}


async def test_what_main_holds_is_frozen_by_the_approval_too(api: Api) -> None:
    made = await product(api)
    await made.part("SHAFT", cost="1")
    change = await order(made)
    await change.affect("SHAFT", "release")
    await change.submit()
    await change.approve()
    await made.edit("SHAFT", cost="1000")
    error = refused(await change.call("POST", "/release"), 409, "CONFLICT")
    assert "reject and submit" in error["message"]
    await change.reject()
    await change.submit()
    await change.approve()
    await change.release()
    assert (await made.item("SHAFT"))["cost"] == "1000"


async def test_a_circle_closed_by_two_changes_together_is_refused(api: Api) -> None:
    made = await released_pump(api)
    one, two = await order(made, "One"), await order(made, "Two")
    on_one = (await one.affect("SHAFT"))["branchId"]
    on_two = (await two.affect("HOUSING"))["branchId"]
    await made.line("SHAFT", "HOUSING", branch=on_one)
    await made.line("HOUSING", "SHAFT", branch=on_two)
    await one.through()
    await two.submit()
    await two.approve()
    refused(await two.call("POST", "/release"), 422, "ITEM_RELATIONSHIP_CYCLE")
    refused(await two.call("POST", "/rebase"), 422, "ITEM_RELATIONSHIP_CYCLE")
    assert (await two.record())["state"] == "Approved"
    assert (await made.item("HOUSING"))["revision"] == "A"


async def test_many_changes_at_once_lose_nothing(api: Api) -> None:
    made = await released_pump(api)
    fields = ("cost", "weight", "material", "location", "leadTime")
    changes: list[Order] = []
    for number, field in enumerate(fields):
        change = await order(made, field)
        entry = await change.affect("SHAFT")
        await made.edit(
            "SHAFT",
            branch=entry["branchId"],
            **{field: number if field == "leadTime" else str(number)},
        )
        await change.submit()
        await change.approve()
        changes.append(change)
    twice = [change for change in changes for _ in range(2)]
    answers = await asyncio.gather(*(change.call("POST", "/release") for change in twice))
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [409] * 5
    rows = data(await made.call("GET", f"/api/items/{made.ids['SHAFT']}/revisions"))["revisions"]
    assert [(r["revision"], r["state"]) for r in rows] == [
        ("F", "Released"),
        *((letter, "Superseded") for letter in "EDCBA"),
    ]
    final = data(await made.call("GET", f"/api/items/{rows[0]['id']}"))
    assert [final[field] for field in fields] == ["0", "1", "2", "3", 4]


@pytest.mark.parametrize("action", ["release", "add", "revise"])
async def test_what_is_under_review_is_not_deleted_below_it(api: Api, action: str) -> None:
    made = await product(api)
    await made.part("SHAFT")
    change = await order(made)
    await change.affect("SHAFT", action)
    await change.submit()
    path = f"/api/items/{made.ids['SHAFT']}"
    error = refused(await made.call("DELETE", path), 409, "CONFLICT")
    assert f"SHAFT is an affected item of {change.number}" in error["message"]
    told = data(await made.call("GET", path, params={"can": "true"}))["can"]["delete"]
    assert (told["allowed"], told["reason"]) == (False, error["message"])
    of_change = data(await made.call("GET", f"{change.path}", params={"can": "true"}))["can"]
    assert (of_change["submit"]["allowed"], "release" in of_change) == (False, True)
    await change.approve()
    refused(await made.call("DELETE", path), 409, "CONFLICT")
    await change.reject()
    data(await made.call("DELETE", path))
