"""The built-in drafter behind the face of a model: rules and a catalogue that plan tool calls.

It goes through the same loop, tools and events as a language model, and says that it is none.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from pydantic_ai.messages import ModelMessage, ModelRequest, RetryFeedbackPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.model import DesignSession, as_json
from partwright.design_engine.run import ActiveRun, StageFailed
from partwright.drafter import engine as drafter
from partwright.drafter.drafts import BomNodeDraft, FoundPart, RequirementDraft

NAME = "builtin"
_HELLO = (
    "This is Partwright's built-in drafter: rules and a catalogue, no language model."
    " It drafts what it can derive and marks what it assumes. "
)
_UNFIT = "The built-in drafter drafted something that does not fit: {}"
_SHELF = 10
"""Parts looked at for each search."""
_AT_ONCE = 8
"""Requirements proposed together."""

_encoder = msgspec.json.Encoder(decimal_format="number")

Step = str | tuple[str, dict[str, Any]]
"""Something to say, or a tool with its arguments."""
Plan = AsyncGenerator[Step, Any]
"""What to do next; a tool's result is sent in."""


def model(running: ActiveRun, session: DesignSession) -> FunctionModel:
    """The drafter at work on one session."""
    plans = {"requirements": _requirements, "bom": _bom}
    conversation = _Conversation(plans[running.order.run.work](session))
    return FunctionModel(stream_function=conversation.respond, model_name=NAME)


class _Conversation:
    """Answers each request with the plan's next words and the call that follows them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._calls = 0

    async def respond(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        del info
        result = _last_result(messages) if self._calls else None
        step = await self._plan.asend(result)
        while isinstance(step, str):
            yield step
            step = await self._plan.asend(None)
        tool, arguments = step
        self._calls += 1
        encoded = _encoder.encode(arguments).decode()
        call = DeltaToolCall(tool, encoded, tool_call_id=f"call-{self._calls}")
        yield {1: call}


def _last_result(messages: Sequence[ModelMessage]) -> Any:
    """The last tool's answer; StageFailed when it refused, since a rule does not learn."""
    last = messages[-1]
    assert isinstance(last, ModelRequest)
    for part in last.parts:
        if isinstance(part, RetryFeedbackPart):
            raise StageFailed(_UNFIT.format(part.model_response()))
        if isinstance(part, ToolReturnPart):
            if part.outcome != "success":
                raise StageFailed(_UNFIT.format(part.model_response_str()))
            return part.content
    return None


def _understood(artifacts: Artifacts) -> drafter.DesignBrief:
    messages = [message.text for message in artifacts.user_messages]
    return drafter.understand(artifacts.description, artifacts.answers(), messages)


async def _requirements(session: DesignSession) -> Plan:
    artifacts = session.artifacts
    yield _HELLO
    brief = await asyncio.to_thread(_understood, artifacts)
    answered = artifacts.answers()
    asked = [q for q in drafter.questions(brief) if q.question_id not in answered]
    if asked:
        first = asked[0]
        yield "A figure is missing that decides the design. "
        options = {"options": list(first.options)} if first.options else {}
        yield (
            "ask_clarification",
            {"questionId": first.question_id, "question": first.question, **options},
        )
    drafts = await asyncio.to_thread(drafter.requirements, brief)
    drafts = list(_fresh(drafts, artifacts.requirements))
    for start in range(0, len(drafts), _AT_ONCE):
        some = [_requirement_arguments(draft) for draft in drafts[start : start + _AT_ONCE]]
        yield "propose_requirements", {"requirements": some}
    count = len(drafts) + len(artifacts.requirements)
    summary = drafter.summary("requirements_drafting", brief, count)
    yield summary
    yield "finish", {"summary": summary}


async def _bom(session: DesignSession) -> Plan:
    artifacts = session.artifacts
    requirements = artifacts.requirements
    yield _HELLO
    brief = await asyncio.to_thread(_understood, artifacts)
    found: dict[str, list[FoundPart]] = {}
    for query in await asyncio.to_thread(drafter.searches, brief, requirements):
        results = yield "search_parts", {"query": query, "limit": _SHELF}
        found[query] = msgspec.convert(results or [], list[FoundPart])
    root = await asyncio.to_thread(drafter.structure, brief, requirements, found)
    count = 0
    for some in _levels(root, artifacts):
        count += len(some)
        yield "propose_nodes", {"nodes": some}
    summary = drafter.summary("bom_drafting", brief, count)
    yield summary
    yield "finish", {"summary": summary}


def _fresh(
    drafts: Iterable[RequirementDraft], standing: Iterable[RequirementDraft]
) -> Iterator[RequirementDraft]:
    """The drafts beside which the user has none of the same id or name."""
    users = [draft for draft in standing if draft.source == "user"]
    ids, names = {d.temp_id for d in users}, {d.name.casefold() for d in users}
    for draft in drafts:
        if draft.temp_id not in ids and draft.name.casefold() not in names:
            yield draft


def _requirement_arguments(draft: RequirementDraft) -> dict[str, Any]:
    shown = as_json(draft)
    del shown["source"]
    return shown


def _levels(root: BomNodeDraft, artifacts: Artifacts) -> Iterator[list[dict[str, Any]]]:
    """The root, then the children of each node, without those that the user has taken over."""
    users = {node.temp_id for node in artifacts.nodes() if node.source == "user"}
    renamed: dict[str, str] = {}
    if artifacts.bom is not None:
        renamed[root.temp_id] = artifacts.bom.root_assembly.temp_id
    if renamed.get(root.temp_id, root.temp_id) not in users:
        yield [_node_arguments(root, None, renamed)]
    for node in root.walk():
        children = [child for child in node.children if child.temp_id not in users]
        if children:
            parent = renamed.get(node.temp_id, node.temp_id)
            yield [_node_arguments(child, parent, renamed) for child in children]


_NOT_PROPOSED: Final = (
    "source", "isNew", "children", "cadGeneration", "assemblyComposition",
    "cost", "costCurrency", "leadTimeDays",
)  # fmt: skip
"""Keys of a node that are no drafter's to give: prices are stated by people alone."""


def _node_arguments(
    node: BomNodeDraft, parent: str | None, renamed: dict[str, str]
) -> dict[str, Any]:
    shown = as_json(node)
    for key in _NOT_PROPOSED:
        del shown[key]
    shown["tempId"] = renamed.get(node.temp_id, node.temp_id)
    return shown if parent is None else shown | {"parentTempId": parent}
