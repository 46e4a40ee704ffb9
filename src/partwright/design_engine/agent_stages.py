"""The drafting stages as work of the engine, with the agent library loaded when it is needed."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Protocol, cast

from partwright.cad.workers import KernelPool
from partwright.design_engine.modelled_stage import ModelledStage
from partwright.design_engine.run import ActiveRun, Ending, StageRunner
from partwright.design_engine.solids.assemblies import AssemblyMaking
from partwright.design_engine.solids.parts import PartMaking
from partwright.design_engine.stages import Work
from partwright.kit.contents import ContentStore
from partwright.kit.traces import OFF, Tracer
from partwright.settings import Settings

_AGENTS = "partwright.design_engine.agents"


class _Agents(Protocol):
    """The module of agents."""

    draft: Callable[..., Awaitable[Ending]]


class AgentStages:
    """Drafts a stage with a model; `model` gives another model than the settings name."""

    def __init__(
        self,
        settings: Settings,
        *,
        model: Callable[[], Any] | None = None,
        kernel: KernelPool | None = None,
        tracer: Tracer = OFF,
    ) -> None:
        self._settings = settings
        self._kernel = kernel
        self._model = model
        self._tracer = tracer

    async def __call__(self, running: ActiveRun) -> Ending:
        agents = cast("_Agents", await asyncio.to_thread(import_module, _AGENTS))
        chosen = None if self._model is None else self._model()
        return await agents.draft(
            running, self._settings, chosen, kernel=self._kernel, tracer=self._tracer
        )


def work_of(
    settings: Settings, kernel: KernelPool, contents: ContentStore, tracer: Tracer = OFF
) -> dict[Work, StageRunner]:
    """The runner of each stage's work."""
    drafting = AgentStages(settings, kernel=kernel, tracer=tracer)
    parts = PartMaking(kernel, contents)
    assemblies = AssemblyMaking(kernel, contents)
    is_modelled = settings.model != "builtin"
    works: dict[Work, StageRunner] = {
        "requirements": drafting,
        "bom": drafting,
        "cad": ModelledStage(drafting, parts) if is_modelled else parts,
        "assembly": ModelledStage(drafting, assemblies, parts=parts) if is_modelled else assemblies,
        "part": parts,
    }
    return {work: _traced(runner, tracer) for work, runner in works.items()}


def _traced(runner: StageRunner, tracer: Tracer) -> StageRunner:
    async def run(running: ActiveRun) -> Ending:
        with tracer.running(f"design run {running.order.run.work}"):
            return await runner(running)

    return run if tracer.is_on else runner
