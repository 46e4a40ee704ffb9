"""The drafting stages as work of the engine, with the agent library loaded when it is needed."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Protocol, cast

from partwright.design_engine.running import Ending, Running, StageFailed
from partwright.design_engine.stages import Work
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


class Missing:
    """A stage that this server cannot do."""

    def __init__(self, what: str) -> None:
        self._what = what

    async def __call__(self, running: Running) -> Ending:
        del running
        raise StageFailed(f"{self._what} is not available on this server")


def work_of(settings: Settings) -> dict[Work, Any]:
    """What does the work of each stage."""
    drafting = Drafting(settings)
    return {
        "requirements": drafting,
        "bom": drafting,
        "cad": Missing("CAD generation"),
        "assembly": Missing("Assembly composition"),
        "part": Missing("CAD generation"),
    }
