"""Hidden-line drawings as SVG, seen from the front, right and above."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import occ
from partwright.cad.kernel.occ import Shape
from partwright.cad.model import Vector

WIDTH, HEIGHT, MARGIN = 480.0, 360.0, 12.0
"""Of the drawing, in its own units."""
_EYE = (1.0, -1.4, 1.1)
"""The direction from the shape towards the eye."""

Point = tuple[float, float]
Line = tuple[Point, Point]


def write_svg(shape: Shape, path: Path) -> None:
    """Draw a triangulated shape: edges and outlines strong, smooth edges fine, hidden ones not."""
    strong, fine = _visible(shape)
    if not strong and not fine:
        raise JobRefused("there is nothing to be seen in it")
    place = _Place([*strong, *fine])
    body = "".join(
        f'<path stroke-width="{width}" d="{data}"/>'
        for width, lines in (("0.6", fine), ("1.2", strong))
        if (data := "".join(_strokes(lines, place)))
    )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">'
        '<g fill="none" stroke="#1d2733" stroke-linecap="round" stroke-linejoin="round">'
        f"{body}</g></svg>\n",
        encoding="ascii",
    )


def _visible(shape: Shape) -> tuple[list[Line], list[Line]]:
    # With a level x axis, upwards in the world is upwards in the drawing.
    seen = _projection(shape, _EYE, (-_EYE[1], _EYE[0], 0.0))
    return _strong(seen), list(_lines(seen.Rg1LineVCompound()))


def projected(
    shape: Shape, eye: Vector, right: Vector
) -> tuple[list[Line], list[Line], list[Line]]:
    """The edges of a triangulated shape seen from the eye: strong, smooth, and hidden ones."""
    seen = _projection(shape, eye, right)
    hidden = [*_lines(seen.HCompound()), *_lines(seen.OutLineHCompound())]
    return _strong(seen), list(_lines(seen.Rg1LineVCompound())), hidden


def _strong(seen: Any) -> list[Line]:
    return [*_lines(seen.VCompound()), *_lines(seen.OutLineVCompound())]


def _projection(shape: Shape, eye: Vector, right: Vector) -> Any:
    axes = occ.gp.gp_Ax2(occ.gp.gp_Pnt(0, 0, 0), occ.gp.gp_Dir(*eye), occ.gp.gp_Dir(*right))
    algorithm = occ.HLRBRep.HLRBRep_PolyAlgo()
    algorithm.Load(shape)
    algorithm.Projector(occ.HLRAlgo.HLRAlgo_Projector(axes))
    algorithm.Update()
    result = occ.HLRBRep.HLRBRep_PolyHLRToShape()
    result.Update(algorithm)
    return result


def _lines(edges: Shape) -> Iterator[Line]:
    if edges is None or edges.IsNull():
        return
    for edge in occ.explore(edges, occ.EDGE):
        curve = occ.BRepAdaptor.BRepAdaptor_Curve(occ.TopoDS.TopoDS.Edge(edge))
        ends = curve.Value(curve.FirstParameter()), curve.Value(curve.LastParameter())
        yield (ends[0].X(), ends[0].Y()), (ends[1].X(), ends[1].Y())


class _Place:
    """Takes a point of the projection to its place in the drawing."""

    def __init__(self, lines: Iterable[Line]) -> None:
        xs, ys = zip(*(point for line in lines for point in line), strict=True)
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        self._scale = min(
            (WIDTH - 2 * MARGIN) / max(wide, 1e-9), (HEIGHT - 2 * MARGIN) / max(high, 1e-9)
        )
        self._middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)

    def __call__(self, point: Point) -> str:
        x = WIDTH / 2 + (point[0] - self._middle[0]) * self._scale
        y = HEIGHT / 2 - (point[1] - self._middle[1]) * self._scale
        return f"{x + 0.0:.1f} {y + 0.0:.1f}"


def _strokes(lines: Iterable[Line], place: _Place) -> Iterator[str]:
    """Path commands; lines that go on where the last one ended need no new start."""
    last = ""
    for start, end in lines:
        first, second = place(start), place(end)
        if first == second:
            continue
        yield f"L{second}" if first == last else f"M{first}L{second}"
        last = second
