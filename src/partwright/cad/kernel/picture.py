"""A shaded picture of the products of a STEP file, each in its colour, as PNG."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from partwright.cad.job_protocol import JobRefused
from partwright.cad.job_types import DrawnPicture, DrawPicture
from partwright.cad.kernel import mesh, occ, shading, step
from partwright.cad.kernel.document import Colour, StepDocument
from partwright.cad.kernel.occ import Label
from partwright.cad.kernel.shading import np
from partwright.cad.model import Vector

_PLAIN: Colour = (0.7, 0.72, 0.75)


def draw(job: DrawPicture) -> DrawnPicture:
    """Write the picture; JobRefused for what is no STEP file or shows nothing."""
    document = step.read(Path(job.path))
    mesh.triangulate(step.whole(document))
    file = Path(job.folder) / f"{job.stem}.png"
    draw_document(document, file, job.eye)
    return DrawnPicture(str(file))


def draw_document(document: StepDocument, file: Path, eye: Vector) -> None:
    """Write a picture of triangulated products; JobRefused where there is nothing to be seen."""
    corners: list[Any] = []
    colours: list[Colour] = []
    counts: list[int] = []
    for label, location in _parts(document):
        found = _triangles(document.shape_of(label), location)
        if len(found):
            corners.append(found)
            colours.append(_colour(document, label))
            counts.append(len(found))
    if not corners:
        raise JobRefused("there is nothing to be seen in it")
    triangles = shading.Triangles(
        np.concatenate(corners),
        np.repeat(np.array(colours), counts, axis=0),
        np.repeat(np.arange(len(counts)), counts),
    )
    file.write_bytes(shading.png(triangles, eye))


def spots_of_uses(document: StepDocument, eye: Vector) -> dict[str, tuple[float, float]]:
    """By the name of each use in a triangulated assembly, a place where it is seen: mm to the right and upwards."""
    uses = [use for root in document.roots() for use in document.uses(root)]
    found = [_of_use(document, use) for use in uses]
    counts = [len(one) for one in found]
    if not sum(counts):
        return {}
    corners = np.concatenate(found)
    bodies = np.repeat(np.arange(len(counts)), counts)
    seen = shading.spots(shading.Triangles(corners, corners[:, 0] * 0, bodies), eye)
    return {document.name_of(uses[number]): spot for number, spot in seen.items()}


def _of_use(document: StepDocument, use: Label) -> Any:
    """The triangles of all that a use of a product is made of."""
    placed = (document.product_of(use), document.location_of(use))
    pieces = [
        _triangles(document.shape_of(label), location)
        for label, location in _parts(document, [placed])
    ]
    return np.concatenate(pieces) if pieces else np.zeros((0, 3, 3))


def _parts(
    document: StepDocument, within: list[tuple[Label, Any]] | None = None
) -> Iterator[tuple[Label, Any]]:
    """Every use of a part, and the `TopLoc_Location` where it stands; of the whole unless products are named."""
    pending = within or [(root, occ.TopLoc.TopLoc_Location()) for root in document.roots()]
    while pending:
        label, location = pending.pop()
        if not document.is_assembly(label):
            yield label, location
            continue
        for use in document.uses(label):
            placed = location.Multiplied(document.location_of(use))
            pending.append((document.product_of(use), placed))


def _triangles(shape: occ.Shape, location: Any) -> Any:
    found: list[Any] = []
    for face in occ.explore(shape, occ.FACE):
        own = occ.TopLoc.TopLoc_Location()
        mesh_of = occ.BRep.BRep_Tool.Triangulation_s(occ.TopoDS.TopoDS.Face(face), own)
        if mesh_of is None:
            continue
        where = location.Multiplied(own).Transformation()
        points = [
            (p.X(), p.Y(), p.Z())
            for p in (mesh_of.Node(n).Transformed(where) for n in range(1, mesh_of.NbNodes() + 1))
        ]
        numbers = [mesh_of.Triangle(n).Get() for n in range(1, mesh_of.NbTriangles() + 1)]
        rows = np.array(numbers, dtype=int).reshape(-1, 3) - 1
        if face.Orientation() == occ.TopAbs.TopAbs_Orientation.TopAbs_REVERSED:
            rows = rows[:, ::-1]
        found.append(np.array(points, dtype=float)[rows])
    return np.concatenate(found) if found else np.zeros((0, 3, 3))


def _colour(document: StepDocument, label: Label) -> Colour:
    """The kernel keeps colours linear; pictures are sRGB."""
    shade = occ.Quantity.Quantity_Color()
    sorts = occ.XCAFDoc.XCAFDoc_ColorType
    shape = document.shape_of(label)
    for sort in (sorts.XCAFDoc_ColorSurf, sorts.XCAFDoc_ColorGen):
        if document.colours.GetColor(shape, sort, shade):
            return (_srgb(shade.Red()), _srgb(shade.Green()), _srgb(shade.Blue()))
    return _PLAIN


def _srgb(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * float(value) ** (1 / 2.4) - 0.055
