"""Technical drawings of what a session has made: three views, dimensions, a title block."""

import asyncio
import hashlib
import math
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, NamedTuple

from partwright.cad.job_protocol import JobFailed, KernelMissing
from partwright.cad.job_types import DRAW_SHEET, DrawnSheetFiles, DrawSheet
from partwright.cad.language import interfaces
from partwright.cad.language.flat import flat
from partwright.cad.language.standards import tables
from partwright.cad.model import Interface, PartSpec
from partwright.cad.sheets.model import HoleNote, ListedChild, SheetTitle
from partwright.cad.workers import KernelPool
from partwright.design_engine import access, preview
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.solids.file_output import ItemsBranch, branch_of_items, fetch
from partwright.design_engine.solids.specs import spec_as_made
from partwright.drafter.drafts import BomNodeDraft
from partwright.identity.model import Actor
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.kit.errors import NotFound, UnprocessableInput
from partwright.kit.ids import SessionId

_TURNED: Final = frozenset(
    {"rod", "tube", "shaft", "bushing", "disc", "ring", "flange", "cone", "dome", "cup", "gear"}
)
_GEARED: Final = {"gear": "external teeth", "ring_gear": "internal teeth"}
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
    cad = node.cad_generation
    spec = None if node.children else spec_as_made(node)
    return SheetTitle(
        name=node.name,
        number=number,
        material=node.material or "",
        mass_kg=None if cad is None else cad.mass_kg,
        revision="-",
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        shows_hidden=spec is not None and spec.method not in _GEARED,
        is_round=spec is not None and spec.method in _TURNED,
        holes=() if spec is None else tuple(hole_notes(spec, node.rationale)),
        notes=() if spec is None else tuple(_notes(spec)),
        parts=tuple(
            ListedChild(f"{child.quantity:g}", child.name, child.material or "")
            for child in node.children
        ),
    )


_CORE: Final = re.compile(r"\bM(\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))? is drawn as its core hole\b")


def _threads_by_core(rationale: str) -> Mapping[float, str]:
    """The threads that a part has as holes of their cores, by the diameters of those."""
    return {
        round(float(one[1]) - float(one[2]), 2)
        if one[2]
        else tables.tapping_hole(float(one[1])): one.group().partition(" is ")[0]
        for one in _CORE.finditer(rationale)
    }


def hole_notes(spec: PartSpec, rationale: str = "") -> Iterator[HoleNote]:
    """One note for each pattern of equal holes, the words as ISO 129 has them; tapped ones by their thread."""
    threads = _threads_by_core(rationale)
    patterns: dict[str, list[Interface]] = {}
    for one in interfaces.connections(spec).interfaces:
        if one.kind in ("hole", "bore"):
            patterns.setdefault(one.pattern or _alike(one, patterns), []).append(one)
    given = {made.name: made.parameters for made in spec.operations}
    for name, holes in patterns.items():
        first, *others = holes
        figures = given.get(name, {})
        circle = figures.get("circle_diameter", 0.0)
        if not circle and spec.method in _TURNED:
            circle = _circle_of_holes(holes)
        yield HoleNote(
            first.position,
            first.axis,
            _words(holes, figures, circle, threads.get(round(first.diameter, 2), "")),
            diameter=first.diameter,
            others=tuple(one.position for one in others),
            circle=circle,
        )


def _alike(one: Interface, patterns: Mapping[str, Sequence[Interface]]) -> str:
    """The name of a single hole: that of an equal one in line with it, or its own."""
    for name, (first, *_) in patterns.items():
        is_equal = (first.axis, first.diameter, first.length) == (one.axis, one.diameter, one.length)  # fmt: skip
        apart = sum(abs(a - b) > _SAME for a, b in zip(first.position, one.position, strict=True))
        if is_equal and not first.pattern and apart == 1:
            return name
    return one.name


_SAME: Final = 1e-3


def _circle_of_holes(holes: Sequence[Interface]) -> float:
    """The diameter of the circle that three holes or more stand on; 0 where there is none."""
    if len(holes) < _ON_CIRCLE:
        return 0.0
    middle = [sum(one.position[way] for one in holes) / len(holes) for way in range(3)]
    radii = [math.dist(middle, one.position) for one in holes]
    return round(2 * radii[0], 3) if max(radii) - min(radii) < _SAME else 0.0


_ON_CIRCLE: Final = 3


def _spacing(holes: Sequence[Interface], circle: float) -> str:
    """The distances of the holes of a pattern: on a circle, or along each side of a grid."""
    if circle:
        return f" on Ø{circle:.5g}"
    sides: list[float] = []
    for way in range(3):
        places = sorted({round(one.position[way], 3) for one in holes})
        steps = {round(b - a, 2) for a, b in pairwise(places)}
        if len(steps) > 1:
            return ""
        sides += steps
    told = " x ".join(f"{one:.5g}" for one in sides)
    return f", {told} apart" if told else ""


def _words(
    holes: Sequence[Interface], given: Mapping[str, float], circle: float, thread: str
) -> str:
    first = holes[0]
    told = f"{len(holes)} x " if len(holes) > 1 else ""
    told += thread or f"Ø{first.diameter:.4g}"
    told += " through" if first.through else f" deep {first.length:.4g}"
    if sink := given.get("countersink_diameter"):
        told += f", countersunk Ø{sink:.4g} x 90°"
    if bore := given.get("counterbore_diameter"):
        told += f", counterbored Ø{bore:.4g} deep {given.get('counterbore_depth', 0):.4g}"
    return told + _spacing(holes, circle)


_TOLD: Final = ("thickness", "wall", "corner_radius", "inner_radius", "bend_radius")
"""Figures that the overall sizes do not tell."""


_WORKED: Final = {
    "groove": (
        "groove {width} wide, {depth} deep, its middle {z} from the lower end",
        {"width", "depth", "z"},
    ),
    "spline": ("{count} splines {width} wide, {depth} deep", {"count", "width", "depth"}),
    "keyway": (
        "keyway {width} x {length}, its middle {z} from the lower end",
        {"width", "length", "z"},
    ),
    "slot": ("slot {width} x {length}", {"width", "length"}),
    "slot_grid": ("slots {width} x {length}", {"width", "length"}),
    "pocket": ("cutout {length} x {width}", {"width", "length"}),
    "chamfer": ("chamfer {size} x 45°", {"size"}),
    "fillet": ("fillet R{radius}", {"radius"}),
}
"""Words of what is worked into a part, and the figures they need."""


def _notes(spec: PartSpec) -> Iterator[str]:
    """The notes on what the dimensions of the views do not tell."""
    figures = flat(spec)
    told = [
        f"{name.replace('_', ' ')} {figures[name]:.4g} mm" for name in _TOLD if figures.get(name)
    ]
    if told:
        yield ", ".join(told)
    if spec.method == "shaft":
        yield from _steps_of_shaft(figures)
    for made in spec.operations:
        words = _WORKED.get(made.kind)
        if words and made.parameters.keys() >= words[1]:
            yield words[0].format(**{n: f"{v:.5g}" for n, v in made.parameters.items()})
    teeth = _GEARED.get(spec.method)
    if teeth:
        yield (
            f"{figures.get('teeth', 0):g} {teeth}, module {figures.get('module', 0):g} mm,"
            f" pressure angle {figures.get('pressure_angle', 20):g}°"
        )


def _steps_of_shaft(figures: Mapping[str, float]) -> Iterator[str]:
    """The steps of a shaft that has more than one, from its lower end up."""
    across = sorted(
        (int(name.rpartition("_")[2]), value)
        for name, value in figures.items()
        if name.startswith("diameter_") and figures.get(name.replace("diameter", "length"))
    )
    if len(across) > 1:
        told = (f"Ø{wide:.5g} x {figures[f'length_{at}']:.5g}" for at, wide in across)
        yield f"steps from the lower end: {', '.join(told)}"
