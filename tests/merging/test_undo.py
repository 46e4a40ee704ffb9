"""Undo: commits reverted, deleted items restored, designs deleted."""

from typing import Any

from tests.change_orders.scene import released_pump
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, VIEWER
from tests.versioning.scene import Product, product, pump
from tests.world import NOBODY, World


async def head(made: Product) -> str:
    return (await made.commits())[0]["id"]


async def revert(made: Product, commit: str, **more: Any) -> Any:
    return await made.call("POST", f"/api/commits/{commit}/revert", **more)


async def _make(made: Product, number: str) -> Any:
    return await made.call("POST", "/api/parts", {"name": "New", "itemNumber": number})


async def lines(made: Product, number: str) -> dict[str, str]:
    path = f"/api/items/{made.ids[number]}/relationships"
    rows = data(await made.call("GET", path))["relationships"]
    return {row["targetItem"]["itemNumber"]: row["id"] for row in rows}


async def test_a_commit_is_reverted_where_nothing_contradicts(api: Api) -> None:
    made = await pump(api)
    await made.edit("SEAL", name="Ring", cost="3")
    renamed = await head(made)
    await made.edit("SEAL", material="Rubber")
    done = data(await revert(made, renamed), 201)["commit"]
    assert done["message"].startswith("Revert: ")
    assert done["changes"] == {"added": 0, "modified": 1, "removed": 0}
    seal = await made.item("SEAL")
    assert (seal["name"], seal["cost"], seal["material"]) == ("SEAL", None, "Rubber")

    # The revert is a commit as any other, and can itself be reverted.
    data(await revert(made, done["id"], json={"commitMessage": "A ring after all"}), 201)
    assert (await made.item("SEAL"))["name"] == "Ring"
    assert (await made.commits())[0]["message"] == "A ring after all"
    refused(await revert(made, done["id"]), 422, "UNPROCESSABLE")

    await made.edit("SEAL", name="O-ring")
    error = refused(await revert(made, renamed), 409, "MERGE_CONFLICT")
    assert [(d["itemNumber"], d["path"], d["theirs"]) for d in error["details"]] == [
        ("SEAL", "name", "O-ring")
    ]
    assert "since" in error["message"]

    await made.line("COVER", "SCREW", 2)
    added = await head(made)
    path = f"/api/relationships/{(await lines(made, 'PUMP'))['SCREW']}"
    data(await made.call("DELETE", path))
    removed = await head(made)
    data(await revert(made, added), 201)
    assert await made.bom("COVER") == {}
    data(await made.call("DELETE", f"/api/items/{made.ids['SCREW']}"))
    gone = await head(made)
    error = refused(await revert(made, removed), 409, "CONFLICT")
    assert [d["message"] for d in error["details"]] == ["SCREW"]
    data(await revert(made, gone), 201)
    data(await revert(made, removed), 201)
    assert await made.bom("PUMP") == {"HOUSING": 1, "SEAL": 2, "SCREW": 4}


async def test_what_a_commit_made_goes_and_what_it_deleted_comes_back(api: Api) -> None:
    made = await pump(api)
    await made.part("PLUG", cost="7")
    created = await head(made)
    await made.line("PUMP", "PLUG", 3)
    error = refused(await revert(made, created), 409, "MERGE_CONFLICT")
    assert "PUMP" in error["message"]
    data(await revert(made, await head(made)), 201)
    data(await revert(made, created), 201)
    assert "PLUG" not in await made.names()

    # Deleted by hand with its structure, and restored by the id under which it was known.
    cover = (await lines(made, "PUMP"))["HOUSING"]
    data(await made.call("DELETE", f"/api/relationships/{cover}"))
    housing = f"/api/items/{made.ids['HOUSING']}"
    data(await made.call("DELETE", housing))
    refused(await made.call("POST", f"{housing}/restore", as_=VIEWER), 403, "FORBIDDEN")
    answer = await made.call("POST", f"{housing}/restore", {"commitMessage": "Needed"})
    assert data(answer)["itemNumber"] == "HOUSING"
    assert await made.bom("HOUSING") == {"COVER": 1}
    history = data(await made.call("GET", f"{housing}/history"))["history"]
    assert history[0]["action"] == "Restored"
    refused(await made.call("POST", f"{housing}/restore"), 409, "CONFLICT")
    refused(await made.call("POST", f"/api/items/{NOBODY}/restore"), 404, "ITEM_NOT_FOUND")
    assert (await made.commits())[0]["changes"] == {"added": 1, "modified": 0, "removed": 0}

    # On a branch: the branch shows main's item again.
    await made.part("SPARE")
    branch = await made.branch("away")
    on_branch = {"branchId": branch}
    spare = f"/api/items/{made.ids['SPARE']}"
    data(await made.call("DELETE", spare, on_branch))
    assert "SPARE" not in await made.names(branchId=branch)
    refused(await made.call("POST", f"{spare}/restore"), 409, "CONFLICT")
    data(await made.call("POST", f"{spare}/restore", on_branch))
    assert "SPARE" in await made.names(branchId=branch)

    # What it held was deleted meanwhile, and what has its number now.
    for number in ("HOUSING", "COVER"):
        data(await made.call("DELETE", f"/api/items/{made.ids[number]}"))
    error = refused(await made.call("POST", f"{housing}/restore"), 409, "CONFLICT")
    assert "COVER" in error["message"]


async def test_numbers_are_free_when_what_was_never_released_stands_nowhere(api: Api) -> None:
    made = await pump(api)

    async def taken(number: str) -> None:
        refused(await _make(made, number), 409, "DUPLICATE_ITEM_NUMBER")

    # A branch holds it still: its number is free once that is put away as well.
    await made.part("SPARE")
    branch = await made.branch("mine")
    await made.edit("SPARE", branch=branch, name="Kept")
    data(await made.call("DELETE", f"/api/items/{made.ids['SPARE']}"))
    await taken("SPARE")
    data(await made.call("POST", f"/api/branches/{branch}/archive"))
    data(await _make(made, "SPARE"), 201)


async def test_what_cannot_be_reverted_says_why(api: Api) -> None:
    made = await released_pump(api)
    refused(await revert(made, await head(made)), 403, "BRANCH_PROTECTED")
    refused(await revert(made, NOBODY), 404, "RESOURCE_NOT_FOUND")
    other = await product(api, code="OTHER")
    refused(await revert(other, await head(other)), 422, "UNPROCESSABLE")
    await other.part("BOLT")
    made_bolt = await head(other)
    refused(await revert(other, made_bolt, as_=VIEWER), 403, "FORBIDDEN")
    branch = await other.branch("side")
    await other.edit("BOLT", branch=branch, name="Long bolt")
    on_branch = (await other.commits(branch))[0]["id"]
    refused(await revert(other, on_branch), 422, "UNPROCESSABLE")
    path = f"/api/items/{other.ids['BOLT']}"
    data(await api.post(f"{path}/lock", as_=ADMINISTRATOR))
    refused(await revert(other, made_bolt), 423, "ITEM_LOCKED")
    data(await api.post(f"{path}/unlock", as_=ADMINISTRATOR))
    data(await other.call("POST", f"{path}/transitions", {"transition": "Submit"}))
    refused(await revert(other, await head(other)), 409, "CONFLICT")
    refused(await revert(other, made_bolt), 409, "CONFLICT")
    data(await other.call("POST", f"{path}/transitions", {"transition": "Reject"}))
    data(await revert(other, made_bolt), 201)
    refused(await other.call("GET", path), 404, "ITEM_NOT_FOUND")


async def test_a_design_is_deleted_while_nothing_of_it_was_released(api: Api) -> None:
    made, world = await pump(api), World(api)
    path = f"/api/designs/{made.design}"
    other = await world.design()
    user = await world.part("User", designId=other["id"], itemNumber="USER")
    used = await world.relate(user, {"id": made.ids["SEAL"]})
    error = refused(await made.call("DELETE", path), 409, "CONFLICT")
    assert [d["message"] for d in error["details"]] == ["USER"]
    data(await made.call("DELETE", f"/api/relationships/{used['id']}"))
    data(await api.post(f"/api/items/{made.ids['SEAL']}/lock", as_=ADMINISTRATOR))
    refused(await made.call("DELETE", path), 423, "ITEM_LOCKED")
    data(await api.post(f"/api/items/{made.ids['SEAL']}/unlock", as_=ADMINISTRATOR))
    branch = await made.branch("side")
    refused(await made.call("DELETE", path, as_=VIEWER), 403, "FORBIDDEN")
    stale = {"If-Match": '"stale"'}
    refused(await made.call("DELETE", path, headers=stale), 412, "PRECONDITION_FAILED")

    commit = await head(made)
    data(await made.call("DELETE", path))
    for gone in (
        path,
        f"{path}/branches",
        f"/api/branches/{branch}",
        f"/api/commits/{commit}",
        f"/api/items/{made.ids['SEAL']}",
    ):
        assert (await made.call("GET", gone)).status_code == 404
    listed = data(await made.call("GET", "/api/designs"))["designs"]
    assert [design["id"] for design in listed] == [other["id"]]
    found = data(await made.call("GET", "/api/search", params={"q": "pump"}))["groups"]
    assert [group for group in found if group["hits"]] == []
    # Code and numbers are free.
    again = await product(api)
    await again.part("SEAL")

    released = await released_pump_beside(api)
    refused(await released.call("DELETE", f"/api/designs/{released.design}"), 409, "CONFLICT")


async def released_pump_beside(api: Api) -> Product:
    made = await product(api, code="DONE")
    await made.part("DONE-1")
    await made.release("DONE-1", as_=ADMINISTRATOR)
    return made
