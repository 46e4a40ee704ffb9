"""Telling the results of many parts, in few words where they are very many."""

from typing import Any

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.events import ToolCall, ToolResult
from partwright.design_engine.run import ActiveRun

MOST_STRUCTURES = 30
"""How often a run tells the whole structure; with more results than that not after each."""


class ResultProgress:
    """The results of one tool, one after the other."""

    def __init__(self, running: ActiveRun, tool: str, results: int) -> None:
        self._running = running
        self._tool = tool
        self._every = -(-results // MOST_STRUCTURES) or 1
        self._told = 0

    async def result(
        self, args: dict[str, Any], values: dict[str, Any], artifacts: Artifacts, *fields: str
    ) -> None:
        """Tell what came of a use of the tool, and `fields` of the artifacts after it."""
        await self._running.tell(ToolCall(self._tool, args))
        told = {"tempId": args["tempId"], "status": values["status"], "error": values["error"]}
        await self._running.tell(ToolResult(self._tool, told))
        self._told += 1
        structure = ("bom",) if self._told % self._every == 0 else ()
        if fields or structure:
            await self._running.tell_changes(artifacts, *fields, *structure)

    async def end(self, artifacts: Artifacts, *fields: str) -> None:
        """Tell how it all stands at last."""
        structure = ("bom",) if self._told % self._every else ()
        if fields or structure:
            await self._running.tell_changes(artifacts, *fields, *structure)
