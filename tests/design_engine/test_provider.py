"""A language model behind its provider's protocol, from the settings to the drafts."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from partwright.settings import Settings
from tests.design_engine.endpoint import Endpoint
from tests.design_engine.session_client import new_session, propose, requirement, types
from tests.support.application import Api, running


@pytest.fixture
async def provided(settings: Settings, endpoint: Endpoint) -> AsyncIterator[Api]:
    named = {"model": "openai:test", "model_base_url": endpoint.url, "model_seconds": 20}
    async with running(msgspec.structs.replace(settings, **named)) as api:
        yield api


async def test_a_model_drafts_through_its_provider(
    provided: Api, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key-123")
    session = await new_session(provided, "Eine Leuchte für 230 V")
    endpoint.script(["I read ", "the text. ", propose(requirement("a"))])
    events = await session.run("start_requirements")
    assert types(events) == [
        "stage_change",
        "llm_text",
        "tool_call",
        "tool_result",
        "artifact_update",
        "stage_change",
        "stage_complete",
        "done",
    ]
    text = "".join(e.data["text"] for e in events if e.type == "llm_text")
    assert text == "I read the text. "
    asked = endpoint.asked[0]
    assert asked["model"] == "test"
    assert asked["stream"] is True
    assert {"propose_requirements", "search_parts", "finish", "ask_clarification"} <= {
        tool["function"]["name"] for tool in asked["tools"]
    }
    told = "\n".join(str(message["content"]) for message in asked["messages"])
    assert "Eine Leuchte für 230 V" in told
    assert "Stage: requirements" in told
    assert set(endpoint.keys) == {"Bearer secret-key-123"}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("provider", ["anthropic", "google"])
async def test_other_protocols_draft_as_well(
    settings: Settings, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", "secret-key-123")
    base = endpoint.url.removesuffix("/v1")
    named = {"model": f"{provider}:test", "model_base_url": base, "model_seconds": 60}
    async with running(msgspec.structs.replace(settings, **named)) as api:
        session = await new_session(api, "Eine Leuchte für 230 V")
        endpoint.script(["I read ", "the text. ", propose(requirement("a"))])
        events = await session.run("start_requirements")
        assert types(events)[-3:] == ["stage_change", "stage_complete", "done"], events[-2:]
        text = "".join(e.data["text"] for e in events if e.type == "llm_text")
        assert text == "I read the text. "
        assert "Eine Leuchte für 230 V" in str(endpoint.asked[0])
        assert "propose_requirements" in str(endpoint.asked[0]["tools"])
        assert {str(key).removeprefix("Bearer ") for key in endpoint.keys} == {"secret-key-123"}
        endpoint.script(401)
        failed = await session.run("start_requirements")
        assert "refuses the key" in failed[-2].data["message"]


async def test_what_the_provider_refuses_is_told_without_its_words(
    provided: Api, endpoint: Endpoint
) -> None:
    session = await new_session(provided)
    for status, told in ((429, "limits the rate"), (401, "refuses the key"), (500, "failed")):
        endpoint.script(*[status] * 4)
        events = await session.run("start_requirements")
        assert types(events)[-2:] == ["error", "done"]
        assert told in events[-2].data["message"]
        assert "secret" not in str(events)
    endpoint.script([("propose_requirements", '{"requirements": [{]')], [propose(requirement("a"))])
    events = await session.run("resume")
    assert types(events)[-2:] == ["stage_complete", "done"]
    assert [e.type for e in events].count("tool_call") == 2


@pytest.mark.settings(model="openai:test", model_base_url="http://127.0.0.1:9/v1")
async def test_an_endpoint_that_is_not_there(api: Api) -> None:
    session = await new_session(api)
    events = await session.run("start_requirements")
    assert events[-2].data == {"type": "error", "message": "The model cannot be reached"}


@pytest.mark.settings(model="nobody:test")
async def test_a_provider_that_nobody_knows(api: Api) -> None:
    session = await new_session(api)
    events = await session.run("start_requirements")
    assert "nobody:test cannot be used" in events[-2].data["message"]
    assert (await session.get())["status"] == "failed"
