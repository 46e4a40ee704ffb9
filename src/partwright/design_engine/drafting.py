"""The drafting stages as work of the engine, with the agent library loaded when it is needed."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Protocol, cast

from partwright.cad.workers import KernelPool
from partwright.design_engine.running import Ending, Runner, Running
from partwright.design_engine.solids.assemblies import Assemblies
from partwright.design_engine.solids.parts import Parts
from partwright.design_engine.stages import Work
from partwright.kit.contents import ContentStore
from partwright.kit.traces import OFF, Tracer
from partwright.settings import Settings

_AGENTS = "partwright.design_engine.agents"


class _Agents(Protocol):
    """The module of agents."""

    draft: Callable[..., Awaitable[Ending]]


class Drafting:
    """Drafts requirements or a structure; `model` gives another model than the settings name."""

    def __init__(
        self,
        settings: Settings,
        *,
        model: Callable[[], Any] | None = None,
        tracer: Tracer = OFF,
    ) -> None:
        self._settings = settings
        self._model = model
        self._tracer = tracer

    async def __call__(self, running: Running) -> Ending:
        agents = cast("_Agents", await asyncio.to_thread(import_module, _AGENTS))
        chosen = None if self._model is None else self._model()
        return await agents.draft(running, self._settings, chosen, tracer=self._tracer)


def work_of(
    settings: Settings, kernel: KernelPool, contents: ContentStore, tracer: Tracer = OFF
) -> dict[Work, Runner]:
    """What does the work of each stage."""
    drafting = Drafting(settings, tracer=tracer)
    parts = Parts(kernel, contents)
    works: dict[Work, Runner] = {
        "requirements": drafting,
        "bom": drafting,
        "cad": parts,
        "assembly": Assemblies(kernel, contents),
        "part": parts,
    }
    return {work: _traced(runner, tracer) for work, runner in works.items()}


def _traced(runner: Runner, tracer: Tracer) -> Runner:
    async def run(running: Running) -> Ending:
        with tracer.running(f"design run {running.order.run.work}"):
            return await runner(running)

    return run if tracer.is_on else runner
