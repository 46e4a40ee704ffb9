"""A part made: built, measured, written, and read back."""

from pathlib import Path

from partwright.cad import materials
from partwright.cad.job_protocol import JobRefused
from partwright.cad.job_types import MadePart, MakePart, OutputFiles
from partwright.cad.kernel import drawing, measure, mesh, step
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.occ import Shape
from partwright.cad.kernel.parts.build import build
from partwright.cad.materials import Material
from partwright.cad.model import Bounds
from partwright.kit.units import KG_PER_MM3


def make_part(job: MakePart) -> MadePart:
    """Build what the specification says and write its STEP, GLB and drawing."""
    shape = build(job.spec)
    material = materials.of(job.spec.material, job.spec.method)
    box = measure.bounds(shape)
    if box is None:
        raise JobRefused("the kernel made nothing of it")
    volume = measure.volume(shape)
    files = write(shape, job, material)
    faults = measure.faults(shape) + _strayed(box, job.bounds)
    faults += step.check(Path(files.step), volume=volume)
    return MadePart(
        files=files,
        volume_mm3=volume,
        mass_kg=volume * material.density * KG_PER_MM3,
        material=material.kind,
        bounds=box,
        faults=tuple(faults),
    )


def write(shape: Shape, job: MakePart, material: Material) -> OutputFiles:
    """STEP first, so that no triangle gets into it."""
    document = StepDocument()
    part = document.add_part(shape, job.spec.name, material.colour)
    grade = job.spec.material or material.kind
    document.made_of(part, grade, material.kind, material.density)
    document.verify_by(part, volume=measure.volume(shape), area=measure.area(shape))
    at = Path(job.folder) / job.stem
    files = [at.with_name(f"{job.stem}.{kind}") for kind in ("step", "glb", "svg")]
    step.write(document, files[0], name=job.spec.name)
    mesh.write_glb(document, shape, files[1])
    drawing.write_svg(shape, files[2])
    return OutputFiles(*map(str, files))


def _strayed(box: Bounds, promised: Bounds | None) -> list[str]:
    if promised is None:
        return []
    pairs = zip((*box.low, *box.high), (*promised.low, *promised.high), strict=True)
    if all(abs(is_ - should) <= promised.tolerance for is_, should in pairs):
        return []
    return [f"its size is {_size(box)} mm instead of {_size(promised)} mm"]


def _size(box: Bounds) -> str:
    return " × ".join(f"{side:.6g}" for side in box.size)
