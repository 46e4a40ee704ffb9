"""Bodies over an outline: ovals, polygons, L plates, drawn sections, transitions, bent bars."""

from typing import Final

from partwright.cad.kernel.parts.library import (
    Ellipse,
    FilletPolyline,
    Plane,
    Polyline,
    Pos,
    Rectangle,
    Shape,
    extrude,
    loft,
    sweep,
)
from partwright.cad.kernel.parts.shapes import (
    Builder,
    annulus,
    section,
    turned,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.features.outlines import (
    drawn,
    l_corners,
    path_points,
    polygon_corners,
)


def _polygon(v: ParameterValues) -> Shape:
    whole = section(polygon_corners(v.sides, v.across), v.height)
    if not v.wall:
        return whole
    inside = section(polygon_corners(v.sides, v.across - 2 * v.wall), v.height)
    return whole - Pos(0, 0, v.wall) * inside


def _loft(v: ParameterValues) -> Shape:
    return _frustum(v, 0.0) - _frustum(v, v.wall) if v.wall else _frustum(v, 0.0)


def _frustum(v: ParameterValues, wall: float) -> Shape:
    """Between the rectangles, or what is left free within the wall and above the floor."""

    def between(a: float, b: float, part: float) -> float:
        return a + (b - a) * part - 2 * wall

    slices: list[Shape] = []
    for part in (wall / v.height, 1.0):
        place = Pos(v.shift * part, 0, v.height * part)
        length = between(v.bottom_length, v.top_length, part)
        slices.append(place * Rectangle(length, between(v.bottom_width, v.top_width, part)))
    body = loft(slices)
    if not wall:
        return body
    rim = Pos(v.shift, 0, v.height) * Rectangle(
        between(v.bottom_length, v.top_length, 1.0), between(v.bottom_width, v.top_width, 1.0)
    )
    return body + extrude(rim, 1.0)


def _bent_bar(v: ParameterValues) -> Shape:
    points = path_points(v)
    path = FilletPolyline(*points, radius=v.bend_radius) if len(points) > 2 else Polyline(*points)
    start = Plane(origin=path @ 0, z_dir=path % 0)
    return sweep(start * annulus(v.diameter, v.inner_diameter), path=path)


BUILDERS: Final[dict[str, Builder]] = {
    "oval": lambda v: extrude(Ellipse(v.length / 2, v.width / 2), v.thickness),
    "polygon": _polygon,
    "l_plate": lambda v: section(l_corners(v), v.thickness),
    "extrusion": lambda v: section(drawn(v), v.length),
    "revolution": lambda v: turned(drawn(v, "r", "z")),
    "loft": _loft,
    "bent_bar": _bent_bar,
}
