"""The solids that reused parts have already: taken into the assembly as they are."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from partwright.cad import materials
from partwright.cad.language import interfaces, volumes
from partwright.cad.model import NotDrawn, PartSpec
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.run import ActiveRun
from partwright.design_engine.solids.file_output import ItemsBranch
from partwright.design_engine.solids.specs import PartToMake, figures_of, specs_of
from partwright.drafter.drafts import BomNodeDraft
from partwright.kit.ids import ItemId
from partwright.kit.units import KG_PER_MM3
from partwright.vault import access as file_access
from partwright.vault.list_queries import list_files_of_items
from partwright.vault.model import ItemFile, is_step


async def solids_of_reused(
    running: ActiveRun, artifacts: Artifacts, place: ItemsBranch
) -> Mapping[str, Mapping[str, Any]]:
    """By tempId what a reused part's node says of the STEP file that its item has.

    A part whose form nobody knows cannot be placed; one whose item has no STEP file is not seen.
    """
    nodes = [node for node in artifacts.nodes() if _is_reused(node)]
    if not nodes:
        return {}
    ids = list(dict.fromkeys(ItemId(node.existing_item_id or "") for node in nodes))
    async with running.database.snapshot() as snapshot:
        view = await file_access.view_on_branch(snapshot, running.actor, place.branch_id)
        files = await list_files_of_items(snapshot, running.actor, ids, view)
    steps = {str(file.item.item_id): file for file in sorted(files, key=_precedence)}
    parts = [PartToMake(node, (node.temp_id,), node.existing_item_id or "", "") for node in nodes]
    forms = await asyncio.to_thread(specs_of, artifacts, parts)
    return _values(parts, forms, steps)


def _is_reused(node: BomNodeDraft) -> bool:
    return not node.children and not node.is_new and node.existing_item_id is not None


def _precedence(file: ItemFile) -> tuple[bool, bool, str]:
    """The last is taken: a STEP file, the primary one, the newest."""
    return (is_step(file.name), file.is_primary, str(file.id))


def _values(
    parts: Sequence[PartToMake],
    forms: Sequence[PartSpec | NotDrawn],
    steps: Mapping[str, ItemFile],
) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for part, form in zip(parts, forms, strict=True):
        file = steps.get(part.item_id)
        if isinstance(form, NotDrawn) or file is None or not is_step(file.name):
            continue
        volume = volumes.volume(form)
        density = materials.of(form.material, form.method).density
        found[part.node.temp_id] = {
            "status": "complete",
            "error": None,
            "method": form.method,
            "parameters": figures_of(form),
            "step_file_id": str(file.id),
            "volume_mm3": volume,
            "mass_kg": volume * density * KG_PER_MM3,
            "bounding_box_mm": interfaces.bounding_box(form).size,
            "notes": f"Reused with the solid of {file.item.item_number}",
        }
    return found
