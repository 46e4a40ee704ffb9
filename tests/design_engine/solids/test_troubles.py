"""Troubles in the making of solids: told at the part they concern, while the rest goes on."""

import pytest

from partwright.cad.workers import KernelPool
from tests.design_engine.session_client import types
from tests.design_engine.solids.product import SCREW, Shop, bought, made, node, shop, solids
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import Record, World

HOSTILE = 'Plate 40 x 20 x 2 mm ../../x\\"<&>%s {0} 🙈 ' + "ü" * 400


def crowd() -> Record:
    return node(
        "../../etc/root",
        "Crowd",
        node("x", "Frame", made("held", "Plate 20 x 20 x 2 mm")),
        node("y", "Frame", made("gone", "Plate 30 x 20 x 2 mm"), bought("many", SCREW)),
        made("hostile", HOSTILE),
        made("edited", "Plate 50 x 20 x 2 mm", quantity=1_000_000),
        made("cut", "Aluminium tube 16 x 1 mm, 500 mm long", quantity=0.5, unitOfMeasure="m"),
        made("vague", "Thing"),
    )


async def around_the_run(product: Shop) -> None:
    """Others hold and delete items; the user edits and asks for more while the run is at work."""
    api, session = product.api, product.session
    data(await api.post(f"/api/items/{product.item_id('held')}/lock", as_=ADMINISTRATOR))
    gone = product.item_id("gone")
    lines = await api.get(f"/api/items/{product.item_id('y')}/relationships", as_=ENGINEER)
    for line in data(lines)["relationships"]:
        if line["targetId"] == gone:
            data(await api.delete(f"/api/relationships/{line['id']}", as_=ENGINEER))
    data(await api.delete(f"/api/items/{gone}", as_=ENGINEER))
    async with session.listening("POST", action="start_cad_generation") as stream:
        await stream.until("artifact_update")
        refused(await session.ask("start_cad_generation"), 409, "CONFLICT")
        refused(await session.ask("confirm_cad"), 409, "CONFLICT")
        await product.set("edited", cadGeneration={"parameters": {"thickness": 4}})
        assert types(await stream.until("done"))[-2:] == ["stage_complete", "done"]


async def each_trouble_is_told_where_it_is(product: Shop) -> None:
    found = solids(await product.nodes())
    assert {temp_id: one.status for temp_id, one in found.items()} == {
        "held": "failed",
        "gone": "failed",
        "many": "complete",
        "hostile": "complete",
        "edited": "pending",
        "cut": "complete",
        "vague": "failed",
    }
    assert "locked by" in (found["held"].error or "")
    assert "does not exist" in (found["gone"].error or "")
    assert "nothing is known of the form" in (found["vague"].error or "")
    edited = await product.solid("edited")
    assert edited["parameters"] == {"thickness": 4}
    data(await product.session.ask("confirm_cad"))
    await product.session.run("regenerate_part", tempId="edited")
    edited = await product.solid("edited")
    assert (edited["status"], min(edited["boundingBoxMm"])) == ("complete", pytest.approx(4))


async def what_is_there_is_put_together(product: Shop) -> None:
    cut = await product.solid("cut")
    path = f"/api/files/{cut['stepFileId']}"
    data(await product.api.delete(path, as_=ENGINEER))
    events = await product.session.run("start_assembly_composition")
    assert types(events)[-2:] == ["stage_complete", "done"]
    nodes = await product.nodes()
    statuses = {k: nodes[k]["assemblyComposition"]["status"] for k in ("../../etc/root", "x", "y")}
    assert statuses == {"../../etc/root": "complete", "x": "skipped", "y": "complete"}
    top = nodes["../../etc/root"]["assemblyComposition"]
    assert [p["tempId"] for p in top["placements"]].count("edited") == 100
    assert any("100 of 1000000 placed" in note for note in top["notes"])
    assert any("its STEP file is missing" in note for note in top["notes"])


async def without_rights_nothing_is_written(product: Shop) -> None:
    member = f"/api/programs/{product.session.program_id}/members/{ENGINEER.id}"
    data(await product.api.delete(member, as_=ADMINISTRATOR))
    events = await product.session.run("start_cad_generation")
    assert types(events)[-2:] == ["stage_complete", "done"]
    found = solids(await product.nodes())
    assert {one.status for one in found.values()} == {"failed"}
    assert all(one.error for one in found.values())
    state = (await product.session.get())["artifacts"]["cadGenerationState"]
    assert (state["status"], state["partsFailed"]) == ("failed", 7)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_troubles_stay_where_they_are(api: Api) -> None:
    product = await shop(api, crowd())
    await around_the_run(product)
    await each_trouble_is_told_where_it_is(product)
    await what_is_there_is_put_together(product)
    await without_rights_nothing_is_written(product)
    assert api.services.of(KernelPool).supervisor_pid is not None


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_released_design_gets_its_solids_on_the_branch_of_the_change(
    api: Api, world: World
) -> None:
    program = await world.program(members={ENGINEER: "lead"})
    design = await world.design(programId=program["id"])
    frame = await world.part("Frame", designId=design["id"])
    await world.release(frame)
    root = node("frame", "Frame", made("cover", "Cover plate 40 x 20 x 2 mm"))
    root["existingItemId"] = frame["id"]
    product = await shop(api, root, programId=program["id"], designId=design["id"])
    order = product.result["ecoId"]
    listed = await api.get(f"/api/change-orders/{order}/affected-items", as_=ENGINEER)
    branch = data(listed)["affectedItems"][0]["branchId"]
    await product.session.run("start_cad_generation")
    assert solids(await product.nodes())["cover"].error is None
    files = await product.files("cover", branchId=branch)
    assert (files["step"]["isPrimary"], files["step"]["branchId"]) == (True, branch)
    assert float((await product.item("cover", branchId=branch))["weight"]) > 0
    path = f"/api/items/{product.item_id('cover')}"
    assert (await api.get(path, as_=ENGINEER, params={"branchId": design["mainBranchId"]})).is_error
    params = {"designId": design["id"]}
    items = data(await api.get("/api/items", as_=ENGINEER, params=params))["items"]
    assert [item["name"] for item in items] == ["Frame"]
