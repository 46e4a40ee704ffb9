"""Mates between one more body and those that stand, and patterns of holes."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from partwright.cad.assembly.model import AssemblyChild, InstanceKey
from partwright.cad.assembly.motion import (
    RigidMotion,
    aligning,
    cross,
    dot,
    minus,
    moved,
    norm,
    plus,
    times,
    turned,
)
from partwright.cad.assembly.scene import (
    NEAR,
    PlacedBody,
    Scene,
    other_end,
)
from partwright.cad.model import Interface, Vector

_PATTERN_SLACK = 0.25
"""Millimetres by which the holes of two patterns may miss each other."""
_TURN = 1e-3

# How sure the kinds of mates are: what carries others comes first.
SPACER, PATTERN, RING, SHAFT, BORE = 110.0, 100.0, 95.0, 90.0, 85.0


class PossibleMate(msgspec.Struct, frozen=True):
    """A place for a body: the better the rank, the surer; `uses` are the interfaces it takes."""

    rank: float
    motion: RigidMotion
    why: str
    uses: tuple[tuple[InstanceKey, str], ...] = ()
    own: tuple[str, ...] = ()
    """Interfaces of the body itself that are taken."""
    fits: tuple[tuple[InstanceKey, float], ...] = ()
    """With which bodies it shares a cylinder, and the volume that this may come to."""


def fits(bore: float, shaft: float) -> bool:
    """Whether a bore goes over a shaft with no more play than a fit has."""
    return shaft - NEAR <= bore <= shaft + max(0.4, 0.05 * shaft)


def is_alike(a: float, b: float) -> bool:
    """Whether one screw may go through two holes, one tapped or with clearance."""
    return a > 0 and b > 0 and 0.7 <= a / b <= 1.45


def are_partners(one: AssemblyChild, other: AssemblyChild) -> bool:
    """Whether a shaft of one goes with a bore of the other."""
    return any(
        fits(bore.diameter, shaft.diameter)
        for shafts, bores in ((one, other), (other, one))
        for shaft in shafts.connections.interfaces
        if shaft.kind == "shaft"
        for bore in bores.connections.interfaces
        if bore.kind == "bore"
    )


# Patterns of holes


def patterns(
    offers: Iterable[tuple[PlacedBody, Interface]],
) -> list[list[tuple[PlacedBody, Interface]]]:
    """Groups of two or more holes that point the same way.

    The holes of one pattern of a body; and one and the same bore of several instances of a
    child, such as the four spacers under a board.
    """
    groups: dict[tuple[str, ...], list[tuple[PlacedBody, Interface]]] = defaultdict(list)
    for body, one in offers:
        way = tuple(f"{value:.3f}" for value in (value + 0.0 for value in one.axis))
        if one.pattern:
            groups[(str(body.key), one.pattern, *way)].append((body, one))
        else:
            groups[(body.child.temp_id, "", one.name, *way)].append((body, one))
    return [group for group in groups.values() if len(group) >= 2]


def on_pattern(scene: Scene, child: AssemblyChild) -> Iterator[PossibleMate]:
    """The child's pattern of holes on an equal one that stands."""
    probe = PlacedBody(InstanceKey(child.temp_id, 0), child, RigidMotion(), "")
    own = patterns((probe, one) for one in probe.interfaces if one.kind == "hole")
    if not own:
        return
    hosts = patterns(scene.free("hole", "bore"))
    for group in own:
        holes = [one for _, one in group]
        for host in hosts:
            theirs = [one for _, one in host]
            if (
                len(theirs) == len(holes)
                and host[0][0].child.temp_id != child.temp_id
                and is_alike(holes[0].diameter, theirs[0].diameter)
                # Two blind holes cannot be screwed together.
                and (holes[0].through or theirs[0].through)
            ):
                yield from _pattern_mates(scene, child, holes, host)


def _pattern_mates(
    scene: Scene,
    child: AssemblyChild,
    own: list[Interface],
    host: list[tuple[PlacedBody, Interface]],
) -> Iterator[PossibleMate]:
    theirs = [one for _, one in host]
    uses = tuple((body.key, one.name) for body, one in host)
    names = ", ".join(dict.fromkeys(body.child.name for body, _ in host))
    options: list[tuple[float, int, RigidMotion]] = []
    for host_side in (False, True) if all(one.through for one in theirs) else (False,):
        for own_side in (True, False) if all(one.through for one in own) else (False,):
            motion = _matched(own, theirs, own_side=own_side, host_side=host_side)
            if motion is not None:
                overlap = scene.overlap(motion.bounds(child.bounds))
                options.append((overlap, len(options), motion))
    if options:
        _, _, motion = min(options, key=lambda option: option[:2])
        why = f"its {len(own)} holes on those of {names}"
        yield PossibleMate(
            PATTERN + min(len(own), 9), motion, why, uses, tuple(one.name for one in own)
        )


def _matched(
    own: Sequence[Interface], theirs: Sequence[Interface], *, own_side: bool, host_side: bool
) -> RigidMotion | None:
    """The motion that lays one end of the holes on an end of theirs, or None if they miss.

    `own_side`, `host_side`: the far ends instead of the mouths.
    """
    outward = times(theirs[0].axis, -1.0 if host_side else 1.0)
    facing = times(own[0].axis, -1.0 if own_side else 1.0)
    mine = [other_end(one) if own_side else one.position for one in own]
    goal = [other_end(one) if host_side else one.position for one in theirs]
    flat = aligning(facing, times(outward, -1.0))
    centre, target = middle_of([flat.direction(point) for point in mine]), middle_of(goal)
    spokes = [minus(flat.direction(point), centre) for point in mine]
    ends = [minus(point, target) for point in goal]
    reach = max(range(len(spokes)), key=lambda number: norm(spokes[number]))
    best: tuple[float, RigidMotion] | None = None
    for end in ends:
        if abs(norm(end) - norm(spokes[reach])) > _PATTERN_SLACK or norm(end) < NEAR:
            continue
        turn = turned(outward, _angle(spokes[reach], end, outward))
        if all(
            min(norm(minus(turn.direction(spoke), end)) for end in ends) <= _PATTERN_SLACK
            for spoke in spokes
        ):
            about = moved(target).after(turn.after(moved(times(centre, -1.0)).after(flat)))
            angle = abs(_angle(spokes[reach], end, outward))
            if best is None or angle < best[0] - _TURN:
                best = (angle, about)
    return best[1] if best else None


def middle_of(points: Sequence[Vector]) -> Vector:
    """The mean of points."""
    total = (0.0, 0.0, 0.0)
    for point in points:
        total = plus(total, point)
    return times(total, 1 / len(points))


def _angle(start: Vector, end: Vector, axis: Vector) -> float:
    """From one direction to another about an axis, in degrees from -180 to 180."""
    return math.degrees(math.atan2(dot(cross(start, end), axis), dot(start, end)))
