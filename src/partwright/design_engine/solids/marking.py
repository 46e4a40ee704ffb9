"""Changing what stands in the nodes of a structure; pure."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from partwright.design_engine.drafts import (
    Artifacts,
    AssemblyComposition,
    BomNodeDraft,
    CadGeneration,
    CadGenerationState,
)
from partwright.kit import clock


def with_nodes(artifacts: Artifacts, changes: Mapping[str, Mapping[str, Any]]) -> Artifacts:
    """The artifacts with other values in some fields of some nodes, by tempId."""
    if artifacts.bom is None or not changes:
        return artifacts
    root = _with(artifacts.bom.root_assembly, changes)
    return msgspec.structs.replace(
        artifacts, bom=msgspec.structs.replace(artifacts.bom, root_assembly=root)
    )


def _with(node: BomNodeDraft, changes: Mapping[str, Mapping[str, Any]]) -> BomNodeDraft:
    children = tuple(_with(child, changes) for child in node.children)
    return msgspec.structs.replace(node, children=children, **changes.get(node.temp_id, {}))


def with_cad(artifacts: Artifacts, temp_ids: Collection[str], **values: Any) -> Artifacts:
    """The artifacts with other values in what is known of the solids of some nodes."""
    present = {node.temp_id: node.cad_generation for node in artifacts.nodes()}
    return with_nodes(
        artifacts,
        {
            temp_id: {
                "cad_generation": msgspec.structs.replace(
                    present.get(temp_id) or CadGeneration(), **values
                )
            }
            for temp_id in temp_ids
        },
    )


def with_composition(artifacts: Artifacts, temp_id: str, **values: Any) -> Artifacts:
    """The artifacts with other values in what is known of an assembly's composition."""
    present = {node.temp_id: node.assembly_composition for node in artifacts.nodes()}
    composition = msgspec.structs.replace(present.get(temp_id) or AssemblyComposition(), **values)
    return with_nodes(artifacts, {temp_id: {"assembly_composition": composition}})


def counted(artifacts: Artifacts, *, total: int) -> Artifacts:
    """The artifacts with the state of all parts counted anew."""
    parts = [n.cad_generation for n in artifacts.nodes() if not n.children and n.cad_generation]
    statuses = [part.status for part in parts]
    present = artifacts.cad_generation_state or CadGenerationState()
    waiting = any(status in ("pending", "generating") for status in statuses)
    made = statuses.count("complete")
    failed = statuses.count("failed")
    status = "generating" if waiting else "failed" if failed and not made else "complete"
    return msgspec.structs.replace(
        artifacts,
        cad_generation_state=msgspec.structs.replace(
            present,
            status=status,
            parts_total=total,
            parts_completed=made,
            parts_failed=failed,
            parts_skipped=statuses.count("skipped"),
            completed_at=None if waiting else clock.now(),
        ),
    )


def begun(artifacts: Artifacts, *, total: int) -> Artifacts:
    """The artifacts at the start of a generation."""
    state = CadGenerationState(status="generating", parts_total=total, started_at=clock.now())
    return msgspec.structs.replace(artifacts, cad_generation_state=state)
