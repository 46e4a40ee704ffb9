"""Boxes and heat sinks."""

from typing import Final

from partwright.cad.language.feature import (
    DOWN,
    DefaultRule,
    Feature,
    ParameterValues,
    Precondition,
    WorkFace,
    X,
    Y,
    box,
    count,
    ends,
    mm,
    patterns,
    sides,
)
from partwright.cad.language.features.plates import (
    CORNER,
    CORNER_FITS,
    LENGTH,
    WIDTH,
    prism_edges,
    top_of_prism,
)


def _sides(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The upright faces of a block between its rounded corners: right, left, back, front."""
    x, y, z, corner = v.length / 2, v.width / 2, v.height / 2, v.corner_radius
    return (
        WorkFace((x, 0.0, z), Y, X, y - corner, z, v.length),
        WorkFace((-x, 0.0, z), (0.0, -1.0, 0.0), (-1.0, 0.0, 0.0), y - corner, z, v.length),
        WorkFace((0.0, y, z), (-1.0, 0.0, 0.0), Y, x - corner, z, v.width),
        WorkFace((0.0, -y, z), X, (0.0, -1.0, 0.0), x - corner, z, v.width),
    )


FEATURES: Final = (
    Feature(
        "box",
        "a rectangular block",
        (
            LENGTH,
            WIDTH,
            mm("height", DefaultRule("the width", lambda v: v.width), "height"),
            CORNER,
        ),
        (CORNER_FITS,),
        lambda v: box(v.length, v.width, v.height),
        lambda v: ends(v.height) + sides(v.length, v.width, v.height),
        lambda v: (*top_of_prism(v.height, v), *_sides(v)),
        edge_limit=lambda v: prism_edges(v.height, v),
        hollows=True,
        called=patterns("""
            block, cube, brick, body, base block, quader, klotz, würfel, wedge, jaw, backe,
            slide, slider, carriage, schlitten, manifold, weight, ballast, anvil, support block,
            pillow, cushion, insulation, isolator, buffer block, figure, core, stamp, die,
            punch, ram, slider block, slide block, mould, sleeper, nest, casting, weldment,
            forging, component, element, piece, insert, part, mass, bloc, stop, end stop,
            anschlag, keeper, shoe, dog
        """),
        sizes=(("length", "width"), ("length", "width", "height")),
    ),
    Feature(
        "heat_sink",
        "a base plate with upright fins along x",
        (
            mm("length", 60, "length along x, of the fins", low=2),
            mm("width", DefaultRule("the length", lambda v: v.length), "width along y", low=2),
            mm(
                "height", DefaultRule("0.4 widths", lambda v: v.width * 0.4), "over the fins", low=1
            ),
            mm(
                "base_thickness",
                DefaultRule("0.2 heights", lambda v: v.height * 0.2),
                "of the base",
            ),
            count(
                "fin_count",
                DefaultRule("one in 5 mm", lambda v: v.width / 5),
                "fins",
                low=2,
                high=100,
            ),
            mm(
                "fin_thickness",
                DefaultRule("0.3 of their distance", lambda v: 0.3 * v.width / v.fin_count),
                "of a fin",
                low=0.2,
            ),
        ),
        (
            Precondition(
                "the base is less than the height", lambda v: v.base_thickness <= v.height - 0.5
            ),
            Precondition(
                "there is air between the fins",
                lambda v: v.width - v.fin_count * v.fin_thickness >= 0.2 * (v.fin_count - 1),
            ),
        ),
        lambda v: box(v.length, v.width, v.height),
        lambda v: ends(v.height) + sides(v.length, v.width, v.height),
        lambda v: (
            WorkFace((0.0, 0.0, 0.0), X, DOWN, v.length / 2, v.width / 2, v.base_thickness),
        ),
        called=patterns("""
            heat ?sink, heatsink, radiator, kühlkörper, cooler, cooling body, cooling fins
        """),
        sizes=(("length", "width"), ("length", "width", "height")),
    ),
)
