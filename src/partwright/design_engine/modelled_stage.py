"""The CAD and assembly stages of a model: it shapes and places, the kernel makes and measures."""

from typing import Final

import msgspec

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.run import ActiveRun, Ending, QuestionAsked, StageRunner

ROUNDS: Final = 3
"""How often a model may shape anew what the checks of the solids refuse."""
_MENDABLE: Final = frozenset({
    "ISLAND", "CLASH", "OVERSIZE", "SIZE_MISSED", "MASS_EXCEEDED",
})  # fmt: skip
"""Codes of the checks that other forms and places may satisfy."""


class ModelledStage:
    """Lets the model work before the kernel, and again on what the kernel's checks told.

    `parts` makes what the model shaped anew before the whole is composed.
    """

    def __init__(
        self, drafting: StageRunner, making: StageRunner, *, parts: StageRunner | None = None
    ) -> None:
        self._drafting = drafting
        self._making = making
        self._parts = parts

    async def __call__(self, running: ActiveRun) -> Ending:
        told: frozenset[str] = frozenset()
        made = await self._round(running, restarts=running.order.run.restarts)
        for _ in range(ROUNDS - 1):
            faults = self._faults((await running.session()).artifacts)
            if isinstance(made, QuestionAsked) or not faults or faults == told:
                break
            told = faults
            made = await self._round(running, restarts=self._parts is not None)
        return made

    def _faults(self, artifacts: Artifacts) -> frozenset[str]:
        """The faults left to mend; a round that changes nothing of them is the last."""
        unmade = _unmade(artifacts)
        return unmade if self._parts is None else unmade | _refused(artifacts)

    async def _round(self, running: ActiveRun, *, restarts: bool) -> Ending:
        """One round; `restarts` makes everything, else only what waits for it."""
        asked = await self._drafting(running)
        if isinstance(asked, QuestionAsked):
            return asked
        if self._parts is not None:
            _only_waiting(running, restarts=False)
            await self._parts(running)
        _only_waiting(running, restarts=restarts)
        return await self._making(running)


def _only_waiting(running: ActiveRun, *, restarts: bool) -> None:
    order = running.order
    run = msgspec.structs.replace(order.run, restarts=restarts)
    running.order = msgspec.structs.replace(order, run=run)


def _unmade(artifacts: Artifacts) -> frozenset[str]:
    return frozenset(
        f"{node.name}: {node.cad_generation.error}"
        for node in artifacts.nodes()
        if node.cad_generation is not None and node.cad_generation.status == "failed"
    )


def _refused(artifacts: Artifacts) -> frozenset[str]:
    """The issues of the whole that the checks refuse and nobody accepted."""
    issues = () if artifacts.bom is None else artifacts.bom.validation_issues
    errors = [one for one in issues if one.severity == "error" and not one.accepted]
    return frozenset(one.message for one in errors if one.code in _MENDABLE)
