"""Pairs of solids that stand to each other as two others do, so that one of them is reckoned for both.

What a wheel of so many teeth is turned by a tooth, it is as it was.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, gcd, hypot, pi
from typing import Any, Final

from partwright.cad.kernel import occ
from partwright.cad.kernel.occ import Shape

_TURN: Final = 2 * pi
_CLOSE: Final = 1e-6
_ALL_ROUND: Final = 0
"""The order of a body of revolution: it is as it was however far it is turned."""
_DIGITS: Final = 5
_REVOLVED: Final = frozenset(
    {
        occ.GeomAbs.GeomAbs_SurfaceType.GeomAbs_Cylinder,
        occ.GeomAbs.GeomAbs_SurfaceType.GeomAbs_Cone,
        occ.GeomAbs.GeomAbs_SurfaceType.GeomAbs_Torus,
    }
)

Point = tuple[float, float, float]
"""Radius, height and angle about the z axis."""


class RelativePoses:
    """Tells by a key which pairs of solids stand to each other alike; knows each solid's symmetry."""

    def __init__(self) -> None:
        self._orders: dict[Any, int] = {}

    def key(self, one: Shape, other: Shape) -> tuple[object, ...]:
        """The same for two pairs only where they share the same space."""
        if one.TShape() == other.TShape():
            # Of two bodies that are alike, either may be the first.
            return min(self._key(one, other), self._key(other, one), key=lambda key: key[2:])
        return self._key(one, other)

    def _key(self, one: Shape, other: Shape) -> tuple[object, ...]:
        forms = ((one.TShape(), one.Orientation()), (other.TShape(), other.Orientation()))
        pose = one.Location().Inverted().Multiplied(other.Location()).Transformation()
        rows = [[pose.Value(row, column) for column in range(1, 5)] for row in range(1, 4)]
        if abs(abs(rows[2][2]) - 1) > _CLOSE:
            return (*forms, *(_rounded(value) for row in rows for value in row))
        return (*forms, *_upright(rows, self._order(one), self._order(other)))

    def _order(self, solid: Shape) -> int:
        """Into how many like sectors about its z axis a solid can be cut."""
        form = solid.TShape()
        if form not in self._orders:
            self._orders[form] = _order_of(solid.Located(occ.TopLoc.TopLoc_Location()))
        return self._orders[form]


def _upright(rows: list[list[float]], order: int, other: int) -> Iterator[object]:
    """The pose of a solid whose z axis is parallel to that of the first, less the symmetries of both."""
    x, y, z = (row[3] for row in rows)
    turn = atan2(rows[1][0], rows[0][0])
    radius = hypot(x, y)
    yield from (rows[2][2] > 0, _rounded(radius), _rounded(z))
    if radius < _CLOSE:
        step = _both(order, other)
        yield 0.0 if step == _ALL_ROUND else _within(turn, _TURN / step)
        return
    around = atan2(y, x)
    left = 0.0 if order == _ALL_ROUND else _within(around, _TURN / order)
    yield left
    yield 0.0 if other == _ALL_ROUND else _within(turn - around + left, _TURN / other)


def _both(order: int, other: int) -> int:
    """The order of what two solids on one axis stand to each other by."""
    return _ALL_ROUND if _ALL_ROUND in (order, other) else order * other // gcd(order, other)


def _within(angle: float, step: float) -> float:
    """The angle less whole steps; just short of a step is none."""
    left = angle % step
    return 0.0 if step - left < _CLOSE else _rounded(left)


def _rounded(value: float) -> float:
    return round(value, _DIGITS) + 0.0


def _order_of(solid: Shape) -> int:
    """By the corners of all faces but those of revolution about the z axis, which these bound."""
    groups: dict[tuple[float, float], list[float]] = {}
    for face in occ.explore(solid, occ.FACE):
        if _is_revolved(face):
            continue
        for radius, height, angle in _points(face):
            if radius > _CLOSE:
                groups.setdefault((round(radius, 3), round(height, 3)), []).append(angle)
    if not groups:
        return _ALL_ROUND
    most = gcd(*map(len, groups.values()))
    tried = (order for order in range(most, 0, -1) if most % order == 0)
    return next(n for n in tried if all(_repeats(angles, n) for angles in groups.values()))


def _is_revolved(face: Shape) -> bool:
    surface = occ.BRepAdaptor.BRepAdaptor_Surface(occ.TopoDS.TopoDS.Face(face))
    kind = surface.GetType()
    if kind == occ.GeomAbs.GeomAbs_SurfaceType.GeomAbs_Plane:
        return abs(abs(surface.Plane().Axis().Direction().Z()) - 1) < _CLOSE
    if kind not in _REVOLVED:
        return False
    form = {"Cylinder": surface.Cylinder, "Cone": surface.Cone, "Torus": surface.Torus}
    axis = form[kind.name.removeprefix("GeomAbs_")]().Axis()
    at = axis.Location()
    return abs(abs(axis.Direction().Z()) - 1) < _CLOSE and hypot(at.X(), at.Y()) < _CLOSE


def _points(face: Shape) -> Iterator[Point]:
    """Ends and middles of a face's edges."""
    for edge in occ.explore(face, occ.EDGE):
        curve = occ.BRepAdaptor.BRepAdaptor_Curve(occ.TopoDS.TopoDS.Edge(edge))
        first, last = curve.FirstParameter(), curve.LastParameter()
        for place in (first, (first + last) / 2, last):
            at = curve.Value(place)
            yield hypot(at.X(), at.Y()), at.Z(), atan2(at.Y(), at.X()) % _TURN


def _repeats(angles: list[float], order: int) -> bool:
    """Whether angles around the axis are the same ones turned by a part of a turn."""
    ordered = sorted(0.0 if _TURN - angle < _CLOSE else angle for angle in angles)
    in_part = len(ordered) // order
    parts = [ordered[start : start + in_part] for start in range(0, len(ordered), in_part)]
    return all(
        abs(b - a - _TURN / order) < _CLOSE
        for part, following in pairwise(parts)
        for a, b in zip(part, following, strict=True)
    )
