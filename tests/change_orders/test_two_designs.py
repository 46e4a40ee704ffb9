"""A change over two designs is one product: what one branch changes, the others see."""

from tests.change_orders.scene import Order, order
from tests.support.application import Api, data, refused
from tests.versioning.scene import Product, product


async def _branches(change: Order, *products: Product) -> list[str]:
    found: list[str] = []
    for made in products:
        rows = data(await made.call("GET", f"/api/designs/{made.design}/branches"))["branches"]
        found += [row["id"] for row in rows if row["changeOrderId"] == change.id]
    return found


async def test_the_branches_of_a_change_see_each_other(api: Api) -> None:
    bolts = await product(api, code="BOLTS")
    frames = await product(api, code="FRAMES")
    await bolts.part("BOLT", cost="1", weight="1")
    await frames.part("FRAME", cost="1", weight="1")
    frames.ids |= bolts.ids
    await frames.line("FRAME", "BOLT", 20)
    first = await order(frames, "First release")
    for number in ("BOLT", "FRAME"):
        await first.affect(number, "release")
    await first.through()

    change = await order(frames, "Dearer bolts and a washer")
    for number in ("BOLT", "FRAME"):
        await change.affect(number)
    there, here = await _branches(change, bolts, frames)
    await bolts.edit("BOLT", branch=there, cost="2")
    await bolts.part("WASHER", branch=there, cost="0.5", weight="0")
    frames.ids |= bolts.ids
    elsewhere = await frames.branch("Other work")
    # What a change makes in one design is used in another, by this change alone.
    await frames.line("FRAME", "WASHER", 2, branch=here)
    line = {"targetId": bolts.ids["WASHER"], "relationshipType": "bom"}
    path = f"/api/items/{frames.ids['FRAME']}/relationships"
    refused(await frames.call("POST", path, line), 403, "BRANCH_PROTECTED")
    data_path = f"/api/items/{bolts.ids['WASHER']}"
    refused(
        await frames.call("GET", data_path, params={"branchId": elsewhere}), 404, "ITEM_NOT_FOUND"
    )
    assert (await frames.item("BOLT", branchId=here))["cost"] == "2"
    assert await frames.bom("FRAME", branchId=here) == {"BOLT": 20, "WASHER": 2}
    assert await frames.bom("FRAME") == {"BOLT": 20}

    impact = data(await change.call("GET", "/impact"))
    (compared,) = impact["rollup"]["products"]
    assert compared["item"]["itemNumber"] == "FRAME"
    assert compared["item"]["revision"] == "B"
    assert [side["cost"][0]["total"] for side in (compared["before"], compared["after"])] == [
        "21",
        "42",
    ]
    used = {one["item"]["itemNumber"]: one for one in impact["whereUsed"]}
    assert [p["item"]["itemNumber"] for p in used["WASHER"]["parents"]] == ["FRAME"]
    assert used["WASHER"]["item"]["revision"] == "A"
    shown, copy = used["BOLT"]["item"], (await change.affected())["BOLT"]["workingCopyId"]
    assert [shown[key] for key in ("id", "revision", "state")] == [copy, "B", "Draft"]
    frames.ids["FRAME"] = (await change.affected())["FRAME"]["workingCopyId"]
    await change.through()
    assert await frames.bom("FRAME") == {"BOLT": 20, "WASHER": 2}
    rolled = data(await frames.call("GET", f"/api/items/{frames.ids['FRAME']}/rollup"))
    assert rolled["cost"][0]["total"] == "42"


async def test_a_circle_over_two_designs_is_refused_on_the_branch(api: Api) -> None:
    left, right = await product(api, code="LEFT"), await product(api, code="RIGHT")
    await left.part("L")
    await right.part("R")
    left.ids |= right.ids
    right.ids |= left.ids
    change = await order(left)
    for number in ("L", "R"):
        await change.affect(number)
    here, there = await _branches(change, left, right)
    await left.line("L", "R", branch=here)
    body = {"targetId": left.ids["L"], "relationshipType": "bom", "quantity": 1}
    path = f"/api/items/{right.ids['R']}/relationships"
    answer = await right.call("POST", path, body, params={"branchId": there})
    refused(answer, 422, "ITEM_RELATIONSHIP_CYCLE")
