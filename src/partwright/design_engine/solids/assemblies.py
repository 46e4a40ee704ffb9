"""The assemblies of a structure: placed by rules, composed and checked by the kernel."""

import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from partwright.cad.assembly.interference import judge
from partwright.cad.assembly.model import Arrangement
from partwright.cad.assembly.nested import arrange_all
from partwright.cad.job_protocol import JobFailed, KernelMissing
from partwright.cad.job_types import (
    ComposeAssembly,
    ComposedAssembly,
    OverlapReport,
)
from partwright.cad.workers import KernelPool
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.issues import with_whole_judged
from partwright.design_engine.run import ActiveRun, Ending, RunFinished, StageFailed
from partwright.design_engine.solids import artifact_updates
from partwright.design_engine.solids.composing import Asked, Composing, composed_ahead
from partwright.design_engine.solids.drafted_tree import (
    DraftedTree,
    PartFile,
    as_placed,
    kernel_tree,
    placements_of,
)
from partwright.design_engine.solids.file_output import (
    GLB,
    STEP,
    SVG,
    ItemsBranch,
    OutputFile,
    attach_outputs,
    branch_of_items,
    fetch,
)
from partwright.design_engine.solids.motions import motions_of
from partwright.design_engine.solids.prepared_files import with_prepared
from partwright.design_engine.solids.progress import ResultProgress
from partwright.drafter import layout
from partwright.drafter.drafts import (
    AssemblyComposition,
    BomNodeDraft,
    DraftInterference,
)
from partwright.drafter.structures.unknown_products import NOT_KNOWN, is_a_heap
from partwright.kit.contents import ContentStore
from partwright.kit.errors import NotFound
from partwright.kit.errors import Refusal as Refused

TOOL = "compose_assembly"
NOTHING = "none of its parts has a solid"


class AssemblyMaking:
    """The stage assembly_composition."""

    def __init__(self, pool: KernelPool, store: ContentStore) -> None:
        self._pool = pool
        self._store = store

    async def __call__(self, running: ActiveRun) -> Ending:
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="partwright-cad-")
        try:
            return await self._all(running, Path(folder))
        except KernelMissing as missing:
            raise StageFailed(missing.message) from missing
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _all(self, running: ActiveRun, folder: Path) -> Ending:
        artifacts = (await running.session()).artifacts
        scene = await self._scene(running, artifacts, folder)
        assemblies = [node for node in artifacts.nodes() if node.children]
        if not running.order.run.restarts:
            assemblies = [node for node in assemblies if not _is_composed(node)]
        assemblies.reverse()
        await _begin(running, assemblies)
        telling = ResultProgress(running, TOOL, len(assemblies))
        statuses: list[str] = []
        async with composed_ahead(self._pool, await _asked(assemblies, scene)) as composing:
            for node in assemblies:
                values, artifacts = await self._compose(running, scene, node, composing)
                args = {"tempId": node.temp_id, "name": node.name}
                await telling.result(args, values, artifacts)
                statuses.append(values["status"])
        moved = await self._moved(artifacts, scene, assemblies)
        after = await running.change(
            lambda now: with_whole_judged(artifact_updates.with_compositions(now, moved))
        )
        if after != artifacts:
            await running.tell_changes(after, "bom")
        else:
            await telling.end(artifacts)
        composed = statuses.count("complete")
        if assemblies and scene.nothing == NOT_KNOWN:
            return RunFinished(f"No assembly is shown: {NOT_KNOWN}")
        if assemblies and not composed:
            raise StageFailed("No assembly could be composed; see the nodes for the reasons")
        return RunFinished(f"{composed} of {len(assemblies)} assemblies composed")

    async def _moved(
        self, artifacts: Artifacts, scene: DraftedTree, assemblies: Sequence[BomNodeDraft]
    ) -> dict[str, dict[str, Any]]:
        """The updates of the assemblies that were composed, with the outcome of their joints."""
        found: dict[str, dict[str, Any]] = {}
        if artifacts.bom is None:
            return found
        root, ids = artifacts.bom.root_assembly, {node.temp_id for node in assemblies}
        for node in root.walk():
            if node.temp_id in ids and _is_composed(node):
                motions = await motions_of(self._pool, root, node, scene.paths)
                found[node.temp_id] = {"motions": motions}
        return found

    async def _scene(self, running: ActiveRun, artifacts: Artifacts, folder: Path) -> DraftedTree:
        result = artifacts.materialization_result
        if artifacts.bom is None or result is None:
            raise StageFailed("The drafts have not become items yet")
        place = await branch_of_items(running.database, result.eco_id, result.design_id)
        paths, lost = await self._solids(running, artifacts, place, folder)
        drafted = artifacts.bom.root_assembly
        root = as_placed(drafted, paths, layout.known_dimensions(drafted))
        heap = is_a_heap(drafted)
        paths = paths if heap else await with_prepared(self._pool, paths, folder)
        arrangements = {} if heap else await asyncio.to_thread(arrange_all, root)
        items = {
            temp_id: item
            for item in result.created_items
            for temp_id in item.temp_ids or (item.temp_id,)
        }
        nothing = NOT_KNOWN if heap else NOTHING
        return DraftedTree(place, folder, paths, lost, arrangements, items, nothing, root.temp_id)

    async def _solids(
        self, running: ActiveRun, artifacts: Artifacts, place: ItemsBranch, folder: Path
    ) -> tuple[dict[str, PartFile], dict[str, str]]:
        """The parts' files by tempId, and why there is none for others."""
        paths: dict[str, PartFile] = {}
        lost: dict[str, str] = {}
        kept: dict[str, str | None] = {}
        for node in artifacts.nodes():
            cad = node.cad_generation
            if node.children:
                continue
            if cad is None or cad.status != "complete" or not cad.step_file_id:
                why = None if cad is None else cad.error
                lost[node.temp_id] = f"{node.name} is left out: {why or 'it has not been made'}"
                continue
            if cad.step_file_id not in kept:
                target = folder / f"{len(kept)}.step"
                kept[cad.step_file_id] = await self._fetched(
                    running, cad.step_file_id, place, target
                )
            path = kept[cad.step_file_id]
            if path is None:
                lost[node.temp_id] = f"{node.name} is left out: its STEP file is missing"
            else:
                paths[node.temp_id] = PartFile(path)
        return paths, lost

    async def _fetched(
        self, running: ActiveRun, file_id: str, place: ItemsBranch, target: Path
    ) -> str | None:
        try:
            await fetch(
                running.database, running.actor, self._store, file_id, place=place, to=target
            )
        except NotFound:
            return None
        return str(target)

    async def _compose(
        self, running: ActiveRun, scene: DraftedTree, node: BomNodeDraft, composing: Composing
    ) -> tuple[dict[str, Any], Artifacts]:
        """One assembly, with all that stands below it; what it came to."""
        arrangement = scene.arrangements.get(node.temp_id)
        if arrangement is None:
            return await _recorded(running, node, _without("skipped", scene.nothing))
        item = scene.items.get(node.temp_id)
        if item is None:
            return await _recorded(
                running, node, _without("skipped", "the assembly was there before")
            )
        try:
            composed, overlaps = await composing(node.temp_id)
            if composed.faults:
                return await _recorded(
                    running, node, _without("failed", "; ".join(composed.faults))
                )
            values = _arranged(node, scene, arrangement, overlaps)
            values["bounding_box_mm"] = composed.bounds.size

            def record(now: Artifacts, ids: Sequence[str]) -> Artifacts:
                values.update(zip(_FILES, ids, strict=True))
                return _marked(now, node, values)

            artifacts = await attach_outputs(
                running,
                self._store,
                item.item_id,
                _outputs(node, item.item_number, composed),
                place=scene.place,
                message=f"Assembly of {node.name}"[:500],
                record=record,
            )
        except (JobFailed, Refused) as failed:
            return await _recorded(running, node, _without("failed", failed.message))
        return values, artifacts


_FILES = ("step_file_id", "glb_file_id", "exploded_view_file_id")


def _arranged(
    node: BomNodeDraft, scene: DraftedTree, arrangement: Arrangement, overlaps: OverlapReport
) -> dict[str, Any]:
    """The report on an assembly: what stands where, shares space, or is left out."""
    unchecked = [f"{a} and {b} could not be checked" for a, b in overlaps.unchecked]
    lost = [scene.lost[child.temp_id] for child in node.children if child.temp_id in scene.lost]
    lost += [
        f"{child.name} is left out: the layout has no place for it"
        for child in node.children
        if child.temp_id in scene.paths and not layout.is_placed(node, child.temp_id)
    ]
    return {
        "status": "complete",
        "error": None,
        "placements": placements_of(node, arrangement),
        "islands": overlaps.islands,
        "interferences": tuple(
            DraftInterference(a=one.a, b=one.b, volume_mm3=one.volume_mm3, kind=one.verdict)
            for one in judge(overlaps.overlaps, arrangement.fits)
        ),
        "notes": (*arrangement.notes, *lost, *unchecked),
    }


async def _asked(assemblies: Sequence[BomNodeDraft], scene: DraftedTree) -> dict[str, Asked]:
    """The kernel's jobs for each assembly that has parts with a place, and an item."""
    asked: dict[str, Asked] = {}
    for node in assemblies:
        if node.temp_id in scene.arrangements and node.temp_id in scene.items:
            tree = kernel_tree(node, scene)
            folder = await asyncio.to_thread(tempfile.mkdtemp, dir=scene.folder)
            asked[node.temp_id] = ComposeAssembly(tree, folder), scene.check(tree)
    return asked


def _without(status: str, error: str) -> dict[str, Any]:
    return {"status": status, "error": error}


async def _recorded(
    running: ActiveRun, node: BomNodeDraft, values: dict[str, Any]
) -> tuple[dict[str, Any], Artifacts]:
    return values, await running.change(lambda now: _marked(now, node, values))


def _marked(now: Artifacts, node: BomNodeDraft, values: dict[str, Any]) -> Artifacts:
    return artifact_updates.composed(
        now, node.temp_id, values, artifact_updates.pins(node.assembly_composition)
    )


def _is_composed(node: BomNodeDraft) -> bool:
    composition = node.assembly_composition
    return composition is not None and composition.status == "complete"


async def _begin(running: ActiveRun, assemblies: list[BomNodeDraft]) -> None:
    composing = {"status": "composing", "error": None}
    changes = {node.temp_id: composing for node in assemblies}
    after = await running.change(lambda now: artifact_updates.with_compositions(now, changes))
    await running.tell_changes(after, "bom")


def _outputs(node: BomNodeDraft, number: str, composed: ComposedAssembly) -> list[OutputFile]:
    was = node.assembly_composition or AssemblyComposition()
    return [
        OutputFile(
            composed.files.step,
            f"{number}.step",
            STEP,
            "Assembly, composed by the design engine",
            was.step_file_id,
        ),
        OutputFile(composed.files.glb, f"{number}.glb", GLB, "Mesh for viewers", was.glb_file_id),
        OutputFile(
            composed.exploded_svg,
            f"{number}-exploded.svg",
            SVG,
            "Exploded view",
            was.exploded_view_file_id,
        ),
    ]
