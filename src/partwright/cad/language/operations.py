"""The operations that compose with any body that has a place for them, as data.

A hole, slot, pocket, boss or rib comes alone, as a grid (`hole_grid`) or on a circle
(`hole_circle`); its figures are the shape's and the arrangement's.
"""

import re
from collections.abc import Mapping
from math import pi, radians, sin, tan
from typing import Final, Literal

import msgspec

from partwright.cad.language.feature import (
    DefaultRule,
    Parameter,
    ParameterValues,
    Precondition,
    count,
    deg,
    mm,
)
from partwright.cad.language.standards import tables
from partwright.cad.model import Operation

Shape = Literal["hole", "slot", "pocket", "boss", "rib", "text"]
Arrangement = Literal["single", "grid", "circle"]
Target = Literal["face", "steps", "rims", "body"]

MOST_PLACES: Final = 250
"""Places of all arrangements of one part."""


class OperationKind(msgspec.Struct, frozen=True):
    """A kind of operation: what it needs of the body, and its figures.

    Operations are made in the order of `rank`, so the order in which they are written down
    does not matter.
    """

    name: str
    words: str
    target: Target
    rank: int
    parameters: tuple[Parameter, ...]
    preconditions: tuple[Precondition, ...] = ()
    shape: Shape | None = None
    arrangement: Arrangement = "single"

    def resolve(self, given: Mapping[str, float]) -> ParameterValues:
        """The parameters given, and the rest by the rules."""
        values = ParameterValues()
        for parameter in self.parameters:
            name = parameter.name
            values[name] = float(given[name]) if name in given else parameter.value(values)
        return values


class _Shape(msgspec.Struct, frozen=True):
    name: Shape
    words: str
    rank: int
    parameters: tuple[Parameter, ...]
    preconditions: tuple[Precondition, ...] = ()


_DEPTH = mm("depth", 0, "depth; 0 goes through", low=0, high=1000)
_ANGLE = deg("angle", 0, "turned about its middle", low=-360, high=360)

_SHAPES: Final = (
    _Shape(
        "hole",
        "a round hole, plain, counterbored or countersunk (90°)",
        3,
        (
            mm("diameter", 5, "diameter", low=0.3, high=1000),
            _DEPTH,
            mm("counterbore_diameter", 0, "diameter of the counterbore; 0 for none", low=0),
            mm("counterbore_depth", 0, "depth of the counterbore", low=0, high=1000),
            mm("countersink_diameter", 0, "diameter of the countersink; 0 for none", low=0),
        ),
        (
            Precondition(
                "a counterbore is wider than its hole and has a depth",
                lambda v: (
                    not v.counterbore_diameter
                    or (v.counterbore_diameter >= v.diameter + 0.1 and v.counterbore_depth >= 0.1)
                ),
            ),
            Precondition(
                "a counterbore is less deep than its blind hole",
                lambda v: (
                    not (v.depth and v.counterbore_diameter) or v.counterbore_depth <= v.depth - 0.1
                ),
            ),
            Precondition(
                "a countersink is wider than its hole",
                lambda v: not v.countersink_diameter or v.countersink_diameter >= v.diameter + 0.1,
            ),
            Precondition(
                "a countersink is less deep than its blind hole",
                lambda v: (
                    not (v.depth and v.countersink_diameter)
                    or (v.countersink_diameter - v.diameter) / 2 <= v.depth - 0.1
                ),
            ),
            Precondition(
                "a hole has a counterbore or a countersink, not both",
                lambda v: not (v.counterbore_diameter and v.countersink_diameter),
            ),
        ),
    ),
    _Shape(
        "slot",
        "a slot with round ends",
        3,
        (
            mm("length", 20, "length over the round ends", low=0.5),
            mm(
                "width",
                DefaultRule("a quarter of the length", lambda v: v.length / 4),
                "width",
                low=0.3,
            ),
            _DEPTH,
            _ANGLE,
        ),
        (Precondition("a slot is longer than wide", lambda v: v.length >= v.width + 0.1),),
    ),
    _Shape(
        "pocket",
        "a rectangular pocket or window with rounded corners",
        3,
        (
            mm("length", 20, "length along x", low=0.5),
            mm(
                "width",
                DefaultRule("half the length", lambda v: v.length / 2),
                "width along y",
                low=0.5,
            ),
            _DEPTH,
            mm(
                "corner_radius",
                DefaultRule("a tenth of the shorter side", lambda v: min(v.length, v.width) / 10),
                "radius of the corners",
                low=0,
                high=500,
            ),
            _ANGLE,
        ),
        (
            Precondition(
                "the corner radius is less than half the shorter side of the pocket",
                lambda v: v.corner_radius <= 0.49 * min(v.length, v.width),
            ),
        ),
    ),
    _Shape(
        "boss",
        "a round boss or stand-off, with a pilot hole if wanted",
        2,
        (
            mm("diameter", 8, "diameter", low=0.5, high=1000),
            mm("height", DefaultRule("the diameter", lambda v: v.diameter), "height", high=1000),
            mm("hole_diameter", 0, "diameter of the pilot hole; 0 for none", low=0, high=1000),
        ),
        (
            Precondition(
                "the pilot hole leaves a wall of the boss",
                lambda v: v.hole_diameter <= v.diameter - 0.6,
            ),
        ),
    ),
    _Shape(
        "rib",
        "an upright rib",
        2,
        (
            mm("length", 30, "length", low=0.5),
            mm("thickness", 3, "thickness", low=0.3, high=500),
            mm("height", DefaultRule("a third of the length", lambda v: v.length / 3), "height"),
            _ANGLE,
        ),
        (Precondition("a rib is longer than thick", lambda v: v.length >= v.thickness + 0.1),),
    ),
    _Shape(
        "text",
        "the part's name, engraved",
        4,
        (
            mm("size", 8, "height of the letters", low=1.5, high=200),
            mm("depth", 0.4, "depth", low=0.1, high=5),
            _ANGLE,
        ),
    ),
)


def _size(v: ParameterValues) -> float:
    """The largest measure of a shape along its face."""
    return max(v.get("diameter", 0.0), v.get("length", 0.0))


_FACE = count("face", 0, "which face of the body, 0 is the main one", low=0, high=9)
_X = mm("x", 0, "middle, along x of the face", low=-12000)
_Y = mm("y", 0, "middle, along y of the face", low=-12000)

_ARRANGEMENTS: Final[dict[Arrangement, tuple[str, tuple[Parameter, ...]]]] = {
    "single": ("", (_X, _Y, _FACE)),
    "grid": (
        ", in rows and columns",
        (
            count("count_x", 2, "columns", low=1, high=100),
            count("count_y", 2, "rows", low=1, high=100),
            mm(
                "spacing_x",
                DefaultRule("twice the shape's size", lambda v: 2 * _size(v)),
                "distance of the columns",
            ),
            mm(
                "spacing_y",
                DefaultRule("as the columns", lambda v: v.spacing_x),
                "distance of the rows",
            ),
            _X,
            _Y,
            _FACE,
        ),
    ),
    "circle": (
        ", evenly on a circle",
        (
            count("count", 4, "how many", low=1, high=200),
            mm(
                "circle_diameter",
                DefaultRule(
                    "as wide as keeps them half a size apart, at least three sizes",
                    lambda v: _size(v) * max(3.0, 1.5 / sin(pi / max(v.count, 2))),
                ),
                "diameter of the circle through the middles",
            ),
            deg("start_angle", 0, "where the first stands", low=-360, high=360),
            _X,
            _Y,
            _FACE,
        ),
    ),
}


def _arranged(shape: _Shape, arrangement: Arrangement) -> OperationKind:
    words, parameters = _ARRANGEMENTS[arrangement]
    return OperationKind(
        shape.name if arrangement == "single" else f"{shape.name}_{arrangement}",
        shape.words + words,
        "face",
        shape.rank,
        shape.parameters + parameters,
        shape.preconditions,
        shape.name,
        arrangement,
    )


_MIDDLE_OF_LENGTH = mm(
    "z", DefaultRule("half the length", lambda v: v.length / 2), "middle, along the axis", low=0
)

_DEPTH_OF_KEYWAY: Final = DefaultRule(
    "that of DIN 6885-1, else 0.6 widths", lambda v: tables.keyway_in_shaft(v.width)
)
_OTHERS: Final = (
    OperationKind(
        "shell",
        "hollowed from the top, so that walls and a floor are left",
        "body",
        0,
        (mm("wall", 2, "thickness of walls and floor", low=0.3, high=500),),
    ),
    OperationKind(
        "fillet",
        "the rims rounded: the edges of the top face, or of both ends of a turned body",
        "rims",
        1,
        (mm("radius", 1, "radius", low=0.05, high=500),),
    ),
    OperationKind(
        "chamfer",
        "the rims broken at 45°: the edges of the top face, or of both ends of a turned body",
        "rims",
        1,
        (mm("size", 1, "length of the legs", low=0.05, high=500),),
    ),
    OperationKind(
        "keyway",
        "a groove for a parallel key, with round ends",
        "steps",
        3,
        (
            mm("width", 4, "width of the key (DIN 6885)", low=0.5, high=100),
            mm("depth", _DEPTH_OF_KEYWAY, "depth in the shaft"),
            mm("length", DefaultRule("four widths", lambda v: v.width * 4), "length", low=1),
            mm("z", DefaultRule("the length", lambda v: v.length), "middle, along the axis", low=0),
            deg("angle", 0, "where it stands about the axis", low=-360, high=360),
        ),
        (Precondition("a keyway is longer than wide", lambda v: v.length >= v.width + 0.1),),
    ),
    OperationKind(
        "groove",
        "a groove all round, square for a retaining ring or an O-ring, or with leaning flanks",
        "steps",
        3,
        (
            mm("width", 1.3, "width along the axis (DIN 471)", low=0.2, high=1000),
            mm("depth", DefaultRule("0.4 widths", lambda v: v.width * 0.4), "depth", low=0.05),
            mm("z", 10, "middle, along the axis", low=0),
            deg("angle", 0, "between its flanks; 0: square", low=0, high=150),
        ),
        (
            Precondition(
                "the flanks of a groove meet no higher than its ground",
                lambda v: v.width >= 2 * v.depth * tan(radians(v.angle / 2)) - 0.01,
            ),
        ),
    ),
    OperationKind(
        "flats",
        "flats along a step, evenly about the axis: for a wrench, a hexagon or a square at an end, a D",
        "steps",
        3,
        (
            count("count", 2, "how many; a single one is measured to the far side", low=1, high=8),
            mm("across", 8, "width over the flats", low=0.3),
            mm("length", DefaultRule("the width", lambda v: v.across), "length", low=0.2),
            _MIDDLE_OF_LENGTH,
            deg("angle", 0, "where the first stands about the axis", low=-360, high=360),
        ),
    ),
    OperationKind(
        "spline",
        "splines all round, with straight parallel flanks (ISO 14), up to the end of their step",
        "steps",
        3,
        (
            count("count", 6, "how many splines", low=4, high=60),
            mm("width", 6, "width of each spline", low=0.3, high=500),
            mm("depth", DefaultRule("a quarter of the width", lambda v: v.width / 4), "depth"),
            mm("length", DefaultRule("five widths", lambda v: v.width * 5), "length", low=1),
            _MIDDLE_OF_LENGTH,
        ),
    ),
    OperationKind(
        "cross_hole",
        "round holes across the axis, through the body",
        "steps",
        3,
        (
            mm("diameter", 3, "diameter", low=0.3, high=1000),
            mm("z", 10, "middle of the first, along the axis", low=0),
            count("count", 1, "how many, in a row", low=1, high=50),
            mm(
                "spacing",
                DefaultRule("three diameters", lambda v: v.diameter * 3),
                "their distance",
            ),
            deg("angle", 0, "where the first stands about the axis", low=-360, high=360),
        ),
    ),
)

KINDS: Final[dict[str, OperationKind]] = {
    kind.name: kind
    for kind in (
        *(
            _arranged(shape, arrangement)
            for shape in _SHAPES
            for arrangement in (("single",) if shape.name == "text" else _ARRANGEMENTS)
        ),
        *_OTHERS,
    )
}

_NAME = re.compile(r"([a-z_]+?)_([1-9]\d{0,2})\Z")


def kind_of(name: str) -> OperationKind | None:
    """The kind that an operation's name, `hole_grid_1`, begins with."""
    match = _NAME.match(name)
    return KINDS.get(match[1]) if match else None


def ordered(operations: tuple[Operation, ...]) -> tuple[Operation, ...]:
    """The operations as they are made: by rank, then by kind and number."""

    def place(operation: Operation) -> tuple[int, str, int]:
        kind, match = KINDS.get(operation.kind), _NAME.match(operation.name)
        return (kind.rank if kind else 9, operation.kind, int(match[2]) if match else 0)

    return tuple(sorted(operations, key=place))
