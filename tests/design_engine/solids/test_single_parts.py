"""Sentences that ask for one part, and sentences that nobody knows."""

from pathlib import Path

import pytest

from partwright.design_engine.solids.part_names import renamed
from tests.design_engine.session_client import SessionClient, new_session
from tests.design_engine.solids.product import Shop
from tests.support.application import Api, data
from tests.support.people import ENGINEER
from tests.world import Record


async def drafted(api: Api, description: str) -> tuple[SessionClient, Record]:
    session = await new_session(api, description)
    await session.run("start_requirements")
    pending = (await session.get())["artifacts"]["pendingClarificationId"]
    if pending:
        await session.run("answer_clarification", questionId=pending, answer="-")
    await session.ask("confirm_requirements")
    await session.run("start_bom")
    return session, (await session.get())["artifacts"]["bom"]


async def test_one_part_is_made_exactly(api: Api, tmp_path: Path) -> None:
    session, bom = await drafted(api, "L-bracket 80 x 60 x 40, 4 mm, two 6 mm holes")
    root = bom["rootAssembly"]
    assert (root["name"], root["children"], root["quantity"]) == ("L-bracket", [], 1)
    assert not [one for one in bom["validationIssues"] if one["severity"] == "error"]
    await session.ask("confirm_bom")
    product = Shop(session, await session.materialize())
    await session.run("start_cad_generation")
    await session.ask("confirm_cad")
    await session.run("start_assembly_composition")
    assert (await session.get())["stage"] == "assembly_review"
    solid = await product.solid(root["tempId"])
    assert solid["boundingBoxMm"] == [pytest.approx(side) for side in (80, 40, 60)]
    files = await product.files(root["tempId"])
    whole = await product.opened(files["step"]["id"], tmp_path)
    bent = 40 * (80 * 4 + 56 * 4 + (1 - 3.14159265 / 4) * 4)
    holes = 2 * 3.14159265 * 3**2 * 4
    assert whole.volume_mm3 == pytest.approx(bent - holes, rel=0.002)


async def test_what_nobody_knows_is_said_and_only_what_the_text_names_is_listed(api: Api) -> None:
    text = "A zymurgical flumitator with three gonzels and a brass trunnion"
    session = await new_session(api, text)
    asked = await session.run("start_requirements")
    question = next(one for one in asked if one.type == "clarification_needed")
    assert "UNKNOWN_PRODUCT" in question.data["question"]
    pending = (await session.get())["artifacts"]["pendingClarificationId"]
    await session.run("answer_clarification", questionId=pending, answer="-")
    await session.ask("confirm_requirements")
    await session.run("start_bom")
    bom = (await session.get())["artifacts"]["bom"]
    root = bom["rootAssembly"]
    assert [(one["name"], one["quantity"]) for one in root["children"]] == [
        ("Gonzel", 3),
        ("Brass trunnion", 1),
    ]
    assert all(one["confidence"] < 0.5 for one in (root, *root["children"]))
    assert "UNKNOWN_PRODUCT" in [one["code"] for one in bom["validationIssues"]]


@pytest.mark.settings(quota_user=1000)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_is_made_counts_against_the_quota(api: Api) -> None:
    session, bom = await drafted(api, "L-bracket 80 x 60 x 40, 4 mm, two 6 mm holes")
    await session.ask("confirm_bom")
    product = Shop(session, await session.materialize())
    await session.run("start_cad_generation")
    solid = (await product.nodes())[bom["rootAssembly"]["tempId"]]["cadGeneration"]
    assert solid["status"] == "failed"
    assert "You may store 1000 bytes" in solid["error"]
    used = data(await api.get("/api/usage", as_=ENGINEER))["user"]
    assert (used["files"], used["bytes"]) == (0, 0)


TOP = {"length": 1500.0, "width": 700.0, "thickness": 40.0, "corner_radius": 4.0}
LEG = {"length": 810.0, "width": 70.0, "height": 70.0}


@pytest.mark.parametrize(
    ("name", "before", "changed", "after"),
    [
        ("Bench top 1500 x 700 x 40 mm", TOP, {"thickness": 50.0}, "Bench top 1500 x 700 x 50 mm"),
        ("Top 1500×700×40, PN 40", TOP, {"thickness": 50.0}, "Top 1500×700×50, PN 40"),
        ("Leg 70 x 70 mm, 810 mm", LEG, {"length": 820.5}, "Leg 70 x 70 mm, 820.5 mm"),
        ("Leg 70 x 70 mm, 810 mm", LEG, {"width": 80.0}, "Leg 80 x 70 mm, 810 mm"),
        # One of two: which of them the name tells is not known.
        ("Leg 70 mm", LEG, {"width": 80.0}, "Leg 70 mm"),
        ("Screw M6 x 20", {"length": 20.0, "diameter": 6.0}, {"length": 25.0}, "Screw M6 x 25"),
        ("Shelf 2", {"thickness": 2.0}, {"thickness": 3.0}, "Shelf 2"),
    ],
)
def test_a_name_that_tells_sizes_tells_the_new_ones(
    name: str, before: dict[str, float], changed: dict[str, float], after: str
) -> None:
    assert renamed(name, before, before | changed) == after
