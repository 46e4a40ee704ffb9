"""Technical drawings of what a session has made: three views, dimensions, a title block."""

import asyncio
import hashlib
import shutil
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, NamedTuple

from partwright.cad.job_protocol import JobFailed, KernelMissing
from partwright.cad.job_types import DRAW_SHEET, DrawnSheetFiles, DrawSheet
from partwright.cad.sheets.model import USUAL_SURFACE, ListedChild, SheetTitle
from partwright.cad.workers import KernelPool
from partwright.design_engine import access, preview
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.drawing_notes import GEARED, hole_notes, notes_of, section_note
from partwright.design_engine.drawing_threads import roughness_in
from partwright.design_engine.drawing_turned import (
    diameter_of,
    flats_of,
    is_round,
    is_worked_above,
    lies,
    step_notes,
    worked_notes,
)
from partwright.design_engine.solids.file_output import ItemsBranch, branch_of_items, fetch
from partwright.design_engine.solids.specs import spec_as_made
from partwright.drafter.drafts import BomNodeDraft
from partwright.identity.model import Actor
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.kit.errors import NotFound, UnprocessableInput
from partwright.kit.ids import SessionId

SheetFormat = Literal["svg", "pdf"]
PreviewFormat = Literal["png", "glb"]
_MEDIA_TYPES: Final[Mapping[SheetFormat, str]] = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
}


class DrawingDesk(NamedTuple):
    """Place of drawings, their source, and the person they are for."""

    pool: KernelPool
    database: Database
    contents: ContentStore
    actor: Actor

    async def artifacts(self, session_id: SessionId) -> Artifacts:
        """Of a session that the actor may read."""
        async with self.database.single_reads() as reads:
            return (await access.session(reads, self.actor, session_id)).artifacts


class ShownFile(NamedTuple):
    """A file that is made for one answer and kept nowhere."""

    data: bytes
    media_type: str

    @property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.data).hexdigest()}"'


async def shown_preview(
    desk: DrawingDesk, session_id: SessionId, *, form: PreviewFormat, view: str
) -> ShownFile:
    """The drafted structure of a session as picture or model."""
    drawn = await preview.preview(desk.pool, await desk.artifacts(session_id), view)
    if form == "png":
        return ShownFile(drawn.png, "image/png")
    return ShownFile(drawn.glb, "model/gltf-binary")


async def shown_drawing(
    desk: DrawingDesk, session_id: SessionId, temp_id: str, form: SheetFormat
) -> ShownFile:
    """The drawing of a node that has a solid; NotFound or UnprocessableInput says why there is none."""
    artifacts = await desk.artifacts(session_id)
    node = next((one for one in artifacts.nodes() if one.temp_id == temp_id), None)
    if node is None:
        raise NotFound.of("Node", temp_id)
    made = node.assembly_composition if node.children else node.cad_generation
    file_id = None if made is None else made.step_file_id
    if file_id is None:
        raise UnprocessableInput(f"{node.name} has no solid yet; a drawing needs one")
    folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="partwright-drawing-")
    try:
        drawn = await _drawn(desk, artifacts, node, file_id, Path(folder))
        data = await asyncio.to_thread(Path(getattr(drawn, form)).read_bytes)
    except (JobFailed, KernelMissing) as failed:
        raise UnprocessableInput(f"It cannot be drawn: {failed.message}") from failed
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
    return ShownFile(data, _MEDIA_TYPES[form])


async def _drawn(
    desk: DrawingDesk, artifacts: Artifacts, node: BomNodeDraft, file_id: str, folder: Path
) -> DrawnSheetFiles:
    step = folder / "whole.step"
    result = artifacts.materialization_result
    place = ItemsBranch(None)
    if result is not None:
        place = await branch_of_items(desk.database, result.eco_id, result.design_id)
    await fetch(desk.database, desk.actor, desk.contents, file_id, place=place, to=step)
    title = await asyncio.to_thread(_title, artifacts, node)
    return await desk.pool.run(DRAW_SHEET, DrawSheet(str(step), str(folder), title))


def _title(artifacts: Artifacts, node: BomNodeDraft) -> SheetTitle:
    result = artifacts.materialization_result
    items = result.created_items if result is not None else ()
    number = next(
        (item.item_number for item in items if node.temp_id in (item.temp_ids or (item.temp_id,))),
        "",
    )
    spec = None if node.children else spec_as_made(node)
    return SheetTitle(
        name=node.name,
        number=number,
        material=node.material or "",
        mass_kg=_mass_of(node),
        revision="-",
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        shows_hidden=spec is not None and spec.method not in GEARED,
        is_round=spec is not None and is_round(spec),
        lies=spec is not None and lies(spec),
        is_worked_above=spec is not None and is_worked_above(spec),
        diameter=0.0 if spec is None else diameter_of(spec),
        flats=0.0 if spec is None else flats_of(spec),
        holes=() if spec is None else tuple(hole_notes(spec, node.rationale)),
        notes=() if spec is None else tuple(notes_of(spec, node.rationale)),
        steps=() if spec is None else tuple(step_notes(spec, node.rationale)),
        worked=() if spec is None else tuple(worked_notes(spec)),
        surface=(roughness_in(artifacts.description) if spec is not None else "") or USUAL_SURFACE,
        section=None if spec is None else section_note(spec),
        parts=tuple(
            ListedChild(f"{child.quantity:g}", child.name, child.material or "")
            for child in node.children
        ),
    )


def _mass_of(node: BomNodeDraft) -> float | None:
    """In kilograms, of an assembly the sum; None where the solid of a part of it is missing."""
    if not node.children:
        return None if node.cad_generation is None else node.cad_generation.mass_kg
    found = [(_mass_of(child), float(child.quantity)) for child in node.children]
    known = [mass * quantity for mass, quantity in found if mass is not None]
    return sum(known) if len(known) == len(found) else None
