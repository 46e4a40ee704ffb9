"""A model shapes parts at the CAD stage, places them at the next, and mends what the gate tells."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from tests.design_engine.session_client import (
    SessionClient,
    new_session,
    place,
    results,
    scripted,
)
from tests.support.application import Api
from tests.world import Record

FINISH = ("finish", {"summary": "Done."})
PARTS = (
    {"tempId": "root", "name": "Oak side table", "partType": "Manufacture", "confidence": 0.8},
    {"tempId": "top", "name": "Table top", "parentTempId": "root", "partType": "Manufacture"}
    | {"material": "Oak", "confidence": 0.8},
    {"tempId": "leg", "name": "Leg", "parentTempId": "root", "partType": "Manufacture"}
    | {"material": "Oak", "quantity": 4, "confidence": 0.8},
)
TOP: Record = {"method": "plate", "parameters": {"length": 500, "width": 400, "thickness": 20}}
LEG: Record = {"method": "box", "parameters": {"length": 40, "width": 40, "height": 430}}


def stands(height: float) -> tuple[str, Any]:
    """The top at a height over four legs of 430 mm."""
    corners = [(x, y) for x in (-220, 220) for y in (-170, 170)]
    legs = [
        {"tempId": "leg", "instance": n, "translationMm": [x, y, 0]}
        for n, (x, y) in enumerate(corners, 1)
    ]
    top = {"tempId": "top", "translationMm": [0, 0, height]}
    return "place", {"assembly_temp_id": "root", "placements": [*legs, top]}


def in_rounds(*rounds: Callable[[], Any]) -> Callable[[], Any]:
    """A model for each round of a stage."""
    left: Iterator[Callable[[], Any]] = iter(rounds)

    def drafter() -> Any:
        return next(left)()

    return drafter


def asked(messages: list[ModelMessage]) -> str:
    """The prompt that a round begins with."""
    first = messages[0]
    assert isinstance(first, ModelRequest)
    return " ".join(str(part.content) for part in first.parts if isinstance(part, UserPromptPart))


@pytest.mark.settings(cad_workers=2)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_model_shapes_places_and_mends(api: Api) -> None:
    told: list[str] = []
    prompts: list[str] = []

    def hear(messages: list[ModelMessage]) -> str:
        told.extend(results(messages))
        prompts.append(asked(messages))
        return ""

    session = await new_session(api, "A side table of oak, 500 x 400 mm, 450 mm high")
    need = [{"tempId": "a", "name": "Carries 20 kg"}]
    await session.edit(artifacts={"requirements": need}, stage="bom_drafting")
    session.drafts_with(scripted([place(*PARTS)]))
    await session.run("resume")
    standing = await session.get()
    wrong = [one["id"] for one in standing["artifacts"]["bom"]["validationIssues"]]
    await session.edit(accepted=wrong)
    assert (await session.ask("confirm_bom")).status_code == 200
    await session.materialize()
    session.shapes_with(
        in_rounds(
            scripted(
                [("read_design", {})],
                [hear, ("set_form", {"temp_id": "top", "form": TOP | {"parameters": {"x": 1}}})],
                [("set_form", {"temp_id": "root", "form": TOP})],
                [("set_form", {"temp_id": "top", "form": TOP})],
                [FINISH],
                [hear, ("set_form", {"temp_id": "leg", "form": LEG})],
                [FINISH],
            ),
            scripted([stands(420)], [FINISH]),
            scripted(
                [("read_design", {})],
                [hear, stands(430)],
                [("look_at_design", {"view": "front"})],
                [hear, FINISH],
            ),
        )
    )
    events = await session.run("start_cad_generation")
    assert "error" not in [event.type for event in events], events[-2].data
    made = {one["name"]: one["cadGeneration"] for one in nodes(await session.get())}
    assert made["Table top"]["boundingBoxMm"] == [500, 400, 20]
    assert made["Leg"]["boundingBoxMm"] == [40, 40, 430]
    await session.ask("confirm_cad")
    events = await session.run("start_assembly_composition")
    assert "error" not in [event.type for event in events], events[-2].data
    shown = await session.get()
    assert shown["checks"]["clashes"] == shown["checks"]["islands"] == []
    assert shown["checks"]["boxMm"]["found"] == [500, 400, 450]
    clashing = prompts[2]
    assert "CLASH" in clashing
    assert "Table top" in clashing
    assert "CLASH" not in prompts[0]
    seen = msgspec.json.decode(told[-1])
    assert (seen["clashes"], seen["islands"]) == ([], [])
    await a_reused_part_keeps_its_solid(api, session, shown)


async def a_reused_part_keeps_its_solid(api: Api, first: SessionClient, shown: Record) -> None:
    """A second table takes the legs of the first, with the STEP file that they have."""
    leg = next(one for one in nodes(shown) if one["name"] == "Leg")
    created = shown["artifacts"]["materializationResult"]["createdItems"]
    item = next(one["itemId"] for one in created if one["tempId"] == leg["tempId"])
    second = await new_session(
        api, "A side table of oak, 500 x 400 mm, 450 mm high", programId=first.program_id
    )
    root = shown["artifacts"]["bom"]["rootAssembly"]
    tree = {"tempId": "root", "name": "Second table", "layout": root["layout"]}
    tree["children"] = [
        {"tempId": "top", "name": "Top of the second", "form": TOP, "material": "Oak"},
        {"tempId": "leg", "name": "Leg", "quantity": 4, "existingItemId": item, "form": LEG},
    ]
    artifacts: Record = {"requirements": [{"tempId": "a", "name": "Carries 20 kg"}]}
    artifacts["bom"] = {"rootAssembly": tree}
    await second.edit(artifacts=artifacts, stage="materialization")
    await second.materialize()
    second.makes_by_rules()
    await second.run("start_cad_generation")
    taken = next(one for one in nodes(await second.get()) if one["name"] == "Leg")
    assert taken["cadGeneration"]["status"] == "complete", taken["cadGeneration"]
    assert taken["cadGeneration"]["stepFileId"] == leg["cadGeneration"]["stepFileId"]
    await second.ask("confirm_cad")
    await second.run("start_assembly_composition")
    whole = await second.get()
    assert whole["checks"]["boxMm"]["found"] == [500, 400, 450]
    assert len(whole["artifacts"]["bom"]["rootAssembly"]["assemblyComposition"]["placements"]) == 5


def nodes(session: Record) -> list[Record]:
    """The children of the root."""
    return list(session["artifacts"]["bom"]["rootAssembly"]["children"])
