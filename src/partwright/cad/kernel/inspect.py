"""Any STEP file looked into: its products, what they measure, and pictures of it."""

from pathlib import Path
from typing import Any

from partwright.cad.assembly.motion import Motion, to_placement
from partwright.cad.jobs import JobRefused
from partwright.cad.kernel import drawing, measure, mesh, occ, step
from partwright.cad.kernel.document import Document
from partwright.cad.kernel.occ import Label, Shape
from partwright.cad.work import KG_PER_MM3, Files, Inspect, Inspection, Placement, Product, Use


def inspect(job: Inspect) -> Inspection:
    """What the file holds; JobRefused for what is no STEP file, or damaged, or empty."""
    document = step.read(Path(job.path))
    shape = step.whole(document)
    if not occ.explore(shape, occ.FACE):
        raise JobRefused("the STEP file holds no shape")
    files = _draw(document, shape, job) if job.folder else Files()
    box = measure.bounds(shape)
    assert box is not None
    bulk = measure.bulk(shape)
    products, roots = _Products(document).all()
    return Inspection(
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


def _draw(document: Document, shape: Shape, job: Inspect) -> Files:
    folder = Path(job.folder)
    glb, svg = folder / f"{job.stem}.glb", folder / f"{job.stem}.svg"
    mesh.triangulate(shape)
    mesh.write_glb(document, glb)
    drawing.write_svg(shape, svg)
    return Files(glb=str(glb), svg=str(svg))


class _Products:
    """The distinct products of a document, numbered as they are met from the roots down."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._numbers: dict[str, int] = {}
        self._found: list[Product] = []

    def all(self) -> tuple[tuple[Product, ...], tuple[int, ...]]:
        roots = tuple(self._number(root) for root in self._document.roots())
        return tuple(self._found), roots

    def _number(self, label: Label) -> int:
        entry = occ.entry(label)
        if entry not in self._numbers:
            number = self._numbers[entry] = len(self._found)
            self._found.append(Product(""))
            self._found[number] = self._product(label)
        return self._numbers[entry]

    def _product(self, label: Label) -> Product:
        name = self._document.name_of(label)
        if self._document.is_assembly(label):
            return Product(name, tuple(self._use(use) for use in self._document.uses(label)))
        solids = occ.explore(self._document.shape_of(label), occ.SOLID)
        return Product(name, solid_volumes_mm3=tuple(measure.bulk(one).volume for one in solids))

    def _use(self, use: Label) -> Use:
        product = self._number(self._document.product_of(use))
        name = self._document.name_of(use)
        return Use(product, name, placement_of(self._document.location_of(use)))


def placement_of(location: Any) -> Placement:
    """A `TopLoc_Location` as it is told to others."""
    t = location.Transformation()
    rows = tuple(tuple(t.Value(row, column) for column in (1, 2, 3)) for row in (1, 2, 3))
    translation = (t.Value(1, 4), t.Value(2, 4), t.Value(3, 4))
    return to_placement(Motion(rows, translation))  # type: ignore[arg-type]
