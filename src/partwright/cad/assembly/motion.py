"""Rigid motions: a rotation and a translation, exact enough for millimetres over metres."""

import math
from collections.abc import Sequence

import msgspec

from partwright.cad.job_types import BodyPlacement
from partwright.cad.model import Bounds, Vector

Matrix = tuple[Vector, Vector, Vector]
"""By rows."""

IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_NEARLY = 1e-9
_DIGITS = 6


class RigidMotion(msgspec.Struct, frozen=True):
    """Turns about the origin, then moves."""

    rotation: Matrix = IDENTITY
    translation: Vector = (0.0, 0.0, 0.0)

    def point(self, point: Vector) -> Vector:
        return plus(self.direction(point), self.translation)

    def direction(self, direction: Vector) -> Vector:
        rows = self.rotation
        return (dot(rows[0], direction), dot(rows[1], direction), dot(rows[2], direction))

    def after(self, first: "RigidMotion") -> "RigidMotion":
        """The motion that does `first` and then this one."""
        translation = self.point(first.translation)
        if first.rotation == IDENTITY:
            return RigidMotion(self.rotation, translation)
        if self.rotation == IDENTITY:
            return RigidMotion(first.rotation, translation)
        columns = tuple(zip(*first.rotation, strict=True))
        one, two, three = self.rotation
        return RigidMotion(
            (_row(one, columns), _row(two, columns), _row(three, columns)), translation
        )

    def inverse(self) -> "RigidMotion":
        columns = list(zip(*self.rotation, strict=True))
        back = RigidMotion((columns[0], columns[1], columns[2]))
        return RigidMotion(back.rotation, back.direction(times(self.translation, -1.0)))

    def bounds(self, box: Bounds) -> Bounds:
        """The box around the moved box."""
        if self.rotation == IDENTITY:
            low, high = plus(box.low, self.translation), plus(box.high, self.translation)
            return Bounds(low, high, box.tolerance)
        corners = [
            self.point((x, y, z))
            for x in (box.low[0], box.high[0])
            for y in (box.low[1], box.high[1])
            for z in (box.low[2], box.high[2])
        ]
        return around(corners, box.tolerance)


def moved(translation: Vector) -> RigidMotion:
    return RigidMotion(IDENTITY, translation)


def turned(axis: Vector, degrees: float) -> RigidMotion:
    """About an axis through the origin (Rodrigues' formula)."""
    x, y, z = unit(axis)
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return RigidMotion(
        (
            (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
            (y * x * d + z * s, c + y * y * d, y * z * d - x * s),
            (z * x * d - y * s, z * y * d + x * s, c + z * z * d),
        )
    )


def aligning(start: Vector, end: Vector) -> RigidMotion:
    """The shortest turn that takes one direction to another; half a turn about a side axis."""
    start, end = unit(start), unit(end)
    axis = cross(start, end)
    cosine = dot(start, end)
    if norm(axis) < _NEARLY:
        return RigidMotion() if cosine > 0 else turned(any_normal(start), 180.0)
    return turned(axis, math.degrees(math.atan2(norm(axis), cosine)))


def to_placement(motion: RigidMotion) -> BodyPlacement:
    """As it is told to others, without the noise of the last digits."""
    return BodyPlacement(_rounded(motion.translation), _rounded(_angles(motion.rotation)))


def from_placement(placement: BodyPlacement) -> RigidMotion:
    turn = RigidMotion()
    for axis, degrees in zip(IDENTITY, placement.rotation_deg, strict=True):
        if degrees:
            turn = turned(axis, degrees).after(turn)
    return RigidMotion(turn.rotation, placement.translation_mm)


def _angles(rows: Matrix) -> Vector:
    """About the fixed x, y and z axis, one after the other."""
    sine = max(-1.0, min(1.0, -rows[2][0]))
    if abs(sine) > 1 - 1e-12:
        # Looking along the pole, x and z turn about one axis: all of it is given to z.
        z = math.atan2(-rows[0][1], rows[1][1])
        return (0.0, math.degrees(math.asin(sine)), math.degrees(z))
    x = math.atan2(rows[2][1], rows[2][2])
    z = math.atan2(rows[1][0], rows[0][0])
    return (math.degrees(x), math.degrees(math.asin(sine)), math.degrees(z))


def _rounded(vector: Vector) -> Vector:
    x, y, z = (round(value, _DIGITS) + 0.0 for value in vector)
    return (x, y, z)


def _row(row: Vector, columns: Sequence[Vector]) -> Vector:
    return (dot(row, columns[0]), dot(row, columns[1]), dot(row, columns[2]))


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def plus(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def times(a: Vector, factor: float) -> Vector:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def norm(a: Vector) -> float:
    return math.sqrt(dot(a, a))


def unit(a: Vector) -> Vector:
    return times(a, 1 / norm(a))


def any_normal(a: Vector) -> Vector:
    """A direction square to the given one, of the axes the one that lies squarest first."""
    least = min(range(3), key=lambda axis: abs(a[axis]))
    axis = tuple(1.0 if number == least else 0.0 for number in range(3))
    return unit(cross(a, (axis[0], axis[1], axis[2])))


def around(points: Sequence[Vector], tolerance: float = 0.01) -> Bounds:
    """The box around points."""
    low = (min(p[0] for p in points), min(p[1] for p in points), min(p[2] for p in points))
    high = (max(p[0] for p in points), max(p[1] for p in points), max(p[2] for p in points))
    return Bounds(low, high, tolerance)
