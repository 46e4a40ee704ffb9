"""Triangles: for GLB files, and for the drawings that are made from them."""

from pathlib import Path
from typing import NamedTuple

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import gltf, measure, occ
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.occ import Shape


class Fineness(NamedTuple):
    """Bounds of the error of triangles."""

    angle: float
    """Radians between neighbouring ones."""
    share: float
    """As a share of the diagonal."""


FINE = Fineness(0.35, 0.0005)
"""Eighteen triangles to a full circle at least."""
COARSE = Fineness(1.0, 0.004)
"""For large models while they are turned."""
_MANY_FACES = 2_000
"""Of all uses together: a model of more has a coarse level too."""


def triangulate(shape: Shape, fineness: Fineness = FINE) -> None:
    """Give every face its triangles; the same shape always gets the same."""
    box = measure.rough_bounds(shape)
    if box is None:
        raise JobRefused("there is nothing to be seen in it")
    diagonal = sum(side * side for side in box.size) ** 0.5
    distance = max(diagonal * fineness.share, 0.001)
    occ.BRepMesh.BRepMesh_IncrementalMesh(shape, distance, False, fineness.angle, False)


def write_glb(document: StepDocument, shape: Shape, path: Path) -> None:
    """Write the shape of a document in metres with y upwards, as the format has it; triangulates it."""
    coarse: Path | None = None
    if len(occ.explore(shape, occ.FACE)) > _MANY_FACES:
        coarse = path.with_name(f"{path.stem}.coarse.glb")
        triangulate(shape, COARSE)
        _write(document, coarse)
        occ.BRepTools.BRepTools.Clean_s(shape)
    triangulate(shape)
    _write(document, path)
    gltf.shrink(path, coarse)
    if coarse:
        coarse.unlink()


def _write(document: StepDocument, path: Path) -> None:
    writer = occ.RWGltf.RWGltf_CafWriter(occ.TCollection.TCollection_AsciiString(str(path)), True)
    names = occ.RWMesh.RWMesh_NameFormat
    writer.SetNodeNameFormat(names.RWMesh_NameFormat_InstanceOrProduct)
    writer.SetMeshNameFormat(names.RWMesh_NameFormat_Product)
    writer.SetMergeFaces(True)
    writer.SetParallel(False)
    systems = occ.RWMesh.RWMesh_CoordinateSystem
    converter = writer.ChangeCoordinateSystemConverter()
    converter.SetInputLengthUnit(0.001)
    converter.SetInputCoordinateSystem(systems.RWMesh_CoordinateSystem_Zup)
    about = occ.collections.IndexedDataMap_TCollection_AsciiString_TCollection_AsciiString()
    if not writer.Perform(document.handle, about, occ.Message.Message_ProgressRange()):
        raise JobRefused("the GLB file could not be written")
