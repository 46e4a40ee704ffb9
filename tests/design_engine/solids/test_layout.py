"""Form and layout as data: given by hand, changed after materialising, and drafted from a sentence."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.design_engine.session_client import new_session
from tests.design_engine.solids.product import Shop, made, node, shop
from tests.support.application import Api, refused
from tests.world import Record


def stool() -> Record:
    """A seat on four legs, all from three named dimensions; the names say nothing of it."""
    seat = {"length": "side", "width": "side", "thickness": 20}
    leg = {"length": 30, "width": 30, "height": "high - 20"}
    return node(
        "root",
        "Thing",
        made("a", "Upper", form={"method": "plate", "parameters": seat}, material="Oak"),
        made("b", "Lower", quantity=4, form={"method": "box", "parameters": leg}, material="Oak"),
        made("c", "Cushion", material="Oak", form={"method": "disc", "parameters": {}}),
        layout={
            "dimensions": {"side": 300, "high": "side * 1.5", "inset": 10},
            "placements": [{"tempId": "a", "translationMm": [0, 0, "high - 20"]}],
            "mates": [
                {"type": "at_corners", "a": "b", "b": "a", "offsetMm": ["inset", "inset", 0]},
                {"type": "on", "a": "c", "b": "a"},
            ],
        },
    )


async def places(product: Shop) -> dict[tuple[str, int], Any]:
    composed = await product.assembly("root")
    assert composed["status"] == "complete", composed
    assert [one for one in composed["interferences"] if one["kind"] == "clash"] == []
    return {
        (one["tempId"], one["instance"]): one["translationMm"] for one in composed["placements"]
    }


async def all_made(product: Shop) -> None:
    await product.session.run("start_cad_generation")
    await product.session.ask("confirm_cad")
    await product.session.run("start_assembly_composition")


async def test_a_layout_says_where_parts_stand_and_moves_with_its_dimensions(api: Api) -> None:
    product = await shop(api, stool())
    await all_made(product)
    assert await places(product) == {
        ("a", 1): [0, 0, 430],
        ("b", 1): [-125, -125, 0],
        ("b", 2): [-125, 125, 0],
        ("b", 3): [125, -125, 0],
        ("b", 4): [125, 125, 0],
        ("c", 1): [0, 0, 450],
    }
    root = (await product.session.get())["artifacts"]["bom"]["rootAssembly"]
    root["layout"]["dimensions"]["side"] = 400
    await product.session.edit(artifacts={"bom": {"rootAssembly": root}})
    after = await product.nodes()
    assert {after[one]["cadGeneration"]["status"] for one in "ab"} == {"pending"}
    assert after["c"]["cadGeneration"]["status"] == "complete"
    await all_made(product)
    assert (await product.solid("a"))["boundingBoxMm"] == [400, 400, 20]
    assert (await product.solid("b"))["boundingBoxMm"] == [30, 30, 580]
    assert (await places(product))["b", 4] == [175, 175, 0]


async def test_what_does_not_work_is_told_where_it_stands(api: Api) -> None:
    session = await new_session(api, "A thing")

    async def told(**changes: Any) -> dict[str, str]:
        root = stool() | changes
        answer = await session.patch(artifacts={"bom": {"rootAssembly": root}})
        error = refused(answer, 400, "VALIDATION_ERROR")
        return {one["field"]: one["message"] for one in error["details"]}

    place = "artifacts.bom.rootAssembly"
    layout = stool()["layout"]
    assert (
        "places x, which is not one of its children"
        in (await told(layout=layout | {"placements": [{"tempId": "x"}]}))[place]
    )
    assert (
        "there is no dimension wide; there are: "
        in (await told(layout=layout | {"dimensions": {"side": "wide"}}))[place]
    )
    found = await told(layout=layout | {"dimensions": {"side": "9 ** 9 ** 9", "high": 1}})
    assert "expected numbers, dimensions" in found[place]
    form = {"method": "plate", "parameters": {"length": 10, "colour": 3}}
    assert (
        "colour"
        in (await told(children=[made("a", "Upper", form=form)], layout=None))[
            f"{place}.children[0]"
        ]
    )
    joint = {"name": "Lift", "moves": ["a"], "axis": [0, 0, 1], "low": 0, "high": "high"}
    stuck = await told(layout=layout | {"joints": [joint | {"moves": ["x"]}]})
    assert "its joint Lift moves x, which is not a part of it" in stuck[place]
    for wrong, words in (
        ({"axis": [0, 0, 0]}, "has no direction"),
        ({"high": 0}, "expected room to move"),
        ({"low": 5}, "expected room to move"),
        ({"high": "wide"}, "there is no dimension wide"),
        ({"axis": [0, 0, "wide"]}, "there is no dimension wide"),
    ):
        assert words in (await told(layout=layout | {"joints": [joint | wrong]}))[place]
    assert f"{place}.layout.joints[0].type" in await told(
        layout=layout | {"joints": [joint | {"type": "hop"}]}
    )
    unknown = await told(layout=layout | {"wobble": 1})
    assert unknown == {f"{place}.layout.wobble": "unknown key"}


def sliding(*joints: Record) -> Record:
    """A carriage of two parts on a rail, 60 mm before a stop; a crank on a pin beside a post."""
    box = {"method": "box", "parameters": {"length": 40, "width": 40, "height": 20}}
    rail = {"method": "box", "parameters": {"length": 300, "width": 40, "height": 10}}
    crank = {"method": "box", "parameters": {"length": 80, "width": 10, "height": 10}}
    upper = node(
        "u",
        "Carriage",
        made("c", "Lower block", material="Oak", form=box),
        made("d", "Upper block", material="Oak", form=box),
        layout={"placements": [{"tempId": "c"}, {"tempId": "d", "translationMm": [0, 0, 20]}]},
    )
    return node(
        "root",
        "Slide",
        made("r", "Rail", material="Oak", form=rail),
        made("s", "Stop", material="Oak", form=box, quantity=2),
        made("k", "Crank", material="Oak", form=crank),
        upper,
        layout={
            "dimensions": {"gap": 60},
            "placements": [
                {"tempId": "u", "translationMm": [0, 0, 10]},
                {"tempId": "s", "translationMm": ["40 + gap", 0, 10]},
                {"tempId": "s", "instance": 2, "translationMm": [-130, 0, 10]},
                {"tempId": "k", "translationMm": [110, 0, -10]},
            ],
            "joints": list(joints),
        },
    )


async def test_what_is_said_to_move_is_moved(api: Api) -> None:
    slide = {"name": "Carriage", "moves": ["u"], "axis": [1, 0, 0], "low": -80, "high": "gap + 15"}
    stop = {"name": "Stop", "moves": ["s#2"], "axis": [2, 0, 0], "low": -100, "high": 60}
    turn = {"name": "Crank", "type": "turn", "moves": ["k"], "axis": [0, 0, 1], "low": 0}
    turn |= {"high": 180, "originMm": [90, 0, 0]}
    over = turn | {"name": "Crank over", "axis": [0, 1, 0]}
    product = await shop(api, sliding(slide, stop, turn, over))
    await all_made(product)

    async def blocked() -> tuple[Record, dict[str, Record]]:
        record = await product.session.get()
        issues = record["artifacts"]["bom"]["validationIssues"]
        assert all(one["isChecked"] for one in record["checks"]["motions"])
        found = {one["joint"]: one for one in record["checks"]["motions"] if one["a"]}
        told = [one for one in issues if one["code"] == "BLOCKED"]
        assert [one["severity"] for one in told] == ["error"] * len(found)
        return found, {one["message"].split(" cannot")[0]: one for one in told}

    found, told = await blocked()
    assert set(found) == {"Carriage", "Crank over"}
    hit = found["Carriage"]
    assert (hit["b"], hit["at"]) == ("s#1", 75)
    assert hit["volumeMm3"] == pytest.approx(15 * 40 * 20)
    assert told["Carriage"]["message"].startswith("Carriage cannot move: at 75 Lower block #1 runs")
    assert found["Crank over"]["b"] in {"r#1", "s#1"}

    root = (await product.session.get())["artifacts"]["bom"]["rootAssembly"]
    root["layout"]["joints"] = [slide | {"high": "gap"}, stop, turn]
    await product.session.edit(artifacts={"bom": {"rootAssembly": root}})
    await product.session.run("start_assembly_composition")
    assert await blocked() == ({}, {})

    root = (await product.session.get())["artifacts"]["bom"]["rootAssembly"]
    root["children"] = [one for one in root["children"] if one["tempId"] != "u"]
    record = await product.session.edit(artifacts={"bom": {"rootAssembly": root}})
    left = record["artifacts"]["bom"]["rootAssembly"]["layout"]["joints"]
    assert [one["name"] for one in left] == ["Stop", "Crank"]


async def drawings_tell_sizes(product: Shop, root: str) -> None:
    """Of the whole and of its top: three views with their dimensions, as SVG and as PDF."""
    session = product.session
    top = next(k for k, one in (await product.nodes()).items() if "Table top 1800" in one["name"])
    for temp_id, sizes in ((root, (1800, 900, 740)), (top, (1800, 900))):
        path = f"{session.path}/drawings/{temp_id}"
        svg = (await session.api.get(f"{path}?format=svg", as_=session.person)).text
        told = set(re.findall(r">([\d.]+)</text>", svg))
        assert {f"{size}" for size in sizes} <= told, told
        # The item numbers of the list lead to where the parts are seen.
        assert ('text-anchor="middle">1</text>' in svg) == (temp_id == root)
        assert ">Sheet</text>" in svg
        assert ">1 of 1</text>" in svg
        pdf = (await session.api.get(path, as_=session.person)).content
        assert pdf.startswith(b"%PDF-1.4")
        assert b"(1800) Tj" in pdf
    unknown = await session.api.get(f"{session.path}/drawings/x", as_=session.person)
    refused(unknown, 404, "RESOURCE_NOT_FOUND")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_sentence_becomes_a_table(api: Api, tmp_path: Path) -> None:
    session = await new_session(api, "A dining table of oak, 1800 x 900 mm, 740 mm high")
    await session.run("start_requirements")
    await session.ask("confirm_requirements")
    refused(await api.get(f"{session.path}/preview", as_=session.person), 422, "UNPROCESSABLE")
    await session.run("start_bom")
    for query, begins in (("", b"\x89PNG"), ("?format=glb", b"glTF"), ("?view=top", b"\x89PNG")):
        shown = await api.get(f"{session.path}/preview{query}", as_=session.person)
        assert (shown.status_code, shown.content[:4]) == (200, begins)
    refused(
        await api.get(f"{session.path}/preview?view=up", as_=session.person),
        400,
        "VALIDATION_ERROR",
    )
    await session.ask("confirm_bom")
    product = Shop(session, await session.materialize())
    await all_made(product)
    nodes = await product.nodes()
    for one in nodes.values():
        for clash in (one["assemblyComposition"] or {"interferences": []})["interferences"]:
            assert clash["kind"] != "clash", clash
    root = next(one for one in nodes.values() if one["name"] == "Dining table")
    whole = await product.opened(root["assemblyComposition"]["stepFileId"], tmp_path)
    assert whole.solids == 9
    assert [round(side, 2) for side in whole.bounds.size] == [1800, 900, 740]
    await drawings_tell_sizes(product, root["tempId"])
    checks = (await session.get())["checks"]
    assert checks["boxMm"] == {
        "stated": [1800, 900],
        "found": [pytest.approx(side) for side in (1800, 900, 740)],
        "isKept": True,
    }
    assert (checks["islands"], checks["clashes"]) == ([], [])


async def test_a_whole_that_does_not_hold_together_is_told(api: Api) -> None:
    root = stool()
    root["layout"]["placements"] += [
        {"tempId": "b", "instance": 1, "translationMm": [0, 0, "high - 100"]},
        {"tempId": "c", "translationMm": [900, 0, 0]},
    ]
    root["layout"]["mates"] = []
    product = await shop(api, root, description="A stool, 300 x 320 mm, with a mass of 2 kg")
    await all_made(product)
    record = await product.session.get()
    assert record["checks"]["massKg"]["stated"] == 2
    told = {one["code"]: one["message"] for one in record["artifacts"]["bom"]["validationIssues"]}
    assert {"MASS_EXCEEDED", "SIZE_MISSED", "ISLAND", "CLASH"} <= told.keys()
    assert told["ISLAND"] == "Cushion #1 touch nothing else"
