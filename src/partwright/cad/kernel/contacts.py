"""The bodies of a whole that touch none of the others, by the true distance of their solids."""

import time
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from partwright.cad.kernel import measure, occ
from partwright.cad.kernel.guarded_model import GuardedModel
from partwright.cad.kernel.occ import Shape
from partwright.cad.model import Bounds

NEAR_MM = 0.5
"""Bodies this near to each other belong together: clearances of fits are less."""
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


def islands(
    bodies: Sequence[NamedSolid], *, seconds: float, pair_seconds: float = 1.5
) -> tuple[tuple[str, ...], ...]:
    """The groups of instances beside the largest one.

    What cannot be measured in time counts as touching where the boxes are near.
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

    def gap(number: int) -> float:
        """Of a pair; nothing where others join it already, which the child knows of itself."""
        a, b = pairs[number]
        if groups.are_joined(a, b):
            return 0.0
        found = measure.distance(bodies[a].shape, bodies[b].shape)
        if found <= NEAR_MM:
            groups.join(a, b)
        return found

    work = GuardedModel(gap, len(pairs))
    until = time.monotonic() + seconds
    for number, found in work.results(seconds=pair_seconds, until=until):
        if found is None or found <= NEAR_MM:
            groups.join(*pairs[number])
    together: dict[int, dict[int, str]] = {}
    for number, body in enumerate(bodies):
        together.setdefault(groups.first(number), {})[body.body] = body.name
    found = sorted(together.values(), key=len)[:-1]
    return tuple(tuple(names.values()) for names in found)
