"""Triangles: for GLB files, and for the drawings that are made from them."""

from pathlib import Path

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import measure, occ
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.occ import Shape

_ANGLE = 0.35
"""Radians between neighbouring triangles: eighteen of them to a full circle at least."""
_SHARE = 0.0005
"""How far a triangle may be off, as a share of the diagonal."""


def triangulate(shape: Shape) -> None:
    """Give every face its triangles; the same shape always gets the same."""
    box = measure.rough_bounds(shape)
    if box is None:
        raise JobRefused("there is nothing to be seen in it")
    diagonal = sum(side * side for side in box.size) ** 0.5
    distance = max(diagonal * _SHARE, 0.001)
    occ.BRepMesh.BRepMesh_IncrementalMesh(shape, distance, False, _ANGLE, False)


def write_glb(document: StepDocument, path: Path) -> None:
    """Write the triangles in metres with y upwards, as the format has it; triangulate first."""
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
