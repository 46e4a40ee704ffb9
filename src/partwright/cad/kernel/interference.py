"""Bodies of an assembly that share space, found by cutting each with each."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from partwright.cad.assembly.scene import shared
from partwright.cad.job_types import BodyOverlap, CheckOverlaps, OverlapReport
from partwright.cad.kernel import contacts, measure, occ
from partwright.cad.kernel.assembly import AssemblyDocument
from partwright.cad.kernel.guarded_model import GuardedModel, ProcessorTime
from partwright.cad.kernel.occ import Shape
from partwright.cad.kernel.relative_pose import RelativePoses
from partwright.cad.model import Bounds

LEAST = 0.05
"""Volumes in mm³ below this are those of touching faces: drawn flanks follow their curve that closely."""


def check_overlaps(job: CheckOverlaps) -> OverlapReport:
    """All pairs of direct children whose boxes meet, one after the other."""
    time_left = ProcessorTime(job.seconds)
    assembly = AssemblyDocument(job.tree)
    bodies = [solids(assembly.shape_of(number)) for number in range(len(assembly.uses))]
    pairs = list(_near(bodies))
    found: list[BodyOverlap] = []
    unchecked: list[tuple[str, str]] = []
    share = SharedVolumes()
    work = GuardedModel(lambda number: share(*(bodies[n] for n in pairs[number])), len(pairs))
    for number, volume in work.results(seconds=job.pair_seconds, within=time_left):
        a, b = (assembly.key_of(body) for body in pairs[number])
        if volume is None:
            unchecked.append((a, b))
        elif volume >= LEAST:
            found.append(BodyOverlap(a, b, volume))
    islands = None
    if job.island_seconds > 0:
        parts = [
            one
            for body, (name, part) in enumerate(assembly.parts())
            for one in contacts.solids(body, name, part)
        ]
        islands = contacts.islands(parts, seconds=job.island_seconds)
    return OverlapReport(tuple(found), len(pairs), tuple(unchecked), islands)


Solid = tuple[Shape, Bounds]


def solids(shape: Shape) -> list[Solid]:
    """The solids of a body with their boxes."""
    return [
        (solid, box)
        for solid in occ.explore(shape, occ.SOLID)
        if (box := measure.rough_bounds(solid)) is not None
    ]


def _near(bodies: list[list[Solid]]) -> Iterator[tuple[int, int]]:
    for a, b in combinations(range(len(bodies)), 2):
        if are_near(bodies[a], bodies[b]):
            yield a, b


def are_near(one: list[Solid], other: list[Solid]) -> bool:
    """Whether solids of two bodies may meet, by their boxes."""
    return any(shared(box, its_box) for _, box in one for _, its_box in other)


class SharedVolumes:
    """Volumes in mm³ that two bodies both take up; solids that stand alike are cut once."""

    def __init__(self) -> None:
        self._poses = RelativePoses()
        self._known: dict[object, float] = {}

    def __call__(self, one: Sequence[Solid], other: Sequence[Solid]) -> float:
        return sum(self._of_solids(solid, its) for solid, its in _meeting(one, other))

    def _of_solids(self, one: Shape, other: Shape) -> float:
        key = self._poses.key(one, other)
        if key not in self._known:
            self._known[key] = _shared(one, other)
        return self._known[key]


def shared_volume(one: Sequence[Solid], other: Sequence[Solid]) -> float:
    """The volume in mm³ that two bodies both take up, of such as stand so only once."""
    return sum(_shared(solid, its) for solid, its in _meeting(one, other))


def _meeting(one: Sequence[Solid], other: Sequence[Solid]) -> Iterator[tuple[Shape, Shape]]:
    """Solids of both whose boxes share space."""
    return ((solid, its) for solid, box in one for its, its_box in other if shared(box, its_box))


def _shared(one: Shape, other: Shape) -> float:
    return measure.bulk(_common(one, other)).volume


def _common(one: Shape, other: Shape) -> Shape:
    """The space of both; which face came from which is not kept."""
    first, second = occ.collections.List_TopoDS_Shape(), occ.collections.List_TopoDS_Shape()
    first.Append(one)
    second.Append(other)
    common = occ.BRepAlgoAPI.BRepAlgoAPI_Common()
    common.SetArguments(first)
    common.SetTools(second)
    common.SetToFillHistory(False)
    common.Build()
    return common.Shape()
