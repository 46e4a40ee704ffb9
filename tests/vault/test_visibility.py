"""Visibility of files: the rule of programs, and the rights on documents and on the item's type."""

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER, Person
from tests.vault.scene import Vault
from tests.world import World


async def seen(vault: Vault) -> list[str]:
    answer = await vault.api.get("/api/files", as_=vault.person)
    total = answer.json()["meta"]["total"]
    names = [file["originalFileName"] for file in data(answer)["files"]]
    assert total == len(names)
    return names


async def test_a_programs_files_are_its_members(vault: Vault, world: World) -> None:
    program = await world.program(members={ENGINEER: "lead", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    inside = await world.part(designId=design["id"])
    file = await vault.add(inside, name="inside.step")
    outside = await vault.add(await world.part(), name="outside.step")
    assert await seen(vault) == ["outside.step", "inside.step"]
    assert await seen(vault.as_(VIEWER)) == ["outside.step", "inside.step"]
    assert await seen(vault.as_(OUTSIDER)) == ["outside.step"]
    stranger = vault.as_(OUTSIDER)
    for what in (
        "metadata",
        "download",
        "versions",
        "versions/1/download",
        "structure",
        "lock-status",
    ):
        refused(await stranger.get(file, what), 404, "RESOURCE_NOT_FOUND")
        assert (await stranger.get(outside, what)).status_code in (200, 422)
    ids = [file["id"], outside["id"]]
    batch = await vault.api.post("/api/files/batch-checkout", {"fileIds": ids}, as_=OUTSIDER)
    answer = data(batch, 207)
    assert [entry["fileId"] for entry in answer["checkedOut"]] == [outside["id"]]
    assert answer["errors"][0]["error"] == "RESOURCE_NOT_FOUND"
    refused(await stranger.send(inside, {"f": ("f", b"")}), 404, "ITEM_NOT_FOUND")
    reader = vault.as_(VIEWER)
    assert await reader.bytes_of(file) == b"solid"
    for refusal in (await reader.check_out(file), await reader.delete(file)):
        refused(refusal, 403, "FORBIDDEN")


async def test_a_viewer_of_the_program_changes_nothing(vault: Vault, world: World) -> None:
    program = await world.program(members={ENGINEER: "viewer", OUTSIDER: "engineer"})
    made = world.as_(OUTSIDER)
    item = await made.part(designId=(await made.design(programId=program["id"]))["id"])
    file = await vault.as_(OUTSIDER).add(item)
    for refusal in (
        await vault.send(item, {"f": ("f", b"")}),
        await vault.check_out(file),
        await vault.delete(file),
        await vault.api.post(f"/api/files/{file['id']}/unlock", {}, as_=ENGINEER),
    ):
        refused(refusal, 403, "FORBIDDEN")
    assert await vault.bytes_of(file) == b"solid"


async def test_rights_on_documents_and_on_the_items_type_are_both_needed(
    api: Api, vault: Vault, world: World
) -> None:
    file = await vault.add(await world.part(), name="part.step")
    paper = await vault.add(await world.document(), name="paper.pdf")

    async def calling(*scopes: str) -> dict[str, str]:
        body = {"name": "cut down", "scopes": list(scopes)}
        token = data(await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR), 201)["token"]
        return {"Authorization": f"Bearer {token}"}

    path = f"/api/files/{file['id']}"
    nothing = await calling("parts.read")
    refused(await api.get(f"{path}/download", headers=nothing), 403, "FORBIDDEN")
    papers = await calling("documents.read", "documents.update")
    refused(await api.get(f"{path}/download", headers=papers), 403, "FORBIDDEN")
    refused(await api.post(f"{path}/checkout", headers=papers), 403, "FORBIDDEN")
    listed = data(await api.get("/api/files", headers=papers))
    assert [f["id"] for f in listed["files"]] == [paper["id"]]
    both = await calling("documents.read", "documents.update", "parts.read")
    assert (await api.get(f"{path}/download", headers=both)).content == b"solid"
    data(await api.post(f"{path}/checkout", headers=both))
    refused(await api.delete(path, headers=both), 403, "FORBIDDEN")
    upload = f"/api/items/{file['itemId']}/files/upload"
    refused(await api.post(upload, headers=both, files={"f": ("f", b"")}), 403, "FORBIDDEN")


async def test_pages_of_all_files(vault: Vault, world: World) -> None:
    item = await world.part()
    for number in range(3):
        await vault.add(item, name=f"{number}.step")

    async def page(**params: int) -> list[str]:
        answer = await vault.api.get("/api/files", as_=ENGINEER, params=params)
        assert data(answer)["count"] == len(data(answer)["files"])
        assert answer.json()["meta"]["total"] == 3
        return [file["originalFileName"] for file in data(answer)["files"]]

    assert await page() == ["2.step", "1.step", "0.step"]
    assert await page(limit=2) == ["2.step", "1.step"]
    assert await page(limit=2, page=2) == ["0.step"]
    assert await page(page=2) == []
    for wrong in ({"limit": 0}, {"limit": "x"}, {"page": 0}):
        answer = await vault.api.get("/api/files", as_=ENGINEER, params=wrong)
        refused(answer, 400, "VALIDATION_ERROR")


async def test_a_list_of_files_is_filtered_searched_and_sorted(vault: Vault, world: World) -> None:
    """Main and a branch alike; what nobody sees stays unseen however it is asked for."""
    design = await world.design()
    item = await world.part(designId=design["id"])
    for name, content in (("Arm.step", b"solid arm"), ("arm.pdf", b"%PDF"), ("50%.csv", b"a,b")):
        await vault.add(item, name=name, content=content)
    held = await vault.add(item, name="base.step", content=b"base")
    await vault.check_out(held)
    program = await world.program(members={ENGINEER: "lead"})
    hidden = await world.design(programId=program["id"])
    await vault.add(await world.part(designId=hidden["id"]), name="arm.secret")

    async def named(as_: Person = VIEWER, **params: str) -> list[str]:
        answer = await vault.api.get("/api/files", as_=as_, params=params)
        files = data(answer)["files"]
        assert answer.json()["meta"]["total"] == len(files)
        return [file["originalFileName"] for file in files]

    branch = await world.branch(design)
    (newest,) = data(await vault.api.get("/api/files?search=Arm.step", as_=VIEWER))["files"]
    checksum = newest["checksum"]
    for on in ({}, {"branchId": branch["id"]}):
        assert await named(search="ARM", sort="fileSize:desc", **on) == ["Arm.step", "arm.pdf"]
        assert await named(search="%", **on) == ["50%.csv"]
        assert await named(**{"fileSize.to": "4", "sort": "originalFileName"}, **on) == [
            "50%.csv",
            "arm.pdf",
            "base.step",
        ]
        assert await named(**{"checkedOutBy.null": "false"}, **on) == ["base.step"]
        assert await named(itemId=item["id"], isPrimary="true", **on) == ["Arm.step"]
        assert await named(checksum=checksum, sort="checksum", **on) == ["Arm.step"]
    assert "arm.secret" in await named(ENGINEER, search="arm")
    for wrong in ({"sort": "digest"}, {"fileSize.from": "x"}, {"colour": "red"}):
        answer = await vault.api.get("/api/files", as_=VIEWER, params=wrong)
        refused(answer, 400, "VALIDATION_ERROR")
