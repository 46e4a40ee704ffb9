"""Joints of one more body with those on one axis: shafts, bores, holes."""

import math
from collections.abc import Iterable, Iterator, Sequence

from partwright.cad.assembly.mates import (
    BORE,
    RING,
    SHAFT,
    SPACER,
    PossibleMate,
    fits,
    is_alike,
    middle_of,
    patterns,
)
from partwright.cad.assembly.model import AssemblyChild
from partwright.cad.assembly.motion import RigidMotion, aligning, dot, minus, moved, plus, times
from partwright.cad.assembly.scene import (
    NEAR,
    SAME_WAY,
    PlacedBody,
    Scene,
    Span,
    is_coaxial,
    other_end,
    span_along,
)
from partwright.cad.assembly.surfaces import is_hollow
from partwright.cad.model import Interface

_SHORT = 1.5
"""Up to so many lengths of a bore, a cylinder sits in it rather than goes through."""


def on_shaft(scene: Scene, child: AssemblyChild) -> Iterator[PossibleMate]:
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
                is_bare = not _taken(scene, body, seat)
                yield PossibleMate(
                    BORE + is_bare + min(seat.length, bore.length) / max(seat.length, bore.length),
                    motion,
                    f"on {body.child.name}, {seat.name}",
                    own=(bore.name,),
                    fits=((body.key, shared),),
                )


def _over(bore: Interface, seat: Interface, at: float) -> RigidMotion:
    """The bore's end that comes first lies at `at` along the seat; a blind one opens towards it."""
    way = seat.axis if bore.through else times(seat.axis, -1.0)
    first = other_end(bore) if bore.through else bore.position
    turn = aligning(bore.axis, way)
    place = plus(seat.position, times(seat.axis, at))
    return moved(minus(place, turn.direction(first))).after(turn)


def _slot(
    scene: Scene, child: AssemblyChild, bore: Interface, body: PlacedBody, seat: Interface
) -> float | None:
    """The place along the seat's axis, in mm, where a bore of this length finds room; None without one."""
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


def _taken(scene: Scene, body: PlacedBody, seat: Interface) -> list[Span]:
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


def _crossed(other: PlacedBody, seat: Interface) -> Span | None:
    """The span of a seat's axis that a solid block of a part takes, if the axis is parallel to an edge."""
    along = next((axis for axis in range(3) if abs(seat.axis[axis]) >= SAME_WAY), None)
    if along is None or not other.child.method or is_hollow(other):
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


def _is_plain(body: PlacedBody, seat: Interface) -> bool:
    """Whether the shaft is nothing but this cylinder."""
    low, high = body.box.low, body.box.high
    reach = sum(abs(seat.axis[axis]) * (high[axis] - low[axis]) for axis in range(3))
    return abs(reach - seat.length) <= 0.1


def in_bore(scene: Scene, child: AssemblyChild) -> Iterator[PossibleMate]:
    """A shaft or the outside of the child in a bore that stands, or in two on one axis."""
    for shaft in child.connections.interfaces:
        if shaft.kind != "shaft":
            continue
        fitting = [pair for pair in scene.free("bore") if fits(pair[1].diameter, shaft.diameter)]
        for body, bore in fitting:
            is_short = _is_short(child, shaft, bore)
            line = [
                pair
                for pair in fitting
                if pair[1] is bore
                or (not is_short and is_coaxial(pair[1], bore.position, bore.axis))
            ]
            shared = _ring(shaft.diameter, bore.diameter, min(shaft.length, bore.length))
            yield PossibleMate(
                RING if is_short else SHAFT,
                _into(child, shaft, bore, line),
                f"in {body.child.name}, {bore.name}",
                uses=tuple((other.key, one.name) for other, one in line),
                own=(shaft.name,),
                fits=tuple((other.key, shared) for other, _ in line),
            )


def _into(
    child: AssemblyChild,
    shaft: Interface,
    bore: Interface,
    line: Sequence[tuple[PlacedBody, Interface]],
) -> RigidMotion:
    """A short cylinder is flush with the mouth; a long one goes through, shoulder on the mouth.

    Where bores lie in line, as those of two bearings, the shaft is set in the middle between
    them: the middle between its own seats of that diameter.
    """
    if _is_short(child, shaft, bore):
        turn = aligning(shaft.axis, bore.axis)
        end = turn.direction(other_end(shaft))
        return moved(minus(bore.position, end)).after(turn)
    # A bore that goes through may be entered from either end; the body is turned less then.
    is_entered_behind = bore.through and dot(shaft.axis, bore.axis) > 0
    inwards = bore.axis if is_entered_behind else times(bore.axis, -1.0)
    mouth = other_end(bore) if is_entered_behind else bore.position
    turn = aligning(shaft.axis, inwards)
    if len(line) > 1:
        spans = [span_along(one, mouth, inwards) for _, one in line]
        middle = plus(mouth, times(inwards, (min(spans)[0] + max(s[1] for s in spans)) / 2))
        seats = [one.position for one in _seats_for(child, bore)]
        own = middle_of(seats)
        if len(seats) < 2:
            own = plus(shaft.position, times(shaft.axis, shaft.length / 2))
        return moved(minus(middle, turn.direction(own))).after(turn)
    if _is_whole(child, shaft):
        # Without a shoulder it goes as deep as the bore.
        far = plus(mouth, times(inwards, bore.length))
        return moved(minus(far, turn.direction(other_end(shaft)))).after(turn)
    out = _collar(child, shaft)
    if not bore.through:
        out = max(out, shaft.length - bore.length)
    shoulder = plus(mouth, times(inwards, -out))
    return moved(minus(shoulder, turn.direction(shaft.position))).after(turn)


def _seats_for(child: AssemblyChild, bore: Interface) -> list[Interface]:
    """The seats of a shaft that fit a bore best."""
    seats = [
        one
        for one in child.connections.interfaces
        if one.kind == "shaft" and fits(bore.diameter, one.diameter)
    ]
    thickest = max(one.diameter for one in seats)
    return [one for one in seats if one.diameter >= thickest - NEAR]


def _is_short(child: AssemblyChild, shaft: Interface, bore: Interface) -> bool:
    """Whether the body is a cylinder that sits in the bore, as a bearing does."""
    return shaft.length <= _SHORT * bore.length and _is_whole(child, shaft)


def _is_whole(child: AssemblyChild, shaft: Interface) -> bool:
    """Whether the cylinder is as long as the body, so that there is no shoulder."""
    size = child.bounds.size
    reach = sum(abs(shaft.axis[axis]) * size[axis] for axis in range(3))
    return reach <= shaft.length * 1.05 + NEAR


def _collar(child: AssemblyChild, shaft: Interface) -> float:
    """The length in mm along a shaft of a thicker cylinder on its axis, such as a pilot."""
    ends = [
        span_along(one, shaft.position, shaft.axis)[1]
        for one in child.connections.interfaces
        if one.kind == "shaft"
        and one.diameter > shaft.diameter + NEAR
        and is_coaxial(one, shaft.position, shaft.axis)
    ]
    return max([0.0, *(end for end in ends if end < shaft.length - NEAR)])


def _ring(outer: float, inner: float, length: float) -> float:
    """The volume in mm³ that a shaft shares with a bore that it is thicker than."""
    return max(0.0, math.pi / 4 * (outer**2 - inner**2)) * length


# One hole: spacers and standoffs, one on each hole of a pattern


def on_hole(scene: Scene, child: AssemblyChild) -> Iterator[PossibleMate]:
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
            yield PossibleMate(SPACER, motion, why, uses=((body.key, hole.name),))
