"""Files on branches: seen there alone, merged like fields, protected like fields."""

from typing import Any

import pytest

from tests.support.application import data, problems, refused
from tests.support.people import ENGINEER
from tests.vault.scene import Vault
from tests.world import Record, World

Scene = tuple[Record, Record, Record, Record]


@pytest.fixture
async def scene(world: World, vault: Vault) -> Scene:
    """A design, a part with one file on main, the file, and a branch made after it."""
    design = await world.design()
    item = await world.part(designId=design["id"])
    file = await vault.add(item, b"main", name="part.step")
    return design, item, file, await world.branch(design)


async def test_main_does_not_see_a_branchs_files(vault: Vault, world: World, scene: Scene) -> None:
    _, item, file, branch = scene
    on = {"branchId": branch["id"]}
    new = await vault.add(item, b"new", name="new.step", on=branch)
    assert new["branchId"] == branch["id"]
    assert new["itemId"] != item["id"]
    data(await vault.check_out(file, **on))
    made = data(await vault.check_in(file, b"branch"))["newVersion"]
    assert (made["version"], made["branchId"]) == (2, branch["id"])
    # On main nothing has changed.
    assert [f["id"] for f in await vault.of(item)] == [file["id"]]
    assert await vault.bytes_of(file) == b"main"
    assert await vault.numbers(file) == [1]
    refused(await vault.get(file, "versions/2/download"), 404, "RESOURCE_NOT_FOUND")
    for what in ("metadata", "download", "versions", "lock-status"):
        refused(await vault.get(new, what), 404, "RESOURCE_NOT_FOUND")
    # The branch has both, by either of its names.
    assert await vault.bytes_of(file, branch=branch["id"]) == b"branch"
    assert await vault.bytes_of(new, **on) == b"new"
    assert await vault.numbers(file, **on) == [2, 1]
    assert (await vault.metadata(file, **on))["version"] == 2
    assert {f["id"] for f in await vault.of(item, **on)} == {file["id"], new["id"]}
    everywhere = data(await vault.api.get("/api/files", as_=ENGINEER, params=on))
    assert [f["id"] for f in everywhere["files"]] == [new["id"], file["id"]]
    listed = data(await vault.api.get("/api/files", as_=ENGINEER))
    assert [f["version"] for f in listed["files"]] == [1]


async def test_main_adds_what_the_branch_does_not_have(
    vault: Vault, world: World, scene: Scene
) -> None:
    design, item, file, branch = scene
    later = await vault.add(item, name="later.step")
    on = {"branchId": branch["id"]}
    assert [f["id"] for f in await vault.of(item, **on)] == [file["id"]]
    both = await vault.of(item, **on, mainBranchId=design["mainBranchId"])
    assert [f["id"] for f in both] == [file["id"], later["id"]]
    page = await vault.api.get(
        f"/api/items/{item['id']}/files", as_=ENGINEER, params={"limit": 1, "page": 2}
    )
    assert page.json()["meta"] == {"total": 2, "page": 2, "limit": 1, "totalPages": 2}
    assert [f["id"] for f in data(page)["files"]] == [later["id"]]
    path = f"/api/items/{item['id']}/files"
    other = await world.design()
    for wrong in (branch["id"], other["mainBranchId"]):
        answer = await vault.api.get(path, as_=ENGINEER, params={**on, "mainBranchId": wrong})
        refused(answer, 422, "UNPROCESSABLE")


async def test_a_merge_brings_the_files_to_main(vault: Vault, world: World, scene: Scene) -> None:
    _, item, file, branch = scene
    new = await vault.add(item, b"new", name="new.step", on=branch)
    data(await vault.check_out(file, branchId=branch["id"]))
    data(await vault.check_in(file, b"branch"))
    theirs = await vault.add(item, b"theirs", name="theirs.step")
    data(await vault.api.post(f"/api/branches/{branch['id']}/merge", as_=ENGINEER))
    assert {f["id"] for f in await vault.of(item)} == {file["id"], new["id"], theirs["id"]}
    assert await vault.bytes_of(file) == b"branch"
    assert await vault.numbers(file) == [2, 1]
    assert sum(f["isPrimary"] for f in await vault.of(item)) == 1


async def test_versions_of_two_lines_count_together(
    vault: Vault, world: World, scene: Scene
) -> None:
    _, item, file, branch = scene
    data(await vault.check_out(file, branchId=branch["id"]))
    data(await vault.check_in(file, b"branch"))
    assert (await vault.version(file, b"main again"))["version"] == 3
    assert await vault.numbers(file) == [3, 1]
    assert await vault.numbers(file, branchId=branch["id"]) == [2, 1]
    clash = await vault.api.post(f"/api/branches/{branch['id']}/merge", as_=ENGINEER)
    error = refused(clash, 409, "MERGE_CONFLICT")
    assert [d["path"] for d in error["details"]] == [f"files/{file['id']}"]
    assert item["id"]


async def test_deleting_on_a_branch_leaves_main_alone(
    vault: Vault, world: World, scene: Scene
) -> None:
    _, item, file, branch = scene
    on = {"branchId": branch["id"]}
    data(await vault.delete(file, **on))
    refused(await vault.get(file, "metadata", **on), 404, "RESOURCE_NOT_FOUND")
    assert await vault.bytes_of(file) == b"main"
    data(await vault.api.post(f"/api/branches/{branch['id']}/merge", as_=ENGINEER))
    refused(await vault.get(file), 404, "RESOURCE_NOT_FOUND")
    assert await vault.of(item) == []


async def test_an_item_of_a_branch_keeps_its_files_there(
    vault: Vault, world: World, scene: Scene
) -> None:
    design, _, _, branch = scene
    item = await world.part(designId=design["id"], branchId=branch["id"])
    # No branch needs naming where the item is on one only.
    file = await vault.add(item, b"one")
    assert file["branchId"] == branch["id"]
    await vault.version(file, b"two")
    assert await vault.bytes_of(file) == b"two"
    assert await vault.numbers(file) == [2, 1]
    assert [f["id"] for f in await vault.of(item)] == [file["id"]]
    listed = data(await vault.api.get("/api/files", as_=ENGINEER))
    assert file["id"] not in [f["id"] for f in listed["files"]]


async def test_a_released_design_takes_files_on_branches_only(
    vault: Vault, world: World, scene: Scene
) -> None:
    _, item, file, branch = scene
    await world.release(item)
    for answer in (
        await vault.send(item, {"f": ("f", b"x")}),
        await vault.check_out(file),
        await vault.delete(file),
    ):
        refused(answer, 403, "BRANCH_PROTECTED")
    batch = await vault.api.post(
        "/api/files/batch-checkout", {"fileIds": [file["id"]]}, as_=ENGINEER
    )
    assert data(batch, 400)["errors"][0]["error"] == "BRANCH_PROTECTED"
    data(await vault.check_out(file, branchId=branch["id"]))
    data(await vault.check_in(file, b"next"))
    assert await vault.bytes_of(file) == b"main"
    data(await vault.api.post(f"/api/branches/{branch['id']}/archive", as_=ENGINEER))
    refused(await vault.check_out(file, branchId=branch["id"]), 403, "BRANCH_PROTECTED")
    # What is archived stays readable for ever.
    assert await vault.bytes_of(file, branchId=branch["id"]) == b"next"


async def test_a_branch_of_another_design_is_refused(
    vault: Vault, world: World, scene: Scene
) -> None:
    _, item, file, _ = scene
    foreign = await world.branch(await world.design())
    on = {"branchId": foreign["id"]}
    refused(await vault.send(item, {"f": ("f", b"x")}, data=on), 422, "UNPROCESSABLE")
    refused(await vault.check_out(file, **on), 422, "UNPROCESSABLE")
    task = await world.task()
    refused(await vault.send(task, {"f": ("f", b"x")}, data=on), 422, "UNPROCESSABLE")
    assert (await vault.add(task))["branchId"] is None
    contradiction = await vault.send(
        item, {"f": ("f", b"x")}, data={"branchId": scene[3]["id"]}, params=on
    )
    assert problems(contradiction).keys() == {"branchId"}


async def test_a_cancelled_checkout_takes_its_files_back(
    vault: Vault, world: World, scene: Scene
) -> None:
    _, item, file, branch = scene
    on: dict[str, Any] = {"branchId": branch["id"]}
    path = f"/api/items/{item['id']}/checkout"
    data(await vault.api.post(path, on, as_=ENGINEER), 201)
    await vault.add(item, name="tried.step", on=branch)
    data(await vault.check_out(file, **on))
    data(await vault.check_in(file, b"tried"))
    data(await vault.api.delete(path, as_=ENGINEER, params=on))
    assert [f["id"] for f in await vault.of(item, **on)] == [file["id"]]
    assert await vault.bytes_of(file, **on) == b"main"
