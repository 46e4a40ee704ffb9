"""Standard parts: from the library of standards where it has them, else from their tables."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, Final

from partwright.cad.kernel.parts.library import (
    Axis,
    ButtonHeadScrew,
    ChamferedWasher,
    CheeseHeadScrew,
    Compound,
    CounterSunkScrew,
    DomedCapNut,
    ExternalSnapRing,
    HexHeadScrew,
    HexNut,
    InternalSnapRing,
    PanHeadScrew,
    PlainWasher,
    Pos,
    Rotation,
    SetScrew,
    Shape,
    SocketHeadCapScrew,
    Sphere,
    SquareNut,
    Torus,
    chamfer,
)
from partwright.cad.kernel.parts.shapes import (
    block,
    bored,
    hexagon,
    prism,
    rod,
    turned,
)
from partwright.cad.language.feature import ParameterValues
from partwright.cad.language.standards import tables

_LIBRARY: Final[dict[str, tuple[Any, str]]] = {
    "ISO 4762": (SocketHeadCapScrew, "iso4762"),
    "ISO 4014": (HexHeadScrew, "iso4014"),
    "ISO 4017": (HexHeadScrew, "iso4017"),
    "ISO 10642": (CounterSunkScrew, "iso10642"),
    "ISO 14581": (CounterSunkScrew, "iso14581"),
    "ISO 7046": (CounterSunkScrew, "iso7046"),
    "ISO 2009": (CounterSunkScrew, "iso2009"),
    "ISO 7380-1": (ButtonHeadScrew, "iso7380_1"),
    "ISO 14583": (PanHeadScrew, "iso14583"),
    "ISO 1580": (PanHeadScrew, "iso1580"),
    "ISO 1207": (CheeseHeadScrew, "iso1207"),
    "ISO 7048": (CheeseHeadScrew, "iso7048"),
    "ISO 4026": (SetScrew, "iso4026"),
    "ISO 4032": (HexNut, "iso4032"),
    "ISO 4033": (HexNut, "iso4033"),
    "ISO 4035": (HexNut, "iso4035"),
    "DIN 1587": (DomedCapNut, "din1587"),
    "DIN 557": (SquareNut, "din557"),
    "ISO 7089": (PlainWasher, "iso7089"),
    "ISO 7090": (ChamferedWasher, "iso7090"),
    "ISO 7091": (PlainWasher, "iso7091"),
    "ISO 7093": (PlainWasher, "iso7093"),
    "ISO 7094": (PlainWasher, "iso7094"),
}


def build(standard: str, v: ParameterValues) -> Shape:
    """The standard part of a standard and its figures."""
    if standard in _OWN:
        return _OWN[standard](v)
    if standard in tables.CIRCLIPS:
        ring = ExternalSnapRing if standard == "DIN 471" else InternalSnapRing
        return ring(f"{v.diameter:g}")
    make, sort = _LIBRARY[standard]
    if standard in tables.WASHERS:
        return make(size=f"M{v.diameter:g}", fastener_type=sort)
    # The library names a size with its pitch, not in every standard the same.
    lead = f"M{v.diameter:g}-"
    coarse = f"{lead}{tables.COARSE[v.diameter]:g}"
    sizes = [size for size in make.sizes(sort) if size.startswith(lead)]
    size = coarse if coarse in sizes else sizes[0]
    if standard in tables.NUTS:
        return make(size=size, fastener_type=sort)
    return make(size=size, length=v.length, fastener_type=sort)


def _bearing(v: ParameterValues) -> Shape:
    """Rings with grooves, balls between them that touch neither, and seals."""
    inner, outer = v.bore / 2, v.outer_diameter / 2
    depth = outer - inner
    ball = min(0.3 * depth, 0.32 * v.width)
    middle, centre = (inner + outer) / 2, v.width / 2
    land = 0.55 * ball
    groove = Pos(0, 0, centre) * Torus(middle, ball * 1.04)
    rings = [
        bored(rod(2 * (middle - land), v.width), v.bore, 0, v.width) - groove,
        bored(rod(v.outer_diameter, v.width), 2 * (middle + land), 0, v.width) - groove,
    ]
    number = max(5, int(2 * pi * middle / (2.6 * ball)))
    balls = [
        Pos(middle * cos(2 * pi * step / number), middle * sin(2 * pi * step / number), centre)
        * Sphere(ball)
        for step in range(number)
    ]
    seals = []
    if v.seals:
        gap, thick = land * 0.1, (centre - ball) * 0.4
        seal = bored(rod(2 * (middle + land - gap), thick), 2 * (middle - land + gap), 0, thick)
        seals = [Pos(0, 0, thick) * seal, Pos(0, 0, v.width - 2 * thick) * seal]
    return Compound(children=[*rings, *balls, *seals])


def _lock_nut(v: ParameterValues) -> Shape:
    row = tables.NUTS["DIN 985"][v.diameter]
    across, height = row["across"], row["height"]
    hexagonal = hexagon(across, height * 0.7)
    collar = rod(across * 0.92, height * 0.3 + 0.1, z=height * 0.7 - 0.1)
    return bored(hexagonal + collar, v.diameter, 0, height)


def _spring_washer(v: ParameterValues) -> Shape:
    row = tables.WASHERS["DIN 127"][v.diameter]
    ring = bored(rod(row["outer"], row["thickness"]), row["inner"], 0, row["thickness"])
    half = row["thickness"] / 4
    slit = block((0, -half, -1), (row["outer"], half, row["thickness"] + 1))
    return ring - Rotation(0, 0, 45) * slit


def _pin(v: ParameterValues) -> Shape:
    size = min(v.diameter * 0.15, v.length * 0.2)
    radius = v.diameter / 2
    return turned(
        [
            (0, 0),
            (radius - size, 0),
            (radius, size),
            (radius, v.length - size),
            (radius - size, v.length),
            (0, v.length),
        ]
    )


def _key(v: ParameterValues) -> Shape:
    corner = 0.0 if v.straight else v.width / 2
    return prism(v.length, v.width, v.height, corner=corner)


def _threaded_rod(v: ParameterValues) -> Shape:
    body = rod(v.diameter, v.length)
    size = min(tables.COARSE[v.diameter] / 2, v.length * 0.2)
    return chamfer(body.edges().group_by(Axis.Z)[0] + body.edges().group_by(Axis.Z)[-1], size)


def _insert(v: ParameterValues) -> Shape:
    row = tables.INSERTS["heat-set insert"][v.diameter]
    outer, length = row["outer"] / 2, row["length"]
    waist = outer - (outer - v.diameter / 2) * 0.3
    inner = v.diameter / 2
    return turned(
        [
            (inner, -length),
            (outer, -length),
            (outer, -0.65 * length),
            (waist, -0.6 * length),
            (waist, -0.4 * length),
            (outer, -0.35 * length),
            (outer, 0),
            (inner, 0),
        ]
    )


_OWN: Final[dict[str, Callable[[ParameterValues], Shape]]] = {
    "ISO 15": _bearing,
    "DIN 985": _lock_nut,
    "DIN 127": _spring_washer,
    "ISO 2338": _pin,
    "ISO 8734": _pin,
    "DIN 6885": _key,
    "DIN 976": _threaded_rod,
    "heat-set insert": _insert,
}
