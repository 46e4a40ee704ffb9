"""The assembly that was drafted as the kernel is told it: what has a solid, and where each part stands."""

import math
from collections.abc import Mapping
from pathlib import Path

import msgspec

from partwright.cad.assembly.model import Arrangement, InstanceKey
from partwright.cad.assembly.nested import AssemblyNode, Layout
from partwright.cad.job_types import AssemblyTree, CheckOverlaps, PlacedUse, PreparedPart
from partwright.cad.job_types import BodyPlacement as Position
from partwright.cad.language import interfaces
from partwright.cad.model import Bounds
from partwright.design_engine.artifacts import MaterializedItem
from partwright.design_engine.solids import artifact_updates
from partwright.design_engine.solids.file_output import ItemsBranch
from partwright.design_engine.solids.specs import spec_as_made
from partwright.drafter import layout
from partwright.drafter.drafts import AssemblyComposition, BomNodeDraft, DraftPlacement


class PartFile(msgspec.Struct, frozen=True):
    """The STEP file of a part, and the part as the kernel reads it faster, once it is prepared."""

    path: str
    prepared: PreparedPart = PreparedPart()

    def tree(self, temp_id: str, name: str) -> AssemblyTree:
        """The part for the kernel."""
        return AssemblyTree(temp_id, name, path=self.path, prepared=self.prepared)


class DraftedTree(msgspec.Struct, frozen=True):
    """All that a composition works on."""

    place: ItemsBranch
    folder: Path
    paths: Mapping[str, PartFile]
    """The files of the parts, by tempId."""
    lost: Mapping[str, str]
    """Why other parts have none, by tempId."""
    arrangements: Mapping[str, Arrangement]
    items: Mapping[str, MaterializedItem]
    """By tempId."""
    nothing: str
    root_id: str

    def check(self, tree: AssemblyTree) -> CheckOverlaps:
        """The check of what shares space, and in the whole also of what touches nothing."""
        return CheckOverlaps(tree, island_seconds=3.0 if tree.temp_id == self.root_id else 0.0)


def as_placed(
    node: BomNodeDraft,
    paths: Mapping[str, PartFile],
    names: Mapping[str, Mapping[str, float]],
    *,
    is_meant: bool = True,
) -> AssemblyNode:
    """The assembly without what its layout has no place for: rules would only set that beside."""
    spec = spec_as_made(node) if node.temp_id in paths and is_meant else None
    return AssemblyNode(
        temp_id=node.temp_id,
        name=node.name,
        quantity=_count(node),
        children=tuple(
            as_placed(
                child, paths, names, is_meant=is_meant and layout.is_placed(node, child.temp_id)
            )
            for child in node.children
        ),
        connections=None if spec is None else interfaces.connections(spec),
        method="" if spec is None else spec.method,
        given=_pinned(node.assembly_composition),
        layout=_layout_of(node, names.get(node.temp_id)),
    )


def _layout_of(node: BomNodeDraft, names: Mapping[str, float] | None) -> Layout | None:
    placed = node.layout
    if placed is None or names is None:
        return None
    counts = {child.temp_id: _count(child) for child in node.children}

    def places(boxes: Mapping[str, Bounds]) -> dict[InstanceKey, Position]:
        return layout.places(placed, names, boxes=boxes, counts=counts)

    return places


def _count(node: BomNodeDraft) -> int:
    """Instances to be placed; of what is measured by length or weight there is one."""
    whole = node.quantity == node.quantity.to_integral_value()
    return max(1, math.floor(node.quantity)) if whole else 1


def _pinned(composition: AssemblyComposition | None) -> dict[InstanceKey, Position]:
    """The places that the user has set."""
    return {
        InstanceKey(one.temp_id, one.instance): Position(one.translation_mm, one.rotation_deg)
        for one in artifact_updates.pins(composition)
    }


def kernel_tree(node: BomNodeDraft, scene: DraftedTree) -> AssemblyTree:
    """The assembly for the kernel: only what has a solid."""
    arrangement = scene.arrangements.get(node.temp_id)
    if arrangement is None:
        file = scene.paths.get(node.temp_id, PartFile(""))
        return file.tree(node.temp_id, node.name)
    placed = {one.key.temp_id for one in arrangement.placed}
    return AssemblyTree(
        node.temp_id,
        node.name,
        children=tuple(
            kernel_tree(child, scene) for child in node.children if child.temp_id in placed
        ),
        placements=tuple(
            PlacedUse(one.key.temp_id, one.key.instance, one.placement)
            for one in arrangement.placed
        ),
    )


def placements_of(node: BomNodeDraft, arrangement: Arrangement) -> tuple[DraftPlacement, ...]:
    pinned = _pinned(node.assembly_composition)
    return tuple(
        DraftPlacement(
            temp_id=one.key.temp_id,
            instance=one.key.instance,
            translation_mm=one.placement.translation_mm,
            rotation_deg=one.placement.rotation_deg,
            pinned=one.key in pinned,
            why=one.why,
        )
        for one in arrangement.placed
    )
