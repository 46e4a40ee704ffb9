"""Parts read from STEP once, and kept for other jobs in a file of the kernel's own format."""

from pathlib import Path
from typing import Any

from partwright.cad.job_types import NamedMaterial, PreparedPart, PreparePart
from partwright.cad.kernel import measure, occ, step
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.occ import Label


def prepare(job: PreparePart) -> PreparedPart:
    """Read the file and keep its shape; JobRefused as for `step.read`."""
    document = step.read(Path(job.path))
    roots = document.roots()
    if len(roots) != 1 or not document.is_plain(roots[0]):
        return PreparedPart()
    shape = document.shape_of(roots[0])
    path = str(Path(job.folder) / f"{job.stem}.shape")
    if not occ.BinTools.BinTools.Write_s(shape, path):
        return PreparedPart()
    solids = occ.explore(shape, occ.SOLID)
    return PreparedPart(
        path,
        colour=document.colour_of(roots[0]),
        material=_material_of(document),
        area_mm2=measure.area(shape),
        solid_volumes_mm3=tuple(map(measure.volume, solids)),
        are_valid=all(map(measure.is_valid, solids)),
    )


def _material_of(document: StepDocument) -> NamedMaterial | None:
    told = document.material()
    return None if told is None else NamedMaterial(*told)


def add(document: StepDocument, part: PreparedPart, name: str) -> Label:
    """A product of a prepared part, whose solids need not be measured and judged again."""
    shape = _read(part.path)
    volumes = part.solid_volumes_mm3
    for solid, volume in zip(occ.explore(shape, occ.SOLID), volumes, strict=True):
        measure.remember(solid, volume=volume, is_valid=part.are_valid or None)
    label = document.add_part(shape, name, part.colour)
    if part.material is not None:
        document.made_of(label, part.material.grade, part.material.kind, part.material.density)
    document.verify_by(label, volume=sum(volumes), area=part.area_mm2)
    return label


def _read(path: str) -> Any:
    shape = occ.TopoDS.TopoDS_Shape()
    if not occ.BinTools.BinTools.Read_s(shape, path):
        raise OSError(f"{path} cannot be read")
    return shape
