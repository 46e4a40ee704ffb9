"""The bodies of a whole that touch none of the others, by the true distance of their solids."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from partwright.cad.kernel import measure, occ
from partwright.cad.kernel.guarded_model import GuardedModel, ProcessorTime
from partwright.cad.kernel.occ import Shape
from partwright.cad.model import Bounds

NEAR_MM = 0.5
"""Bodies this near to each other belong together: clearances of fits are less."""
_MESH_MM, _MESH_ANGLE = 0.1, 0.5
"""How far triangles may be from their faces, and the angle in radians between two of them."""
MOST_BODIES = 600
"""More are not looked at; the pairs grow with their square."""


class NamedSolid(NamedTuple):
    """A solid where it stands in the whole, by the instance that it belongs to.

    A name returns in each use of a subassembly; the body's number does not.
    """

    body: int
    name: str
    shape: Shape
    box: Bounds
    faces: int


def solids(body: int, name: str, shape: Shape) -> list[NamedSolid]:
    """The solids of one instance."""
    return [
        NamedSolid(body, name, solid, box, len(occ.explore(solid, occ.FACE)))
        for solid in occ.explore(shape, occ.SOLID)
        if (box := measure.rough_bounds(solid)) is not None
    ]


class _Groups:
    """Numbers that come together two by two."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def first(self, number: int) -> int:
        while self._above[number] != number:
            number = self._above[number]
        return number

    def join(self, a: int, b: int) -> None:
        self._above[self.first(a)] = self.first(b)

    def are_joined(self, a: int, b: int) -> bool:
        return self.first(a) == self.first(b)


def _have_near_faces(one: NamedSolid, other: NamedSolid) -> bool:
    """Whether faces that their triangles show as neighbours are near; they miss what lies inside the other."""
    for shape in (one.shape, other.shape):
        occ.BRepMesh.BRepMesh_IncrementalMesh(shape, _MESH_MM, False, _MESH_ANGLE, False)
    reach = NEAR_MM + 2 * _MESH_MM
    found = occ.BRepExtrema.BRepExtrema_ShapeProximity(one.shape, other.shape, reach)
    found.Perform()
    near_of = found.OverlapSubShapes1()
    return any(
        measure.distance(found.GetSubShape1(face), found.GetSubShape2(its_face)) <= NEAR_MM
        for face in range(one.faces)
        if near_of.IsBound(face)
        for its_face in range(other.faces)
        if near_of.Find(face).Contains(its_face)
    )


def _are_near(one: NamedSolid, other: NamedSolid) -> bool:
    return measure.distance(one.shape, other.shape) <= NEAR_MM


def _judge(
    bodies: Sequence[NamedSolid],
    groups: _Groups,
    pairs: Sequence[tuple[int, int]],
    is_near: Callable[[NamedSolid, NamedSolid], bool],
) -> Callable[[int], float]:
    """Judges a pair by its number; what others have joined already, which the child keeps itself, is near."""

    def judge(number: int) -> float:
        a, b = pairs[number]
        if groups.are_joined(a, b):
            return True
        if found := is_near(bodies[a], bodies[b]):
            groups.join(a, b)
        return found

    return judge


def islands(
    bodies: Sequence[NamedSolid], *, seconds: float, pair_seconds: float = 1.5
) -> tuple[tuple[str, ...], ...]:
    """The groups of instances beside the largest one.

    The distance of two solids of many curved faces takes seconds, that of two faces next to nothing: what
    neighbouring faces join is not measured as a whole. What cannot be measured in time counts as
    touching where the boxes are near.
    """
    if len(bodies) > MOST_BODIES:
        return ()
    groups = _Groups(len(bodies))
    first_of: dict[int, int] = {}
    for number, body in enumerate(bodies):
        groups.join(number, first_of.setdefault(body.body, number))
    pairs = [
        (a, b)
        for a, b in combinations(range(len(bodies)), 2)
        if not groups.are_joined(a, b) and bodies[a].box.gap_to(bodies[b].box) <= NEAR_MM
    ]
    pairs.sort(key=lambda pair: bodies[pair[0]].faces + bodies[pair[1]].faces)

    time_left = ProcessorTime(seconds)
    for is_near, unless_told in ((_have_near_faces, False), (_are_near, True)):
        apart = [pair for pair in pairs if not groups.are_joined(*pair)]
        work = GuardedModel(_judge(bodies, groups, apart, is_near), len(apart))
        for number, found in work.results(seconds=pair_seconds, within=time_left):
            if found or (found is None and unless_told):
                groups.join(*apart[number])
    together: dict[int, dict[int, str]] = {}
    for number, body in enumerate(bodies):
        together.setdefault(groups.first(number), {})[body.body] = body.name
    found = sorted(together.values(), key=len)[:-1]
    return tuple(tuple(names.values()) for names in found)
