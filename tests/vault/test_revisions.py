"""Files through change orders: a new revision starts with those of the one before."""

from tests.change_orders.scene import order
from tests.support.application import Api, data, refused
from tests.vault.scene import Vault
from tests.versioning.scene import product


async def test_a_new_revision_has_the_files_of_the_one_before(api: Api, vault: Vault) -> None:
    made = await product(api)
    await made.part("PUMP")
    old = {"id": made.ids["PUMP"]}
    file = await vault.add(old, b"first", name="pump.step")
    first = await order(made, "First release")
    await first.affect("PUMP", "release")
    await first.through()
    assert await vault.bytes_of(file) == b"first"
    refused(await vault.check_out(file), 403, "BRANCH_PROTECTED")

    change = await order(made, "Stronger")
    entry = await change.affect("PUMP")
    on = {"branchId": entry["branchId"]}
    copy = {"id": entry["workingCopyId"]}
    assert [f["id"] for f in await vault.of(copy)] == [file["id"]]
    for content in (b"tried", b"second"):
        data(await vault.check_out(file, **on))
        # Without a branch it goes where the file was checked out.
        assert data(await vault.check_in(file, content))["newVersion"]["branchId"] == on["branchId"]
    drawing = await vault.add(copy, b"drawn", name="pump.pdf")
    assert await vault.bytes_of(file) == b"first"
    await change.submit()
    for answer in (
        await vault.check_out(file, **on),
        await vault.send(copy, {"f": ("f", b"late")}),
        await vault.delete(drawing, **on),
    ):
        refused(answer, 403, "BRANCH_PROTECTED")
    assert (await change.approve())["transitioned"]
    await change.release()

    assert await vault.bytes_of(file) == b"second"
    assert (await vault.metadata(file))["itemId"] == copy["id"]
    assert await vault.numbers(file) == [3, 1]
    assert {f["id"]: f["version"] for f in await vault.of(copy)} == {
        file["id"]: 3,
        drawing["id"]: 1,
    }
    # The superseded revision goes on showing what it had.
    assert {f["id"]: f["version"] for f in await vault.of(old)} == {file["id"]: 1}
    old_bytes = await vault.get(file, "versions/1/download")
    assert old_bytes.content == b"first"
