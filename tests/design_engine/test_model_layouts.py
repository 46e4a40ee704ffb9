"""A model gives forms and layouts, measures what it made, and mends what it spoiled."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from pydantic_ai.messages import BinaryContent, ModelMessage, UserPromptPart

from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from tests.design_engine.session_client import new_session, place, results, scripted
from tests.support.application import Api

PRODUCTS = (
    "A bench vise with 125 mm jaws that opens 150 mm",
    "A dining table of oak, 1800 x 900 mm, 740 mm high",
    "A spur gearbox with a ratio of 4:1, 20 Nm output torque, input speed 1400 rpm",
    "Enclosure for an Arduino Uno with four standoffs, ABS, wall 2.5 mm",
)


def proposals(node: BomNodeDraft, parent: str | None = None) -> Iterator[dict[str, Any]]:
    """A drafted structure as a model would hand it in."""
    given: dict[str, Any] = {"tempId": node.temp_id, "name": node.name, "confidence": 0.8}
    given |= {"partType": node.part_type, "quantity": float(node.quantity)}
    if parent is not None:
        given["parentTempId"] = parent
    if node.material is not None:
        given["material"] = node.material
    for key, shape in (("form", node.form), ("layout", node.layout)):
        if shape is not None:
            given[key] = msgspec.to_builtins(shape)
    yield given
    for child in node.children:
        yield from proposals(child, node.temp_id)


def drawn(root: BomNodeDraft) -> BomNodeDraft:
    """The largest drawn leaf of a structure, which is the one that one would miss."""
    parts = [node for node in root.walk() if node.form is not None]
    return max(parts, key=lambda node: len(node.form.parameters) if node.form else 0)


def pictures_of(messages: list[ModelMessage]) -> Iterator[bytes]:
    """What a model is shown with the last answers of its tools."""
    for part in messages[-1].parts:
        if isinstance(part, UserPromptPart) and not isinstance(part.content, str):
            yield from (one.data for one in part.content if isinstance(one, BinaryContent))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_model_is_told_what_its_design_measures(api: Api) -> None:
    for description in PRODUCTS:
        root = engine.structure(engine.understand(description, {}, []), [], {})
        spoiled = drawn(root)
        assert spoiled.form is not None
        told: list[str] = []

        def hear(messages: list[ModelMessage], heard: list[str] = told) -> str:
            heard.extend(results(messages))
            return ""

        right = {"temp_id": spoiled.temp_id, "changes": {"form": msgspec.to_builtins(spoiled.form)}}
        wrong = {"temp_id": spoiled.temp_id}
        wrong |= {"changes": {"form": {"method": "plate", "parameters": {"length": -5}}}}
        session = await new_session(api, description)
        need = [{"tempId": "a", "name": "Serves its purpose"}]
        await session.edit(artifacts={"requirements": need}, stage="bom_drafting")
        session.drafts_with(
            scripted(
                [("describe_methods", {"names": [spoiled.form.method]})],
                [hear, place(*proposals(root))],
                [hear, ("check_design", {})],
                [hear, ("change_node", wrong)],
                [hear, ("check_design", {})],
                [hear, ("change_node", right)],
                [hear, ("check_design", {})],
                [hear, ("finish", {"summary": "Done."})],
            )
        )
        events = await session.run("resume")
        assert "error" not in [event.type for event in events], events[-2].data
        checks = [msgspec.json.decode(one) for one in told if one.startswith('{"boxMm"')]
        clean, broken, mended = checks
        assert any(name in told[0] for name in spoiled.form.parameters)
        assert "the whole is" in told[1]
        assert clean["problems"] == clean["notKept"] == clean["islands"] == []
        assert spoiled.name in " ".join(broken["problems"])
        assert mended == clean


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_model_sees_what_it_drafted(api: Api) -> None:
    description = "A bench vise with 125 mm jaws that opens 150 mm"
    root = engine.structure(engine.understand(description, {}, []), [], {})
    told: list[str] = []
    pictures: list[bytes] = []

    def look(messages: list[ModelMessage]) -> str:
        told.extend(results(messages))
        pictures.extend(pictures_of(messages))
        return ""

    session = await new_session(api, description)
    need = [{"tempId": "a", "name": "Serves its purpose"}]
    await session.edit(artifacts={"requirements": need}, stage="bom_drafting")
    session.drafts_with(
        scripted(
            [place(*proposals(root))],
            [("look_at_design", {"with_picture": True})],
            [look, ("finish", {"summary": "Done."})],
        )
    )
    events = await session.run("resume")
    assert "error" not in [event.type for event in events], events[-2].data
    (seen,) = [msgspec.json.decode(one) for one in told]
    assert seen["clashes"] == seen["islands"] == seen["notBuilt"] == []
    assert seen["boxMm"][2] == pytest.approx(110, abs=1)
    assert [one[:4] for one in pictures] == [b"\x89PNG"]
