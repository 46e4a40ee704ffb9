"""A technical drawing of a STEP file: its views by the kernel, its sheet by the rules of sheets."""

from math import pi
from pathlib import Path
from typing import Final

from partwright.cad.job_protocol import JobRefused
from partwright.cad.job_types import DrawnSheetFiles, DrawSheet
from partwright.cad.kernel import measure, mesh, occ, step
from partwright.cad.kernel.document import StepDocument
from partwright.cad.kernel.drawing import projected
from partwright.cad.kernel.occ import Shape
from partwright.cad.kernel.picture import spots_of_uses
from partwright.cad.model import Vector
from partwright.cad.sheets.layout import sheet
from partwright.cad.sheets.lying import laid
from partwright.cad.sheets.model import Point, ProjectedView, SheetTitle, SheetViews
from partwright.cad.sheets.writers import as_pdf, as_svg

_FRONT: Final = ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0))
_TOP: Final = ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
_LEFT: Final = ((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
_ISO: Final = ((1.0, -1.4, 1.1), (1.4, 1.0, 0.0))
"""Towards the eye, and what is to the right."""


def draw(job: DrawSheet) -> DrawnSheetFiles:
    """Write the drawing as SVG and PDF; JobRefused for what shows nothing."""
    document = step.read(Path(job.path))
    shape = step.whole(document)
    title = laid(job.title) if job.title.lies else job.title
    shape = _laid(shape) if job.title.lies else shape
    box = measure.bounds(shape)
    mesh.triangulate(shape)
    spots = _spots(document, title) if title.parts else ()
    views = SheetViews(
        *(_seen(shape, *way) for way in (_FRONT, _TOP, _LEFT, _ISO)), bounds=box, spots=spots
    )
    drawn = sheet(views, title)
    files = [Path(job.folder) / f"{job.stem}.{kind}" for kind in ("svg", "pdf")]
    files[0].write_text(as_svg(drawn), encoding="utf-8")
    files[1].write_bytes(as_pdf(drawn))
    return DrawnSheetFiles(svg=str(files[0]), pdf=str(files[1]))


def _spots(document: StepDocument, title: SheetTitle) -> tuple[Point | None, ...]:
    """Of each line of the list a place where its first part that shows is seen in the view of the whole."""
    seen = spots_of_uses(document, _ISO[0])
    first: dict[str, Point] = {}
    for name in sorted(seen, key=lambda one: (len(one), one)):
        first.setdefault(name.rpartition(" #")[0] or name, seen[name])
    return tuple(first.get(part.name) for part in title.parts)


def _laid(shape: Shape) -> Shape:
    """The shape with its z axis along x, as the notes of a lying part have it."""
    turn = occ.gp.gp_Trsf()
    turn.SetRotation(occ.gp.gp_Ax1(occ.gp.gp_Pnt(0, 0, 0), occ.gp.gp_Dir(1, 0, 1)), pi)
    return shape.Moved(occ.TopLoc.TopLoc_Location(turn))


def _seen(shape: Shape, eye: Vector, right: Vector) -> ProjectedView:
    strong, fine, hidden = projected(shape, eye, right)
    if not strong and not fine:
        raise JobRefused("there is nothing to be seen in it")
    return ProjectedView(tuple(strong), tuple(fine), tuple(hidden))
