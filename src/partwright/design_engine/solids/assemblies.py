"""The assemblies of a structure: placed by rules, composed and checked by the kernel."""

import asyncio
import math
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from partwright.cad.assembly.interference import judge
from partwright.cad.assembly.model import Arrangement, Key
from partwright.cad.assembly.nesting import Node, arrange_all
from partwright.cad.jobs import JobFailed, KernelMissing
from partwright.cad.language import offers, validator
from partwright.cad.language.flat import spec_of
from partwright.cad.model import PartSpec
from partwright.cad.work import (
    CHECK_OVERLAPS,
    COMPOSE,
    CheckOverlaps,
    Compose,
    Composed,
    Overlaps,
    PlacedUse,
    Tree,
)
from partwright.cad.work import Placement as Position
from partwright.cad.workers import KernelPool
from partwright.design_engine.drafts import (
    Artifacts,
    AssemblyComposition,
    BomNodeDraft,
    Interference,
    Placement,
)
from partwright.design_engine.events import ToolCall, ToolResult
from partwright.design_engine.running import Ending, Finished, Running, StageFailed
from partwright.design_engine.solids import marking
from partwright.design_engine.solids.keeping import (
    GLB,
    STEP,
    SVG,
    Output,
    Place,
    fetch,
    keep,
    place_of,
)
from partwright.kit.contents import ContentStore
from partwright.kit.errors import Refusal as Refused

TOOL = "compose_assembly"
NOTHING = "none of its parts has a solid"


class Scene(msgspec.Struct, frozen=True):
    """All that a composition works on."""

    artifacts: Artifacts
    place: Place
    folder: Path
    paths: Mapping[str, str]
    """The STEP files of the parts, by tempId."""
    arrangements: Mapping[str, Arrangement]
    items: Mapping[str, str]
    """Item ids by tempId."""
    numbers: Mapping[str, str]


class Assemblies:
    """The stage assembly_composition."""

    def __init__(self, pool: KernelPool, store: ContentStore) -> None:
        self._pool = pool
        self._store = store

    async def __call__(self, running: Running) -> Ending:
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="partwright-cad-")
        try:
            return await self._all(running, Path(folder))
        except KernelMissing as missing:
            raise StageFailed(missing.message) from missing
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _all(self, running: Running, folder: Path) -> Ending:
        scene = await self._scene(running, folder)
        assemblies = [node for node in scene.artifacts.nodes() if node.children]
        if not running.order.run.restarts:
            assemblies = [node for node in assemblies if not _is_composed(node)]
        assemblies.reverse()
        await _begin(running, assemblies)
        made = 0
        for node in assemblies:
            values = await self._compose(running, scene, node)
            made += values["status"] == "complete"
            await _told(running, node, values)
        if assemblies and not made:
            raise StageFailed("No assembly could be composed; see the nodes for the reasons")
        return Finished(f"{made} of {len(assemblies)} assemblies composed")

    async def _scene(self, running: Running, folder: Path) -> Scene:
        artifacts = (await running.session()).artifacts
        result = artifacts.materialization_result
        if artifacts.bom is None or result is None:
            raise StageFailed("The drafts have not become items yet")
        place = await place_of(running, result.eco_id, result.design_id)
        paths: dict[str, str] = {}
        kept: dict[str, str] = {}
        for node in artifacts.nodes():
            cad = node.cad_generation
            if cad is None or cad.status != "complete" or cad.step_file_id is None:
                continue
            if cad.step_file_id not in kept:
                target = folder / f"{len(kept)}.step"
                await fetch(running, self._store, cad.step_file_id, place, target)
                kept[cad.step_file_id] = str(target)
            paths[node.temp_id] = kept[cad.step_file_id]
        root = _as_placed(artifacts.bom.root_assembly, paths)
        arrangements = await asyncio.to_thread(arrange_all, root)
        items: dict[str, str] = {}
        numbers: dict[str, str] = {}
        for item in result.created_items:
            for temp_id in item.temp_ids or (item.temp_id,):
                items[temp_id], numbers[temp_id] = item.item_id, item.item_number
        return Scene(artifacts, place, folder, paths, arrangements, items, numbers)

    async def _compose(self, running: Running, scene: Scene, node: BomNodeDraft) -> dict[str, Any]:
        """One assembly, with all that stands below it; what it came to."""
        arrangement = scene.arrangements.get(node.temp_id)
        if arrangement is None:
            return {"status": "skipped", "error": NOTHING}
        item_id = scene.items.get(node.temp_id)
        if item_id is None:
            return {"status": "skipped", "error": "the assembly was there before"}
        tree = _tree(node, scene)
        folder = scene.folder / f"assembly-{node.temp_id}"
        await asyncio.to_thread(folder.mkdir)
        await running.tell(ToolCall(TOOL, {"tempId": node.temp_id, "name": node.name}))
        try:
            composed = await self._pool.run(COMPOSE, Compose(tree, str(folder)))
            overlaps = await self._pool.run(CHECK_OVERLAPS, CheckOverlaps(tree))
            if composed.faults:
                return {"status": "failed", "error": "; ".join(composed.faults)}
            ids = await keep(
                running,
                self._store,
                item_id,
                _outputs(node, scene.numbers[node.temp_id], composed),
                place=scene.place,
                message=f"Assembly of {node.name}"[:500],
            )
        except JobFailed as failed:
            return {"status": "failed", "error": failed.message}
        except Refused as refused:
            return {"status": "failed", "error": refused.message}
        return {
            "status": "complete",
            "error": None,
            "placements": _placements(node, arrangement),
            "step_file_id": ids[0],
            "glb_file_id": ids[1],
            "exploded_view_file_id": ids[2],
            **_checked(arrangement, overlaps),
        }


def _checked(arrangement: Arrangement, overlaps: Overlaps) -> dict[str, Any]:
    """Which instances share space, and what is to be said of the arrangement."""
    unchecked = [f"{a} and {b} could not be checked" for a, b in overlaps.unchecked]
    return {
        "interferences": tuple(
            Interference(a=one.a, b=one.b, volume_mm3=one.volume_mm3, kind=one.verdict)
            for one in judge(overlaps.overlaps, arrangement.fits)
        ),
        "notes": (*_loose(arrangement), *arrangement.notes, *unchecked),
    }


def _is_composed(node: BomNodeDraft) -> bool:
    composition = node.assembly_composition
    return composition is not None and composition.status == "complete"


async def _begin(running: Running, assemblies: list[BomNodeDraft]) -> None:
    def alter(now: Artifacts) -> Artifacts:
        for node in assemblies:
            now = marking.with_composition(now, node.temp_id, status="composing", error=None)
        return now

    await running.tell_changes(await running.change(alter), "bom")


async def _told(running: Running, node: BomNodeDraft, values: dict[str, Any]) -> None:
    after = await running.change(lambda now: marking.with_composition(now, node.temp_id, **values))
    told = {"tempId": node.temp_id, "status": values["status"], "error": values["error"]}
    await running.tell(ToolResult(TOOL, told))
    await running.tell_changes(after, "bom")


def _spec(node: BomNodeDraft) -> PartSpec | None:
    """The form that a part was made with."""
    cad = node.cad_generation
    if cad is None or cad.status != "complete" or not cad.method:
        return None
    spec = spec_of(
        name=node.name,
        method=cad.method,
        parameters=cad.parameters,
        material=node.material or "",
    )
    return None if validator.problems(spec) else spec


def _as_placed(node: BomNodeDraft, paths: Mapping[str, str]) -> Node:
    spec = _spec(node) if node.temp_id in paths else None
    return Node(
        temp_id=node.temp_id,
        name=node.name,
        quantity=_count(node),
        children=tuple(_as_placed(child, paths) for child in node.children),
        connections=None if spec is None else offers.connections(spec),
        method="" if spec is None else spec.method,
        given=_pinned(node.assembly_composition),
    )


def _count(node: BomNodeDraft) -> int:
    """Instances to be placed; of what is measured by length or weight there is one."""
    whole = node.quantity == node.quantity.to_integral_value()
    return max(1, math.floor(node.quantity)) if whole else 1


def _pinned(composition: AssemblyComposition | None) -> dict[Key, Position]:
    """The places that the user has set."""
    return {
        Key(one.temp_id, one.instance): Position(one.translation_mm, one.rotation_deg)
        for one in (composition.placements if composition is not None else ())
        if one.pinned
    }


def _tree(node: BomNodeDraft, scene: Scene) -> Tree:
    """The assembly for the kernel: only what has a solid."""
    arrangement = scene.arrangements.get(node.temp_id)
    if arrangement is None:
        return Tree(node.temp_id, node.name, path=scene.paths.get(node.temp_id, ""))
    placed = {one.key.temp_id for one in arrangement.placed}
    return Tree(
        node.temp_id,
        node.name,
        children=tuple(_tree(child, scene) for child in node.children if child.temp_id in placed),
        placements=tuple(
            PlacedUse(one.key.temp_id, one.key.instance, one.placement)
            for one in arrangement.placed
        ),
    )


def _placements(node: BomNodeDraft, arrangement: Arrangement) -> tuple[Placement, ...]:
    pinned = _pinned(node.assembly_composition)
    return tuple(
        Placement(
            temp_id=one.key.temp_id,
            instance=one.key.instance,
            translation_mm=one.placement.translation_mm,
            rotation_deg=one.placement.rotation_deg,
            pinned=one.key in pinned,
            why=one.why,
        )
        for one in arrangement.placed
    )


def _loose(arrangement: Arrangement) -> list[str]:
    loose = [str(one.key) for one in arrangement.placed if one.is_loose]
    return (
        [f"beside the rest, since nothing tells where it belongs: {', '.join(loose)}"]
        if loose
        else []
    )


def _outputs(node: BomNodeDraft, number: str, composed: Composed) -> list[Output]:
    was = node.assembly_composition or AssemblyComposition()
    return [
        Output(
            composed.files.step,
            f"{number}.step",
            STEP,
            "Assembly, composed by the design engine",
            was.step_file_id,
        ),
        Output(composed.files.glb, f"{number}.glb", GLB, "Mesh for viewers", was.glb_file_id),
        Output(
            composed.exploded_svg,
            f"{number}-exploded.svg",
            SVG,
            "Exploded view",
            was.exploded_view_file_id,
        ),
    ]
