"""Refusals of a merge name nothing that its author may not see."""

from typing import Any

import httpx

from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER, OUTSIDER
from tests.world import Record, World


async def test_conflicts_name_nothing_hidden(api: Api, world: World) -> None:
    theirs = world.as_(OUTSIDER)
    hidden = await world.program("Hidden", members={OUTSIDER: "lead"})
    shared = await world.program("Shared", members={ENGINEER: "lead", OUTSIDER: "lead"})
    far = await theirs.design(programId=hidden["id"])
    design = await world.design(programId=shared["id"])
    base, frame = [await world.part(designId=design["id"]) for _ in range(2)]
    secret = await theirs.part("Xyzzy", designId=far["id"], itemNumber="XYZZY-9")

    def silent(answer: httpx.Response) -> Any:
        assert "XYZZY" not in answer.text.upper()
        assert secret["id"] not in answer.text
        assert secret["masterId"] not in answer.text
        return answer

    # What is deleted on a branch is used elsewhere meanwhile.
    branch = await world.branch(design, "deletes")
    path = f"/api/items/{base['id']}?branchId={branch['id']}"
    data(await api.delete(path, as_=ENGINEER))
    await theirs.relate(secret, base)
    merge = f"/api/branches/{branch['id']}/merge"
    error = refused(silent(await api.post(merge, {}, as_=ENGINEER)), 409, "MERGE_CONFLICT")
    assert error["message"].endswith("used in the BOM of an item that is hidden from you")
    assert "XYZZY-9" in (await api.post(merge, {}, as_=OUTSIDER)).text

    # Both sides put the hidden part into one that everybody of the program sees.
    branch = await world.branch(design, "adds")
    await theirs.relate(frame, secret, quantity=2)
    await theirs.relate(frame, secret, quantity=3, branchId=branch["id"])
    for verb in ("merge", "rebase"):
        path = f"/api/branches/{branch['id']}/{verb}"
        error = refused(silent(await api.post(path, {}, as_=ENGINEER)), 409, "MERGE_CONFLICT")
        (clash,) = error["details"]
        assert (clash["base"], clash["ours"], clash["theirs"]) == (None, "present", "present")
        (seen,) = refused(await api.post(path, {}, as_=OUTSIDER), 409, "MERGE_CONFLICT")["details"]
        assert (seen["path"], seen["ours"]["quantity"]) == ("bom/XYZZY-9", 3)
    await _under_a_change(api, world, design, frame, secret, silent)


async def _under_a_change(
    api: Api, world: World, design: Record, frame: Record, secret: Record, silent: Any
) -> None:
    order = await world.change_order(designId=design["id"])
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": frame["id"], "changeAction": "release"}
    data(await api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    found = data(await api.get(f"/api/designs/{design['id']}/branches", as_=ENGINEER))["branches"]
    branch = next(one for one in found if one["changeOrderId"] == order["id"])
    lines = data(await api.get(f"/api/items/{frame['id']}/relationships", as_=OUTSIDER))
    (line,) = lines["relationships"]
    for quantity, on in ((7, {"branchId": branch["id"]}), (8, {})):
        body = {"quantity": quantity, **on}
        data(await api.put(f"/api/relationships/{line['id']}", body, as_=OUTSIDER))
    (clash,) = data(silent(await api.get(f"{path}/conflicts", as_=ENGINEER)))["conflicts"]
    for call in ("rebase", "submit", "release/preview"):
        silent(await api.post(f"{path}/{call}", {}, as_=ENGINEER))
    for read in ("diff", "impact", "affected-items"):
        silent(await api.get(f"{path}/{read}", as_=ENGINEER))
    resolution = {"itemId": clash["itemId"], "path": clash["path"], "take": "theirs"}
    body = {"resolutions": [resolution]}
    data(silent(await api.post(f"{path}/resolve-conflicts", body, as_=ENGINEER)))
    assert data(await api.get(f"{path}/conflicts", as_=OUTSIDER))["conflicts"] == []


async def test_what_comes_back_names_no_hidden_child(api: Api, world: World) -> None:
    theirs = world.as_(OUTSIDER)
    hidden = await world.program("Hidden", members={OUTSIDER: "lead"})
    far = await theirs.design(programId=hidden["id"])
    frame = await world.part("Frame")
    secret = await theirs.part("Xyzzy", designId=far["id"], itemNumber="XYZZY-9")
    await theirs.relate(frame, secret)
    data(await api.delete(f"/api/items/{frame['id']}", as_=ENGINEER))
    data(await api.delete(f"/api/items/{secret['id']}", as_=OUTSIDER))
    answer = await api.post(f"/api/items/{frame['id']}/restore", {}, as_=ENGINEER)
    error = refused(answer, 409, "CONFLICT")
    assert "an item that is hidden from you" in error["message"]
    assert "XYZZY" not in answer.text.upper()
