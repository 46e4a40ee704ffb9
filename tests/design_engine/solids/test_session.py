"""A whole session in solids, and what a person changes of it: one story, for its cost."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.design_engine.session_client import Event, types
from tests.design_engine.solids.product import PLATE, Shop, cabinet, shop, solids
from tests.support.application import Api, data, problems, refused
from tests.support.people import ENGINEER
from tests.world import Record, World

FILES = ("stepFileId", "glbFileId", "thumbnailFileId")


class Scene(NamedTuple):
    """A product made and put together."""

    shop: Shop
    cad: list[Event]
    assembly: list[Event]


async def composed(works: Api) -> Scene:
    world = World(works)
    program = await world.program(members={ENGINEER: "lead"})
    design = await world.design(programId=program["id"])
    spring = await world.part("Handle", designId=design["id"])
    reused = {"tempId": "handle", "name": "Handle", "existingItemId": spring["id"]}
    product = await shop(works, cabinet(reused), programId=program["id"], designId=design["id"])
    path = f"/api/items/{product.item_id('lid')}"
    weighed = {"weight": "7.5", "weightUnit": "g"}
    data(await works.put(path, weighed, as_=ENGINEER))
    cad = await product.session.run("start_cad_generation")
    confirmed = data(await product.session.ask("confirm_cad"))
    assert confirmed["confirmed"] == "cad"
    return Scene(product, cad, await product.session.run("start_assembly_composition"))


async def each_part_is_made_or_says_why_not(scene: Scene) -> None:
    assert solids(await scene.shop.nodes()) == {
        "plate": ("complete", "plate", None),
        "screw": ("complete", "standard:ISO 4762 M4x12", None),
        "spare": ("complete", "standard:ISO 4762 M4x12", None),
        "lid": ("complete", "plate", None),
        "motor": ("complete", "envelope_motor", None),
        "code": ("skipped", None, "it is software"),
        "handle": ("skipped", None, "the part was there before"),
    }
    record = await scene.shop.session.get()
    state = record["artifacts"]["cadGenerationState"]
    assert (record["status"], record["stage"]) == ("completed", "assembly_review")
    counts = ("partsTotal", "partsCompleted", "partsFailed", "partsSkipped")
    assert [state[name] for name in counts] == [7, 5, 0, 2]
    assert state["status"] == "complete"
    assert state["startedAt"] <= state["completedAt"]


async def the_events_come_in_their_order(scene: Scene) -> None:
    assert types(scene.cad)[:2] == ["stage_change", "artifact_update"]
    assert [e.data["stage"] for e in scene.cad if e.type == "stage_change"] == [
        "cad_generation",
        "cad_review",
    ]
    middle = [event.type for event in scene.cad[2:-3]]
    assert middle == ["tool_call", "tool_result", "artifact_update"] * 4 + ["artifact_update"]
    assert types(scene.cad)[-3:] == ["stage_change", "stage_complete", "done"]
    assert scene.cad[-2].data["stage"] == "cad_generation"
    assert types(scene.assembly)[-3:] == ["stage_change", "stage_complete", "done"]
    called = [e.data["args"]["tempId"] for e in scene.assembly if e.type == "tool_call"]
    assert called == ["base", "root"]
    assert await scene.shop.session.replay() == await scene.shop.session.replay(0)


async def the_files_stand_on_the_items(scene: Scene) -> None:
    for temp_id in ("plate", "screw", "lid", "motor"):
        cad, files = await scene.shop.solid(temp_id), await scene.shop.files(temp_id)
        assert {files[kind]["id"] for kind in ("step", "glb", "svg")} == {cad[k] for k in FILES}
        assert [files[kind]["isPrimary"] for kind in ("step", "glb", "svg")] == [True, False, False]
        assert files["step"]["version"] == 1
    assert await scene.shop.files("code") == {}
    nodes = await scene.shop.nodes()
    assert nodes["screw"]["cadGeneration"] == nodes["spare"]["cadGeneration"]


async def a_weight_is_written_only_where_none_was(scene: Scene) -> None:
    plate, lid = await scene.shop.item("plate"), await scene.shop.item("lid")
    mass = (await scene.shop.solid("plate"))["massKg"]
    assert (lid["weight"], lid["weightUnit"]) == ("7.5", "g")
    assert plate["weightUnit"] == "kg"
    assert float(plate["weight"]) == pytest.approx(mass, abs=1e-6)
    assert mass == pytest.approx(100 * 60 * 6 * 7.85e-6, rel=0.02)


async def parts_come_back_from_their_files(scene: Scene, tmp_path: Path) -> None:
    for temp_id in ("plate", "screw", "lid", "motor"):
        cad = await scene.shop.solid(temp_id)
        opened = await scene.shop.opened(cad["stepFileId"], tmp_path)
        name = (await scene.shop.nodes())[temp_id]["name"]
        assert opened.faults == (), temp_id
        assert opened.solids >= 1
        assert opened.volume_mm3 == pytest.approx(cad["volumeMm3"], rel=1e-3)
        assert opened.bounds.size == pytest.approx(cad["boundingBoxMm"], abs=0.01)
        assert [product.name for product in opened.products] == [name]
    plate = await scene.shop.solid("plate")
    assert sorted(plate["boundingBoxMm"]) == pytest.approx([6, 60, 100], abs=1e-3)


async def the_assembly_comes_back_with_names_and_places(scene: Scene, tmp_path: Path) -> None:
    nodes = await scene.shop.nodes()
    top, base = (nodes[one]["assemblyComposition"] for one in ("root", "base"))
    assert (top["status"], base["status"]) == ("complete", "complete")
    opened = await scene.shop.opened(top["stepFileId"], tmp_path)
    assert opened.faults == ()
    products = {product.name: product for product in opened.products}
    (root,) = (opened.products[number] for number in opened.roots)
    assert root.name == nodes["root"]["name"]
    assert PLATE in products
    for composed, product in ((top, root), (base, products["Base"])):
        written = sorted(
            (opened.products[use.product].name, *use.placement.translation_mm)
            for use in product.uses
        )
        told = sorted(
            (nodes[one["tempId"]]["name"], *one["translationMm"]) for one in composed["placements"]
        )
        assert [name for name, *_ in written] == [name for name, *_ in told]
        for one, other in zip(written, told, strict=True):
            assert one[1:] == pytest.approx(other[1:], abs=1e-3)
    keys = [(one["tempId"], one["instance"]) for one in base["placements"]]
    assert sorted(keys) == [("plate", 1), *(("screw", number) for number in (1, 2, 3, 4))]
    volume = sum(
        nodes[temp_id]["cadGeneration"]["volumeMm3"] * count
        for temp_id, count in {"plate": 1, "screw": 6, "lid": 1, "motor": 1}.items()
    )
    assert opened.volume_mm3 == pytest.approx(volume, rel=1e-3)
    assert any("Firmware is left out: it is software" in note for note in top["notes"])
    files = await scene.shop.files("root")
    assert files["step"]["id"] == top["stepFileId"]
    assert files["step"]["isPrimary"] is True


async def feedback_makes_the_next_version_of_the_same_files(scene: Scene, tmp_path: Path) -> None:
    before = await scene.shop.solid("plate")
    events = await scene.shop.session.run("regenerate_part", tempId="plate", feedback="8 mm thick")
    told = "user_message tool_call tool_result artifact_update stage_complete done"
    assert types(events) == told.split()
    assert events[0].data["text"] == "8 mm thick"
    after = await scene.shop.solid("plate")
    assert (before["parameters"]["thickness"], after["parameters"]["thickness"]) == (6, 8)
    # A name that tells the size tells the new one, of the item as well.
    names = {(await scene.shop.nodes())["plate"]["name"], (await scene.shop.item("plate"))["name"]}
    assert names == {PLATE.replace("x 6 mm", "x 8 mm")}
    assert [after[key] for key in FILES] == [before[key] for key in FILES]
    assert {f["version"] for f in (await scene.shop.files("plate")).values()} == {2}
    opened = await scene.shop.opened(after["stepFileId"], tmp_path)
    assert opened.bounds.size == pytest.approx(after["boundingBoxMm"], abs=0.01)
    assert min(opened.bounds.size) == pytest.approx(8, abs=1e-3)
    statuses = {k: (await scene.shop.assembly(k))["status"] for k in ("root", "base")}
    assert statuses == {"root": "pending", "base": "pending"}
    record = await scene.shop.session.get()
    assert (record["stage"], record["status"]) == ("assembly_review", "completed")


async def feedback_changes_the_material_of_node_and_item(scene: Scene) -> None:
    events = await scene.shop.session.run(
        "regenerate_part", tempId="plate", feedback="aluminium instead of steel, and shiny"
    )
    assert "error" not in types(events)
    node, solid = (await scene.shop.nodes())["plate"], await scene.shop.solid("plate")
    item = await scene.shop.item("plate")
    assert node["material"] == item["material"] == "aluminium"
    assert solid["parameters"]["thickness"] == 8
    assert solid["massKg"] == pytest.approx(solid["volumeMm3"] * 2700e-9, rel=0.01)
    assert "not understood: “shiny”" in solid["notes"]


async def feedback_that_says_nothing_changes_nothing(scene: Scene) -> None:
    before = await scene.shop.session.get()
    for feedback in ("make it nicer", "thickness 0 mm", "🙈"):
        events = await scene.shop.session.run("regenerate_part", tempId="plate", feedback=feedback)
        assert types(events) == ["user_message", "error", "done"], feedback
        after = await scene.shop.session.get()
        assert after["artifacts"] == before["artifacts"]
        assert (after["status"], after["error"]) == ("completed", events[1].data["message"])


async def parts_that_are_not_made_here_are_not_made_anew(scene: Scene) -> None:
    for temp_id, told in {"handle": "this session", "code": "software", "base": "parts"}.items():
        events = await scene.shop.session.run("regenerate_part", tempId=temp_id)
        assert types(events) == ["error", "done"]
        assert told in events[0].data["message"]
    refused(
        await scene.shop.session.ask("regenerate_part", tempId="nowhere"), 404, "RESOURCE_NOT_FOUND"
    )


async def figures_that_a_user_sets_wait_to_be_made(scene: Scene) -> None:
    await scene.shop.set("lid", cadGeneration={"parameters": {"thickness": 5}})
    lid = await scene.shop.solid("lid")
    assert (lid["status"], lid["parameters"]) == ("pending", {"thickness": 5})
    assert types(await scene.shop.session.run("regenerate_part", tempId="lid"))[-2:] == [
        "stage_complete",
        "done",
    ]
    lid = await scene.shop.solid("lid")
    assert (lid["status"], lid["parameters"]["thickness"]) == ("complete", 5)
    assert (lid["parameters"]["length"], min(lid["boundingBoxMm"])) == (100, pytest.approx(5))
    assert (await scene.shop.item("lid"))["weight"] == "7.5"


async def impossible_figures_fail_alone_and_places_of_the_user_stay(scene: Scene) -> None:
    await scene.shop.set("motor", cadGeneration={"parameters": {"size": 20, "shaft_diameter": 40}})
    base = await scene.shop.assembly("base")
    moved = [dict(one) for one in base["placements"]]
    moved[0]["translationMm"] = [1.5, 2.5, 300.0]
    await scene.shop.set("base", assemblyComposition={"placements": moved})
    assert (await scene.shop.assembly("base"))["status"] == "pending"
    events = await scene.shop.session.run("start_cad_generation")
    assert types(events)[-2:] == ["stage_complete", "done"]
    made = solids(await scene.shop.nodes())
    assert made["motor"].status == "failed"
    assert "shaft within pilot" in (made["motor"].error or "")
    assert made["plate"].status == made["screw"].status == made["spare"].status == "complete"
    assert (await scene.shop.solid("plate"))["parameters"]["thickness"] == 8
    data(await scene.shop.session.ask("confirm_cad"))
    await scene.shop.session.run("start_assembly_composition")
    base = await scene.shop.assembly("base")
    (pinned,) = (one for one in base["placements"] if one["pinned"])
    assert (pinned["tempId"], pinned["translationMm"]) == (moved[0]["tempId"], [1.5, 2.5, 300.0])
    assert {one["version"] for one in (await scene.shop.files("base")).values()} == {2}
    top = await scene.shop.assembly("root")
    assert not any(one["tempId"] == "motor" for one in top["placements"])
    assert any("Stepper motor" in note for note in top["notes"])
    session = scene.shop.session
    refused(await session.ask("confirm_assembly"), 422, "UNPROCESSABLE")
    issues = (await session.get())["artifacts"]["bom"]["validationIssues"]
    wrong = [one["id"] for one in issues if one["severity"] == "error"]
    assert problems(await session.patch(accepted=["CLASH-0"])) == {
        "accepted[0]": "names no issue: CLASH-0"
    }
    taken = await session.edit(accepted=wrong[:1])
    left = [one for one in taken["artifacts"]["bom"]["validationIssues"] if one["accepted"]]
    assert [one["id"] for one in left] == wrong[:1]
    await session.edit(accepted=wrong[1:])
    confirmed: Record = data(await session.ask("confirm_assembly"))
    assert confirmed["session"]["stage"] == "complete"


@pytest.mark.settings(cad_workers=2)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_session_in_solids(api: Api, tmp_path: Path) -> None:
    scene = await composed(api)
    await each_part_is_made_or_says_why_not(scene)
    await the_events_come_in_their_order(scene)
    await the_files_stand_on_the_items(scene)
    await a_weight_is_written_only_where_none_was(scene)
    await parts_come_back_from_their_files(scene, tmp_path)
    await the_assembly_comes_back_with_names_and_places(scene, tmp_path)
    await feedback_makes_the_next_version_of_the_same_files(scene, tmp_path)
    await feedback_changes_the_material_of_node_and_item(scene)
    await feedback_that_says_nothing_changes_nothing(scene)
    await parts_that_are_not_made_here_are_not_made_anew(scene)
    await figures_that_a_user_sets_wait_to_be_made(scene)
    await impossible_figures_fail_alone_and_places_of_the_user_stay(scene)
