"""`partwright cad`: the modelling kernel on files of one's own."""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from partwright.cad import materials
from partwright.cad.job_protocol import JobFailed
from partwright.cad.job_types import INSPECT, InspectStep, StepInspection
from partwright.cad.workers import kernel_pool
from partwright.cli.console import WRONG_USE, CommandFailed, out, refuse_present
from partwright.cli.flags import Force, Json
from partwright.cli.output import print_json
from partwright.settings import load


def inspect(
    file: Path,
    /,
    *,
    material: Annotated[str, Parameter(help="What it is made of; the mass follows.")] = "",
    density: Annotated[float | None, Parameter(help="In kg/m³, instead of a material.")] = None,
    glb: Annotated[Path | None, Parameter(help="Write a model for viewers.")] = None,
    svg: Annotated[Path | None, Parameter(help="Write a hidden-line drawing.")] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Tell what a STEP file holds: its products, their volumes, mass and size."""
    if not file.is_file():
        raise CommandFailed(f"{file} is not a file", exit_code=WRONG_USE)
    refuse_present(*(target for target in (glb, svg) if target), force=force)
    weight = _density(material, density)
    with tempfile.TemporaryDirectory() as folder:
        job = InspectStep(str(file.absolute()), folder if glb or svg else "", density=weight)
        found = asyncio.run(_inspected(job))
        if glb:
            shutil.copyfile(found.files.glb, glb)
        if svg:
            shutil.copyfile(found.files.svg, svg)
    if json:
        print_json(
            {
                "products": [found.products[root].name for root in found.roots],
                "solids": found.solids,
                "volumeMm3": found.volume_mm3,
                "massKg": found.mass_kg if weight else None,
                "sizeMm": found.bounds.size,
                "centreMm": found.centre_mm,
                "faults": found.faults,
            }
        )
        return
    for line in _told(found, weight):
        out.print(line)


def _density(material: str, density: float | None) -> float:
    if density is not None:
        return density
    if not material:
        return 0.0
    known = materials.named(material)
    if known is None:
        raise CommandFailed(
            f"{material!r} is not a known material; give --density", exit_code=WRONG_USE
        )
    return known.density


async def _inspected(job: InspectStep) -> StepInspection:
    pool = kernel_pool(load())
    try:
        return await pool.run(INSPECT, job)
    except JobFailed as failed:
        raise CommandFailed(f"{job.path}: {failed.message}") from failed
    finally:
        await pool.close()


def _told(found: StepInspection, density: float) -> Iterator[str]:
    for root in found.roots:
        yield from _tree(found, root, "", 1, "")
    yield ""
    yield f"solids   {found.solids}"
    yield f"volume   {found.volume_mm3:,.2f} mm³"
    if density:
        yield f"mass     {found.mass_kg:.6g} kg at {density:g} kg/m³"
    yield f"size     {_by(found.bounds.size)} mm"
    yield f"centre   ({', '.join(f'{value:.3f}' for value in found.centre_mm)}) mm"
    yield f"valid    {'yes' if not found.faults else 'no: ' + '; '.join(found.faults)}"


def _tree(
    found: StepInspection, number: int, used_as: str, quantity: int, indent: str
) -> Iterator[str]:
    """A product and, below it, what it is made of; equal uses of a product on one line."""
    product = found.products[number]
    volume = sum(product.solid_volumes_mm3)
    times = f"{quantity} × " if quantity > 1 else ""
    size = f"  {volume:,.2f} mm³" if volume else ""
    yield f"{indent}{times}{product.name or used_as or 'without a name'}{size}"
    names = {use.product: use.name for use in reversed(product.uses)}
    for child, count in Counter(use.product for use in product.uses).items():
        yield from _tree(found, child, names[child], count, indent + "  ")


def _by(size: tuple[float, float, float]) -> str:
    return " × ".join(f"{side:.3f}" for side in size)
