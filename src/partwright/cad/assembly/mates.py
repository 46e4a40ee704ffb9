"""How one more body can be joined to those that stand: on patterns of holes, or on one axis."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from partwright.cad.assembly.model import Child, Key
from partwright.cad.assembly.motion import (
    Motion,
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
    SAME_WAY,
    Scene,
    Span,
    Standing,
    is_coaxial,
    other_end,
    span_along,
)
from partwright.cad.assembly.surfaces import floor_of
from partwright.cad.model import Interface, Vector

_SHORT = 1.5
"""Up to so many lengths of a bore, a cylinder sits in it rather than goes through."""
_PATTERN_SLACK = 0.25
"""Millimetres by which the holes of two patterns may miss each other."""
_TURN = 1e-3

# How sure the kinds of mates are: what carries others comes first.
_SPACER, _PATTERN, _RING, _SHAFT, _BORE = 110.0, 100.0, 95.0, 90.0, 85.0


class Mate(msgspec.Struct, frozen=True):
    """A place for a body: the better the rank, the surer; `uses` are the interfaces it takes."""

    rank: float
    motion: Motion
    why: str
    uses: tuple[tuple[Key, str], ...] = ()
    own: tuple[str, ...] = ()
    """Interfaces of the body itself that are taken."""
    fits: tuple[tuple[Key, float], ...] = ()
    """With which bodies it shares a cylinder, and the volume that this may come to."""


def fits(bore: float, shaft: float) -> bool:
    """Whether a bore goes over a shaft with no more play than a fit has."""
    return shaft - NEAR <= bore <= shaft + max(0.4, 0.05 * shaft)


def is_alike(a: float, b: float) -> bool:
    """Whether one screw may go through two holes, one tapped or with clearance."""
    return a > 0 and b > 0 and 0.7 <= a / b <= 1.45


# Patterns of holes


def patterns(
    offers: Iterable[tuple[Standing, Interface]],
) -> list[list[tuple[Standing, Interface]]]:
    """Groups of two or more holes that point the same way.

    The holes of one pattern of a body; and one and the same bore of several instances of a
    child, such as the four spacers under a board.
    """
    groups: dict[tuple[str, ...], list[tuple[Standing, Interface]]] = defaultdict(list)
    for body, one in offers:
        way = tuple(f"{value:.3f}" for value in (value + 0.0 for value in one.axis))
        if one.pattern:
            groups[(str(body.key), one.pattern, *way)].append((body, one))
        else:
            groups[(body.child.temp_id, "", one.name, *way)].append((body, one))
    return [group for group in groups.values() if len(group) >= 2]


def on_pattern(scene: Scene, child: Child) -> Iterator[Mate]:
    """The child's pattern of holes on an equal one that stands."""
    probe = Standing(Key(child.temp_id, 0), child, Motion(), "")
    own = patterns((probe, one) for one in probe.interfaces if one.kind == "hole")
    if not own:
        return
    hosts = patterns(scene.free("hole", "bore"))
    for holes in own:
        for host in hosts:
            if len(host) == len(holes) and is_alike(holes[0][1].diameter, host[0][1].diameter):
                yield from _pattern_mates(scene, child, [one for _, one in holes], host)


def _pattern_mates(
    scene: Scene, child: Child, own: list[Interface], host: list[tuple[Standing, Interface]]
) -> Iterator[Mate]:
    theirs = [one for _, one in host]
    uses = tuple((body.key, one.name) for body, one in host)
    names = ", ".join(dict.fromkeys(body.child.name for body, _ in host))
    options: list[tuple[float, int, Motion]] = []
    for host_side in (False, True) if all(one.through for one in theirs) else (False,):
        for own_side in (True, False) if all(one.through for one in own) else (False,):
            motion = _matched(own, theirs, own_side=own_side, host_side=host_side)
            if motion is not None:
                overlap = scene.overlap(motion.bounds(child.bounds))
                options.append((overlap, len(options), motion))
    if options:
        _, _, motion = min(options, key=lambda option: option[:2])
        why = f"its {len(own)} holes on those of {names}"
        yield Mate(_PATTERN + min(len(own), 9), motion, why, uses, tuple(one.name for one in own))


def _matched(
    own: Sequence[Interface], theirs: Sequence[Interface], *, own_side: bool, host_side: bool
) -> Motion | None:
    """The motion that lays one end of the holes on an end of theirs, or None if they miss.

    `own_side`, `host_side`: the far ends instead of the mouths.
    """
    outward = times(theirs[0].axis, -1.0 if host_side else 1.0)
    facing = times(own[0].axis, -1.0 if own_side else 1.0)
    mine = [other_end(one) if own_side else one.position for one in own]
    goal = [other_end(one) if host_side else one.position for one in theirs]
    flat = aligning(facing, times(outward, -1.0))
    centre, target = _middle([flat.direction(point) for point in mine]), _middle(goal)
    spokes = [minus(flat.direction(point), centre) for point in mine]
    ends = [minus(point, target) for point in goal]
    reach = max(range(len(spokes)), key=lambda number: norm(spokes[number]))
    best: tuple[float, Motion] | None = None
    for end in ends:
        if abs(norm(end) - norm(spokes[reach])) > _PATTERN_SLACK or norm(end) < NEAR:
            continue
        turn = turned(outward, _angle(spokes[reach], end, outward))
        if all(_nearest(turn.direction(spoke), ends) <= _PATTERN_SLACK for spoke in spokes):
            about = moved(target).after(turn.after(moved(times(centre, -1.0)).after(flat)))
            angle = abs(_angle(spokes[reach], end, outward))
            if best is None or angle < best[0] - _TURN:
                best = (angle, about)
    return best[1] if best else None


def _middle(points: Sequence[Vector]) -> Vector:
    total = (0.0, 0.0, 0.0)
    for point in points:
        total = plus(total, point)
    return times(total, 1 / len(points))


def _angle(start: Vector, end: Vector, axis: Vector) -> float:
    """From one direction to another about an axis, in degrees from -180 to 180."""
    return math.degrees(math.atan2(dot(cross(start, end), axis), dot(start, end)))


def _nearest(point: Vector, others: Sequence[Vector]) -> float:
    return min(norm(minus(point, other)) for other in others)


# One axis


def on_shaft(scene: Scene, child: Child) -> Iterator[Mate]:
    """The child's bore over a shaft that stands, at the first free stretch from its shoulder."""
    for bore in child.connections.interfaces:
        if bore.kind != "bore":
            continue
        for body, seat in scene.all("shaft"):
            if not fits(bore.diameter, seat.diameter):
                continue
            at = _slot(scene, child, bore, body, seat)
            if at is not None:
                motion = _over(bore, seat, at)
                shared = _ring(seat.diameter, bore.diameter, bore.length)
                yield Mate(
                    _BORE + min(seat.length, bore.length) / max(seat.length, bore.length),
                    motion,
                    f"on {body.child.name}, {seat.name}",
                    own=(bore.name,),
                    fits=((body.key, shared),),
                )


def _over(bore: Interface, seat: Interface, at: float) -> Motion:
    """The bore's end that comes first lies at `at` along the seat; a blind one opens towards it."""
    way = seat.axis if bore.through else times(seat.axis, -1.0)
    first = other_end(bore) if bore.through else bore.position
    turn = aligning(bore.axis, way)
    place = plus(seat.position, times(seat.axis, at))
    return moved(minus(place, turn.direction(first))).after(turn)


def _slot(
    scene: Scene, child: Child, bore: Interface, body: Standing, seat: Interface
) -> float | None:
    """Where on the seat a bore of this length finds room."""
    if not bore.through:
        at = max(0.0, seat.length - bore.length)
        return at if not _meets(_taken(scene, body, seat), (at, seat.length)) else None
    taken = _taken(scene, body, seat)
    first = [0.0, *(span[1] for span in taken)]
    if child.quantity > 1 and _is_plain(body, seat):
        # Wheels of one kind on a plain axle sit at its two ends.
        first.insert(1, seat.length - bore.length)
    for at in first:
        inside = min(seat.length, at + bore.length) - at
        long_enough = inside >= 0.4 * bore.length
        if at >= -NEAR and long_enough and not _meets(taken, (at, at + bore.length)):
            return max(at, 0.0)
    return None


def _taken(scene: Scene, body: Standing, seat: Interface) -> list[Span]:
    """The stretches of a seat's axis that other bodies, or collars of its own, take up."""
    spans = [
        span_along(one, seat.position, seat.axis)
        for other, one in scene.all("bore", "hole", "shaft")
        if is_coaxial(one, seat.position, seat.axis)
        and ((other.key == body.key) == (one.kind == "shaft"))
        and (one.kind != "shaft" or one.diameter > seat.diameter + NEAR)
    ]
    spans += [
        span
        for other in scene.bodies
        if other.key != body.key and (span := _crossed(other, seat)) is not None
    ]
    return sorted(spans)


def _crossed(other: Standing, seat: Interface) -> Span | None:
    """What a solid block of a part takes of a seat's axis, if that is parallel to an edge."""
    along = next((axis for axis in range(3) if abs(seat.axis[axis]) >= SAME_WAY), None)
    if along is None or not other.child.method or floor_of(other) is not None:
        return None
    box = other.box
    for axis in range(3):
        inside = box.low[axis] < seat.position[axis] < box.high[axis]
        if axis != along and not inside:
            return None
    ends = [
        (end - seat.position[along]) * seat.axis[along] for end in (box.low[along], box.high[along])
    ]
    return (min(ends), max(ends))


def _meets(taken: Iterable[Span], span: Span) -> bool:
    return any(min(one[1], span[1]) - max(one[0], span[0]) > NEAR for one in taken)


def _is_plain(body: Standing, seat: Interface) -> bool:
    """Whether the shaft is nothing but this cylinder."""
    low, high = body.box.low, body.box.high
    reach = sum(abs(seat.axis[axis]) * (high[axis] - low[axis]) for axis in range(3))
    return abs(reach - seat.length) <= 0.1


def in_bore(scene: Scene, child: Child) -> Iterator[Mate]:
    """A shaft or the outside of the child in a bore that stands, or in two on one axis."""
    for shaft in child.connections.interfaces:
        if shaft.kind != "shaft":
            continue
        fitting = [pair for pair in scene.free("bore") if fits(pair[1].diameter, shaft.diameter)]
        for body, bore in fitting:
            is_short = shaft.length <= _SHORT * bore.length
            line = [
                pair
                for pair in fitting
                if pair[1] is bore
                or (not is_short and is_coaxial(pair[1], bore.position, bore.axis))
            ]
            shared = _ring(shaft.diameter, bore.diameter, min(shaft.length, bore.length))
            yield Mate(
                _RING if is_short else _SHAFT,
                _into(child, shaft, bore, line),
                f"in {body.child.name}, {bore.name}",
                uses=tuple((other.key, one.name) for other, one in line),
                own=(shaft.name,),
                fits=tuple((other.key, shared) for other, _ in line),
            )


def _into(
    child: Child, shaft: Interface, bore: Interface, line: Sequence[tuple[Standing, Interface]]
) -> Motion:
    """A short cylinder is flush with the mouth; a long one goes through, shoulder on the mouth.

    Where bores lie in line, as those of two bearings, the shaft is set in the middle between
    them: the middle between its own seats of that diameter.
    """
    inwards = times(bore.axis, -1.0)
    if shaft.length <= _SHORT * bore.length:
        turn = aligning(shaft.axis, bore.axis)
        end = turn.direction(other_end(shaft))
        return moved(minus(bore.position, end)).after(turn)
    turn = aligning(shaft.axis, inwards)
    if len(line) > 1:
        spans = [span_along(one, bore.position, inwards) for _, one in line]
        middle = plus(bore.position, times(inwards, (min(spans)[0] + max(s[1] for s in spans)) / 2))
        seats = [
            one.position
            for one in child.connections.interfaces
            if one.kind == "shaft" and fits(bore.diameter, one.diameter)
        ]
        own = (
            _middle(seats)
            if len(seats) > 1
            else plus(shaft.position, times(shaft.axis, shaft.length / 2))
        )
        return moved(minus(middle, turn.direction(own))).after(turn)
    if _starts_body(child, shaft):
        # Without a shoulder it goes as deep as the bore.
        deep = plus(bore.position, times(inwards, bore.length))
        back = aligning(shaft.axis, bore.axis)
        return moved(minus(deep, back.direction(shaft.position))).after(back)
    deepest = bore.position
    if not bore.through and shaft.length > bore.length:
        deepest = plus(bore.position, times(bore.axis, shaft.length - bore.length))
    return moved(minus(deepest, turn.direction(shaft.position))).after(turn)


def _starts_body(child: Child, shaft: Interface) -> bool:
    """Whether nothing of the body lies behind the shaft's beginning."""
    bounds = child.bounds
    behind = times(shaft.axis, -1.0)
    corner = tuple(bounds.high[axis] if behind[axis] > 0 else bounds.low[axis] for axis in range(3))
    return dot(minus((corner[0], corner[1], corner[2]), shaft.position), behind) <= NEAR


def _ring(outer: float, inner: float, length: float) -> float:
    """What a shaft that is thicker than its bore shares with it."""
    return max(0.0, math.pi / 4 * (outer**2 - inner**2)) * length


# One hole: spacers and standoffs, one on each hole of a pattern


def on_hole(scene: Scene, child: Child) -> Iterator[Mate]:
    """A short, bored body upright on the next free hole of a pattern that is as many as it is."""
    bores = [
        one for one in child.connections.interfaces if one.kind in ("bore", "hole") and one.through
    ]
    size = child.bounds.size
    if child.quantity < 2 or len(bores) != 1 or min(size) > 6 * bores[0].diameter:
        return
    for group in patterns(scene.all("hole")):
        free = [pair for pair in group if (pair[0].key, pair[1].name) not in scene.used]
        if not free or len(group) > child.quantity:
            continue
        body, hole = free[0]
        if is_alike(bores[0].diameter, hole.diameter):
            turn = aligning(bores[0].axis, hole.axis)
            foot = turn.direction(other_end(bores[0]))
            motion = moved(minus(hole.position, foot)).after(turn)
            why = f"on {body.child.name}, {hole.name}"
            yield Mate(_SPACER, motion, why, uses=((body.key, hole.name),))
