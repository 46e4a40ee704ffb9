"""Checking files out and in: one holder, versions without gaps, locks that hold."""

import asyncio
from typing import Any

import httpx

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.vault.scene import Vault
from tests.world import NOBODY, World


async def test_a_checkout_is_one_persons(vault: Vault, world: World) -> None:
    item = await world.part()
    file = await vault.add(item)
    ada = vault.as_(ADMINISTRATOR)
    tag = (await vault.get(file)).headers["etag"]
    assert data(await vault.get(file, "lock-status")) == {"isLocked": False}
    for _ in range(2):
        assert data(await vault.check_out(file)) == {
            "success": True,
            "message": "bracket.step is checked out",
        }
    shown = await vault.metadata(file)
    card = {"id": ENGINEER.id, "name": ENGINEER.name, "email": ENGINEER.email}
    assert shown["checkedOutBy"] == card
    assert data(await ada.get(file, "lock-status")) == {
        "isLocked": True,
        "lockType": "file_lock",
        "lockedBy": card,
        "lockedAt": shown["checkedOutAt"],
        "scope": "file",
    }
    # A lock changes nothing of the content.
    assert (await vault.get(file)).headers["etag"] == tag
    error = refused(await ada.check_out(file), 423, "RESOURCE_LOCKED")
    assert error["message"] == f"File is checked out by {ENGINEER.name}"
    assert error["details"] == [
        {"field": "lockedBy", "message": ENGINEER.id},
        {"field": "lockedAt", "message": shown["checkedOutAt"]},
    ]
    refused(await ada.check_in(file), 423, "FILE_LOCKED")
    refused(await ada.check_in(file, b"mine"), 423, "FILE_LOCKED")
    refused(await ada.delete(file), 423, "FILE_LOCKED")
    # The item's own fields are not the file's.
    assert (await world.as_(ADMINISTRATOR).edit(item, name="Stiffer"))["name"] == "Stiffer"
    assert data(await vault.check_in(file))["success"] is True
    assert (await vault.metadata(file))["checkedOutAt"] is None
    assert await vault.numbers(file) == [1]
    for content in (None, b"unasked"):
        refused(await vault.check_in(file, content), 409, "NOT_CHECKED_OUT")


async def test_a_check_in_with_a_file_is_the_next_version(vault: Vault, world: World) -> None:
    item = await world.part()
    file = await vault.add(item)
    data(await vault.check_out(file))
    answer = data(await vault.check_in(file, b"second", description="Stiffer"))
    assert answer["message"] == "next.step was checked in as version 2"
    made = answer["newVersion"]
    assert (made["version"], made["originalFileName"], made["fileSize"]) == (2, "next.step", 6)
    shown = await vault.metadata(file)
    assert (shown["version"], shown["description"], shown["checkedOutBy"]) == (2, "Stiffer", None)
    assert shown["createdAt"] < shown["modifiedAt"]
    entry = (await world.history(item))[0]
    assert (entry["action"], entry["comment"]) == ("File Versioned", "Stiffer")
    assert entry["changes"]["fileVersion"] == {"from": 1, "to": 2}


async def test_what_is_no_check_in_is_refused_and_the_lock_stays(
    vault: Vault, world: World
) -> None:
    file = await vault.add(await world.part())
    data(await vault.check_out(file))
    path = f"/api/files/{file['id']}/checkin"

    async def sent(**more: Any) -> httpx.Response:
        return await vault.api.post(path, as_=ENGINEER, **more)

    upload = ("x.step", b"x")
    assert problems(await sent(files=[("file", upload), ("file", upload)]))
    assert problems(await sent(files={"other": upload})) == {"other": "unknown key; expected file"}
    assert "note" in problems(await sent(files={"file": upload}, data={"note": "x"}))
    assert "file" in problems(await sent(json={"description": "no file"}))
    assert problems(await sent(json={"description": 7, "branchId": "x"}))
    refused(await sent(json={"branchId": NOBODY}), 404, "RESOURCE_NOT_FOUND")
    assert (await vault.metadata(file))["checkedOutBy"]["id"] == ENGINEER.id
    assert await vault.numbers(file) == [1]
    assert data(await sent(json={}))["success"]


async def test_an_administrator_ends_anothers_checkout(vault: Vault, world: World) -> None:
    item = await world.part()
    file = await vault.add(item)
    ada = vault.as_(ADMINISTRATOR)

    async def unlock(who: Vault, **body: Any) -> httpx.Response:
        return await vault.api.post(f"/api/files/{file['id']}/unlock", body, as_=who.person)

    data(await ada.check_out(file))
    refused(await unlock(vault), 423, "FILE_LOCKED")
    refused(await unlock(vault, force=True), 403, "FORBIDDEN")
    data(await unlock(ada))
    data(await vault.check_out(file))
    refused(await unlock(ada), 423, "FILE_LOCKED")
    assert data(await unlock(ada, force=True))["success"]
    assert (await vault.metadata(file))["checkedOutBy"] is None
    entry = (await world.history(item))[0]
    assert entry["action"] == "Unlocked"
    assert ENGINEER.name in entry["comment"]
    assert data(await unlock(vault))["success"]


async def test_an_item_that_takes_no_change_lends_no_file(vault: Vault, world: World) -> None:
    item, other = await world.part(), await world.part()
    file, second = await vault.add(item), await vault.add(other)
    data(await vault.check_out(file))
    data(await vault.api.post(f"/api/items/{item['id']}/lock", as_=ADMINISTRATOR))
    refused(await vault.check_in(file, b"x"), 423, "ITEM_LOCKED")
    refused(await vault.send(item, {"f": ("f", b"x")}), 423, "ITEM_LOCKED")
    refused(await vault.delete(file), 423, "ITEM_LOCKED")
    # Giving back what one holds is always possible.
    data(await vault.check_in(file))
    refused(await vault.check_out(file), 423, "ITEM_LOCKED")
    await world.move(other, "Submit")
    for answer in (
        await vault.check_out(second),
        await vault.send(other, {"f": ("f", b"x")}),
        await vault.delete(second),
    ):
        refused(answer, 409, "CONFLICT")
    assert await vault.bytes_of(second) == b"solid"


async def test_a_batch_tells_file_by_file(vault: Vault, world: World) -> None:
    item = await world.part()
    one, two, three = [await vault.add(item, name=f"{n}.step") for n in range(3)]
    data(await vault.as_(ADMINISTRATOR).check_out(three))

    async def batch(what: str, *ids: str) -> httpx.Response:
        body = {"fileIds": list(ids)}
        return await vault.api.post(f"/api/files/batch-{what}", body, as_=ENGINEER)

    whole = data(await batch("checkout", one["id"], one["id"], two["id"].upper()), 201)
    assert [(e["fileId"], e["fileName"]) for e in whole["checkedOut"]] == [
        (one["id"], "0.step"),
        (two["id"], "1.step"),
    ]
    assert whole["checkedOut"][0]["checkedOutAt"] == (await vault.metadata(one))["checkedOutAt"]
    assert whole["errors"] == []
    some = data(await batch("checkout", one["id"], three["id"], NOBODY, "nonsense"), 207)
    assert [entry["fileId"] for entry in some["checkedOut"]] == [one["id"]]
    assert {e["fileId"]: e["error"] for e in some["errors"]} == {
        three["id"]: "RESOURCE_LOCKED",
        NOBODY: "RESOURCE_NOT_FOUND",
        "nonsense": "RESOURCE_NOT_FOUND",
    }
    assert all(set(error) == {"fileId", "error", "details"} for error in some["errors"])
    assert data(await batch("checkout", three["id"]), 400)["checkedOut"] == []
    mixed = data(await batch("checkin", one["id"], three["id"]), 207)
    assert mixed["checkedIn"] == [{"fileId": one["id"], "fileName": "0.step"}]
    assert mixed["errors"][0]["error"] == "FILE_LOCKED"
    assert data(await batch("checkin", two["id"]))["errors"] == []
    assert data(await batch("checkin", two["id"]), 400)["errors"][0]["error"] == "NOT_CHECKED_OUT"
    for ids in ([], [one["id"]] * 101):
        assert "fileIds" in problems(await batch("checkout", *ids))
        assert "fileIds" in problems(await batch("checkin", *ids))
    assert await vault.numbers(two) == [1]


async def test_a_batch_of_a_hundred_takes_no_more_statements(
    api: Api, vault: Vault, world: World
) -> None:
    item = await world.part()
    files = [(f"f{n}", (f"{n}.txt", b"x")) for n in range(100)]
    ids = [file["id"] for file in data(await vault.send(item, files), 201)["files"]]
    for what, status in (("checkout", 201), ("checkin", 200)):
        counts: list[int] = []
        for some in (ids[:2], ids):
            data(await api.post("/api/files/batch-checkout", {"fileIds": some}, as_=ENGINEER), 201)
            with api.counting() as counted:
                path = f"/api/files/batch-{what}"
                data(await api.post(path, {"fileIds": some}, as_=ENGINEER), status)
            counts.append(counted.statements)
        assert counts[0] == counts[1]
    counts = []
    for limit in (2, 100):
        with api.counting() as counted:
            found = await api.get("/api/files", as_=ENGINEER, params={"limit": limit})
            assert data(found)["count"] == limit
        counts.append(counted.statements)
    assert counts[0] == counts[1]
    await vault.add(item)
    assert data(await api.get("/api/files", as_=ENGINEER))["count"] == 100


async def test_of_many_at_once_one_gets_the_file(
    api: Api, other_process: Api, world: World
) -> None:
    vaults = [Vault(a, as_=p) for a in (api, other_process) for p in (ENGINEER, ADMINISTRATOR)]
    file = await vaults[0].add(await world.part())
    answers = await asyncio.gather(*(v.check_out(file) for v in vaults * 4))
    holder = (await vaults[0].metadata(file))["checkedOutBy"]["id"]
    for vault, answer in zip(vaults * 4, answers, strict=True):
        assert answer.status_code == (200 if vault.person.id == holder else 423)


async def test_versions_of_racing_writers_have_no_gap(
    api: Api, other_process: Api, world: World
) -> None:
    vaults = [Vault(a, as_=p) for a in (api, other_process) for p in (ENGINEER, ADMINISTRATOR)]
    file = await vaults[0].add(await world.part(), b"0")
    sent = {1: b"0"}

    async def work(vault: Vault, name: str) -> None:
        for turn in range(4):
            content = f"{name} {turn}".encode()
            if (await vault.check_out(file)).status_code == 200:
                answer = await vault.check_in(file, content)
                if answer.status_code == 200:
                    sent[data(answer)["newVersion"]["version"]] = content

    await asyncio.gather(*(work(vault, str(n)) for n, vault in enumerate(vaults * 2)))
    numbers = await vaults[0].numbers(file)
    assert numbers == list(range(len(sent), 0, -1))
    for number, content in sent.items():
        old = await vaults[0].get(file, f"versions/{number}/download")
        assert old.content == content
