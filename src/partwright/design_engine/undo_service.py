"""Taking back the last edit or run of a design session."""

from typing import Any, TypeVar

import msgspec

from partwright.design_engine import access, queries, session_service
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.model import DesignSession, decode
from partwright.design_engine.session_states import KeptState
from partwright.design_engine.solids.artifact_updates import with_nodes
from partwright.design_engine.stages import AlreadyRunning
from partwright.drafter.drafts import AssemblyComposition, BomNodeDraft, CadGeneration
from partwright.identity.model import Actor
from partwright.kit.db import Transaction
from partwright.kit.errors import StateConflict
from partwright.kit.ids import SessionId

T = TypeVar("T", CadGeneration, AssemblyComposition)

_FILES = ("step_file_id", "glb_file_id", "thumbnail_file_id")


class NothingToUndo(StateConflict):
    """A session without an edit or run to be taken back."""

    def __init__(self) -> None:
        super().__init__("There is no change to undo")


class MaterializedSince(StateConflict):
    """Drafts that have become items are taken back as items."""

    def __init__(self) -> None:
        super().__init__(
            "The drafts have become items since: expected an edit or run after materialising"
        )


async def undo(tx: Transaction, actor: Actor, session_id: SessionId) -> DesignSession:
    """Put the session back to where it was before its last edit, confirmation or run.

    Files of solids stay with their items; the solids wait to be made with the figures of then.
    """
    present = await access.own_session(tx, actor, session_id)
    if present.head.is_running:
        raise AlreadyRunning
    state = await tx.one(KeptState, queries.LAST_STATE, id=session_id)
    if state is None:
        raise NothingToUndo
    then, now = decode(state.artifacts), present.artifacts
    if then.materialization_result != now.materialization_result:
        raise MaterializedSince
    after = await access.complete_artifacts(tx, actor, _with_files(then, now))
    changes: dict[str, Any] = {"stage": state.stage, "status": state.status, "error": None}
    await session_service.save(tx, present, artifacts=after, **changes)
    await tx.run(queries.DELETE_STATE, id=session_id, version=state.version)
    return await access.session(tx, actor, session_id)


def _with_files(then: Artifacts, now: Artifacts) -> Artifacts:
    """The artifacts of then, whose solids keep the files that there are now."""
    present = {node.temp_id: node for node in now.nodes()}
    changes = {
        node.temp_id: _generated(node, present[node.temp_id])
        for node in then.nodes()
        if node.temp_id in present
    }
    return with_nodes(then, changes)


def _generated(then: BomNodeDraft, now: BomNodeDraft) -> dict[str, Any]:
    cad, composed = now.cad_generation, now.assembly_composition
    changes: dict[str, Any] = {}
    if cad is not None and cad.step_file_id is not None and then.cad_generation != cad:
        is_other_material = then.material != now.material
        changes["cad_generation"] = _waiting(then.cad_generation or CadGeneration(), cad)
        if not is_other_material and _same_figures(then.cad_generation, cad):
            changes["cad_generation"] = cad
    if composed is not None and composed.step_file_id is not None:
        was = then.assembly_composition
        if was != composed:
            changes["assembly_composition"] = _waiting(was or AssemblyComposition(), composed)
    return changes


def _waiting(then: T, now: T) -> T:
    files = {name: getattr(now, name) for name in _FILES if hasattr(now, name)}
    return msgspec.structs.replace(then, status="pending", **files)


def _same_figures(then: CadGeneration | None, now: CadGeneration) -> bool:
    return (
        then is not None
        and then.status == "complete"
        and then.method == now.method
        and dict(then.parameters) == dict(now.parameters)
    )
