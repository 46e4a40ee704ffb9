"""Any STEP file looked into: its products, what they measure, and pictures of it."""

from pathlib import Path
from typing import Any

from partwright.cad.assembly.motion import RigidMotion, to_placement
from partwright.cad.job_protocol import JobRefused
from partwright.cad.job_types import (
    BodyPlacement,
    InspectedProduct,
    InspectStep,
    OutputFiles,
    ProductUse,
    StepInspection,
)
from partwright.cad.kernel import drawing, measure, mesh, occ, step
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.occ import Label, Shape
from partwright.kit.units import KG_PER_MM3


def inspect(job: InspectStep) -> StepInspection:
    """Read what a STEP file holds; JobRefused for one that is not STEP, or damaged, or empty."""
    document = step.read(Path(job.path))
    shape = step.whole(document)
    if not occ.explore(shape, occ.FACE):
        raise JobRefused("the STEP file does not contain a shape")
    files = _draw(document, shape, job) if job.folder else OutputFiles()
    box = measure.bounds(shape)
    assert box is not None
    bulk = measure.bulk(shape)
    products, roots = _Products(document).all()
    return StepInspection(
        products=products,
        roots=roots,
        solids=len(occ.explore(shape, occ.SOLID)),
        volume_mm3=bulk.volume,
        mass_kg=bulk.volume * job.density * KG_PER_MM3,
        centre_mm=bulk.centre,
        inertia_mm5=bulk.inertia,
        bounds=box,
        faults=tuple(measure.faults(shape)),
        files=files,
    )


def _draw(document: StepDocument, shape: Shape, job: InspectStep) -> OutputFiles:
    folder = Path(job.folder)
    glb, svg = folder / f"{job.stem}.glb", folder / f"{job.stem}.svg"
    mesh.write_glb(document, shape, glb)
    drawing.write_svg(shape, svg)
    return OutputFiles(glb=str(glb), svg=str(svg))


class _Products:
    """The distinct products of a document, numbered as they are met from the roots down."""

    def __init__(self, document: StepDocument) -> None:
        self._document = document
        self._numbers: dict[str, int] = {}
        self._found: list[InspectedProduct] = []

    def all(self) -> tuple[tuple[InspectedProduct, ...], tuple[int, ...]]:
        roots = tuple(self._number(root) for root in self._document.roots())
        return tuple(self._found), roots

    def _number(self, label: Label) -> int:
        entry = occ.entry(label)
        if entry not in self._numbers:
            number = self._numbers[entry] = len(self._found)
            self._found.append(InspectedProduct(""))
            self._found[number] = self._product(label)
        return self._numbers[entry]

    def _product(self, label: Label) -> InspectedProduct:
        name = self._document.name_of(label)
        if self._document.is_assembly(label):
            return InspectedProduct(
                name, tuple(self._use(use) for use in self._document.uses(label))
            )
        solids = occ.explore(self._document.shape_of(label), occ.SOLID)
        return InspectedProduct(
            name, solid_volumes_mm3=tuple(measure.volume(one) for one in solids)
        )

    def _use(self, use: Label) -> ProductUse:
        product = self._number(self._document.product_of(use))
        name = self._document.name_of(use)
        return ProductUse(product, name, placement_of(self._document.location_of(use)))


def placement_of(location: Any) -> BodyPlacement:
    """A `TopLoc_Location` as it is told to others."""
    t = location.Transformation()
    rows = tuple(tuple(t.Value(row, column) for column in (1, 2, 3)) for row in (1, 2, 3))
    translation = (t.Value(1, 4), t.Value(2, 4), t.Value(3, 4))
    return to_placement(RigidMotion(rows, translation))  # type: ignore[arg-type]
