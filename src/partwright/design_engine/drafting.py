"""The drafting stages as work of the engine, with the agent library loaded when it is needed."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Protocol, cast

from partwright.cad.workers import KernelPool
from partwright.design_engine.running import Ending, Running
from partwright.design_engine.solids.assemblies import Assemblies
from partwright.design_engine.solids.parts import Parts
from partwright.design_engine.stages import Work
from partwright.kit.contents import ContentStore
from partwright.settings import Settings

_AGENTS = "partwright.design_engine.agents"


class _Agents(Protocol):
    """The module of agents."""

    draft: Callable[..., Awaitable[Ending]]


class Drafting:
    """Drafts requirements or a structure; `model` gives another model than the settings name."""

    def __init__(self, settings: Settings, *, model: Callable[[], Any] | None = None) -> None:
        self._settings = settings
        self._model = model

    async def __call__(self, running: Running) -> Ending:
        agents = cast("_Agents", await asyncio.to_thread(import_module, _AGENTS))
        chosen = None if self._model is None else self._model()
        return await agents.draft(running, self._settings, chosen)


def work_of(settings: Settings, kernel: KernelPool, contents: ContentStore) -> dict[Work, Any]:
    """What does the work of each stage."""
    drafting = Drafting(settings)
    parts = Parts(kernel, contents)
    return {
        "requirements": drafting,
        "bom": drafting,
        "cad": parts,
        "assembly": Assemblies(kernel, contents),
        "part": parts,
    }
