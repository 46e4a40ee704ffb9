"""A design drawn from its drafted parts: nothing is made, nothing is kept but picture and mesh."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from partwright.cad import materials
from partwright.cad.job_protocol import JobRefused
from partwright.cad.job_types import (
    BodyOverlap,
    DesignBody,
    DrawDesign,
    DrawnDesign,
)
from partwright.cad.kernel import interference, measure, mesh, occ, picture
from partwright.cad.kernel.assembly import transformation
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.guarded_model import GuardedModel, ProcessorTime
from partwright.cad.kernel.occ import Shape
from partwright.cad.kernel.parts.build import build
from partwright.cad.model import PartSpec
from partwright.kit.units import KG_PER_MM3

_PAIR_SECONDS = 2.0


class _Standing(NamedTuple):
    """One instance of a part where it stands."""

    key: str
    shape: Shape


def draw(job: DrawDesign) -> DrawnDesign:
    """Draw the design; JobRefused where nothing of it can be built."""
    document = StepDocument()
    root = document.add_assembly(job.name)
    standing: list[_Standing] = []
    failed: list[str] = []
    mass = 0.0
    for body in job.bodies:
        try:
            shape = build(body.spec)
        except JobRefused:
            failed.append(body.key)
            continue
        mass += len(body.placements) * _mass(body.spec, shape)
        standing += _placed(document, root, body, shape)
    document.finish()
    if not standing:
        raise JobRefused("none of its parts has a form and a place")
    whole = document.shape_of(root)
    box = measure.bounds(whole)
    if box is None:
        raise JobRefused("there is nothing in it")
    files = [Path(job.folder) / f"{job.stem}.{kind}" for kind in ("png", "glb")]
    mesh.write_glb(document, whole, files[1])
    picture.draw_document(document, files[0], job.eye)
    return DrawnDesign(
        png=str(files[0]),
        glb=str(files[1]),
        bounds=box,
        mass_kg=mass,
        overlaps=tuple(_overlaps(standing, within=ProcessorTime(job.seconds))),
        failed=tuple(failed),
    )


def _mass(spec: PartSpec, shape: Shape) -> float:
    density = materials.of(spec.material, spec.method).density
    return measure.bulk(shape).volume * density * KG_PER_MM3


def _placed(
    document: StepDocument, root: occ.Label, body: DesignBody, shape: Shape
) -> Iterator[_Standing]:
    material = materials.of(body.spec.material, body.spec.method)
    product = document.add_part(shape, body.spec.name, material.colour)
    for number, placement in enumerate(body.placements, 1):
        where = transformation(placement)
        document.use(root, product, where, f"{body.spec.name} #{number}")
        yield _Standing(f"{body.key}#{number}", shape.Moved(occ.TopLoc.TopLoc_Location(where)))


def _overlaps(standing: list[_Standing], *, within: ProcessorTime) -> Iterator[BodyOverlap]:
    """The pairs that share space, as far as the time reaches."""
    bodies = [interference.solids(one.shape) for one in standing]
    pairs = [
        (a, b)
        for a, b in combinations(range(len(bodies)), 2)
        if interference.are_near(bodies[a], bodies[b])
    ]
    share = interference.SharedVolumes()
    work = GuardedModel(lambda n: share(*(bodies[body] for body in pairs[n])), len(pairs))
    for number, volume in work.results(seconds=_PAIR_SECONDS, within=within):
        if volume is not None and volume >= interference.LEAST:
            a, b = (standing[body].key for body in pairs[number])
            yield BodyOverlap(a, b, volume)
