"""Bodies over an outline: ovals, polygons, L plates, drawn sections, transitions, bent bars."""

from itertools import pairwise
from math import atan, cos, hypot, pi, sin, sqrt
from typing import Final

from partwright.cad.language.feature import (
    DefaultRule,
    Feature,
    Parameter,
    ParameterValues,
    Precondition,
    WorkFace,
    X,
    Z,
    box,
    count,
    ends,
    mm,
    sides,
)
from partwright.cad.language.features.plates import LENGTH, WIDTH, solid_ends
from partwright.cad.model import Bounds, Interface, Vector

Point = tuple[float, float]
MOST_CORNERS: Final = 12
MOST_POINTS: Final = 8
_INSIDE: Final = 0.7
"""The part of an ellipse's half axes whose rectangle lies within it."""
_ARC_STEPS: Final = 200


def polygon_corners(sides_of: float, across: float) -> list[Point]:
    """The corners of a regular polygon with a side towards the front, by its width across flats."""
    number = int(sides_of)
    radius = across / 2 / cos(pi / number)
    first = -pi / 2 + pi / number
    turns = [first + 2 * pi * n / number for n in range(number)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]


def l_corners(v: ParameterValues) -> list[Point]:
    """The outline of an L: one leg along the back, the other along the left side."""
    x, y = v.length / 2, v.width / 2
    return [
        (-x, -y), (-x + v.side_leg, -y), (-x + v.side_leg, y - v.back_leg),
        (x, y - v.back_leg), (x, y), (-x, y),
    ]  # fmt: skip


def drawn(v: ParameterValues, first: str = "x", second: str = "y") -> list[Point]:
    """The corners of an outline drawn by its figures."""
    return [(v[f"{first}_{n}"], v[f"{second}_{n}"]) for n in range(1, int(v.corners) + 1)]


def area(corners: list[Point]) -> float:
    """The area within an outline; negative where it runs clockwise."""
    following = [*corners[1:], corners[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, following, strict=True)) / 2


def path_points(v: ParameterValues) -> list[Vector]:
    """The corners of the path of a bent bar."""
    return [(v[f"x_{n}"], v[f"y_{n}"], v[f"z_{n}"]) for n in range(1, int(v.points) + 1)]


def _is_simple(corners: list[Point]) -> bool:
    """Whether an outline encloses something and nowhere meets itself."""
    number = len(corners)
    edges = [(corners[n], corners[(n + 1) % number]) for n in range(number)]
    if any(hypot(b[0] - a[0], b[1] - a[1]) < 0.1 for a, b in edges) or abs(area(corners)) < 0.1:
        return False
    return not any(
        _meet(*edges[one], *edges[other])
        for one in range(number)
        for other in range(one + 2, number)
        if (other + 1) % number != one
    )


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    sides = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b))
    if not any(sides):
        return all(
            max(min(a[n], b[n]), min(c[n], d[n])) <= min(max(a[n], b[n]), max(c[n], d[n]))
            for n in (0, 1)
        )
    return sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0


def _around(corners: list[Point], height: float) -> Bounds:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Bounds((min(xs), min(ys), 0.0), (max(xs), max(ys), height))


def _turned_bounds(v: ParameterValues) -> Bounds:
    corners = drawn(v, "r", "z")
    radius = max(r for r, _ in corners)
    low, high = min(z for _, z in corners), max(z for _, z in corners)
    return Bounds((-radius, -radius, low), (radius, radius, high))


def _turned_outside(v: ParameterValues) -> tuple[Interface, ...]:
    bounds = _turned_bounds(v)
    low, high = bounds.low[2], bounds.high[2]
    return (Interface("outside", "shaft", (0.0, 0.0, low), Z, 2 * bounds.high[0], high - low),)


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _unit(a: Vector) -> Vector:
    long = hypot(*a) or 1.0
    return (a[0] / long, a[1] / long, a[2] / long)


def _turn(a: Vector, b: Vector) -> float:
    """Half the tangent length of a bend of radius 1 between two directions."""
    dot = max(-1.0, min(1.0, sum(p * q for p, q in zip(_unit(a), _unit(b), strict=True))))
    return sqrt((1 - dot) / (1 + dot)) if dot > -1 + 1e-9 else 1e9


def _bends_fit(v: ParameterValues) -> bool:
    points = path_points(v)
    legs = [_minus(b, a) for a, b in pairwise(points)]
    if any(hypot(*leg) < v.diameter / 4 for leg in legs):
        return False
    cut = [0.0, *(v.bend_radius * _turn(a, b) for a, b in pairwise(legs)), 0.0]
    return all(
        before + after <= hypot(*leg) - 1e-6
        for leg, before, after in zip(legs, cut, cut[1:], strict=False)
    )


def _middle_line(v: ParameterValues) -> list[tuple[Vector, Vector]]:
    """Points of the bar's middle line with its direction there."""
    points = path_points(v)
    line: list[tuple[Vector, Vector]] = []
    legs = [_unit(_minus(b, a)) for a, b in pairwise(points)]
    line.append((points[0], legs[0]))
    for number, corner in enumerate(points[1:-1]):
        a, b = legs[number], legs[number + 1]
        tangent = v.bend_radius * _turn(a, b)
        start = _minus(corner, (a[0] * tangent, a[1] * tangent, a[2] * tangent))
        inward = _minus(b, a)
        if hypot(*inward) < 1e-9:
            continue
        dot = sum(p * q for p, q in zip(a, b, strict=True))
        across = _unit(_minus(b, (a[0] * dot, a[1] * dot, a[2] * dot)))
        whole = 2 * tan_half(a, b)
        for step in range(_ARC_STEPS + 1):
            turn = whole * step / _ARC_STEPS
            ahead, side = v.bend_radius * sin(turn), v.bend_radius * (1 - cos(turn))
            place: Vector = (
                start[0] + a[0] * ahead + across[0] * side,
                start[1] + a[1] * ahead + across[1] * side,
                start[2] + a[2] * ahead + across[2] * side,
            )
            way: Vector = (
                a[0] * cos(turn) + across[0] * sin(turn),
                a[1] * cos(turn) + across[1] * sin(turn),
                a[2] * cos(turn) + across[2] * sin(turn),
            )
            line.append((place, way))
    line.append((points[-1], legs[-1]))
    return line


def tan_half(a: Vector, b: Vector) -> float:
    """Half the angle between two directions, in radians."""
    return atan(_turn(a, b))


def bar_length(v: ParameterValues) -> float:
    """The length of a bent bar along its middle."""
    line = [place for place, _ in _middle_line(v)]
    return sum(hypot(*_minus(b, a)) for a, b in pairwise(line))


def _bar_bounds(v: ParameterValues) -> Bounds:
    radius, line = v.diameter / 2, _middle_line(v)

    def side(axis: int, sign: int) -> float:
        reach = [
            place[axis] + sign * radius * sqrt(max(0.0, 1 - way[axis] ** 2)) for place, way in line
        ]
        return max(reach) if sign > 0 else min(reach)

    low = (side(0, -1), side(1, -1), side(2, -1))
    return Bounds(low, (side(0, 1), side(1, 1), side(2, 1)), tolerance=0.05)


def _numbered(
    letter: str, most: int, given: tuple[float, ...], words: str, *, low: float = -12000.0
) -> tuple[Parameter, ...]:
    values = (*given, *[0.0] * (most - len(given)))
    return tuple(
        mm(f"{letter}_{n}", value, f"{words} {n}", low=low) for n, value in enumerate(values, 1)
    )


def _polygon_faces(v: ParameterValues) -> tuple[WorkFace, ...]:
    """The top of a solid one, as far as the circle within."""
    half = v.across / 2
    top = WorkFace((0.0, 0.0, v.height), X, Z, half, half, v.height, corner=half)
    return () if v.wall else (top,)


_THIN: Final = mm(
    "thickness",
    DefaultRule("a twentieth of the length, 1 to 20", lambda v: min(20, max(1, v.length / 20))),
    "thickness along z",
    high=500,
)
_LEG: Final = DefaultRule("0.4 of the shorter side", lambda v: 0.4 * min(v.length, v.width))
_CORNERS: Final = count("corners", 4, "corners of the outline that count", low=3, high=MOST_CORNERS)

FEATURES: Final = (
    Feature(
        "oval",
        "a flat plate with the outline of an ellipse",
        (LENGTH, WIDTH, _THIN),
        (),
        lambda v: box(v.length, v.width, v.thickness),
        lambda v: ends(v.thickness),
        lambda v: (
            WorkFace(
                (0.0, 0.0, v.thickness),
                X,
                Z,
                v.length / 2 * _INSIDE,
                v.width / 2 * _INSIDE,
                v.thickness,
            ),
        ),
    ),
    Feature(
        "polygon",
        "a regular polygon, solid or open at its top over a floor: hexagonal plate, planter",
        (
            count("sides", 6, "number of sides", low=3, high=12),
            mm("across", 100, "from side to side, twice the radius within", low=1),
            mm("height", DefaultRule("a tenth across", lambda v: v.across / 10), "along z"),
            mm("wall", 0, "thickness of wall and floor; 0: solid", low=0),
        ),
        (
            Precondition(
                "the wall is less than a third across, and less than the height",
                lambda v: v.wall <= v.across * 0.33 and v.wall <= v.height - 0.1,
            ),
        ),
        lambda v: _around(polygon_corners(v.sides, v.across), v.height),
        lambda v: ends(v.height),
        _polygon_faces,
    ),
    Feature(
        "l_plate",
        "a flat L: a leg along the back and a leg along the left side",
        (
            LENGTH,
            WIDTH,
            _THIN,
            mm("back_leg", _LEG, "width of the leg along the back"),
            mm("side_leg", _LEG, "width of the leg along the left side"),
        ),
        (
            Precondition(
                "each leg is narrower than the whole, by 1 mm at least",
                lambda v: v.back_leg <= v.width - 1 and v.side_leg <= v.length - 1,
            ),
        ),
        lambda v: box(v.length, v.width, v.thickness),
        lambda v: ends(v.thickness) + sides(v.length, v.width, v.thickness),
    ),
    Feature(
        "extrusion",
        "a drawn outline of up to twelve corners, extruded along z",
        (
            mm("length", 50, "along z"),
            _CORNERS,
            *_numbered("x", MOST_CORNERS, (-20, 20, 20, -20), "x of corner"),
            *_numbered("y", MOST_CORNERS, (-10, -10, 10, 10), "y of corner"),
        ),
        (
            Precondition(
                "the outline encloses an area and nowhere meets itself",
                lambda v: _is_simple(drawn(v)),
            ),
        ),
        lambda v: _around(drawn(v), v.length),
        lambda v: ends(v.length),
    ),
    Feature(
        "revolution",
        "a drawn half section of up to twelve corners, turned about z",
        (
            _CORNERS,
            *_numbered("r", MOST_CORNERS, (0, 20, 20, 0), "radius of corner", low=0),
            *_numbered("z", MOST_CORNERS, (0, 0, 30, 30), "height of corner"),
        ),
        (
            Precondition(
                "the half section encloses an area and nowhere meets itself",
                lambda v: _is_simple(drawn(v, "r", "z")),
            ),
        ),
        _turned_bounds,
        _turned_outside,
        lambda v: solid_ends(drawn(v, "r", "z")),
    ),
    Feature(
        "loft",
        "a transition from a rectangle below to one above, solid or a tray with a floor: hopper, tray",
        (
            mm("bottom_length", 60, "along x, below", low=1),
            mm(
                "bottom_width",
                DefaultRule("0.6 lengths", lambda v: v.bottom_length * 0.6),
                "along y, below",
                low=1,
            ),
            mm(
                "top_length",
                DefaultRule("1.5 bottom lengths", lambda v: v.bottom_length * 1.5),
                "along x, above",
                low=1,
            ),
            mm(
                "top_width",
                DefaultRule("1.5 bottom widths", lambda v: v.bottom_width * 1.5),
                "along y, above",
                low=1,
            ),
            mm(
                "height",
                DefaultRule("half the bottom length", lambda v: v.bottom_length / 2),
                "along z",
            ),
            mm("wall", 0, "thickness of wall and floor; 0: solid", low=0),
            mm("shift", 0, "of the upper rectangle along x", low=-2000),
        ),
        (
            Precondition(
                "the wall is less than a third of every side, and less than the height",
                lambda v: (
                    v.wall <= 0.33 * min(v.bottom_length, v.bottom_width, v.top_length, v.top_width)
                    and v.wall <= v.height - 0.1
                ),
            ),
        ),
        lambda v: Bounds(
            (
                min(-v.bottom_length / 2, v.shift - v.top_length / 2),
                -max(v.bottom_width, v.top_width) / 2,
                0.0,
            ),
            (
                max(v.bottom_length / 2, v.shift + v.top_length / 2),
                max(v.bottom_width, v.top_width) / 2,
                v.height,
            ),
        ),
        lambda v: ends(v.height),
    ),
    Feature(
        "bent_bar",
        "a round bar or tube along a path of up to eight points, bent at its corners",
        (
            mm("diameter", 10, "outer diameter", low=0.5),
            mm("inner_diameter", 0, "inner diameter; 0: solid", low=0),
            mm(
                "bend_radius",
                DefaultRule("two diameters", lambda v: 2 * v.diameter),
                "of the middle line at the corners",
            ),
            count("points", 3, "points of the path that count", low=2, high=MOST_POINTS),
            *_numbered("x", MOST_POINTS, (0, 0, 80), "x of point"),
            *_numbered("y", MOST_POINTS, (0, 0, 0), "y of point"),
            *_numbered("z", MOST_POINTS, (0, 100, 100), "z of point"),
        ),
        (
            Precondition(
                "the inner diameter is less than the outer",
                lambda v: v.inner_diameter <= v.diameter - 0.2,
            ),
            Precondition(
                "the bend radius is more than the bar's radius",
                lambda v: v.bend_radius >= v.diameter * 0.55,
            ),
            Precondition("the bends fit into the legs of the path", _bends_fit),
        ),
        _bar_bounds,
    ),
)
