"""A drafted design as it will look, before items or solids are made of it."""

import asyncio
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from partwright.cad.assembly.motion import to_placement
from partwright.cad.job_protocol import JobFailed, KernelMissing
from partwright.cad.job_types import DRAW_DESIGN, BodyOverlap, DesignBody, DrawDesign
from partwright.cad.model import PartSpec, Vector
from partwright.cad.workers import KernelPool
from partwright.design_engine.artifacts import Artifacts
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.layout_expressions import ExpressionProblem
from partwright.drafter.structures.placed_parts import placed_parts
from partwright.kit.errors import UnprocessableInput

MOST_BODIES: Final = 400
_EYES: Final[Mapping[str, Vector]] = {
    "iso": (1.0, -1.4, 1.1), "front": (0.0, -1.0, 0.0), "right": (1.0, 0.0, 0.0),
    "back": (0.0, 1.0, 0.0), "left": (-1.0, 0.0, 0.0), "top": (0.0, 0.0, 1.0),
}  # fmt: skip
VIEWS: Final = tuple(_EYES)


class DesignPreview(msgspec.Struct, frozen=True):
    """Picture and mesh of a drafted design, and what was measured in drawing it."""

    png: bytes
    glb: bytes
    box_mm: Vector
    mass_kg: float
    overlaps: tuple[BodyOverlap, ...]
    failed: tuple[str, ...]


async def preview(pool: KernelPool, artifacts: Artifacts, view: str = "iso") -> DesignPreview:
    """Draw the structure as its forms and layouts stand; UnprocessableInput where nothing does."""
    bodies = await asyncio.to_thread(_bodies, artifacts)
    if not bodies:
        raise UnprocessableInput("No part of the structure has a form and a place yet")
    folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="partwright-preview-")
    try:
        name = artifacts.bom.root_assembly.name if artifacts.bom is not None else "Design"
        job = DrawDesign(tuple(bodies), folder, name=name, eye=_EYES[view])
        drawn = await pool.run(DRAW_DESIGN, job)
        return DesignPreview(
            png=await asyncio.to_thread(Path(drawn.png).read_bytes),
            glb=await asyncio.to_thread(Path(drawn.glb).read_bytes),
            box_mm=drawn.bounds.size,
            mass_kg=drawn.mass_kg,
            overlaps=drawn.overlaps,
            failed=drawn.failed,
        )
    except (JobFailed, KernelMissing) as failed:
        raise UnprocessableInput(f"The preview cannot be drawn: {failed.message}") from failed
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _bodies(artifacts: Artifacts) -> Sequence[DesignBody]:
    """Every part with a form and places, as many as may be drawn together."""
    if artifacts.bom is None:
        return []
    root = artifacts.bom.root_assembly
    nodes = {node.temp_id: node for node in root.walk()}
    try:
        names = layout.dimensions_below(root)
    except ExpressionProblem:
        return []
    found: dict[str, list[int]] = {}
    parts = placed_parts(root)[:MOST_BODIES]
    places = [to_placement(part.stands) for part in parts]
    for number, part in enumerate(parts):
        found.setdefault(part.temp_id, []).append(number)
    return [
        DesignBody(temp_id, spec, tuple(places[number] for number in numbers))
        for temp_id, numbers in found.items()
        if (spec := _spec(nodes[temp_id], names[temp_id])) is not None
    ]


def _spec(node: BomNodeDraft, names: Mapping[str, float]) -> PartSpec | None:
    if node.form is None:
        return None
    return layout.spec_of_form(node.name, node.form, names, node.material)
