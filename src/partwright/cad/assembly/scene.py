"""Bodies in one system of coordinates, with what each still offers."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from partwright.cad.assembly.model import AssemblyChild, FitKind, InstanceKey, IntendedFit
from partwright.cad.assembly.motion import RigidMotion, around, dot, minus, norm, plus, times
from partwright.cad.model import Bounds, Interface, Vector

NEAR = 0.05
"""Millimetres within which two places are one."""
SAME_WAY = 0.9999
"""The cosine from which on two directions are one."""

Span = tuple[float, float]
"""From and to along an axis."""


class PlacedBody(msgspec.Struct, frozen=True, dict=True):
    """One instance where it stands, its interfaces and box in the coordinates of the scene."""

    key: InstanceKey
    child: AssemblyChild
    motion: RigidMotion
    why: str
    is_loose: bool = False

    @cached_property
    def box(self) -> Bounds:
        return self.motion.bounds(self.child.bounds)

    @cached_property
    def interfaces(self) -> tuple[Interface, ...]:
        return tuple(moved_interface(one, self.motion) for one in self.child.connections.interfaces)

    def moved(self, motion: RigidMotion) -> "PlacedBody":
        return msgspec.structs.replace(self, motion=motion.after(self.motion))


class Scene:
    """The instances placed so far, in this order."""

    def __init__(self) -> None:
        self.bodies: list[PlacedBody] = []
        self.used: set[tuple[InstanceKey, str]] = set()
        """Interfaces that another body sits on, in or at."""
        self.fits: list[IntendedFit] = []
        self._offers: list[tuple[PlacedBody, Interface]] = []
        self._box: Bounds | None = None

    def put(self, body: PlacedBody) -> PlacedBody:
        self.bodies.append(body)
        self._box = body.box if self._box is None else hull([self._box, body.box])
        self._offers.extend((body, one) for one in body.interfaces)
        return body

    def use(self, key: InstanceKey, *names: str) -> None:
        self.used.update((key, name) for name in names)

    def fit(self, a: InstanceKey, b: InstanceKey, kind: FitKind, volume: float) -> None:
        """Two bodies share a cylinder on purpose."""
        self.fits.append(IntendedFit(a, b, kind, volume))

    def take(self, other: "Scene", motion: RigidMotion) -> None:
        """Put another scene in as a whole."""
        for body in other.bodies:
            self.put(body.moved(motion))
        self.used |= other.used
        self.fits += other.fits

    def free(self, *kinds: str) -> Iterator[tuple[PlacedBody, Interface]]:
        """Interfaces that nothing sits at yet."""
        for body, one in self._offers:
            if one.kind in kinds and (body.key, one.name) not in self.used:
                yield body, one

    def all(self, *kinds: str) -> Iterator[tuple[PlacedBody, Interface]]:
        return ((body, one) for body, one in self._offers if one.kind in kinds)

    @property
    def box(self) -> Bounds:
        """Round all that stands; there must be something."""
        assert self._box is not None
        return self._box

    def overlap(self, box: Bounds, without: frozenset[InstanceKey] = frozenset()) -> float:
        """The volume of a box within the boxes of bodies, in mm³, counted for each."""
        return sum(shared(box, body.box) for body in self.bodies if body.key not in without)


def moved_interface(one: Interface, motion: RigidMotion) -> Interface:
    return msgspec.structs.replace(
        one, position=motion.point(one.position), axis=motion.direction(one.axis)
    )


def hull(boxes: Sequence[Bounds]) -> Bounds:
    """The box around boxes."""
    corners = [corner for box in boxes for corner in (box.low, box.high)]
    return around(corners, max((box.tolerance for box in boxes), default=0.01))


def shared(a: Bounds, b: Bounds) -> float:
    """The volume that two boxes share; touching is none."""
    volume = 1.0
    for axis in range(3):
        side = min(a.high[axis], b.high[axis]) - max(a.low[axis], b.low[axis])
        if side <= NEAR:
            return 0.0
        volume *= side
    return volume


def other_end(one: Interface) -> Vector:
    """Of a hole or bore the end opposite the mouth; of a shaft its free end."""
    along = one.length if one.kind == "shaft" else -one.length
    return plus(one.position, times(one.axis, along))


def is_on_line(point: Vector, origin: Vector, axis: Vector) -> bool:
    """Whether a point is on the line through the origin along the (unit) axis."""
    away = minus(point, origin)
    return norm(minus(away, times(axis, dot(away, axis)))) <= NEAR


def is_coaxial(one: Interface, origin: Vector, axis: Vector) -> bool:
    return abs(dot(one.axis, axis)) >= SAME_WAY and is_on_line(one.position, origin, axis)


def span_along(one: Interface, origin: Vector, axis: Vector) -> Span:
    """The span that a hole, bore or shaft takes of the axis that it lies on."""
    ends = [dot(minus(end, origin), axis) for end in (one.position, other_end(one))]
    return (min(ends), max(ends))
