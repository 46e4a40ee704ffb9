"""Drafting by an agent: a model, its tools and limits, and its doings told as events.

The agent library takes a second to import, so this module is loaded when the first run begins.
"""

import asyncio
from importlib.resources import files
from typing import Any, Final

import httpx
from pydantic_ai import (
    Agent,
    AgentRunResultEvent,
    FunctionToolCallEvent,
    FunctionToolResultEvent,
    ModelRetry,
    PartDeltaEvent,
    PartStartEvent,
    RunContext,
    TextPart,
    TextPartDelta,
    ToolOutput,
    UsageLimits,
)
from pydantic_ai import exceptions as faults
from pydantic_ai.models import Model

from partwright.cad.workers import KernelPool
from partwright.design_engine import builtin, models, tools
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.events import LlmText, ToolCall, ToolResult
from partwright.design_engine.issues import FOR_THE_USER
from partwright.design_engine.proposals import AskClarification, FinishStage
from partwright.design_engine.run import ActiveRun, Ending, QuestionAsked, RunFinished, StageFailed
from partwright.design_engine.session_prompt import session_prompt
from partwright.design_engine.shaping import unshaped
from partwright.design_engine.stages import Work
from partwright.design_engine.tools import ToolContext
from partwright.design_engine.traced_model import TracedModel
from partwright.kit.traces import OFF, Tracer
from partwright.settings import Settings

SHAPING: Final[tuple[Work, ...]] = ("cad", "assembly")
"""Stages in which a model shapes and places what is drafted already."""
DRAFTED: Final[tuple[Work, ...]] = ("requirements", "bom", *SHAPING)
RETRIES = 3
"""How often in a row a model may get one tool, or the end, wrong."""

Drafter = Agent[ToolContext, FinishStage | AskClarification]


def _ends(work: Work) -> Any:
    """The ways a stage may end; once there are items, nothing is asked any more."""
    finish = ToolOutput(FinishStage, name="finish")
    ask = ToolOutput(AskClarification, name="ask_clarification")
    return [finish] if work in SHAPING else [finish, ask]


def _agent(work: Work) -> Drafter:
    agent: Drafter = Agent(
        deps_type=ToolContext,
        output_type=_ends(work),
        instructions=[_prompt("common"), _prompt(work)],
        toolsets=[tools.TOOLSETS[work]],
        retries=RETRIES,
        name=f"partwright-{work}",
    )
    agent.output_validator(_check_finished)
    return agent


def _prompt(name: str) -> str:
    return (files("partwright.design_engine") / "prompts" / f"{name}.md").read_text(
        encoding="utf-8"
    )


async def _check_finished(
    context: RunContext[ToolContext], output: FinishStage | AskClarification
) -> FinishStage | AskClarification:
    """ModelRetry for a model that wants to finish before it has drafted something sound."""
    if isinstance(output, AskClarification):
        return output
    artifacts = (await context.deps.running.session()).artifacts
    work = context.deps.running.order.run.work
    if work in SHAPING:
        # What stays wrong is measured again in the solids, and told in the next round.
        problems = unshaped(artifacts, work) if context.retry < RETRIES - 1 else []
    else:
        problems = _unfinished(artifacts, work)
    if problems:
        raise ModelRetry("Not finished yet: " + "; ".join(problems))
    return output


def _unfinished(artifacts: Artifacts, work: Work) -> list[str]:
    if work == "requirements":
        return [] if artifacts.requirements else ["there are no requirements"]
    if artifacts.bom is None:
        return ["there is no structure"]
    own = {node.temp_id for node in artifacts.nodes() if node.source == "ai"}
    issues = artifacts.bom.validation_issues
    return [
        issue.message
        for issue in issues
        if issue.severity == "error"
        and issue.temp_id in own
        and not issue.accepted
        and issue.code not in FOR_THE_USER
    ][:10]


_AGENTS: dict[Work, Drafter] = {work: _agent(work) for work in DRAFTED}


async def draft(
    running: ActiveRun,
    settings: Settings,
    model: Model | None = None,
    *,
    kernel: KernelPool | None = None,
    tracer: Tracer = OFF,
) -> Ending:
    """Draft a stage with the model, or with the one that the settings name."""
    session = await running.session()
    if model is None:
        is_builtin = settings.model == "builtin"
        model = builtin.model(running, session) if is_builtin else models.model_of(settings)
    if tracer.is_on:
        model = TracedModel(model, tracer)
    context = ToolContext(running, kernel)
    try:
        async with asyncio.timeout(settings.model_seconds), model:
            return await _converse(running, context, model, settings, session_prompt(session))
    except TimeoutError as error:
        raise StageFailed(
            f"The model did not finish within {settings.model_seconds} seconds"
        ) from error
    except (faults.AgentRunError, faults.UserError, httpx.HTTPError) as error:
        raise StageFailed(explained(error)) from error


async def _converse(
    running: ActiveRun, context: ToolContext, model: Model, settings: Settings, prompt: str
) -> Ending:
    limits = UsageLimits(
        request_limit=settings.model_requests, total_tokens_limit=settings.model_tokens
    )
    agent = _AGENTS[running.order.run.work]
    output: FinishStage | AskClarification | None = None
    async with agent.run_stream_events(
        prompt, deps=context, model=model, usage_limits=limits
    ) as stream:
        async for event in stream:
            if isinstance(event, AgentRunResultEvent):
                output = event.result.output
            else:
                await _tell(running, context, event)
    if output is None:
        raise StageFailed("The model ended without a result")
    if isinstance(output, FinishStage):
        return RunFinished(output.summary)
    options = None if output.options is None else tuple(output.options)
    return QuestionAsked(output.question_id, output.question, options)


async def _tell(running: ActiveRun, context: ToolContext, event: Any) -> None:
    """Tell what the agent does, and after a tool what it changed."""
    match event:
        case PartStartEvent(part=TextPart(content=text)) if text:
            await running.tell(LlmText(text))
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)) if text:
            await running.tell(LlmText(text))
        case FunctionToolCallEvent(part=part):
            await running.tell(ToolCall(part.tool_name, _arguments(part)))
        case FunctionToolResultEvent(part=part):
            await running.tell(ToolResult(part.tool_name or "", tools.plain(part.content)))
            changed, context.changed = context.changed, set()
            if changed and context.artifacts is not None:
                await running.tell_changes(context.artifacts, *sorted(changed))
        case _:
            pass


def _arguments(part: Any) -> Any:
    """The arguments of a call; a model may send what is not JSON at all."""
    try:
        return tools.plain(part.args_as_dict())
    except (ValueError, AssertionError):
        return str(part.args)


_TOLD: tuple[tuple[type[BaseException], str], ...] = (
    (faults.UsageLimitExceeded, "The run reached its limit: {error}"),
    (faults.ModelQuotaExceededError, "The quota at the model's provider is used up"),
    (faults.ModelTimeoutError, "The model did not answer in time"),
    (faults.ModelConnectionError, "The model cannot be reached"),
    (faults.ContentFilterError, "The model's provider filtered the answer"),
    (faults.UnexpectedModelBehavior, "The model did not use its tools as required: {error}"),
    (httpx.HTTPError, "The model cannot be reached"),
)

_BY_STATUS = {
    401: "The model's provider refuses the key",
    403: "The model's provider refuses the key",
    404: "The model's provider does not know the model",
    408: "The model did not answer in time",
    429: "The model's provider limits the rate; try again later",
}


def explained(error: BaseException) -> str:
    """A fault of a model in words for the user; what a provider says may hold secrets."""
    for kind, words in _TOLD:
        if isinstance(error, kind):
            return words.format(error=str(error).partition("\n")[0][:300])
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return f"The model failed ({type(error).__name__})"
    if status >= 500:
        return "The model's provider failed; try again later"
    return _BY_STATUS.get(status, f"The model's provider answered with status {status}")
