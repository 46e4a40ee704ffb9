"""Changing what stands in the nodes of a structure; pure."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from partwright.design_engine.artifacts import Artifacts, CadGenerationState
from partwright.drafter.drafts import (
    AssemblyComposition,
    BomNodeDraft,
    CadGeneration,
    DraftPlacement,
)
from partwright.kit import clock

T = TypeVar("T", CadGeneration, AssemblyComposition)

Values = Mapping[str, Any]
"""Some fields of a struct, by name."""
Pins = tuple[DraftPlacement, ...]


def with_nodes(artifacts: Artifacts, changes: Mapping[str, Values]) -> Artifacts:
    """The artifacts with other values in some fields of some nodes, by tempId."""
    if artifacts.bom is None or not changes:
        return artifacts
    root = _with(artifacts.bom.root_assembly, changes)
    return msgspec.structs.replace(
        artifacts, bom=msgspec.structs.replace(artifacts.bom, root_assembly=root)
    )


def _with(node: BomNodeDraft, changes: Mapping[str, Values]) -> BomNodeDraft:
    children = tuple(_with(child, changes) for child in node.children)
    return msgspec.structs.replace(node, children=children, **changes.get(node.temp_id, {}))


def with_solids(artifacts: Artifacts, changes: Mapping[str, Values]) -> Artifacts:
    """The artifacts with other values in what is known of some nodes' solids, by tempId."""
    return with_nodes(
        artifacts,
        {
            node.temp_id: {"cad_generation": _over(node.cad_generation, CadGeneration(), values)}
            for node in artifacts.nodes()
            if (values := changes.get(node.temp_id)) is not None
        },
    )


def with_compositions(artifacts: Artifacts, changes: Mapping[str, Values]) -> Artifacts:
    """The artifacts with other values in what is known of some assemblies, by tempId."""
    return with_nodes(
        artifacts,
        {
            node.temp_id: {
                "assembly_composition": _over(
                    node.assembly_composition, AssemblyComposition(), values
                )
            }
            for node in artifacts.nodes()
            if (values := changes.get(node.temp_id)) is not None
        },
    )


def _over(present: T | None, fresh: T, values: Values) -> T:
    return msgspec.structs.replace(present or fresh, **values)


def made(
    artifacts: Artifacts,
    temp_ids: Collection[str],
    values: Values,
    *,
    asked: Mapping[str, float],
) -> Artifacts:
    """The artifacts with what came of a part that was asked for with some figures.

    Figures that the user has set meanwhile stand, and wait to be made. Assemblies that hold the
    part are not what was composed any more.
    """
    changes: dict[str, Values] = {}
    for node in artifacts.nodes():
        if node.temp_id in temp_ids:
            cad = node.cad_generation
            is_theirs = cad is not None and dict(cad.parameters) != dict(asked)
            kept = {name: value for name, value in values.items() if name != "parameters"}
            changes[node.temp_id] = kept | {"status": "pending"} if is_theirs else values
    after = with_solids(artifacts, changes)
    return _counted(_stale(after, temp_ids) if "step_file_id" in values else after)


def _stale(artifacts: Artifacts, temp_ids: Collection[str]) -> Artifacts:
    above: set[str] = set()
    if artifacts.bom is not None:
        _gather(artifacts.bom.root_assembly, temp_ids, above)
    composed = {
        node.temp_id: {"status": "pending"}
        for node in artifacts.nodes()
        if node.temp_id in above
        and node.assembly_composition is not None
        and node.assembly_composition.status == "complete"
    }
    return with_compositions(artifacts, composed)


def _gather(node: BomNodeDraft, wanted: Collection[str], above: set[str]) -> bool:
    """Whether one of the wanted is the node or stands below it; the assemblies above are added."""
    below = [_gather(child, wanted, above) for child in node.children]
    is_above = any(below)
    if is_above:
        above.add(node.temp_id)
    return is_above or node.temp_id in wanted


def begun(artifacts: Artifacts, changes: Mapping[str, Values]) -> Artifacts:
    """The artifacts at the start of a generation, with the first that is known of the parts."""
    why = "the part was there before"
    skipped = {
        node.temp_id: {"status": "skipped", "error": why}
        for node in artifacts.nodes()
        if not node.children and not node.is_new
    }
    state = CadGenerationState(started_at=clock.now())
    after = msgspec.structs.replace(artifacts, cad_generation_state=state)
    return _counted(with_solids(after, skipped | dict(changes)))


def _counted(artifacts: Artifacts) -> Artifacts:
    """The artifacts with the state of all parts counted anew."""
    leaves = [node.cad_generation for node in artifacts.nodes() if not node.children]
    statuses = [leaf.status for leaf in leaves if leaf is not None]
    is_working = "generating" in statuses
    good, bad = statuses.count("complete"), statuses.count("failed")
    state = msgspec.structs.replace(
        artifacts.cad_generation_state or CadGenerationState(),
        status="generating" if is_working else "failed" if bad and not good else "complete",
        parts_total=len(leaves),
        parts_completed=good,
        parts_failed=bad,
        parts_skipped=statuses.count("skipped"),
        completed_at=None if is_working else clock.now(),
    )
    return msgspec.structs.replace(artifacts, cad_generation_state=state)


def composed(artifacts: Artifacts, temp_id: str, values: Values, pinned: Pins) -> Artifacts:
    """The artifacts with what came of an assembly that was composed round some pinned places.

    Places that the user has set meanwhile stand, and wait to be composed.
    """
    node = next((one for one in artifacts.nodes() if one.temp_id == temp_id), None)
    composition = node.assembly_composition if node is not None else None
    present = pins(composition)
    if present != pinned:
        others = values.get("placements", composition.placements if composition else ())
        theirs = {(one.temp_id, one.instance): one for one in present}
        placements = [theirs.pop((one.temp_id, one.instance), one) for one in others]
        values = {**values, "status": "pending", "placements": (*placements, *theirs.values())}
    return with_compositions(artifacts, {temp_id: values})


def pins(composition: AssemblyComposition | None) -> Pins:
    """The places that the user has set."""
    placements = composition.placements if composition is not None else ()
    return tuple(one for one in placements if one.pinned)


def halted(artifacts: Artifacts) -> Artifacts:
    """The artifacts after a run that did not come to its end: what it was at waits again."""
    waiting: Values = {"status": "pending"}
    parts = _of_status(artifacts.nodes(), "generating")
    assemblies = _of_status(artifacts.nodes(), "composing")
    if not parts and not assemblies:
        return artifacts
    after = with_compositions(artifacts, dict.fromkeys(assemblies, waiting))
    if not parts:
        return after
    after = _counted(with_solids(after, dict.fromkeys(parts, waiting)))
    state = after.cad_generation_state
    assert state is not None
    failed = msgspec.structs.replace(state, status="failed", completed_at=None)
    return msgspec.structs.replace(after, cad_generation_state=failed)


def _of_status(nodes: Iterable[BomNodeDraft], status: str) -> list[str]:
    return [
        node.temp_id
        for node in nodes
        if (node.cad_generation is not None and node.cad_generation.status == status)
        or (node.assembly_composition is not None and node.assembly_composition.status == status)
    ]
